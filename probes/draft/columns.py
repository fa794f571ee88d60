"""What a pair of lineups is to the model: the columns of its design, from heroes by number.

n heroes give n strengths, then n (n - 1) / 2 synergies and as many counters, of the pairs i < j in row order. A match
of lineups W (west) and E (east) has in the column of strength i: +1 if i is in W, -1 if in E; of synergy (i, j): +1 if
both are in W, -1 if both in E; of counter (i, j): +1 if i is in W and j in E, -1 the other way round. So exchanging W
and E changes every sign, and with it that of the log-odds: the sides are exact images by construction, and there is no
intercept.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse as sp
from numpy.typing import NDArray

GROUPS = ("heroes", "synergies", "counters")
"""The groups of columns, in order; each has a prior of its own."""


@dataclass(frozen=True)
class Columns:
    """The columns of n heroes; K = n + n (n - 1) of them."""

    heroes: int

    @property
    def pairs(self) -> int:
        """Pairs of different heroes."""
        return self.heroes * (self.heroes - 1) // 2

    @property
    def count(self) -> int:
        """K, all columns."""
        return self.heroes + 2 * self.pairs

    @property
    def group(self) -> NDArray[np.int64]:
        """(K,) int64: the place in GROUPS of each column's group."""
        return np.repeat(np.arange(3), [self.heroes, self.pairs, self.pairs])

    def pair(self) -> NDArray[np.int64]:
        """(n, n) int64: the place of a pair among pairs, either way round; -1 on the diagonal."""
        place = np.full((self.heroes, self.heroes), -1, np.int64)
        first, second = np.triu_indices(self.heroes, 1)
        place[first, second] = place[second, first] = np.arange(self.pairs)
        return place

    def design(self, west: NDArray[np.int64], east: NDArray[np.int64]) -> Any:
        """The design of m matches, (m, K) sparse (CSR) float64.

        Args:
            west: (m, k) int64, the heroes of each west by number; k may be any size.
            east: (m, l) int64, those of each east.
        """
        place, matches = self.pair(), len(west)
        syn_w, syn_e = (_within(place, side) for side in (west, east))
        one = np.repeat(west, east.shape[1], axis=1)
        other = np.tile(east, (1, west.shape[1]))
        columns = [
            west, east, self.heroes + syn_w, self.heroes + syn_e, self.heroes + self.pairs + place[one, other],
        ]  # fmt: skip
        values = [
            np.ones_like(west), -np.ones_like(east), np.ones_like(syn_w), -np.ones_like(syn_e),
            np.where(one < other, 1, -1),
        ]  # fmt: skip
        column = np.concatenate(columns, axis=1)
        value = np.concatenate(values, axis=1).astype(np.float64)
        starts = np.arange(matches + 1) * column.shape[1]
        return sp.csr_array((value.ravel(), column.ravel(), starts), shape=(matches, self.count))

    def unpack(self, weights: NDArray[np.float64]) -> tuple[Any, Any, Any]:
        """Of weights (K,): strengths (n,), synergies (n, n) symmetric, counters (n, n), row against column."""
        first, second = np.triu_indices(self.heroes, 1)
        strengths = np.array(weights[: self.heroes])
        synergies, counters = np.zeros((2, self.heroes, self.heroes))
        synergies[first, second] = synergies[second, first] = weights[self.heroes : self.heroes + self.pairs]
        counters[first, second] = weights[self.heroes + self.pairs :]
        return strengths, synergies, counters - counters.T

    def pack(self, strengths: Any, synergies: Any, counters: Any) -> NDArray[np.float64]:
        """Weights (K,) of what `unpack` gives."""
        first, second = np.triu_indices(self.heroes, 1)
        return np.concatenate([strengths, synergies[first, second], counters[first, second]])


def _within(place: NDArray[np.int64], side: NDArray[np.int64]) -> NDArray[np.int64]:
    """(m, k (k - 1) / 2): the pairs within each lineup."""
    first, second = np.triu_indices(side.shape[1], 1)
    return np.asarray(place[side[:, first], side[:, second]])
