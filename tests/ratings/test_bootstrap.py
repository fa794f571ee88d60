"""Bootstrap draws: their spread, and that they depend on the seed alone."""

import numpy as np
import pytest

from ratings import Results
from ratings.bootstrap import bootstrap_draws
from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.posterior import fit_posterior
from ratings.sandwich import sandwich_covariance, sandwich_draws
from tests.ratings.tables import simulated, table


def estimate_of(results, prior=0.5):
    counts = count_matches(results)
    return fit_posterior(counts, find_standing(counts), prior)


def draws_of(estimate, seed=0, columns=600, draw=bootstrap_draws):
    return draw(estimate.counts, estimate.cells, estimate.fit, np.random.default_rng(seed), columns)


@pytest.mark.parametrize("side", [0.0, 0.5])
def test_where_matches_are_many_it_agrees_with_the_sandwich_and_with_the_hessian(side):
    results, _ = simulated(8, 6000, seed=11, side=side)
    estimate = estimate_of(results)
    deviation = draws_of(estimate, columns=2000).std(axis=1)
    free = estimate.fit.inverse.diagonal() > 0
    sandwich = np.sqrt(sandwich_covariance(estimate.counts, estimate.cells, estimate.fit).diagonal())
    hessian = np.sqrt(estimate.fit.inverse.diagonal())
    assert deviation[free] == pytest.approx(sandwich[free], rel=0.08)
    assert sandwich[free] == pytest.approx(hessian[free], rel=0.08)


def test_of_two_entrants_it_is_the_delta_method():
    """The log odds of 300 wins in 500 have a standard error of 1/√(n·p·(1 − p))."""
    estimate = estimate_of(table(("a", "b", 1.0, 300), ("a", "b", 0.0, 200)))
    draws = draws_of(estimate, columns=4000)
    assert (draws[0] - draws[1]).std() == pytest.approx(1.0 / np.sqrt(500 * 0.6 * 0.4), rel=0.05)


def test_normal_draws_have_the_covariance_of_the_sandwich():
    estimate = estimate_of(simulated(5, 400, seed=3, side=0.4, draws=0.2)[0])
    draws = draws_of(estimate, columns=8000, draw=sandwich_draws)
    expected = sandwich_covariance(estimate.counts, estimate.cells, estimate.fit)
    assert draws.mean(axis=1) == pytest.approx(estimate.fit.parameters, abs=0.02)
    assert np.cov(draws) == pytest.approx(expected, abs=0.06 * expected.max())


def test_blocks_widen_the_sandwich_where_matches_of_a_block_go_together():
    first, second = ["a"] * 400, ["b"] * 400
    score = np.repeat(np.random.default_rng(0).integers(0, 2, 100), 4)
    single = estimate_of(Results.from_columns(first, second, score))
    block = estimate_of(Results.from_columns(first, second, score, block=np.repeat(np.arange(100), 4)))
    variance = [sandwich_covariance(e.counts, e.cells, e.fit).diagonal().max() for e in (single, block)]
    assert variance[1] / variance[0] == pytest.approx(4.0, rel=0.05)
    spread = [np.diff(draws_of(e), axis=0).std() for e in (single, block)]
    assert spread[1] / spread[0] == pytest.approx(2.0, rel=0.15)


def test_the_same_seed_gives_the_same_draws_and_another_seed_others():
    estimate = estimate_of(simulated(6, 300, seed=2)[0])
    assert np.array_equal(draws_of(estimate), draws_of(estimate))
    assert not np.array_equal(draws_of(estimate), draws_of(estimate, seed=1))
