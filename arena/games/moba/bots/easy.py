"""`bot:easy`: walks its lane behind its own creeps, hits what is near, and never turns back."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import (
    attack,
    cast,
    hold,
    is_free_to_act,
    kind_of,
    lane_point,
    roll,
    walk,
)
from arena.games.moba.bots.idle_random import pick_legal
from arena.games.moba.bots.supplies import buy_back, drink_when_hurt
from arena.games.moba.bots.view import is_under_tower, plan_for
from arena.games.moba.casting import aims_at_point, aims_at_unit
from arena.games.moba.combat import attack_reach
from arena.games.moba.contract import (
    ABILITY_MASK,
    ATTACK_MASK,
    ENEMY_CREEP_SLOT,
    ENEMY_CREEPS,
    ENEMY_SLOT,
    ENEMY_STRUCTURE_SLOT,
    ENEMY_STRUCTURES,
    TARGETS,
)
from arena.games.moba.layout import (
    ABILITIES,
    ACTIVE_ITEMS,
    BUYBACK,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    RUNNING,
)
from arena.games.moba.numbers import distance2, sign_of
from arena.games.moba.spellbook import key_of, spell_at

LANES = (0, 0, 1, 2, 2)
BEHIND = 150.0  # progress a hero stays behind its foremost creep
NEAR = 150.0  # beyond its attack's range a hero goes for what it sees
WHIM = 0.02  # share of decisions in which an ability is thought of


@kernel
def home_lane(r, slot):
    """The lane a slot begins on: two on each side lane, one in the middle; the middle in a duel."""
    if r.variant.heroes == 1:
        return 1
    return LANES[slot]


@kernel
def own_lane(m, r, h):
    """The lane a hero begins on: the one the setup deals it, else its slot's."""
    dealt = m.heroes[h].lane
    return dealt if dealt >= 0 else home_lane(r, h % HEROES)


@kernel
def first_near(m, r, mask, slots, me, first, size, slack):
    """The first (nearest) legal target among some slots, if within attack range and `slack`; -1 if not."""
    for place in range(first, first + size):
        if mask[ATTACK_MASK + place]:
            other = m.units[slots[place]]
            reach = attack_reach(m, r, me) + r.kinds[other.kind].radius + slack
            if distance2(m.units[me], other) <= reach * reach:
                return place
            return -1
    return -1


@kernel
def near_structure(m, r, v, mask, slots, me):
    """The nearest enemy structure that can be hurt and by which own creeps stand, -1 if there is none."""
    slack = 2.0 * NEAR
    slot = first_near(m, r, mask, slots, me, ENEMY_STRUCTURE_SLOT + 0, ENEMY_STRUCTURES + 0, slack)
    if slot >= 0 and v.tanks[slots[slot] % HALF - FIRST_STRUCTURE] > 0:
        return slot
    return -1


@kernel
def nearest_prey(m, r, v, mask, slots, me):
    """What the player hits: creeps, then structures, then heroes within range; -1 nothing."""
    slack = NEAR + 0.0
    slot = first_near(m, r, mask, slots, me, ENEMY_CREEP_SLOT + 0, ENEMY_CREEPS + 0, slack)
    if slot < 0:
        slot = near_structure(m, r, v, mask, slots, me)
    if slot < 0:
        slot = first_near(m, r, mask, slots, me, ENEMY_SLOT + 0, HEROES + 0, 0.0 * slack)
    return slot


@kernel
def cast_on_a_whim(m, r, h, mask, slots, action):
    """Now and then, with an enemy hero near, use some ability or item; True when one is used."""
    purpose = 0
    if roll(m, h, purpose + 0) >= WHIM:
        return False
    if slots[ENEMY_SLOT] < 0 or not mask[ATTACK_MASK + ENEMY_SLOT]:
        return False
    row = int(roll(m, h, purpose + 1) * (ABILITIES + ACTIVE_ITEMS))
    if not mask[kind_of(row)]:
        return False
    spell = spell_at(r, m.heroes[h], key_of(r, m.heroes[h], kind_of(row)))
    slot = 0
    if aims_at_unit(spell) or aims_at_point(spell):
        first = ABILITY_MASK + row * TARGETS
        luck = roll(m, h, purpose + 2)
        slot = pick_legal(mask, first, TARGETS + 0, luck)
        if not mask[first + slot]:
            return False
    cast(action, row, slot)
    return True


@kernel
def last_seen(m, half, x, y):
    """Where the living enemy hero that was seen last was seen, (x, y) if none was."""
    latest = -1
    for h in range((1 - half) * HEROES, (2 - half) * HEROES):
        hero = m.heroes[h]
        if hero.seen_tick > latest and m.units[h // HEROES * HALF + h % HEROES].alive:
            latest = hero.seen_tick
            x = hero.seen_x
            y = hero.seen_y
    return x, y


@kernel
def lane_goal(m, r, v, half, lane, behind):
    """Where to stand on a lane: behind the foremost own creep, or the foremost own structure; under no live tower.

    Where matches are a meeting without waves, it is where the enemy was seen last.
    """
    s = sign_of(half)
    if r.variant.cap > 0:
        x, y = lane_point(r, s, lane, v.post[lane])
        return last_seen(m, half, x, y)
    goal = max(v.front[lane] - behind, v.post[lane] - 2.0 * behind)
    x, y = lane_point(r, s, lane, goal)
    for _ in range(8):
        if not is_under_tower(m, r, v, half, x, y, behind):
            break
        goal -= 200.0
        x, y = lane_point(r, s, lane, goal)
    return x, y


@kernel
def easy(matches, ids, heroes, rules, t, views, slots, masks, out):
    """Decide for all seats: a potion when hurt, an ability on a whim, or what is near, or the way along the lane."""
    r, v = rules[0], views[0]
    for seat in range(len(ids)):
        b = ids[seat]
        h = heroes[seat]
        m = matches[b]
        mask = masks[b, h]
        near = slots[b, h]
        hold(out[seat])
        if m.ending != RUNNING or m.heroes[h].hero < 0:
            continue
        me = h // HEROES * HALF + h % HEROES
        if mask[BUYBACK]:
            plan_for(m, r, v, b, h // HEROES)
            buy_back(m, v, h, out[seat])
        if not is_free_to_act(m, h, mask):
            continue
        plan_for(m, r, v, b, h // HEROES)
        if drink_when_hurt(m, r, mask, me, out[seat]):
            continue
        if cast_on_a_whim(m, r, h, mask, near, out[seat]) or m.units[me].windup > 0:
            continue
        slot = nearest_prey(m, r, v, mask, near, me)
        if slot >= 0:
            attack(out[seat], slot)
        else:
            x, y = lane_goal(m, r, v, h // HEROES, own_lane(m, r, h), BEHIND + 0.0)
            walk(m, r, t, near, me, x, y, out[seat])
