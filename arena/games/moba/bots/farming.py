"""Last hits, denies, and what else a scripted player does to creeps and structures."""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.bots.view import is_under_tower
from arena.games.moba.combat import after_armour, attack_interval, attack_windup, in_reach, missile_speed
from arena.games.moba.contract import (
    ATTACK_MASK,
    ENEMY_CREEP_SLOT,
    ENEMY_CREEPS,
    ENEMY_STRUCTURE_SLOT,
    ENEMY_STRUCTURES,
    OWN_CREEP_SLOT,
    OWN_CREEPS,
)
from arena.games.moba.layout import FIRST_STRUCTURE, HALF
from arena.games.moba.numbers import distance2

STEP_UP = 250.0  # beyond its attack's range a hero goes for a creep
PATIENCE = 1.2  # in blows: a creep weaker than this is waited for


@kernel
def ticks_to_land(m, r, me, number):
    """Ticks until an attack begun now hits: wind-up and flight."""
    ticks = float(attack_windup(m, r, me))
    speed = missile_speed(m, r, me)
    if speed > 0.0:
        ticks += 30.0 * math.sqrt(distance2(m.units[me], m.units[number])) / speed
    return ticks


@kernel
def wear_of(m, r, slots, number):
    """Damage a tick that the own creeps near by are doing to a unit."""
    total = 0.0
    for slot in range(OWN_CREEP_SLOT, OWN_CREEP_SLOT + OWN_CREEPS):
        if slots[slot] >= 0:
            creep = m.units[slots[slot]]
            if creep.target == number:
                total += creep.damage / attack_interval(m, r, slots[slot])
    return after_armour(m, number, total)


@kernel
def last_hit(m, r, v, slots, mask, me):
    """Slot of the enemy creep to hit; -1 if there is none, -2 if one is about to be ready and worth the wait.

    A creep that the blow will kill comes first, the strongest reward being the siege creep's. Without one the
    nearest is hit, unless an enemy hero is near to take what this hero leaves weak.
    """
    best, fresh = -1, -1
    least, weak = 1e18, 1e18
    for slot in range(ENEMY_CREEP_SLOT, ENEMY_CREEP_SLOT + ENEMY_CREEPS):
        if not mask[ATTACK_MASK + slot] or not in_reach(m, r, me, slots[slot], STEP_UP + 0.0):
            continue
        number = slots[slot]
        creep = m.units[number]
        if is_under_tower(m, r, v, me // HALF, creep.x, creep.y, -v.reach):
            continue
        blow = after_armour(m, number, m.units[me].damage)
        left = creep.health - 0.8 * wear_of(m, r, slots, number) * ticks_to_land(m, r, me, number)
        weak = min(weak, left / blow)
        if fresh < 0:
            fresh = slot
        if left <= blow and left < least:
            least = left
            best = slot
    if best >= 0 or fresh < 0:
        return best
    return -2 if weak < PATIENCE and v.foes > 0 and not v.grouped else fresh


@kernel
def deny(m, r, slots, mask, me):
    """Slot of an own creep that a blow kills before the enemy takes it, -1 if there is none."""
    for slot in range(OWN_CREEP_SLOT, OWN_CREEP_SLOT + OWN_CREEPS):
        if mask[ATTACK_MASK + slot] and in_reach(m, r, me, slots[slot], 0.0 * STEP_UP):
            blow = after_armour(m, slots[slot], m.units[me].damage)
            if m.units[slots[slot]].health <= blow:
                return slot
    return -1


@kernel
def siege(m, r, v, slots, mask, me):
    """Slot of an enemy structure whose fire the own creeps draw, -1 if there is none near."""
    half = me // HALF
    for slot in range(ENEMY_STRUCTURE_SLOT, ENEMY_STRUCTURE_SLOT + ENEMY_STRUCTURES):
        if not mask[ATTACK_MASK + slot] or not in_reach(m, r, me, slots[slot], 2.0 * STEP_UP):
            continue
        other = m.units[slots[slot]]
        attended = v.tanks[slots[slot] % HALF - FIRST_STRUCTURE] > 0
        if attended and (v.bold or not is_under_tower(m, r, v, half, other.x, other.y, -v.reach)):
            return slot
    return -1


@kernel
def work(m, r, v, slots, mask, me):
    """Slot of the creep or structure to attack, -1 for none."""
    slot = last_hit(m, r, v, slots, mask, me)
    if slot < 0 and v.foes > 0:
        slot = max(slot, deny(m, r, slots, mask, me))
    if slot == -1:
        slot = siege(m, r, v, slots, mask, me)
    return slot
