"""The fit against another's optimiser, and what must hold of it."""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, log_expit

from probes.draft.choosing import folds_of
from probes.draft.columns import Columns
from probes.draft.fitting import Fitter, Outcomes, Prior
from tests.probes.draft.made import random_sides

PRIOR = Prior(0.3, 0.1, 0.2)


def small(matches=300, seed=0):
    rng = np.random.default_rng(seed)
    columns = Columns(7)
    west, east = random_sides(7, 3, matches, rng)
    return columns, Outcomes(
        columns.design(west, east), rng.choice([0.0, 0.5, 1.0], matches), rng.normal(0, 0.5, matches)
    )


def test_scipy_finds_the_same_weights():
    columns, matches = small()
    precision = PRIOR.of(columns) ** -2

    def loss(weights):
        logits = matches.design @ weights + matches.offset
        losses = -matches.west * log_expit(logits) - (1 - matches.west) * log_expit(-logits)
        return losses.sum() + 0.5 * (precision * weights**2).sum()

    found = minimize(loss, np.zeros(columns.count), method="BFGS", options={"gtol": 1e-6}).x
    fit = Fitter(columns, matches).fit(PRIOR)
    assert fit.converged and np.allclose(fit.weights, found, atol=1e-5)


def test_a_group_of_deviation_0_is_left_out_and_its_covariance_is_0():
    columns, matches = small()
    fitter = Fitter(columns, matches)
    fit = fitter.fit(Prior(0.3, 0.0, 0.1))
    covariance = fitter.covariance(Prior(0.3, 0.0, 0.1), fit)
    synergies = columns.group == 1
    assert not fit.weights[synergies].any() and not covariance[synergies].any()
    assert fit.weights[~synergies].all() and (np.diag(covariance)[~synergies] > 0).all()


def test_what_is_left_out_does_not_count():
    columns, matches = small()
    folds = folds_of(len(matches), 0)
    without = Fitter(columns, matches, folds).fit(PRIOR, without=[1, 3])
    keep = np.sort(np.concatenate([rows for fold, rows in enumerate(folds) if fold not in (1, 3)]))
    alone = Fitter(columns, Outcomes(matches.design[keep], matches.west[keep], matches.offset[keep])).fit(
        PRIOR
    )
    assert np.allclose(without.weights, alone.weights, atol=1e-9)


def test_the_covariance_is_the_inverse_of_the_second_derivative():
    columns, matches = small()
    fitter = Fitter(columns, matches)
    fit = fitter.fit(PRIOR)
    precision, step = PRIOR.of(columns) ** -2, 1e-5

    def slope(weights):
        residual = matches.west - expit(matches.design @ weights + matches.offset)
        return matches.design.T @ residual - precision * weights

    hessian = np.array(
        [
            (slope(fit.weights - step * row) - slope(fit.weights + step * row)) / (2 * step)
            for row in np.eye(columns.count)
        ]
    )
    assert np.allclose(fitter.covariance(PRIOR, fit) @ hessian, np.eye(columns.count), atol=1e-6)


def test_a_fit_that_does_not_converge_says_so():
    columns, matches = small()
    far = Outcomes(matches.design, np.ones(len(matches)), np.full(len(matches), -60.0))
    assert not Fitter(columns, far).fit(Prior(1e-9), tolerance=0.0).converged
