"""What a death is worth: gold, experience and entries in the ledger, for the killer and those near."""

from __future__ import annotations

from arena.games.kernel import (
    kernel,
)
from arena.games.moba.layout import (
    ANCIENT_FELLED,
    ASSISTS,
    BARRACK,
    BARRACKS_FELLED,
    BOSS,
    BOSSES_KILLED,
    CORE,
    COURIERS_KILLED,
    DEATHS,
    DENIES,
    EXPERIENCE,
    GOLD,
    HALF,
    HEROES,
    KILLS,
    LAST_HITS,
    NEUTRALS_KILLED,
    STRUCTURES_FELLED,
    TOWERS_FELLED,
)
from arena.games.moba.numbers import (
    distance2,
    hero_of,
)
from arena.games.moba.sides import (
    is_neutral,
)

SHARE_RANGE = 1500.0
ASSIST_TICKS = 300
ASSIST_GOLD = 60
KILL_XP = 80
KILL_XP_LEVEL = 45


@kernel
def earn(r, hero, gold):
    """Gold for a hero, by the variant's factor; a double, so that it is compiled for one type alone."""
    amount = int(gold * r.variant.gold)
    hero.gold += amount
    hero.tally[GOLD] += amount


@kernel
def learn(r, hero, xp):
    """Experience for a hero, by the variant's factor; a double, as gold."""
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
            learn(r, m.heroes[side * HEROES + slot], float(xp // near))


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
            earn(r, helper, float(ASSIST_GOLD + share))


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
        earn(r, taker, float(w.bounty[half * HEROES + victim % HALF]))
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
            earn(r, m.heroes[other * HEROES + slot], float(data.gold_each))
    killer = w.killer[victim]
    if killer >= 0 and killer % HALF < HEROES:
        hero = hero_of(m, killer)
        earn(r, hero, float(data.gold))
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
            earn(r, hero, float(data.gold))
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
            earn(r, m.heroes[other * HEROES + slot], float(r.kinds[m.units[victim].kind].gold_each))
    if killer % HALF < HEROES:
        hero_of(m, killer).tally[COURIERS_KILLED] += 1.0
