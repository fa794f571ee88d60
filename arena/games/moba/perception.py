"""What a hero can name in its actions: the units in its target slots, and the masks of what is legal.

Only units the hero's side sees fill a slot, except structures, whose places everyone knows, and enemy heroes
out of sight, who keep their slot as last seen but are no legal target.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.casting import ability_ready, aims_at_point, aims_at_unit
from arena.games.moba.combat import is_structure
from arena.games.moba.contract import (
    ABILITY_MASK,
    ALLIES,
    ALLY_SLOT,
    ATTACK_MASK,
    COURIER_SLOT,
    CREEP_RANGE,
    ENEMIES,
    ENEMY_CREEP_SLOT,
    ENEMY_CREEPS,
    ENEMY_SLOT,
    ENEMY_STRUCTURE_SLOT,
    ENEMY_STRUCTURES,
    ITEM_MASK,
    NEUTRAL_RANGE,
    NEUTRAL_SLOT,
    NEUTRALS_SEEN,
    OWN_CREEP_SLOT,
    OWN_CREEPS,
    OWN_STRUCTURE_SLOT,
    OWN_STRUCTURES,
    SELF_TARGET,
    STRUCTURE_RANGE,
    TARGETS,
)
from arena.games.moba.economy import is_home
from arena.games.moba.layout import (
    ABILITIES,
    ACTIVE_ITEMS,
    ATTACK,
    BUYBACK,
    CAST_1,
    COURIER,
    DISARMED,
    FIRST_CREEP,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    HOLD,
    ITEM_SLOTS,
    MOVE,
    POTION,
    RECALL,
    STUNNED,
    USE_1,
)
from arena.games.moba.numbers import distance2, hero_of
from arena.games.moba.purchases import can_buy_back, can_drink
from arena.games.moba.sides import is_own, is_seen_by
from arena.games.moba.spellbook import spell_at

DENY_SHARE = 0.5
REACH_SLACK = 300.0
UNHURT_TICKS = 30  # a recall cannot be begun within a second of being hurt
FAR = 1e18


@kernel
def insert(slots, gaps, number, gap):
    """Keep the nearest units of a class in order; equal gaps keep the order of arrival."""
    place = len(slots) - 1
    if gap >= gaps[place]:
        return
    while place > 0 and gaps[place - 1] > gap:
        gaps[place] = gaps[place - 1]
        slots[place] = slots[place - 1]
        place -= 1
    gaps[place] = gap
    slots[place] = number


@kernel
def known_gap(m, unit, number):
    """Squared distance to an enemy hero as far as it is known: seen, or last seen."""
    other = m.units[number]
    if other.alive and other.seen:
        return distance2(unit, other)
    hero = hero_of(m, number)
    if hero.seen_tick < 0:
        return FAR * 0.5
    dx = hero.seen_x - unit.x
    dy = hero.seen_y - unit.y
    return dx * dx + dy * dy


@kernel
def place_heroes(m, slots, gaps, half, me):
    """Allies and enemy heroes, nearest first."""
    unit = m.units[me]
    ally_slots, ally_gaps = slots[ALLY_SLOT : ALLY_SLOT + ALLIES], gaps[ALLY_SLOT : ALLY_SLOT + ALLIES]
    enemy_slots, enemy_gaps = (
        slots[ENEMY_SLOT : ENEMY_SLOT + ENEMIES],
        gaps[ENEMY_SLOT : ENEMY_SLOT + ENEMIES],
    )
    for slot in range(HEROES):
        ally = half * HALF + slot
        if ally != me and m.heroes[half * HEROES + slot].hero >= 0:
            gap = distance2(unit, m.units[ally]) if m.units[ally].alive else FAR * 0.5
            insert(ally_slots, ally_gaps, ally, gap)
        enemy = (1 - half) * HALF + slot
        if m.heroes[(1 - half) * HEROES + slot].hero >= 0:
            insert(enemy_slots, enemy_gaps, enemy, known_gap(m, unit, enemy))


@kernel
def place_creeps(m, w, slots, gaps, half, me):
    """Creeps of both sides within range."""
    unit = m.units[me]
    for turn in range(2):
        side = half if turn == 0 else 1 - half
        first = OWN_CREEP_SLOT if turn == 0 else ENEMY_CREEP_SLOT
        last = first + (OWN_CREEPS if turn == 0 else ENEMY_CREEPS)
        creep_slots, creep_gaps = slots[first:last], gaps[first:last]
        for place in range(w.troops[side]):
            number = w.ids[side, place]
            if number % HALF < FIRST_CREEP:
                continue
            other = m.units[number]
            gap = distance2(unit, other)
            if gap < CREEP_RANGE * CREEP_RANGE and (turn == 0 or other.seen):
                insert(creep_slots, creep_gaps, number, gap)


@kernel
def place_others(m, w, slots, gaps, half, me):
    """Neutrals of both halves in sight and within range, and the enemy's courier in sight."""
    unit = m.units[me]
    near_slots = slots[NEUTRAL_SLOT : NEUTRAL_SLOT + NEUTRALS_SEEN]
    near_gaps = gaps[NEUTRAL_SLOT : NEUTRAL_SLOT + NEUTRALS_SEEN]
    for turn in range(2):
        side = half if turn == 0 else 1 - half
        for place in range(w.troops[side], w.count[side]):
            number = w.ids[side, place]
            gap = distance2(unit, m.units[number])
            if gap < NEUTRAL_RANGE * NEUTRAL_RANGE and is_seen_by(m, half, number):
                insert(near_slots, near_gaps, number, gap)
    courier = (1 - half) * HALF + COURIER
    if m.units[courier].alive and m.units[courier].seen:
        slots[COURIER_SLOT] = courier


@kernel
def place_structures(m, slots, gaps, half, me):
    """Standing structures of both sides within range."""
    unit = m.units[me]
    for turn in range(2):
        side = half if turn == 0 else 1 - half
        first = OWN_STRUCTURE_SLOT if turn == 0 else ENEMY_STRUCTURE_SLOT
        last = first + (OWN_STRUCTURES if turn == 0 else ENEMY_STRUCTURES)
        near_slots, near_gaps = slots[first:last], gaps[first:last]
        for slot in range(FIRST_STRUCTURE, COURIER):
            number = side * HALF + slot
            if m.units[number].alive:
                gap = distance2(unit, m.units[number])
                if gap < STRUCTURE_RANGE * STRUCTURE_RANGE:
                    insert(near_slots, near_gaps, number, gap)


@kernel
def can_attack(m, me, number):
    """The unit is a legal target of an attack: a foe in sight, or an own creep low enough to deny."""
    other = m.units[number]
    half = me // HALF
    if not other.alive or not is_seen_by(m, half, number):
        return False
    if is_own(half, number):
        return number % HALF >= FIRST_CREEP and other.health < DENY_SHARE * other.max_health
    return other.open != 0 or not is_structure(other)


@kernel
def mask_attack(m, mask, slots, me):
    """Legal targets of the attack; the kind is legal when there is one."""
    unit = m.units[me]
    if unit.status & (STUNNED | DISARMED):
        return
    for slot in range(TARGETS):
        number = slots[slot]
        if slot != SELF_TARGET and number >= 0 and can_attack(m, me, number):
            mask[ATTACK_MASK + slot] = True
            mask[ATTACK] = True


@kernel
def can_aim(m, spell, me, number):
    """The ability may be aimed at the unit."""
    other = m.units[number]
    half = me // HALF
    if not other.alive or is_structure(other) or is_own(half, number) != (spell.ally != 0):
        return False
    if not is_seen_by(m, half, number):
        return False
    limit = spell.reach + REACH_SLACK
    return distance2(m.units[me], other) <= limit * limit


@kernel
def mask_cast(m, r, mask, slots, me, h, k, kind, first):
    """Legal targets of one ability or item in use, a row from `first`, and whether it can be used: `kind`."""
    if not ability_ready(m, r, h, k):
        return
    spell = spell_at(r, m.heroes[h], k)
    wants_unit = aims_at_unit(spell)
    if not wants_unit:
        mask[kind] = True
    if not wants_unit and not aims_at_point(spell):
        return
    for slot in range(TARGETS):
        number = slots[slot]
        if number >= 0 and can_aim(m, spell, me, number):
            mask[first + slot] = True
            mask[kind] = True


@kernel
def mask_items(m, r, mask, slots, me, h):
    """Legal uses of the items that have one, in the order of their slots."""
    hero = m.heroes[h]
    found = 0
    for slot in range(ITEM_SLOTS):
        if hero.items[slot] > 0 and r.items[hero.items[slot] - 1].usable and found < ACTIVE_ITEMS:
            k = ABILITIES + slot
            mask_cast(m, r, mask, slots, me, h, k, USE_1 + found, ITEM_MASK + found * TARGETS)
            found += 1


@kernel
def perceive(m, r, w, slots, gaps, mask, h):
    """Fill the target slots (TARGETS,) int64, -1 empty, and the mask (MASK_SIZE,) bool of one hero."""
    half = h // HEROES
    me = half * HALF + h % HEROES
    slots[:] = -1
    gaps[:] = FAR
    mask[:] = False
    mask[HOLD] = True
    if m.heroes[h].hero < 0:
        return
    place_heroes(m, slots, gaps, half, me)
    unit = m.units[me]
    if not unit.alive:
        mask[BUYBACK] = can_buy_back(m, r, h)
        return
    slots[SELF_TARGET] = me
    place_creeps(m, w, slots, gaps, half, me)
    place_structures(m, slots, gaps, half, me)
    place_others(m, w, slots, gaps, half, me)
    if unit.status & STUNNED:
        return
    mask[MOVE] = True
    mask_attack(m, mask, slots, me)
    for k in range(ABILITIES):
        mask_cast(m, r, mask, slots, me, h, k, CAST_1 + k, ABILITY_MASK + k * TARGETS)
    mask_items(m, r, mask, slots, me, h)
    mask[POTION] = can_drink(m, h)
    mask[RECALL] = m.heroes[h].recall == 0 and not is_home(m, r, me) and m.tick - unit.hurt > UNHURT_TICKS
