"""Runes: one lies at each half's point of the river, and a hero who comes near takes it.

Which kind comes is drawn from the half's own key. A rune that nobody took gives way to the next. Two who reach it in
one tick: the nearer takes it, then who is of the half it lies in, then the lower slot.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.abilities import pend_effect
from arena.games.moba.layout import (
    ABILITIES,
    ARCANE_RUNE,
    BOUNTY_RUNE,
    HALF,
    HASTE_RUNE,
    HEROES,
    INVISIBILITY_RUNE,
    MIGHT_RUNE,
    REGENERATION_RUNE,
    RUNES,
    RUNES_TAKEN,
)
from arena.games.moba.numbers import draw, hero_of, sign_of
from arena.games.moba.rewards import earn, learn
from arena.games.moba.rules import INVISIBLE, MIGHT, REGENERATION, SPEED

RUNE_STREAM = 49
TAKE_RANGE = 150.0
TAKE_TICKS = 4  # in which nobody walks past the range


@kernel
def lay_runes(m, r):
    """Lay a new rune at both points when its time has come."""
    v = r.variant
    if v.rune_first == 0 or m.tick < v.rune_first or (m.tick - v.rune_first) % v.rune_every != 0:
        return
    for half in range(2):
        luck = draw(m.seed, m.keys[half], m.tick, RUNE_STREAM + 0)
        m.rune[half] = 1 + int(luck * RUNES)


@kernel
def taker_of(m, r, half):
    """The hero who takes the rune of a half, -1 if nobody stands near enough."""
    s = sign_of(half)
    best = -1
    nearest = TAKE_RANGE * TAKE_RANGE
    for turn in range(2):
        side = half ^ turn
        for slot in range(HEROES):
            unit = m.units[side * HALF + slot]
            dx = unit.x - s * r.rune[0]
            dy = unit.y - s * r.rune[1]
            gap = dx * dx + dy * dy
            if unit.alive and (gap < nearest or (gap == nearest and best < 0)):
                nearest = gap
                best = side * HALF + slot
    return best


@kernel
def refill(m, hero, share):
    """All of its mana at once, and a share of each cooldown still to come."""
    hero.mana = hero.max_mana
    for k in range(ABILITIES):
        left = max(hero.cooldown[k] - m.tick, 0)
        hero.cooldown[k] = m.tick + int(left * share)


@kernel
def pay_bounty(m, r, hero, data):
    """Gold and experience, more with each rune that came before."""
    worth = 1.0 + data.growth * ((m.tick - r.variant.rune_first) // r.variant.rune_every)
    earn(r, hero, data.gold * worth)
    learn(r, hero, data.xp * worth)


@kernel
def give(m, r, w, number, rune):
    """What a rune does for the hero who takes it; what lasts enters with the tick's other effects."""
    hero = hero_of(m, number)
    data = r.runes[rune]
    code = -rune  # of the effect: no ability has it, so that a second rune of a kind renews the first
    hero.tally[RUNES_TAKEN] += 1.0
    if rune == HASTE_RUNE:
        kind = SPEED
        pend_effect(m, w, number, number, code, kind + 0, data.amount, data.ticks)
    elif rune == MIGHT_RUNE:
        kind = MIGHT
        pend_effect(m, w, number, number, code, kind + 0, data.amount * hero.base_damage, data.ticks)
    elif rune == REGENERATION_RUNE:
        kind = REGENERATION
        health = data.amount * m.units[number].max_health
        pend_effect(m, w, number, number, code, kind + 0, health, data.ticks)
    elif rune == INVISIBILITY_RUNE:
        kind = INVISIBLE
        pend_effect(m, w, number, number, code, kind + 0, data.amount, data.ticks)
    elif rune == ARCANE_RUNE:
        refill(m, hero, data.amount)
    elif rune == BOUNTY_RUNE:
        pay_bounty(m, r, hero, data)


@kernel
def take_runes(m, r, w):
    """Heroes near a rune take it, a side its own half's first; a phase before effects enter, in which nobody moves."""
    if m.tick % TAKE_TICKS != 1:
        return
    for turn in range(2):
        for side in range(2):
            half = side ^ turn
            if m.rune[half] > 0:
                number = taker_of(m, r, half)
                if number >= 0 and number // HALF == side:
                    give(m, r, w, number, m.rune[half])
                    m.rune[half] = 0
