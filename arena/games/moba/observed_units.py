"""Observation of units: the rows of heroes, creeps and structures, and how each stands to the hero that looks.

What does not hang on the looking hero is written once into scratch rows and copied (half of an observation is
copying). Of an enemy out of sight only what was last seen is read.
"""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.casting import ability_ready
from arena.games.moba.combat import ALONE_TICKS, after_armour, attack_reach, attack_windup
from arena.games.moba.contract import (
    ALLIES,
    ALLY_SLOT,
    ENEMIES,
    ENEMY_CREEP_SLOT,
    ENEMY_CREEPS,
    ENEMY_SLOT,
    ENEMY_STRUCTURE_SLOT,
    ENEMY_STRUCTURES,
    OWN_CREEP_SLOT,
    OWN_CREEPS,
    OWN_STRUCTURE_SLOT,
    OWN_STRUCTURES,
)
from arena.games.moba.layout import (
    BARRACK,
    BASE,
    CORE,
    DISARMED,
    HALF,
    HERO,
    HEROES,
    HIDDEN,
    MELEE,
    RANGED,
    ROOTED,
    SIEGE,
    SILENCED,
    STUNNED,
    TOWER,
)
from arena.games.moba.numbers import hero_of, sign_of
from arena.games.moba.perception import can_attack

PLACE_UNIT = 7500.0
NEAR_UNIT = 1000.0
HURT_TICKS = 60.0
HURT_ME_TICKS = 150.0
SEEN_TICKS = 300.0
LAST_LEVEL = 25.0


@kernel
def part(value, most):
    """`value` against `most`, cut to 0 to 1."""
    return min(max(value / most, 0.0), 1.0)


@kernel
def part_signed(value, most):
    """`value` against `most`, cut to -1 to 1."""
    return min(max(value / most, -1.0), 1.0)


@kernel
def squash(value, scale):
    """From 0 up into [0, 1): half at `scale`."""
    return max(value, 0.0) / (max(value, 0.0) + scale)


@kernel
def lately(m, tick, scale):
    """1 for what happens now, half after `scale` ticks, 0 for what never happened."""
    if tick <= 0:
        return 0.0
    return scale / (scale + (m.tick - tick))


@kernel
def yes(answer):
    """A flag as a number."""
    return 1.0 if answer else 0.0


@kernel
def progress(m, r, number):
    """How far a begun attack is, 0 when none is."""
    unit = m.units[number]
    if unit.windup <= 0:
        return 0.0
    whole = attack_windup(m, r, number) + 1.0
    return part(whole - (unit.windup - m.tick), whole)


@kernel
def blow(m, me, number):
    """Share of the unit's health that one attack of the hero takes."""
    taken = after_armour(m, number, m.units[me].damage)
    return part(taken, max(m.units[number].health, 1.0))


@kernel
def write_who(m, r, row, h):
    """What everyone knows of a hero: who it is, and whether it lives."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    row.hero = hero.hero + 1.0
    row.alive = yes(unit.alive)
    row.respawn = 0.0 if unit.alive else part(hero.respawn - m.tick, 3000.0)
    row.reach = part(r.heroes[hero.hero].reach, NEAR_UNIT)


@kernel
def write_body(m, r, row, h):
    """What shows of a hero in sight, beside its health."""
    number = h // HEROES * HALF + h % HEROES
    hero = m.heroes[h]
    unit = m.units[number]
    row.damage = part(unit.damage, 400.0)
    row.armour = part_signed(unit.armour, 50.0)
    row.speed = part(unit.speed, 550.0)
    row.shield = part(hero.shield, 1000.0)
    row.attack_progress = progress(m, r, number)
    row.stunned = yes(unit.status & STUNNED)
    row.rooted = yes(unit.status & ROOTED)
    row.silenced = yes(unit.status & SILENCED)
    row.disarmed = yes(unit.status & DISARMED)
    row.casting = yes(hero.cast >= 0 or hero.channel >= 0)
    row.recalling = yes(hero.recall > 0)


@kernel
def write_ally(m, r, row, h):
    """What only a hero's own side knows of it."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    last = 3
    row.level = hero.level / LAST_LEVEL
    row.health_share = part(unit.health, unit.max_health)
    row.health = part(unit.health, 4000.0)
    row.mana_share = part(hero.mana, hero.max_mana)
    row.mana = part(hero.mana, 2000.0)
    row.gold = squash(hero.gold, 1000.0)
    row.hidden = yes(unit.status & HIDDEN)
    row.hurt = lately(m, unit.hurt, HURT_TICKS)
    row.last_ability = yes(ability_ready(m, r, h, last + 0))


@kernel
def write_enemy(m, row, h):
    """A hero as the other side knows it: as it is when in sight, otherwise as last seen."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    row.seen = yes(unit.alive and unit.seen)
    if unit.alive and unit.seen:
        row.since_seen = 0.0
        row.level = hero.level / LAST_LEVEL
        row.health_share = part(unit.health, unit.max_health)
        row.health = part(unit.health, 4000.0)
        row.mana = part(hero.mana, 2000.0)
        return
    row.since_seen = 1.0 if hero.seen_tick < 0 else squash(m.tick - hero.seen_tick, SEEN_TICKS)
    row.level = hero.seen_level / LAST_LEVEL
    row.health_share = part(hero.seen_health, max(hero.seen_max_health, 1.0))
    row.health = part(hero.seen_health, 4000.0)
    row.mana = part(hero.seen_mana, 2000.0)


@kernel
def write_heroes(m, r, w):
    """Rows of all heroes, as allies and as enemies."""
    for h in range(2 * HEROES):
        if m.heroes[h].hero >= 0:
            write_who(m, r, w.who[h], h)
            write_body(m, r, w.body[h], h)
            write_ally(m, r, w.allies[h], h)
            write_enemy(m, w.enemies[h], h)


@kernel
def write_creep(m, r, w, number):
    """The row of a creep in sight, once a decision."""
    if w.written[number]:
        return
    w.written[number] = 1
    row = w.creeps[number]
    unit = m.units[number]
    target = m.units[unit.target].kind if unit.target >= 0 else 0
    row.melee = yes(unit.kind == MELEE)
    row.ranged = yes(unit.kind == RANGED)
    row.siege = yes(unit.kind == SIEGE)
    row.super = yes(unit.open)
    row.health_share = part(unit.health, unit.max_health)
    row.health = part(unit.health, 2000.0)
    row.damage = part(unit.damage, 200.0)
    row.armour = part_signed(unit.armour, 50.0)
    row.speed = part(unit.speed, 550.0)
    row.held = yes(unit.status & (STUNNED | ROOTED))
    row.disarmed = yes(unit.status & (STUNNED | DISARMED))
    row.attacks_hero = yes(target == HERO)
    row.attacks_creep = yes(target >= MELEE and target <= SIEGE)
    row.attack_progress = progress(m, r, number)


@kernel
def write_structure(m, r, w, number):
    """The row of a standing structure, once a decision: what everyone knows."""
    if w.written[number]:
        return
    w.written[number] = 1
    row = w.structures[number]
    unit = m.units[number]
    row.tower = yes(unit.kind == TOWER)
    row.barracks = yes(unit.kind == BARRACK)
    row.base_tower = yes(unit.kind == BASE)
    row.ancient = yes(unit.kind == CORE)
    row.tier = unit.step / 2.0
    row.health_share = part(unit.health, unit.max_health)
    row.health = part(unit.health, 4000.0)
    row.damage = part(unit.damage, 400.0)
    row.reach = part(r.kinds[unit.kind].reach, NEAR_UNIT)
    row.open = yes(unit.open)


@kernel
def write_place(m, r, place, me, reach, kind, x, y):
    """Where a unit of a kind stands, in the frame of hero `me`; returns its distance."""
    unit = m.units[me]
    s = sign_of(me // HALF)
    dx = s * (x - unit.x)
    dy = s * (y - unit.y)
    gap = math.sqrt(dx * dx + dy * dy)
    scale = 1.0 / (gap + NEAR_UNIT)
    place.present = 1.0
    place.dx = dx * scale + 0.0
    place.dy = dy * scale + 0.0
    place.distance = gap * scale
    place.x = part_signed(s * x, PLACE_UNIT) + 0.0
    place.y = part_signed(s * y, PLACE_UNIT) + 0.0
    place.in_my_reach = yes(gap <= reach + r.kinds[kind].radius)
    return gap


@kernel
def write_allies(m, r, w, o, slots, me):
    """Slots of allies."""
    reach = attack_reach(m, r, me)
    for k in range(ALLIES):
        number = slots[ALLY_SLOT + k]
        if number < 0:
            o.allies[k] = w.blank.allies[0]
            continue
        slot = o.allies[k]
        h = number // HALF * HEROES + number % HALF
        slot.who = w.who[h]
        slot.body = w.body[h]
        slot.known = w.allies[h]
        write_place(m, r, slot.place, me, reach, m.units[number].kind, m.units[number].x, m.units[number].y)


@kernel
def write_seen_enemy(m, r, w, slot, me, number, reach):
    """An enemy hero in sight, and how it stands to this hero."""
    other = m.units[number]
    slot.body = w.body[number // HALF * HEROES + number % HALF]
    gap = write_place(m, r, slot.place, me, reach, other.kind, other.x, other.y)
    slot.relation.in_its_reach = yes(gap <= attack_reach(m, r, number) + r.kinds[HERO].radius)
    slot.relation.attacks_me = yes(other.target == me)
    slot.relation.blow = blow(m, me, number)
    slot.relation.legal = yes(m.units[me].alive)


@kernel
def write_enemies(m, r, w, o, slots, me):
    """Slots of enemy heroes; one out of sight stands where it was last seen."""
    reach = attack_reach(m, r, me)
    for k in range(ENEMIES):
        slot = o.enemies[k]
        number = slots[ENEMY_SLOT + k]
        o.enemies[k] = w.blank.enemies[0]
        if number < 0:
            continue
        foe = hero_of(m, number)
        slot.who = w.who[number // HALF * HEROES + number % HALF]
        slot.known = w.enemies[number // HALF * HEROES + number % HALF]
        slot.relation.hurt_me = lately(m, hero_of(m, me).hurt_by[number % HALF], HURT_ME_TICKS)
        slot.place.present = 1.0
        if m.units[number].alive and m.units[number].seen:
            write_seen_enemy(m, r, w, slot, me, number, reach)
        elif foe.seen_tick >= 0:
            write_place(m, r, slot.place, me, reach, m.units[number].kind, foe.seen_x, foe.seen_y)


@kernel
def write_enemy_creeps(m, r, w, o, slots, me):
    """Slots of enemy creeps."""
    reach = attack_reach(m, r, me)
    for k in range(ENEMY_CREEPS):
        number = slots[ENEMY_CREEP_SLOT + k]
        slot = o.enemy_creeps[k]
        if number < 0:
            o.enemy_creeps[k] = w.blank.enemy_creeps[0]
            continue
        other = m.units[number]
        write_creep(m, r, w, number)
        slot.known = w.creeps[number]
        gap = write_place(m, r, slot.place, me, reach, other.kind, other.x, other.y)
        slot.relation.in_its_reach = yes(gap <= r.kinds[other.kind].reach + r.kinds[HERO].radius)
        slot.relation.attacks_me = yes(other.target == me)
        slot.relation.blow = blow(m, me, number)


@kernel
def write_own_creeps(m, r, w, o, slots, me):
    """Slots of own creeps."""
    reach = attack_reach(m, r, me)
    for k in range(OWN_CREEPS):
        number = slots[OWN_CREEP_SLOT + k]
        slot = o.own_creeps[k]
        if number < 0:
            o.own_creeps[k] = w.blank.own_creeps[0]
            continue
        other = m.units[number]
        write_creep(m, r, w, number)
        slot.known = w.creeps[number]
        write_place(m, r, slot.place, me, reach, other.kind, other.x, other.y)
        slot.relation.blow = blow(m, me, number)
        slot.relation.legal = yes(can_attack(m, me, number))


@kernel
def write_guard(m, r, w, relation, number, gap, in_sight):
    """How a structure stands to a hero at a distance, and, in sight, what it does."""
    unit = m.units[number]
    reach = r.kinds[unit.kind].reach
    relation.in_its_reach = yes(reach > 0.0 and gap <= reach + r.kinds[HERO].radius)
    if in_sight:
        relation.attacks_hero = yes(unit.target >= 0 and unit.target % HALF < HEROES)
        relation.attack_progress = progress(m, r, number)
        relation.attended = yes(m.tick - unit.anchor <= ALONE_TICKS)
        relation.hurt = lately(m, unit.hurt, HURT_TICKS)


@kernel
def write_enemy_structures(m, r, w, o, slots, me):
    """Slots of enemy structures."""
    reach = attack_reach(m, r, me)
    for k in range(ENEMY_STRUCTURES):
        number = slots[ENEMY_STRUCTURE_SLOT + k]
        slot = o.enemy_structures[k]
        o.enemy_structures[k] = w.blank.enemy_structures[0]
        if number < 0:
            continue
        unit = m.units[number]
        write_structure(m, r, w, number)
        slot.known = w.structures[number]
        gap = write_place(m, r, slot.place, me, reach, unit.kind, unit.x, unit.y)
        write_guard(m, r, w, slot.relation, number, gap, unit.seen)
        slot.menace.seen = yes(unit.seen)
        slot.menace.attacks_me = yes(unit.seen and unit.target == me)
        slot.menace.blow = blow(m, me, number)
        slot.menace.legal = yes(can_attack(m, me, number))


@kernel
def write_own_structures(m, r, w, o, slots, me):
    """Slots of own structures."""
    reach = attack_reach(m, r, me)
    for k in range(OWN_STRUCTURES):
        number = slots[OWN_STRUCTURE_SLOT + k]
        slot = o.own_structures[k]
        if number < 0:
            o.own_structures[k] = w.blank.own_structures[0]
            continue
        unit = m.units[number]
        write_structure(m, r, w, number)
        slot.known = w.structures[number]
        gap = write_place(m, r, slot.place, me, reach, unit.kind, unit.x, unit.y)
        write_guard(m, r, w, slot.relation, number, gap, unit.alive)
