"""The draft solved exactly: backward induction over every partial draft, for any order of picks and up to four bans.

Partial drafts are sets, not sequences: who picked what, and what is banned, whatever the order in which it came about.
Without bans the 17 heroes have 10.7 million of them. With bans, all that follows the last ban is solved for each set of
banned heroes apart, on the pool that it leaves, and forgotten; only what the last ban leads to is kept.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass, field
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from probes.draft import loops
from probes.draft.errors import TooLarge
from probes.draft.model import LineupModel
from probes.draft.order import Draft
from probes.draft.sets import Int64, layer_shape, members_of, ranks, sets, squeeze

Float32 = NDArray[np.float32]
Float64 = NDArray[np.float64]

MOST_BYTES = 2 << 30
"""What the layers of one solution may take."""


@dataclass(frozen=True)
class Pool:
    """What is left to draft: m heroes, and what each set of them is worth to either side, log-odds of A."""

    heroes: Int64
    """(m,) int64: their numbers in the tables below; ascending."""
    a_sums: Float64
    """(2^n,): what A gains by the heroes of a mask, beside what it has."""
    b_sums: Float64
    """(2^n,): what B gains."""
    counters: Float64
    """(n, n): A's hero in the row against B's in the column."""
    constant: float
    """What the heroes picked so far come to."""

    def without(self, banned: int) -> Pool:
        """The pool without the heroes of a mask over its places."""
        keep = [place for place in range(len(self.heroes)) if not banned >> place & 1]
        return Pool(self.heroes[keep], self.a_sums, self.b_sums, self.counters, self.constant)


def pool_of(model: LineupModel, draft: Draft) -> Pool:
    """What a draft leaves: its own picks are part of what the other heroes are worth.

    The pool's numbers are places among the heroes left; `Pool.heroes` is 0 to m - 1.
    """
    strengths, synergies, counters = model.columns.unpack(model.weights)
    west, east = (np.array(draft.heroes(letter), np.int64) for letter in "AB")
    left = np.array([hero for hero in range(len(model.names)) if hero not in draft.steps], np.int64)
    a_single = strengths + synergies[:, west].sum(1) + counters[:, east].sum(1)
    b_single = strengths + synergies[:, east].sum(1) + counters[:, west].sum(1)
    inner = np.ascontiguousarray(synergies[np.ix_(left, left)])
    sums = np.empty((2, 1 << len(left)))
    loops.subset_sums(np.ascontiguousarray(a_single[left]), inner, sums[0])
    loops.subset_sums(np.ascontiguousarray(b_single[left]), inner, sums[1])
    constant = float(model.feature(west.tolist(), east.tolist()) @ model.weights)
    against = np.ascontiguousarray(counters[np.ix_(left, left)])
    return Pool(np.arange(len(left)), sums[0], sums[1], against, constant)


def final_layer(pool: Pool, a: int, b: int) -> Float32:
    """The layer of finished drafts: A's `a` heroes against B's `b` of the pool."""
    m = len(pool.heroes)
    out = np.empty(layer_shape(m, a, b), np.float32)
    loops.finals(
        pool.heroes, pool.a_sums, pool.b_sums, pool.counters, pool.constant, sets(m, a), sets(m - a, b), out
    )
    return out


def backward(m: int, letters: str, a: int, b: int, last: Float32) -> list[Float32]:
    """The layers of picks by A and B that begin with `a` and `b` picked, from the layer `last` after all of them."""
    counts = [(a + letters[:t].count("A"), b + letters[:t].count("B")) for t in range(len(letters))]
    layers = [last]
    for letter, (picked_a, picked_b) in zip(reversed(letters), reversed(counts), strict=True):
        out = np.empty(layer_shape(m, picked_a, picked_b), np.float32)
        b_sets = sets(m - picked_a, picked_b)
        if letter == "A":
            loops.pick_a(m, ranks(m), sets(m, picked_a), b_sets, layers[0], out)
        else:
            loops.pick_b(m, ranks(m), picked_a, b_sets, layers[0], out)
        layers.insert(0, out)
    return layers


@dataclass(frozen=True)
class Solution:
    """The value of every draft that can follow a draft `root`, with best play from there on; log-odds of A."""

    root: Draft
    left: tuple[int, ...]
    """Numbers of the heroes that the root leaves; masks below are over their places."""
    pool: Pool
    kept: list[list[Float32]]
    """By bans since the root, but the last: layers from there to the next ban, with a first axis of banned sets."""
    _tails: dict[int, list[Float32]] = field(default_factory=dict)

    @functools.cached_property
    def letters(self) -> str:
        """The steps to come."""
        return self.root.order.text[len(self.root.steps) :]

    def value(self, draft: Draft) -> float:
        """The log-odds of A in a draft that follows the root, when both sides play best."""
        layer, a, b = self._place(draft)
        return float(layer[a, b])

    def options(self, draft: Draft) -> dict[int, float]:
        """The value of each step that a draft can take next, by hero."""
        if draft.complete:
            return {}
        return {hero: self.value(draft.then(hero)) for hero in self.left if hero not in draft.steps}

    def _place(self, draft: Draft) -> tuple[Float32, int, int]:
        """Where the value of a draft stands: its layer, row and column."""
        root, masks, rank = self.root, {"A": 0, "B": 0, "x": 0}, ranks(len(self.left))
        assert draft.order == root.order
        assert draft.steps[: len(root.steps)] == root.steps
        steps = draft.steps[len(root.steps) :]
        for letter, hero in zip(self.letters, steps, strict=False):
            masks["x" if letter in "ab" else letter] |= 1 << self._seat[hero]
        banned = masks["x"]
        phase = banned.bit_count()
        since = len(steps) - self._starts[phase]
        last = phase == len(self._starts) - 1
        layer = self._tail(banned)[since] if last else self.kept[phase][since][rank[banned]]
        a = squeeze(masks["A"], banned)
        return layer, int(rank[a]), int(rank[squeeze(squeeze(masks["B"], banned), a)])

    @functools.cached_property
    def _seat(self) -> dict[int, int]:
        """The place of each hero left."""
        return {hero: at for at, hero in enumerate(self.left)}

    @functools.cached_property
    def _starts(self) -> list[int]:
        """Steps since the root after which each phase of picks begins: the root's, and after each ban."""
        return [0, *(at + 1 for at, letter in enumerate(self.letters) if letter.islower())]

    def _tail(self, banned: int) -> list[Float32]:
        """The layers after the last ban, for a set of banned heroes; made when first asked for."""
        if banned not in self._tails:
            if len(self._tails) >= 64:  # a few megabytes each, where bans are to come
                self._tails.clear()
            self._tails[banned] = _last_phase(self.pool.without(banned), self.letters, self._starts[-1])
        return self._tails[banned]


def solve(
    model: LineupModel, root: Draft, *, report: Callable[[int, int], None] = lambda done, total: None
) -> Solution:
    """Solve all that can follow a draft.

    Args:
        model: what lineups are worth.
        root: the draft so far; empty for all of it.
        report: called with how many sets of bans are done, of how many.

    Raises:
        TooLarge: its layers would not fit MOST_BYTES.
    """
    pool = pool_of(model, root)
    left = tuple(hero for hero in range(len(model.names)) if hero not in root.steps)
    letters = root.order.text[len(root.steps) :]
    bans = [at for at, letter in enumerate(letters) if letter.islower()]
    _check_size(len(left), letters, bans)
    kept = _solve_bans(pool, letters, bans, report) if bans else []
    solution = Solution(root, left, pool, kept)
    if not bans:
        solution._tail(0)  # noqa: SLF001 - solved now, not when first asked
    return solution


def _check_size(m: int, letters: str, bans: list[int]) -> None:
    stages = range(bans[-1] + 1 if bans else len(letters) + 1)
    size = 0
    for t in stages:
        a, b, d = (sum(one in which for one in letters[:t]) for which in ("A", "B", "ab"))
        size += comb(m, d) * comb(m - d, a) * comb(m - d - a, b) * 4
    if size > MOST_BYTES:
        raise TooLarge(
            f"expected a draft whose layers fit {MOST_BYTES >> 30} GiB, this order needs {size / (1 << 30):.1f}: "
            "its bans come late; solve it from a later step, when more is picked"
        )


def _last_phase(pool: Pool, letters: str, start: int) -> list[Float32]:
    """The layers from step `start` on, no more bans being to come."""
    before, picks = letters[:start], letters[start:]
    a, b = before.count("A"), before.count("B")
    last = final_layer(pool, a + picks.count("A"), b + picks.count("B"))
    return backward(len(pool.heroes), picks, a, b, last)


def _solve_bans(
    pool: Pool, letters: str, bans: list[int], report: Callable[[int, int], None]
) -> list[list[Float32]]:
    """The layers before the last ban, by bans made: each with a first axis of banned sets."""
    m, count = len(pool.heroes), len(bans)
    edges = [-1, *bans]
    total, done = sum(comb(m, d) for d in range(1, count + 1)), 0
    kept: list[list[Float32]] = []
    for d in range(count, 0, -1):  # bans made
        at = bans[d - 1]
        a, b = letters[:at].count("A"), letters[:at].count("B")
        sign = 1.0 if letters[at] == "a" else -1.0
        before = np.full((comb(m, d - 1), *layer_shape(m - d + 1, a, b)), -sign * np.inf, np.float32)
        for row, banned in enumerate(sets(m, d).tolist()):
            first = _last_phase(pool.without(banned), letters, at + 1)[0] if d == count else kept[0][0][row]
            _consider(banned, sign, first, before, m, a, b)
            done += 1
            if done % 64 == 0 or done == total:
                report(done, total)
        kept.insert(0, _phase(before, letters[edges[d - 1] + 1 : at], m - d + 1, a, b))
    return kept


def _phase(before: Float32, picks: str, m: int, a: int, b: int) -> list[Float32]:
    """The layers of a phase of picks that ends with a ban, from those before the ban; first axis: banned sets."""
    start_a, start_b = a - picks.count("A"), b - picks.count("B")
    found = [backward(m, picks, start_a, start_b, layer) for layer in before]
    return [np.stack([layers[t] for layers in found]) for t in range(len(picks))] + [before]


def _consider(banned: int, sign: float, first: Float32, before: Any, m: int, a: int, b: int) -> None:
    """Let each hero of a banned set have been the last ban."""
    size, rank = m - banned.bit_count(), ranks(m)
    for hero in members_of(banned):
        others = banned & ~(1 << hero)
        place = hero - (others & ((1 << hero) - 1)).bit_count()
        loops.ban(place, sign, rank, sets(size, a), sets(size - a, b), first, before[rank[others]])
