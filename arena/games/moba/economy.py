"""What a tick's damage leads to: deaths, gold, experience, levels, items, respawns, fallen structures."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.boss import leave_pit
from arena.games.moba.bounty import set_bounties
from arena.games.moba.combat import is_structure
from arena.games.moba.courier import lose_courier
from arena.games.moba.layout import (
    ANCIENT,
    ANCIENT_FELLED,
    ASSISTS,
    BARRACK,
    BARRACKS,
    BARRACKS_FELLED,
    BASE_TOWER,
    BOSS,
    BOSSES_KILLED,
    CORE,
    COURIERS_KILLED,
    DEATHS,
    DENIES,
    EXPERIENCE,
    FIRST_STRUCTURE,
    GOLD,
    HALF,
    HEALTH_GAINED,
    HEALTH_LOST,
    HERO,
    HEROES,
    KILLS,
    LAST_HITS,
    NEUTRALS_KILLED,
    NOBODY,
    RUNNER,
    STRUCTURES_FELLED,
    TOWERS_FELLED,
)
from arena.games.moba.neutrals import leave_camp, provoke
from arena.games.moba.numbers import distance2, hero_of, small
from arena.games.moba.sides import is_neutral
from arena.games.moba.vision import list_living

SHARE_RANGE = 1500.0
ASSIST_TICKS = 300
ASSIST_GOLD = 60
KILL_XP = 80
KILL_XP_LEVEL = 45
REST_HEALTH = 0.08  # share of health and mana a second at the own fountain
FOUNTAIN_RANGE = 900.0
RECOVERY = 8.0  # health a second of a structure that is left alone
RECOVERY_TICKS = 150
RISE_TICKS = 150  # from death to rising again where it fell, for who carries a second life


@kernel
def earn(r, hero, gold):
    """Gold for a hero, by the variant's factor."""
    amount = int(gold * r.variant.gold)
    hero.gold += amount
    hero.tally[GOLD] += amount


@kernel
def learn(r, hero, xp):
    """Experience for a hero, by the variant's factor."""
    amount = int(xp * r.variant.xp)
    hero.xp += amount
    hero.tally[EXPERIENCE] += amount


@kernel
def is_near(m, number, victim):
    """A living hero within the range at which experience is shared."""
    unit = m.units[number]
    return unit.alive and distance2(unit, m.units[victim]) <= SHARE_RANGE * SHARE_RANGE


@kernel
def share_xp(m, r, victim, side, xp):
    """Divide a death's experience among the heroes of a side who stand near."""
    near = 0
    for slot in range(HEROES):
        if m.heroes[side * HEROES + slot].hero >= 0 and is_near(m, side * HALF + slot, victim):
            near += 1
    if near == 0:
        return
    for slot in range(HEROES):
        if m.heroes[side * HEROES + slot].hero >= 0 and is_near(m, side * HALF + slot, victim):
            learn(r, m.heroes[side * HEROES + slot], xp // near)


@kernel
def reward_assists(m, r, w, victim, killer):
    """Assists for those who hurt the hero lately; they share the bounty when no hero took the kill."""
    hero = hero_of(m, victim)
    other = 1 - victim // HALF
    helpers = 0
    for slot in range(HEROES):
        recent = hero.hurt_by[slot] > 0 and m.tick - hero.hurt_by[slot] <= ASSIST_TICKS
        if recent and other * HALF + slot != killer:
            helpers += 1
    for slot in range(HEROES):
        recent = hero.hurt_by[slot] > 0 and m.tick - hero.hurt_by[slot] <= ASSIST_TICKS
        if recent and other * HALF + slot != killer:
            helper = m.heroes[other * HEROES + slot]
            helper.tally[ASSISTS] += 1.0
            share = 0
            if killer < 0:
                share = w.bounty[victim // HALF * HEROES + victim % HALF] // helpers
            earn(r, helper, ASSIST_GOLD + share)


@kernel
def reward_hero(m, r, w, victim):
    """Rewards for a hero's death."""
    half = victim // HALF
    hero = hero_of(m, victim)
    killer = w.killer[victim]
    if killer >= 0 and (killer // HALF == half or killer % HALF >= HEROES):
        killer = -1
    if killer >= 0:
        taker = hero_of(m, killer)
        taker.tally[KILLS] += 1.0
        taker.streak += 1
        earn(r, taker, w.bounty[half * HEROES + victim % HALF])
    m.kills[1 - half] += 1
    hero.tally[DEATHS] += 1.0
    reward_assists(m, r, w, victim, killer)
    share_xp(m, r, victim, 1 - half, KILL_XP + KILL_XP_LEVEL * hero.level)


@kernel
def reward_structure(m, r, w, victim):
    """Rewards for a structure's fall: all heroes of the other side, and more for who felled it."""
    other = 1 - victim // HALF
    unit = m.units[victim]
    data = r.kinds[unit.kind]
    for slot in range(HEROES):
        if m.heroes[other * HEROES + slot].hero >= 0:
            earn(r, m.heroes[other * HEROES + slot], data.gold_each)
    killer = w.killer[victim]
    if killer >= 0 and killer % HALF < HEROES:
        hero = hero_of(m, killer)
        earn(r, hero, data.gold)
        hero.tally[STRUCTURES_FELLED] += 1.0
        if unit.kind == BARRACK:
            hero.tally[BARRACKS_FELLED] += 1.0
        elif unit.kind == CORE:
            hero.tally[ANCIENT_FELLED] += 1.0
        else:
            hero.tally[TOWERS_FELLED] += 1.0
    share_xp(m, r, victim, other, data.xp)


@kernel
def reward_creep(m, r, w, victim):
    """Last hit or deny, and the experience of those near."""
    data = r.kinds[m.units[victim].kind]
    killer = w.killer[victim]
    xp = data.xp
    if killer >= 0 and killer % HALF < HEROES:
        hero = hero_of(m, killer)
        if killer // HALF == victim // HALF:
            hero.tally[DENIES] += 1.0
            xp = xp // 2
        else:
            hero.tally[LAST_HITS] += 1.0
            earn(r, hero, data.gold)
    share_xp(m, r, victim, 1 - victim // HALF, xp)


@kernel
def reward_neutral(m, r, w, victim):
    """Gold for who killed a neutral, and experience for those of its side who stand near."""
    data = r.kinds[m.units[victim].kind]
    killer = w.killer[victim]
    if killer >= 0 and killer % HALF < HEROES:
        worth = 1.0 + data.reward_growth * m.units[victim].step
        hero = hero_of(m, killer)
        earn(r, hero, data.gold * worth)
        share_xp(m, r, victim, killer // HALF, int(data.xp * worth))
        if victim % HALF == BOSS:
            reward_boss(m, r, hero, killer // HALF, data.gold_each * worth)
        else:
            hero.tally[NEUTRALS_KILLED] += 1.0


@kernel
def reward_boss(m, r, hero, side, gold):
    """The boss's death pays all heroes of the side; who killed it carries a second life."""
    hero.tally[BOSSES_KILLED] += 1.0
    hero.second_life = 1
    m.bosses[side] += 1
    for slot in range(HEROES):
        if m.heroes[side * HEROES + slot].hero >= 0:
            earn(r, m.heroes[side * HEROES + slot], gold)


@kernel
def reward_courier(m, r, w, victim):
    """Gold for all heroes of the side that killed a courier."""
    killer = w.killer[victim]
    if killer < 0 or is_neutral(killer):
        return
    other = killer // HALF
    for slot in range(HEROES):
        if m.heroes[other * HEROES + slot].hero >= 0:
            earn(r, m.heroes[other * HEROES + slot], r.kinds[m.units[victim].kind].gold_each)
    if killer % HALF < HEROES:
        hero_of(m, killer).tally[COURIERS_KILLED] += 1.0


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
