"""How things stand for one hero: its state, who is near, which side is stronger there, whether towers reach it."""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import gap2
from arena.games.moba.bots.view import NOWHERE, is_under_tower
from arena.games.moba.combat import attack_reach
from arena.games.moba.contract import (
    ALLIES,
    ALLY_SLOT,
    ENEMY_CREEP_SLOT,
    ENEMY_CREEPS,
    ENEMY_SLOT,
    OWN_CREEP_SLOT,
    OWN_CREEPS,
    OWN_STRUCTURE_SLOT,
    OWN_STRUCTURES,
)
from arena.games.moba.layout import FIRST_STRUCTURE, HALF, HEROES, STRUCTURES
from arena.games.moba.numbers import distance2, hero_of, sign_of
from arena.games.moba.perception import known_gap

NEAR = 1300.0
FRESH_TICKS = 90  # an enemy hero out of sight counts for so long after it was seen
CREEP_NEAR = 600.0
CREEP_POWER = 2000.0
TOWER_POWER = 120.0  # for each point of a tower's damage
TOWER_NEAR = 450.0
MARGIN = 60.0


@kernel
def power_of(health, level):
    """Strength of a hero in a fight, in a unit of its own: health, and what levels add to its blows."""
    return health * (10.0 + level)


@kernel
def weigh_friends(m, r, v, slots, me):
    """Strength of the own heroes and towers near by."""
    unit = m.units[me]
    v.power = power_of(unit.health, hero_of(m, me).level)
    v.friends = 0
    for slot in range(ALLY_SLOT, ALLY_SLOT + ALLIES):
        number = slots[slot]
        if number >= 0 and m.units[number].alive and distance2(unit, m.units[number]) < NEAR * NEAR:
            v.power += power_of(m.units[number].health, hero_of(m, number).level)
            v.friends += 1
    v.sheltered = 0
    v.beset_home = 0
    for slot in range(OWN_STRUCTURE_SLOT, OWN_STRUCTURE_SLOT + OWN_STRUCTURES):
        number = slots[slot]
        if number >= 0 and distance2(unit, m.units[number]) < TOWER_NEAR * TOWER_NEAR:
            v.power += m.units[number].damage * TOWER_POWER
            v.sheltered = v.sheltered or m.units[number].damage > 0.0
            v.beset_home = v.beset_home or v.attacked[number % HALF - FIRST_STRUCTURE]


@kernel
def weigh_foe(m, v, slot, number, gap):
    """Add one enemy hero near by: as it is if in sight, as last seen if that was just now."""
    other = m.units[number]
    hero = hero_of(m, number)
    if other.seen:
        v.foes += 1
        v.foe_power += power_of(other.health, hero.seen_level)
        if gap < v.foe_gap:
            v.foe_gap = gap
            v.foe = slot
    elif m.tick - hero.seen_tick < FRESH_TICKS:
        v.foes += 1
        v.foe_power += power_of(hero.seen_health, hero.seen_level)


@kernel
def weigh_foes(m, v, slots, me):
    """Number and strength of the enemy heroes near by; the nearest enemy hero."""
    unit = m.units[me]
    v.foes = 0
    v.foe = -1
    v.foe_gap = NOWHERE
    v.foe_power = 0.0
    for slot in range(ENEMY_SLOT, ENEMY_SLOT + HEROES):
        number = slots[slot]
        if number >= 0 and m.units[number].alive and hero_of(m, number).seen_tick >= 0:
            gap = math.sqrt(known_gap(m, unit, number))
            if gap < NEAR:
                weigh_foe(m, v, slot, number, gap)


@kernel
def weigh_creeps(m, v, slots, me):
    """Add the creeps of both sides near by; count those that strike at the hero."""
    unit = m.units[me]
    v.beset = 0
    for slot in range(ENEMY_CREEP_SLOT, ENEMY_CREEP_SLOT + ENEMY_CREEPS):
        number = slots[slot]
        if number >= 0 and distance2(unit, m.units[number]) < CREEP_NEAR * CREEP_NEAR:
            v.foe_power += CREEP_POWER
            v.beset += m.units[number].target == me
    for slot in range(OWN_CREEP_SLOT, OWN_CREEP_SLOT + OWN_CREEPS):
        number = slots[slot]
        if number >= 0 and distance2(unit, m.units[number]) < CREEP_NEAR * CREEP_NEAR:
            v.power += CREEP_POWER


@kernel
def weigh_towers(m, r, v, half, me):
    """Whether enemy towers reach the hero, and whether one shoots at it."""
    unit = m.units[me]
    first = (1 - half) * HALF + FIRST_STRUCTURE
    v.targeted = 0
    for place in range(STRUCTURES):
        tower = m.units[first + place]
        if tower.alive and tower.seen and tower.target == me:
            v.targeted = 1
    v.covered = is_under_tower(m, r, v, half, unit.x, unit.y, MARGIN + 0.0)


@kernel
def survey(m, r, v, slots, me):
    """Fill in what `view.VIEW` says about one hero."""
    half = me // HALF
    unit = m.units[me]
    hero = hero_of(m, me)
    s = sign_of(half)
    v.share = unit.health / unit.max_health
    v.mana = hero.mana / hero.max_mana
    v.reach = attack_reach(m, r, me)
    v.home = math.sqrt(gap2(unit, s * r.fountain[0], s * r.fountain[1]))
    weigh_friends(m, r, v, slots, me)
    weigh_foes(m, v, slots, me)
    weigh_creeps(m, v, slots, me)
    weigh_towers(m, r, v, half, me)
    v.bold = v.friends >= 2 and v.share > 0.5 and v.power > 2.0 * v.foe_power
    v.brave = v.share > 0.3 and v.power >= v.foe_power
