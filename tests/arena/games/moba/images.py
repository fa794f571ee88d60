"""The image of a match under the exchange of everything, and the plain comparison of two matches.

Written from the meaning of each field, not from the rules' code: positions change sign, units change half,
arrays by side change places, rows of seen cells are turned.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from arena.games.moba import layout as lay

POINTS = {
    "x",
    "y",
    "dx",
    "dy",
    "anchor_x",
    "anchor_y",
    "order_x",
    "order_y",
    "cast_x",
    "cast_y",
    "seen_x",
    "seen_y",
}
UNITS = {"target", "source", "order_unit", "cast_unit"}
BY_SIDE = (
    "keys",
    "kills",
    "rebuild",
    "courier_for",
    "courier_due",
    "camp",
    "rune",
    "bosses",
    "base_open",
    "peak",
    "missile_count",
    "effect_count",
    "missiles",
    "effects",
)


def _turn(records: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Turn every position and every named unit of an array of records."""
    turned = records.copy()
    for name in records.dtype.names or ():
        if name in POINTS:
            turned[name] = -records[name] + 0.0
        elif name in UNITS:
            turned[name] = np.where(records[name] >= 0, records[name] ^ lay.HALF, records[name])
    return turned


def _turn_rows(rows: np.ndarray[Any, Any], cells: int) -> np.ndarray[Any, Any]:
    """Rows of bits of a square of cells under the half-turn."""
    turned = np.zeros_like(rows)
    for row in range(cells):
        bits = int(rows[cells - 1 - row])
        turned[row] = sum(((bits >> bit) & 1) << (cells - 1 - bit) for bit in range(cells))
    return turned


def image(matches: np.ndarray[Any, Any], cells: int) -> np.ndarray[Any, Any]:
    """Matches (n,) of layout.MATCH with everything exchanged between the sides; `cells` of the map a side."""
    out = matches.copy()
    n = len(matches)
    out["units"] = _turn(matches["units"].reshape(n, 2, lay.HALF)[:, ::-1].reshape(n, lay.UNITS))
    out["heroes"] = _turn(matches["heroes"].reshape(n, 2, lay.HEROES)[:, ::-1].reshape(n, 10))
    for name in BY_SIDE:
        side = matches[name][:, ::-1]
        out[name] = _turn(side) if side.dtype.names else side
    for b in range(n):
        for half in range(2):
            out["lit"][b, half] = _turn_rows(matches["lit"][b, 1 - half], cells)
    out["winner"] = -matches["winner"]
    out["pit"] = 1 - matches["pit"]
    return out


def settled(matches: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Matches without what lies unused in their pools, zeros without a sign."""
    out = matches.copy()
    for m in out:
        for half in range(2):
            m["missiles"][half, m["missile_count"][half] :] = np.zeros(1, lay.MISSILE)
            m["effects"][half, m["effect_count"][half] :] = np.zeros(1, lay.EFFECT)
        m["units"][m["units"]["kind"] == lay.NOBODY] = np.zeros(1, lay.UNIT)
    return out


def differences(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any], path: str = "") -> list[str]:
    """Fields in which two arrays of records differ in any bit, with the first place and both values."""
    if a.dtype.names:
        return [text for name in a.dtype.names for text in differences(a[name], b[name], f"{path}.{name}")]
    one, other = (a + 0.0, b + 0.0) if a.dtype.kind == "f" else (a, b)
    if one.tobytes() == other.tobytes():
        return []
    place = tuple(int(i) for i in np.argwhere(one.view(np.int64) != other.view(np.int64))[0])
    return [f"{path}{list(place)}: {one[place]} against {other[place]}"]
