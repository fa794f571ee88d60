"""What the kinds of actions take besides, and where the legal targets of each stand."""

from __future__ import annotations

import numpy as np

from arena.games.moba.layout import ABILITIES, ACTIVE_ITEMS, ATTACK, CAST_1, KINDS, USE_1

PLAIN, AT_TARGET, AIMED, OFFSET = range(4)
"""Forms: a kind takes nothing, a target, an aim and where that is 0 a target, an offset."""
TARGET_ROW = np.full(KINDS, -1, np.int64)
"""(KINDS,): the row of legal targets of a kind, -1 none."""
TARGET_ROW[ATTACK] = 0
TARGET_ROW[CAST_1 : CAST_1 + ABILITIES] = 1 + np.arange(ABILITIES)
TARGET_ROW[USE_1 : USE_1 + ACTIVE_ITEMS] = 1 + ABILITIES + np.arange(ACTIVE_ITEMS)
