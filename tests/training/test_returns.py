"""The running normaliser of returns: against NumPy, and stored and continued exactly."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from training.errors import BadLearning, BadState
from training.returns import ReturnNormaliser


def test_with_nothing_seen_it_changes_nothing() -> None:
    fresh = ReturnNormaliser()
    assert (fresh.normalise(3.5), fresh.restore(3.5)) == (3.5, 3.5)
    fresh.update(np.zeros((0, 4)))
    assert fresh == ReturnNormaliser()


def test_after_one_update_returns_have_mean_0_and_deviation_1() -> None:
    returns = np.random.default_rng(0).normal(7.0, 3.0, (16, 50)).astype(np.float32)
    one = ReturnNormaliser()
    one.update(returns)
    assert one.mean == pytest.approx(returns.mean(), rel=1e-6)
    assert one.deviation == pytest.approx(returns.std(), rel=1e-5)
    found = one.normalise(returns)
    assert abs(found.mean()) < 1e-4 and abs(found.std() - 1.0) < 1e-4
    np.testing.assert_allclose(one.restore(found), returns, rtol=1e-5, atol=1e-5)


def test_older_updates_count_half_after_the_half_life() -> None:
    """Three updates of one number each, weighed by hand: 1/4, 1/2 and 1 for a half-life of one update."""
    one = ReturnNormaliser(half_life=1.0)
    for number in (8.0, 4.0, 1.0):
        one.update(np.array([number]))
    mean = (8 / 4 + 4 / 2 + 1) / (7 / 4)
    squares = (64 / 4 + 16 / 2 + 1) / (7 / 4)
    assert one.mean == pytest.approx(mean)
    assert one.deviation == pytest.approx(math.sqrt(squares - mean**2))


def test_it_follows_returns_that_grow() -> None:
    one = ReturnNormaliser(half_life=5.0)
    rng = np.random.default_rng(1)
    for scale in (1.0, 10.0):
        for _ in range(100):
            one.update(rng.normal(scale, scale, 500))
        assert one.mean == pytest.approx(scale, rel=0.1) and one.deviation == pytest.approx(scale, rel=0.1)


def test_returns_that_are_all_the_same_are_not_divided_by_0() -> None:
    one = ReturnNormaliser()
    one.update(np.full(9, 0.1))
    assert math.isfinite(one.normalise(5.0)) and one.normalise(0.1) == pytest.approx(0.0, abs=1e-9)


def test_what_went_through_a_file_goes_on_bit_for_bit() -> None:
    rng = np.random.default_rng(2)
    one = ReturnNormaliser(half_life=3.3)
    for _ in range(7):
        one.update(rng.normal(size=9))
    other = ReturnNormaliser.from_state(json.loads(json.dumps(one.state())))
    for each in rng.normal(size=(5, 9)):
        one.update(each)
        other.update(each)
    assert one == other


def test_what_is_not_finite_or_not_a_state_is_refused() -> None:
    with pytest.raises(BadLearning, match="expected finite returns"):
        ReturnNormaliser().update(np.array([1.0, np.nan]))
    with pytest.raises(BadLearning, match="a half-life of more than 0 updates; got 0"):
        ReturnNormaliser(half_life=0.0)
    good = ReturnNormaliser().state()
    for bad in (
        good | {"total": math.nan},
        good | {"more": 1.0},
        {"half_life": 1.0},
        good | {"squares": "1"},
    ):
        with pytest.raises(BadState, match="expected the finite numbers half_life, weight, total, squares"):
            ReturnNormaliser.from_state(bad)
