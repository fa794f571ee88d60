"""What the pages say, each drawn from a store of which the answer is known."""

from __future__ import annotations

import pytest

from dashboard.app import draw
from dashboard.data.source import Source
from dashboard.pages.registry import PAGES, SHEETS, START
from dashboard.view import looking
from tests.dashboard.test_app import text_of

TILE_OF_ONE = '"1"}, "type": "B", "namespace": "dash_html_components"}, {"props": {"children": "regressions"}'
"""As the page is written down: the number, then what is counted."""
SAID = {
    "/tonight": ("", [TILE_OF_ONE, "spring", "a/7 stands 312 points below", "a/5 is left out"]),
    "/ladder": ("", ["0 is random", "400 points are odds of 10 to 1", "No checkpoints yet", "provisional"]),
    "/matchups": ("", ["Win matrix", "No circle is sure", "deviations"]),
    "/matches": ("?entrant=idle", ["8 of 12 matches"]),
    "/entrant": ("?name=random", ["Record by opponent", "won / drawn / lost", "place"]),
    "/training": (
        "",
        ["Reward audit", "Action frequencies", "53% of matches ran out the clock", "epochs = 3 (was 2)"],
    ),
    "/compare": (
        "?first=random&second=idle",
        ["random and idle", "points above idle", "Against the others", "bot:easy"],
    ),
    "/probes": ("", ["No experiment is stored yet", "probe"]),
    "/memory": ("", ["No experiment is stored yet", "memory wipe"]),
    "/critic": ("", ["No experiment is stored yet", "win probability"]),
    "/faults": ("", ["No fault", "Matches still running"]),
    "/draft": ("?steps=Thorn", ["they pick now", "their probability", "Review", "On matches it never saw"]),
}


OF_RUNS = {"lineages", "curve", "audit", "endings", "actions", "upkeep", "parts", "alarms", "log"}
"""Sheets that need no snapshot."""

EXPERIMENTS = {"probes", "memory", "critic"}
"""Sheets of experiments, of which the stores of these tests have none."""


def test_every_page_is_checked_here() -> None:
    assert SAID.keys() == PAGES.keys()
    assert START in PAGES


@pytest.mark.parametrize("path", SAID)
def test_pages_say_what_is_so(source: Source, path: str) -> None:
    search, said = SAID[path]
    text = text_of(draw(source, path, search, dark=False)[0])
    assert [words for words in said if words not in text] == []


@pytest.mark.parametrize("path", ["/tonight", "/ladder", "/matchups", "/compare"])
def test_a_ladder_that_is_not_published_is_said(source: Source, path: str) -> None:
    text = text_of(draw(source, path, "?ladder=other", dark=False)[0])
    assert "No such ladder is published" in text


def test_an_entrant_that_is_not_known_is_said_and_shown_as_text(source: Source) -> None:
    text = text_of(draw(source, "/entrant", "?name=%3Cb%3Enobody", dark=False)[0])
    assert "Nobody called '<b>nobody' has played" in text  # text to Dash, which writes no markup from it
    assert "No entrant is chosen" in text_of(draw(source, "/entrant", "", dark=False)[0])


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_can_be_read_over_a_huge_store(huge: Source, name: str) -> None:
    with looking(huge, "?name=run1/1101&entrant=run1/1101&first=run1/1101&second=bot:hard") as view:
        sheet = SHEETS[name](view)
    # its checkpoints' records are nowhere, its strengths make no circle, and it has no run of training
    if (
        name
        not in {"training", "bots", "cycles", "review", "runs", "changes", "regressions"}
        | OF_RUNS
        | EXPERIMENTS
    ):
        assert sheet.rows
    assert all({column.key for column in sheet.columns} <= row.keys() for row in sheet.rows)
