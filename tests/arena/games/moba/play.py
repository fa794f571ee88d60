"""Playing matches between scripted players, for tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.batch import Batch
from arena.games.moba.bots import scripted
from arena.games.moba.setup import Setup, random_lineups

Watch = Callable[[Batch, NDArray[np.int64]], None]


@dataclass
class Seats:
    """The seats of one scripted player in a batch, and the room its actions go into."""

    name: str
    matches: NDArray[np.int64]
    heroes: NDArray[np.int64]

    def __post_init__(self) -> None:
        self.decide = scripted(self.name)
        self.out = np.zeros((len(self.matches), 4), np.int64)

    def act(self, batch: Batch, actions: NDArray[np.int64]) -> None:
        """Decide for all seats and enter their actions."""
        self.decide(batch, self.matches, self.heroes, self.out)
        actions[self.matches, self.heroes] = self.out


def setups_of(variant: str, seed: int, n: int) -> list[Setup]:
    """`n` matches of random lineups."""
    return [Setup(seed + i, *random_lineups(variant, seed + i)) for i in range(n)]


def seats_of(name: str, n: int, side: int) -> Seats:
    """The seats of a player that sits west (side 0) in even matches and east in odd ones, or the other way round."""
    matches, heroes = (grid.ravel() for grid in np.meshgrid(np.arange(n), np.arange(10), indexing="ij"))
    its = (heroes // 5 + matches) % 2 == side
    return Seats(name, matches[its], heroes[its])


def play(
    batch: Batch, first: str, second: str, *, decisions: int | None = None, watch: Watch | None = None
) -> Any:
    """Play a batch until all matches have ended, or for some decisions; the results, with +1 where `first` won.

    `first` sits west in even matches, east in odd ones. `watch` sees the batch and the actions (n, 10, 4) before
    each step.
    """
    players = (seats_of(first, batch.n, 0), seats_of(second, batch.n, 1))
    actions = np.zeros((batch.n, 10, 4), np.int64)
    while batch.running.any() and (decisions is None or batch.decision < decisions):
        batch.observe()
        for player in players:
            player.act(batch, actions)
        if watch is not None:
            watch(batch, actions)
        batch.step(actions)
    signs = np.where(np.arange(batch.n) % 2 == 0, 1, -1)
    return batch.results()["winner"] * signs


def new_batch(variant: str, setups: Sequence[Setup], *, limit_s: float | None = None) -> Batch:
    """A batch without observations, which scripted players do not read."""
    return Batch(variant, setups, limit_s=limit_s, observe_floats=False)
