"""Pairings against a second count in plain Python, intervals against SciPy's, circles by hand."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import binomtest

from dashboard.data.filters import MatchFilter
from dashboard.data.ladders import chosen_ladder
from dashboard.data.matches import all_matches
from dashboard.data.pairings import Pairings, cycles, read_pairings, shares_of, wilson
from dashboard.data.source import Source


@pytest.mark.parametrize(("wins", "n"), [(0, 4), (3, 4), (50, 100), (1, 1), (397, 400)])
def test_the_interval_is_wilson_s(wins: int, n: int) -> None:
    other = binomtest(wins, n).proportion_ci(method="wilson")
    assert wilson(wins / n, n) == pytest.approx((other.low, other.high), abs=1e-6)


@pytest.mark.parametrize("store", ["source", "huge"])
def test_counts_and_shares_are_those_of_a_plain_count(store: str, request: pytest.FixtureRequest) -> None:
    source: Source = request.getfixturevalue(store)
    with source.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        pairings = read_pairings(reading.database, ladder)
        name = ladder.lines[0]["entrant"]
        own = all_matches(reading.database, MatchFilter(entrant=name))
    score, count = dict[str, float](), dict[str, int]()
    for match in own:
        other = match["east"] if match["west"] == name else match["west"]
        won = match["winner"] if match["west"] == name else -match["winner"]
        count[other] = count.get(other, 0) + 1
        score[other] = score.get(other, 0.0) + (won + 1) / 2
    for place, other in enumerate(pairings.names):
        assert pairings.matches[0, place] == count.get(other, 0)
        if other in count:
            assert pairings.share[0, place] == pytest.approx(score[other] / count[other])
            assert pairings.share[place, 0] == pytest.approx(1 - pairings.share[0, place])


def test_400_points_are_expected_to_win_ten_of_eleven(huge: Source) -> None:
    with huge.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        expected = read_pairings(reading.database, ladder).expected
    ratings = np.array([line["rating"] for line in ladder.lines])
    near = int(np.argmin(np.abs(ratings[0] - ratings - 400)))
    assert expected[0, near] == pytest.approx(10 / 11, abs=0.01)
    assert np.allclose(expected + expected.T, 1.0)


def made(share: list[list[float]], n: int) -> Pairings:
    shares = np.array(share)
    matches = np.full(shares.shape, n, np.int64)
    np.fill_diagonal(matches, 0)
    return Pairings(["a", "b", "c"], matches, shares, np.full(shares.shape, np.nan))


ROCK = [[np.nan, 0.9, 0.2], [0.1, np.nan, 0.8], [0.8, 0.2, np.nan]]


def test_a_circle_is_found_once_and_only_where_it_is_sure() -> None:
    (found,) = cycles(made(ROCK, 100))
    assert (found["first"], found["second"], found["third"]) == ("a", "b", "c")
    assert shares_of(found) == "90 %, 80 %, 80 %"
    assert cycles(made(ROCK, 4)) == []
    line = [[np.nan, 0.9, 0.9], [0.1, np.nan, 0.9], [0.1, 0.1, np.nan]]
    assert cycles(made(line, 100)) == []


def test_rows_begin_with_the_most_surprising() -> None:
    pairings = made(ROCK, 100)
    expected = np.array([[np.nan, 0.9, 0.5], [0.1, np.nan, 0.75], [0.5, 0.25, np.nan]])
    rows = Pairings(pairings.names, pairings.matches, pairings.share, expected).rows
    assert [(row["first"], row["second"]) for row in rows] == [("a", "c"), ("b", "c"), ("a", "b")]
    assert rows[0]["surprise"] == pytest.approx((0.2 - 0.5) / 0.05)
