"""What each side sees: cells within sight of its units, not above them, not behind walls.

Sight is worked out on the map's cells, once a decision: each unit adds the rows of bits that its cell and
kind see (map_tables.sight), and a unit of the other side is seen when the bit of its own cell is set.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.daylight import is_night, sight_class
from arena.games.moba.layout import (
    FIRST_NEUTRAL,
    HALF,
    HERO,
    HEROES,
    HIDDEN,
    REVEALED,
)
from arena.games.moba.numbers import cell_of, sign_of
from arena.games.moba.sides import is_neutral


@kernel
def list_living(m, w):
    """Fill `ids`, `count` and `troops` with the living units of each half, by slot."""
    for half in range(2):
        found = 0
        for slot in range(HALF):
            if slot == FIRST_NEUTRAL:
                w.troops[half] = found
            unit = half * HALF + slot
            if m.units[unit].alive:
                w.ids[half, found] = unit
                found += 1
        w.count[half] = found


@kernel
def light(m, r, t, w, half):
    """Set the bits of every cell the half sees."""
    rows = m.lit[half]
    rows[:] = 0
    reach = t.sight.shape[2] // 2
    s = sign_of(half)
    night = is_night(m, r)
    for place in range(w.troops[half]):
        unit = m.units[w.ids[half, place]]
        cell = cell_of(r, s, unit.x, unit.y)
        seen = t.sight[sight_class(r, unit.kind, night), cell]
        first = cell // r.n - reach
        for k in range(2 * reach + 1):
            row = first + k
            if row >= 0 and row < r.n:
                rows[row] |= seen[k]


@kernel
def remember(m, h):
    """Keep where, when and in what state the other side sees hero `h`."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    hero.seen_x = unit.x
    hero.seen_y = unit.y
    hero.seen_health = unit.health
    hero.seen_max_health = unit.max_health
    hero.seen_mana = hero.mana
    hero.seen_level = hero.level
    hero.seen_tick = m.tick


@kernel
def look(m, r, t, w):
    """Set `seen` of every living unit, and the last-seen memory of heroes."""
    for half in range(2):
        light(m, r, t, w, half)
    for half in range(2):
        s = sign_of(half)
        rows = m.lit[1 - half]
        own_rows = m.lit[half]
        for place in range(w.count[half]):
            number = w.ids[half, place]
            unit = m.units[number]
            cell = cell_of(r, s, unit.x, unit.y)
            seen = rows[cell // r.n] >> (cell % r.n) & 1
            if unit.status & HIDDEN and not unit.status & REVEALED:
                seen = 0
            if is_neutral(number):
                seen |= (own_rows[cell // r.n] >> (cell % r.n) & 1) << 1
            unit.seen = seen
            if seen and unit.kind == HERO:
                remember(m, half * HEROES + number - half * HALF)
