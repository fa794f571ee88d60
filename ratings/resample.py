"""Bootstrap tables of counts: blocks drawn within pairings, as counts of kinds of block.

Each resampled table draws, for every pairing apart, as many blocks as it had, with replacement. How often each
kind of block is drawn is multinomial, so nothing depends on the number of matches. Two refinements:

- A pairing of fewer than ``FEW`` blocks draws a Poisson(1) number of copies of each block instead. With n
  blocks the plain scheme has (n − 1)/n of the right variance, none at all for a pairing that met once, and
  most pairings of real tables meet once or twice.
- Where every kind of a pairing occurs at least ``MANY`` times the multinomial is drawn as the normal vector
  with its mean and covariance, which is ten times as fast. Where both entrants have ``MANY_PAIRINGS`` or more,
  ``SOME`` times are enough: the skewness that the normal leaves out is diluted by the other pairings.

Letters of axes: S kinds of block, N entries, E cells, C columns (resampled tables).
"""

import numpy as np

from ratings.arrays import BoolArray, FloatArray, Floats, IntArray, Runs
from ratings.counts import Counts

FEW = 8
MANY = 25
SOME = 5
MANY_PAIRINGS = 20


class Resampler:
    """Draws resampled tables from counts; what does not depend on the draw is worked out once."""

    def __init__(self, counts: Counts) -> None:
        self._counts = counts
        blocks = np.bincount(counts.kind_pairing, weights=counts.kind_blocks)
        rarest = np.full(len(blocks), np.inf)
        np.minimum.at(rarest, counts.kind_pairing, counts.kind_blocks)
        few = blocks < FEW
        many = ~few & (rarest >= np.where(_pairings_beside(counts) >= MANY_PAIRINGS, SOME, MANY))
        self._few = np.flatnonzero(few[counts.kind_pairing])
        self._normal = _NormalKinds(counts, many)
        self._rounds = _rounds(counts, ~few & ~many)
        self._blocks = blocks
        self._cells = Runs(counts.entry_cell)

    def draw(self, rng: np.random.Generator, columns: int) -> tuple[Floats, Floats]:
        """Matches and points of ``low`` of resampled tables: two arrays [E, columns] float32."""
        kinds = self.draw_kinds(rng, columns)
        counts = self._counts
        played = np.take(kinds, counts.entry_kind, axis=0)
        score = played * counts.entry_score.astype(np.float32)[:, None]
        played *= counts.entry_played.astype(np.float32)[:, None]
        return self._cells.sum(played), self._cells.sum(score)

    def draw_outcomes(self, rng: np.random.Generator, columns: int) -> Floats:
        """Matches that ``low`` won, drew and lost in resampled tables: [3, E, columns] float32."""
        counts = self._counts
        kinds = np.take(self.draw_kinds(rng, columns), counts.entry_kind, axis=0)
        won = counts.entry_score - counts.entry_draws / 2
        lost = counts.entry_played - counts.entry_draws - won
        weights = np.stack([won, counts.entry_draws, lost]).astype(np.float32)
        return np.stack([self._cells.sum(kinds * weight[:, None]) for weight in weights])

    def draw_kinds(self, rng: np.random.Generator, columns: int) -> Floats:
        """How often each kind of block is drawn: [S, columns] float32."""
        kinds = np.zeros((len(self._counts.kind_blocks), columns), np.float32)
        if len(self._few):
            mean = self._counts.kind_blocks[self._few]
            kinds[self._few] = rng.poisson(mean[:, None], (len(mean), columns))
        self._normal.draw(rng, kinds)
        if self._rounds:
            self._draw_multinomial(rng, kinds)
        return kinds

    def _draw_multinomial(self, rng: np.random.Generator, kinds: Floats) -> None:
        """Kind after kind, each binomial in what the kinds before it left over."""
        left = np.repeat(self._blocks.astype(np.int64)[:, None], kinds.shape[1], axis=1)
        for rows, pairing, chance in self._rounds:
            drawn = rng.binomial(left[pairing], chance[:, None])
            left[pairing] -= drawn
            kinds[rows] = drawn


class _NormalKinds:
    """Draws the kinds of some pairings as normal vectors with the mean and covariance of the multinomial."""

    def __init__(self, counts: Counts, wanted: BoolArray) -> None:
        number = np.bincount(counts.kind_pairing)
        wanted_kind = wanted[counts.kind_pairing]
        self._first = np.flatnonzero(wanted_kind & (number == 2)[counts.kind_pairing])[::2]
        self._rows = np.flatnonzero(wanted_kind & (number != 2)[counts.kind_pairing])
        self._pairings = Runs(counts.kind_pairing[self._rows])
        self._number = number[self._pairings.labels]
        self._mean = counts.kind_blocks.astype(np.float32)[:, None]

    def draw(self, rng: np.random.Generator, kinds: Floats) -> None:
        """Fill in the rows of these pairings."""
        if len(self._first):
            self._draw_two(rng, kinds)
        if len(self._rows):
            self._draw_many(rng, kinds)

    def _draw_two(self, rng: np.random.Generator, kinds: Floats) -> None:
        """Of two kinds, what one gains the other loses."""
        one, other = self._mean[self._first], self._mean[self._first + 1]
        noise = rng.standard_normal((len(one), kinds.shape[1]), dtype=np.float32)
        noise *= np.sqrt(one * other / (one + other))
        np.clip(noise, -one, other, out=noise)
        kinds[self._first] = one + noise
        kinds[self._first + 1] = other - noise

    def _draw_many(self, rng: np.random.Generator, kinds: Floats) -> None:
        """Independent noise, less its surplus in proportion, so that the number of blocks stays (a lone kind too)."""
        mean = self._mean[self._rows]
        noise = rng.standard_normal((len(mean), kinds.shape[1]), dtype=np.float32)
        noise *= np.sqrt(mean)
        surplus = self._pairings.sum(noise) / self._pairings.sum(mean)
        noise -= np.repeat(surplus, self._number, axis=0) * mean
        noise += mean
        kinds[self._rows] = np.maximum(noise, 0.0, out=noise)


def _pairings_beside(counts: Counts) -> IntArray:
    """[Q]: the number of pairings of the entrant of each pairing that has fewer."""
    first_cell = np.unique(counts.pairing, return_index=True)[1]
    low, high = counts.low[first_cell], counts.high[first_cell]
    number = np.bincount(np.concatenate([low, high]), minlength=len(counts.names))
    return np.minimum(number[low], number[high])


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
