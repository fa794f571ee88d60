"""Matches in the viewer: the page of a match is made once, kept in the cache, and served from there."""

from __future__ import annotations

import hashlib
import logging
import threading
from dataclasses import dataclass
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arena.errors import PalaestraError
from arena.files import write_atomically
from arena.games.cache import cache_dir
from arena.home import Home
from dashboard.data.source import Source
from dashboard.view import address
from replays.stored import StoredMatch, stored_matches, winner_of

log = logging.getLogger(__name__)

KEPT = 500
"""Pages kept in the cache at most, those looked at last."""

PLACE = Path(__file__).parent / "assets" / "early"


@dataclass(frozen=True)
class Answer:
    """A page and its status."""

    html: bytes
    status: int


@dataclass
class _Making:
    """A page that is being made, or could not be."""

    match: StoredMatch
    tick: int = 0
    error: str | None = None


class Viewer:
    """The pages of matches. Safe to share between threads: one page is made at a time."""

    def __init__(self, home: Home, source: Source, cache: Path | None = None) -> None:
        self.home = home
        self.source = source
        self.folder = (cache or cache_dir()) / "pages"
        self._lock = threading.Lock()
        self._turn = threading.Lock()
        self._making: dict[int, _Making] = {}

    def page(self, match_id: int) -> Answer:
        """The page of a match: itself where it is kept; else one that waits for it, or says why there is none."""
        try:
            with self.source.reading() as reading:
                (match,) = stored_matches(reading.database, matches=[match_id])
        except PalaestraError as error:
            return _page("No such match", f"<p>{escape(str(error))}</p>", 404)
        path = self._path(match)
        try:
            content = path.read_bytes()
        except OSError:
            return self._wait(match)
        path.touch()
        return Answer(content, 200)

    def state(self, match_id: int) -> dict[str, Any]:
        """How far the page of a match is: `ready`, or `making` with the share that is done, or `failed`."""
        with self._lock:
            making = self._making.get(match_id)
        if making is None:
            return {"state": "ready"}
        if making.error is not None:
            return {"state": "failed"}
        return {
            "state": "making",
            "share": min(1.0, making.tick / max(1, int(making.match.result["ticks"] or 1))),
        }

    def make(self, match: StoredMatch, making: _Making) -> None:
        """Make the page of a match and keep it, in a thread of its own."""
        from replays.page import page_html
        from replays.replay import replay_stored

        def reached(tick: int) -> None:
            making.tick = tick

        try:
            with self._turn:
                replay = replay_stored(self.home, match, report=reached)
                write_atomically(self._path(match), page_html(replay, links_of(match)).encode())
                self._prune()
        except PalaestraError as error:
            making.error = str(error)
        except Exception:
            log.exception("the page of match %s could not be made", match.match_id)
            making.error = "a fault of the dashboard: its log has the details"
        else:
            with self._lock:
                self._making.pop(match.match_id, None)

    def _wait(self, match: StoredMatch) -> Answer:
        with self._lock:
            making = self._making.get(match.match_id)
            if making is None:
                making = self._making[match.match_id] = _Making(match)
                threading.Thread(target=self.make, args=(match, making), daemon=True).start()
                return _page("Playing it again …", f"{_about(match)}{WAIT}", 202)
        if making.error is None:
            return _page("Playing it again …", f"{_about(match)}{WAIT}", 202)
        with self._lock:
            self._making.pop(match.match_id, None)  # whoever comes back tries again
        return _page(
            "This match cannot be shown", f"{_about(match)}<p role='alert'>{escape(making.error)}</p>", 409
        )

    def _path(self, match: StoredMatch) -> Path:
        """Where a page is kept: under a hash of all that it is made from."""
        parts = (
            match.match_id,
            match.run,
            match.file,
            match.rules_hash,
            version("palaestra"),
            _viewer_hash(),
        )
        name = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()
        return self.folder / f"{name[:32]}.html"

    def _prune(self) -> None:
        pages = sorted(self.folder.glob("*.html"), key=lambda path: path.stat().st_mtime)
        for path in pages[: max(0, len(pages) - KEPT)]:
            path.unlink(missing_ok=True)


def links_of(match: StoredMatch) -> dict[str, str]:
    """Where the page of a match leads: back to the matches, to who played, and to another beside it."""
    return {
        "all matches": "/matches",
        match.spec.west: address("/entrant", {"name": match.spec.west}),
        match.spec.east: address("/entrant", {"name": match.spec.east}),
        "another beside it": address("/beside", {"first": match.match_id}),
    }


def _viewer_hash() -> str:
    """What the viewer is made of, so that a page of an older one is made again."""
    from replays.page import FOLDER

    parts = [path.read_bytes() for path in sorted(FOLDER.iterdir()) if path.is_file()]
    return hashlib.sha256(b"".join([*parts, Path(__file__).read_bytes()])).hexdigest()


WAIT = """<p>The page is made once, then kept: this takes some seconds, on a fresh machine up to a minute or two.</p>
<progress max="1" value="0" aria-label="share of the match that was played again"></progress>
<script src="/assets/early/wait.js"></script>"""


def _about(match: StoredMatch) -> str:
    """What the store knows of a match without playing it."""
    words = f"{match.spec.west} (west) against {match.spec.east} (east), {match.variant}, {match.run}"
    if match.status != "played":
        return f"<p>{escape(words)}: void, {escape(match.reason or 'for no stored reason')}</p>"
    result = match.result
    score = ", ".join(
        f"{what} {result[f'west_{what}']}–{result[f'east_{what}']}" for what in ("kills", "structures")
    )
    end = f"{winner_of(match)} won ({result['ending']}) after {match.length}; {score}"
    return f"<p>{escape(words)}</p><p>{escape(end)}</p>"


def _page(title: str, body: str, status: int) -> Answer:
    """A small page of its own, in the colours of the others."""
    html = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><link rel="icon" href="data:,">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}</title><link rel="stylesheet" href="/assets/palaestra.css"></head>'
        f'<body><main class="alone"><h1>{title}</h1>{body}<p><a href="/matches">All matches</a></p></main>'
        "</body></html>"
    )
    return Answer(html.encode(), status)
