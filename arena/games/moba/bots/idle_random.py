"""The two floors of the ladder: a player that does nothing, and one that does anything."""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.bots.choices import hold, roll
from arena.games.moba.casting import aims_at_point
from arena.games.moba.contract import AIMS, ATTACK_MASK, COMPASS, OFFSETS, TARGETS
from arena.games.moba.layout import ATTACK, KINDS, MOVE, RUNNING
from arena.games.moba.orders import mask_row
from arena.games.moba.spellbook import is_cast, key_of, spell_at


@kernel
def idle(matches, ids, heroes, rules, t, views, slots, masks, out):
    """Every seat holds, always."""
    for seat in range(len(ids)):
        hold(out[seat])


@kernel
def count_legal(mask, first, size):
    """How many of a row of the mask are legal."""
    found = 0
    for place in range(size):
        if mask[first + place]:
            found += 1
    return found


@kernel
def nth_legal(mask, first, size, wanted):
    """Place in a row of the mask of its `wanted`-th legal entry, counted from 0; 0 if there are fewer."""
    for place in range(size):
        if mask[first + place]:
            if wanted == 0:
                return place
            wanted -= 1
    return 0


@kernel
def pick_legal(mask, first, size, luck):
    """One of the legal entries of a row, each as likely; `luck` in [0, 1)."""
    return nth_legal(mask, first, size, int(luck * count_legal(mask, first, size)))


@kernel
def random_cast(m, r, h, mask, action):
    """A random legal target, or aim, of what is cast: the aim at a target counts as one of the aims."""
    spell = spell_at(r, m.heroes[h], key_of(r, m.heroes[h], action[0]))
    first = mask_row(action[0])
    targets = count_legal(mask, first, TARGETS + 0)
    purpose = 1
    if aims_at_point(spell):
        luck = roll(m, h, purpose + 1)
        action[3] = int(luck * AIMS) if targets > 0 else 1 + int(luck * COMPASS)
    if targets > 0 and action[3] == 0:
        action[1] = pick_legal(mask, first, TARGETS + 0, roll(m, h, purpose + 0))


@kernel
def random_one(m, r, h, mask, action):
    """A legal kind, each as likely, then legal arguments of that kind, each as likely."""
    first, purpose = 0, 0
    hold(action)
    kind = pick_legal(mask, first + 0, KINDS + 0, roll(m, h, purpose + 0))
    action[0] = kind
    if kind == MOVE:
        action[2] = int(roll(m, h, purpose + 1) * OFFSETS)
    elif kind == ATTACK:
        action[1] = pick_legal(mask, ATTACK_MASK + first, TARGETS + first, roll(m, h, purpose + 1))
    elif is_cast(kind):
        random_cast(m, r, h, mask, action)


@kernel
def random(matches, ids, heroes, rules, t, views, slots, masks, out):
    """Every seat acts at random, by its own numbers."""
    r = rules[0]
    for seat in range(len(ids)):
        m = matches[ids[seat]]
        hold(out[seat])
        if m.ending == RUNNING:
            h = heroes[seat]
            random_one(m, r, h, masks[ids[seat], h], out[seat])
