"""Attacks, missiles and the damage ledger.

Within a tick damage is only noted: each amount is cut to 1/1024, so that sums do not depend on order, and the
deaths are settled when all has been noted (economy.py).
"""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.layout import (
    CORE,
    DAMAGE_TO_CREEPS,
    DAMAGE_TO_HEROES,
    DAMAGE_TO_NEUTRALS,
    DAMAGE_TO_STRUCTURES,
    DISARMED,
    HALF,
    HERO,
    HEROES,
    MISSILE_POOL,
    MISSILE_POOL_FULL,
    MISSILES,
    RUNNER,
    STRUCTURE_HEALTH_TAKEN,
    STUNNED,
)
from arena.games.moba.numbers import distance2, draw, hero_of, small
from arena.games.moba.sides import first_of, group_of, is_in_sight, is_neutral

ALONE_TICKS = 60  # a structure counts as unattended when no enemy creep was near for two seconds
ALONE_FACTOR = 0.25
SPLASH_FACTOR = 0.5
CRITICAL_STREAM = 16


@kernel
def is_structure(unit):
    """Tower, barracks, base tower or ancient."""
    return unit.kind > HERO and unit.kind <= CORE


@kernel
def after_armour(m, target, amount):
    """What armour leaves of physical damage: a factor 1 - 0.06 a / (1 + 0.06 |a|)."""
    armour = 0.06 * m.units[target].armour
    return amount * (1.0 - armour / (1.0 + abs(armour)))


@kernel
def after_resist(m, target, amount):
    """What magic resistance leaves of magical damage; only heroes have any."""
    if m.units[target].kind == HERO:
        return amount * (1.0 - hero_of(m, target).resist)
    return amount


@kernel
def rank(victim, source):
    """Order in which equal damage claims a death: the victim's own half first, then slots."""
    return (victim // HALF ^ source // HALF) * HALF + source % HALF


@kernel
def note_killer(w, source, target, amount):
    """The largest damage of the tick claims the death."""
    if amount < w.largest[target]:
        return
    tied = amount == w.largest[target] and w.killer[target] >= 0
    if tied and rank(target, source) >= rank(target, w.killer[target]):
        return
    w.largest[target] = amount
    w.killer[target] = source


@kernel
def credit(m, r, source, target, amount):
    """Enter damage done by a hero in its tally, and in its victim's list of who hurt it."""
    dealer = hero_of(m, source)
    victim = m.units[target]
    if victim.kind == HERO:
        dealer.tally[DAMAGE_TO_HEROES] += amount
        if target // HALF != source // HALF:
            hero_of(m, target).hurt_by[source % HALF] = m.tick
            hero_of(m, target).potion_end = 0
            dealer.aggro = m.tick
    elif is_structure(victim):
        dealer.tally[DAMAGE_TO_STRUCTURES] += amount
        dealer.tally[STRUCTURE_HEALTH_TAKEN] += small(amount / victim.max_health)
    elif is_neutral(target):
        dealer.tally[DAMAGE_TO_NEUTRALS] += amount
    elif victim.kind != RUNNER:
        dealer.tally[DAMAGE_TO_CREEPS] += amount


@kernel
def deal(m, r, w, source, target, amount):
    """Note damage that arrives at `target`, armour and resistance already taken off."""
    victim = m.units[target]
    if not victim.alive:
        return
    if is_structure(victim):
        if not victim.open:
            return
        if m.tick - victim.anchor > ALONE_TICKS:
            amount *= ALONE_FACTOR
    amount = small(amount)
    if amount <= 0.0:
        return
    w.damage[target] += amount
    note_killer(w, source, target, amount)
    if source % HALF < HEROES:
        credit(m, r, source, target, amount)


@kernel
def attack_reach(m, r, number):
    """Range of a unit's attack, from its centre."""
    unit = m.units[number]
    if unit.kind == HERO:
        return r.heroes[hero_of(m, number).hero].reach
    return r.kinds[unit.kind].reach


@kernel
def in_reach(m, r, number, target, slack):
    """The target stands within attack range, radii included."""
    reach = attack_reach(m, r, number) + r.kinds[m.units[target].kind].radius + slack
    return distance2(m.units[number], m.units[target]) <= reach * reach


@kernel
def attack_interval(m, r, number):
    """Ticks between two attacks."""
    unit = m.units[number]
    if unit.kind == HERO:
        hero = hero_of(m, number)
        haste = min(max(hero.haste, -60.0), 400.0)
        return int(r.heroes[hero.hero].interval * 100.0 / (100.0 + haste))
    return r.kinds[unit.kind].interval


@kernel
def attack_windup(m, r, number):
    """Ticks from the beginning of an attack to its landing."""
    unit = m.units[number]
    if unit.kind == HERO:
        hero = hero_of(m, number)
        haste = min(max(hero.haste, -60.0), 400.0)
        return max(int(r.heroes[hero.hero].windup * 100.0 / (100.0 + haste)), 1)
    return r.kinds[unit.kind].windup


@kernel
def missile_speed(m, r, number):
    """Speed of the unit's attack missile, 0 for a blow."""
    unit = m.units[number]
    if unit.kind == HERO:
        return r.heroes[hero_of(m, number).hero].missile
    return r.kinds[unit.kind].missile


@kernel
def new_missile(m, half):
    """A fresh missile of the half's pool: its place, -1 when the pool is full (counted)."""
    if m.missile_count[half] >= MISSILES:
        m.faults[MISSILE_POOL_FULL] += 1
        return -1
    place = m.missile_count[half]
    m.missile_count[half] = place + 1
    m.peak[half, MISSILE_POOL] = max(m.peak[half, MISSILE_POOL], place + 1)
    missile = m.missiles[half, place]
    missile.dx = 0.0
    missile.dy = 0.0
    missile.left = 0.0
    missile.damage = 0.0
    missile.ability = -1
    missile.level = 0
    missile.attack = 0
    missile.target = -1
    missile.met[:] = 0
    return place


@kernel
def hits_critically(m, r, number):
    """Whether this attack of a hero is critical; drawn from the side's key."""
    hero = hero_of(m, number)
    if hero.crit <= 0.0:
        return False
    half = number // HALF
    return draw(m.seed, m.keys[half], m.tick, CRITICAL_STREAM + number % HALF) < hero.crit


@kernel
def attack_damage(r, attacker, victim):
    """Damage of an attack by what attacks and what is attacked, before armour."""
    kind = r.kinds[attacker.kind]
    if is_structure(victim):
        return attacker.damage * kind.siege
    if victim.kind == HERO and attacker.kind != HERO:
        return attacker.damage * kind.to_heroes
    return attacker.damage


@kernel
def cleave(m, r, w, source, target, damage):
    """Part of a blow cuts the others who stand by its target."""
    hero = hero_of(m, source)
    half = source // HALF
    for turn in range(2):
        group = group_of(half, turn)
        for place in range(first_of(w, half, turn), w.count[group]):
            near = w.ids[group, place]
            victim = m.units[near]
            if near == target or is_structure(victim):
                continue
            if distance2(victim, m.units[target]) <= hero.cleave_radius * hero.cleave_radius:
                deal(m, r, w, source, near, after_armour(m, near, damage * hero.cleave))


@kernel
def splash(m, r, w, source, target, damage):
    """Half of the boss's blow reaches all, of both sides, who stand by its target."""
    radius = r.kinds[m.units[source].kind].splash
    for half in range(2):
        for place in range(w.troops[half]):
            near = w.ids[half, place]
            victim = m.units[near]
            if near == target or is_structure(victim):
                continue
            if distance2(victim, m.units[target]) <= radius * radius:
                deal(m, r, w, source, near, after_armour(m, near, damage * SPLASH_FACTOR))


@kernel
def hit(m, r, w, source, target, damage, attack):
    """An attack arrives. `attack`: 0 of a creep or structure, 1 of a hero, 2 critical, 3 of the boss."""
    if attack == 2:
        damage *= hero_of(m, source).crit_factor
    arrives = small(after_armour(m, target, damage))
    deal(m, r, w, source, target, arrives)
    if attack == 3:
        splash(m, r, w, source, target, damage)
    if attack == 0 or attack == 3:
        return
    hero = hero_of(m, source)
    victim = m.units[target]
    if victim.alive and not is_structure(victim):
        w.healing[source] += small(arrives * hero.lifesteal)
        if hero.cleave > 0.0:
            cleave(m, r, w, source, target, damage)
    if victim.kind == HERO and victim.alive:
        thorns = hero_of(m, target).thorns
        if thorns > 0.0:
            deal(m, r, w, target, source, arrives * thorns)


@kernel
def land(m, r, w, number):
    """The wind-up is over: a blow hits at once, a shot leaves."""
    unit = m.units[number]
    victim = m.units[unit.target]
    damage = small(attack_damage(r, unit, victim))
    attack = 0
    if unit.kind == HERO:
        attack = 2 if hits_critically(m, r, number) else 1
    elif r.kinds[unit.kind].splash > 0.0:
        attack = 3
    speed = missile_speed(m, r, number)
    if speed <= 0.0:
        hit(m, r, w, number, unit.target, damage, attack)
        return
    half = number // HALF
    place = new_missile(m, half)
    if place >= 0:
        missile = m.missiles[half, place]
        missile.x = unit.x
        missile.y = unit.y
        missile.speed = speed
        missile.damage = damage
        missile.target = unit.target
        missile.source = number
        missile.attack = attack


@kernel
def strike_one(m, r, w, number):
    """Let one unit begin or land its attack."""
    unit = m.units[number]
    if unit.status & (STUNNED | DISARMED):
        unit.windup = 0
        return
    if unit.target < 0:
        unit.windup = 0
        return
    victim = m.units[unit.target]
    if not victim.alive or not is_in_sight(m, number, unit.target):
        unit.target = -1
        unit.windup = 0
        return
    if unit.windup > 0:
        if m.tick >= unit.windup:
            unit.windup = 0
            if in_reach(m, r, number, unit.target, 150.0):
                land(m, r, w, number)
    elif m.tick >= unit.ready and in_reach(m, r, number, unit.target, 0.0):
        unit.windup = m.tick + attack_windup(m, r, number)
        unit.ready = m.tick + attack_interval(m, r, number)


@kernel
def strike(m, r, w):
    """Attacks of all living units."""
    for half in range(2):
        for place in range(w.count[half]):
            number = w.ids[half, place]
            if m.units[number].damage > 0.0:
                strike_one(m, r, w, number)


@kernel
def follow(m, missile):
    """Move a missile towards the unit it follows; True on arrival."""
    target = m.units[missile.target]
    dx = target.x - missile.x
    dy = target.y - missile.y
    way = math.sqrt(dx * dx + dy * dy)
    step = missile.speed / 30.0
    if way <= step:
        return True
    missile.x = small(missile.x + dx * step / way)
    missile.y = small(missile.y + dy * step / way)
    return False


@kernel
def copy_missile(to, source):
    """Overwrite one missile by another."""
    to.x = source.x
    to.y = source.y
    to.dx = source.dx
    to.dy = source.dy
    to.left = source.left
    to.speed = source.speed
    to.damage = source.damage
    to.target = source.target
    to.source = source.source
    to.ability = source.ability
    to.level = source.level
    to.attack = source.attack
    to.met[0] = source.met[0]
    to.met[1] = source.met[1]
    to.met[2] = source.met[2]


@kernel
def clear_ledgers(m, w):
    """Empty what a tick notes about living units."""
    for half in range(2):
        for place in range(w.count[half]):
            number = w.ids[half, place]
            w.damage[number] = 0.0
            w.healing[number] = 0.0
            w.largest[number] = 0.0
            w.killer[number] = -1
            w.shift_x[number] = 0.0
            w.shift_y[number] = 0.0
            w.shifted[number] = 0
    for h in range(2 * HEROES):
        w.burnt[h] = 0.0
