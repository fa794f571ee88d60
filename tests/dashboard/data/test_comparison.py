"""Two entrants side by side, against plain counts and a published example."""

from __future__ import annotations

import pytest

from dashboard.data.comparison import (
    against_others,
    between,
    by_hero,
    difference_of,
    rating_difference,
    styles,
)
from dashboard.data.entrants import style_of
from dashboard.data.filters import MatchFilter
from dashboard.data.ladders import Ladder, chosen_ladder
from dashboard.data.matches import all_matches
from dashboard.data.source import Reading, Source

FIRST, SECOND, THIRD = "run1/1101", "bot:hard", "random"


@pytest.fixture
def looked(huge: Source):
    with huge.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        yield reading, ladder


def plain(reading: Reading, name: str, other: str) -> list[float]:
    """What an entrant won of each match with another: 1, a half or 0."""
    rows = all_matches(reading.database, MatchFilter(entrant=name, opponent=other))
    return [(1 + (row["winner"] if row["west"] == name else -row["winner"])) / 2 for row in rows]


def test_between_them_is_a_plain_count_by_side(looked: tuple[Reading, Ladder]) -> None:
    reading, ladder = looked
    rows = between(reading.database, ladder, FIRST, SECOND)
    won = plain(reading, FIRST, SECOND)
    assert [row["side"] for row in rows] == ["west", "east", "both"]
    assert (rows[-1]["matches"], rows[-1]["share"]) == (len(won), pytest.approx(sum(won) / len(won)))
    assert sum(row["wins"] for row in rows[:2]) == won.count(1.0)
    turned = between(reading.database, ladder, SECOND, FIRST)[-1]
    assert turned["share"] == pytest.approx(1 - rows[-1]["share"])
    assert between(reading.database, ladder, FIRST, "nobody") == []


def test_heroes_of_both_add_up_to_five_a_match(looked: tuple[Reading, Ladder]) -> None:
    reading, ladder = looked
    rows = by_hero(reading.database, ladder, FIRST, SECOND)
    matches = between(reading.database, ladder, FIRST, SECOND)[-1]
    for name, share in (("first", matches["share"]), ("second", 1 - matches["share"])):
        assert sum(row[f"{name}_matches"] for row in rows) == 5 * matches["matches"]
        won = sum(row[f"{name}_matches"] * (row[f"{name}_share"] or 0) for row in rows)
        assert won == pytest.approx(5 * matches["matches"] * share)


def test_against_others_is_a_plain_count(looked: tuple[Reading, Ladder]) -> None:
    reading, ladder = looked
    rows = {row["opponent"]: row for row in against_others(reading.database, ladder, FIRST, SECOND)}
    assert FIRST not in rows and SECOND not in rows and len(rows) == 198
    for name, key in ((FIRST, "first"), (SECOND, "second")):
        won = plain(reading, name, THIRD)
        assert (rows[THIRD][f"{key}_matches"], rows[THIRD][f"{key}_share"]) == (
            len(won),
            pytest.approx(sum(won) / len(won)),
        )


def test_the_interval_of_a_difference_is_newcombe_s_own_example() -> None:
    """Newcombe 1998, Statistics in Medicine 17, 873-890, table II, example (a): 56/70 against 48/80, method 10."""
    gap, low, high = difference_of(56 / 70, 70, 48 / 80, 80)
    assert (gap, low, high) == (
        pytest.approx(0.2),
        pytest.approx(0.0524, abs=5e-5),
        pytest.approx(0.3339, abs=5e-5),
    )


def test_the_difference_of_ratings_turns_with_the_two(source: Source) -> None:
    with source.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        there = rating_difference(reading.database, ladder, "random", "idle")
        back = rating_difference(reading.database, ladder, "idle", "random")
    assert not isinstance(there, str) and not isinstance(back, str)
    assert there[0] == pytest.approx(-back[0], abs=1e-6)
    assert there[1] is None or there[1] <= there[0]


def test_styles_are_the_means_of_each(source: Source) -> None:
    with source.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        rows = {row["measure"]: row for row in styles(reading.database, ladder, "random", "bot:easy")}
        own = {row["measure"]: row["own"] for row in style_of(reading.database, "random")}
    assert {measure: row["first"] for measure, row in rows.items()} == pytest.approx(own)
