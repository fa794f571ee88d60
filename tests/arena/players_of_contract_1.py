"""Players as they were written for contract 1, but for the line that says so; its sizes are written out here."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.numbers import draw

STREAM = 100_000
KINDS, TARGETS, OFFSETS, AIMS = 8, 38, 81, 17
MOVE, ATTACK = 1, 2
ALIVE = 1  # column


class Wanders:
    """Takes a step in a direction that is drawn anew at every decision: the example of docs/players.md."""

    contract_version = 1
    needs_observations = False

    def act(self, batch: Any, matches: NDArray[np.int64], heroes: NDArray[np.int64]) -> NDArray[np.int64]:
        actions = np.zeros((len(matches), 4), np.int64)
        seeds, keys, decisions = (batch.matches[name] for name in ("seed", "keys", "decision"))
        for row, (m, hero) in enumerate(zip(matches, heroes, strict=True)):
            luck = draw(seeds[m], keys[m, hero // 5], decisions[m], STREAM + hero % 5)
            actions[row, 2] = int(luck * OFFSETS)
        actions[:, 0] = np.where(batch.masks[matches, heroes][:, MOVE], MOVE, 0)
        return actions


class Fights:
    """Does the last legal kind at the last legal target but one decision in three, when it walks forward.

    Raises unless everything it is given has the shape that version 1 says.
    """

    contract_version = 1
    needs_observations = True

    def act(self, batch: Any, matches: NDArray[np.int64], heroes: NDArray[np.int64]) -> NDArray[np.int64]:
        observations, masks = batch.observations[matches, heroes], batch.masks[matches, heroes]
        slots = batch.slots[matches, heroes]
        if (observations.shape[1:], masks.shape[1:], slots.shape[1:]) != ((1168,), (198,), (TARGETS,)):
            raise ValueError(f"shapes {observations.shape}, {masks.shape}, {slots.shape}")
        actions = np.zeros((len(matches), 4), np.int64)
        legal = masks[:, : KINDS - 1] if batch.decision % 3 else masks[:, : MOVE + 1]
        kind = legal.shape[1] - 1 - legal[:, ::-1].argmax(1)
        rows = masks[:, KINDS:].reshape(-1, 5, TARGETS)[np.arange(len(kind)), np.clip(kind - ATTACK, 0, 4)]
        actions[:, 0], actions[:, 2] = kind, 8 * 9 + 8
        actions[:, 1] = TARGETS - 1 - rows[:, ::-1].argmax(1)
        actions[:, 3] = np.where(rows.any(1), 0, 1 + batch.decision % (AIMS - 1))
        if (masks[:, MOVE] > observations[:, ALIVE]).any():
            raise ValueError("the dead may walk, or observations are not in their columns")
        return actions
