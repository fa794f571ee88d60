"""Faults and lengths against a plain count."""

from __future__ import annotations

from collections import Counter

import pytest

from dashboard.data.filters import MatchFilter
from dashboard.data.health import fault_counts, lengths, survival, unsound
from dashboard.data.matches import all_matches
from dashboard.data.source import Source


def test_faults_are_counted_by_counter(huge: Source) -> None:
    with huge.reading() as reading:
        (row,) = fault_counts(reading.database, {})
        bad = all_matches(reading.database, MatchFilter(faults="any"))
        assert unsound(reading.database) == (len(bad), 200_000)
        assert fault_counts(reading.database, {"variant": "duel"}) == []
    assert (row["matches"], row["times"]) == (len(bad), sum(match["faults"] for match in bad))
    assert row["example"] == bad[0]["match_id"]


@pytest.mark.parametrize("store", ["source", "huge"])
def test_lengths_are_counted_by_minute(store: str, request: pytest.FixtureRequest) -> None:
    source: Source = request.getfixturevalue(store)
    with source.reading() as reading:
        rows = lengths(reading.database, {})
        ended = reading.database.rows("SELECT ticks, ending FROM matches")
    wanted = Counter((ticks // 1800, ending) for ticks, ending in ended)
    assert {(row["minute"], row["ending"]): row["matches"] for row in rows} == wanted


def test_survival_falls_from_all_to_none() -> None:
    rows = [
        {"variant": "duel", "minute": 1, "ending": "tower", "matches": 3},
        {"variant": "duel", "minute": 1, "ending": "kills", "matches": 1},
        {"variant": "duel", "minute": 3, "ending": "tower", "matches": 4},
        {"variant": "full", "minute": 0, "ending": "limit", "matches": 2},
    ]
    shares = [(row["variant"], row["minute"], row["share"]) for row in survival(rows)]
    assert shares == [
        ("duel", 0, 1.0), ("duel", 1, 1.0), ("duel", 2, 0.5), ("duel", 3, 0.5), ("duel", 4, 0.0), ("full", 0, 1.0), ("full", 1, 0.0),
    ]  # fmt: skip
    assert survival([]) == []
