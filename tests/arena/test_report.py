from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from arena.home import Home
from arena.ladder import LadderKey, PublishedLadder, RatedLadder
from arena.nightly import NightReport
from arena.report import (
    format_cases,
    format_ladder,
    format_night,
    format_published,
    format_rated,
    format_summary,
    format_table,
)
from arena.snapshots import Snapshot
from arena.summary import MatchesSummary
from tests.arena.nights.made import made_night

LINE = {"rank_low": 1, "rank_high": 1, "status": "ok"}
TABLE = {
    "entrants": [
        {**LINE, "name": "bot:easy", "rating": 123.4, "low": 100.0, "high": 150.6, "matches": 8, "wins": 6, "draws": 1, "losses": 1},
        {**LINE, "name": "random", "rating": -0.2, "low": None, "high": -0.2, "matches": 8, "wins": 1, "draws": 1, "losses": 6, "status": "winless"},
    ],
    "warnings": ["2 matches void and left out"],
}  # fmt: skip
TRUESKILL = {"entrants": [{"name": "bot:easy", "rating": 8.31, "low": 6.0, "high": 10.0}], "warnings": []}


def test_a_ladder_reads_as_a_table_best_first() -> None:
    assert format_rated(RatedLadder({"bt": TABLE, "trueskill": TRUESKILL}, {})) == (
        "rank  name              rating  95 % interval  matches  W/D/L  TrueSkill\n"
        "----  ----------------  ------  -------------  -------  -----  ---------\n"
        "1     bot:easy             123     100 to 151        8  6/1/1  8.3 ± 2.0\n"
        "2     random (winless)       0         – to 0        8  1/1/6          –\n"
        "note: 2 matches void and left out"
    )


def test_a_published_ladder_says_what_it_is_a_ladder_of() -> None:
    key = LadderKey("spring", "duel", "0123abcd", 3)
    at = datetime(2026, 3, 1, 6, 30, tzinfo=UTC)
    text = format_published(PublishedLadder(key, {**TABLE, "model": "bt"}, 7, at))
    heading, *rest = text.splitlines()
    assert heading == (
        "ladder 'spring', variant duel, rules 0123abcd (contract 3), by bt; rated 2026-03-01 06:30 UTC, snapshot 7"
    )
    assert "\n".join(rest) == format_ladder(TABLE)


def test_a_night_ends_with_the_command_that_opens_it() -> None:
    home = Home(Path("/srv/my night"))
    snapshot = Snapshot(7, home.published / "000007.duckdb")
    report = NightReport(8, 1, RatedLadder({"bt": TABLE}, {}), snapshot, (), (), 9.6, made_night(night=12))
    *_, fell, _, _, _, place, _, _, last = format_night(report, home, None).splitlines()
    assert fell.startswith("regression: a/7 stands 312 points below its predecessor a/6 (95 %: -400 to -220)")
    assert place == "report:        /srv/my night/published/night-000012.html"
    assert last == "look at it:    palaestra dashboard --home '/srv/my night'"


def test_without_trueskill_its_column_is_not_there() -> None:
    assert "TrueSkill" not in format_ladder(TABLE)


def test_a_model_that_failed_is_a_note_and_its_column_empty() -> None:
    text = format_rated(RatedLadder({"bt": TABLE}, {"trueskill": "no ratings by trueskill: draws alone"}))
    assert text.splitlines()[2].endswith("  –")
    assert text.splitlines()[-1] == "note: no ratings by trueskill: draws alone"
    assert format_rated(RatedLadder({}, {"bt": "no ratings by bt: it moved"})) == "no ratings by bt: it moved"


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    assert format_table(("a", "b", "c"), [("1", "2", "3000")], left=2) == "a  b     c\n-  -  ----\n1  2  3000"


@pytest.mark.parametrize(("matches", "text"), [(1, "1 match"), (4, "4 matches"), (0, "0 matches")])
def test_one_of_a_thing_is_written_so(matches: int, text: str) -> None:
    summary = MatchesSummary("a", "b", matches, 0, 0, 0, 0, 0, {}, None, None, {}, {})
    assert format_summary(summary).splitlines()[0] == text


def test_a_benchmark_shows_every_figure_of_every_case() -> None:
    figures = {
        "machine": {"cpu": "x"},
        "cases": [{"case": "one", "seconds": 0.12345}, {"case": "two", "realtime": 1000.0}],
    }
    assert format_cases(figures) == (
        "cpu x\n"
        "case  seconds  realtime\n"
        "----  -------  --------\n"
        "one    0.1235         –\n"
        "two         –      1000"
    )  # fmt: skip
