"""What `bot:hard` does off the lanes: camps when its lane is quiet, runes near by, the boss when the side is ahead."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import gap2
from arena.games.moba.bots.view import NOWHERE
from arena.games.moba.contract import ATTACK_MASK, NEUTRAL_SLOT, NEUTRALS_SEEN
from arena.games.moba.layout import BOSS, CAMP_SIZE, CAMPS, FIRST_NEUTRAL, HALF, HEROES
from arena.games.moba.numbers import cell_of, distance2, sign_of
from arena.games.moba.sides import is_seen_by

CAMP_TRIP = 1200.0  # how far a hero goes for a camp
CAMP_NEAR = 900.0
RUNE_TRIP = 1000.0
BOSS_EDGE = 2.0  # how much stronger than the enemy's living heroes a side must be that goes for the boss
BOSS_HEROES = 4
BOSS_LEVEL = 7.0


@kernel
def is_lit(m, r, half, x, y):
    """The side sees the cell that a point lies in."""
    cell = cell_of(r, sign_of(half), x, y)
    n = r.n
    row = cell // n
    column = cell % n
    return m.lit[half, row] >> column & 1 != 0


@kernel
def is_known_empty(m, r, half, owner, camp):
    """The side sees a camp's place, and nobody there."""
    s = sign_of(owner)
    if not is_lit(m, r, half, s * r.camps[camp, 0], s * r.camps[camp, 1]):
        return False
    for k in range(CAMP_SIZE):
        number = owner * HALF + FIRST_NEUTRAL + camp * CAMP_SIZE + k
        if m.units[number].alive and is_seen_by(m, half, number):
            return False
    return True


@kernel
def camp_goal(m, r, v, me):
    """The nearest camp that may be worth a trip, as (half, camp); (-1, -1) if there is none."""
    unit = m.units[me]
    half = me // HALF
    owner, found = -1, -1
    nearest = CAMP_TRIP * CAMP_TRIP
    for turn in range(2):
        side = half if turn == 0 else 1 - half
        s = sign_of(side)
        for camp in range(CAMPS):
            gap = gap2(unit, s * r.camps[camp, 0], s * r.camps[camp, 1])
            if (
                gap < nearest
                and m.tick >= r.variant.camp_first
                and not is_known_empty(m, r, half, side, camp)
            ):
                nearest = gap
                owner, found = side, camp
    return owner, found


@kernel
def camp_prey(m, v, slots, mask, me):
    """Slot of the neutral near by with the least health, the boss left alone; -1 if there is none."""
    best = -1
    least = NOWHERE + 0.0
    for slot in range(NEUTRAL_SLOT, NEUTRAL_SLOT + NEUTRALS_SEEN):
        if not mask[ATTACK_MASK + slot] or slots[slot] % HALF == BOSS:
            continue
        unit = m.units[slots[slot]]
        if distance2(m.units[me], unit) < CAMP_NEAR * CAMP_NEAR and unit.health < least:
            least = unit.health
            best = slot
    return best


@kernel
def boss_slot(m, slots, mask, me):
    """Slot of the boss if it is near and may be attacked, -1 if not."""
    for slot in range(NEUTRAL_SLOT, NEUTRAL_SLOT + NEUTRALS_SEEN):
        if mask[ATTACK_MASK + slot] and slots[slot] % HALF == BOSS:
            return slot
    return -1


@kernel
def may_be_up(m, r):
    """The boss may have come, by what is announced: its first time, then the time of its death."""
    if r.variant.boss_first <= 0:
        return False
    if m.boss_died > 0:
        return m.tick >= m.boss_died + r.variant.boss_most or m.boss_due == 0
    return m.tick >= r.variant.boss_first


@kernel
def is_there(m, r, half, pit):
    """The boss is seen in a pit, or the pit is out of sight and may hold it."""
    s = sign_of(pit)
    if m.boss_died > 0 and pit != m.pit:
        return False
    number = pit * HALF + BOSS
    if m.units[number].alive and is_seen_by(m, half, number):
        return True
    return not is_lit(m, r, half, s * r.boss_pit[0], s * r.boss_pit[1])


@kernel
def plan_boss(m, r, v, half):
    """Whether the side goes for the boss, and to which half's pit: -1 for no."""
    v.pit = -1
    ahead = v.own_total > BOSS_EDGE * v.foe_total or v.own_alive >= v.foe_alive + 2
    if not may_be_up(m, r) or v.own_alive < BOSS_HEROES or v.level < BOSS_LEVEL or not ahead:
        return
    nearest = NOWHERE * NOWHERE
    for turn in range(2):
        pit = half if turn == 0 else 1 - half
        s = sign_of(pit)
        total = 0.0
        for slot in range(HEROES):
            unit = m.units[half * HALF + slot]
            if unit.alive:
                total += gap2(unit, s * r.boss_pit[0], s * r.boss_pit[1])
        if total < nearest and is_there(m, r, half, pit):
            nearest = total
            v.pit = pit


@kernel
def rune_goal(m, r, me):
    """The half at whose point a rune lies in sight and near, -1 for none."""
    unit = m.units[me]
    half = me // HALF
    best = -1
    nearest = RUNE_TRIP * RUNE_TRIP
    for turn in range(2):
        point = half if turn == 0 else 1 - half
        s = sign_of(point)
        x = s * r.rune[0]
        y = s * r.rune[1]
        gap = gap2(unit, x, y)
        if m.rune[point] > 0 and gap < nearest and is_lit(m, r, half, x, y):
            nearest = gap
            best = point
    return best
