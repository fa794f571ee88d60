"""Small arithmetic the rules share: exact truncation, the counter-based random numbers, cells of the map.

Everything here agrees bit for bit between the interpreter and compiled code, and between the two sides.
"""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.layout import HALF, HEROES

GRAIN = 1024.0
WORD = 4294967295


@kernel
def small(value):
    """`value` cut towards zero to a multiple of 1/1024: sums of such numbers do not depend on their order.

    Cutting towards zero, unlike rounding down, commutes with the half-turn: small(-v) == -small(v).
    """
    return float(int(value * GRAIN)) / GRAIN + 0.0


@kernel
def mix(word):
    """A bijection of 32-bit words in which each bit of the result hangs on each bit of `word`.

    Multipliers stay below 2^31, so that int64 never overflows.
    """
    word = ((word >> 16) ^ word) * 73244475 & WORD
    word = ((word >> 16) ^ word) * 73244475 & WORD
    return (word >> 16) ^ word


@kernel
def draw(seed, key, tick, stream):
    """A random number in [0, 1): a hash of the match seed, the side's key, a tick or decision, and a stream."""
    word = mix((seed & WORD) ^ 2654435769)
    word = mix(word ^ (seed >> 32 & WORD))
    word = mix(word ^ (key & WORD))
    word = mix(word ^ (tick & WORD))
    word = mix(word ^ (stream * 668265263 & WORD))
    return float(word) / 4294967296.0


@kernel
def sign_of(half):
    """+1.0 for west (half 0), -1.0 for east: own-frame coordinates are this times the world's."""
    return 1.0 - 2.0 * half


@kernel
def cell_of(r, s, x, y):
    """Cell of the map a point lies in, worked out in the frame of side `s`, so that borders turn with it."""
    n = r.n
    ix = min(max(math.floor((s * x + r.half) / r.cell), 0), n - 1)
    iy = min(max(math.floor((s * y + r.half) / r.cell), 0), n - 1)
    cell = iy * n + ix
    if s < 0.0:
        cell = n * n - 1 - cell
    return cell


@kernel
def cell_x(r, cell):
    """x of a cell's centre."""
    return (cell % r.n + 0.5) * r.cell - r.half


@kernel
def cell_y(r, cell):
    """y of a cell's centre."""
    return (cell // r.n + 0.5) * r.cell - r.half


@kernel
def hero_of(m, number):
    """State of the hero that is unit `number`."""
    return m.heroes[number // HALF * HEROES + number % HALF]


@kernel
def distance2(a, b):
    """Squared distance of two units."""
    dx = b.x - a.x
    dy = b.y - a.y
    return dx * dx + dy * dy
