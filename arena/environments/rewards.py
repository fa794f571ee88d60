"""What a seat is paid: a named amount for the match's result, and weights on the event ledger."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arena.errors import PalaestraError
from arena.games import moba


class BadRewards(PalaestraError):
    """Weights were given that the ledger has no entry for, or that are no numbers."""


@dataclass(frozen=True)
class Rewards:
    """A rule of rewards.

    At a match's end each hero of the winning side is paid `win`, each of the losing side -`win`; a draw, or a match
    that was cut, pays nothing. Beside that each decision pays a hero the sum of `ledger[name]` times what its own
    ledger grew by under that name (docs/contract.md, "Event ledger"). Nothing is shared or set against the other side.
    """

    win: float = 1.0
    ledger: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        unknown = sorted(set(self.ledger) - set(moba.TALLY_NAMES))
        if unknown:
            raise BadRewards(
                f"expected weights on entries of the ledger, got {', '.join(unknown)}: "
                f"it has {', '.join(moba.TALLY_NAMES)}"
            )
        for name, weight in {"win": self.win, **self.ledger}.items():
            if not math.isfinite(weight):
                raise BadRewards(
                    f"expected a finite weight for {name}, got {weight}: leave it out, or name one"
                )

    @property
    def weights(self) -> NDArray[np.float64]:
        """(len(TALLY_NAMES),): the weight of each entry of the ledger."""
        return np.array([self.ledger.get(name, 0.0) for name in moba.TALLY_NAMES])
