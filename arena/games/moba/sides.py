"""Who is whose: sides, their troops, the neutrals that fight for neither, and what a side sees.

Neutrals stand in the half of the map they belong to, in its last slots, so that the half-turn maps them like
everyone else; they are foes of both sides. Lists of living units (`w.ids`) therefore end, from `w.troops` on, with
the neutrals of the half. Foes of a side are listed as the other half's units, then the own half's neutrals.
"""

from __future__ import annotations

from arena.games.kernel import kernel
from arena.games.moba.layout import FIRST_NEUTRAL, HALF, HIDDEN, REVEALED
from arena.games.moba.numbers import cell_of, sign_of


@kernel
def is_neutral(number):
    """The unit fights for no side."""
    return number % HALF >= FIRST_NEUTRAL


@kernel
def are_foes(a, b):
    """The two units fight for different sides, or one of them for none."""
    return is_neutral(a) != is_neutral(b) or (a // HALF != b // HALF and not is_neutral(a))


@kernel
def is_own(half, number):
    """The unit fights for the side."""
    return number // HALF == half and not is_neutral(number)


@kernel
def is_seen_by(m, half, number):
    """The side sees the unit, its own always."""
    seen = m.units[number].seen
    if number // HALF != half:
        return seen & 1 != 0
    return seen & 2 != 0 or not is_neutral(number)


@kernel
def is_in_sight(m, watcher, number):
    """The watcher's side sees the unit; a neutral sees all but the invisible."""
    if is_neutral(watcher):
        return m.units[number].status & (HIDDEN | REVEALED) != HIDDEN
    return is_seen_by(m, watcher // HALF, number)


@kernel
def group_of(half, turn):
    """The half whose units are a side's foes in the first (0) and second (1) part of their list."""
    return half if turn else 1 - half


@kernel
def first_of(w, half, turn):
    """Where in that half's list of the living they begin: all of the other half, then the own half's neutrals."""
    return w.troops[half] if turn else 0


@kernel
def is_lit(m, r, half, owner, x, y):
    """The side sees the cell of a point that belongs to the half `owner`."""
    cell = cell_of(r, sign_of(owner), x, y)
    return m.lit[half, cell // r.n] >> (cell % r.n) & 1 != 0
