"""Potions and buybacks of scripted players."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import order
from arena.games.moba.economy import is_home
from arena.games.moba.layout import BARRACKS, BUYBACK, FIRST_STRUCTURE, HEROES, POTION, STRUCTURES
from arena.games.moba.numbers import hero_of

CALM_TICKS = 90  # damage by an enemy hero ends a potion
LONG_WAIT = 240  # ticks of death that a buyback is worth
LAST_STAND = 4  # structures left on the shortest way to defeat


@kernel
def drink_when_hurt(m, r, mask, me, action):
    """Drink a potion away from home, with no hero's blow for a while and as much to heal as it heals."""
    unit = m.units[me]
    if not mask[POTION] or unit.max_health - unit.health < r.potion.health or is_home(m, r, me):
        return False
    hero = hero_of(m, me)
    for slot in range(HEROES):
        if hero.hurt_by[slot] > 0 and m.tick - hero.hurt_by[slot] < CALM_TICKS:
            return False
    order(action, POTION + 0)
    return True


@kernel
def is_base_attacked(v):
    """A third tower, a barracks or what stands in the base is under attack."""
    for place in range(STRUCTURES):
        vital = place >= BARRACKS - FIRST_STRUCTURE or place % 3 == 2
        if v.attacked[place] and vital:
            return True
    return False


@kernel
def buy_back(m, v, h, action):
    """Return from a long death when the base is under attack, or little is left of it."""
    if m.heroes[h].respawn - m.tick < LONG_WAIT:
        return
    if is_base_attacked(v) or v.left[0] < LAST_STAND:
        order(action, BUYBACK + 0)
