"""Who can be compared with whom: components, the strongly connected core, and what hangs outside it.

An edge runs from x to y if x took points from y (won or drew). A finite maximum of the likelihood exists if
and only if every entrant can reach every other along such edges (Ford 1957; Hunter 2004, assumption 1). What
cannot reach the core, or cannot be reached from it, has a rating that the results bound on one side at most.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray, IntArray, sum_by
from ratings.counts import Counts

Edges = list[list[int]]


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """Where each entrant stands in the graph of points taken. Letters of axes: K entrants.

    Attributes:
        component: [K] int64, 0 for the main component, then by size; entrants of two components never met,
            not even through others.
        group: [K] int64, strongly connected groups (within one, everybody is bounded by everybody).
        core: [K] bool, in the largest group of its component.
        above: [K] bool, outside the core and bounded by it from below only.
        below: [K] bool, outside the core and bounded by it from above only.
    """

    component: IntArray
    group: IntArray
    core: BoolArray
    above: BoolArray
    below: BoolArray

    @property
    def components(self) -> int:
        """How many components there are."""
        return int(self.component.max()) + 1

    def members(self, component: int) -> IntArray:
        """Entrants of a component."""
        return np.flatnonzero(self.component == component)


def find_standing(counts: Counts, anchor: int | None = None) -> Standing:
    """Components (the anchor's first), strongly connected groups and cores of a table of counts."""
    edges = took_points(counts)
    matches = matches_of(counts)
    component = _components(edges, matches, anchor)
    group = strong_groups(edges)
    core = _cores(component, group, matches)
    reached = reach(edges, core)
    reaching = reach(reverse(edges), core)
    return Standing(component, group, core, above=reaching & ~reached, below=reached & ~reaching)


def matches_of(counts: Counts) -> FloatArray:
    """[K] float64, weighted matches of each entrant."""
    both = np.concatenate([counts.low, counts.high])
    return sum_by(both, np.tile(counts.played, 2), len(counts.names))


def took_points(counts: Counts) -> Edges:
    """For each entrant, whom it took points from."""
    score = np.bincount(counts.pairing, weights=counts.score)
    lost = np.bincount(counts.pairing, weights=counts.played - counts.score)
    first_cell = np.unique(counts.pairing, return_index=True)[1]
    low, high = counts.low[first_cell], counts.high[first_cell]
    edges: Edges = [[] for _ in counts.names]
    for x, y in zip(low[score > 0].tolist(), high[score > 0].tolist(), strict=True):
        edges[x].append(y)
    for x, y in zip(low[lost > 0].tolist(), high[lost > 0].tolist(), strict=True):
        edges[y].append(x)
    return edges


def reverse(edges: Edges) -> Edges:
    """The graph with every edge turned round."""
    turned: Edges = [[] for _ in edges]
    for x, targets in enumerate(edges):
        for y in targets:
            turned[y].append(x)
    return turned


def reach(edges: Edges, start: BoolArray) -> BoolArray:
    """[K] bool: the start set and all that can be reached from it."""
    seen = start.copy()
    stack = np.flatnonzero(start).tolist()
    while stack:
        for y in edges[stack.pop()]:
            if not seen[y]:
                seen[y] = True
                stack.append(y)
    return seen


def strong_groups(edges: Edges) -> IntArray:
    """[K] int64: strongly connected groups, by Kosaraju's two passes (Sharir 1981)."""
    turned = reverse(edges)
    group = np.full(len(edges), -1, np.int64)
    number = 0
    for root in reversed(_finishing_order(edges)):
        if group[root] >= 0:
            continue
        group[root] = number
        stack = [root]
        while stack:
            for y in turned[stack.pop()]:
                if group[y] < 0:
                    group[y] = number
                    stack.append(y)
        number += 1
    return group


def _finishing_order(edges: Edges) -> list[int]:
    """Entrants in the order in which a depth-first search leaves them for good."""
    seen = [False] * len(edges)
    order: list[int] = []
    for root in range(len(edges)):
        if seen[root]:
            continue
        seen[root] = True
        stack = [(root, iter(edges[root]))]
        while stack:
            node, targets = stack[-1]
            fresh = next((y for y in targets if not seen[y]), None)
            if fresh is None:
                stack.pop()
                order.append(node)
            else:
                seen[fresh] = True
                stack.append((fresh, iter(edges[fresh])))
    return order


def _components(edges: Edges, matches: FloatArray, anchor: int | None) -> IntArray:
    met = [a + b for a, b in zip(edges, reverse(edges), strict=True)]
    label = np.full(len(edges), -1, np.int64)
    members: list[BoolArray] = []
    for k in range(len(edges)):
        if label[k] < 0:
            start = np.zeros(len(edges), bool)
            start[k] = True
            members.append(reach(met, start))
            label[members[-1]] = len(members) - 1
    size = [
        (anchor is None or not who[anchor], -int(who.sum()), -float(matches[who].sum()), k)
        for k, who in enumerate(members)
    ]
    place = np.empty(len(members), np.int64)
    place[[key[-1] for key in sorted(size)]] = np.arange(len(members))
    return place[label]


def _cores(component: IntArray, group: IntArray, matches: FloatArray) -> BoolArray:
    """The largest group of each component; of equal ones, that of the most matches, then the first."""
    size = np.bincount(group)
    played = np.bincount(group, weights=matches)
    core = np.zeros(len(group), bool)
    for c in range(int(component.max()) + 1):
        groups = np.unique(group[component == c])
        best = groups[np.lexsort((-played[groups], -size[groups]))[0]]
        core |= group == best
    return core
