"""Keeping every action of a batch while it is played."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.players import Int64

CHUNK = 256
"""Decisions kept for the whole batch before they go to their matches; bounds what ended matches cost."""


class Recorder:
    """Records the actions of `n` matches, each for as long as it runs."""

    def __init__(self, n: int) -> None:
        self._parts: list[list[NDArray[np.uint16]]] = [[] for _ in range(n)]
        self._chunk: list[NDArray[np.uint16]] = []
        self._lengths = np.zeros(n, np.int64)
        self._taken = np.zeros(n, np.int64)

    def record(self, actions: Int64, running: NDArray[np.bool_]) -> None:
        """Add one decision.

        Args:
            actions: (n, seats, choices) int64, each 0 to 65,535.
            running: (n,) bool, the matches that this decision is played in; a match never runs again once it
            ended.
        """
        self._chunk.append(actions.astype(np.uint16))
        self._lengths += running
        if len(self._chunk) == CHUNK:
            self._hand_out()

    def streams(self) -> list[NDArray[np.uint16]]:
        """The actions of each match so far, (decisions, seats, choices) uint16."""
        self._hand_out()
        return [np.concatenate(parts) if parts else np.zeros((0, 0, 0), np.uint16) for parts in self._parts]

    def _hand_out(self) -> None:
        if not self._chunk:
            return
        chunk = np.stack(self._chunk)
        self._chunk = []
        fresh = self._lengths - self._taken
        for k in np.flatnonzero(fresh):
            self._parts[k].append(chunk[: fresh[k], k].copy())
        self._taken[:] = self._lengths
