"""Observations and actions as Gymnasium's spaces; PettingZoo takes the same."""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba.fields import columns


def observation_box() -> spaces.Space[NDArray[np.float32]]:
    """(OBSERVATION_SIZE,) float32, each column in the range that docs/contract.md gives it."""
    fields = [field for _, field in columns()]
    low, high = (np.array([getattr(field, end) for field in fields], np.float32) for end in ("low", "high"))
    return spaces.Box(low, high, dtype=np.float32)


def action_numbers() -> spaces.MultiDiscrete:
    """The four numbers of an action: kind, target slot, offset, aim."""
    return spaces.MultiDiscrete(np.array(moba.ACTION_RANGES))


def masked_observation() -> spaces.Dict:
    """PettingZoo's: the observation, and beside it the mask in the form that the action space samples by."""
    parts = spaces.Tuple([spaces.MultiBinary(size) for size in moba.ACTION_RANGES])
    return spaces.Dict({"observation": observation_box(), "action_mask": parts})
