"""The application: the frame around the pages, what it answers, and how it notices a new snapshot."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import dash_mantine_components as dmc
from dash import ALL, MATCH, ClientsideFunction, Dash, Input, Output, State, dcc, html, no_update
from flask import Flask

from arena.errors import NothingPublished, PalaestraError, StoreError
from arena.home import Home
from dashboard.data.filters import MatchFilter
from dashboard.data.matches import match_page
from dashboard.data.source import Reading, Source
from dashboard.guard import Guard
from dashboard.pages.matches import SORT_OF
from dashboard.pages.registry import PAGES, START
from dashboard.parts import Content, command, labelled, link, notice
from dashboard.routes import add_routes
from dashboard.view import looking, parse_query
from dashboard.viewer import Viewer

NOTICE_MS = 2000
"""How often a page asks whether there is a newer snapshot."""

STALE_H = 36.0
"""Age in hours from which the page says that a night is missing."""

SETTINGS = {"type": "setting", "name": ALL, "default": ALL}
GRID = {"type": "matches", "query": MATCH, "snapshot": MATCH}
"""How callbacks name all settings of a page, and the grid of matches."""

log = logging.getLogger(__name__)

INDEX = """<!doctype html>
<html lang="en">
<head>
{%metas%}
<title>{%title%}</title>
<link rel="icon" href="data:,">
{%css%}
<script src="/assets/early/scheme.js"></script>
</head>
<body>
{%app_entry%}
<footer hidden>{%config%}{%scripts%}{%renderer%}</footer>
</body>
</html>"""


def make_app(
    home: Home, *, guard: Guard | None = None, cache: Path | None = None, runs: Sequence[str] = ()
) -> Dash:
    """The application over what a home has published, and over runs of training.

    Args:
        home: what it published is read; nothing is written to it.
        runs: patterns of folders with runs, beside those of its configuration.
        guard: who is let in; on this machine alone, without a password, if not given.
        cache: folder of pages of matches; that of palaestra's cache if not given.
    """
    source = Source(home, runs)
    server = Flask("dashboard")
    (guard or Guard()).protect(server)
    app = Dash(
        "dashboard",
        server=cast("Any", server),
        assets_folder=str(Path(__file__).parent / "assets"),
        title="Palaestra",
        update_title="",
        index_string=INDEX,
        suppress_callback_exceptions=True,
        add_log_handler=False,
        health_endpoint="health",
        serve_locally=True,
        assets_ignore="scheme|wait|beside",
        enable_mcp=False,
        meta_tags=[{"name": "viewport", "content": "width=device-width, initial-scale=1"}],
    )
    app.layout = _frame
    add_routes(server, source, Viewer(home, source, cache))
    _add_callbacks(app, source)
    return app


def _frame() -> Content:
    """What stands around every page."""
    items = [
        html.A("Palaestra", href=START, className="brand"),
        html.Nav(
            [dcc.Link(page.title, href=path, id=f"nav-{path[1:]}") for path, page in PAGES.items()],
            **labelled("pages"),
        ),
        html.Div(id="published", role="status"),
        html.Button(
            "theme", id="theme", type="button", title="light, dark, or as the system has it", n_clicks=0
        ),
    ]
    return dmc.MantineProvider(
        [
            dcc.Location(id="url", refresh=False),
            dcc.Store(id="snapshot"),
            dcc.Store(id="reports"),
            dcc.Store(id="scheme"),
            dcc.Store(id="shown"),
            dcc.Interval(id="tick", interval=NOTICE_MS),
            html.A("to the content", href="#page", className="skip"),
            html.Header(items, id="top"),
            html.Div(id="trouble", role="alert"),
            html.Main(html.P("reading …", className="loading"), id="page", tabIndex="-1"),
        ],
        id="mantine",
        defaultColorScheme="auto",
    )


def _add_callbacks(app: Dash, source: Source) -> None:
    def clientside(name: str, *arguments: Any, **more: Any) -> None:
        app.clientside_callback(ClientsideFunction("palaestra", name), *arguments, **more)

    clientside(
        "scheme",
        Output("scheme", "data"),
        Output("mantine", "forceColorScheme"),
        Output("theme", "children"),
        Input("theme", "n_clicks"),
    )
    clientside(
        "notice",
        Output("snapshot", "data"),
        Output("reports", "data"),
        Output("trouble", "children"),
        Input("tick", "n_intervals"),
        State("snapshot", "data"),
        State("reports", "data"),
        State("url", "pathname"),
    )
    clientside(
        "toAddress",
        Output("url", "search"),
        Input(SETTINGS, "value"),
        State(SETTINGS, "id"),
        State("url", "search"),
        State("shown", "data"),
        prevent_initial_call=True,
    )
    clientside(
        "openMatch", Output(GRID, "selectedRows"), Input(GRID, "cellClicked"), prevent_initial_call=True
    )
    clientside("mark", Output("top", "title"), Input("shown", "data"))

    @app.callback(
        Output("page", "children"),
        Output("published", "children"),
        Output("shown", "data"),
        Input("url", "pathname"),
        Input("url", "search"),
        Input("snapshot", "data"),
        Input("reports", "data"),
        Input("scheme", "data"),
    )
    def show(
        path: str | None, search: str | None, _snapshot: object, _reports: object, scheme: str | None
    ) -> Any:
        if scheme is None:
            return no_update, no_update, no_update
        page, said, title = draw(source, path or "/", search or "", dark=scheme == "dark")
        return page, said, {"path": path, "search": search or "", "title": title}

    @app.callback(
        Output(GRID, "getRowsResponse"),
        Input(GRID, "getRowsRequest"),
        State(GRID, "id"),
    )
    def rows(request: dict[str, Any] | None, grid: dict[str, Any]) -> Any:
        return no_update if request is None else rows_for(source, request, str(grid["query"]))


def draw(source: Source, path: str, search: str, *, dark: bool) -> tuple[Content, Content, str]:
    """A page, what is said of its snapshot, and its title: also where there is nothing, or it cannot be drawn."""
    page = PAGES.get(START if path == "/" else path.rstrip("/"))
    if page is None:
        return (
            notice("No such page", ["Go to the ", link("ladder", "/ladder"), "."], kind="failing"),
            "",
            "Not found",
        )
    try:
        with looking(source, search, dark=dark) as view:
            content = page.layout(view)
            said = "nothing published" if isinstance(view.held, StoreError) else _said(view.held)
            return content, said, page.title
    except NothingPublished as error:
        return _nothing_published(page.title, source, str(error)), "nothing published", page.title
    except PalaestraError as error:
        return _failed(page.title, str(error), path), "", page.title
    except Exception:
        log.exception("the page %s could not be drawn", path)
        return _failed(page.title, "A fault of the dashboard: its log has the details.", path), "", page.title


def rows_for(source: Source, request: dict[str, Any], search: str) -> dict[str, Any]:
    """What the grid of matches asked for; no rows at all count as one, or it would stop asking."""
    sort = (request.get("sortModel") or [{"colId": "link", "sort": "desc"}])[0]
    with source.reading() as reading:
        page = match_page(
            reading.database,
            MatchFilter.parse(parse_query(search)),
            start=int(request["startRow"]),
            end=int(request["endRow"]),
            sort=SORT_OF.get(sort["colId"], ""),
            descending=sort["sort"] == "desc",
        )
    return {"rowData": page.rows, "rowCount": max(1, page.total)}


def _said(reading: Reading) -> Content:
    """Which snapshot is shown, and whether it is old or a newer one cannot be read."""
    when = reading.published_at.astimezone()
    parts: list[Content] = [
        html.Span(
            f"snapshot {reading.number}, {when:%Y-%m-%d %H:%M}",
            title=f"published {when:%Y-%m-%d %H:%M:%S %Z}",
        )
    ]
    if reading.problem:
        parts.append(html.Strong("a newer one cannot be read", title=reading.problem, className="stale"))
    elif reading.age_h > STALE_H:
        parts.append(
            html.Strong(f"{reading.age_h / 24:.0f} days old: is the night still run?", className="stale")
        )
    return parts


def _nothing_published(title: str, source: Source, why: str) -> Content:
    root = source.home.root
    return [
        html.H1(title),
        notice(
            "Nothing is published yet",
            [
                "Play a night with ",
                command(f"palaestra nightly --home {root}"),
                ": it takes some minutes, and this page shows it as soon as it is published.",
            ],
            why,
        ),
    ]


def _failed(title: str, why: str, path: str) -> Content:
    return [
        html.H1(title),
        notice("This cannot be shown", why, link("Show the page without settings", path), kind="failing"),
    ]
