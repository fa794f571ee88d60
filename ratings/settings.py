"""What can be asked of a rating, with its defaults."""

import math
from dataclasses import dataclass

from ratings.errors import BadSettings

MODELS = ("bt", "trueskill", "elo")
DRAWS = ("half", "davidson", "rao-kupper", "drop")
ORDERS = ("played", "free")
INTERVALS = ("bootstrap", "sandwich")
# Far beyond any use, and well within what the arithmetic and an evening allow.
MOST_RESAMPLES = 1_000_000
MOST_PRIOR = 1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """Settings of a rating.

    Attributes:
        model: "bt" (Bradley–Terry), "trueskill", or "elo" (for comparison only).
        draws: "half" counts a draw as half a win of either, "drop" leaves drawn matches out; "davidson" and
            "rao-kupper" give draws a parameter. TrueSkill and Elo have their own way and take "half".
        side: fit a side term where the results have sides.
        prior: virtual draws per played pairing (Bradley–Terry), 0 to 1e6.
        anchor: the entrant held at 0; None measures from the mean of the core.
        resamples: bootstrap tables behind the intervals, at most a million; 0 gives none.
        seed: of the bootstrap; the same seed and results give the same table.
        intervals: "bootstrap" (by block within pairings), or "sandwich" (normal, robust covariance), which
            is also what a prior of 0 gets, since resampled tables then need not have a finite maximum.
        order: of TrueSkill: "played" takes match after match, "free" all at once, whatever their order.

    Raises:
        BadSettings: a value outside its range, or one that its model does not know.
    """

    model: str = "bt"
    draws: str = "half"
    side: bool = True
    prior: float = 0.5
    anchor: str | None = None
    resamples: int = 1000
    seed: int = 0
    intervals: str = "bootstrap"
    order: str = "played"

    def __post_init__(self) -> None:
        _check_choice("model", self.model, MODELS)
        _check_choice("draws", self.draws, DRAWS)
        _check_choice("intervals", self.intervals, INTERVALS)
        _check_choice("order", self.order, ORDERS)
        if not (math.isfinite(self.prior) and self.prior >= 0.0):
            raise BadSettings(
                f"expected a prior of 0 or more virtual draws per played pairing, got {self.prior:g}"
            )
        if self.prior > MOST_PRIOR:
            raise BadSettings(
                f"expected a prior of at most {MOST_PRIOR:,.0f} virtual draws per played pairing, got {self.prior:g}"
            )
        if self.resamples > MOST_RESAMPLES:
            raise BadSettings(
                f"expected at most {MOST_RESAMPLES:,} resamples, got {self.resamples}; 300 to 1000 are usual"
            )
        if self.resamples < 0 or self.resamples == 1:
            raise BadSettings(
                f"expected 0 or at least 2 resamples, got {self.resamples}; 300 to 1000 are usual"
            )
        if self.seed < 0:
            raise BadSettings(f"expected a seed of 0 or more, got {self.seed}")
        if self.order == "free" and self.model != "trueskill":
            raise BadSettings(
                f"order 'free' is a choice of the model 'trueskill', got model {self.model!r}; leave it at played"
            )
        if self.model != "bt" and self.draws != "half":
            raise BadSettings(
                f"draws {self.draws!r} is a choice of the model 'bt', got model {self.model!r}; leave draws at half"
            )


def _check_choice(name: str, value: str, choices: tuple[str, ...]) -> None:
    if value not in choices:
        raise BadSettings(f"expected {name} to be one of {', '.join(choices)}, got {value!r}")
