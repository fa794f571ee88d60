"""From an order to an ability's effect: casting, channels, toggles, auras; and the flight of missiles."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.abilities import apply_around, apply_chain, apply_to_self, sweep, throw
from arena.games.moba.combat import copy_missile, follow, hit
from arena.games.moba.layout import (
    ABILITIES,
    CASTS,
    HALF,
    HEROES,
    HOLD,
    ITEMS_USED,
    MANA_SPENT,
    SILENCED,
    STUNNED,
)
from arena.games.moba.numbers import hero_of
from arena.games.moba.rules import (
    AREA_MODE,
    AURA_MODE,
    CHANNEL_MODE,
    LINE_MODE,
    PASSIVE_MODE,
    POINT_MODE,
    SELF_MODE,
    TOGGLE_MODE,
    UNIT_MODE,
)
from arena.games.moba.sides import is_seen_by
from arena.games.moba.spellbook import code_at, key_of, level_at, spell_at, spell_of

PULSE_TICKS = 15
CAST_SLACK = 150.0


@kernel
def hindrances(k):
    """The flags that keep a hero from casting: a silence does not keep it from using items."""
    return STUNNED | SILENCED if k < ABILITIES else STUNNED


@kernel
def ability_ready(m, r, h, k):
    """Ability, or item in use, `k` of hero `h` is learnt, payable and not cooling down; nothing hinders casting."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    if not unit.alive or unit.status & hindrances(k) or hero.cast >= 0:
        return False
    if k >= ABILITIES:
        slot = k - ABILITIES
        return m.tick >= hero.item_ready[slot] and hero.mana >= spell_at(r, hero, k).cost[0]
    spell = r.heroes[hero.hero].abilities[k]
    if hero.skill[k] < 1 or spell.mode == PASSIVE_MODE or spell.mode == AURA_MODE:
        return False
    paid = hero.toggled[k] or hero.mana >= spell.cost[hero.skill[k] - 1]  # switching off is free
    return m.tick >= hero.cooldown[k] and paid


@kernel
def aims_at_unit(spell):
    """The ability wants a unit as its target."""
    return spell.mode == UNIT_MODE


@kernel
def aims_at_point(spell):
    """The ability wants a point or a direction."""
    return spell.mode == POINT_MODE or spell.mode == LINE_MODE or spell.mode == CHANNEL_MODE


@kernel
def pay(m, hero, k, spell, level):
    """Take a spell's mana, begin its cooldown and enter the cast in the tally."""
    cost = spell.cost[level]
    if k < ABILITIES:
        if hero.toggled[k]:
            cost = 0.0
        hero.cooldown[k] = m.tick + spell.cooldown[level]
        hero.tally[CASTS + k] += 1.0
    else:
        hero.item_ready[k - ABILITIES] = m.tick + spell.cooldown[level]
        hero.tally[ITEMS_USED] += 1.0
    hero.mana = max(hero.mana - cost, 0.0)
    hero.tally[MANA_SPENT] += cost


@kernel
def is_valid_target(m, number, target, reach):
    """The unit aimed at still lives, is seen and is not much out of range."""
    unit = m.units[target]
    if not unit.alive or not is_seen_by(m, number // HALF, target):
        return False
    dx = unit.x - m.units[number].x
    dy = unit.y - m.units[number].y
    limit = reach + CAST_SLACK
    return dx * dx + dy * dy <= limit * limit


@kernel
def take_effect(m, r, w, number, k):
    """The cast time is over: pay, and let the ability, or item in use, do what its mode says."""
    hero = hero_of(m, number)
    unit = m.units[number]
    spell = spell_at(r, hero, k)
    level = level_at(hero, k)
    ability = code_at(hero, k)
    x = hero.cast_x
    y = hero.cast_y
    if spell.mode == UNIT_MODE:
        if not is_valid_target(m, number, hero.cast_unit, spell.reach):
            return
        x = m.units[hero.cast_unit].x
        y = m.units[hero.cast_unit].y
    pay(m, hero, k, spell, level)
    apply_to_self(m, r, w, number, ability, spell, level, x, y)
    if spell.mode == UNIT_MODE:
        if spell.speed > 0.0:
            throw(m, number, hero.cast_unit, ability, spell, level, x, y)
        else:
            apply_chain(m, r, w, number, hero.cast_unit, ability, spell, level)
    elif spell.mode == LINE_MODE:
        nobody = -1
        throw(m, number, nobody + 0, ability, spell, level, x, y)
    elif spell.mode == POINT_MODE:
        apply_around(m, r, w, number, ability, spell, level, x, y)
    elif spell.mode == AREA_MODE:
        apply_around(m, r, w, number, ability, spell, level, unit.x, unit.y)
    elif spell.mode == SELF_MODE:
        apply_chain(m, r, w, number, number, ability, spell, level)
    elif spell.mode == TOGGLE_MODE:
        hero.toggled[k] = 1 - hero.toggled[k]
    elif spell.mode == CHANNEL_MODE:
        hero.channel = k
        hero.channel_end = m.tick + spell.channel


@kernel
def pulse(m, r, w, number, k):
    """What an aura or a running toggle does every half second."""
    hero = hero_of(m, number)
    spell = r.heroes[hero.hero].abilities[k]
    if hero.skill[k] < 1 or (spell.mode != AURA_MODE and not hero.toggled[k]):
        return
    unit = m.units[number]
    level = hero.skill[k] - 1
    if spell.mode == TOGGLE_MODE:
        if hero.mana < spell.cost[level]:
            hero.toggled[k] = 0
            return
        hero.mana -= spell.cost[level]
        hero.tally[MANA_SPENT] += spell.cost[level]
    ability = hero.hero * ABILITIES + k
    apply_around(m, r, w, number, ability, spell, level, unit.x, unit.y)


@kernel
def keep_channel(m, r, w, number):
    """Go on with a channel, or break it off when the hero is hindered or ordered elsewhere."""
    hero = hero_of(m, number)
    unit = m.units[number]
    if unit.status & (STUNNED | SILENCED) or hero.order != HOLD:
        hero.channel = -1
        return
    k = hero.channel
    spell = r.heroes[hero.hero].abilities[k]
    if m.tick >= hero.channel_end:
        hero.channel = -1
    if (hero.channel_end - m.tick) % PULSE_TICKS == 0:
        ability = hero.hero * ABILITIES + k
        apply_around(m, r, w, number, ability, spell, hero.skill[k] - 1, hero.cast_x, hero.cast_y)


@kernel
def cast_one(m, r, w, number):
    """Casting of one hero in one tick."""
    hero = hero_of(m, number)
    unit = m.units[number]
    if (m.tick + number % HALF) % PULSE_TICKS == 0:
        for k in range(ABILITIES):
            mode = r.heroes[hero.hero].abilities[k].mode
            if mode == AURA_MODE or mode == TOGGLE_MODE:
                pulse(m, r, w, number, k)
    if hero.channel >= 0:
        keep_channel(m, r, w, number)
    if hero.cast >= 0:
        if unit.status & hindrances(hero.cast):
            hero.cast = -1
        elif m.tick >= hero.cast_end:
            k = hero.cast
            hero.cast = -1
            take_effect(m, r, w, number, k)


@kernel
def cast(m, r, w):
    """Casting of all living heroes."""
    for half in range(2):
        for slot in range(HEROES):
            number = half * HALF + slot
            if m.units[number].alive:
                cast_one(m, r, w, number)


@kernel
def begin_cast(m, r, h):
    """Obey a cast order: begin when the target is within range; otherwise the hero walks on."""
    hero = m.heroes[h]
    k = key_of(r, hero, hero.order)
    number = h // HEROES * HALF + h % HEROES
    unit = m.units[number]
    if k < 0 or not ability_ready(m, r, h, k):
        return
    spell = spell_at(r, hero, k)
    x = hero.order_x
    y = hero.order_y
    if aims_at_unit(spell):
        target = m.units[hero.order_unit]
        x = target.x
        y = target.y
    dx = x - unit.x
    dy = y - unit.y
    ranged = aims_at_unit(spell) or spell.mode == POINT_MODE or spell.mode == CHANNEL_MODE
    if ranged and dx * dx + dy * dy > spell.reach * spell.reach:
        return
    hero.cast = k
    hero.cast_end = m.tick + spell.cast
    hero.cast_unit = hero.order_unit
    hero.cast_x = x
    hero.cast_y = y
    hero.order = HOLD
    hero.channel = -1
    unit.windup = 0


@kernel
def arrive(m, r, w, missile):
    """A missile reaches the unit it follows."""
    if missile.ability >= 0:
        spell = spell_of(m, r, missile.source, missile.ability)
        apply_chain(m, r, w, missile.source, missile.target, missile.ability, spell, missile.level)
    else:
        hit(m, r, w, missile.source, missile.target, missile.damage, missile.attack)


@kernel
def fly_one(m, r, w, missile):
    """Move one missile; True when it is spent. One whose target died falls to the ground."""
    if missile.target >= 0:
        if not m.units[missile.target].alive:
            return True
        if follow(m, missile):
            arrive(m, r, w, missile)
            return True
        return False
    return sweep(m, r, w, missile, spell_of(m, r, missile.source, missile.ability))


@kernel
def fly(m, r, w):
    """Move all missiles; those still flying close the gaps, in order."""
    for half in range(2):
        pool = m.missiles[half]
        kept = 0
        for place in range(m.missile_count[half]):
            if not fly_one(m, r, w, pool[place]):
                if kept != place:
                    copy_missile(pool[kept], pool[place])
                kept += 1
        m.missile_count[half] = kept
