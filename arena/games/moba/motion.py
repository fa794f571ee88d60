"""Walking round walls, displacement, and units pushing past one another.

Everyone's next position is worked out from the positions before, then all move at once. A push is cut to
1/1024 for each pair, so that the sum over neighbours does not depend on their order.
"""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.casting import aims_at_unit
from arena.games.moba.combat import in_reach, is_structure
from arena.games.moba.courier import fountain_x, fountain_y, goal_unit
from arena.games.moba.layout import (
    ATTACK,
    BUCKET,
    BUCKETS,
    FIGHTING,
    HALF,
    HERO,
    LEAVING,
    MOVE,
    ROOTED,
    RUNNER,
    STUCK_CREEP,
    STUNNED,
)
from arena.games.moba.neutrals import is_still, spot_x, spot_y
from arena.games.moba.numbers import cell_of, cell_x, cell_y, hero_of, sign_of, small
from arena.games.moba.spellbook import is_cast, key_of, spell_at

WAYPOINT_NEAR = 220.0
GOT_ON = 60.0
STUCK_TICKS = 600
PUSH_MOST = 10.0
SLIDE = 1.0  # how much of a push goes sideways where two would else stand in each other's way for ever
MARCH = 40.0
WINDOW = 15


@kernel
def step_to(m, r, t, w, number, gx, gy):
    """Note the unit's next position on its way to (gx, gy), by the step table."""
    unit = m.units[number]
    s = sign_of(number // HALF)
    at = cell_of(r, s, unit.x, unit.y)
    wanted = cell_of(r, s, gx, gy)
    goal = t.nearest_free[wanted]
    place = t.nearest_free[at]
    code = int(t.step[goal, at])
    if code > 0:
        place = at + (code - 1) // WINDOW * r.n - 7 * r.n + (code - 1) % WINDOW - 7
    if place != goal or goal != wanted:
        gx = cell_x(r, place)
        gy = cell_y(r, place)
    dx = gx - unit.x
    dy = gy - unit.y
    way = math.sqrt(dx * dx + dy * dy)
    length = unit.speed / 30.0
    if way <= length:
        w.x[number] = gx + 0.0
        w.y[number] = gy + 0.0
    else:
        w.x[number] = small(unit.x + dx * length / way)
        w.y[number] = small(unit.y + dy * length / way)


@kernel
def watch_progress(m, unit):
    """Count a creep or neutral that wants to walk and has not got on for long."""
    dx = unit.x - unit.anchor_x
    dy = unit.y - unit.anchor_y
    if dx * dx + dy * dy > GOT_ON * GOT_ON:
        unit.anchor_x = unit.x
        unit.anchor_y = unit.y
        unit.anchor = m.tick
    elif m.tick - unit.anchor > STUCK_TICKS:
        m.faults[STUCK_CREEP] += 1
        unit.anchor = m.tick


@kernel
def walk_creep(m, r, t, w, number):
    """A creep walks to its target or along its lane."""
    unit = m.units[number]
    if unit.target >= 0:
        if m.units[unit.target].alive:
            if in_reach(m, r, number, unit.target, 0.0):
                unit.anchor = m.tick
            else:
                step_to(m, r, t, w, number, m.units[unit.target].x, m.units[unit.target].y)
                watch_progress(m, unit)
        return
    s = sign_of(number // HALF)
    last = r.waypoints - 1
    gx = s * r.lanes[unit.lane, unit.step, 0]
    gy = s * r.lanes[unit.lane, unit.step, 1]
    dx = gx - unit.x
    dy = gy - unit.y
    if dx * dx + dy * dy < WAYPOINT_NEAR * WAYPOINT_NEAR and unit.step < last:
        unit.step += 1
        gx = s * r.lanes[unit.lane, unit.step, 0]
        gy = s * r.lanes[unit.lane, unit.step, 1]
    step_to(m, r, t, w, number, gx, gy)
    watch_progress(m, unit)


@kernel
def walk_neutral(m, r, t, w, number):
    """A neutral walks to the hero it fights, or home."""
    unit = m.units[number]
    if unit.open == LEAVING:
        step_to(m, r, t, w, number, spot_x(r, number), spot_y(r, number))
        watch_progress(m, unit)
    elif unit.open == FIGHTING and unit.target >= 0 and m.units[unit.target].alive:
        if in_reach(m, r, number, unit.target, 0.0):
            unit.anchor = m.tick
        else:
            step_to(m, r, t, w, number, m.units[unit.target].x, m.units[unit.target].y)
            watch_progress(m, unit)


@kernel
def walk_hero(m, r, t, w, number):
    """A hero walks as ordered: to a place, into attack range, into casting range."""
    hero = hero_of(m, number)
    unit = m.units[number]
    if hero.cast >= 0 or hero.channel >= 0 or hero.recall > 0:
        return
    if hero.order == MOVE:
        step_to(m, r, t, w, number, hero.order_x, hero.order_y)
    elif hero.order == ATTACK and unit.target >= 0:
        if unit.windup == 0 and not in_reach(m, r, number, unit.target, 0.0):
            step_to(m, r, t, w, number, m.units[unit.target].x, m.units[unit.target].y)
    elif is_cast(hero.order):
        k = key_of(r, hero, hero.order)
        if k < 0:
            return
        if aims_at_unit(spell_at(r, hero, k)):
            step_to(m, r, t, w, number, m.units[hero.order_unit].x, m.units[hero.order_unit].y)
        else:
            step_to(m, r, t, w, number, hero.order_x, hero.order_y)


@kernel
def walk_courier(m, r, t, w, number):
    """A courier walks to its hero, or home."""
    half = number // HALF
    unit = m.units[number]
    hero = goal_unit(m, half)
    gx = m.units[hero].x if hero >= 0 else fountain_x(r, half)
    gy = m.units[hero].y if hero >= 0 else fountain_y(r, half)
    if unit.x != gx or unit.y != gy:
        step_to(m, r, t, w, number, gx, gy)


@kernel
def walk(m, r, t, w):
    """Work out every unit's next position."""
    for half in range(2):
        for place in range(w.count[half]):
            if is_still(m, w, half, place):
                continue
            number = w.ids[half, place]
            unit = m.units[number]
            w.x[number] = unit.x
            w.y[number] = unit.y
            if unit.status & (STUNNED | ROOTED) or is_structure(unit):
                continue
            if unit.kind == HERO:
                walk_hero(m, r, t, w, number)
            elif unit.kind == RUNNER:
                walk_courier(m, r, t, w, number)
            elif place >= w.troops[half]:
                walk_neutral(m, r, t, w, number)
            else:
                walk_creep(m, r, t, w, number)


@kernel
def is_wall(r, t, s, x, y):
    """The point lies in a wall cell."""
    cell = cell_of(r, s, x, y)
    return t.nearest_free[cell] != cell


@kernel
def march(m, r, t, w, number):
    """Displace a unit along the ground as far as the first wall."""
    unit = m.units[number]
    s = sign_of(number // HALF)
    sx = w.shift_x[number]
    sy = w.shift_y[number]
    parts = int(math.sqrt(sx * sx + sy * sy) / MARCH) + 1
    for part in range(1, parts + 1):
        x = small(unit.x + sx * part / parts)
        y = small(unit.y + sy * part / parts)
        if is_wall(r, t, s, x, y):
            return
        w.x[number] = x
        w.y[number] = y


@kernel
def leap(m, r, t, w, number):
    """Displace a unit through the air; over a wall it comes down on the nearest free cell."""
    s = sign_of(number // HALF)
    x = small(m.units[number].x + w.shift_x[number])
    y = small(m.units[number].y + w.shift_y[number])
    cell = cell_of(r, s, x, y)
    free = t.nearest_free[cell]
    if free != cell:
        x = cell_x(r, free)
        y = cell_y(r, free)
    w.x[number] = x + 0.0
    w.y[number] = y + 0.0


@kernel
def bucket_of(s, x, y):
    """Collision bucket of a point, worked out in the unit's own frame as cells are."""
    span = BUCKET * BUCKETS / 2.0
    bx = min(max(math.floor((s * x + span) / BUCKET), 1), BUCKETS - 2)
    by = min(max(math.floor((s * y + span) / BUCKET), 1), BUCKETS - 2)
    bucket = by * BUCKETS + bx
    if s < 0.0:
        bucket = BUCKETS * BUCKETS - 1 - bucket
    return bucket


@kernel
def is_solid(unit):
    """Others push the unit and are pushed by it: all but couriers, and neutrals that do not fight."""
    return unit.kind < RUNNER or (unit.kind > RUNNER and unit.open == FIGHTING)


@kernel
def enter_bucket(r, w, unit, number):
    """Enter a solid unit in the list of its collision bucket."""
    bucket = bucket_of(sign_of(number // HALF), unit.x, unit.y)
    w.solid[w.solid_count] = number
    w.solid_count += 1
    w.radius[number] = r.kinds[unit.kind].radius
    w.push_x[number] = 0.0
    w.push_y[number] = 0.0
    w.bucket[number] = bucket
    w.next[number] = w.head[bucket]
    w.head[bucket] = number + 1


@kernel
def move_all(m, r, t, w):
    """Everyone moves, and who is solid enters its collision bucket."""
    w.solid_count = 0
    for half in range(2):
        for place in range(w.count[half]):
            if is_still(m, w, half, place):
                continue
            number = w.ids[half, place]
            unit = m.units[number]
            if w.shifted[number] == 1:
                march(m, r, t, w, number)
            elif w.shifted[number] == 2:
                leap(m, r, t, w, number)
            w.step_x[number] = w.x[number] - unit.x
            w.step_y[number] = w.y[number] - unit.y
            unit.x = w.x[number]
            unit.y = w.y[number]
            if is_solid(unit):
                enter_bucket(r, w, unit, number)


@kernel
def must_slide(m, w, a, b, dx, dy):
    """One of the two cannot move, or each walks at the other; (dx, dy): the way from `a` to `b`."""
    if is_structure(m.units[a]) or is_structure(m.units[b]):
        return True
    return dx * w.step_x[a] + dy * w.step_y[a] > 0.0 and dx * w.step_x[b] + dy * w.step_y[b] < 0.0


@kernel
def push_pair(m, w, a, b):
    """Two units that overlap push each other off, half the overlap each; those in each other's way slide past."""
    touch = w.radius[a] + w.radius[b]
    dx = w.x[b] - w.x[a]
    dy = w.y[b] - w.y[a]
    gap2 = dx * dx + dy * dy
    if gap2 >= touch * touch:
        return
    gap = math.sqrt(gap2)
    if gap > 0.0:
        part = 0.5 * (touch - gap) / gap
        aside = SLIDE * part if must_slide(m, w, a, b, dx, dy) else 0.0
        px = small(dx * part - dy * aside)
        py = small(dy * part + dx * aside)
    else:
        # On the very same spot: apart along a direction of the lower slot's, which turns with its half.
        low = a if a % HALF <= b % HALF else b
        s = sign_of(low // HALF) if low == b else -sign_of(low // HALF)
        px = s * 4.0
        py = s * (low % HALF % 5 - 2.0)
    w.push_x[a] -= px
    w.push_y[a] -= py
    w.push_x[b] += px
    w.push_y[b] += py


@kernel
def push_row(m, w, a, other):
    """Push unit `a` and all units of a list, which begins with unit `other - 1`, apart."""
    while other > 0:
        push_pair(m, w, a, other - 1)
        other = w.next[other - 1]


@kernel
def give_way(m, r, t, w, number):
    """Move a pushed unit, along one axis when the straight way ends in a wall."""
    unit = m.units[number]
    s = sign_of(number // HALF)
    px = min(max(w.push_x[number], -PUSH_MOST), PUSH_MOST)
    py = min(max(w.push_y[number], -PUSH_MOST), PUSH_MOST)
    if not is_wall(r, t, s, unit.x + px, unit.y + py):
        unit.x = unit.x + px + 0.0
        unit.y = unit.y + py + 0.0
    elif not is_wall(r, t, s, unit.x + px, unit.y):
        unit.x = unit.x + px + 0.0
    elif not is_wall(r, t, s, unit.x, unit.y + py):
        unit.y = unit.y + py + 0.0


@kernel
def push_apart(m, r, t, w):
    """Solid units that overlap push one another off; each pair of neighbouring buckets is met once."""
    for place in range(w.solid_count):
        a = w.solid[place]
        bucket = w.bucket[a]
        push_row(m, w, a, w.next[a])
        push_row(m, w, a, w.head[bucket + 1])
        for k in range(3):
            push_row(m, w, a, w.head[bucket + BUCKETS - 1 + k])
    for place in range(w.solid_count):
        number = w.solid[place]
        w.head[w.bucket[number]] = 0
        moved = w.push_x[number] != 0.0 or w.push_y[number] != 0.0
        if moved and not is_structure(m.units[number]):
            give_way(m, r, t, w, number)
