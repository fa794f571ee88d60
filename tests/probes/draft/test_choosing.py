"""Recovery of what was planted, and the figures of held-out matches against worked examples."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.special import expit

from probes.draft.choosing import evaluate, folds_of, judge, log_losses
from probes.draft.columns import Columns
from probes.draft.fitting import Fitter, Outcomes, Prior
from tests.probes.draft.made import planted, random_sides


def draw(matches, seed, strength, pairs):
    rng, columns = np.random.default_rng(seed), Columns(17)
    weights = columns.pack(*planted(17, seed, strength=strength, pairs=pairs))
    design = columns.design(*random_sides(17, 5, matches, rng))
    won = (rng.random(matches) < expit(design @ weights)).astype(np.float64)
    return columns, weights, Outcomes(design, won, np.zeros(matches))


def test_planted_pairs_are_found_better_than_heroes_alone_and_calibrated():
    columns, weights, matches = draw(6000, 2, 0.2, 0.1)
    prior, alone, evaluation = evaluate(columns, matches)
    assert prior.synergies > 0 and prior.counters > 0 and alone.synergies == alone.counters == 0
    assert evaluation.better and evaluation.calibrated
    assert evaluation.log_loss < evaluation.baseline < evaluation.coin
    fitter = Fitter(columns, matches)
    found = fitter.fit(prior).weights
    for group in range(3):
        one = columns.group == group
        assert np.corrcoef(found[one], weights[one])[0, 1] > 0.5


def test_without_pairs_it_does_not_say_that_it_is_better():
    columns, _, matches = draw(3000, 3, 0.3, 0.0)
    _, _, evaluation = evaluate(columns, matches)
    assert not evaluation.better
    assert evaluation.baseline < evaluation.coin


def test_intervals_of_lineups_cover_what_was_planted():
    """95 % intervals of 200 lineups in each of ten simulations, weights drawn from the prior that is fitted with."""
    prior, covered, shares = Prior(0.2, 0.08, 0.08), [], []
    for seed in range(10):
        columns, weights, matches = draw(2500, 100 + seed, 0.2, 0.08)
        fitter = Fitter(columns, matches)
        fit = fitter.fit(prior)
        rows = columns.design(*random_sides(17, 5, 200, np.random.default_rng(seed))).toarray()
        error = np.sqrt(np.einsum("mk,kl,ml->m", rows, fitter.covariance(prior, fit), rows))
        off = np.abs(rows @ (fit.weights - weights)) / error
        covered.append((off < 1.96).mean())
        shares.append((off < 0.674).mean())
    assert 0.93 < np.mean(covered) < 0.97
    assert 0.45 < np.mean(shares) < 0.55


def test_the_figures_of_a_worked_example():
    west = np.array([1.0, 0.0, 1.0, 0.0, 0.5])
    logits = np.log([3.0, 3.0, 1.0, 1 / 3, 1.0])
    assert log_losses(logits, west) == pytest.approx(-np.log([3 / 4, 1 / 4, 1 / 2, 3 / 4, 1 / 2]))
    found = judge(logits, np.zeros(5), west)
    assert found.brier == pytest.approx((1 / 16 + 9 / 16 + 1 / 4 + 1 / 16 + 0) / 5)
    # Won 3, 1; lost 3, 1/3: two pairs right, one a tie, one wrong.
    assert found.auc == pytest.approx(2.5 / 4)
    assert found.gain[0] == pytest.approx(np.log(2) - found.log_loss)


def test_the_slope_tells_of_boldness():
    rng = np.random.default_rng(0)
    truth = rng.normal(0, 1, 20_000)
    west = (rng.random(20_000) < expit(truth)).astype(np.float64)
    bold, right = judge(2 * truth, truth, west), judge(truth, truth, west)
    assert bold.slope[0] == pytest.approx(0.5, abs=0.03) and not bold.calibrated
    assert right.calibrated and bold.gain[2] < 0


def test_folds_are_parts_and_the_same_for_a_seed():
    folds = folds_of(103, 5)
    assert sorted(np.concatenate(folds).tolist()) == list(range(103))
    assert all(np.array_equal(*pair) for pair in zip(folds, folds_of(103, 5), strict=True))
    assert not np.array_equal(folds[0], folds_of(103, 6)[0])
