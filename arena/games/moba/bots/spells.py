"""When a scripted player uses which ability: by its targeting mode and by what its effects are good for."""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import cast, gap2, kind_of
from arena.games.moba.bots.view import is_under_tower
from arena.games.moba.casting import PULSE_TICKS
from arena.games.moba.contract import (
    ABILITY_MASK,
    ALLIES,
    ALLY_SLOT,
    ENEMY_CREEP_SLOT,
    ENEMY_CREEPS,
    ENEMY_SLOT,
    SELF_TARGET,
    TARGETS,
)
from arena.games.moba.layout import ABILITIES, ACTIVE_ITEMS, EFFECTS_PER_ABILITY, HALF, HEROES
from arena.games.moba.numbers import distance2, hero_of
from arena.games.moba.rules import (
    AREA_MODE,
    ARMOUR,
    BLINK,
    BURN,
    CHANNEL_MODE,
    DASH,
    DISARM,
    EXECUTE,
    HASTE,
    HEAL,
    INVISIBLE,
    LIFESTEAL,
    LINE_MODE,
    MAGICAL,
    MANA_BURN,
    MIGHT,
    PHYSICAL,
    POINT_MODE,
    PULL,
    PURE,
    PUSH,
    REGENERATION,
    REVEAL,
    ROOT,
    SELF_MODE,
    SHIELD,
    SILENCE,
    SLOW,
    SPEED,
    STUN,
    THORNS,
    TOGGLE_MODE,
    UNIT_MODE,
)
from arena.games.moba.spellbook import key_of, level_at, spell_at

# What abilities are good for, a bit each.
HARM, HINDER, MEND, GUARD, BUFF, ESCAPE, RUSH = 1, 2, 4, 8, 16, 32, 64
ULTIMATE = 3
CLOSE = 700.0
PLENTY = 0.6  # share of mana from which abilities are spent on creeps
HURT = 0.65
RUSH_GAIN = 150.0  # beyond its attack's range from which a hero goes for an enemy by what carries it there


@kernel
def use_of_effect(kind, amount, own):
    """What one effect is good for; `own`: it falls on the caster or is meant for allies."""
    if (
        kind == PHYSICAL
        or kind == MAGICAL
        or kind == PURE
        or kind == BURN
        or kind == EXECUTE
        or kind == MANA_BURN
    ):
        return HARM
    if kind == STUN or kind == ROOT or kind == SLOW or kind == SILENCE or kind == DISARM:
        return HINDER
    if kind == PUSH or kind == PULL or kind == REVEAL:
        return HINDER
    if kind == HEAL:
        return MEND
    if kind == ARMOUR and not own:
        return HARM
    if kind == SHIELD or kind == ARMOUR or kind == THORNS:
        return GUARD
    if kind == HASTE or kind == MIGHT or kind == LIFESTEAL or kind == REGENERATION:
        return BUFF
    if kind == INVISIBLE or kind == SPEED:
        return ESCAPE
    if kind == DASH or kind == BLINK:
        return RUSH
    return 0


@kernel
def use_of(spell):
    """What an ability is good for, as bits."""
    found = 0
    for place in range(EFFECTS_PER_ABILITY):
        effect = spell.effects[place]
        own = effect.on != 0 or spell.ally != 0 or spell.mode == SELF_MODE
        found |= use_of_effect(effect.kind, effect.amount[0], own)
    return found


@kernel
def caught(m, slots, x, y, radius, first, size):
    """How many visible units of some slots lie within a radius of a point."""
    found = 0
    for slot in range(first, first + size):
        number = slots[slot]
        known = number >= 0 and m.units[number].alive and m.units[number].seen
        if known and gap2(m.units[number], x, y) <= radius * radius:
            found += 1
    return found


@kernel
def share_of(unit):
    """Share of its health a unit has left."""
    return unit.health / unit.max_health


@kernel
def is_worth_it(m, v, k, number, heroes):
    """The last ability is kept for two heroes, or for one already hurt; the others are not."""
    return k != ULTIMATE or heroes >= 2 or share_of(m.units[number]) < HURT


@kernel
def may_go_to(m, r, v, me, use, number):
    """An ability that carries its caster along is used where a fight is welcome and no tower waits."""
    if not use & RUSH:
        return True
    other = m.units[number]
    return v.brave and not is_under_tower(m, r, v, me // HALF, other.x, other.y, 0.0 * v.share)


@kernel
def weakest_foe(m, r, v, slots, mask, me, k, use, reach):
    """Slot of the legal enemy hero within reach with the least health, -1 if there is none."""
    best = -1
    least = 1e18
    first = ABILITY_MASK + k * TARGETS
    for slot in range(ENEMY_SLOT, ENEMY_SLOT + HEROES):
        if mask[first + slot]:
            other = m.units[slots[slot]]
            near = distance2(m.units[me], other) <= reach * reach
            if near and other.health < least and may_go_to(m, r, v, me, use, slots[slot]):
                least = other.health
                best = slot
    return best


@kernel
def neediest_friend(m, r, v, slots, mask, me, k, use, spell):
    """Slot of the own hero that most needs a heal, a shield or help in a fight, -1 if none does."""
    best = -1
    least = 1.0
    first = ABILITY_MASK + k * TARGETS
    for turn in range(ALLIES + 1):
        slot = SELF_TARGET if turn == 0 else ALLY_SLOT + turn - 1
        if not mask[first + slot]:
            continue
        other = m.units[slots[slot]]
        if distance2(m.units[me], other) > spell.reach * spell.reach:
            continue
        beset = caught(m, slots, other.x, other.y, CLOSE + 0.0, ENEMY_SLOT + 0, HEROES + 0) > 0
        needy = share_of(other) < HURT if use & MEND else beset
        if needy and share_of(other) <= least:
            least = share_of(other)
            best = slot
    return best


@kernel
def unit_spell(m, r, v, slots, mask, me, k, use, spell):
    """An ability aimed at a unit."""
    if spell.ally:
        return neediest_friend(m, r, v, slots, mask, me, k, use, spell)
    slot = weakest_foe(m, r, v, slots, mask, me, k, use, spell.reach)
    return slot if slot >= 0 and is_worth_it(m, v, k, slots[slot], v.foes) else -1


@kernel
def best_spot(m, r, v, slots, mask, me, k, use, spell):
    """Slot of the enemy hero around whom an ability catches most heroes, -1 if it is worth nowhere its mana."""
    best = -1
    most = 0
    first = ABILITY_MASK + k * TARGETS
    for slot in range(ENEMY_SLOT, ENEMY_SLOT + HEROES):
        if not mask[first + slot]:
            continue
        other = m.units[slots[slot]]
        if distance2(m.units[me], other) > spell.reach * spell.reach:
            continue
        if not may_go_to(m, r, v, me, use, slots[slot]):
            continue
        found = caught(m, slots, other.x, other.y, spell.radius, ENEMY_SLOT + 0, HEROES + 0)
        if found > most and is_worth_it(m, v, k, slots[slot], found):
            most = found
            best = slot
    return best


@kernel
def creep_spot(m, r, v, slots, mask, me, k, use, spell):
    """Slot of an enemy creep around whom an ability catches three or more, with mana to spare; -1 if none."""
    if not use & HARM or use & RUSH or k == ULTIMATE or v.mana < PLENTY:
        return -1
    first = ABILITY_MASK + k * TARGETS
    for slot in range(ENEMY_CREEP_SLOT, ENEMY_CREEP_SLOT + ENEMY_CREEPS):
        if mask[first + slot]:
            other = m.units[slots[slot]]
            near = distance2(m.units[me], other) <= spell.reach * spell.reach
            if (
                near
                and caught(m, slots, other.x, other.y, spell.radius, ENEMY_CREEP_SLOT + 0, ENEMY_CREEPS + 0)
                >= 3
            ):
                return slot
    return -1


@kernel
def missing_near(m, slots, x, y, radius):
    """Health that the own heroes within a radius of a point have lost."""
    total = 0.0
    for turn in range(ALLIES + 1):
        number = slots[SELF_TARGET if turn == 0 else ALLY_SLOT + turn - 1]
        standing = number >= 0 and m.units[number].alive
        if standing and gap2(m.units[number], x, y) <= radius * radius:
            total += m.units[number].max_health - m.units[number].health
    return total


@kernel
def friends_spot(m, v, slots, mask, me, k, spell):
    """Slot of the own hero around whom most health is missing, enough for what is healed; -1 if nobody's is."""
    best = -1
    pulses = max(spell.channel // PULSE_TICKS // 2, 1)  # of a channel half at least
    most = 1.5 * pulses * spell.effects[0].amount[level_at(hero_of(m, me), k)]
    first = ABILITY_MASK + k * TARGETS
    for turn in range(ALLIES + 1):
        slot = SELF_TARGET if turn == 0 else ALLY_SLOT + turn - 1
        if not mask[first + slot]:
            continue
        other = m.units[slots[slot]]
        if distance2(m.units[me], other) > spell.reach * spell.reach:
            continue
        missing = missing_near(m, slots, other.x, other.y, spell.radius)
        if missing >= most:
            most = missing
            best = slot
    return best


@kernel
def point_spell(m, r, v, slots, mask, me, k, use, spell):
    """An ability that falls on a circle of ground, at once or while it is channelled."""
    if spell.mode == CHANNEL_MODE and v.foe_gap < 0.5 * v.reach:
        return -1
    if spell.ally:
        return friends_spot(m, v, slots, mask, me, k, spell)
    slot = best_spot(m, r, v, slots, mask, me, k, use, spell)
    return slot if slot >= 0 else creep_spot(m, r, v, slots, mask, me, k, use, spell)


@kernel
def is_in_the_way(unit, other, target, width):
    """A third unit stands on the straight line between two."""
    dx = target.x - unit.x
    dy = target.y - unit.y
    way = math.sqrt(dx * dx + dy * dy)
    along = (other.x - unit.x) * dx + (other.y - unit.y) * dy
    across = (other.x - unit.x) * dy - (other.y - unit.y) * dx
    return along > 0.0 and along < way * way and abs(across) <= width * way


@kernel
def is_clear(m, slots, me, slot, width):
    """No enemy creep stands between the hero and what is in a slot."""
    for near in range(ENEMY_CREEP_SLOT, ENEMY_CREEP_SLOT + ENEMY_CREEPS):
        if slots[near] >= 0 and is_in_the_way(m.units[me], m.units[slots[near]], m.units[slots[slot]], width):
            return False
    return True


@kernel
def line_spell(m, r, v, slots, mask, me, k, use, spell):
    """An ability that flies straight on: at an enemy hero, past creeps if it stops at the first it meets."""
    slot = weakest_foe(m, r, v, slots, mask, me, k, use, 0.85 * spell.reach)
    if slot < 0 or not is_worth_it(m, v, k, slots[slot], v.foes):
        return -1
    return slot if spell.pierce or is_clear(m, slots, me, slot, spell.radius) else -1


@kernel
def area_spell(m, v, slots, me, k, spell):
    """An ability that falls on all around its caster."""
    unit = m.units[me]
    if spell.ally:
        level = level_at(hero_of(m, me), k)
        return missing_near(m, slots, unit.x, unit.y, spell.radius) >= 1.5 * spell.effects[0].amount[level]
    heroes = caught(m, slots, unit.x, unit.y, 0.9 * spell.radius, ENEMY_SLOT + 0, HEROES + 0)
    return heroes > 0 and is_worth_it(m, v, k, slots[v.foe], heroes)


@kernel
def self_spell(m, v, me, use):
    """An ability on the caster: strength for a fight, protection when it hurts, a way out."""
    unit = m.units[me]
    hurting = unit.hurt > 0 and m.tick - unit.hurt < 30 and v.foe_gap < CLOSE
    if use & GUARD and hurting and v.share < 0.85:
        return True
    if use & BUFF and v.brave and v.foe_gap < v.reach + 150.0:
        return True
    if use & ESCAPE and not v.brave and v.foe_gap < CLOSE + 200.0:
        return True
    return use & MEND != 0 and v.share < HURT


@kernel
def toggle_spell(m, v, slots, me, k, spell):
    """An ability that is on or off: on while it reaches enemies and mana lasts."""
    unit = m.units[me]
    radius = 0.9 * spell.radius
    heroes = caught(m, slots, unit.x, unit.y, radius, ENEMY_SLOT + 0, HEROES + 0)
    creeps = caught(m, slots, unit.x, unit.y, radius, ENEMY_CREEP_SLOT + 0, ENEMY_CREEPS + 0)
    wanted = (heroes > 0 and v.mana > 0.1) or (creeps >= 3 and v.mana > PLENTY)
    return wanted != (hero_of(m, me).toggled[k] != 0)


@kernel
def spell_target(m, r, v, slots, mask, me, k):
    """Slot of what to use ability `k` on, the hero itself where nothing is aimed at; -1 if it is not worth its mana.

    From ABILITIES on `k` is an item in use: the row of the mask either way.
    """
    spell = spell_at(r, hero_of(m, me), key_of(r, hero_of(m, me), kind_of(k)))
    use = use_of(spell)
    if use == RUSH and v.foe_gap < v.reach + RUSH_GAIN:
        return -1
    if spell.mode == TOGGLE_MODE:
        return SELF_TARGET if toggle_spell(m, v, slots, me, k, spell) else -1
    if spell.mode == SELF_MODE:
        return SELF_TARGET if self_spell(m, v, me, use) else -1
    if not v.brave and not spell.ally and (not use & HINDER or v.foe_gap > CLOSE):
        return -1
    if spell.mode == UNIT_MODE:
        return unit_spell(m, r, v, slots, mask, me, k, use, spell)
    if spell.mode == POINT_MODE or spell.mode == CHANNEL_MODE:
        return point_spell(m, r, v, slots, mask, me, k, use, spell)
    if spell.mode == LINE_MODE:
        return line_spell(m, r, v, slots, mask, me, k, use, spell)
    return SELF_TARGET if spell.mode == AREA_MODE and area_spell(m, v, slots, me, k, spell) else -1


@kernel
def use_spells(m, r, v, slots, mask, me, action):
    """Use the last ability that is worth it, then the others, then items; True when one is used."""
    for turn in range(ABILITIES + ACTIVE_ITEMS):
        row = ABILITIES - 1 - turn if turn < ABILITIES else turn
        slot = spell_target(m, r, v, slots, mask, me, row) if mask[kind_of(row)] else -1
        if slot >= 0:
            cast(action, row, slot)
            return True
    return False
