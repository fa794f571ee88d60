"""The constrained maxima behind a profile likelihood."""

import numpy as np
import pytest

from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.likelihood import curvature
from ratings.posterior import fit_posterior
from ratings.profile import Columns
from tests.ratings.tables import simulated


@pytest.fixture(scope="module")
def posed():
    """Two columns: the full table, and the table with one pairing's matches taken away."""
    counts = count_matches(simulated(6, 300, seed=6)[0])
    estimate = fit_posterior(counts, find_standing(counts), 0.5)
    played, score = estimate.cells.with_virtual(estimate.cells.virtual)
    kept = np.ones((len(played), 2))
    kept[3, 1] = 0.0
    design, fit = estimate.cells.design, estimate.fit
    columns = Columns(
        design,
        fit.inverse,
        curvature(design.predict(fit.parameters), played),
        played[:, None] * kept,
        score[:, None] * kept,
        kept == 0.0,
    )
    return columns, fit


def test_without_a_constraint_the_full_table_stays_at_its_maximum_and_the_other_moves_to_its_own(posed):
    columns, fit = posed
    start = np.stack([fit.parameters, fit.parameters], axis=1)
    best, slope = columns.maximise(start, np.zeros_like(start))
    assert best[:, 0] == pytest.approx(fit.parameters, abs=1e-6)
    assert np.abs(columns.gradient(best)).max() < 1e-2
    assert columns.log_likelihood(best)[1] > columns.log_likelihood(start)[1]
    assert slope.tolist() == [0.0, 0.0]


def test_a_constraint_is_kept_and_its_slope_is_that_of_finite_differences(posed):
    columns, fit = posed
    held = np.zeros((len(fit.parameters), 2))
    held[0], held[1] = 1.0, -1.0

    def profile(distance):
        start = np.stack([fit.parameters, fit.parameters], axis=1)
        start[0] += distance - (held * start).sum(axis=0)
        best, slope = columns.maximise(start, held)
        assert (held * best).sum(axis=0) == pytest.approx(distance, abs=1e-9)
        return columns.log_likelihood(best), slope

    up, middle, down = profile(1.001), profile(1.0), profile(0.999)
    assert middle[1] == pytest.approx((up[0] - down[0]) / 0.002, abs=2e-2)
