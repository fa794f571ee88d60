"""Figures of matches, made up: what a sweep's sums are tested on."""

from __future__ import annotations

from typing import Any

import numpy as np

from arena.balance.watch import MatchFigures
from arena.games import moba
from arena.games.moba import layout as lay


def made(winner: int = 1, **changes: Any) -> MatchFigures:
    """A match between heroes 0-4 and 5-9 of ten minutes in which nothing happened, but for the changes."""
    values: dict[str, Any] = {
        "winner": winner,
        "ending": "ancient",
        "ticks": 18_000,
        "heroes": tuple(range(10)),
        "levels": (10,) * 10,
        "tally": np.zeros((10, len(moba.TALLY_NAMES))),
        "purchases": ((),) * 10,
        "first_kill": (0, 0),
        "first_tower": (0, 0),
        "falls": np.zeros((2, lay.STRUCTURES), np.int64),
        "lead": np.zeros(4),
        "longest_empty": np.zeros(3, np.int64),
        "faults": np.zeros(len(moba.FAULT_NAMES), np.int64),
        "peak": np.array([4, 3, 2, 1]),
    }
    return MatchFigures(**{**values, **changes})
