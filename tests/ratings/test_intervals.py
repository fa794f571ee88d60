"""Intervals, differences of intervals and ranks."""

import numpy as np
import pytest

from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.intervals import (
    Intervals,
    difference,
    measured_from,
    percentile_interval,
    rank_intervals,
    shut_outs,
)
from tests.ratings.tables import table


def test_percentiles_leave_a_fortieth_on_either_side():
    low, high = percentile_interval(np.arange(1001.0)[None, :])
    assert (low[0], high[0]) == (25.0, 975.0)


def test_draws_are_measured_from_the_core_of_their_own_component():
    standing = find_standing(count_matches(table(("a", "b", 0.5, 1), ("c", "a", 1.0, 1), ("x", "y", 0.5, 1))))
    measured = measured_from(np.array([[1.0], [3.0], [9.0], [10.0], [20.0]]), standing)
    assert measured.ravel().tolist() == [-1.0, 1.0, 7.0, -5.0, 5.0]


def test_a_difference_takes_the_ends_that_face_each_other_in_quadrature():
    ratings = Intervals(np.array([100.0, 0.0]), np.array([70.0, -50.0]), np.array([110.0, 40.0]))
    moved = difference(ratings, np.array([0]), 1)
    assert moved.rating[0] == 100.0
    assert moved.low[0] == pytest.approx(100.0 - np.hypot(30.0, 40.0))
    assert moved.high[0] == pytest.approx(100.0 + np.hypot(10.0, 50.0))


def test_an_open_end_stays_open_on_the_side_it_faces():
    ratings = Intervals(np.array([100.0, 0.0]), np.array([70.0, np.nan]), np.array([110.0, 40.0]))
    moved = difference(ratings, np.array([0]), 1)
    assert moved.low[0] == pytest.approx(50.0)
    assert np.isnan(moved.high[0])


def test_ranks_of_the_core_are_those_of_the_draws():
    standing = find_standing(count_matches(table(("a", "b", 0.5, 1), ("b", "c", 0.5, 1))))
    draws = np.array([[3.0] * 100, [2.0] * 90 + [0.0] * 10, [1.0] * 100])
    low, high = percentile_interval(draws)
    best, worst = rank_intervals(Intervals(draws.mean(axis=1), low, high), draws, standing)
    assert best.tolist() == [1, 2, 2]
    assert worst.tolist() == [1, 3, 3]


def test_what_is_outside_takes_a_rank_from_whom_it_may_be_above():
    # top is at least 50: surely above b (at most 10), maybe above a (at least 40).
    standing = find_standing(count_matches(table(("a", "b", 0.5, 1), ("top", "a", 1.0, 1))))
    low, high = np.array([40.0, -10.0, 50.0]), np.array([60.0, 10.0, np.nan])
    draws = np.array([[50.0] * 10, [0.0] * 10, [99.0] * 10])
    best, worst = rank_intervals(Intervals(draws.mean(axis=1), low, high), draws, standing)
    assert best.tolist() == [1, 3, 1]
    assert worst.tolist() == [2, 3, 2]


@pytest.mark.parametrize(("matches", "certain"), [(4, False), (5, True)])
def test_five_matches_all_won_are_certain_and_four_are_not(matches: int, certain: bool) -> None:
    counts = count_matches(table(*[("a", "b", 1.0, 1)] * matches, ("a", "c", 0.5, 1)))
    beaten = shut_outs(counts)
    assert beaten[0, 1] == certain
    assert not beaten[1, 0] and not beaten[0, 2] and not beaten[2, 0]
    lost = shut_outs(count_matches(table(*[("a", "b", 0.0, 1)] * matches)))
    assert lost[1, 0] == certain and not lost[0, 1]


def test_open_intervals_leave_no_doubt_about_who_was_beaten() -> None:
    """As on a first ladder: the top beat the second in every match, both beat the floors; neither has an end above."""
    rows = [("floor", "ground", 0.5, 1), *[("top", "second", 1.0, 1)] * 20, ("second", "floor", 1.0, 1)]
    counts = count_matches(table(*rows))
    standing = find_standing(counts)
    index = {name: k for k, name in enumerate(counts.names)}
    rating = np.array([{"top": 900.0, "second": 500.0}.get(name, 0.0) for name in counts.names])
    low = np.array([{"top": 600.0, "second": 300.0}.get(name, -10.0) for name in counts.names])
    high = np.array([np.nan if name in ("top", "second") else 10.0 for name in counts.names])
    draws = np.repeat(rating[:, None], 10, axis=1)
    best, worst = rank_intervals(Intervals(rating, low, high), draws, standing, shut_outs(counts))
    assert (best[index["top"]], worst[index["top"]]) == (1, 1)
    assert (best[index["second"]], worst[index["second"]]) == (2, 2)


def test_equals_share_the_ranks_they_could_have() -> None:
    standing = find_standing(count_matches(table(("a", "b", 0.5, 1), ("c", "b", 0.5, 1), ("d", "a", 0.5, 1))))
    draws = np.repeat([[10.0], [10.0], [10.0 + 1e-9], [-5.0]], 20, axis=1)
    low, high = percentile_interval(draws)
    best, worst = rank_intervals(Intervals(draws.mean(axis=1), low, high), draws, standing)
    assert best.tolist() == [1, 1, 1, 4]
    assert worst.tolist() == [3, 3, 3, 4]
