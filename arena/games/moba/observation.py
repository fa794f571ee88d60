"""Writing observations: what each hero of a match knows, in the frame of its side (fields.py lists the columns).

East sees the half-turn image of what west would see. Nothing here reads what fog hides; see
tests/arena/games/moba/test_observation.py. Columns are float32: written, never computed with.
"""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.casting import ability_ready
from arena.games.moba.combat import attack_interval
from arena.games.moba.contract import MISSILE_SLOTS
from arena.games.moba.creeps import growth_steps
from arena.games.moba.economy import is_home
from arena.games.moba.layout import (
    ABILITIES,
    ASSISTS,
    DEATHS,
    DENIES,
    FIRST_CREEP,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    HIDDEN,
    ITEM_SLOTS,
    KILLS,
    LAST_HITS,
    MISSILES,
    REVEALED,
    STRUCTURES,
)
from arena.games.moba.numbers import sign_of
from arena.games.moba.observed_kit import note_effects, write_kit
from arena.games.moba.observed_units import (
    HURT_TICKS,
    LAST_LEVEL,
    NEAR_UNIT,
    PLACE_UNIT,
    lately,
    part,
    part_signed,
    squash,
    write_allies,
    write_enemies,
    write_enemy_creeps,
    write_enemy_structures,
    write_heroes,
    write_own_creeps,
    write_own_structures,
    yes,
)
from arena.games.moba.observed_world import write_enemy_courier, write_neutrals, write_world
from arena.games.moba.rule_records import BUILD, MAX_LEVEL
from arena.games.moba.sides import is_lit, is_neutral, is_seen_by

MISSILE_RANGE = 1600.0


@kernel
def write_growth(m, r, o, h):
    """Level, gold, and what the hero has done so far."""
    hero = m.heroes[h]
    level = hero.level
    o.level = level / LAST_LEVEL
    o.experience = 1.0
    if level < MAX_LEVEL:
        below = r.xp_to_level[level]
        o.experience = part(hero.xp - below, r.xp_to_level[level + 1] - below)
    o.gold = squash(hero.gold, 1000.0)
    o.next_item = 0.0
    if hero.next_item < BUILD:
        wanted = hero.build[hero.next_item]
        if wanted >= 0:
            o.next_item = part(hero.gold, r.items[wanted].cost)
    o.streak = part(hero.streak, 8.0)
    o.kills = squash(hero.tally[KILLS], 5.0)
    o.deaths = squash(hero.tally[DEATHS], 5.0)
    o.assists = squash(hero.tally[ASSISTS], 5.0)
    o.last_hits = squash(hero.tally[LAST_HITS], 50.0)
    o.denies = squash(hero.tally[DENIES], 10.0)


@kernel
def write_strength(m, r, o, h):
    """The hero's numbers, effects included."""
    hero = m.heroes[h]
    number = h // HEROES * HALF + h % HEROES
    unit = m.units[number]
    o.health_share = part(unit.health, unit.max_health)
    o.health = part(unit.health, 4000.0)
    o.health_regen = part(hero.health_regen, 100.0)
    o.mana_share = part(hero.mana, hero.max_mana)
    o.mana = part(hero.mana, 2000.0)
    o.mana_regen = part(hero.mana_regen, 50.0)
    o.resist = part(hero.resist, 1.0)
    o.haste = part_signed(hero.haste, 400.0)
    o.pace = part(unit.speed, 2.0 * hero.base_speed)
    o.interval = part(attack_interval(m, r, number), 120.0)
    o.lifesteal = part(hero.lifesteal, 1.0)
    o.thorns = part(hero.thorns, 1.0)
    o.critical = part(hero.crit, 1.0)
    o.cleave = part(hero.cleave, 1.0)


@kernel
def write_doing(m, r, o, h):
    """Where the hero is and what it is about."""
    hero = m.heroes[h]
    half = h // HEROES
    number = half * HALF + h % HEROES
    unit = m.units[number]
    s = sign_of(half)
    dx = s * unit.x - r.fountain[0]
    dy = s * unit.y - r.fountain[1]
    o.x = part_signed(s * unit.x, PLACE_UNIT) + 0.0
    o.y = part_signed(s * unit.y, PLACE_UNIT) + 0.0
    o.home = squash(math.sqrt(dx * dx + dy * dy), NEAR_UNIT)
    o.at_home = yes(unit.alive and is_home(m, r, number))
    o.attack_wait = part(unit.ready - m.tick, 120.0)
    o.hidden = yes(unit.status & HIDDEN)
    o.revealed = yes(unit.status & REVEALED)
    o.cast_left = part(hero.cast_end - m.tick + 1, 30.0) if hero.cast >= 0 else 0.0
    o.channel_left = part(hero.channel_end - m.tick + 1, 300.0) if hero.channel >= 0 else 0.0
    whole = r.variant.recall + 1
    o.recall_done = part(whole - (hero.recall - m.tick), whole) if hero.recall > 0 else 0.0
    o.hurt = lately(m, unit.hurt, HURT_TICKS)
    o.aggro = lately(m, hero.aggro, HURT_TICKS)
    o.toggles = (hero.toggled[0] + hero.toggled[1] + hero.toggled[2] + hero.toggled[3]) / 4.0


@kernel
def write_own(m, r, w, o, h):
    """The hero itself, its abilities and items."""
    hero = m.heroes[h]
    own = o.own[0]
    own.who = w.who[h]
    own.body = w.body[h]
    write_growth(m, r, own.growth, h)
    write_strength(m, r, own.strength, h)
    write_doing(m, r, own.doing, h)
    for k in range(ABILITIES):
        spell = r.heroes[hero.hero].abilities[k]
        row = o.abilities[k]
        row.skill = hero.skill[k] / 4.0
        row.cooldown = squash(hero.cooldown[k] - m.tick, 300.0)
        row.ready = yes(ability_ready(m, r, h, k))
        row.cost = part(spell.cost[max(hero.skill[k] - 1, 0)], 500.0)
        row.busy = yes(hero.cast == k or hero.channel == k)
    for k in range(ITEM_SLOTS):
        o.items[k].item_number = float(hero.items[k])


@kernel
def count_creeps(m, r, w, half):
    """Creeps of a half by its lanes, all and those the other side sees, and how far the foremost have come."""
    s = sign_of(half)
    for lane in range(3):
        w.lane_count[half, lane] = 0.0
        w.seen_count[half, lane] = 0.0
        w.lane_front[half, lane] = -1.0
        w.seen_front[half, lane] = -1.0
    for place in range(w.troops[half]):
        number = w.ids[half, place]
        if number % HALF < FIRST_CREEP:
            continue
        unit = m.units[number]
        lane = unit.lane
        way = min(max((s * unit.x + s * unit.y) / (2.0 * r.half), -1.0), 1.0)
        w.lane_count[half, lane] += 1.0
        w.lane_front[half, lane] = max(w.lane_front[half, lane], way)
        if unit.seen:
            w.seen_count[half, lane] += 1.0
            w.seen_front[half, lane] = max(w.seen_front[half, lane], way)


@kernel
def write_lanes(m, r, w, shared, half):
    """Creeps and barracks of the own-frame lanes; what is lane 0 here is lane 2 to the other side."""
    other = 1 - half
    for lane in range(3):
        row = shared.lanes[lane]
        row.own_creeps = squash(w.lane_count[half, lane], 8.0)
        row.enemy_creeps = squash(w.seen_count[other, 2 - lane], 8.0)
        row.own_front = w.lane_front[half, lane] + 0.0
        row.enemy_front = 0.0 - w.seen_front[other, 2 - lane]
        row.own_rebuild = part(m.rebuild[half, lane] - m.tick, r.variant.rebuild)
        row.enemy_rebuild = part(m.rebuild[other, 2 - lane] - m.tick, r.variant.rebuild)


@kernel
def turned(place):
    """A structure's place in the order of the other side's lanes."""
    if place < 9:
        return 6 - place // 3 * 3 + place % 3
    return 20 - place if place < 12 else place


@kernel
def write_buildings(m, shared, half):
    """Health of all structures, which both sides are told."""
    for place in range(STRUCTURES):
        unit = m.units[half * HALF + FIRST_STRUCTURE + place]
        shared.own_buildings[place].building = (
            part(unit.health, max(unit.max_health, 1.0)) if unit.alive else 0.0
        )
        unit = m.units[(1 - half) * HALF + FIRST_STRUCTURE + turned(place)]
        shared.enemy_buildings[place].building = (
            part(unit.health, max(unit.max_health, 1.0)) if unit.alive else 0.0
        )


@kernel
def count_alive(m, half):
    """Living heroes of a half."""
    found = 0
    for slot in range(HEROES):
        found += m.units[half * HALF + slot].alive
    return found


@kernel
def write_common(m, r, o, half):
    """Clock, waves and scores."""
    data = r.variant
    left = data.first_wave - m.tick
    if left <= 0:
        left = data.wave - (m.tick - data.first_wave) % data.wave
    o.clock = squash(m.tick, 18000.0)
    o.map_size = part(r.half, PLACE_UNIT)
    o.next_wave = part(left, data.wave)
    o.waves = squash(m.wave, 40.0)
    o.siege_wave = yes((m.wave + 1) % data.siege_every == 0)
    o.growth = part(growth_steps(m, r), data.growth_cap)
    o.own_kills = squash(m.kills[half], 20.0)
    o.enemy_kills = squash(m.kills[1 - half], 20.0)
    o.own_alive = count_alive(m, half) / 5.0
    o.enemy_alive = count_alive(m, 1 - half) / 5.0
    o.own_base_open = yes(m.base_open[half])
    o.enemy_base_open = yes(m.base_open[1 - half])


@kernel
def is_missile_known(m, r, missile, half, owner):
    """An own missile, or one that flies over a cell the side sees."""
    if owner == half and not is_neutral(missile.source):
        return True
    return is_lit(m, r, half, owner, missile.x, missile.y)


@kernel
def list_missiles(m, r, w, half):
    """Note the missiles a side knows of, its own first."""
    found = 0
    for turn in range(2):
        owner = half if turn == 0 else 1 - half
        for place in range(m.missile_count[owner]):
            if is_missile_known(m, r, m.missiles[owner, place], half, owner):
                w.missiles[half, found] = owner * MISSILES + place
                found += 1
    w.missile_count[half] = found


@kernel
def find_near_missiles(m, w, me):
    """The nearest known missiles within range, in order; returns how many."""
    half = me // HALF
    unit = m.units[me]
    found = 0
    for k in range(w.missile_count[half]):
        code = w.missiles[half, k]
        missile = m.missiles[code // MISSILES, code % MISSILES]
        dx = missile.x - unit.x
        dy = missile.y - unit.y
        gap = dx * dx + dy * dy
        if gap >= MISSILE_RANGE * MISSILE_RANGE or (found == MISSILE_SLOTS and gap >= w.near_gap[found - 1]):
            continue
        place = min(found, MISSILE_SLOTS - 1)
        found = place + 1
        while place > 0 and w.near_gap[place - 1] > gap:
            w.near_gap[place] = w.near_gap[place - 1]
            w.near[place] = w.near[place - 1]
            place -= 1
        w.near_gap[place] = gap
        w.near[place] = code
    return found


@kernel
def write_velocity(m, row, missile, half):
    """Which way a missile flies; of one that follows a unit out of sight the way would tell where that is."""
    dx = missile.dx
    dy = missile.dy
    if missile.target >= 0:
        target = m.units[missile.target]
        dx = 0.0
        dy = 0.0
        if target.alive and is_seen_by(m, half, missile.target):
            dx = target.x - missile.x
            dy = target.y - missile.y
            way = max(math.sqrt(dx * dx + dy * dy), 1.0)
            dx = dx / way
            dy = dy / way
    s = sign_of(half)
    row.vx = part_signed(s * dx * missile.speed, 2000.0) + 0.0
    row.vy = part_signed(s * dy * missile.speed, 2000.0) + 0.0


@kernel
def write_missiles(m, w, o, me):
    """Slots of missiles."""
    half = me // HALF
    s = sign_of(half)
    unit = m.units[me]
    found = find_near_missiles(m, w, me) if unit.alive else 0
    for k in range(MISSILE_SLOTS):
        if k >= found:
            o.missiles[k] = w.blank.missiles[0]
            continue
        row = o.missiles[k]
        owner = w.near[k] // MISSILES
        missile = m.missiles[owner, w.near[k] % MISSILES]
        dx = s * (missile.x - unit.x)
        dy = s * (missile.y - unit.y)
        gap = math.sqrt(dx * dx + dy * dy)
        row.present = 1.0
        row.dx = dx / (gap + NEAR_UNIT) + 0.0
        row.dy = dy / (gap + NEAR_UNIT) + 0.0
        row.distance = gap / (gap + NEAR_UNIT)
        row.damage = part(missile.damage, 400.0)
        row.own = yes(owner == half and not is_neutral(missile.source))
        row.spell = yes(missile.ability >= 0)
        row.straight = yes(missile.target < 0)
        row.at_me = yes(missile.target == me)
        write_velocity(m, row, missile, half)


@kernel
def write_shared(m, r, w):
    """What the observations of a side's heroes have in common."""
    w.written[:] = 0
    note_effects(m, w)
    write_heroes(m, r, w)
    for half in range(2):
        count_creeps(m, r, w, half)
    for half in range(2):
        shared = w.shared[half]
        write_common(m, r, shared.common[0], half)
        write_buildings(m, shared, half)
        write_lanes(m, r, w, shared, half)
        list_missiles(m, r, w, half)
        write_world(m, r, w, half)


@kernel
def write_observations(m, r, w, slots, out):
    """Observations of a match's ten heroes: `out` (10,) of fields.OBSERVATION, from the `slots` of perceive.

    The living must have been listed (vision.list_living). A seat that no hero sits on is all zero.
    """
    write_shared(m, r, w)
    for h in range(2 * HEROES):
        if m.heroes[h].hero < 0:
            out[h] = w.blank
            continue
        o = out[h]
        me = h // HEROES * HALF + h % HEROES
        write_own(m, r, w, o, h)
        o.shared = w.shared[h // HEROES]
        write_allies(m, r, w, o, slots[h], me)
        write_enemies(m, r, w, o, slots[h], me)
        write_enemy_creeps(m, r, w, o, slots[h], me)
        write_own_creeps(m, r, w, o, slots[h], me)
        write_enemy_structures(m, r, w, o, slots[h], me)
        write_own_structures(m, r, w, o, slots[h], me)
        write_missiles(m, w, o, me)
        write_kit(m, r, w, o, h)
        o.later = w.later[h // HEROES]
        write_neutrals(m, r, w, o, slots[h], me)
        write_enemy_courier(m, r, w, o, slots[h], me)
