"""Creep waves, and what creeps and structures choose to attack."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.combat import is_structure
from arena.games.moba.layout import (
    BARRACKS,
    COURIER,
    CREEP_POOL,
    CREEP_POOL_FULL,
    FIRST_CREEP,
    FIRST_NEUTRAL,
    HALF,
    HERO,
    HEROES,
    MELEE,
    NOBODY,
    RANGED,
    RUNNER,
    SIEGE,
)
from arena.games.moba.numbers import distance2, draw, hero_of, sign_of

REST_TICKS = 60  # a slot rests this long after a death, so that nothing still points at it
ACQUIRE_TICKS = 4
CREEP_SIGHT = 500.0
BASE_SIGHT = 2500.0  # at the end of its lane a creep looks round the whole base
ATTENDED = 900.0  # a structure with an enemy creep this near takes full damage
AGGRO_TICKS = 60
WAVE_STREAM = 32
SPREAD = 45.0


@kernel
def is_rested(m, unit):
    """Nobody stands in the slot, and nothing can still point at who did."""
    return unit.kind == NOBODY and m.tick - unit.born >= REST_TICKS


@kernel
def free_slot(m, half):
    """First rested creep slot of a half, -1 when the pool is full (counted)."""
    for slot in range(FIRST_CREEP, FIRST_NEUTRAL):
        if is_rested(m, m.units[half * HALF + slot]):
            return half * HALF + slot
    m.faults[CREEP_POOL_FULL] += 1
    return -1


@kernel
def growth_steps(m, r):
    """How often creeps have grown so far."""
    return min(m.wave // r.variant.growth_every, r.variant.growth_cap)


@kernel
def spawn_creep(m, r, half, lane, kind, place):
    """One creep at its barracks; `place` spreads a wave over a small lattice."""
    number = free_slot(m, half)
    if number < 0:
        return
    s = sign_of(half)
    unit = m.units[number]
    data = r.kinds[kind]
    steps = growth_steps(m, r)
    fallen = m.rebuild[1 - half, 2 - lane] > 0
    factor = r.variant.super_factor if fallen else 1.0
    unit.kind = kind
    unit.alive = 1
    unit.x = s * (r.lanes[lane, 0, 0] + (place % 3 - 1) * SPREAD) + 0.0
    unit.y = s * (r.lanes[lane, 0, 1] + (place // 3 - 1) * SPREAD) + 0.0
    unit.max_health = (data.health + data.health_growth * steps) * factor
    unit.health = unit.max_health
    unit.damage = (data.damage + data.damage_growth * steps) * factor
    unit.armour = data.armour
    unit.speed = data.speed
    unit.status = 0
    unit.target = -1
    unit.ready = 0
    unit.windup = 0
    unit.seen = 0
    unit.lane = lane
    unit.step = 1
    unit.born = m.tick
    unit.anchor_x = unit.x
    unit.anchor_y = unit.y
    unit.anchor = m.tick
    unit.hurt = 0
    unit.open = 1 if fallen else 0


@kernel
def spawn_wave(m, r, half, lane):
    """The creeps of one lane's wave; now and then one more, by the side's own luck."""
    melee = r.variant.melee
    if draw(m.seed, m.keys[half], m.wave, WAVE_STREAM + lane) < r.variant.extra_share:
        melee += 1
    place = 0
    for _ in range(melee):
        kind = MELEE
        spawn_creep(m, r, half, lane, kind + 0, place + 0)
        place += 1
    for _ in range(r.variant.ranged):
        kind = RANGED
        spawn_creep(m, r, half, lane, kind + 0, place + 0)
        place += 1
    if m.wave % r.variant.siege_every == 0:
        kind = SIEGE
        spawn_creep(m, r, half, lane, kind + 0, place + 0)


@kernel
def count_creeps(m, half):
    """Keep the most slots of a half that creeps have held at once, by standing there or lately."""
    found = 0
    for slot in range(FIRST_CREEP, FIRST_NEUTRAL):
        if not is_rested(m, m.units[half * HALF + slot]):
            found += 1
    m.peak[half, CREEP_POOL] = max(m.peak[half, CREEP_POOL], found)


@kernel
def spawn_waves(m, r):
    """Send the waves whose time has come."""
    age = m.tick - r.variant.first_wave
    if age < 0 or age % r.variant.wave != 0:
        return
    m.wave += 1
    for half in range(2):
        for lane in range(3):
            if r.variant.lanes[lane if half == 0 else 2 - lane]:
                spawn_wave(m, r, half, lane)
        count_creeps(m, half)


@kernel
def can_be_attacked(m, victim):
    """Alive, seen, no courier and, if a structure, open."""
    if not victim.alive or not victim.seen or victim.kind == RUNNER:
        return False
    return victim.open != 0 or not is_structure(victim)


@kernel
def nearest_enemy(m, w, number, reach):
    """Nearest unit a creep may attack within `reach`, -1 if there is none."""
    unit = m.units[number]
    other = 1 - number // HALF
    best = -1
    nearest = reach * reach
    for place in range(w.troops[other]):
        victim = m.units[w.ids[other, place]]
        gap = distance2(unit, victim)
        if gap < nearest and can_be_attacked(m, victim):
            nearest = gap
            best = w.ids[other, place]
    return best


@kernel
def is_wanted(m, victim, number):
    """A hero who has just hurt a hero draws the towers' fire."""
    return (
        victim.kind == HERO
        and m.tick - hero_of(m, number).aggro < AGGRO_TICKS
        and hero_of(m, number).aggro > 0
    )


@kernel
def guard(m, r, w, number):
    """A structure's choice: who hurts heroes, then whom it has, then creeps, then heroes. Notes creeps near."""
    unit = m.units[number]
    other = 1 - number // HALF
    reach = r.kinds[unit.kind].reach
    creep, hero, wanted = -1, -1, -1
    near_creep, near_hero, near_wanted = 1e18, 1e18, 1e18
    kept = -1
    for place in range(w.troops[other]):
        rival = w.ids[other, place]
        victim = m.units[rival]
        if is_structure(victim) or victim.kind == RUNNER:
            continue
        gap = distance2(unit, victim)
        if rival % HALF >= FIRST_CREEP and gap < ATTENDED * ATTENDED:
            unit.anchor = m.tick
        limit = reach + r.kinds[victim.kind].radius
        if gap > limit * limit or not victim.seen:
            continue
        if rival == unit.target:
            kept = rival
        if victim.kind != HERO and gap < near_creep:
            near_creep = gap
            creep = rival
        if victim.kind == HERO and gap < near_hero:
            near_hero = gap
            hero = rival
        if is_wanted(m, victim, rival) and gap < near_wanted:
            near_wanted = gap
            wanted = rival
    if unit.windup > 0:
        return
    unit.target = wanted if wanted >= 0 else kept if kept >= 0 else creep if creep >= 0 else hero


@kernel
def acquire_targets(m, r, w):
    """Creeps and structures look for a target every fourth tick, staggered by slot."""
    for half in range(2):
        for place in range(w.troops[half]):
            number = w.ids[half, place]
            slot = number % HALF
            if slot < HEROES or slot == COURIER or (m.tick + slot) % ACQUIRE_TICKS != 0:
                continue
            unit = m.units[number]
            if is_structure(unit):
                guard(m, r, w, number)
            elif unit.windup == 0:
                unit.target = nearest_enemy(m, w, number, max(CREEP_SIGHT, r.kinds[unit.kind].reach + 50.0))
                if unit.target < 0 and unit.step == r.waypoints - 1:
                    unit.target = nearest_enemy(m, w, number, BASE_SIGHT)


@kernel
def rebuild_barracks(m, r):
    """A fallen barracks stands again when its time has come."""
    for half in range(2):
        for lane in range(3):
            due = m.rebuild[half, lane]
            if due > 0 and m.tick >= due:
                m.rebuild[half, lane] = 0
                unit = m.units[half * HALF + BARRACKS + lane]
                unit.alive = 1
                unit.health = unit.max_health
                unit.born = m.tick
                unit.anchor = m.tick
