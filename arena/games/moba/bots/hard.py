"""`bot:hard`: what `bot:medium` does, and as a team: goes together, focuses, hunts who strayed, keeps its distance."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import (
    attack,
    hold,
    home_of,
    is_free_to_act,
    recall,
    walk,
)
from arena.games.moba.bots.easy import lane_goal, own_lane
from arena.games.moba.bots.escapes import escape
from arena.games.moba.bots.farming import siege, work
from arena.games.moba.bots.jungle import (
    camp_goal,
    camp_prey,
    is_neutral_slot,
    rune_goal,
)
from arena.games.moba.bots.medium import (
    COURIER_SLACK,
    FAR_HOME,
    GROUP_DECISIONS,
    GROUP_STREAM,
    heed_alarm,
    is_a_kill,
    is_calm,
    is_mobbed,
    must_flee,
    prey,
    wants_home,
)
from arena.games.moba.bots.neutral_spells import use_spells_on
from arena.games.moba.bots.raid import boss_slot, plan_boss, raids
from arena.games.moba.bots.situation import survey
from arena.games.moba.bots.spells import use_spells
from arena.games.moba.bots.supplies import buy_back, drink_when_hurt
from arena.games.moba.bots.team import HUNT_RANGE, plan_team
from arena.games.moba.bots.view import NOWHERE, is_under_tower, plan_for
from arena.games.moba.combat import in_reach
from arena.games.moba.contract import ATTACK_MASK, COURIER_SLOT, ENEMY_SLOT
from arena.games.moba.layout import (
    BUYBACK,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    RECALL,
    RUNNING,
)
from arena.games.moba.numbers import distance2, draw, sign_of

PACK_LEVEL = 3.0  # mean level from which heroes that were dealt lanes go together
FELLED_WORTH, FRONT_WORTH, LUCK_WORTH = 0.5, 1.5, 0.9  # of what a lane for all is chosen by
FRONT_FLOOR = 8000.0  # how far back a lane without a wave counts
FRONT_SCALE = 4000.0  # progress of a wave that is worth as much as FRONT_WORTH
FLIGHT_ODDS = 0.8  # as in medium.py, and sooner
FULL, FULL_MANA = 0.7, 0.3  # a hero that the others wait for does not stay at home until it is whole
DEFEND_TOWER = 4000.0  # from how far a tower under attack calls a hero
BOLD_FRIENDS = 3  # own heroes near, from which towers are no hindrance
BOLD_LEVEL = 4.0  # and the mean level
SPARE_MANA = 0.4  # share that a hero among others spends more freely
KITE_REACH = 300.0  # of an attack, from which a hero keeps its distance
KITE_SHARE = 0.8  # of its reach, within which it steps back
KITE_TICKS = 8
FOCUS_SLACK = 450.0


@kernel
def team_for(m, r, v, match, half):
    """Make the plans of a side, the shared one included, unless the last seat was of the same."""
    plan_for(m, r, v, match, half)
    if not v.team:
        v.team = 1
        plan_team(m, r, v, half)
        plan_boss(m, r, v, half)


@kernel
def push_lane(m, v, half):
    """The lane on which a side's heroes go together: the own wave far up it, and its structures fallen.

    A wave draws the towers' fire, so the lane changes with the waves; a minute's luck decides between equals.
    """
    best = 0
    most = -NOWHERE
    for lane in range(3):
        luck = draw(m.seed, m.keys[half], m.decision // GROUP_DECISIONS, GROUP_STREAM + lane)
        front = max(v.front[lane], -FRONT_FLOOR) / FRONT_SCALE
        worth = FELLED_WORTH * v.felled[lane] + LUCK_WORTH * luck + FRONT_WORTH * front
        if worth > most:
            most = worth
            best = lane
    return best


@kernel
def choose_team_lane(m, r, v, h):
    """All go together, but for who is sent to keep a lane; a lane that the setup deals is kept to in the opening."""
    v.grouped = (v.level >= PACK_LEVEL or m.heroes[h].lane < 0) and r.variant.heroes > 1
    v.lane = push_lane(m, v, h // HEROES) if v.grouped else own_lane(m, r, h)
    if v.grouped and v.keeper[h % HEROES] >= 0:
        v.lane = v.keeper[h % HEROES]
        v.grouped = 0


@kernel
def slot_of(slots, number):
    """Target slot of an enemy hero, -1 if it has none."""
    for slot in range(ENEMY_SLOT, ENEMY_SLOT + HEROES):
        if slots[slot] == number:
            return slot
    return -1


@kernel
def hunts(m, v, me):
    """The hero is one of those who catch the stray, or fight by its side."""
    if v.stray < 0 or v.share < 0.35:
        return False
    return distance2(m.units[me], m.units[v.stray]) < HUNT_RANGE * HUNT_RANGE


@kernel
def team_prey(m, r, v, slots, mask, me):
    """Slot of the enemy hero to attack: a kill at hand, whom all attack, who strayed; -1 if there is none."""
    slot = prey(m, r, v, slots, mask, me)
    if slot >= 0 and is_a_kill(m, me, slots[slot]):
        return slot
    if v.focus >= 0 and (v.brave or slot >= 0):
        wanted = slot_of(slots, v.focus)
        other = m.units[v.focus]
        safe = v.bold or not is_under_tower(m, r, v, me // HALF, other.x, other.y, -0.5 * v.reach)
        near = in_reach(m, r, me, v.focus, FOCUS_SLACK + 0.0)
        if wanted >= 0 and mask[ATTACK_MASK + wanted] and near and safe:
            return wanted
    if slot < 0 and hunts(m, v, me):
        wanted = slot_of(slots, v.stray)
        if wanted >= 0 and mask[ATTACK_MASK + wanted]:
            return wanted
    return slot


@kernel
def keeps_distance(m, v, me):
    """A hero that shoots, between two shots, with an enemy hero nearer than it need be."""
    unit = m.units[me]
    return (
        v.foe >= 0
        and v.reach > KITE_REACH
        and unit.windup == 0
        and unit.ready - m.tick > KITE_TICKS
        and v.foe_gap < KITE_SHARE * v.reach
    )


@kernel
def is_at_leisure(m, v, me):
    """Nothing calls the hero: no enemy in its lane, no lane to keep, and the others do not go together."""
    called = v.grouped or v.keeper[me % HALF] >= 0 or v.foes > 0
    return not called and v.foe_front[v.lane] >= NOWHERE and v.share > 0.5


@kernel
def team_goal(m, r, v, me):
    """Where the hero is needed: home, at a structure under attack, or with the others, not far ahead of them."""
    half = me // HALF
    if v.homeward:
        return home_of(r, half)
    if v.alarm >= 0:
        own = m.units[half * HALF + FIRST_STRUCTURE + v.alarm]
        return own.x + 0.0, own.y + 0.0
    if raids(m, r, v, me):
        p = sign_of(v.pit)
        return p * r.boss_pit[0], p * r.boss_pit[1]
    point = rune_goal(m, r, me) if v.foes == 0 else -1
    if point >= 0:
        p = sign_of(point)
        return p * r.rune[0], p * r.rune[1]
    if is_at_leisure(m, v, me):
        owner, camp = camp_goal(m, r, v, me)
        if camp >= 0:
            p = sign_of(owner)
            return p * r.camps[camp, 0], p * r.camps[camp, 1]
    behind = 100.0 + 0.4 * v.reach
    return lane_goal(m, r, v, half, v.lane, behind)


@kernel
def team_target(m, r, v, slots, mask, me):
    """Slot of what to attack: an enemy hero, a creep, a structure; -1 for nothing, or when the hero goes home."""
    slot = team_prey(m, r, v, slots, mask, me)
    if slot >= 0 and (is_a_kill(m, me, slots[slot]) or not (v.sheltered and v.beset_home)):
        return slot
    if mask[ATTACK_MASK + COURIER_SLOT] and in_reach(m, r, me, slots[COURIER_SLOT], COURIER_SLACK + 0.0):
        return COURIER_SLOT + 0
    v.homeward = v.called or wants_home(m, r, v, me, FULL + 0.0, FULL_MANA + 0.0) or is_mobbed(v)
    if v.homeward:
        return -1
    if raids(m, r, v, me):
        boss = boss_slot(m, slots, mask, me)
        return boss if boss >= 0 else slot
    if v.foes == 0 or v.brave:
        place = siege(m, r, v, slots, mask, me)
        if place >= 0:
            return place
    found = work(m, r, v, slots, mask, me)
    if found == -1 and slot < 0 and is_at_leisure(m, v, me):
        return camp_prey(m, v, slots, mask, me)
    return max(found, slot)


@kernel
def decide_hard(m, r, t, v, slots, mask, me, action):
    """What a hero does that can act: go on with a blow, or use an ability, or attack, or walk."""
    v.bold = v.bold and v.friends >= BOLD_FRIENDS and v.level >= BOLD_LEVEL
    v.homeward = must_flee(m, v, FLIGHT_ODDS + 0.0)
    v.mana = min(v.mana + SPARE_MANA, 1.0) if v.grouped else v.mana
    if m.units[me].windup > 0 and not v.homeward:
        return
    v.brave = (v.brave or hunts(m, v, me)) and not v.homeward
    if escape(m, r, v, mask, me, action) or (not v.homeward and drink_when_hurt(m, r, mask, me, action)):
        return
    if use_spells(m, r, v, slots, mask, me, action):
        return
    slot = -1 if v.homeward else team_target(m, r, v, slots, mask, me)
    if slot >= 0 and is_neutral_slot(slot) and use_spells_on(m, r, v, slots, mask, me, slot, action):
        return
    if slot >= 0 and keeps_distance(m, v, me):
        x, y = home_of(r, me // HALF)
        walk(m, r, t, slots, me, x, y, action)
    elif slot >= 0:
        attack(action, slot)
    elif v.homeward and v.home > FAR_HOME and mask[RECALL] and is_calm(m, v, me):
        recall(action)
    else:
        x, y = team_goal(m, r, v, me)
        walk(m, r, t, slots, me, x, y, action)


@kernel
def hard(matches, ids, heroes, rules, t, views, slots, masks, out):
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
            team_for(m, r, v, b, h // HEROES)
            survey(m, r, v, slots[b, h], me)
            choose_team_lane(m, r, v, h)
            heed_alarm(m, v, me, DEFEND_TOWER + 0.0)
            decide_hard(m, r, t, v, slots[b, h], masks[b, h], me, out[seat])
