"""Advantages by generalised advantage estimation (GAE), on segments of experience.

Schulman et al. 2016, "High-dimensional continuous control using generalized advantage estimation", equations 11 and 16.
Letters: T decisions of a segment, N heroes; t runs over decisions.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.errors import BadAdvantages, BadLearning

Floats = NDArray[np.floating[Any]]


def discount(horizon_s: float, decision_s: float) -> float:
    """The discount γ = 1 - T/H of one decision, for a horizon H and T seconds from one decision to the next.

    Five, appendix C: a horizon is told in seconds, so that it means the same whatever the length of a decision.

    Raises:
        BadLearning: the horizon is not longer than a decision, or a decision has no length.
    """
    if not (0.0 < decision_s < horizon_s and math.isfinite(horizon_s)):
        raise BadLearning(
            f"expected a horizon of more seconds than a decision has, {decision_s:g}; got {horizon_s:g}"
        )
    return 1.0 - decision_s / horizon_s


@dataclass(frozen=True, slots=True)
class Segment:
    """What was seen of N heroes in T decisions one after the other.

    Attributes:
        rewards: (T, N): paid for decision t.
        values: (T, N): the value of the state in which decision t was taken, in the rewards' unit.
        value_after: (N,): the value of the state after the last decision, in which the next segment begins; not read
            where that decision ended or truncated its match.
        ended: (T, N) bool: the match ended with decision t, and nothing comes after.
        truncated: (T, N) bool: the match was cut short after decision t; what would have come is judged by
            `values_cut`.
        values_cut: (T, N): the value of the state after decision t, where it was truncated; not read elsewhere. None
            where nothing was truncated.

    Raises:
        BadAdvantages: shapes that do not fit, a flag that is no boolean, a decision that both ended and truncated its
            match, a truncation without a value, or a number that is read and not finite.
    """

    rewards: Floats
    values: Floats
    value_after: Floats
    ended: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    values_cut: Floats | None = None

    def __post_init__(self) -> None:
        shape = self.rewards.shape
        if len(shape) != 2 or shape[0] == 0:
            raise BadAdvantages(f"expected rewards of shape (T, N) with a decision at least; got {shape}")
        for name in ("values", "ended", "truncated"):
            _check_shape(name, getattr(self, name), shape)
        _check_shape("value_after", self.value_after, shape[1:])
        for name in ("ended", "truncated"):
            if getattr(self, name).dtype != np.bool_:
                raise BadAdvantages(f"expected {name} of type bool; got {getattr(self, name).dtype}")
        if (self.ended & self.truncated).any():
            raise BadAdvantages(
                "expected a match to end or to be truncated; got both at once: an end comes first"
            )
        if self.values_cut is None:
            if self.truncated.any():
                raise BadAdvantages(
                    "expected values_cut, since matches were truncated; got none: value those states"
                )
        else:
            _check_shape("values_cut", self.values_cut, shape)
        if not (
            np.isfinite(self.rewards).all()
            and np.isfinite(self.values).all()
            and np.isfinite(self.after()).all()
        ):
            raise BadAdvantages(
                "expected finite rewards and values; got others: look at what the network gave"
            )

    def after(self) -> Floats:
        """(T, N): the value of what comes after each decision: 0 after an end."""
        after = np.concatenate([self.values[1:], self.value_after[None]]).astype(np.float64)
        if self.values_cut is not None:
            after = np.where(self.truncated, self.values_cut, after)
        return np.where(self.ended, 0.0, after)


def _check_shape(name: str, array: NDArray[Any], shape: tuple[int, ...]) -> None:
    if array.shape != shape:
        raise BadAdvantages(f"expected {name} of shape {shape}; got {array.shape}")


def advantages(
    segment: Segment, *, gamma: float, lam: float = 0.95
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Advantages (T, N) of the decisions taken, and the returns (T, N) that values are to learn, float64.

    δ_t = r_t + γ V_after,t - V_t and A_t = δ_t + γ λ A_{t+1}, where the sum stops at an end and at a truncation: what
    follows belongs to another match. V_after is 0 at an end and the value of the state after everywhere else, the
    last decision of the segment included, so every decision has an advantage. Returns are A + V (TD(λ)).

    `gamma` (γ) is the discount of a decision (`discount`), `lam` (λ) the weight of longer returns.

    Raises:
        BadLearning: γ or λ is not from 0 to 1.
    """
    if not (0.0 <= gamma <= 1.0 and 0.0 <= lam <= 1.0):
        raise BadLearning(f"expected gamma and lam from 0 to 1; got {gamma:g} and {lam:g}")
    values = segment.values.astype(np.float64)
    deltas = segment.rewards + gamma * segment.after() - values
    carried = gamma * lam * ~(segment.ended | segment.truncated)
    found = np.empty(deltas.shape)
    following = np.zeros(deltas.shape[1])
    for t in range(len(deltas) - 1, -1, -1):
        following = deltas[t] + carried[t] * following
        found[t] = following
    return found, found + values


def normalised(found: Floats, counted: NDArray[np.bool_] | None = None) -> NDArray[np.float64]:
    """Advantages with mean 0 and deviation 1 over those `counted` (all where it is left out); the others become 0.

    Advantages that are all the same become 0.
    """
    counted = np.ones(found.shape, np.bool_) if counted is None else counted
    chosen = found[counted].astype(np.float64)
    if chosen.size == 0:
        return np.zeros(found.shape)
    return np.where(counted, (found - chosen.mean()) / (chosen.std() + 1e-8), 0.0)
