"""What a sweep notes of each match, while it is played and at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba import layout as lay

LOOK_EVERY = 8
"""Decisions between two looks at the lanes, about a second."""
WORTH_EVERY = 75
"""Decisions between two looks at what the sides own, ten seconds."""
EMPTY_WAVES = 2
"""Waves' time after which a lane without a creep counts as run dry."""


@dataclass(frozen=True)
class MatchFigures:
    """One match; sides are +1 west, -1 east, 0 neither; ticks are 0 for what never happened."""

    winner: int
    ending: str
    ticks: int
    heroes: tuple[int, ...]
    """Number of the hero on each of the ten seats, -1 none."""
    levels: tuple[int, ...]
    tally: NDArray[np.float64]
    """(10, T): the event ledger."""
    purchases: tuple[tuple[int, ...], ...]
    """Items that each seat bought, in order."""
    first_kill: tuple[int, int]
    """Side that had it, and tick."""
    first_tower: tuple[int, int]
    falls: NDArray[np.int64]
    """(2, 15): tick at which each structure of each side first fell."""
    lead: NDArray[np.float64]
    """(K,): west's lead in net worth every ten seconds, as a share of what both own."""
    longest_empty: NDArray[np.int64]
    """(3,): the longest time of each lane, in west's order, without a creep, in ticks."""
    faults: NDArray[np.int64]
    peak: NDArray[np.int64]
    """(P,): the most that a half held at once of each pool, `layout.POOL_NAMES`."""


class Watch:
    """Follows the matches of a batch from their start; call it after each decision."""

    def __init__(self, batch: moba.Batch) -> None:
        n = batch.n
        self.batch = batch
        self.falls = np.zeros((n, 2, lay.STRUCTURES), np.int64)
        self.stood = self._standing()
        self.first_kill = np.zeros((n, 2), np.int64)
        self.first_tower = np.zeros((n, 2), np.int64)
        self.lead: list[NDArray[np.float64]] = []
        self.seen_creep = np.array(batch.matches["tick"])[:, None].repeat(3, 1)
        self.longest_empty = np.zeros((n, 3), np.int64)
        self.unused = np.array([[lane == 0 for lane in batch.rules.variant.lanes]])

    def __call__(self, batch: moba.Batch) -> None:
        """Note what the last decision changed."""
        tick = batch.matches["tick"]
        kills = batch.matches["kills"]
        _note_first(self.first_kill, kills[:, 0] > 0, kills[:, 1] > 0, tick)
        self._note_falls(tick)
        if batch.decision % LOOK_EVERY == 0:
            self._note_lanes(tick)
        if batch.decision % WORTH_EVERY == 0:
            worth = batch.results()["net_worth"].astype(np.float64)
            self.lead.append((worth[:, 0] - worth[:, 1]) / np.maximum(worth.sum(1), 1.0))

    def figures(self) -> list[MatchFigures]:
        """What was noted of each match, in the batch's order."""
        lead = np.array(self.lead).reshape(len(self.lead), self.batch.n)
        results = self.batch.results()
        return [self._figures_of(place, results[place], lead[:, place]) for place in range(self.batch.n)]

    def _figures_of(self, place: int, result: Any, lead: NDArray[np.float64]) -> MatchFigures:
        m = self.batch.matches[place]
        played = int(m["decision"]) // WORTH_EVERY
        heroes = m["heroes"]
        return MatchFigures(
            int(result["winner"]),
            moba.ENDINGS[int(result["ending"])],
            int(result["ticks"]),
            tuple(int(hero) for hero in heroes["hero"]),
            tuple(int(level) for level in heroes["level"]),
            heroes["tally"].copy(),
            tuple(
                tuple(int(item) for item in hero["build"][: int(hero["next_item"])] if item >= 0)
                for hero in heroes
            ),
            (int(self.first_kill[place, 0]), int(self.first_kill[place, 1])),
            (int(self.first_tower[place, 0]), int(self.first_tower[place, 1])),
            self.falls[place].copy(),
            lead[:played].copy(),
            self.longest_empty[place].copy(),
            m["faults"].copy(),
            m["peak"].max(0),
        )

    def _standing(self) -> NDArray[np.bool_]:
        alive = self.batch.matches["units"]["alive"].reshape(self.batch.n, 2, lay.HALF)
        return np.asarray(alive[:, :, lay.FIRST_STRUCTURE : lay.COURIER] > 0)

    def _note_falls(self, tick: NDArray[np.int64]) -> None:
        standing = self._standing()
        fell = self.stood & ~standing
        if fell.any():
            self.falls = np.where(fell & (self.falls == 0), tick[:, None, None], self.falls)
            towers: NDArray[np.bool_] = np.any(fell[:, :, : lay.BARRACKS - lay.FIRST_STRUCTURE], axis=2)
            _note_first(self.first_tower, towers[:, 1], towers[:, 0], tick)
        self.stood = standing

    def _note_lanes(self, tick: NDArray[np.int64]) -> None:
        units = self.batch.matches["units"].reshape(self.batch.n, 2, lay.HALF)
        creeps = units[:, :, lay.FIRST_CREEP : lay.FIRST_NEUTRAL]
        lane = creeps["lane"].copy()
        lane[:, 1] = 2 - lane[:, 1]
        quiet = self.batch.matches["wave"][:, None] == 0
        there = np.stack([((creeps["alive"] > 0) & (lane == k)).any((1, 2)) for k in range(3)], 1)
        there |= quiet | self.unused
        self.seen_creep = np.where(there, tick[:, None], self.seen_creep)
        self.longest_empty = np.maximum(self.longest_empty, tick[:, None] - self.seen_creep)


def _note_first(
    found: NDArray[np.int64], west: NDArray[np.bool_], east: NDArray[np.bool_], tick: NDArray[np.int64]
) -> None:
    """Enter which side had something first; both in one decision is neither's."""
    new = (found[:, 1] == 0) & (west | east)
    found[new, 0] = (west.astype(np.int64) - east.astype(np.int64))[new]
    found[new, 1] = tick[new]
