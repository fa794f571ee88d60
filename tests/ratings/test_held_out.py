"""Forecasts: by hand, calibrated where the model is true, and no better than a coin where nothing is to be known."""

import numpy as np
import pytest

from ratings import Results, Settings
from ratings.held_out import FOLDS, _score, folds, foretell
from tests.ratings.tables import simulated, table


def test_scores_are_those_of_the_definitions():
    found = _score(np.array([0.8, 0.3, 0.5]), np.array([1.0, 0.0, 0.5]))
    assert found.log_loss == pytest.approx(-(np.log(0.8) + np.log(0.7) + np.log(0.5)) / 3)
    assert found.brier == pytest.approx((0.04 + 0.09 + 0.0) / 3)
    assert [(b.low, b.matches, b.observed) for b in found.bins] == [
        (0.5, 1, 0.5),
        (0.7, 1, 1.0),
        (0.8, 1, 1.0),
    ]


def test_of_a_true_model_forecasts_are_calibrated_and_near_the_best_there_is():
    results, theta = simulated(8, 4000, seed=5)
    found = foretell(results, Settings())
    p = 1 / (1 + np.exp(theta[results.second] - theta[results.first]))
    best = -(results.score * np.log(p) + (1 - results.score) * np.log(1 - p)).mean()
    assert best - 0.005 < found.log_loss < best + 0.01
    assert found.matches == 4000
    assert sum(abs(b.expected - b.observed) < 1.3 * b.margin for b in found.bins) >= len(found.bins) - 1


def test_of_coins_it_is_no_better_than_a_coin():
    results, _ = simulated(6, 1500, seed=1, spread=0.0)
    assert foretell(results, Settings()).log_loss > np.log(2.0) - 0.002


def test_a_block_is_in_one_fold():
    blocks = np.repeat(np.arange(50), 4)
    results, _ = simulated(4, 200)
    held = Results(
        results.names, results.first, results.second, results.score, results.side, results.weight, blocks
    )
    fold = folds(held, 3)
    assert all(len(set(fold[blocks == b])) == 1 for b in range(50))
    assert sorted(set(fold.tolist())) == list(range(FOLDS))


def test_what_nothing_compares_is_not_foretold():
    assert foretell(table(("a", "b", 1.0, 1), ("c", "d", 1.0, 1)), Settings()) is None
