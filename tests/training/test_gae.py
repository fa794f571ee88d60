"""Advantages: worked by hand, against the definition, and each known way to get them wrong."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from training.errors import BadAdvantages, BadLearning
from training.gae import Segment, advantages, discount, normalised

NO = np.zeros((3, 1), np.bool_)


def column(*numbers: float) -> np.ndarray:
    return np.array(numbers, np.float64)[:, None]


def flags(*places: int) -> np.ndarray:
    found = NO.copy()
    found[list(places)] = True
    return found


SEGMENT = Segment(column(1, 0, 2), column(4, 2, 8), np.array([6.0]), NO, NO)
"""Three decisions of one hero; with γ = 1/2 and λ = 1/2 a step is carried on by γ λ = 1/4."""


def test_three_decisions_by_hand() -> None:
    """δ = 1 + 2/2 - 4 = -2; 0 + 8/2 - 2 = 2; 2 + 6/2 - 8 = -3. A_2 = -3; A_1 = 2 - 3/4 = 5/4; A_0 = -2 + 5/16."""
    found, returns = advantages(SEGMENT, gamma=0.5, lam=0.5)
    by_hand = [Fraction(-2) + Fraction(5, 16), Fraction(5, 4), Fraction(-3)]
    assert found[:, 0].tolist() == [float(one) for one in by_hand]
    assert returns[:, 0].tolist() == [
        float(one + value) for one, value in zip(by_hand, (4, 2, 8), strict=True)
    ]


def test_an_end_by_hand() -> None:
    """The match ends with decision 1: δ_1 = 0 + 0 - 2 = -2 and nothing is carried over it; A_0 = -2 - 2/4."""
    found, _ = advantages(replace(SEGMENT, ended=flags(1)), gamma=0.5, lam=0.5)
    assert found[:, 0].tolist() == [-2.5, -2.0, -3.0]


def test_a_truncation_by_hand() -> None:
    """Cut after decision 1, the state after worth 10: δ_1 = 0 + 10/2 - 2 = 3, nothing carried; A_0 = -2 + 3/4."""
    cut = replace(SEGMENT, truncated=flags(1), values_cut=column(np.nan, 10, np.nan))
    found, _ = advantages(cut, gamma=0.5, lam=0.5)
    assert found[:, 0].tolist() == [-1.25, 3.0, -3.0]


def test_what_follows_an_end_or_a_truncation_does_not_reach_back() -> None:
    for cut in (
        replace(SEGMENT, ended=flags(1)),
        replace(SEGMENT, truncated=flags(1), values_cut=column(0, 10, 0)),
    ):
        other = replace(cut, rewards=column(1, 0, 99), values=column(4, 2, -50), value_after=np.array([77.0]))
        ours, theirs = (advantages(one, gamma=0.9)[0] for one in (cut, other))
        assert (ours[:2] == theirs[:2]).all() and ours[2] != theirs[2]


def test_the_last_decision_has_an_advantage_and_the_value_after_decides_it() -> None:
    low, high = (
        advantages(replace(SEGMENT, value_after=np.array([v])), gamma=0.5)[0][-1, 0] for v in (6.0, 8.0)
    )
    assert (low, high) == (-3.0, -2.0)


def test_segments_end_to_end_are_one_long_segment_where_no_longer_returns_are_mixed() -> None:
    """With λ = 0 an advantage is its own δ, so where the segments are cut cannot matter."""
    one = made(16, 7, seed=3)
    cut = [slice(0, 5), slice(5, 16)]
    after = [one.values[5], one.value_after]
    parts = [
        Segment(one.rewards[c], one.values[c], v, one.ended[c], one.truncated[c], one.values_cut[c])
        for c, v in zip(cut, after, strict=True)
    ]
    whole = advantages(one, gamma=0.9, lam=0.0)[0]
    assert (np.concatenate([advantages(part, gamma=0.9, lam=0.0)[0] for part in parts]) == whole).all()


def made(t: int, n: int, *, seed: int) -> Segment:
    rng = np.random.default_rng(seed)
    fate = rng.choice(3, (t, n), p=(0.8, 0.1, 0.1))
    cut = np.where(fate == 2, rng.normal(size=(t, n)), np.nan)
    return Segment(
        rng.normal(size=(t, n)), rng.normal(size=(t, n)), rng.normal(size=n), fate == 1, fate == 2, cut
    )


def slow(segment: Segment, gamma: float, lam: float, t: int, i: int) -> float:
    """The definition, equation 11: a sum over k-step advantages weighted by (1 - λ) λ^(k-1); the last takes the rest."""
    total, power, gathered = 0.0, 1.0, 0.0
    for s in range(t, len(segment.rewards)):
        gathered += gamma ** (s - t) * segment.rewards[s, i]
        last = s == len(segment.rewards) - 1
        after = segment.value_after[i] if last else segment.values[s + 1, i]
        if segment.truncated[s, i]:
            after = segment.values_cut[s, i]
        if segment.ended[s, i]:
            after = 0.0
        here = gathered + gamma ** (s - t + 1) * after - segment.values[t, i]
        if last or segment.ended[s, i] or segment.truncated[s, i]:
            return total + power * here
        total += (1.0 - lam) * power * here
        power *= lam
    raise AssertionError


@pytest.mark.parametrize(("gamma", "lam"), [(0.99, 0.95), (0.5, 0.0), (0.9, 1.0), (1.0, 1.0), (0.0, 0.7)])
def test_it_is_the_weighted_sum_of_longer_and_longer_returns(gamma: float, lam: float) -> None:
    segment = made(16, 12, seed=1)
    assert segment.ended.any() and segment.truncated.any()
    found, returns = advantages(segment, gamma=gamma, lam=lam)
    plain = np.array([[slow(segment, gamma, lam, t, i) for i in range(12)] for t in range(16)])
    np.testing.assert_allclose(found, plain, rtol=1e-12, atol=1e-12)
    assert (returns == found + segment.values).all()


def test_true_values_have_no_advantage_whether_matches_are_cut_or_not() -> None:
    """A reward of 1 for ever is worth 1/(1 - γ); cutting the match now and then does not change what it is worth."""
    worth = np.full((8, 4), 10.0)
    cut = np.zeros((8, 4), np.bool_)
    cut[[2, 5, 7], [0, 1, 2]] = True
    segment = Segment(np.ones((8, 4)), worth, worth[0], np.zeros((8, 4), np.bool_), cut, worth)
    np.testing.assert_allclose(advantages(segment, gamma=0.9)[0], 0.0, atol=1e-12)
    as_ends = replace(segment, ended=cut, truncated=np.zeros((8, 4), np.bool_))
    assert advantages(as_ends, gamma=0.9)[0].min() < -8.0


def test_a_horizon_in_seconds_is_a_discount() -> None:
    """45 s at 4 ticks of 1/30 s a decision: 1 - (4/30)/45 = 1 - 4/1350; H = T/(1 - γ) gives it back."""
    assert discount(45.0, 4 / 30) == float(1 - Fraction(4, 1350))
    assert 0.5 / (1.0 - discount(180.0, 0.5)) == pytest.approx(180.0)


def test_normalised_advantages_have_mean_0_and_deviation_1_over_those_counted() -> None:
    found = np.random.default_rng(0).normal(3.0, 5.0, (9, 5))
    counted = np.arange(45).reshape(9, 5) % 3 > 0
    result = normalised(np.where(counted, found, 1e9), counted)
    assert abs(result[counted].mean()) < 1e-12 and abs(result[counted].std() - 1.0) < 1e-6
    assert (result[~counted] == 0.0).all()
    assert (normalised(np.ones((2, 2))) == 0.0).all()
    assert (normalised(found, np.zeros((9, 5), np.bool_)) == 0.0).all()


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"values": column(1, 2)}, r"expected values of shape \(3, 1\); got \(2, 1\)"),
        ({"value_after": np.zeros(2)}, r"expected value_after of shape \(1,\); got \(2,\)"),
        ({"ended": np.zeros((3, 1))}, "expected ended of type bool; got float64"),
        ({"ended": flags(1), "truncated": flags(1), "values_cut": NO * 1.0}, "got both at once"),
        ({"truncated": flags(1)}, "expected values_cut, since matches were truncated; got none"),
        ({"truncated": flags(1), "values_cut": column(0, np.nan, 0)}, "expected finite rewards and values"),
        ({"rewards": column(0, np.inf, 0)}, "expected finite rewards and values"),
        ({"value_after": np.array([np.nan])}, "expected finite rewards and values"),
    ],
)
def test_arrays_that_do_not_fit_are_refused(change: dict[str, np.ndarray], text: str) -> None:
    with pytest.raises(BadAdvantages, match=text):
        replace(SEGMENT, **change)


def test_an_empty_segment_is_refused() -> None:
    with pytest.raises(BadAdvantages, match=r"shape \(T, N\) with a decision at least; got \(0, 2\)"):
        Segment(
            np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(2), np.zeros((0, 2), bool), np.zeros((0, 2), bool)
        )


def test_what_is_not_read_may_be_anything() -> None:
    ended = replace(SEGMENT, ended=flags(2), value_after=np.array([np.nan]))
    assert advantages(ended, gamma=0.5, lam=0.5)[0][2, 0] == 2 - 8


def test_a_wrong_discount_or_horizon_is_refused() -> None:
    with pytest.raises(BadLearning, match=r"gamma and lam from 0 to 1; got 1\.5 and 0\.95"):
        advantages(SEGMENT, gamma=1.5)
    with pytest.raises(BadLearning, match="a horizon of more seconds than a decision has, 2; got 1"):
        discount(1.0, 2.0)
