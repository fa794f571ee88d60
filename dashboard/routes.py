"""What is answered besides the pages: the newest snapshot's number, news of runs, CSV, matches in the viewer."""

from __future__ import annotations

import json
import re

from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as Answer

from arena.errors import NothingPublished, PalaestraError
from dashboard.beside import beside_page
from dashboard.data.filters import number_of
from dashboard.data.source import Source
from dashboard.errors import BadAddress
from dashboard.guard import POLICY
from dashboard.pages.registry import PAGES, SHEETS, START
from dashboard.view import looking
from dashboard.viewer import Viewer
from probes.draft.errors import BadDraft

ANSWERED = re.compile(
    r"/_dash-.+|/assets/.+|/health|/snapshot\.json|/data/\w+\.csv|/match/[^/]+(/state\.json)?|/beside",
    re.ASCII,
)
"""The paths that are answered besides the pages."""

FRAMED = POLICY.format(more="").replace("frame-ancestors 'none'", "frame-ancestors 'self'")
"""The policy of a match's page, which may stand in a frame of ours."""


def add_routes(server: Flask, source: Source, viewer: Viewer) -> None:
    """Add them to a server."""

    @server.before_request
    def known() -> Answer | None:
        """Refuse what is no page: the pages' own route answers every path."""
        path = request.path
        if path == "/":
            return redirect(START)
        if path.rstrip("/") in PAGES or ANSWERED.fullmatch(path):
            return None
        return Response(f"no such page: go to {START}\n", 404, mimetype="text/plain")

    @server.get("/snapshot.json")
    def snapshot() -> Answer:
        told: dict[str, object] = {"number": source.number()}
        if "runs" in request.args:
            told["runs"] = source.runs.mark()
        return _json(told)

    @server.get("/data/<name>.csv")
    def sheet(name: str) -> Answer:
        if name not in SHEETS:
            return _refused(f"expected the CSV of {', '.join(SHEETS)}, got '{name[:40]}'", 404)
        try:
            with looking(source, request.query_string.decode(errors="replace")) as view:
                text = SHEETS[name](view).csv()
        except (BadAddress, BadDraft) as error:
            return _refused(str(error), 400)
        except NothingPublished as error:
            return _refused(str(error), 404)
        except PalaestraError as error:
            return _refused(str(error), 500)
        return Response(
            text, mimetype="text/csv", headers={"Content-Disposition": f'attachment; filename="{name}.csv"'}
        )

    @server.get("/match/<number>")
    def match(number: str) -> Answer:
        try:
            answer = viewer.page(number_of(number, "match"))
        except BadAddress as error:
            return _refused(str(error), 400)
        return Response(
            answer.html, answer.status, mimetype="text/html",
            headers={"Cache-Control": "no-cache", "Content-Security-Policy": FRAMED},
        )  # fmt: skip

    @server.get("/beside")
    def beside() -> Answer:
        try:
            numbers = [
                number_of(text, "match") if (text := request.args.get(name, "")) else None
                for name in ("first", "second")
            ]
        except BadAddress as error:
            return _refused(str(error), 400)
        return Response(beside_page(*numbers), mimetype="text/html", headers={"Cache-Control": "no-cache"})

    @server.get("/match/<number>/state.json")
    def state(number: str) -> Answer:
        try:
            return _json(viewer.state(number_of(number, "match")))
        except BadAddress as error:
            return _refused(str(error), 400)


def _json(value: object) -> Answer:
    return Response(json.dumps(value), mimetype="application/json", headers={"Cache-Control": "no-store"})


def _refused(why: str, status: int) -> Answer:
    return Response(f"{why}\n", status, mimetype="text/plain")
