"""Bootstrap tables of counts: blocks drawn within pairings, as counts of kinds of block.

Each resampled table draws, for every pairing apart, as many blocks as it had, with replacement. How often each
kind of block is drawn is multinomial, so nothing depends on the number of matches. Two refinements:

- A pairing of fewer than ``FEW`` blocks draws a Poisson(1) number of copies of each block instead. With n
  blocks the plain scheme has (n − 1)/n of the right variance, none at all for a pairing that met once, and
  most pairings of real tables meet once or twice.
- Where every kind of a pairing occurs at least ``MANY`` times the multinomial is drawn as the normal vector
  with its mean and covariance, which is ten times as fast.

Letters of axes: S kinds of block, N entries, E cells, C columns (resampled tables).
"""

import numpy as np

from ratings.arrays import BoolArray, FloatArray, Floats, IntArray
from ratings.counts import Counts

FEW = 8
MANY = 25


class Resampler:
    """Draws resampled tables from counts; what does not depend on the draw is worked out once."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        blocks = np.bincount(counts.kind_pairing, weights=counts.kind_blocks)
        rarest = np.full(len(blocks), np.inf)
        np.minimum.at(rarest, counts.kind_pairing, counts.kind_blocks)
        few = blocks < FEW
        many = ~few & (rarest >= MANY)
        self._few = np.flatnonzero(few[counts.kind_pairing])
        self._normal = np.flatnonzero(many[counts.kind_pairing])
        self._rounds = _rounds(counts, ~few & ~many)
        self._blocks = blocks
        self._entry_starts = np.unique(counts.entry_cell, return_index=True)[1]

    def draw(self, rng: np.random.Generator, columns: int) -> tuple[Floats, Floats]:
        """Matches and points of ``low`` of resampled tables: two arrays [E, columns] float32."""
        kinds = self.draw_kinds(rng, columns)
        counts = self._counts
        played = kinds[counts.entry_kind]
        score = played * counts.entry_score.astype(np.float32)[:, None]
        played *= counts.entry_played.astype(np.float32)[:, None]
        return self._by_cell(played), self._by_cell(score)

    def draw_kinds(self, rng: np.random.Generator, columns: int) -> Floats:
        """How often each kind of block is drawn: [S, columns] float32."""
        kinds = np.zeros((len(self._counts.kind_blocks), columns), np.float32)
        if len(self._few):
            mean = self._counts.kind_blocks[self._few]
            kinds[self._few] = rng.poisson(mean[:, None], (len(mean), columns))
        if len(self._normal):
            kinds[self._normal] = self._draw_normal(rng, columns)
        if self._rounds:
            self._draw_multinomial(rng, kinds)
        return kinds

    def _draw_normal(self, rng: np.random.Generator, columns: int) -> Floats:
        mean = self._counts.kind_blocks[self._normal].astype(np.float32)[:, None]
        pairing = self._counts.kind_pairing[self._normal]
        starts = np.unique(pairing, return_index=True)[1]
        noise = rng.standard_normal((len(mean), columns), dtype=np.float32)
        noise *= np.sqrt(mean)
        surplus = np.add.reduceat(
            noise, starts, axis=0
        )  # taken back in proportion, so that the total is fixed
        surplus /= np.add.reduceat(mean, starts, axis=0)
        noise -= surplus[np.cumsum(np.isin(np.arange(len(mean)), starts)) - 1] * mean
        noise += mean
        return np.maximum(noise, 0.0, out=noise)

    def _draw_multinomial(self, rng: np.random.Generator, kinds: Floats) -> None:
        """Kind after kind, each binomial in what the kinds before it left over."""
        left = np.repeat(self._blocks.astype(np.int64)[:, None], kinds.shape[1], axis=1)
        for rows, pairing, chance in self._rounds:
            drawn = rng.binomial(left[pairing], chance[:, None])
            left[pairing] -= drawn
            kinds[rows] = drawn

    def _by_cell(self, entries: Floats) -> Floats:
        if len(self._entry_starts) == len(entries):
            return entries
        total: Floats = np.add.reduceat(entries, self._entry_starts, axis=0)
        return total


def _rounds(counts: Counts, wanted: BoolArray) -> list[tuple[IntArray, IntArray, FloatArray]]:
    """For the first, second, … kind of each wanted pairing: kinds, pairings, chance among what is left."""
    kind_pairing, blocks = counts.kind_pairing, counts.kind_blocks
    rows = np.flatnonzero(wanted[kind_pairing])
    if not len(rows):
        return []
    pairing = kind_pairing[rows]
    starts = np.searchsorted(pairing, pairing)
    position = np.arange(len(rows)) - starts
    after = np.cumsum(blocks[rows])
    total = np.bincount(kind_pairing, weights=blocks)[pairing]
    before = after - blocks[rows] - np.concatenate([[0.0], after])[starts]
    chance = np.minimum(blocks[rows] / (total - before), 1.0)
    return [
        (rows[position == p], pairing[position == p], chance[position == p])
        for p in range(position.max() + 1)
    ]
