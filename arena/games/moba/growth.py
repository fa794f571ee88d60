"""A hero's own growth: levels, skill points, and what they and items add up to; return from death."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.layout import (
    ABILITIES,
    BUYBACK,
    HALF,
    HEROES,
    HOLD,
    ITEM_SLOTS,
    SECOND_LIVES,
)
from arena.games.moba.numbers import sign_of, small
from arena.games.moba.purchases import buy, buy_potions, can_buy_back, pay_return, take_items
from arena.games.moba.rule_records import MAX_LEVEL
from arena.games.moba.rules import (
    ARMOUR,
    CLEAVE,
    CRITICAL,
    HASTE,
    LIFESTEAL,
    PASSIVE_MODE,
    REGENERATION,
    THORNS,
)

RESIST_MOST = 0.75


@kernel
def add_passive(hero, effect, level):
    """What a passive ability's effect adds to its hero."""
    amount = effect.amount[level]
    if effect.kind == ARMOUR:
        hero.base_armour += amount
    elif effect.kind == HASTE:
        hero.base_haste += amount
    elif effect.kind == LIFESTEAL:
        hero.base_lifesteal += amount
    elif effect.kind == THORNS:
        hero.base_thorns += amount
    elif effect.kind == REGENERATION:
        hero.base_regen += amount
    elif effect.kind == CRITICAL:
        hero.crit = amount
        hero.crit_factor = effect.extra
    elif effect.kind == CLEAVE:
        hero.cleave = amount
        hero.cleave_radius = effect.extra


@kernel
def add_item(hero, unit, item):
    """What an item adds."""
    unit.max_health += item.health
    hero.max_mana += item.mana
    hero.base_regen += item.health_regen
    hero.mana_regen += item.mana_regen
    hero.base_armour += item.armour
    hero.resist += (1.0 - hero.resist) * item.resist
    hero.base_damage += item.damage
    hero.base_haste += item.haste
    hero.base_speed += item.speed
    hero.base_lifesteal += item.lifesteal


@kernel
def set_base(hero, unit, data):
    """The hero at its level, without items or abilities."""
    level = hero.level - 1.0
    unit.max_health = small((data.health + data.health_growth * level) * hero.factor[0])
    hero.max_mana = small((data.mana + data.mana_growth * level) * hero.factor[1])
    hero.base_regen = data.health_regen + data.health_regen_growth * level
    hero.mana_regen = data.mana_regen + data.mana_regen_growth * level
    hero.base_armour = data.armour + data.armour_growth * level
    hero.resist = data.resist
    hero.base_damage = small((data.damage + data.damage_growth * level) * hero.factor[2])
    hero.base_haste = data.haste_growth * level
    hero.base_speed = data.speed
    hero.base_lifesteal = 0.0
    hero.base_thorns = 0.0
    hero.crit = 0.0
    hero.cleave = 0.0


@kernel
def build_up(m, r, h):
    """Work a hero's numbers out anew; what its greatest health and mana gain, it has at once."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    data = r.heroes[hero.hero]
    health, mana = unit.max_health, hero.max_mana
    set_base(hero, unit, data)
    for place in range(ITEM_SLOTS):
        if hero.items[place] > 0:
            add_item(hero, unit, r.items[hero.items[place] - 1])
    for k in range(ABILITIES):
        spell = data.abilities[k]
        if spell.mode == PASSIVE_MODE and hero.skill[k] > 0:
            for place in range(len(spell.effects)):
                add_passive(hero, spell.effects[place], hero.skill[k] - 1)
    hero.resist = min(hero.resist, RESIST_MOST)
    if unit.alive:
        unit.health += unit.max_health - health
        hero.mana += hero.max_mana - mana
    unit.armour = hero.base_armour
    unit.damage = hero.base_damage
    unit.speed = hero.base_speed
    hero.haste = hero.base_haste
    hero.lifesteal = hero.base_lifesteal
    hero.thorns = hero.base_thorns
    hero.health_regen = hero.base_regen


@kernel
def rise(m, r, h):
    """Levels a hero has the experience for, a skill point with each."""
    hero = m.heroes[h]
    rose = False
    while hero.level < MAX_LEVEL and hero.xp >= r.xp_to_level[hero.level + 1]:
        hero.level += 1
        rose = True
        k = hero.skills[hero.level - 1]
        if k >= 0:
            hero.skill[k] += 1
    return rose


@kernel
def come_home(m, r, h):
    """Stand the hero at its fountain, each slot on a place of its own."""
    half = h // HEROES
    s = sign_of(half)
    unit = m.units[half * HALF + h % HEROES]
    unit.x = s * (r.fountain[0] + (h % HEROES - 2) * 90.0) + 0.0
    unit.y = s * (r.fountain[1] - (h % HEROES - 2) * 90.0) + 0.0


@kernel
def revive(m, r, h):
    """Bring a dead hero back, whole: at its fountain, or where it fell if it had a second life."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    if hero.rises > 0:
        hero.rises = 0
        hero.tally[SECOND_LIVES] += 1.0
    else:
        come_home(m, r, h)
    unit.alive = 1
    unit.born = m.tick
    unit.health = unit.max_health
    unit.target = -1
    unit.windup = 0
    unit.status = 0
    unit.seen = 0
    hero.mana = hero.max_mana
    hero.respawn = 0


@kernel
def grow_heroes(m, r):
    """Levels, purchases and returns of all heroes."""
    for h in range(2 * HEROES):
        hero = m.heroes[h]
        if hero.hero < 0:
            continue
        if hero.order == BUYBACK:
            hero.order = HOLD
            if can_buy_back(m, r, h):
                pay_return(m, r, h)
                revive(m, r, h)
        rose = rise(m, r, h)
        buy_potions(m, r, h)
        buy(m, r, h)
        if take_items(m, r, h) or rose:
            build_up(m, r, h)
        if hero.respawn > 0 and m.tick >= hero.respawn:
            revive(m, r, h)
