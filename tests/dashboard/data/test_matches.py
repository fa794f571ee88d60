"""Pages of matches are what plain Python picks from all of them, also far down a huge store."""

from __future__ import annotations

import pytest

from dashboard.bench.store import MATCHES
from dashboard.data.filters import MatchFilter
from dashboard.data.matches import all_matches, choices, match_page, worded
from dashboard.data.source import Source
from dashboard.errors import BadAddress

FILTERS = (
    {},
    {"entrant": "random"},
    {"entrant": "random", "opponent": "idle"},
    {"winner": "nobody"},
    {"winner": "west", "ending": "tower"},
    {"min": "0.6"},
    {"max": "0.5"},
    {"faults": "any"},
    {"status": "void"},
    {"variant": "blitz"},
    {"run": "spring"},
    {"entrant": "' OR 1=1 --"},
)


def fits(row: dict[str, object], query: dict[str, str]) -> bool:
    """A filter as plain Python."""
    ticks = int(str(row["ticks"]))
    checks = {
        "entrant": lambda value: value in (row["west"], row["east"]),
        "opponent": lambda value: value in (row["west"], row["east"]),
        "winner": lambda value: row["winner"] == {"west": 1, "east": -1, "nobody": 0}[value],
        "ending": lambda value: row["ending"] == value,
        "variant": lambda value: row["variant"] == value,
        "run": lambda value: row["run"] == value,
        "status": lambda value: row["status"] == value,
        "faults": lambda value: (int(str(row["faults"])) > 0) == (value == "any"),
        "min": lambda value: ticks >= float(value) * 1800,
        "max": lambda value: ticks <= float(value) * 1800,
    }
    return all(checks[name](value) for name, value in query.items())


@pytest.mark.parametrize("query", FILTERS, ids=str)
def test_a_filter_gives_what_plain_python_picks(source: Source, query: dict[str, str]) -> None:
    with source.reading() as reading:
        everything = all_matches(reading.database, MatchFilter())
        wanted = [row["match_id"] for row in everything if fits(row, query)]
        page = match_page(reading.database, MatchFilter.parse(query), start=0, end=100)
    assert len(everything) == 12
    assert [row["match_id"] for row in page.rows] == sorted(wanted, reverse=True)
    assert page.total == len(wanted)


def test_pages_put_together_are_the_whole_in_order(source: Source) -> None:
    with source.reading() as reading:
        whole = match_page(reading.database, MatchFilter(), start=0, end=100, sort="ticks", descending=False)
        parts = [
            match_page(
                reading.database, MatchFilter(), start=start, end=start + 5, sort="ticks", descending=False
            )
            for start in (0, 5, 10, 15)
        ]
    assert [row for part in parts for row in part.rows] == whole.rows
    ticks = [row["ticks"] for row in whole.rows]
    assert ticks == sorted(ticks)


@pytest.mark.parametrize(("start", "end"), [(-1, 5), (5, 5), (6, 5), (0, 501), (10**9, 10**9 + 1)])
def test_a_range_that_cannot_be_is_refused(source: Source, start: int, end: int) -> None:
    with source.reading() as reading, pytest.raises(BadAddress, match="rows from 0 on"):
        match_page(reading.database, MatchFilter(), start=start, end=end)


def test_an_unknown_column_to_sort_by_is_refused(source: Source) -> None:
    with source.reading() as reading, pytest.raises(BadAddress, match="expected to sort by"):
        match_page(reading.database, MatchFilter(), start=0, end=5, sort="m.seed; DROP TABLE runs")


def test_a_void_match_is_worded_without_a_result() -> None:
    names = ("winner", "ending", "ticks", "west_kills", "east_kills", "west_structures", "east_structures")
    row = worded({"match_id": 4, "west": "a", "east": "b", **dict.fromkeys(names)})
    assert (row["won_by"], row["won_side"], row["length"], row["kills"], row["ending"]) == (
        "–",
        "void",
        "–",
        "–",
        "void",
    )


def test_choices_are_what_occurs(source: Source) -> None:
    with source.reading() as reading:
        known = choices(reading.database)
    assert (known.entrants, known.variants) == (["bot:easy", "idle", "random"], ["duel"])
    assert "limit" in known.endings


def test_a_length_that_is_asked_for_is_within(huge: Source) -> None:
    with huge.reading() as reading:
        exact = reading.database.rows("SELECT count(*) FROM matches WHERE ticks = 3600")[0][0]
        asked = MatchFilter.parse({"min": "2", "max": "2"})
        assert match_page(reading.database, asked, start=0, end=1).total == exact > 0


HUGE = (
    {},
    {"entrant": "run1/1101"},
    {"entrant": "run1/1101", "opponent": "bot:hard"},
    {"faults": "any"},
    {"min": "5", "max": "6", "winner": "east"},
    {"fault": "none such"},
)


@pytest.mark.parametrize("query", HUGE, ids=str)
def test_a_page_far_down_200_000_matches_is_that_of_the_whole_order(
    huge: Source, query: dict[str, str]
) -> None:
    """How long it takes is `palaestra bench pages`'s to say."""
    asked = MatchFilter.parse(query)
    condition, values = asked.condition()
    with huge.reading() as reading:
        total = match_page(reading.database, asked, start=0, end=1).total
        start = total * 3 // 4
        page = match_page(reading.database, asked, start=start, end=start + 100, sort="ticks")
        order = f"SELECT m.match_id FROM matches m WHERE {condition} ORDER BY m.ticks DESC, m.match_id DESC"
        wanted = reading.database.rows(order, values)[start : start + 100]
        assert match_page(reading.database, MatchFilter(), start=0, end=1).total == MATCHES
    assert [row["match_id"] for row in page.rows] == [number for (number,) in wanted]
    assert total == 0 or len(page.rows) == min(100, total - start)
