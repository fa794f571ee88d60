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
def part(value, most):  # type: ignore[no-untyped-def]
    """`value` against `most`, cut to 0 to 1."""
    return min(max(value / most, 0.0), 1.0)


@kernel
def part_signed(value, most):  # type: ignore[no-untyped-def]
    """`value` against `most`, cut to -1 to 1."""
    return min(max(value / most, -1.0), 1.0)


@kernel
def squash(value, scale):  # type: ignore[no-untyped-def]
    """From 0 up into [0, 1): half at `scale`."""
    return max(value, 0.0) / (max(value, 0.0) + scale)


@kernel
def lately(m, tick, scale):  # type: ignore[no-untyped-def]
    """1 for what happens now, half after `scale` ticks, 0 for what never happened."""
    if tick <= 0:
        return 0.0
    return scale / (scale + (m.tick - tick))


@kernel
def yes(answer):  # type: ignore[no-untyped-def]
    """A flag as a number."""
    return 1.0 if answer else 0.0


@kernel
def flagged(unit, bits):  # type: ignore[no-untyped-def]
    """1 when the unit bears one of the flags."""
    return 1.0 if unit.status & bits else 0.0


@kernel
def progress(m, r, number):  # type: ignore[no-untyped-def]
    """How far a begun attack is, 0 when none is."""
    unit = m.units[number]
    if unit.windup <= 0:
        return 0.0
    whole = attack_windup(m, r, number) + 1.0
    return part(whole - (unit.windup - m.tick), whole)


@kernel
def blow(m, me, number):  # type: ignore[no-untyped-def]
    """Share of the unit's health that one attack of the hero takes."""
    taken = after_armour(m, number, m.units[me].damage)
    return part(taken, max(m.units[number].health, 1.0))


@kernel
def write_held(row, unit):  # type: ignore[no-untyped-def]
    """What hinders a hero, a flag each."""
    row.stunned = flagged(unit, STUNNED)
    row.rooted = flagged(unit, ROOTED)
    row.silenced = flagged(unit, SILENCED)
    row.disarmed = flagged(unit, DISARMED)


@kernel
def write_hero(m, r, row, h):  # type: ignore[no-untyped-def]
    """What everyone knows of a hero: who it is, and whether it lives."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    row.hero = hero.hero + 1.0
    row.alive = yes(unit.alive)
    row.respawn = 0.0 if unit.alive else part(hero.respawn - m.tick, 3000.0)
    row.reach = part(r.heroes[hero.hero].reach, NEAR_UNIT)


@kernel
def write_body(m, r, row, h):  # type: ignore[no-untyped-def]
    """What shows of a hero in sight, beside its health."""
    number = h // HEROES * HALF + h % HEROES
    hero = m.heroes[h]
    unit = m.units[number]
    row.damage = part(unit.damage, 400.0)
    row.armour = part_signed(unit.armour, 50.0)
    row.speed = part(unit.speed, 550.0)
    row.shield = part(hero.shield, 1000.0)
    row.attack_progress = progress(m, r, number)
    row.casting = yes(hero.cast >= 0 or hero.channel >= 0)
    row.recalling = yes(hero.recall > 0)
    write_held(row, unit)


@kernel
def write_ally(m, r, row, h):  # type: ignore[no-untyped-def]
    """A hero as its own side knows it."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    last = 3
    write_hero(m, r, row, h)
    write_body(m, r, row, h)
    row.level = hero.level / LAST_LEVEL
    row.health_share = part(unit.health, unit.max_health)
    row.health = part(unit.health, 4000.0)
    row.mana_share = part(hero.mana, hero.max_mana)
    row.mana = part(hero.mana, 2000.0)
    row.gold = squash(hero.gold, 1000.0)
    row.hidden = flagged(unit, HIDDEN)
    row.hurt = lately(m, unit.hurt, HURT_TICKS)
    row.last_ability = yes(ability_ready(m, r, h, last + 0))


@kernel
def write_enemy(m, r, w, h):  # type: ignore[no-untyped-def]
    """A hero as the other side knows it: as it is when in sight, otherwise as last seen."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    w.enemies[h] = w.blank.enemies[0].known
    row = w.enemies[h]
    write_hero(m, r, row, h)
    row.since_seen = 1.0 if hero.seen_tick < 0 else squash(m.tick - hero.seen_tick, SEEN_TICKS)
    if unit.alive and unit.seen:
        row.seen = 1.0
        row.since_seen = 0.0
        row.level = hero.level / LAST_LEVEL
        row.health_share = part(unit.health, unit.max_health)
        row.health = part(unit.health, 4000.0)
        row.mana = part(hero.mana, 2000.0)
        write_body(m, r, row, h)
    elif hero.seen_tick >= 0:
        row.level = hero.seen_level / LAST_LEVEL
        row.health_share = part(hero.seen_health, hero.seen_max_health)
        row.health = part(hero.seen_health, 4000.0)
        row.mana = part(hero.seen_mana, 2000.0)


@kernel
def write_heroes(m, r, w):  # type: ignore[no-untyped-def]
    """Rows of all heroes, as allies and as enemies."""
    for h in range(2 * HEROES):
        if m.heroes[h].hero >= 0:
            write_ally(m, r, w.allies[h], h)
            write_enemy(m, r, w, h)


@kernel
def write_creep(m, r, row, number):  # type: ignore[no-untyped-def]
    """A creep in sight."""
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
    row.held = flagged(unit, STUNNED | ROOTED)
    row.disarmed = flagged(unit, STUNNED | DISARMED)
    row.attacks_hero = yes(target == HERO)
    row.attacks_creep = yes(target >= MELEE)
    row.attack_progress = progress(m, r, number)


@kernel
def write_structure(m, r, row, number):  # type: ignore[no-untyped-def]
    """What everyone knows of a standing structure."""
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
def write_place(place, r, unit, s, reach, kind, x, y):  # type: ignore[no-untyped-def]
    """Where a unit stands, in the frame of the hero's side; returns its distance."""
    dx = s * (x - unit.x)
    dy = s * (y - unit.y)
    gap = math.sqrt(dx * dx + dy * dy)
    place.present = 1.0
    place.dx = dx / (gap + NEAR_UNIT) + 0.0
    place.dy = dy / (gap + NEAR_UNIT) + 0.0
    place.distance = gap / (gap + NEAR_UNIT)
    place.x = part_signed(s * x, PLACE_UNIT) + 0.0
    place.y = part_signed(s * y, PLACE_UNIT) + 0.0
    place.in_my_reach = yes(gap <= reach + r.kinds[kind].radius)
    return gap


@kernel
def write_allies(m, r, w, o, slots, me):  # type: ignore[no-untyped-def]
    """Slots of allies."""
    s = sign_of(me // HALF)
    reach = attack_reach(m, r, me)
    for k in range(ALLIES):
        number = slots[ALLY_SLOT + k]
        if number < 0:
            o.allies[k] = w.blank.allies[0]
            continue
        slot = o.allies[k]
        other = m.units[number]
        slot.known = w.allies[number // HALF * HEROES + number % HALF]
        write_place(slot.place, r, m.units[me], s, reach, other.kind, other.x, other.y)


@kernel
def write_enemy_slot(m, r, w, slot, me, number, reach):  # type: ignore[no-untyped-def]
    """One enemy hero: where it is or was last seen, and how it stands to this hero."""
    unit = m.units[me]
    other = m.units[number]
    foe = hero_of(m, number)
    s = sign_of(me // HALF)
    radius = r.kinds[HERO].radius
    slot.known = w.enemies[number // HALF * HEROES + number % HALF]
    slot.relation = w.blank.enemies[0].relation
    slot.relation.hurt_me = lately(m, hero_of(m, me).hurt_by[number % HALF], HURT_ME_TICKS)
    if other.alive and other.seen:
        gap = write_place(slot.place, r, unit, s, reach, other.kind, other.x, other.y)
        slot.relation.in_its_reach = yes(gap <= attack_reach(m, r, number) + radius)
        slot.relation.attacks_me = yes(other.target == me)
        slot.relation.blow = blow(m, me, number)
        slot.relation.legal = yes(unit.alive)
    elif foe.seen_tick >= 0:
        write_place(slot.place, r, unit, s, reach, other.kind, foe.seen_x, foe.seen_y)
    else:
        slot.place = w.blank.enemies[0].place
        slot.place.present = 1.0


@kernel
def write_enemies(m, r, w, o, slots, me):  # type: ignore[no-untyped-def]
    """Slots of enemy heroes."""
    reach = attack_reach(m, r, me)
    for k in range(ENEMIES):
        if slots[ENEMY_SLOT + k] < 0:
            o.enemies[k] = w.blank.enemies[0]
        else:
            write_enemy_slot(m, r, w, o.enemies[k], me, slots[ENEMY_SLOT + k], reach)


@kernel
def write_known_creep(m, r, w, slot, me, number, reach):  # type: ignore[no-untyped-def]
    """What slots of own and enemy creeps share; returns the distance."""
    if not w.others[number]:
        w.others[number] = 1
        write_creep(m, r, w.creeps[number], number)
    slot.known = w.creeps[number]
    slot.relation.blow = blow(m, me, number)
    other = m.units[number]
    return write_place(slot.place, r, m.units[me], sign_of(me // HALF), reach, other.kind, other.x, other.y)


@kernel
def write_enemy_creeps(m, r, w, o, slots, me):  # type: ignore[no-untyped-def]
    """Slots of enemy creeps."""
    reach = attack_reach(m, r, me)
    radius = r.kinds[HERO].radius
    for k in range(ENEMY_CREEPS):
        number = slots[ENEMY_CREEP_SLOT + k]
        slot = o.enemy_creeps[k]
        if number < 0:
            o.enemy_creeps[k] = w.blank.enemy_creeps[0]
            continue
        gap = write_known_creep(m, r, w, slot, me, number, reach)
        slot.relation.in_its_reach = yes(gap <= r.kinds[m.units[number].kind].reach + radius)
        slot.relation.attacks_me = yes(m.units[number].target == me)


@kernel
def write_own_creeps(m, r, w, o, slots, me):  # type: ignore[no-untyped-def]
    """Slots of own creeps."""
    reach = attack_reach(m, r, me)
    for k in range(OWN_CREEPS):
        number = slots[OWN_CREEP_SLOT + k]
        slot = o.own_creeps[k]
        if number < 0:
            o.own_creeps[k] = w.blank.own_creeps[0]
            continue
        write_known_creep(m, r, w, slot, me, number, reach)
        slot.relation.legal = yes(can_attack(m, me, number))


@kernel
def write_known_structure(m, r, w, slot, me, number, in_sight):  # type: ignore[no-untyped-def]
    """What slots of own and enemy structures share: what it is, and, in sight, what it does."""
    if not w.others[number]:
        w.others[number] = 1
        write_structure(m, r, w.structures[number], number)
    unit = m.units[number]
    data = r.kinds[unit.kind]
    slot.known = w.structures[number]
    reach = attack_reach(m, r, me)
    gap = write_place(slot.place, r, m.units[me], sign_of(me // HALF), reach, unit.kind, unit.x, unit.y)
    slot.relation = w.blank.own_structures[0].relation
    if data.reach > 0.0:
        slot.relation.in_its_reach = yes(gap <= data.reach + r.kinds[HERO].radius)
    if in_sight:
        slot.relation.attacks_hero = yes(unit.target >= 0 and unit.target % HALF < HEROES)
        slot.relation.attack_progress = progress(m, r, number)
        slot.relation.attended = yes(m.tick - unit.anchor <= ALONE_TICKS)
        slot.relation.hurt = lately(m, unit.hurt, HURT_TICKS)


@kernel
def write_enemy_structures(m, r, w, o, slots, me):  # type: ignore[no-untyped-def]
    """Slots of enemy structures."""
    for k in range(ENEMY_STRUCTURES):
        number = slots[ENEMY_STRUCTURE_SLOT + k]
        slot = o.enemy_structures[k]
        if number < 0:
            o.enemy_structures[k] = w.blank.enemy_structures[0]
            continue
        unit = m.units[number]
        write_known_structure(m, r, w, slot, me, number, unit.seen)
        slot.menace.seen = yes(unit.seen)
        slot.menace.attacks_me = yes(unit.seen and unit.target == me)
        slot.menace.blow = blow(m, me, number)
        slot.menace.legal = yes(can_attack(m, me, number))


@kernel
def write_own_structures(m, r, w, o, slots, me):  # type: ignore[no-untyped-def]
    """Slots of own structures."""
    for k in range(OWN_STRUCTURES):
        number = slots[OWN_STRUCTURE_SLOT + k]
        if number < 0:
            o.own_structures[k] = w.blank.own_structures[0]
        else:
            write_known_structure(m, r, w, o.own_structures[k], me, number, m.units[me].alive)
