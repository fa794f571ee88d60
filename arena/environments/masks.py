"""The game's mask as the libraries' masks are: one part for each of the four numbers of an action.

The game's own mask says for each kind which targets are legal with it. A mask of independent parts cannot: its targets
are those that are legal with some kind. What fits the parts and not the game is repaired by the game, as any illegal
action is, and counted in the ledger (docs/contract.md, "Actions").
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.games import moba

KINDS, TARGETS, OFFSETS, AIMS = moba.ACTION_RANGES
PARTS_SIZE = sum(moba.ACTION_RANGES)
EDGES = tuple(int(edge) for edge in np.cumsum(moba.ACTION_RANGES)[:-1])
"""Where a part ends and the next begins in a mask of parts that lie side by side."""


def fill_parts(masks: NDArray[np.bool_], out: NDArray[np.int8]) -> None:
    """Fill masks of parts side by side from the game's.

    Args:
        masks: (k, MASK_SIZE) bool, as `Batch.masks`.
        out: (k, PARTS_SIZE) int8, 1 legal: kinds, targets, offsets, aims. Every part has a 1: where no target is legal
        with any kind, slot 0 stands for "not used". Offsets and aims are never masked.
    """
    kinds, rows = masks[:, :KINDS], masks[:, KINDS:].reshape(len(masks), -1, TARGETS)
    out[:, :KINDS] = kinds
    targets = out[:, KINDS : KINDS + TARGETS]
    targets[:] = rows.any(axis=1)
    targets[:, 0] |= ~targets.any(axis=1)
    out[:, KINDS + TARGETS :] = 1


def split_parts(parts: NDArray[np.int8]) -> tuple[NDArray[np.int8], ...]:
    """One mask of parts, (PARTS_SIZE,), as the four masks that `MultiDiscrete.sample` takes; copies."""
    return tuple(np.split(parts.copy(), EDGES))
