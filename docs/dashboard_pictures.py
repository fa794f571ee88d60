"""The pictures of `docs/dashboard.md`: `python -m docs.dashboard_pictures HOME` looks at each page of its dashboard.

It needs the system's Chromium, and a home with a published ladder that has checkpoints.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

from arena.home import find_home
from arena.store import open_published
from dashboard.data.ladders import chosen_ladder
from dashboard.pages.registry import PAGES
from dashboard.server import address_of, listen

FOLDER = Path(__file__).parent / "pictures"
LOOKS = {"": ("light", 1200), "-dark-400": ("dark", 400)}
MOST_BYTES = 150_000


def main(home: Path) -> None:
    """Write `pictures/dashboard-PAGE.png` in light, and the ladder in dark at 400 pixels."""
    from playwright.sync_api import sync_playwright

    best = _best_checkpoint(home)
    with _serving(home) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", "--disable-gpu"]
        )
        for ending, (scheme, width) in LOOKS.items():
            view: Any = {"viewport": {"width": width, "height": 860}, "color_scheme": scheme}
            page = browser.new_page(**view)
            for path in PAGES if not ending else ("/ladder",):
                page.goto(f"{address}{path}{_settings(path, best)}")
                page.wait_for_selector("h1")
                page.wait_for_timeout(1500)  # for charts and the grid to be drawn
                _write(page.screenshot(), f"dashboard-{path[1:]}{ending}.png")
        browser.close()


def _settings(path: str, best: str) -> str:
    """What an address is given so that its page has something to show."""
    return {"/entrant": f"?name={best}", "/draft": "?steps=Thorn,Falcon,Lantern"}.get(path, "")


def _best_checkpoint(home: Path) -> str:
    with open_published(find_home(home)) as database:
        ladder = chosen_ladder(database, {})
    lines = ladder.lines if ladder else []
    return next((str(line["entrant"]) for line in lines if line["kind"] == "checkpoint"), "random")


@contextmanager
def _serving(home: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as cache:
        server = listen(find_home(home), host="127.0.0.1", port=0, cache=Path(cache))
        Thread(target=server.serve_forever, daemon=True).start()
        yield address_of(server).rstrip("/")
        server.shutdown()


def _write(picture: bytes, name: str) -> None:
    assert len(picture) < MOST_BYTES, f"{name} has {len(picture)} bytes, more than {MOST_BYTES}"
    (FOLDER / name).write_bytes(picture)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
