"""Neutral camps: when they are filled, whom their dwellers fight, how far they go.

A neutral rests at its place until a hero hurts one of its camp or comes very near, chases that hero as far as its
leash, then goes home and heals. It fights heroes alone; creeps and structures leave it alone. Its slot says which
camp it belongs to, so the half-turn maps camps like everything else.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.combat import in_reach
from arena.games.moba.layout import (
    BOSS,
    CAMP_SIZE,
    CAMPS,
    COURIER,
    FIGHTING,
    FIRST_NEUTRAL,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    LEAVING,
    NOBODY,
    RESTING,
)
from arena.games.moba.numbers import distance2, sign_of, small
from arena.games.moba.sides import is_in_sight

SPOT_X = (-50.0, 50.0, 0.0)  # places of a camp's dwellers round its middle, in the own frame
SPOT_Y = (-30.0, -30.0, 60.0)
GROWTHS = 20  # no neutral grows more often
WATCH = 900.0  # a camp with a hero, a creep or a courier this near is not filled
SETTLE_TICKS = 60  # nor one whose last dweller died just now: an order or a missile may still name it
NOTICE = 220.0  # a hero this near is fought
SEARCH = 500.0  # who has lost its hero looks this far for another
LEASH = 700.0  # from its place
AT_HOME = 60.0
STRAY = 90.0  # one that was pushed further than this goes back
MIND_TICKS = 8
CALM_TICKS = 90
HEALING = 0.1  # share of health a second, on the way home and at rest


@kernel
def spot_x(r, number):
    """Where a neutral lives, x: its place in its camp, or the pit."""
    place = number % HALF - FIRST_NEUTRAL
    s = sign_of(number // HALF)
    if number % HALF == BOSS:
        return s * r.boss_pit[0] + 0.0
    return s * (r.camps[place // CAMP_SIZE, 0] + SPOT_X[place % CAMP_SIZE]) + 0.0


@kernel
def spot_y(r, number):
    """Where a neutral lives, y."""
    place = number % HALF - FIRST_NEUTRAL
    s = sign_of(number // HALF)
    if number % HALF == BOSS:
        return s * r.boss_pit[1] + 0.0
    return s * (r.camps[place // CAMP_SIZE, 1] + SPOT_Y[place % CAMP_SIZE]) + 0.0


@kernel
def appear(m, r, number, kind, steps):
    """Let a neutral of a kind, grown `steps` times, stand at its place."""
    unit = m.units[number]
    data = r.kinds[kind]
    unit.kind = kind
    unit.alive = 1
    unit.x = spot_x(r, number)
    unit.y = spot_y(r, number)
    unit.max_health = data.health + data.health_growth * steps
    unit.health = unit.max_health
    unit.damage = data.damage + data.damage_growth * steps
    unit.armour = data.armour
    unit.speed = data.speed
    unit.status = 0
    unit.target = -1
    unit.ready = 0
    unit.windup = 0
    unit.seen = 0
    unit.lane = (number % HALF - FIRST_NEUTRAL) // CAMP_SIZE
    unit.step = steps
    unit.born = m.tick
    unit.anchor_x = unit.x
    unit.anchor_y = unit.y
    unit.anchor = m.tick
    unit.hurt = 0
    unit.open = RESTING


@kernel
def is_inhabited(m, half, camp):
    """Someone of the camp still lives."""
    first = half * HALF + FIRST_NEUTRAL + camp * CAMP_SIZE
    for number in range(first, first + CAMP_SIZE):
        if m.units[number].alive:
            return True
    return False


@kernel
def is_watched(m, r, half, camp):
    """A hero, a creep or a courier of either side stands near the camp."""
    s = sign_of(half)
    for number in range(2 * HALF):
        slot = number % HALF
        unit = m.units[number]
        if not unit.alive or slot >= FIRST_NEUTRAL or (slot >= FIRST_STRUCTURE and slot < COURIER):
            continue
        dx = unit.x - s * r.camps[camp, 0]
        dy = unit.y - s * r.camps[camp, 1]
        if dx * dx + dy * dy <= WATCH * WATCH:
            return True
    return False


@kernel
def fill_empty_camps(m, r):
    """Fill each camp that is empty and that nobody watches."""
    steps = min(m.tick // r.variant.camp_growth, GROWTHS)
    for half in range(2):
        for camp in range(CAMPS):
            if m.tick < m.camp[half, camp] or is_inhabited(m, half, camp) or is_watched(m, r, half, camp):
                continue
            for place in range(CAMP_SIZE):
                kind = r.camp_kinds[camp, place]
                if kind != NOBODY:
                    appear(m, r, half * HALF + FIRST_NEUTRAL + camp * CAMP_SIZE + place, kind, steps)


@kernel
def fill_camps(m, r):
    """Fill the empty camps when their time has come."""
    age = m.tick - r.variant.camp_first
    if r.variant.camp_first > 0 and age >= 0 and age % r.variant.camp_every == 0:
        fill_empty_camps(m, r)


@kernel
def nearest_hero(m, number, reach):
    """The nearest hero a neutral sees within `reach`, those of its own half first; -1 if there is none."""
    best = -1
    nearest = reach * reach
    for turn in range(2):
        half = number // HALF ^ turn
        for slot in range(HEROES):
            hero = half * HALF + slot
            if m.units[hero].alive and is_in_sight(m, number, hero):
                gap = distance2(m.units[number], m.units[hero])
                if gap < nearest:
                    nearest = gap
                    best = hero
    return best


@kernel
def rouse(m, number, foe):
    """All of the neutral's camp who rest turn on a hero."""
    place = (number % HALF - FIRST_NEUTRAL) % CAMP_SIZE
    first = number - place
    for mate in range(first, min(first + CAMP_SIZE, number // HALF * HALF + HALF)):
        unit = m.units[mate]
        if unit.alive and unit.open == RESTING:
            unit.open = FIGHTING
            unit.target = foe
            unit.anchor_x = unit.x
            unit.anchor_y = unit.y
            unit.anchor = m.tick


@kernel
def go_home(m, unit):
    """Give up the fight."""
    unit.open = LEAVING
    unit.target = -1
    unit.windup = 0
    unit.anchor_x = unit.x
    unit.anchor_y = unit.y
    unit.anchor = m.tick


@kernel
def fight(m, r, number, away):
    """Keep the hero it has, turn to one who stands at its side, or give up; `away`: squared distance from home."""
    unit = m.units[number]
    lost = unit.target < 0 or not m.units[max(unit.target, 0)].alive
    if away > LEASH * LEASH:
        go_home(m, unit)
    elif lost:
        unit.target = nearest_hero(m, number, SEARCH)
        if unit.target < 0:
            go_home(m, unit)
    elif unit.windup == 0 and not in_reach(m, r, number, unit.target, 0.0):
        near = nearest_hero(m, number, NOTICE)
        if near >= 0:
            unit.target = near


@kernel
def mind(m, r, w, number):
    """What one neutral makes of what it sees."""
    unit = m.units[number]
    if unit.open == RESTING and unit.seen == 0 and unit.health >= unit.max_health:
        return  # whom nobody sees, nobody is near
    dx = unit.x - spot_x(r, number)
    dy = unit.y - spot_y(r, number)
    away = dx * dx + dy * dy
    if unit.open == FIGHTING:
        fight(m, r, number, away)
        return
    if unit.health < unit.max_health and (unit.open == LEAVING or m.tick - unit.hurt > CALM_TICKS):
        w.healing[number] += small(unit.max_health * HEALING * MIND_TICKS / 30.0)
    if unit.open == LEAVING:
        if away <= AT_HOME * AT_HOME:
            unit.open = RESTING
        return
    foe = nearest_hero(m, number, NOTICE)
    if foe >= 0:
        rouse(m, number, foe)
    elif away > STRAY * STRAY:
        go_home(m, unit)


@kernel
def mind_all(m, r, w):
    """Neutrals take thought every eighth tick, staggered by slot."""
    for half in range(2):
        for place in range(w.troops[half], w.count[half]):
            number = w.ids[half, place]
            if (m.tick + number % HALF) % MIND_TICKS == 0:
                mind(m, r, w, number)


@kernel
def provoke(m, w, number):
    """Who rests and sees one of its camp hurt by a hero turns on that hero."""
    foe = w.killer[number]
    if w.damage[number] > 0.0 and foe % HALF < HEROES and m.units[foe].alive:
        rouse(m, number, foe)


@kernel
def is_still(m, w, half, place):
    """The unit at a place of the half's list is a neutral at rest that nothing moves: it neither walks nor pushes."""
    number = w.ids[half, place]
    return place >= w.troops[half] and m.units[number].open == RESTING and w.shifted[number] == 0


@kernel
def leave_camp(m, number):
    """Note the death of a camp's dweller: the place rests for a while."""
    m.camp[number // HALF, m.units[number].lane] = m.tick + SETTLE_TICKS
