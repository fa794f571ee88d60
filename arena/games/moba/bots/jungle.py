"""What `bot:hard` does off the lanes: camps when its lane is quiet, and runes near by."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import gap2
from arena.games.moba.bots.view import NOWHERE
from arena.games.moba.contract import ATTACK_MASK, NEUTRAL_SLOT, NEUTRALS_SEEN
from arena.games.moba.layout import BOSS, CAMP_SIZE, CAMPS, FIRST_NEUTRAL, HALF
from arena.games.moba.numbers import distance2, sign_of
from arena.games.moba.sides import is_lit, is_seen_by

CAMP_TRIP = 1200.0  # how far a hero goes for a camp
CAMP_NEAR = 900.0
RUNE_TRIP = 1000.0


@kernel
def is_known_empty(m, r, half, owner, camp):
    """The side sees a camp's place, and nobody there."""
    s = sign_of(owner)
    if not is_lit(m, r, half, owner, s * r.camps[camp, 0], s * r.camps[camp, 1]):
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
def is_neutral_slot(slot):
    """The target slot is a neutral's."""
    return NEUTRAL_SLOT <= slot < NEUTRAL_SLOT + NEUTRALS_SEEN


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
        if m.rune[point] > 0 and gap < nearest and is_lit(m, r, half, point, x, y):
            nearest = gap
            best = point
    return best
