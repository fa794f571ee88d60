"""The loops over lineups and partial drafts, compiled.

Sets of heroes are bit masks. A layer holds a value for every partial draft with a heroes picked by A and b by B, of a
pool of m: row, the rank of A's mask among masks of a bits below 2^m; column, the rank of B's among masks of b bits
below 2^(m-a), written over the m - a heroes that A leaves, in order. So every partial draft has one place and no
place is empty. `rank` (2^m,) int32 is a mask's rank among those with as many bits, in numeric order: masks below 2^j
come first among those below 2^m, so one table serves all pools. `sets` is the list of masks of so many bits, by rank.
Values are log-odds of A, float32: A picks for the largest, B for the least.
"""

from __future__ import annotations

import numpy as np

from arena.games.kernel import kernel


@kernel
def subset_sums(single, pairs, out):
    """For every mask of m heroes the sum of `single` (m,) and of `pairs` (m, m), each pair once: out (2^m,) float64."""
    out[0] = 0.0
    for mask in range(1, len(out)):
        low = 0
        while not mask >> low & 1:
            low += 1
        rest = mask & (mask - 1)
        total = out[rest] + single[low]
        for j in range(low + 1, len(single)):
            if rest >> j & 1:
                total += pairs[low, j]
        out[mask] = total


@kernel
def finals(heroes, a_sums, b_sums, counters, constant, a_sets, b_sets, out):
    """The layer of finished drafts of a pool.

    Args:
        heroes: (m,) int64, the pool's heroes as the sums and the counters number them.
        a_sums: (2^n,) what A gains by the heroes of a mask; b_sums: the same for B.
        counters: (n, n) of A's hero in the row against B's in the column.
        constant: added to every value.
        a_sets, b_sets: masks of A's and of B's heroes by rank.
        out: the layer, written.
    """
    m = len(heroes)
    left = np.empty(m, np.int64)
    gain = np.empty(m)
    for ra in range(out.shape[0]):
        chosen, mine, free = a_sets[ra], 0, 0
        for i in range(m):
            if chosen >> i & 1:
                mine |= 1 << heroes[i]
            else:
                left[free] = heroes[i]
                free += 1
        for j in range(free):
            total = 0.0
            for i in range(m):
                if chosen >> i & 1:
                    total += counters[heroes[i], left[j]]
            gain[j] = total
        base = constant + a_sums[mine]
        for rb in range(out.shape[1]):
            mask, theirs, value, j = b_sets[rb], 0, base, 0
            while mask:
                if mask & 1:
                    theirs |= 1 << left[j]
                    value += gain[j]
                mask >>= 1
                j += 1
            out[ra, rb] = value - b_sums[theirs]


@kernel
def pick_a(m, rank, a_sets, b_sets, later, out):
    """The layer before a pick of A, from that after it. `a_sets`, `b_sets` are of the layer before."""
    for ra in range(out.shape[0]):
        chosen, place = a_sets[ra], -1
        for rb in range(out.shape[1]):
            out[ra, rb] = -np.inf
        for hero in range(m):
            if chosen >> hero & 1:
                continue
            place += 1  # of this hero among those that A leaves; it is to leave B's masks
            row = rank[chosen | 1 << hero]
            below = (1 << place) - 1
            for rb in range(out.shape[1]):
                mask = b_sets[rb]
                if not mask >> place & 1:
                    value = later[row, rank[(mask >> (place + 1)) << place | mask & below]]
                    out[ra, rb] = max(out[ra, rb], value)


@kernel
def pick_b(m, rank, picked, b_sets, later, out):
    """The layer before a pick of B, from that after it; A has picked so many."""
    for ra in range(out.shape[0]):
        for rb in range(out.shape[1]):
            mask, best = b_sets[rb], np.float32(np.inf)
            for place in range(m - picked):
                if not mask >> place & 1:
                    value = later[ra, rank[mask | 1 << place]]
                    best = min(best, value)
            out[ra, rb] = best


@kernel
def ban(place, sign, rank, a_sets, b_sets, after, before):
    """Let a ban be considered: improve the layer `before` it by the layer `after` it, for A (sign 1) or B (-1).

    `after` is of the pool without the banned hero, which stands at `place` in the pool of `before`.
    """
    below = (1 << place) - 1
    for ra in range(after.shape[0]):
        chosen = a_sets[ra]
        row = rank[(chosen >> place) << (place + 1) | chosen & below]
        hole = place
        for i in range(place):
            hole -= chosen >> i & 1
        under = (1 << hole) - 1
        for rb in range(after.shape[1]):
            mask = b_sets[rb]
            column = rank[(mask >> hole) << (hole + 1) | mask & under]
            if sign * after[ra, rb] > sign * before[row, column]:
                before[row, column] = after[ra, rb]
