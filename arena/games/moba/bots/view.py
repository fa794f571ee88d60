"""What a side's scripted players work out once a decision, and each of them about its surroundings.

Only what the side may know goes in: its own units, structures, enemies in sight, and enemy heroes as last seen.
Places of structures are 0-14 as in layout; lanes are numbered in the own frame, where the enemy's lane `l` is
lane `2 - l`.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import gap2, progress_of
from arena.games.moba.layout import (
    BARRACKS,
    BASE_TOWER,
    FIRST_CREEP,
    FIRST_NEUTRAL,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    STRUCTURES,
    record,
)
from arena.games.moba.numbers import distance2, sign_of

VIEW = record(
    ("match", "i8"),  # place in the batch and side that the plan is of, -1 none yet
    ("half", "i8"),
    ("front", "f8", (3,)),  # progress of the foremost own creep of each lane, -NOWHERE without one
    ("foe_front", "f8", (3,)),  # and of the foremost enemy creep in sight, NOWHERE without one
    ("post", "f8", (3,)),  # progress of the foremost own structure of each lane
    ("felled", "i8", (3,)),  # enemy structures fallen on each lane
    ("tanks", "i8", (STRUCTURES,)),  # own creeps in range of each enemy structure
    ("left", "i8", (2,)),  # structures between each side and its end, by the shortest lane; own first
    ("level", "f8"),  # mean of the own heroes
    ("attacked", "i8", (STRUCTURES,)),  # own structure hurt just now
    # Of the side as a whole, for those who plan as a team (team.py).
    ("team", "i8"),  # 1: what follows is of this plan
    ("own_alive", "i8"),
    ("foe_alive", "i8"),
    ("keeper", "i8", (HEROES,)),  # lane that each own hero is sent to clear of creeps, -1 none
    ("focus", "i8"),  # enemy hero whom all attack, -1 none
    ("pit", "i8"),  # half in whose pit the side goes for the boss, -1 for no
    ("stray", "i8"),  # enemy hero to be caught alone, -1 none
    # From here on about one hero (situation.py).
    ("share", "f8"),  # of its greatest health
    ("mana", "f8"),  # share of its greatest mana
    ("reach", "f8"),  # of its attack
    ("home", "f8"),  # distance from the own fountain
    ("foes", "i8"),  # enemy heroes near, as far as known
    ("foe", "i8"),  # target slot of the nearest in sight, -1 none
    ("foe_gap", "f8"),  # and its distance, NOWHERE without one
    ("power", "f8"),  # strength of the own side near by
    ("foe_power", "f8"),
    ("covered", "i8"),  # stands in range of an enemy tower that own creeps do not keep busy
    ("targeted", "i8"),  # an enemy structure shoots at it
    ("brave", "i8"),  # a fight is welcome
    ("beset", "i8"),  # enemy creeps that strike at it
    ("sheltered", "i8"),  # stands by an own tower
    ("beset_home", "i8"),  # which is under attack
    ("friends", "i8"),  # other own heroes near
    ("bold", "i8"),  # together and far stronger: towers are no hindrance
    ("alarm", "i8"),  # own structure to defend, -1 none
    ("called", "i8"),  # it is in the base, far away, and more urgent than anything here
    ("homeward", "i8"),  # it goes home, or flees there
    ("lane", "i8"),  # where it belongs now
    ("grouped", "i8"),  # the side goes together
)
NOWHERE = 1e9
ALARM_TICKS = 60
TANK_RANGE = 750.0  # a creep this near a tower may draw its fire


@kernel
def note_tanks(m, v, half, unit):
    """Count an own creep with the enemy structures of its lane and base that it stands by."""
    first = (1 - half) * HALF + FIRST_STRUCTURE
    for place in range(STRUCTURES):
        other = m.units[first + place]
        on_way = other.lane < 0 or other.lane == 2 - unit.lane
        if other.alive and on_way and distance2(unit, other) < TANK_RANGE * TANK_RANGE:
            v.tanks[place] += 1


@kernel
def plan_creeps(m, v, half):
    """Fronts of both sides' creeps, and the own ones near enemy structures."""
    s = sign_of(half)
    for slot in range(FIRST_CREEP, FIRST_NEUTRAL):
        unit = m.units[half * HALF + slot]
        if unit.alive:
            v.front[unit.lane] = max(v.front[unit.lane], progress_of(unit, s))
            note_tanks(m, v, half, unit)
        other = m.units[(1 - half) * HALF + slot]
        if other.alive and other.seen:
            lane = 2 - other.lane
            v.foe_front[lane] = min(v.foe_front[lane], progress_of(other, s))


@kernel
def plan_structures(m, v, half):
    """Foremost own structure and fallen enemy structures of each lane."""
    s = sign_of(half)
    for slot in range(FIRST_STRUCTURE, BARRACKS + 3):
        own = m.units[half * HALF + slot]
        if own.alive:
            v.post[own.lane] = max(v.post[own.lane], progress_of(own, s))
        other = m.units[(1 - half) * HALF + slot]
        if not other.alive:
            v.felled[2 - other.lane] += 1


@kernel
def structures_left(m, half):
    """Structures of a half that must still fall before it loses, on the lane where fewest are left."""
    first = half * HALF + FIRST_STRUCTURE
    fewest = 4
    for lane in range(3):
        standing = m.units[first + BARRACKS - FIRST_STRUCTURE + lane].alive
        for tier in range(3):
            standing += m.units[first + 3 * lane + tier].alive
        fewest = min(fewest, standing)
    if m.base_open[half]:
        fewest = 0
    return fewest + m.units[half * HALF + BASE_TOWER].alive + m.units[half * HALF + BASE_TOWER + 1].alive + 1


@kernel
def plan(m, r, v, half):
    """Work out what all heroes of a side share in this decision."""
    v.front[:] = -NOWHERE
    v.foe_front[:] = NOWHERE
    v.post[:] = -NOWHERE
    v.felled[:] = 0
    v.tanks[:] = 0
    plan_creeps(m, v, half)
    plan_structures(m, v, half)
    v.left[0] = structures_left(m, half)
    v.left[1] = structures_left(m, 1 - half)
    for place in range(STRUCTURES):
        own = m.units[half * HALF + FIRST_STRUCTURE + place]
        v.attacked[place] = own.alive and own.hurt > 0 and m.tick - own.hurt < ALARM_TICKS
    total, count = 0, 0
    for slot in range(HEROES):
        if m.heroes[half * HEROES + slot].hero >= 0:
            total += m.heroes[half * HEROES + slot].level
            count += 1
    v.level = total / max(count, 1)


@kernel
def plan_for(m, r, v, match, half):
    """Make the plan of a side unless the last seat was of the same."""
    if v.match != match or v.half != half:
        v.match = match
        v.half = half
        v.team = 0
        plan(m, r, v, half)


@kernel
def is_under_tower(m, r, v, half, x, y, slack):
    """The point lies in range of a standing enemy tower that fewer than two own creeps keep busy."""
    first = (1 - half) * HALF + FIRST_STRUCTURE
    for place in range(STRUCTURES):
        tower = m.units[first + place]
        if tower.alive and tower.damage > 0.0 and v.tanks[place] < 2:
            reach = r.kinds[tower.kind].reach + slack
            if gap2(tower, x, y) < reach * reach:
                return True
    return False
