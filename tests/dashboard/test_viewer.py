"""Pages of matches: made once, kept, served at once; or why there is none."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from arena.home import Home
from dashboard.data.source import Source
from dashboard.viewer import Viewer, links_of
from replays.page import page_html
from replays.replay import replay_stored
from replays.stored import stored_matches
from tests.dashboard.conftest import played
from tests.replays.made import alter


@pytest.fixture(scope="module")
def viewer(home: Home, source: Source, tmp_path_factory: pytest.TempPathFactory) -> Viewer:
    return Viewer(home, source, tmp_path_factory.mktemp("cache"))


def made(viewer: Viewer, number: int) -> None:
    deadline = time.monotonic() + 60
    while viewer.state(number)["state"] == "making":
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_a_page_is_made_once_and_then_served_as_replays_writes_it(viewer: Viewer) -> None:
    first = viewer.page(4_000_000)
    assert (first.status, b"Playing it again" in first.html) == (202, True)
    made(viewer, 4_000_000)
    assert viewer.state(4_000_000) == {"state": "ready"}
    before = time.process_time()
    page = viewer.page(4_000_000)
    assert time.process_time() - before < 0.5
    with viewer.source.reading() as reading:
        (match,) = stored_matches(reading.database, matches=[4_000_000])
    assert (page.status, page.html.decode()) == (
        200,
        page_html(replay_stored(viewer.home, match), links_of(match)),
    )
    assert len(list(viewer.folder.iterdir())) == 1


def test_a_match_that_is_not_stored_is_said(viewer: Viewer) -> None:
    answer = viewer.page(5)
    assert (answer.status, b"expected a match that is stored" in answer.html) == (404, True)


def test_why_a_match_cannot_be_shown_is_said_with_what_is_known_of_it(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    played(home, "spring")
    alter(home, "UPDATE matches SET rules_hash = '<b>other</b>' WHERE match_id = 4000001")
    viewer = Viewer(home, Source(home), tmp_path / "cache")
    assert viewer.page(4_000_001).status == 202
    made(viewer, 4_000_001)
    assert viewer.state(4_000_001) == {"state": "failed"}
    answer = viewer.page(4_000_001)
    assert answer.status == 409
    assert b"played under rules &lt;b&gt;other" in answer.html and b"<b>other" not in answer.html
    assert b"(west) against" in answer.html
    assert viewer.page(4_000_001).status == 202  # whoever comes back tries again


def test_the_oldest_pages_are_let_go(viewer: Viewer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dashboard.viewer.KEPT", 1)
    for number in (4_000_002, 4_000_003):
        viewer.page(number)
        made(viewer, number)
    assert len(list(viewer.folder.iterdir())) == 1
    assert viewer.page(4_000_003).status == 200
