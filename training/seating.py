"""Who sits where: places of a batch whose matches are the learner's alone, and those it shares with an opponent.

A place keeps its role for the whole run, and so does every seat: the learner's rows are the same in every decision,
and sequences can be cut anywhere. In half of the shared places of a kind the learner sits west, in the others east.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba.layout import HEROES
from training.errors import BadRunSettings

LATEST, PAST = "latest", "past"
"""Opponents that are no player's name: the learner itself, and a checkpoint of its past."""
BOTH = -1


@dataclass(frozen=True, slots=True)
class Seating:
    """Roles of `n` places.

    Attributes:
        opponents: (n) `latest`, `past`, or a player's name.
        sides: (n,) int64, the learner's side: 0 west, 1 east, BOTH where it plays itself.
        learner: (n, 10) bool, seats of the learner.
        others: (n, 10) bool, seats of an opponent.
    """

    opponents: tuple[str, ...]
    sides: NDArray[np.int64]
    learner: NDArray[np.bool_]
    others: NDArray[np.bool_]

    def places(self, opponent: str) -> NDArray[np.int64]:
        """(k,): places of one kind of opponent."""
        return np.flatnonzero(np.array(self.opponents) == opponent)

    def rows(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(N,) twice: place and seat of the learner's heroes, in order."""
        places, seats = np.nonzero(self.learner)
        return places, seats


def seat(variant: str, n: int, *, past: float, bots: Mapping[str, float]) -> Seating:
    """Roles of `n` places, with a share `past` against the past and shares against players by name.

    Shares are rounded to even numbers of places, at least two for a share above 0, so that sides are even.

    Raises:
        BadRunSettings: there are not places enough.
    """
    opponents: list[str] = []
    sides: list[int] = []
    for name, share in {PAST: past, **bots}.items():
        count = max(2 * round(share * n / 2.0), 2) if share > 0.0 else 0
        opponents += [name] * count
        sides += [0, 1] * (count // 2)
    rest = n - len(opponents)
    if rest < 0:
        raise BadRunSettings(
            f"expected matches enough for {len(opponents)} against opponents; got matches = {n}: ask for more"
        )
    opponents = [LATEST] * rest + opponents
    side = np.array([BOTH] * rest + sides, np.int64)
    seats = np.arange(2 * HEROES)
    active = np.broadcast_to(seats % HEROES < moba.heroes_per_side(variant), (n, 2 * HEROES))
    learner = active & ((side[:, None] == BOTH) | (side[:, None] == seats // HEROES))
    return Seating(tuple(opponents), side, learner, active & ~learner)
