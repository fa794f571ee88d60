"""A running normaliser of returns: values are learnt in units in which returns have mean 0 and deviation 1."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from training.errors import BadLearning, BadState

Numbers = TypeVar("Numbers", float, NDArray[Any])

LEAST_DEVIATION = 1e-4


@dataclass(slots=True)
class ReturnNormaliser:
    """Mean and deviation of returns, older ones counting less with each update, exponentially.

    Attributes:
        half_life: updates after which a return counts half.

    The moments are sums over updates weighted by age, divided by the sum of the weights, so that the first update
    counts as much as it should (as Adam's bias correction). With nothing seen it changes nothing.

    Raises:
        BadLearning: a half-life that is not above 0.
    """

    half_life: float = 50.0
    weight: float = 0.0
    total: float = 0.0
    squares: float = 0.0

    def __post_init__(self) -> None:
        if not (self.half_life > 0.0 and math.isfinite(self.half_life)):
            raise BadLearning(f"expected a half-life of more than 0 updates; got {self.half_life:g}")

    @property
    def mean(self) -> float:
        """The mean of returns, 0 before any were seen."""
        return self.total / self.weight if self.weight > 0.0 else 0.0

    @property
    def deviation(self) -> float:
        """Their standard deviation, 1 before any were seen, never less than LEAST_DEVIATION."""
        if self.weight == 0.0:
            return 1.0
        variance = self.squares / self.weight - self.mean**2
        return max(math.sqrt(max(variance, 0.0)), LEAST_DEVIATION)

    def update(self, returns: NDArray[Any]) -> None:
        """Take in the returns of one update, of any shape; none at all change nothing.

        Raises:
            BadLearning: one of them is not finite.
        """
        if returns.size == 0:
            return
        numbers = returns.astype(np.float64)
        if not np.isfinite(numbers).all():
            raise BadLearning("expected finite returns; got others: look at rewards and values")
        keep = 0.5 ** (1.0 / self.half_life)
        self.weight = keep * self.weight + (1.0 - keep)
        self.total = keep * self.total + (1.0 - keep) * float(numbers.mean())
        self.squares = keep * self.squares + (1.0 - keep) * float(np.square(numbers).mean())

    def normalise(self, returns: Numbers) -> Numbers:
        """Returns in the units that values are learnt in."""
        return (returns - self.mean) / self.deviation

    def restore(self, values: Numbers) -> Numbers:
        """Values in the units of the rewards."""
        return values * self.deviation + self.mean

    @classmethod
    def at(cls, mean: float, deviation: float, half_life: float) -> ReturnNormaliser:
        """One that has seen enough returns of a mean and a deviation."""
        return cls(half_life, weight=1.0, total=mean, squares=mean * mean + deviation * deviation)

    def state(self) -> dict[str, float]:
        """All there is to it, as numbers; JSON keeps them exactly."""
        return {
            "half_life": self.half_life,
            "weight": self.weight,
            "total": self.total,
            "squares": self.squares,
        }

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> ReturnNormaliser:
        """What `state` gave.

        Raises:
            BadState: a number is missing, not finite, or unknown.
        """
        names = ("half_life", "weight", "total", "squares")
        if set(state) != set(names) or not all(
            isinstance(state[name], int | float) and math.isfinite(state[name]) for name in names
        ):
            raise BadState(
                f"expected the finite numbers {', '.join(names)} of a normaliser; got {dict(state)}"
            )
        return cls(**{name: float(state[name]) for name in names})
