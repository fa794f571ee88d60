"""An entrant's record and style against a plain count."""

from __future__ import annotations

import pytest

from dashboard.data.entrants import appearances, record_of, style_of
from dashboard.data.filters import MatchFilter
from dashboard.data.matches import all_matches
from dashboard.data.source import Source


@pytest.mark.parametrize(("store", "name"), [("source", "random"), ("huge", "run1/1101")])
def test_the_record_is_that_of_a_plain_count(store: str, name: str, request: pytest.FixtureRequest) -> None:
    source: Source = request.getfixturevalue(store)
    with source.reading() as reading:
        rows = record_of(reading.database, name)
        own = all_matches(reading.database, MatchFilter(entrant=name))
    assert sum(row["matches"] for row in rows) == len(own)
    for row in rows:
        met = [match for match in own if row["opponent"] in (match["west"], match["east"])]
        won = [match["winner"] * (1 if match["west"] == name else -1) for match in met]
        assert (row["wins"], row["draws"], row["losses"]) == (won.count(1), won.count(0), won.count(-1))
        assert row["low"] <= row["share"] <= row["high"]


def test_the_style_is_the_mean_over_its_heroes(source: Source) -> None:
    with source.reading() as reading:
        style = {row["measure"]: row for row in style_of(reading.database, "bot:easy")}
        heroes = reading.database.rows(
            "SELECT h.entrant, h.gold FROM match_heroes h JOIN matches m USING (match_id) WHERE 'bot:easy' IN (west, east)"
        )
    for own, key in ((True, "own"), (False, "others")):
        gold = [value for name, value in heroes if (name == "bot:easy") == own]
        assert style["gold"][key] == pytest.approx(sum(gold) / len(gold))


def test_who_never_played_has_nothing(source: Source) -> None:
    with source.reading() as reading:
        for name in ("nobody", "' OR 1=1 --", ""):
            assert appearances(reading.database, name) == []
            assert record_of(reading.database, name) == []
            assert style_of(reading.database, name) == []
        (seen,) = appearances(reading.database, "idle")
    assert (seen["ladder"], seen["player"], seen["status"]) == ("spring", "idle", "active")
