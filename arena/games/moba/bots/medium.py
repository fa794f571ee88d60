"""`bot:medium`: last-hits, uses its abilities, retreats, defends, goes home to heal and buy, keeps its lane."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import (
    FIRST_STREAM,
    attack,
    hold,
    home_of,
    is_free_to_act,
    recall,
    walk,
)
from arena.games.moba.bots.easy import lane_goal, own_lane
from arena.games.moba.bots.escapes import escape
from arena.games.moba.bots.farming import work
from arena.games.moba.bots.situation import survey
from arena.games.moba.bots.spells import use_spells
from arena.games.moba.bots.supplies import buy_back, drink_when_hurt
from arena.games.moba.bots.view import NOWHERE, is_under_tower, plan_for
from arena.games.moba.combat import after_armour, in_reach
from arena.games.moba.contract import ATTACK_MASK, COURIER_SLOT, ENEMY_SLOT
from arena.games.moba.courier import waiting_worth
from arena.games.moba.layout import (
    BARRACKS,
    BUYBACK,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    RECALL,
    RUNNING,
    STRUCTURES,
)
from arena.games.moba.numbers import distance2, draw, hero_of

GROUP_DECISIONS = 450  # how long it keeps to a choice between equal lanes: a minute
GROUP_STREAM = FIRST_STREAM + 60
CHASE, LONG_CHASE = 250.0, 600.0
KILL_BLOWS = 3.0
CALM_GAP = 1500.0
CALM_TICKS = 90
FAR_HOME = 2600.0
SHOP_WORTH = 1500  # of what waits at home before a way is made for it
COURIER_SLACK = 250.0  # beyond its attack's range a hero goes for a courier
LANE_ROOM = 1400.0
FOUNTAIN = 850.0
FULL, FULL_MANA = 0.92, 0.8  # shares with which a hero leaves home
FLIGHT_ODDS = 0.6  # strength of the own side near by, as a share of the enemy's, below which a hero flees
DEFEND_TOWER, DEFEND_BASE = 2600.0, 4500.0
CALL_GAP = 4000.0


@kernel
def group_lane(m, v, half):
    """The lane on which a side's heroes go together: where most has fallen; a minute's luck between equals."""
    best = 0
    most = -1.0
    for lane in range(3):
        luck = draw(m.seed, m.keys[half], m.decision // GROUP_DECISIONS, GROUP_STREAM + lane)
        worth = v.felled[lane] + 0.9 * luck
        if worth > most:
            most = worth
            best = lane
    return best


@kernel
def choose_lane(m, r, v, h):
    """Where the hero belongs: its own lane, and with the others once the enemy's base is open."""
    v.grouped = m.base_open[1 - h // HEROES] != 0 and r.variant.heroes > 1
    v.lane = group_lane(m, v, h // HEROES) if v.grouped else own_lane(m, r, h)


@kernel
def is_calm(m, v, me):
    """No enemy hero near and no wound for a while."""
    return v.foe_gap > CALM_GAP and v.foes == 0 and m.tick - m.units[me].hurt > CALM_TICKS


@kernel
def must_flee(m, v, odds):
    """Outmatched by more than some odds, nearly dead, or under fire that creeps should draw."""
    if v.foe_gap < 900.0 and (v.share < 0.25 or v.power < odds * v.foe_power):
        return True
    if v.targeted and not v.bold and (v.covered or v.share < 0.5):
        return True
    return v.covered and not v.brave


@kernel
def is_awaited(m, r, me):
    """Much has been bought that waits for the hero at home, and the courier does not bring it."""
    hero = hero_of(m, me)
    return hero.carried == 0 and waiting_worth(r, hero) >= SHOP_WORTH


@kernel
def is_lane_safe(v):
    """The enemy's creeps are far from the own structures of the lane, and nothing is under attack."""
    if v.foe_front[v.lane] < v.post[v.lane] + LANE_ROOM:
        return False
    for place in range(STRUCTURES):
        if v.attacked[place]:
            return False
    return True


@kernel
def wants_home(m, r, v, me, full, full_mana):
    """Hurt, the sooner the nearer home is, and at home until it has enough; or awaited there, where all is calm."""
    need = 0.28 if v.home > 5000.0 else 0.75 - 0.47 * v.home / 5000.0
    if v.sheltered and v.beset_home:
        need = 0.2
    at_home = v.home < FOUNTAIN
    hurt = v.share < need or (at_home and (v.share < full or v.mana < full_mana))
    return hurt or (not at_home and is_calm(m, v, me) and is_lane_safe(v) and is_awaited(m, r, me))


@kernel
def is_a_kill(m, me, number):
    """A few blows would do, or half the health is gone and they nearly would."""
    blow = after_armour(m, number, m.units[me].damage)
    return m.units[number].health <= KILL_BLOWS * blow


@kernel
def prey(m, r, v, slots, mask, me):
    """Slot of the enemy hero to attack, -1 if none is worth it: the weakest within range, and no tower over it."""
    best = -1
    least = 1e18
    for slot in range(ENEMY_SLOT, ENEMY_SLOT + HEROES):
        if not mask[ATTACK_MASK + slot]:
            continue
        number = slots[slot]
        other = m.units[number]
        kill = is_a_kill(m, me, number)
        slack = LONG_CHASE if kill and v.share > 0.4 else CHASE
        if not in_reach(m, r, me, number, slack):
            continue
        if not v.bold and is_under_tower(m, r, v, me // HALF, other.x, other.y, -0.5 * v.reach):
            continue
        if (v.brave or kill) and other.health < least:
            least = other.health
            best = slot
    return best


@kernel
def heed_alarm(m, v, me, tower_range):
    """Find the nearest own structure under attack that is near enough to help, or whose loss is near to defeat."""
    v.alarm = -1
    v.called = 0
    nearest = NOWHERE * NOWHERE
    first = me // HALF * HALF + FIRST_STRUCTURE
    losing = v.left[0] <= v.left[1]
    for place in range(STRUCTURES):
        gap = distance2(m.units[me], m.units[first + place])
        if not v.attacked[place] or gap >= nearest:
            continue
        vital = place >= BARRACKS - FIRST_STRUCTURE or place % 3 == 2
        limit = DEFEND_BASE if vital else tower_range
        if gap < limit * limit or (vital and losing):
            nearest = gap
            v.alarm = place
            v.called = vital and losing and gap > CALL_GAP * CALL_GAP


@kernel
def goal_of(m, r, v, me):
    """Where the hero is needed: home, at a structure under attack, or with the wave of its lane."""
    half = me // HALF
    if v.homeward:
        return home_of(r, half)
    if v.alarm >= 0:
        own = m.units[half * HALF + FIRST_STRUCTURE + v.alarm]
        return own.x + 0.0, own.y + 0.0
    return lane_goal(m, r, v, half, v.lane, 100.0 + 0.4 * v.reach)


@kernel
def is_mobbed(v):
    """More creeps strike at the hero than it can bear, and no tower helps."""
    outdone = v.beset >= 5 or (v.beset >= 3 and v.power < v.foe_power) or (v.beset >= 2 and v.share < 0.5)
    return outdone and not v.sheltered and not v.bold


@kernel
def target_of(m, r, v, slots, mask, me):
    """Slot of what to attack: an enemy hero, a courier, a creep, a structure; -1: nothing, or the hero goes home."""
    slot = prey(m, r, v, slots, mask, me)
    if slot >= 0 and (is_a_kill(m, me, slots[slot]) or not (v.sheltered and v.beset_home)):
        return slot
    if mask[ATTACK_MASK + COURIER_SLOT] and in_reach(m, r, me, slots[COURIER_SLOT], COURIER_SLACK + 0.0):
        return COURIER_SLOT + 0
    v.homeward = v.called or wants_home(m, r, v, me, FULL + 0.0, FULL_MANA + 0.0) or is_mobbed(v)
    if v.homeward:
        return -1
    return max(work(m, r, v, slots, mask, me), slot)


@kernel
def decide(m, r, t, v, slots, mask, me, action):
    """What a hero does that can act: go on with a blow, or use an ability, or attack, or walk."""
    v.homeward = must_flee(m, v, FLIGHT_ODDS + 0.0)
    if m.units[me].windup > 0 and not v.homeward:
        return
    v.brave = v.brave and not v.homeward
    if escape(m, r, v, mask, me, action) or (not v.homeward and drink_when_hurt(m, r, mask, me, action)):
        return
    if use_spells(m, r, v, slots, mask, me, action):
        return
    slot = -1 if v.homeward else target_of(m, r, v, slots, mask, me)
    if slot >= 0:
        attack(action, slot)
    elif v.homeward and v.home > FAR_HOME and mask[RECALL] and is_calm(m, v, me):
        recall(action)
    else:
        x, y = goal_of(m, r, v, me)
        walk(m, r, t, slots, me, x, y, action)


@kernel
def medium(matches, ids, heroes, rules, t, views, slots, masks, out):
    """Decide for all seats."""
    r, v = rules[0], views[0]
    for seat in range(len(ids)):
        b = ids[seat]
        h = heroes[seat]
        m = matches[b]
        hold(out[seat])
        if m.ending != RUNNING or m.heroes[h].hero < 0:
            continue
        if masks[b, h, BUYBACK]:
            plan_for(m, r, v, b, h // HEROES)
            buy_back(m, v, h, out[seat])
        elif is_free_to_act(m, h, masks[b, h]):
            me = h // HEROES * HALF + h % HEROES
            plan_for(m, r, v, b, h // HEROES)
            survey(m, r, v, slots[b, h], me)
            choose_lane(m, r, v, h)
            heed_alarm(m, v, me, DEFEND_TOWER + 0.0)
            decide(m, r, t, v, slots[b, h], masks[b, h], me, out[seat])
