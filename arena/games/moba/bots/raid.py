"""How `bot:hard` takes the boss: by who happens to be near its pit, when the enemy is short of heroes.

Nothing is kept from one decision to the next, so a raid is gone on with by what is seen of it: a boss that has lost
health. Who is near and goes decides, not the whole side: to gather five costs more than the boss is worth.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.boss import growths
from arena.games.moba.bots.choices import gap2
from arena.games.moba.bots.situation import power_of
from arena.games.moba.combat import attack_interval
from arena.games.moba.contract import ATTACK_MASK, NEUTRAL_SLOT, NEUTRALS_SEEN
from arena.games.moba.layout import BEAST, BOSS, HALF, HEROES
from arena.games.moba.numbers import sign_of
from arena.games.moba.sides import is_lit, is_seen_by

RAID_HEROES = 3  # near enough to the pit, without whom the boss is left alone
RAID_TRIP = 4000.0
RAID_SHARE = 0.4  # of its health that a hero must have left
RAID_LEAD = 1  # living heroes more than the enemy has
RAID_TICKS, STAY_TICKS = 600.0, 900.0  # that blows alone may take: to begin, and to go on
RAID_EDGE = 1.3  # strength against the enemy heroes known to be near
GUARD_RANGE = 2500.0
GUARD_TICKS = 240
BEGUN_SHARE = 0.97


@kernel
def boss_slot(m, slots, mask, me):
    """Slot of the boss if it is near and may be attacked, -1 if not."""
    for slot in range(NEUTRAL_SLOT, NEUTRAL_SLOT + NEUTRALS_SEEN):
        if mask[ATTACK_MASK + slot] and slots[slot] % HALF == BOSS:
            return slot
    return -1


@kernel
def may_be_there(m, r, half, pit):
    """The boss is seen in a pit, or may stand there by what is announced: its death, and where it comes next."""
    number = pit * HALF + BOSS
    if m.units[number].alive and is_seen_by(m, half, number):
        return True
    s = sign_of(pit)
    if r.variant.boss_first <= 0 or is_lit(m, r, half, pit, s * r.boss_pit[0], s * r.boss_pit[1]):
        return False
    if m.boss_died > 0:
        return pit == m.pit and m.tick >= m.boss_died + r.variant.boss_most
    return m.tick >= r.variant.boss_first


@kernel
def raiders(m, r, v, half, pit):
    """Own heroes who could go to a pit, near, fit, keeping no lane: how many, their strength, their blows a tick."""
    s = sign_of(pit)
    count, power, blows = 0, 0.0, 0.0
    for slot in range(HEROES):
        number = half * HALF + slot
        unit = m.units[number]
        fit = unit.alive and unit.health >= RAID_SHARE * unit.max_health and v.keeper[slot] < 0
        if m.heroes[half * HEROES + slot].hero < 0 or not fit:
            continue
        if gap2(unit, s * r.boss_pit[0], s * r.boss_pit[1]) < RAID_TRIP * RAID_TRIP:
            count += 1
            power += power_of(unit.health, m.heroes[half * HEROES + slot].level)
            blows += unit.damage / attack_interval(m, r, number)
    return count, power, blows


@kernel
def guards(m, r, half, pit):
    """Strength of the enemy heroes known to be near a pit."""
    s = sign_of(pit)
    total = 0.0
    for slot in range(HEROES):
        number = (1 - half) * HALF + slot
        hero = m.heroes[(1 - half) * HEROES + slot]
        if hero.hero < 0 or not m.units[number].alive or hero.seen_tick < 0:
            continue
        if m.tick - hero.seen_tick > GUARD_TICKS:
            continue
        dx = hero.seen_x - s * r.boss_pit[0]
        dy = hero.seen_y - s * r.boss_pit[1]
        if dx * dx + dy * dy < GUARD_RANGE * GUARD_RANGE:
            total += power_of(hero.seen_health, hero.seen_level)
    return total


@kernel
def is_begun(m, half, pit):
    """The boss is seen, and has lost some of its health."""
    number = pit * HALF + BOSS
    unit = m.units[number]
    return unit.alive and is_seen_by(m, half, number) and unit.health < BEGUN_SHARE * unit.max_health


@kernel
def ticks_to_fall(m, r, half, pit, blows):
    """How long the boss of a pit would last under the raiders' blows: as it is if seen, whole and grown if not."""
    number = pit * HALF + BOSS
    data = r.kinds[BEAST]
    health = data.health + growths(m, r) * data.health_growth
    if m.units[number].alive and is_seen_by(m, half, number):
        health = m.units[number].health
    armour = 0.06 * data.armour
    return health / max(blows * (1.0 - armour / (1.0 + armour)), 0.1)


@kernel
def is_worth_a_raid(m, r, v, half, pit):
    """Who is near is enough, and the boss falls soon: begun when the enemy is short of heroes, then gone on with."""
    count, power, blows = raiders(m, r, v, half, pit)
    if count < RAID_HEROES or power < RAID_EDGE * guards(m, r, half, pit):
        return False
    ticks = ticks_to_fall(m, r, half, pit, blows)
    if is_begun(m, half, pit):
        return ticks < STAY_TICKS
    return v.own_alive >= v.foe_alive + RAID_LEAD and ticks < RAID_TICKS


@kernel
def plan_boss(m, r, v, half):
    """Whether the side's heroes near by go for the boss, and to which half's pit: -1 for no."""
    v.pit = -1
    for turn in range(2):
        pit = half if turn == 0 else 1 - half
        if v.pit < 0 and may_be_there(m, r, half, pit) and is_worth_a_raid(m, r, v, half, pit):
            v.pit = pit


@kernel
def raids(m, r, v, me):
    """The hero is one of those who go for the boss."""
    if v.pit < 0 or v.share < RAID_SHARE or v.keeper[me % HALF] >= 0:
        return False
    s = sign_of(v.pit)
    return gap2(m.units[me], s * r.boss_pit[0], s * r.boss_pit[1]) < RAID_TRIP * RAID_TRIP
