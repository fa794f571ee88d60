"""Pairings: what was expected, superiority and differences."""

import numpy as np
import pytest

from ratings import Settings
from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.inference import infer
from ratings.likelihood import POINTS
from ratings.pairwise import check_pairings, differences, superiority
from tests.ratings.tables import simulated, table


def found_in(results, **settings):
    counts = count_matches(results)
    standing = find_standing(counts)
    return counts, standing, infer(counts, standing, Settings(**settings))


def test_a_pairing_that_goes_against_the_others_comes_first():
    rows = [
        ("a", "b", 1.0, 30),
        ("b", "a", 1.0, 10),
        ("b", "c", 1.0, 30),
        ("c", "b", 1.0, 10),
        ("c", "a", 1.0, 6),
    ]
    counts, _, found = found_in(table(*rows), resamples=0)
    first = check_pairings(counts, found)[0]
    assert (first.a, first.b, first.observed) == ("a", "c", 0.0)
    assert first.z < -3.0
    expected = first.matches * first.expected
    assert first.z == pytest.approx(-expected / np.sqrt(expected * (1 - first.expected)))


def test_superiority_is_antisymmetric_and_that_of_a_normal_difference():
    results, _ = simulated(5, 300, seed=2)
    _, standing, found = found_in(results, resamples=4000, intervals="sandwich")
    matrix = superiority(found, standing)
    assert matrix + matrix.T == pytest.approx(1.0)
    apart, low, high = differences(found, standing)
    assert apart == pytest.approx(-apart.T) and low == pytest.approx(-high.T)
    spread = (found.draws[0] - found.draws[1]).std() * POINTS
    from scipy.stats import norm

    assert matrix[0, 1] == pytest.approx(norm.cdf(apart[0, 1] / spread), abs=0.03)
    assert high[0, 1] - low[0, 1] == pytest.approx(2 * 1.96 * spread, rel=0.1)


def test_of_what_is_outside_the_core_nothing_is_said_both_ways():
    rows = (("a", "b", 1.0, 5), ("b", "a", 1.0, 4), ("top", "a", 1.0, 3), ("x", "y", 0.5, 2))
    counts, standing, found = found_in(table(*rows), resamples=50)
    matrix, (apart, low, _) = superiority(found, standing), differences(found, standing)
    a, b, top, x = (counts.names.index(name) for name in ("a", "b", "top", "x"))
    assert np.isnan(matrix[top, a]) and np.isnan(low[top, a]) and apart[top, a] > 0.0
    assert np.isnan(matrix[a, x]) and np.isnan(apart[a, x])
    assert np.isfinite(matrix[a, b])
