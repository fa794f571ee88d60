"""What a tick's damage leads to: health lost and gained, deaths, fallen structures; income and recovery."""

from __future__ import annotations

from arena.games.kernel import (
    kernel,
)
from arena.games.moba.boss import (
    leave_pit,
)
from arena.games.moba.bounty import (
    set_bounties,
)
from arena.games.moba.combat import (
    is_structure,
)
from arena.games.moba.courier import (
    lose_courier,
)
from arena.games.moba.layout import (
    ANCIENT,
    BARRACK,
    BARRACKS,
    BASE_TOWER,
    BOSS,
    FIRST_STRUCTURE,
    GOLD,
    HALF,
    HEALTH_GAINED,
    HEALTH_LOST,
    HERO,
    HEROES,
    NOBODY,
    RUNNER,
)
from arena.games.moba.neutrals import (
    leave_camp,
    provoke,
)
from arena.games.moba.numbers import (
    hero_of,
    small,
)
from arena.games.moba.rewards import (
    reward_courier,
    reward_creep,
    reward_hero,
    reward_neutral,
    reward_structure,
)
from arena.games.moba.sides import (
    is_neutral,
)
from arena.games.moba.vision import (
    list_living,
)

REST_HEALTH = 0.08  # share of health and mana a second at the own fountain
FOUNTAIN_RANGE = 900.0
RECOVERY = 8.0  # health a second of a structure that is left alone
RECOVERY_TICKS = 150
RISE_TICKS = 150  # from death to rising again where it fell, for who carries a second life


@kernel
def absorb(hero, damage):
    """What a hero's shield lets through."""
    taken = min(hero.shield, damage)
    hero.shield -= taken
    return damage - taken


@kernel
def hurt_one(m, w, number):
    """Enter a unit's damage and healing of the tick; True when it dies of them."""
    unit = m.units[number]
    damage = w.damage[number]
    before = unit.health
    if damage > 0.0:
        unit.hurt = m.tick
        if unit.kind == HERO:
            hero = hero_of(m, number)
            damage = absorb(hero, damage)
            hero.recall = 0
    unit.health = min(unit.health + w.healing[number] - damage, unit.max_health)
    if unit.kind == HERO:
        change = unit.health - before
        hero = hero_of(m, number)
        if change > 0.0:
            hero.tally[HEALTH_GAINED] += change
        else:
            hero.tally[HEALTH_LOST] -= change
    return unit.health <= 0.0


@kernel
def settle_damage(m, w):
    """Enter all damage of the tick and list who dies."""
    w.dying_count = 0
    for half in range(2):
        for place in range(w.count[half]):
            number = w.ids[half, place]
            if w.damage[number] > 0.0 or w.healing[number] > 0.0:
                if hurt_one(m, w, number):
                    w.dying[w.dying_count] = number
                    w.dying_count += 1
                if place >= w.troops[half]:
                    provoke(m, w, number)
    for h in range(2 * HEROES):
        if w.burnt[h] > 0.0:
            m.heroes[h].mana = max(m.heroes[h].mana - w.burnt[h], 0.0)


@kernel
def open_next(m, victim):
    """A fallen structure opens what stood behind it."""
    half = victim // HALF
    first = half * HALF
    slot = victim % HALF
    place = slot - FIRST_STRUCTURE
    if slot < BARRACKS:
        behind = slot + 1 if place % 3 < 2 else BARRACKS + place // 3
        m.units[first + behind].open = 1
    elif slot < BASE_TOWER:
        m.base_open[half] = 1
        m.units[first + BASE_TOWER].open = 1
        m.units[first + BASE_TOWER + 1].open = 1
    elif not m.units[first + BASE_TOWER].alive and not m.units[first + BASE_TOWER + 1].alive:
        m.units[first + ANCIENT].open = 1


@kernel
def bury_hero(m, r, number):
    """A hero's death: time by level, and an end to all it was doing."""
    hero = hero_of(m, number)
    unit = m.units[number]
    seconds = r.variant.respawn_base + r.variant.respawn_level * hero.level
    hero.respawn = m.tick + int(seconds * 30.0)
    if hero.second_life:
        hero.second_life = 0
        hero.rises = m.tick + RISE_TICKS
        hero.respawn = hero.rises
    hero.streak = 0
    hero.shield = 0.0
    hero.cast = -1
    hero.channel = -1
    hero.recall = 0
    hero.potion_end = 0
    hero.toggled[:] = 0
    hero.hurt_by[:] = 0
    hero.order = 0
    unit.health = 0.0


@kernel
def bury(m, r, number):
    """Take a dead unit off the field."""
    unit = m.units[number]
    unit.alive = 0
    unit.target = -1
    unit.windup = 0
    if unit.kind == HERO:
        bury_hero(m, r, number)
    elif is_structure(unit):
        unit.health = 0.0
        if unit.kind == BARRACK:
            m.rebuild[number // HALF, unit.lane] = m.tick + r.variant.rebuild
    elif unit.kind == RUNNER:
        lose_courier(m, r, number // HALF)
    else:
        if number % HALF == BOSS:
            leave_pit(m, r, number)
        elif is_neutral(number):
            leave_camp(m, number)
        unit.kind = NOBODY
        unit.born = m.tick


@kernel
def settle_deaths(m, r, w):
    """Rewards first, from the state in which all the dying still stand; then they go."""
    if w.dying_count == 0:
        return
    set_bounties(m, r, w)
    for place in range(w.dying_count):
        victim = w.dying[place]
        unit = m.units[victim]
        if unit.kind == HERO:
            reward_hero(m, r, w, victim)
        elif is_structure(unit):
            reward_structure(m, r, w, victim)
        elif is_neutral(victim):
            reward_neutral(m, r, w, victim)
        elif unit.kind == RUNNER:
            reward_courier(m, r, w, victim)
        else:
            reward_creep(m, r, w, victim)
    for place in range(w.dying_count):
        bury(m, r, w.dying[place])
    list_living(m, w)  # the dead neither walk nor stand in anyone's way
    for place in range(w.dying_count):
        victim = w.dying[place]
        if is_structure(m.units[victim]):
            open_next(m, victim)


@kernel
def is_home(m, r, number):
    """The unit stands at its own fountain."""
    unit = m.units[number]
    s = 1.0 - 2.0 * (number // HALF)
    dx = unit.x - s * r.fountain[0]
    dy = unit.y - s * r.fountain[1]
    return dx * dx + dy * dy <= FOUNTAIN_RANGE * FOUNTAIN_RANGE


@kernel
def regenerate(m, r, w):
    """Health and mana come back: heroes always, faster at home; structures when left alone."""
    for half in range(2):
        for slot in range(HEROES):
            number = half * HALF + slot
            unit = m.units[number]
            if not unit.alive:
                continue
            hero = m.heroes[half * HEROES + slot]
            health, mana = hero.health_regen, hero.mana_regen
            if is_home(m, r, number):
                health += REST_HEALTH * unit.max_health
                mana += REST_HEALTH * hero.max_mana
            if hero.potion_end > 0:
                health += r.potion.health * 30.0 / r.potion.ticks
                mana += r.potion.mana * 30.0 / r.potion.ticks
                if m.tick >= hero.potion_end:
                    hero.potion_end = 0
            if unit.health < unit.max_health:
                w.healing[number] += small(health / 30.0)
            hero.mana = min(hero.mana + small(mana / 30.0), hero.max_mana)
        for slot in range(FIRST_STRUCTURE, BASE_TOWER + 3):
            unit = m.units[half * HALF + slot]
            alone = m.tick - unit.anchor > RECOVERY_TICKS and m.tick - unit.hurt > RECOVERY_TICKS
            if unit.alive and alone and unit.health < unit.max_health:
                w.healing[half * HALF + slot] += small(RECOVERY / 30.0)


@kernel
def pay_income(m, r):
    """One gold for every hero when its time has come."""
    if m.tick % r.variant.gold_ticks == 0:
        for h in range(2 * HEROES):
            if m.heroes[h].hero >= 0:
                m.heroes[h].gold += 1
                m.heroes[h].tally[GOLD] += 1.0


@kernel
def wear_structures(m, r):
    """With each growth of the creeps structures lose some of their strength: an old match must end."""
    if m.wave == 0 or m.wave < r.variant.wear_from or m.wave % r.variant.growth_every != 0:
        return
    if (
        m.tick - r.variant.first_wave
    ) % r.variant.wave != 0 or m.wave // r.variant.growth_every > r.variant.growth_cap:
        return
    keep = 1.0 - r.variant.wear
    for half in range(2):
        for slot in range(FIRST_STRUCTURE, BASE_TOWER + 3):
            unit = m.units[half * HALF + slot]
            unit.max_health = small(unit.max_health * keep)
            if unit.alive:
                unit.health = max(small(unit.health * keep), 1.0)
