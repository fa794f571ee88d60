"""What all scripted players share: writing an action, walking to a far place, places on a lane.

A scripted player is a function of what its side may know of the record, and of nothing else: no state is kept
between decisions. Coordinates are worked out in the own frame, so that exchanged sides choose the same
(docs/decisions/0001). `action` is (4,) int64: kind, target slot, offset, aim.
"""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.contract import ENEMY_STRUCTURE_SLOT, GRID, GRID_STEP, OWN_STRUCTURE_SLOT
from arena.games.moba.layout import (
    ABILITIES,
    ATTACK,
    CAST_1,
    HALF,
    HERO,
    HEROES,
    HOLD,
    MOVE,
    RECALL,
    USE_1,
)
from arena.games.moba.numbers import cell_of, cell_x, cell_y, draw, sign_of

WINDOW, REACH = 15, 7  # of the step table's legs, in cells
ARM = GRID // 2  # the grid's middle, and how far it goes to each side
MIDDLE = ARM * GRID + ARM
CLEARANCE = 20.0  # between a hero on its way and a structure
WARNING = 200.0  # how far ahead a structure is seen in the way
FIRST_STREAM = 64  # streams below are the rules' own


@kernel
def hold(action):
    """Do nothing; what is begun goes on."""
    action[0] = HOLD
    action[1] = 0
    action[2] = MIDDLE
    action[3] = 0


@kernel
def attack(action, slot):
    """Attack what is in a target slot."""
    hold(action)
    action[0] = ATTACK
    action[1] = slot


@kernel
def kind_of(row):
    """Kind of action that casts by a row of the mask: abilities 0-3, then items in use."""
    return CAST_1 + row if row < ABILITIES else USE_1 + row - ABILITIES


@kernel
def cast(action, row, slot):
    """Use an ability, or an item, by its row of the mask, on or at the place of what is in a target slot."""
    hold(action)
    action[0] = kind_of(row)
    action[1] = slot


@kernel
def order(action, kind):
    """An order that needs no more than its kind: a potion, a buyback."""
    hold(action)
    action[0] = kind


@kernel
def recall(action):
    """Begin to go home."""
    hold(action)
    action[0] = RECALL


@kernel
def move(action, right, up):
    """Walk by so many steps of the grid, -4 to 4, in the own frame."""
    hold(action)
    action[0] = MOVE
    action[2] = (up + ARM) * GRID + right + ARM


@kernel
def roll(m, h, purpose):
    """A random number in [0, 1) of a hero's own, for one purpose (0, 1, 2, ...) in this decision."""
    return draw(m.seed, m.keys[h // HEROES], m.decision, FIRST_STREAM + purpose * HEROES + h % HEROES)


@kernel
def leg_end(r, t, s, unit, gx, gy):
    """Where a walk from a unit to (gx, gy) first turns, or (gx, gy) itself: what motion.step_to heads for."""
    at = cell_of(r, s, unit.x, unit.y)
    wanted = cell_of(r, s, gx, gy)
    goal = t.nearest_free[wanted]
    code = int(t.step[goal, at])
    place = at
    if code > 0:
        place = at + ((code - 1) // WINDOW - REACH) * r.n + (code - 1) % WINDOW - REACH
    if place != goal or goal != wanted:
        return cell_x(r, place), cell_y(r, place)
    return gx, gy


@kernel
def is_open_ground(r, t, s, x, y):
    """The point lies in a cell without wall."""
    cell = cell_of(r, s, x, y)
    return t.nearest_free[cell] == cell


@kernel
def sidestep(m, r, unit, dx, dy, number):
    """Turn a direction past a structure that stands in the way: structures push back as hard as heroes walk."""
    other = m.units[number]
    way = math.sqrt(dx * dx + dy * dy)
    ox = other.x - unit.x
    oy = other.y - unit.y
    room = r.kinds[other.kind].radius + r.kinds[HERO].radius + CLEARANCE
    along = ox * dx + oy * dy
    across = dx * oy - dy * ox
    if ox * ox + oy * oy > room * room + WARNING * WARNING or along <= 0.0 or abs(across) >= room * way:
        return dx, dy
    turn = -1.0 if across >= 0.0 else 1.0
    return dx - turn * dy, dy + turn * dx


@kernel
def clear_way(m, r, unit, slots, dx, dy):
    """A direction that runs into neither the nearest own nor the nearest enemy structure."""
    if slots[OWN_STRUCTURE_SLOT] >= 0:
        dx, dy = sidestep(m, r, unit, dx, dy, slots[OWN_STRUCTURE_SLOT])
    if slots[ENEMY_STRUCTURE_SLOT] >= 0:
        dx, dy = sidestep(m, r, unit, dx, dy, slots[ENEMY_STRUCTURE_SLOT])
    return dx, dy


@kernel
def walk(m, r, t, slots, me, gx, gy, action):
    """Walk towards (gx, gy), however far and round whatever walls: the longest step of the grid on open ground."""
    unit = m.units[me]
    s = sign_of(me // HALF)
    px, py = leg_end(r, t, s, unit, gx, gy)
    dx, dy = clear_way(m, r, unit, slots, px - unit.x, py - unit.y)
    dx = s * dx / GRID_STEP
    dy = s * dy / GRID_STEP
    far = max(abs(dx), abs(dy))
    shrink = ARM / far if far > ARM else 1.0
    move(action, math.floor(dx * shrink + 0.5), math.floor(dy * shrink + 0.5))
    for part in range(4):
        share = shrink * (4 - part) / 4.0
        right = math.floor(dx * share + 0.5)
        up = math.floor(dy * share + 0.5)
        standing = right == 0 and up == 0
        if not standing and is_open_ground(
            r, t, s, unit.x + s * GRID_STEP * right, unit.y + s * GRID_STEP * up
        ):
            move(action, right, up)
            return


@kernel
def progress_of(unit, s):
    """How far up a lane a unit stands: on every lane x + y of the own frame grows from home to the enemy's ancient."""
    return s * (unit.x + unit.y)


@kernel
def lane_point(r, s, lane, progress):
    """The point of the own frame's lane at a progress, in world coordinates; the lane's ends beyond them."""
    last = r.waypoints - 2
    for k in range(last + 1):
        ax = r.lanes[lane, k, 0]
        ay = r.lanes[lane, k, 1]
        bx = r.lanes[lane, k + 1, 0]
        by = r.lanes[lane, k + 1, 1]
        if k == last or progress < bx + by:
            part = (progress - ax - ay) / (bx + by - ax - ay)
            part = min(max(part, 0.0), 1.0)
            return s * (ax + (bx - ax) * part), s * (ay + (by - ay) * part)
    return s * r.lanes[lane, 0, 0], s * r.lanes[lane, 0, 1]


@kernel
def home_of(r, half):
    """The fountain of a side."""
    s = sign_of(half)
    return s * r.fountain[0], s * r.fountain[1]


@kernel
def gap2(unit, x, y):
    """Squared distance of a unit from a point."""
    dx = unit.x - x
    dy = unit.y - y
    return dx * dx + dy * dy


@kernel
def is_free_to_act(m, h, mask):
    """Alive, not stunned, and in the middle of no cast, channel or recall that another order would break."""
    hero = m.heroes[h]
    return mask[MOVE] and hero.cast < 0 and hero.channel < 0 and hero.recall == 0
