"""Effects that last: stuns, slows, burns, shields and the rest, and what they make of their bearer.

They lie in the pool of their target's half, in an order the half-turn keeps: effects cast by the target's
own half enter first (docs/decisions/0001). The state of a unit is built anew from them each tick.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.combat import after_resist, deal
from arena.games.moba.layout import (
    DISARMED,
    EFFECT_POOL,
    EFFECT_POOL_FULL,
    EFFECTS,
    HALF,
    HERO,
    HEROES,
    HIDDEN,
    ORPHAN_EFFECT,
    REVEALED,
    ROOTED,
    SILENCED,
    STUNNED,
)
from arena.games.moba.numbers import hero_of, small
from arena.games.moba.rules import (
    ARMOUR,
    BURN,
    DISARM,
    HASTE,
    INVISIBLE,
    LIFESTEAL,
    MIGHT,
    REGENERATION,
    REVEAL,
    ROOT,
    SHIELD,
    SILENCE,
    SLOW,
    SPEED,
    STUN,
    THORNS,
)

BURN_TICKS = 15
SLOWEST, FASTEST = 100.0, 550.0


@kernel
def reset_unit(m, r, w, number):
    """The unit as it is without any effect."""
    unit = m.units[number]
    unit.status = 0
    w.slow[number] = 0.0
    w.fast[number] = 0.0
    if unit.kind == HERO:
        hero = hero_of(m, number)
        unit.speed = hero.base_speed
        unit.armour = hero.base_armour
        unit.damage = hero.base_damage
        hero.haste = hero.base_haste
        hero.lifesteal = hero.base_lifesteal
        hero.thorns = hero.base_thorns
        hero.health_regen = hero.base_regen
    else:
        unit.speed = r.kinds[unit.kind].speed
        unit.armour = r.kinds[unit.kind].armour


@kernel
def flag_of(kind):
    """The flag an effect raises, 0 for none."""
    if kind == STUN:
        return STUNNED
    if kind == ROOT:
        return ROOTED
    if kind == SILENCE:
        return SILENCED
    if kind == DISARM:
        return DISARMED
    if kind == INVISIBLE:
        return HIDDEN
    if kind == REVEAL:
        return REVEALED
    return 0


@kernel
def weigh_hero(hero, unit, kind, amount):
    """Add what only heroes feel."""
    if kind == HASTE:
        hero.haste += amount
    elif kind == MIGHT:
        unit.damage += amount
    elif kind == LIFESTEAL:
        hero.lifesteal += amount
    elif kind == THORNS:
        hero.thorns += amount
    elif kind == REGENERATION:
        hero.health_regen += amount


@kernel
def weigh(m, r, w, effect):
    """Add one effect to the state of its target."""
    unit = m.units[effect.target]
    kind = effect.kind
    amount = small(effect.amount)
    unit.status |= flag_of(kind)
    if kind == SLOW:
        w.slow[effect.target] = max(w.slow[effect.target], amount)
    elif kind == SPEED:
        w.fast[effect.target] += amount
    elif kind == ARMOUR:
        unit.armour += amount
    elif kind == BURN:
        age = m.tick - effect.begin
        if age > 0 and age % BURN_TICKS == 0:
            deal(m, r, w, effect.source, effect.target, after_resist(m, effect.target, amount * 0.5))
    elif unit.kind == HERO:
        weigh_hero(hero_of(m, effect.target), unit, kind, amount)


@kernel
def is_over(m, effect):
    """The effect's time is up, after as many ticks as it was to last, or its bearer is gone."""
    unit = m.units[effect.target]
    if not unit.alive:
        return True
    if unit.born > effect.begin:
        m.faults[ORPHAN_EFFECT] += 1
        return True
    return m.tick > effect.end


@kernel
def copy_effect(to, source):
    """Overwrite one effect by another."""
    to.target = source.target
    to.source = source.source
    to.kind = source.kind
    to.ability = source.ability
    to.amount = source.amount
    to.begin = source.begin
    to.end = source.end


@kernel
def drop_ended(m, half):
    """Close the gaps that ended effects leave; the others keep their order."""
    pool = m.effects[half]
    kept = 0
    for place in range(m.effect_count[half]):
        if not is_over(m, pool[place]):
            if kept != place:
                copy_effect(pool[kept], pool[place])
            kept += 1
    m.effect_count[half] = kept


@kernel
def cap_shields(m, half):
    """What is left of a shield ends with its effect: no more stays than the largest still upon the hero."""
    pool = m.effects[half]
    for slot in range(HEROES):
        hero = m.heroes[half * HEROES + slot]
        if hero.shield <= 0.0:
            continue
        most = 0.0
        for place in range(m.effect_count[half]):
            if pool[place].kind == SHIELD and pool[place].target == half * HALF + slot:
                most = max(most, small(pool[place].amount))
        hero.shield = min(hero.shield, most)


@kernel
def run_effects(m, r, w):
    """End what is over and build the state of every bearer anew."""
    for half in range(2):
        pool = m.effects[half]
        for place in range(m.effect_count[half]):
            reset_unit(m, r, w, pool[place].target)
        drop_ended(m, half)
        cap_shields(m, half)
    for half in range(2):
        pool = m.effects[half]
        for place in range(m.effect_count[half]):
            weigh(m, r, w, pool[place])
        for place in range(m.effect_count[half]):
            number = pool[place].target
            unit = m.units[number]
            if w.slow[number] > 0.0 or w.fast[number] > 0.0:
                base = hero_of(m, number).base_speed if unit.kind == HERO else r.kinds[unit.kind].speed
                speed = base * (1.0 + w.fast[number]) * (1.0 - w.slow[number])
                unit.speed = small(min(max(speed, SLOWEST), FASTEST))


@kernel
def same_effect(m, half, effect):
    """Place of the same ability's same effect on the same target, -1 if there is none."""
    pool = m.effects[half]
    for place in range(m.effect_count[half]):
        other = pool[place]
        if other.target == effect.target and other.kind == effect.kind and other.ability == effect.ability:
            return place
    return -1


@kernel
def settle(m, half, effect):
    """Enter one effect: the same ability's does not stack, it is renewed."""
    pool = m.effects[half]
    place = same_effect(m, half, effect)
    if place >= 0:
        pool[place].end = max(pool[place].end, effect.end)
        pool[place].amount = effect.amount
        pool[place].source = effect.source
    elif m.effect_count[half] < EFFECTS:
        copy_effect(pool[m.effect_count[half]], effect)
        m.effect_count[half] += 1
        m.peak[half, EFFECT_POOL] = max(m.peak[half, EFFECT_POOL], m.effect_count[half])
    else:
        m.faults[EFFECT_POOL_FULL] += 1
        return
    if effect.kind == SHIELD:
        hero = hero_of(m, effect.target)
        hero.shield = max(hero.shield, small(effect.amount))


@kernel
def enter_effects(m, w):
    """Move the effects cast this tick to the pools of their targets, the target's own half first."""
    for half in range(2):
        for turn in range(2):
            caster = half if turn == 0 else 1 - half
            for place in range(w.pending_count[caster]):
                effect = w.pending[caster, place]
                if effect.target // HALF == half and m.units[effect.target].alive:
                    settle(m, half, effect)
    w.pending_count[0] = 0
    w.pending_count[1] = 0
