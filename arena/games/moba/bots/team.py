"""What `bot:hard` works out for a side as a whole: whom to focus on, who strayed too far, who keeps a lane.

As everywhere among scripted players only what the side may know goes in (view.py), and nothing is kept from one
decision to the next: five heroes that see the same choose the same.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import gap2, lane_point
from arena.games.moba.bots.situation import power_of
from arena.games.moba.bots.view import NOWHERE, is_under_tower
from arena.games.moba.layout import HALF, HEROES
from arena.games.moba.numbers import distance2, hero_of, sign_of

PACK_NEAR = 1300.0  # heroes this near one another fight the same fight
HUNT_RANGE = 2200.0  # from which heroes come to catch one that strayed
SHELTER = 2600.0
HUNT_EDGE = 1.5  # how much stronger the hunters are
TREND_TICKS = 90  # for so long an enemy hero that went out of sight counts where it was
FIT_SHARE = 0.35
KEEP_ROOM = 3600.0  # of the own foremost structure, within which enemy creeps want an answer


@kernel
def is_about(m, number):
    """An enemy hero stands where it is seen, or was seen just now."""
    hero = hero_of(m, number)
    unit = m.units[number]
    fresh = hero.seen_tick >= 0 and m.tick - hero.seen_tick < TREND_TICKS
    return unit.alive and (unit.seen or fresh)


@kernel
def foe_power_at(m, half, number):
    """Strength of the enemy heroes known to stand by one of them, itself included."""
    middle = m.units[number]
    total = 0.0
    for slot in range(HEROES):
        other = (1 - half) * HALF + slot
        hero = m.heroes[(1 - half) * HEROES + slot]
        if hero.hero < 0 or not is_about(m, other):
            continue
        dx = hero.seen_x - middle.x
        dy = hero.seen_y - middle.y
        if dx * dx + dy * dy < PACK_NEAR * PACK_NEAR:
            total += power_of(hero.seen_health, hero.seen_level)
    return total


@kernel
def own_power_at(m, half, number, reach):
    """Strength of the side's fit heroes within reach of a unit, and how many they are."""
    total = 0.0
    count = 0
    for slot in range(HEROES):
        unit = m.units[half * HALF + slot]
        hero = m.heroes[half * HEROES + slot]
        if hero.hero < 0 or not unit.alive or unit.health < FIT_SHARE * unit.max_health:
            continue
        if distance2(unit, m.units[number]) < reach * reach:
            total += power_of(unit.health, hero.level)
            count += 1
    return total, count


@kernel
def is_sheltered(r, half, unit):
    """An enemy hero stands by its own fountain, where no one catches it."""
    s = sign_of(half)
    return gap2(unit, -s * r.fountain[0], -s * r.fountain[1]) < SHELTER * SHELTER


@kernel
def find_stray(m, r, v, half):
    """The enemy hero in sight that the side's heroes near by can catch most surely, under no tower; -1 for none."""
    v.stray = -1
    best = HUNT_EDGE + 0.0
    for slot in range(HEROES):
        number = (1 - half) * HALF + slot
        unit = m.units[number]
        if m.heroes[(1 - half) * HEROES + slot].hero < 0 or not unit.alive or not unit.seen:
            continue
        if is_under_tower(m, r, v, half, unit.x, unit.y, 0.0 * best) or is_sheltered(r, half, unit):
            continue
        power, count = own_power_at(m, half, number, HUNT_RANGE)
        edge = power / max(foe_power_at(m, half, number), 1.0)
        if count >= 2 and edge > best:
            best = edge
            v.stray = number


@kernel
def find_focus(m, r, v, half):
    """The enemy hero in sight with the least health among those that two or more own heroes can reach; -1 for none."""
    v.focus = -1
    least = NOWHERE * NOWHERE
    for slot in range(HEROES):
        number = (1 - half) * HALF + slot
        unit = m.units[number]
        if m.heroes[(1 - half) * HEROES + slot].hero < 0 or not unit.alive or not unit.seen:
            continue
        if is_sheltered(r, half, unit):
            continue
        _, count = own_power_at(m, half, number, 0.7 * PACK_NEAR)
        worth = unit.health / (1.0 + 0.03 * m.heroes[(1 - half) * HEROES + slot].seen_level)
        if count >= 2 and worth < least:
            least = worth
            v.focus = number


@kernel
def count_sides(m, v, half):
    """Living heroes of both sides; deaths and returns are announced."""
    v.own_alive, v.foe_alive = 0, 0
    for slot in range(HEROES):
        if m.heroes[half * HEROES + slot].hero >= 0 and m.units[half * HALF + slot].alive:
            v.own_alive += 1
        if m.heroes[(1 - half) * HEROES + slot].hero >= 0 and m.units[(1 - half) * HALF + slot].alive:
            v.foe_alive += 1


@kernel
def nearest_keeper(m, v, half, x, y):
    """The fit hero nearest to a point that is sent nowhere yet, -1 if there is none."""
    best = -1
    nearest = NOWHERE * NOWHERE
    for slot in range(HEROES):
        unit = m.units[half * HALF + slot]
        fit = unit.alive and unit.health >= FIT_SHARE * unit.max_health
        if m.heroes[half * HEROES + slot].hero < 0 or not fit or v.keeper[slot] >= 0:
            continue
        gap = gap2(unit, x, y)
        if gap < nearest:
            nearest = gap
            best = slot
    return best


@kernel
def send_keepers(m, r, v, half):
    """Send one hero to each lane where the enemy's creeps are upon the own structures."""
    v.keeper[:] = -1
    s = sign_of(half)
    for lane in range(3):
        if v.foe_front[lane] >= v.post[lane] + KEEP_ROOM:
            continue
        x, y = lane_point(r, s, lane, v.post[lane])
        slot = nearest_keeper(m, v, half, x, y)
        if slot >= 0:
            v.keeper[slot] = lane


@kernel
def plan_team(m, r, v, half):
    """Work out what all heroes of a side of `bot:hard` share in this decision; `view.plan` comes first."""
    count_sides(m, v, half)
    find_focus(m, r, v, half)
    find_stray(m, r, v, half)
    send_keepers(m, r, v, half)
