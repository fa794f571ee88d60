"""One tick of a match, as a list of phases; a decision of four ticks; the loop over a batch.

Every phase ends for all units before the next begins (docs/decisions/0001): none reads what it also writes
of others. What is called from Python takes rules and scratch memory as arrays of one record: a record by itself takes
25 to 80 microseconds on its way into machine code, an array less than one.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.boss import bring_boss
from arena.games.moba.casting import cast, fly
from arena.games.moba.combat import clear_ledgers, strike
from arena.games.moba.courier import run_couriers
from arena.games.moba.creeps import acquire_targets, rebuild_barracks, spawn_waves
from arena.games.moba.economy import (
    pay_income,
    regenerate,
    settle_damage,
    settle_deaths,
    wear_structures,
)
from arena.games.moba.effects import enter_effects, run_effects
from arena.games.moba.growth import grow_heroes
from arena.games.moba.layout import (
    ANCIENT,
    BY_ANCIENT,
    BY_BOTH,
    BY_KILLS,
    BY_LIMIT,
    BY_SAFETY,
    BY_TOWER,
    FIRST_STRUCTURE,
    HALF,
    HEROES,
    RUNNING,
)
from arena.games.moba.motion import move_all, push_apart, walk
from arena.games.moba.neutrals import fill_camps, mind_all
from arena.games.moba.observation import write_observations
from arena.games.moba.orders import decode, keep_recalls, obey
from arena.games.moba.perception import perceive
from arena.games.moba.rules import TICKS_PER_DECISION
from arena.games.moba.runes import lay_runes, take_runes
from arena.games.moba.vision import list_living, look


@kernel
def end(m, ending, winner):
    """Close a match."""
    m.ending = ending
    m.winner = winner


@kernel
def decide(m, west_won, east_won, ending):
    """Close a match when a side, or both, has what wins it."""
    if west_won and east_won:
        end(m, BY_BOTH if ending == BY_ANCIENT else ending, 0 * ending)
    elif west_won:
        end(m, ending, 0 * ending + 1)
    elif east_won:
        end(m, ending, 0 * ending - 1)


@kernel
def tower_fell(m, half):
    """The middle lane's first tower of a half is down."""
    return not m.units[half * HALF + FIRST_STRUCTURE + 3].alive


@kernel
def judge(m, r):
    """See whether the match is over."""
    ending = BY_ANCIENT
    decide(m, not m.units[HALF + ANCIENT].alive, not m.units[ANCIENT].alive, ending + 0)
    goal = r.variant.kills_to_win
    if m.ending == RUNNING and goal > 0:
        ending = BY_KILLS
        decide(m, m.kills[0] >= goal, m.kills[1] >= goal, ending + 0)
    if m.ending == RUNNING and r.variant.tower_ends:
        ending = BY_TOWER
        west, east = 0, 1
        decide(m, tower_fell(m, east + 0), tower_fell(m, west + 0), ending + 0)
    if m.ending == RUNNING and m.limit > 0 and m.tick >= m.limit:
        m.ending = BY_LIMIT
    if m.ending == RUNNING and m.tick >= r.variant.safety:
        m.ending = BY_SAFETY


@kernel
def tick(m, r, t, w):
    """Advance a running match by a thirtieth of a second."""
    m.tick += 1
    spawn_waves(m, r)
    fill_camps(m, r)
    bring_boss(m, r)
    lay_runes(m, r)
    wear_structures(m, r)
    rebuild_barracks(m, r)
    list_living(m, w)
    clear_ledgers(m, w)
    run_effects(m, r, w)
    if m.tick % TICKS_PER_DECISION == 1:
        look(m, r, t, w)
    acquire_targets(m, r, w)
    mind_all(m, r, w)
    keep_recalls(m, r)
    obey(m, r)
    cast(m, r, w)
    strike(m, r, w)
    fly(m, r, w)
    regenerate(m, r, w)
    take_runes(m, r, w)
    enter_effects(m, w)
    settle_damage(m, w)
    settle_deaths(m, r, w)
    walk(m, r, t, w)
    move_all(m, r, t, w)
    push_apart(m, r, t, w)
    pay_income(m, r)
    grow_heroes(m, r)
    run_couriers(m, r)
    judge(m, r)


@kernel
def observe_one(m, r, t, w, slots, gaps, masks):
    """Slots and masks of one match's ten heroes."""
    list_living(m, w)
    if m.tick == m.began:
        look(m, r, t, w)
    for h in range(2 * HEROES):
        perceive(m, r, w, slots[h], gaps, masks[h], h)


@kernel
def observe(matches, rules, t, scratch, slots, gaps, masks, observations):
    """Observe all running matches; shapes as in batch.Batch; observations (n, 10) of fields.OBSERVATION, or (0, 10)."""
    r, w = rules[0], scratch[0]
    for b in range(len(matches)):
        if matches[b].ending == RUNNING:
            observe_one(matches[b], r, t, w, slots[b], gaps, masks[b])
            if len(observations) > 0:
                write_observations(matches[b], r, w, slots[b], observations[b])


@kernel
def decode_one(m, r, actions, slots, masks):
    """Orders of one match's ten heroes, from actions (10, 4) int64."""
    for h in range(2 * HEROES):
        decode(m, r, h, actions[h], slots[h], masks[h])
    m.decision += 1


@kernel
def advance_one(m, r, t, w):
    """The ticks of one decision of one match, fewer at its end."""
    for _ in range(TICKS_PER_DECISION):
        if m.ending == RUNNING:
            tick(m, r, t, w)


@kernel
def decode_all(matches, actions, rules, slots, masks):
    """The orders of one decision of all running matches, from actions (n, 10, 4) int64."""
    r = rules[0]
    for b in range(len(matches)):
        if matches[b].ending == RUNNING:
            decode_one(matches[b], r, actions[b], slots[b], masks[b])


@kernel
def advance(matches, rules, t, scratch):
    """The ticks of one decision of all running matches."""
    r, w = rules[0], scratch[0]
    for b in range(len(matches)):
        if matches[b].ending == RUNNING:
            advance_one(matches[b], r, t, w)
