"""What a fit expects of matches, whatever it makes of draws."""

import numpy as np
import pytest

from ratings import Settings
from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.inference import infer, method
from tests.ratings.test_tie_fit import with_draws


@pytest.mark.parametrize("draws", ["half", "davidson", "rao-kupper"])
def test_each_entrant_takes_the_points_that_are_expected_of_it(draws):
    """At the maximum of a likelihood without a prior; of Rao and Kupper's nearly, as theirs is no exponential family."""
    counts = count_matches(with_draws(5, 900)[0])
    found = infer(counts, find_standing(counts), Settings(prior=0.0, draws=draws, resamples=0))
    expected = found.expected_score(counts.low, counts.high, counts.side)
    missing = counts.score - counts.played * expected
    tolerance = 3.0 if draws == "rao-kupper" else 1e-6
    assert (counts.side * missing).sum() == pytest.approx(0.0, abs=tolerance)
    surplus = np.bincount(counts.low, missing, 5) - np.bincount(counts.high, missing, 5)
    assert surplus == pytest.approx(0.0, abs=tolerance)
    assert (found.tie is None) == (draws == "half")


def test_without_a_prior_intervals_are_the_sandwich_s():
    assert method(Settings(prior=0.0)) == "sandwich"
    assert method(Settings()) == "bootstrap"
