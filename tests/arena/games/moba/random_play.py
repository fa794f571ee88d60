"""A random legal player of the tests' own: it presses forward along the lanes, so that the sides meet."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba import Batch, Setup, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.contract import AIMS, ATTACK_MASK, OFFSETS, TARGETS

# Own-frame corners of the offset grid: north, north-east, east by slot, so that all lanes are walked.
FORWARD = np.array([8 * 9 + 3, 8 * 9 + 8, 3 * 9 + 8, 8 * 9 + 8, 8 * 9 + 8] * 2)
WEIGHTS = np.array([0.05, 1.0, 1.5, 1.0, 1.0, 1.0, 1.0, 0.08, 0.5, 1.0, 1.0, 1.0])
# The mask's row of target slots by kind; kinds that take no target have any.
ROWS = np.array([0, 0, 0, 1, 2, 3, 4, 0, 0, 5, 6, 0])


def uniforms(batch: Batch, columns: int) -> NDArray[np.float64]:
    """(n, 10, columns) in [0, 1): a hash of the seed, the side's key, the decision, the slot and the column."""
    shape = (batch.n, 2, lay.HEROES, columns)
    word = np.zeros(shape, np.uint64)
    parts = (
        batch.matches["seed"][:, None, None, None],
        batch.matches["keys"][:, :, None, None],
        batch.matches["decision"][:, None, None, None],
        np.arange(lay.HEROES)[:, None],
        np.arange(columns),
    )
    for part in parts:
        word = (word ^ part.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        word = (word ^ (word >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9)
        word ^= word >> np.uint64(32)
    return (word >> np.uint64(11)).reshape(batch.n, 10, columns) / float(1 << 53)


def choose(batch: Batch) -> NDArray[np.int64]:
    """Legal actions (n, 10, 4) for the masks of the last observe."""
    draws = uniforms(batch, lay.KINDS + TARGETS + 3)
    kind = (draws[:, :, : lay.KINDS] * WEIGHTS * batch.masks[:, :, : lay.KINDS]).argmax(-1)
    kind = np.where(batch.matches["heroes"]["channel"] >= 0, lay.HOLD, kind)  # any other order breaks it off
    rows = batch.masks[:, :, ATTACK_MASK:].reshape(batch.n, 10, -1, TARGETS)
    row = ROWS[kind][:, :, None, None]
    legal = np.take_along_axis(rows, row, 2)[:, :, 0]
    actions = np.zeros((batch.n, 10, 4), np.int64)
    actions[:, :, 0] = kind
    actions[:, :, 1] = (draws[:, :, lay.KINDS : lay.KINDS + TARGETS] * legal).argmax(-1)
    free = (draws[:, :, -1] * OFFSETS).astype(np.int64)
    actions[:, :, 2] = np.where(draws[:, :, -2] < 0.8, FORWARD, free)
    aim = 1 + (draws[:, :, -3] * (AIMS - 1)).astype(np.int64)
    actions[:, :, 3] = np.where(legal.any(-1), 0, aim)
    return actions


def setups(variant: str, count: int, first: int = 0) -> list[Setup]:
    """Setups of different seeds and lineups."""
    return [Setup(first + i, *random_lineups(variant, first + i)) for i in range(count)]


def play(batch: Batch, decisions: int) -> None:
    """Some decisions of random play, ended by an observation."""
    for _ in range(decisions):
        batch.observe()
        batch.step(choose(batch))
    batch.observe()


def view(batch: Batch, b: int, half: int) -> dict[str, Any]:
    """What a side of match `b` was given: bytes of its observations and masks, its slots."""
    side = slice(half * lay.HEROES, (half + 1) * lay.HEROES)
    return {
        "observations": batch.observations[b, side].tobytes(),
        "masks": batch.masks[b, side].tobytes(),
        "slots": batch.slots[b, side].copy(),
    }
