"""Batched fits against one Newton fit a column."""

import numpy as np
import pytest

from ratings.batched import CountTables, Preconditioner, fit_columns
from ratings.counts import count_matches
from ratings.errors import NoConvergence
from ratings.graph import find_standing
from ratings.likelihood import POINTS, curvature
from ratings.newton import fit_newton
from ratings.posterior import busiest, fit_posterior
from ratings.resample import Resampler
from tests.ratings.tables import simulated


@pytest.mark.parametrize(("entrants", "matches"), [(5, 2000), (30, 250)], ids=["filled", "sparse"])
def test_each_column_is_what_newton_finds_alone(entrants, matches):
    counts = count_matches(simulated(entrants, matches, seed=7, side=0.4, draws=0.1)[0])
    standing = find_standing(counts)
    estimate = fit_posterior(counts, standing, 0.5)
    design, fit, cells = estimate.cells.design, estimate.fit, estimate.cells
    played = np.repeat(cells.virtual.astype(np.float32)[:, None], 40, axis=1)
    score = played / 2
    drawn = Resampler(counts).draw(np.random.default_rng(0), 40)
    played[cells.counted] += drawn[0]
    score[cells.counted] += drawn[1]
    x = design.predict(fit.parameters)
    shape = Preconditioner.for_columns(
        design, fit.inverse, curvature(x, cells.played + cells.virtual), curvature(x[:, None], played)
    )
    columns = fit_columns(CountTables(design, played, score), fit.parameters, shape)
    assert columns.dtype == np.float32
    held = busiest(counts, standing)
    for c in range(40):
        alone = fit_newton(design, played[:, c].astype(float), score[:, c].astype(float), held).parameters
        assert np.abs(columns[:, c] - alone).max() * POINTS < 0.1


def test_columns_unlike_the_full_table_are_fitted_all_the_same():
    counts = count_matches(simulated(4, 100, seed=1)[0])
    estimate = fit_posterior(counts, find_standing(counts), 0.5)
    cells, fit = estimate.cells, estimate.fit
    virtual = np.full((len(cells.played), 1), 0.001, np.float32)
    played = np.repeat(cells.played.astype(np.float32)[:, None], 3, axis=1) + virtual
    score = played - virtual / 2  # the lower index won everything
    full = curvature(cells.design.predict(fit.parameters), cells.played + cells.virtual)
    shape = Preconditioner.for_columns(cells.design, fit.inverse, full, np.repeat(full[:, None], 3, axis=1))
    columns = fit_columns(CountTables(cells.design, played, score), fit.parameters, shape)
    held = np.flatnonzero(fit.inverse.diagonal() == 0.0)
    alone = fit_newton(cells.design, played[:, 0].astype(float), score[:, 0].astype(float), held).parameters
    assert columns[:, 1] == pytest.approx(alone, abs=0.05)


def test_a_column_without_a_maximum_is_an_error():
    counts = count_matches(simulated(4, 100, seed=1)[0])
    estimate = fit_posterior(counts, find_standing(counts), 0.5)
    cells, fit = estimate.cells, estimate.fit
    played = np.repeat(cells.played.astype(np.float32)[:, None], 2, axis=1)
    full = curvature(cells.design.predict(fit.parameters), cells.played)
    shape = Preconditioner.for_columns(cells.design, fit.inverse, full, np.repeat(full[:, None], 2, axis=1))
    with pytest.raises(NoConvergence, match="prior above 0"):
        fit_columns(CountTables(cells.design, played, played.copy()), fit.parameters, shape, tolerance=1e-9)


def test_the_preconditioner_is_exact_for_a_table_that_was_doubled():
    counts = count_matches(simulated(6, 200, seed=2, side=0.3)[0])
    estimate = fit_posterior(counts, find_standing(counts), 0.5)
    cells, fit = estimate.cells, estimate.fit
    full = curvature(cells.design.predict(fit.parameters), cells.played + cells.virtual)
    shape = Preconditioner.for_columns(cells.design, fit.inverse, full, np.stack([full, 2.0 * full], axis=1))
    gradient = np.random.default_rng(0).normal(size=(cells.design.parameters, 1))
    newton = (fit.inverse @ gradient)[:, 0]
    step = shape(np.repeat(gradient, 2, axis=1))
    assert step[:, 0] == pytest.approx(newton)
    assert step[:, 1] == pytest.approx(newton / 2.0)
