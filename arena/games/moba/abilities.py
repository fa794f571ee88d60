"""The interpreter of abilities: who is caught, and what each effect does to whom.

An ability is data (rule_records.ABILITY): a targeting mode and up to three effects, each on those caught or on the
caster. Immediate effects are noted in the ledgers of the tick; lasting ones wait in the caster's half until
effects.enter_effects.
"""

from __future__ import annotations

import math

from arena.games.kernel import kernel
from arena.games.moba.combat import after_armour, after_resist, deal, is_structure, new_missile
from arena.games.moba.layout import (
    EFFECTS_PER_ABILITY,
    FIRST_NEUTRAL,
    HALF,
    HERO,
    HEROES,
    PENDING,
    PENDING_FULL,
    PENDING_POOL,
    STRUCTURES,
)
from arena.games.moba.numbers import distance2, sign_of, small
from arena.games.moba.rules import (
    ARMOUR,
    BLINK,
    BURN,
    CHAIN,
    CLEAVE,
    CRITICAL,
    DASH,
    DISARM,
    EXECUTE,
    HEAL,
    INVISIBLE,
    MAGICAL,
    MANA_BURN,
    NO_EFFECT,
    PHYSICAL,
    PULL,
    PURE,
    PUSH,
    REVEAL,
    ROOT,
    SILENCE,
    SLOW,
    SPEED,
    STUN,
)
from arena.games.moba.sides import first_of, group_of, is_seen_by

CHAIN_MOST = 8
BLINK_GAP = 90.0
MET_BITS = 60  # of one number of a missile's memory, which has room for 113 units of a half and 19 neutrals


@kernel
def lasts_on_anyone(kind):
    """Lasting effects that creeps feel as well as heroes."""
    if kind == BURN or kind == STUN or kind == ROOT or kind == SLOW or kind == SILENCE:
        return True
    return kind == DISARM or kind == ARMOUR or kind == SPEED or kind == INVISIBLE or kind == REVEAL


@kernel
def pend(m, w, source, target, ability, effect, level):
    """Put a lasting effect before its entry at the end of the tick."""
    if lasts_on_anyone(effect.kind) or m.units[target].kind == HERO:
        pend_effect(m, w, source, target, ability, effect.kind, effect.amount[level], effect.ticks[level])


@kernel
def pend_effect(m, w, source, target, code, kind, amount, ticks):
    """Put a lasting effect on a unit that can feel it before its entry at the end of the tick.

    `code` is the ability's number; what no ability does has a number of its own, so that it does not stack with itself.
    """
    half = source // HALF
    place = w.pending_count[half]
    if place >= PENDING:
        m.faults[PENDING_FULL] += 1
        return
    w.pending_count[half] = place + 1
    m.peak[half, PENDING_POOL] = max(m.peak[half, PENDING_POOL], place + 1)
    entry = w.pending[half, place]
    entry.target = target
    entry.source = source
    entry.kind = kind
    entry.ability = code
    entry.amount = amount
    entry.begin = m.tick
    entry.end = m.tick + ticks


@kernel
def shift(m, w, target, dx, dy, length, kind):
    """Note a displacement of `length` along (dx, dy): a blink goes through the air, all else along the ground."""
    way = math.sqrt(dx * dx + dy * dy)
    if way <= 0.0 or is_structure(m.units[target]):
        return
    w.shift_x[target] += small(dx * length / way)
    w.shift_y[target] += small(dy * length / way)
    w.shifted[target] = max(w.shifted[target], 2 if kind == BLINK else 1)


@kernel
def push_or_pull(m, w, source, target, kind, length):
    """Away from the source, or towards it but not past it."""
    a = m.units[source]
    b = m.units[target]
    dx = b.x - a.x
    dy = b.y - a.y
    if kind == PUSH:
        shift(m, w, target, dx, dy, length, kind)
    else:
        way = math.sqrt(dx * dx + dy * dy)
        shift(m, w, target, -dx, -dy, min(length, max(way - BLINK_GAP, 0.0)), kind)


@kernel
def go(m, w, source, kind, x, y, length):
    """Dash along the ground, or blink, towards a point; a blink stops short of it by an arm's length."""
    unit = m.units[source]
    dx = x - unit.x
    dy = y - unit.y
    way = math.sqrt(dx * dx + dy * dy)
    if kind == BLINK:
        shift(m, w, source, dx, dy, max(way - BLINK_GAP, 0.0), kind)
    else:
        shift(m, w, source, dx, dy, min(way, length), kind)


@kernel
def wound(m, r, w, source, target, kind, amount):
    """Immediate damage of an ability."""
    if kind == PHYSICAL:
        deal(m, r, w, source, target, after_armour(m, target, amount))
    elif kind == MAGICAL:
        deal(m, r, w, source, target, after_resist(m, target, amount))
    elif kind == PURE:
        deal(m, r, w, source, target, amount)
    else:
        unit = m.units[target]
        deal(m, r, w, source, target, amount * (unit.max_health - unit.health))


@kernel
def apply_effect(m, r, w, source, target, ability, effect, level):
    """One effect on one target."""
    kind = effect.kind
    amount = effect.amount[level]
    if kind == PHYSICAL or kind == MAGICAL or kind == PURE or kind == EXECUTE:
        wound(m, r, w, source, target, kind, amount)
    elif kind == HEAL:
        w.healing[target] += small(amount)
    elif kind == MANA_BURN:
        if m.units[target].kind == HERO:
            w.burnt[target // HALF * HEROES + target % HALF] += small(amount)
    elif kind == PUSH or kind == PULL:
        push_or_pull(m, w, source, target, kind, amount)
    elif kind != NO_EFFECT and kind != CHAIN and kind != CRITICAL and kind != CLEAVE:
        pend(m, w, source, target, ability, effect, level)


@kernel
def apply_to(m, r, w, source, target, ability, spell, level):
    """All effects of an ability meant for those it catches, on one of them."""
    for place in range(EFFECTS_PER_ABILITY):
        effect = spell.effects[place]
        if effect.kind != NO_EFFECT and not effect.on:
            apply_effect(m, r, w, source, target, ability, effect, level)


@kernel
def apply_to_self(m, r, w, source, ability, spell, level, x, y):
    """The effects of an ability on its caster."""
    for place in range(EFFECTS_PER_ABILITY):
        effect = spell.effects[place]
        if effect.on:
            if effect.kind == DASH or effect.kind == BLINK:
                go(m, w, source, effect.kind, x, y, effect.amount[level])
            else:
                apply_effect(m, r, w, source, source, ability, effect, level)


@kernel
def apply_within(m, r, w, source, target, ability, spell, level, x, y):
    """The effects on one unit if it stands within the ability's radius of a point."""
    unit = m.units[target]
    dx = unit.x - x
    dy = unit.y - y
    if dx * dx + dy * dy <= spell.radius * spell.radius and not is_structure(unit):
        apply_to(m, r, w, source, target, ability, spell, level)


@kernel
def apply_around(m, r, w, source, ability, spell, level, x, y):
    """The effects on all own units, or on all foes, within the ability's radius of a point."""
    half = source // HALF
    if spell.ally:
        for place in range(w.troops[half]):
            apply_within(m, r, w, source, w.ids[half, place], ability, spell, level, x, y)
        return
    for turn in range(2):
        group = group_of(half, turn)
        for place in range(first_of(w, half, turn), w.count[group]):
            apply_within(m, r, w, source, w.ids[group, place], ability, spell, level, x, y)


@kernel
def chain_of(spell):
    """Place of the effect that makes an ability leap, -1 if none does."""
    for place in range(EFFECTS_PER_ABILITY):
        if spell.effects[place].kind == CHAIN:
            return place
    return -1


@kernel
def has_been(w, number, done):
    """A chain has been to the unit in its first `done` leaps."""
    for k in range(done):
        if w.hit[k] == number:
            return True
    return False


@kernel
def next_of_chain(m, w, last, half, ally, radius, done):
    """The nearest unit, own or foe of a side, that a chain has not been to; -1 if none is within the radius."""
    best = -1
    nearest = radius * radius
    for turn in range(2):
        group = half if ally else group_of(half, turn)
        first = 0 if ally else first_of(w, half, turn)
        end = w.troops[group] if ally else w.count[group]
        for place in range(first, 0 if ally and turn else end):
            number = w.ids[group, place]
            unit = m.units[number]
            gap = distance2(unit, m.units[last])
            if gap >= nearest or is_structure(unit) or not is_seen_by(m, half, number):
                continue
            if not has_been(w, number, done):
                nearest = gap
                best = number
    return best


@kernel
def apply_chain(m, r, w, source, target, ability, spell, level):
    """The effects on the target, then on the next nearest, as often as the ability leaps."""
    apply_to(m, r, w, source, target, ability, spell, level)
    place = chain_of(spell)
    if place < 0:
        return
    leaps = min(int(spell.effects[place].amount[level]), CHAIN_MOST)
    w.hit[0] = target
    last = target
    for leap in range(leaps):
        last = next_of_chain(m, w, last, source // HALF, spell.ally, spell.effects[place].extra, leap + 1)
        if last < 0:
            return
        w.hit[leap + 1] = last
        apply_to(m, r, w, source, last, ability, spell, level)


@kernel
def throw(m, source, target, ability, spell, level, x, y):
    """Let the missile of an ability leave: after a unit (`target` >= 0), or straight towards a point."""
    half = source // HALF
    unit = m.units[source]
    dx = x - unit.x
    dy = y - unit.y
    way = math.sqrt(dx * dx + dy * dy)
    place = new_missile(m, half)
    if place < 0:
        return
    missile = m.missiles[half, place]
    missile.x = unit.x
    missile.y = unit.y
    missile.speed = spell.speed
    missile.source = source
    missile.ability = ability
    missile.level = level
    missile.target = target
    missile.left = spell.reach
    if way > 0.0:
        missile.dx = dx / way
        missile.dy = dy / way
    else:
        missile.dx = sign_of(half)


@kernel
def meets(m, missile, number, step, radius):
    """The missile passes a unit on this tick's way. One that walked towards it meanwhile has not slipped past."""
    unit = m.units[number]
    dx = unit.x - missile.x
    dy = unit.y - missile.y
    along = dx * missile.dx + dy * missile.dy
    across = dx * missile.dy - dy * missile.dx
    return along >= -unit.speed / 30.0 and along < step and abs(across) <= radius


@kernel
def meeting_bit(missile, number):
    """Where a missile remembers a unit: heroes, then other units of the foes' half, then the own half's neutrals."""
    slot = number % HALF
    if number // HALF == missile.source // HALF:
        return HALF - STRUCTURES + slot - FIRST_NEUTRAL
    return slot if slot < HEROES else slot - STRUCTURES


@kernel
def is_first_meeting(missile, number):
    """The missile has not hit the unit before; it has from now on: what it pushes ahead, it does not hit again."""
    bit = meeting_bit(missile, number)
    before = missile.met[bit // MET_BITS] >> (bit % MET_BITS) & 1
    missile.met[bit // MET_BITS] |= 1 << (bit % MET_BITS)
    return before == 0


@kernel
def sweep(m, r, w, missile, spell):
    """Move a line missile one tick and apply it to whom it passes; True when it is spent."""
    step = min(missile.speed / 30.0, missile.left)
    half = missile.source // HALF
    first = missile.target  # -1: it follows nobody
    nearest = step
    for turn in range(2):
        group = group_of(half, turn)
        for place in range(first_of(w, half, turn), w.count[group]):
            number = w.ids[group, place]
            if is_structure(m.units[number]) or not meets(m, missile, number, step, spell.radius):
                continue
            if spell.pierce:
                if is_first_meeting(missile, number):
                    apply_to(m, r, w, missile.source, number, missile.ability, spell, missile.level)
                continue
            along = (m.units[number].x - missile.x) * missile.dx + (
                m.units[number].y - missile.y
            ) * missile.dy
            if along < nearest:
                nearest = along
                first = number
    if first >= 0:
        apply_to(m, r, w, missile.source, first, missile.ability, spell, missile.level)
        return True
    missile.x = small(missile.x + missile.dx * step)
    missile.y = small(missile.y + missile.dy * step)
    missile.left -= step
    return missile.left <= 0.0
