"""From an action to an order, and from an order to what the hero does in a tick."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.casting import aims_at_point, aims_at_unit, begin_cast
from arena.games.moba.contract import (
    ABILITY_MASK,
    AIMS,
    ATTACK_MASK,
    GRID,
    GRID_STEP,
    ITEM_MASK,
    OFFSETS,
    TARGETS,
)
from arena.games.moba.growth import come_home
from arena.games.moba.layout import (
    ATTACK,
    BUYBACK,
    CAST_1,
    HALF,
    HEROES,
    HOLD,
    ILLEGAL_ACTIONS,
    KINDS,
    MOVE,
    POTION,
    RECALL,
    RECALLS_BEGUN,
    RECALLS_DONE,
    REFUSED_ORDER,
    STUNNED,
    USE_1,
)
from arena.games.moba.numbers import sign_of
from arena.games.moba.perception import can_attack
from arena.games.moba.purchases import can_drink, drink
from arena.games.moba.sides import is_seen_by
from arena.games.moba.spellbook import is_cast, key_of, spell_at

# Compass by own-frame components: multiples of 22.5 degrees, written out so that no processor rounds them its way.
COMPASS_X = (
    1.0,
    0.9238795325112867,
    0.7071067811865476,
    0.3826834323650898,
    0.0,
    -0.3826834323650898,
    -0.7071067811865476,
    -0.9238795325112867,
    -1.0,
    -0.9238795325112867,
    -0.7071067811865476,
    -0.3826834323650898,
    0.0,
    0.3826834323650898,
    0.7071067811865476,
    0.9238795325112867,
)


@kernel
def compass_x(point):
    """Own-frame x of a point of the compass, 0-15 counter-clockwise from east."""
    return COMPASS_X[point]


@kernel
def compass_y(point):
    """Own-frame y of a point of the compass."""
    return COMPASS_X[(point + 12) % 16]


@kernel
def first_legal(mask, first):
    """First legal target of a row of the mask, -1 if there is none."""
    for slot in range(TARGETS):
        if mask[first + slot]:
            return slot
    return -1


@kernel
def mask_row(kind):
    """Where the mask's row of targets of an ability or an item in use begins."""
    return ABILITY_MASK + (kind - CAST_1) * TARGETS if kind < USE_1 else ITEM_MASK + (kind - USE_1) * TARGETS


@kernel
def order_cast(m, r, h, action, slots, mask):
    """Enter the target of an order to cast; an illegal one becomes the nearest legal. False: repaired."""
    hero = m.heroes[h]
    half = h // HEROES
    unit = m.units[half * HALF + h % HEROES]
    spell = spell_at(r, hero, key_of(r, hero, action[0]))
    first = mask_row(action[0])
    target = action[1]
    hero.order = action[0]
    hero.order_unit = half * HALF + h % HEROES
    hero.order_x = unit.x
    hero.order_y = unit.y
    if not aims_at_unit(spell) and not aims_at_point(spell):
        return True
    if not aims_at_unit(spell) and action[3] > 0:
        s = sign_of(half)
        hero.order_x = unit.x + s * compass_x(action[3] - 1) * spell.reach * 0.98
        hero.order_y = unit.y + s * compass_y(action[3] - 1) * spell.reach * 0.98
        return True
    legal = mask[first + target]
    if not legal:
        target = first_legal(mask, first)
        if target < 0:
            hero.order = HOLD
            return False
    hero.order_unit = slots[target]
    hero.order_x = m.units[hero.order_unit].x
    hero.order_y = m.units[hero.order_unit].y
    return legal


@kernel
def order_attack(m, h, target, slots, mask):
    """Enter the target of an attack order; an illegal one becomes the nearest legal. False: repaired."""
    hero = m.heroes[h]
    legal = mask[ATTACK_MASK + target]
    if not legal:
        target = first_legal(mask, ATTACK_MASK + 0)
        if target < 0:
            hero.order = HOLD
            return False
    hero.order = ATTACK
    hero.order_unit = slots[target]
    return legal


@kernel
def order_move(m, h, offset):
    """Enter a place to walk to, `offset` on the grid round the hero, in its own frame."""
    hero = m.heroes[h]
    half = h // HEROES
    s = sign_of(half)
    unit = m.units[half * HALF + h % HEROES]
    hero.order = MOVE
    hero.order_x = unit.x + s * (offset % GRID - GRID // 2) * GRID_STEP
    hero.order_y = unit.y + s * (offset // GRID - GRID // 2) * GRID_STEP


@kernel
def is_held(m, r, h):
    """A begun recall goes on, whatever is ordered, where the variant says so."""
    return r.variant.hold_recall != 0 and m.heroes[h].recall > 0


@kernel
def decode_dead(hero, action, mask):
    """A dead hero may buy itself back; whatever else is answered for it is a hold and not counted."""
    if action[0] == BUYBACK:
        if mask[BUYBACK]:
            hero.order = BUYBACK
        else:
            hero.tally[ILLEGAL_ACTIONS] += 1.0


@kernel
def decode(m, r, h, action, slots, mask):
    """Turn an action (4,) int64 into the hero's order. What is illegal is repaired and counted."""
    hero = m.heroes[h]
    if hero.hero < 0 or is_held(m, r, h):
        return
    if not m.units[h // HEROES * HALF + h % HEROES].alive:
        decode_dead(hero, action, mask)
        return
    kind, target, offset, aim = action[0], action[1], action[2], action[3]
    known = kind >= 0 and kind < KINDS and target >= 0 and target < TARGETS
    known = known and offset >= 0 and offset < OFFSETS and aim >= 0 and aim < AIMS
    legal = known
    if not known or not mask[kind]:
        hero.order = HOLD
        legal = known and kind == HOLD
    elif kind == MOVE:
        order_move(m, h, offset)
    elif kind == ATTACK:
        legal = order_attack(m, h, target, slots, mask)
    elif is_cast(kind):
        legal = order_cast(m, r, h, action, slots, mask)
    else:
        hero.order = kind
    if not legal:
        hero.tally[ILLEGAL_ACTIONS] += 1.0


@kernel
def keep_recall(m, r, h):
    """Go on with a recall: home when its time is over, off when hindered or, unless held, ordered elsewhere."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    stopped = hero.order != HOLD and hero.order != RECALL and r.variant.hold_recall == 0
    if unit.status & STUNNED or stopped:
        hero.recall = 0
    elif m.tick >= hero.recall:
        hero.recall = 0
        hero.order = HOLD
        hero.tally[RECALLS_DONE] += 1.0
        come_home(m, r, h)


@kernel
def begin_recall(m, r, h):
    """Begin to recall."""
    hero = m.heroes[h]
    unit = m.units[h // HEROES * HALF + h % HEROES]
    hero.recall = m.tick + r.variant.recall
    hero.channel = -1
    hero.order = HOLD
    unit.target = -1
    unit.windup = 0
    hero.tally[RECALLS_BEGUN] += 1.0


@kernel
def is_followed(m, me, number):
    """The unit an ability was aimed at lives and, if it is an enemy, is still in sight."""
    unit = m.units[number]
    return unit.alive and is_seen_by(m, me // HALF, number)


@kernel
def obey_one(m, r, h):
    """What one hero makes of its order in this tick."""
    hero = m.heroes[h]
    me = h // HEROES * HALF + h % HEROES
    unit = m.units[me]
    if hero.recall > 0:
        return
    if unit.status & STUNNED or hero.cast >= 0:
        unit.target = -1
        return
    order = hero.order
    if order == ATTACK:
        if can_attack(m, me, hero.order_unit):
            if unit.target != hero.order_unit and unit.windup > 0:
                unit.windup = 0
                unit.ready = m.tick
            unit.target = hero.order_unit
        else:
            unit.target = -1
            hero.order = HOLD
    elif order == MOVE:
        if unit.windup > 0:
            unit.windup = 0
            unit.ready = m.tick
        unit.target = -1
    elif is_cast(order):
        unit.target = -1
        if is_followed(m, me, hero.order_unit):
            begin_cast(m, r, h)
        else:
            hero.order = HOLD
    elif order == RECALL:
        begin_recall(m, r, h)
    elif order == POTION:
        hero.order = HOLD
        if can_drink(m, h):
            drink(m, r, h)
    elif order == HOLD:
        if unit.windup == 0:
            unit.target = -1
    else:
        m.faults[REFUSED_ORDER] += 1
        hero.order = HOLD


@kernel
def keep_recalls(m, r):
    """Recalls of all heroes; a phase of its own, since a hero that comes home has moved."""
    for h in range(2 * HEROES):
        if m.heroes[h].recall > 0:
            keep_recall(m, r, h)


@kernel
def obey(m, r):
    """All living heroes act on their orders."""
    for h in range(2 * HEROES):
        if m.heroes[h].hero >= 0 and m.units[h // HEROES * HALF + h % HEROES].alive:
            obey_one(m, r, h)
