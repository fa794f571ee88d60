"""Pools for tests, and what plays in them."""

from __future__ import annotations

from typing import Any

import numpy as np

from arena.environments import MatchPool, Rows
from arena.games import moba
from arena.players import Int64
from arena.registry import Kind, register


def generators(*seeds: int) -> list[np.random.Generator]:
    return [np.random.default_rng(seed) for seed in seeds]


def actions(decision: int, rows: int) -> Int64:
    """What is done at a decision: the same in any row, so that it does not matter which row a seat has."""
    one = np.random.default_rng(decision).integers(0, moba.ACTION_RANGES, 4)
    return np.tile(one, (rows, 1))


def copied(rows: Rows) -> dict[str, Any]:
    return {name: values.copy() for name, values in vars(rows).items()}


def run(pool: MatchPool, decisions: int) -> list[dict[str, Any]]:
    """Rows of some decisions, and of the reset before them; matches that end are replaced."""
    seen = []
    for decision in range(decisions):
        pool.step(actions(decision, pool.k))
        seen.append(copied(pool.rows))
        pool.begin_ended()
        seen.append(copied(pool.rows))
    return seen


class Counts:
    """Holds, and counts what it was asked in each place since it was told to forget it."""

    needs_observations = False

    def __init__(self) -> None:
        self.asked: dict[int, int] = {}

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Int64:
        for match in set(matches.tolist()):
            self.asked[match] = self.asked.get(match, 0) + 1
            assert batch.matches["decision"][match] == self.asked[match] - 1
        return np.zeros((len(matches), 4), np.int64)


class Forgets(Counts):
    closed = 0

    def close(self) -> None:
        Forgets.closed += 1

    def forget(self, matches: Int64) -> None:
        for match in matches.tolist():
            del self.asked[match]


register(Kind("test-counts", lambda argument: Counts()))
register(Kind("test-forgets", lambda argument: Forgets()))
