"""Other values for all that a side cannot know of a match, written from what the contract says a side can know."""

from __future__ import annotations

from typing import Any

import numpy as np

from arena.games.moba import layout as lay
from arena.games.moba.numbers import cell_of, sign_of

KNOWN_OF_HEROES = {
    "hero", "respawn", "seen_x", "seen_y", "seen_health", "seen_max_health", "seen_mana", "seen_level", "seen_tick",
}  # fmt: skip
HIDDEN_STATE = set(lay.HERO_STATE.names or ()) - KNOWN_OF_HEROES
SHOWN_IN_SIGHT = {"haste", "level", "mana", "shield", "cast", "channel", "recall"}
HIDDEN_UNIT = set(lay.UNIT.names or ()) - {"kind", "alive", "seen"}
STANDING = {"x", "y", "health", "max_health", "damage", "armour", "step", "lane", "open"}
CHOICES = {
    "cast": (-1, lay.ABILITIES), "channel": (-1, lay.ABILITIES), "skill": (0, 4), "items": (0, 10),
    "target": (0, lay.UNITS), "order_unit": (0, lay.UNITS), "cast_unit": (0, lay.UNITS), "build": (0, 10),
    "skills": (-1, lay.ABILITIES), "lane": (0, 3), "step": (0, 3), "open": (0, 3), "order": (0, lay.KINDS),
    "next_item": (0, 4), "got": (0, 4), "carried": (0, 4), "level": (0, 3), "second_life": (0, 2),
    "x": (-4000, 4000), "y": (-4000, 4000), "anchor_x": (-4000, 4000), "anchor_y": (-4000, 4000),
}  # fmt: skip
"""Least value and one above the greatest; other fields may be anything from 1 to 2,999."""


def scramble(record: Any, names: set[str], rng: np.random.Generator) -> None:
    """Give the named fields of one record other values, within what the rules could hold."""
    for name in sorted(names):
        low, high = CHOICES.get(name, (1, 3000))
        shape = np.shape(record[name])
        record[name] = rng.integers(low, high, shape) if shape else rng.integers(low, high)


def bit_of(number: int, half: int) -> int:
    """The bit of a unit's `seen` that says whether a side sees it."""
    return 1 if number // lay.HALF != half else 2


def hide_keys(m: Any, half: int, rng: np.random.Generator) -> None:
    """Randomness, what the other side sees, and what a match notes for nobody's eyes."""
    m.keys[:] = rng.integers(0, 1 << 32, 2)
    m.seed = rng.integers(0, 1 << 62)
    m.lit[1 - half] = rng.integers(0, 1 << 40, lay.GRID_ROWS)
    m.camp[:] = rng.integers(0, 1 << 16, (2, lay.CAMPS))
    m.boss_due, m.boss_health = rng.integers(0, 1 << 16), rng.random() + 0.5
    m.courier_for[1 - half] = rng.integers(-1, lay.HEROES)
    m.courier_due[1 - half] = rng.integers(0, 1 << 16)
    for number in range(lay.UNITS):
        kept = bit_of(number, half)
        if number // lay.HALF == half or number % lay.HALF >= lay.FIRST_NEUTRAL:
            m.units[number].seen = (m.units[number].seen & kept) | (rng.integers(0, 4) & ~kept)


def hide_runes(m: Any, rules: Any, half: int, rng: np.random.Generator) -> int:
    """Runes at points the side does not see."""
    changed = 0
    for owner in range(2):
        s = sign_of(owner)
        cell = int(cell_of(rules, s, s * rules.rune[0], s * rules.rune[1]))
        n = int(rules.n)
        if not int(m.lit[half, cell // n]) >> (cell % n) & 1:
            m.rune[owner] = rng.integers(0, len(lay.RUNE_NAMES))
            changed += 1
    return changed


def hide_boss(m: Any, half: int, rng: np.random.Generator) -> None:
    """Before its first death, out of sight, the boss may be in either pit."""
    number = m.pit * lay.HALF + lay.BOSS
    if m.boss_died == 0 and not (m.units[number].alive and m.units[number].seen & bit_of(number, half)):
        m.pit = rng.integers(0, 2)


def hide_units(m: Any, half: int, rng: np.random.Generator) -> int:
    """Enemies and neutrals out of sight, and what enemies in sight do not show; how many were changed."""
    changed = 0
    for number in range(lay.UNITS):
        slot, other = number % lay.HALF, number // lay.HALF != half
        if not other and slot < lay.FIRST_NEUTRAL:
            continue
        unit, kept = m.units[number], bit_of(number, half)
        seen = bool(unit.alive and unit.seen & kept)
        if slot < lay.HEROES and m.heroes[number // lay.HALF * lay.HEROES + slot].hero >= 0:
            names = HIDDEN_STATE - SHOWN_IN_SIGHT if seen else HIDDEN_STATE
            scramble(m.heroes[number // lay.HALF * lay.HEROES + slot], names, rng)
        if seen:
            continue
        structure = lay.FIRST_STRUCTURE <= slot < lay.COURIER
        rests = (
            not unit.alive and lay.FIRST_CREEP <= slot < lay.FIRST_NEUTRAL
        )  # whom it killed may still aim at it
        if rests or (structure and not unit.alive):
            continue
        scramble(unit, HIDDEN_UNIT - STANDING if structure else HIDDEN_UNIT, rng)
        changed += not structure
        hide_existence(unit, slot, kept, rng)
    return changed


def hide_existence(unit: Any, slot: int, kept: int, rng: np.random.Generator) -> None:
    """Whether there is a creep, a neutral or a courier out of sight, and of which kind."""
    if slot < lay.COURIER:
        return
    if slot > lay.COURIER:
        kinds = (lay.SMALL, lay.BEAST) if slot >= lay.FIRST_NEUTRAL else (lay.MELEE, lay.SIEGE)
        unit.kind = rng.integers(kinds[0], kinds[1] + 1)
    unit.alive = rng.integers(0, 2)
    unit.seen &= ~kept


def hide_all(m: Any, rules: Any, half: int, rng: np.random.Generator) -> dict[str, int]:
    """Change all that side `half` cannot know of match `m`; how many units and runes out of sight were changed."""
    hide_keys(m, half, rng)
    hide_boss(m, half, rng)
    changed = {"runes": hide_runes(m, rules, half, rng), "units": hide_units(m, half, rng)}
    for place in range(int(m.effect_count[1 - half])):
        m.effects[1 - half, place]["amount"] = rng.integers(1, 500)
        m.effects[1 - half, place]["end"] += rng.integers(1, 500)
    return changed
