"""Observation of what fights for no side, and of the couriers: sun, runes, the boss, camps, neutrals in sight."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.combat import attack_reach
from arena.games.moba.contract import COURIER_SLOT, NEUTRAL_SLOT, NEUTRALS_SEEN
from arena.games.moba.daylight import is_night
from arena.games.moba.layout import (
    ARCANE_RUNE,
    BEAST,
    BOSS,
    BOUNTY_RUNE,
    CAMPS,
    COURIER,
    HALF,
    HASTE_RUNE,
    HERO,
    HEROES,
    INVISIBILITY_RUNE,
    LARGE,
    MEDIUM,
    MIGHT_RUNE,
    REGENERATION_RUNE,
    ROOTED,
    SMALL,
    STUNNED,
)
from arena.games.moba.numbers import sign_of
from arena.games.moba.observed_units import (
    NEAR_UNIT,
    PLACE_UNIT,
    blow,
    part,
    part_signed,
    progress,
    squash,
    write_place,
    yes,
)
from arena.games.moba.perception import can_attack
from arena.games.moba.sides import is_lit, is_seen_by


@kernel
def write_times(m, r, o):
    """Day and night, and when runes come."""
    data = r.variant
    o.night = yes(is_night(m, r))
    o.sun = part(data.day - m.tick % data.day, data.day)
    left = data.rune_first - m.tick
    if data.rune_first == 0:
        o.next_rune = 1.0
        return
    if left <= 0:
        left = data.rune_every - (m.tick - data.rune_first) % data.rune_every
    o.next_rune = part(left, data.rune_every)


@kernel
def write_boss(m, r, o, half):
    """What is announced of the boss, and what is seen of it: neither the pit it begins in nor when it returns."""
    data = r.variant
    o.own_bosses = squash(m.bosses[half], 2.0)
    o.enemy_bosses = squash(m.bosses[1 - half], 2.0)
    number = m.pit * HALF + BOSS
    unit = m.units[number]
    seen = unit.alive and is_seen_by(m, half, number)
    known = seen or m.boss_died > 0
    o.boss_pit = (1.0 if m.pit == half else -1.0) if known else 0.0
    soonest = m.boss_died + data.boss_least - m.tick
    latest = m.boss_died + data.boss_most - m.tick
    if m.boss_died == 0:
        soonest = data.boss_first - m.tick
        latest = soonest
    comes = data.boss_first > 0
    lives = comes and (seen or latest <= 0)
    o.boss_soonest = part(soonest, data.boss_most) if comes else 1.0
    o.boss_latest = part(latest, data.boss_most) if comes else 1.0
    if seen:
        o.boss_soonest = 0.0
        o.boss_latest = 0.0
    o.boss_lives = yes(lives)
    o.boss_seen = yes(seen)
    o.boss_health = part(unit.health, unit.max_health) if seen else 0.0


@kernel
def write_own_courier(m, r, o, half):
    """The side's own courier."""
    unit = m.units[half * HALF + COURIER]
    s = sign_of(half)
    o.courier_alive = yes(unit.alive)
    o.courier_back = 0.0 if unit.alive else part(m.courier_due[half] - m.tick, r.variant.courier)
    o.courier_busy = yes(m.courier_for[half] >= 0)
    o.courier_x = part_signed(s * unit.x, PLACE_UNIT) + 0.0 if unit.alive else 0.0
    o.courier_y = part_signed(s * unit.y, PLACE_UNIT) + 0.0 if unit.alive else 0.0


@kernel
def count_neutrals(m, w, half):
    """Living neutrals that a side sees, by camp: its own half's first."""
    w.camp_seen[half, :] = 0
    for turn in range(2):
        group = half if turn == 0 else 1 - half
        for place in range(w.troops[group], w.count[group]):
            number = w.ids[group, place]
            if number % HALF < BOSS and is_seen_by(m, half, number):
                w.camp_seen[half, turn * CAMPS + m.units[number].lane] += 1


@kernel
def write_camps(m, r, w, later, half):
    """Camps as far as they are in sight."""
    count_neutrals(m, w, half)
    for row in range(2 * CAMPS):
        owner = half if row < CAMPS else 1 - half
        s = sign_of(owner)
        x = s * r.camps[row % CAMPS, 0]
        y = s * r.camps[row % CAMPS, 1]
        later.camps[row].watched = yes(is_lit(m, r, half, owner, x, y))
        later.camps[row].neutrals = part(w.camp_seen[half, row], 3.0)


@kernel
def write_runes(m, r, later, half):
    """Runes as far as they are in sight."""
    for turn in range(2):
        owner = half if turn == 0 else 1 - half
        s = sign_of(owner)
        row = later.runes[turn]
        watched = is_lit(m, r, half, owner, s * r.rune[0], s * r.rune[1])
        kind = m.rune[owner] if watched else 0
        row.rune_watched = yes(watched)
        row.haste_rune = yes(kind == HASTE_RUNE)
        row.might_rune = yes(kind == MIGHT_RUNE)
        row.regeneration_rune = yes(kind == REGENERATION_RUNE)
        row.arcane_rune = yes(kind == ARCANE_RUNE)
        row.bounty_rune = yes(kind == BOUNTY_RUNE)
        row.invisibility_rune = yes(kind == INVISIBILITY_RUNE)


@kernel
def write_world(m, r, w, half):
    """What a side's heroes know alike."""
    later = w.later[half]
    write_times(m, r, later.world[0])
    write_boss(m, r, later.world[0], half)
    write_own_courier(m, r, later.world[0], half)
    write_camps(m, r, w, later, half)
    write_runes(m, r, later, half)


@kernel
def write_neutral(m, r, w, number):
    """The row of a neutral in sight, once a decision."""
    if w.written[number]:
        return
    w.written[number] = 1
    row = w.neutrals[number]
    unit = m.units[number]
    row.small = yes(unit.kind == SMALL)
    row.medium = yes(unit.kind == MEDIUM)
    row.large = yes(unit.kind == LARGE)
    row.boss = yes(unit.kind == BEAST)
    row.health_share = part(unit.health, unit.max_health)
    row.health = squash(unit.health, NEAR_UNIT)
    row.damage = part(unit.damage, 400.0)
    row.armour = part_signed(unit.armour, 50.0)
    row.held = yes(unit.status & (STUNNED | ROOTED))
    row.attacks_hero = yes(unit.target >= 0 and unit.target % HALF < HEROES)
    row.attack_progress = progress(m, r, number)


@kernel
def write_neutrals(m, r, w, o, slots, me):
    """Slots of neutrals."""
    reach = attack_reach(m, r, me)
    for k in range(NEUTRALS_SEEN):
        number = slots[NEUTRAL_SLOT + k]
        slot = o.neutrals[k]
        if number < 0:
            o.neutrals[k] = w.blank.neutrals[0]
            continue
        other = m.units[number]
        write_neutral(m, r, w, number)
        slot.known = w.neutrals[number]
        gap = write_place(m, r, slot.place, me, reach, other.kind, other.x, other.y)
        slot.relation.in_its_reach = yes(gap <= r.kinds[other.kind].reach + r.kinds[HERO].radius)
        slot.relation.attacks_me = yes(other.target == me)
        slot.relation.blow = blow(m, me, number)
        slot.relation.legal = yes(can_attack(m, me, number))


@kernel
def write_enemy_courier(m, r, w, o, slots, me):
    """The slot of the enemy's courier."""
    number = slots[COURIER_SLOT]
    slot = o.enemy_courier[0]
    if number < 0:
        o.enemy_courier[0] = w.blank.enemy_courier[0]
        return
    other = m.units[number]
    write_place(m, r, slot.place, me, attack_reach(m, r, me), other.kind, other.x, other.y)
    slot.relation.blow = blow(m, me, number)
    slot.relation.legal = yes(can_attack(m, me, number))
    slot.known.health_share = part(other.health, other.max_health)
