"""The built-in game's scripted players: `scripted(name)` gives one as a function over the seats of a batch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.batch import Batch
from arena.games.moba.bots.easy import easy
from arena.games.moba.bots.hard import hard
from arena.games.moba.bots.idle_random import idle, random
from arena.games.moba.bots.medium import medium
from arena.games.moba.bots.view import VIEW

Scripted = Callable[[Batch, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]], None]

KERNELS: dict[str, Callable[..., Any]] = {
    "easy": easy,
    "hard": hard,
    "idle": idle,
    "medium": medium,
    "random": random,
}


def scripted(name: str) -> Scripted:
    """Return the scripted player of a name: ``play(batch, matches, heroes, out)``.

    `play` decides for k seats of a batch whose `observe` has been called: seat i is hero `heroes[i]` (0-9) of match
    `matches[i]`, both (k,) int64; the action goes into `out[i]`, (k, 4) int64. Always legal; hold where the match has
    ended or the seat is empty. A decision depends on its match alone, not on its place in the batch nor on earlier
    calls, so one function may be used by several threads. Seats in order of match and hero are the quickest.

    Raises ValueError for an unknown name.
    """
    if name not in KERNELS:
        raise ValueError(f"expected a scripted player, one of {', '.join(sorted(KERNELS))}; got {name!r}")
    kernel = KERNELS[name]

    def play(
        batch: Batch, matches: NDArray[np.int64], heroes: NDArray[np.int64], out: NDArray[np.int64]
    ) -> None:
        views = np.zeros(1, VIEW)
        views["match"] = -1
        kernel(
            batch.matches,
            matches,
            heroes,
            batch.rules_row,
            batch.tables,
            views,
            batch.slots,
            batch.masks,
            out,
        )

    return play
