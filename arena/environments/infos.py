"""What a row is told beside its observation: its masks, where it sits, and how its match came out."""

from __future__ import annotations

from typing import Any

import numpy as np

from arena.environments.masks import split_parts
from arena.environments.pool import Int64, MatchPool
from arena.games import moba
from arena.games.moba.rules import TICKS_PER_SECOND


def row_info(pool: MatchPool, row: int) -> dict[str, Any]:
    """Of one row: copies, which the caller may keep.

    `action_mask` is four masks, as the action space samples by; `masks` the game's own. Once the match has ended
    there are `outcome`, `ending` and `seconds`.
    """
    info = {
        "action_mask": split_parts(pool.rows.action_masks[row]),
        "masks": pool.rows.masks[row].copy(),
        "seat": int(pool.seats[row]),
        "hero": int(pool.heroes[row]),
    }
    if pool.rows.terminated[row] or pool.rows.truncated[row]:
        ended = ended_info(pool, np.array([row]))
        info |= {name: values[0].item() for name, values in ended.items() if name != "ending"}
        info["ending"] = ended["ending"][0]
    return info


def rows_info(pool: MatchPool, *, copy: bool) -> dict[str, Any]:
    """Of all rows, arrays of them: `action_mask` (k, 155) int8 has the four masks side by side, `masks` (k, 327)."""
    masks = {"action_mask": pool.rows.action_masks, "masks": pool.rows.masks}
    if copy:
        masks = {name: values.copy() for name, values in masks.items()}
    return {**masks, "seat": pool.seats.copy(), "hero": pool.heroes}


def ended_info(pool: MatchPool, rows: Int64) -> dict[str, Any]:
    """Of rows whose match has ended: `outcome` 1 won, -1 lost, 0 neither; `ending` in words; `seconds` of play."""
    outcome, ending = pool.outcomes(rows)
    words = np.array(moba.ENDINGS, object)[ending]
    ticks = pool.batch.matches["tick"][pool.matches[rows]]
    return {"outcome": outcome, "ending": words, "seconds": ticks / TICKS_PER_SECOND}
