"""Matches summed into counts: what a fit needs, and what the bootstrap resamples.

A fit does not need the matches, only how often each pairing met and what came of it. Letters of axes:
K entrants, Q pairings, E cells (a pairing split by who had the side), S kinds of block, N entries.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray, IntArray, sum_by
from ratings.results import Results

_DRAW = 1  # outcomes are numbered by 2 × score: 0 lost, 1 drawn, 2 won


@dataclass(frozen=True, slots=True, eq=False)
class Counts:
    """Counts by cell, and the same matches as kinds of block.

    A cell is a pairing (``low`` < ``high``, by index of entrant) under one state of the side. Two blocks are
    of one kind if they belong to one pairing and hold the same outcomes, so that resampling blocks is
    resampling how often each kind occurs: its cost does not depend on the number of matches.

    Attributes:
        names: K names.
        low, high: [E] int64, the cell's two entrants.
        side: [E] float64, +1 if ``low`` had the side, −1 if ``high`` had it, 0 on neutral ground.
        pairing: [E] int64, 0..Q−1.
        played, score, draws: [E] float64, weighted matches, points taken by ``low`` (a draw is half a point)
            and draws among them.
        kind_pairing: [S] int64, the pairing of a kind of block, ascending.
        kind_blocks: [S] float64, blocks of that kind.
        entry_kind, entry_cell: [N] int64; a block of this kind adds to this cell (sorted by cell) …
        entry_played, entry_score, entry_draws: [N] float64, … these weighted counts.
        matches: rows counted.
    """

    names: tuple[str, ...]
    low: IntArray
    high: IntArray
    side: FloatArray
    pairing: IntArray
    played: FloatArray
    score: FloatArray
    draws: FloatArray
    kind_pairing: IntArray
    kind_blocks: FloatArray
    entry_kind: IntArray
    entry_cell: IntArray
    entry_played: FloatArray
    entry_score: FloatArray
    entry_draws: FloatArray
    matches: int

    @property
    def pairings(self) -> int:
        """How many pairings met at least once (Q)."""
        return int(self.pairing[-1]) + 1 if len(self.pairing) else 0

    @property
    def has_sides(self) -> bool:
        """True if some cell has a side."""
        return bool(self.side.any())

    def within(self, inside: BoolArray) -> "Counts":
        """Only the pairings whose two entrants are both ``inside`` ([K] bool); all names stay."""
        kept = np.zeros(self.pairings, bool)
        kept[self.pairing] = inside[self.low] & inside[self.high]
        cell, kind = kept[self.pairing], kept[self.kind_pairing]
        entry = cell[self.entry_cell]
        number = np.cumsum(kept) - 1
        return Counts(
            names=self.names,
            low=self.low[cell],
            high=self.high[cell],
            side=self.side[cell],
            pairing=number[self.pairing[cell]],
            played=self.played[cell],
            score=self.score[cell],
            draws=self.draws[cell],
            kind_pairing=number[self.kind_pairing[kind]],
            kind_blocks=self.kind_blocks[kind],
            entry_kind=(np.cumsum(kind) - 1)[self.entry_kind[entry]],
            entry_cell=(np.cumsum(cell) - 1)[self.entry_cell[entry]],
            entry_played=self.entry_played[entry],
            entry_score=self.entry_score[entry],
            entry_draws=self.entry_draws[entry],
            matches=self.matches,
        )


def count_matches(results: Results, *, sides: bool = True, drop_draws: bool = False) -> Counts:
    """Sum matches into cells and kinds of block.

    With ``sides`` False every match counts as played on neutral ground; with ``drop_draws`` the drawn
    matches are left out (entrants stay, even if nothing of theirs is left).
    """
    kept = results.score != 0.5 if drop_draws else np.ones(len(results), bool)
    outcome_key = _outcome_keys(results, sides)[kept]
    weight = results.weight[kept]
    if results.block is None:
        keys, weights, blocks = _kinds_of_match(outcome_key, weight)
        kind = np.arange(len(keys))
    else:
        keys, weights, kind, blocks = _kinds_of_block(outcome_key, weight, results.block[kept])
    return _assemble(results.names, keys, weights, kind, blocks, int(kept.sum()))


def _outcome_keys(results: Results, sides: bool) -> IntArray:
    """[M] int64: ((low·K + high)·3 + side + 1)·3 + outcome, seen from the entrant with the lower index."""
    flipped = results.first > results.second
    low = np.where(flipped, results.second, results.first)
    high = np.where(flipped, results.first, results.second)
    score = np.where(flipped, 1.0 - results.score, results.score)
    side = np.where(results.side & sides, np.where(flipped, -1, 1), 0)
    cell = (low * len(results.names) + high) * 3 + side + 1
    return cell * 3 + (2.0 * score).astype(np.int64)


def _kinds_of_match(key: IntArray, weight: FloatArray) -> tuple[IntArray, FloatArray, FloatArray]:
    """Each match its own block: a kind is an outcome in a cell with a weight. Keys ascending."""
    if not len(weight) or (weight == weight[0]).all():
        keys, blocks = _unique_counts(key)
        weights = np.full(len(keys), weight[0] if len(weight) else 1.0)
        return keys, weights, blocks.astype(np.float64)
    values, code = np.unique(weight, return_inverse=True)
    joint, blocks = np.unique(key * len(values) + code, return_counts=True)
    return joint // len(values), values[joint % len(values)], blocks.astype(np.float64)


def _unique_counts(key: IntArray) -> tuple[IntArray, IntArray]:
    """``np.unique(key, return_counts=True)``; without a sort where the keys are dense."""
    if int(key.max(initial=0)) > 4 * len(key):
        return np.unique(key, return_counts=True)
    number = np.bincount(key)
    keys = np.flatnonzero(number)
    return keys, number[keys]


def _kinds_of_block(
    key: IntArray, weight: FloatArray, block: IntArray
) -> tuple[IntArray, FloatArray, IntArray, FloatArray]:
    """Entries (key, weight, kind of block), ascending by key, and the number of blocks of each kind.

    Rows of different pairings that share a block number are different blocks: pairings are resampled apart.
    """
    block_codes = np.unique(block, return_inverse=True)[1]
    block_key, block_of = np.unique(
        (key // 9) * (block_codes.max(initial=0) + 1) + block_codes, return_inverse=True
    )
    blocks = len(block_key)
    table = sum_by(block_of * 9 + key % 9, weight, blocks * 9).reshape(blocks, 9)
    pairing = np.zeros(blocks, np.int64)
    pairing[block_of] = key // 9
    kind = pairing
    for column in table.T:  # refine the grouping column by column: far quicker than sorting whole rows
        values, code = np.unique(column, return_inverse=True)
        kind = np.unique(kind * len(values) + code, return_inverse=True)[1].astype(np.int64)
    _, example, number = np.unique(kind, return_index=True, return_counts=True)
    entry_kind, outcome = np.nonzero(table[example])
    keys = pairing[example][entry_kind] * 9 + outcome
    by_key = np.argsort(keys, kind="stable")
    weights = table[example][entry_kind, outcome]
    return keys[by_key], weights[by_key], entry_kind[by_key].astype(np.int64), number.astype(np.float64)


def _assemble(
    names: tuple[str, ...],
    keys: IntArray,
    weights: FloatArray,
    kind: IntArray,
    blocks: FloatArray,
    matches: int,
) -> Counts:
    cells, entry_cell = np.unique(keys // 3, return_inverse=True)
    pairs, pairing = np.unique(cells // 3, return_inverse=True)
    outcome = keys % 3
    score, draws = weights * outcome / 2.0, weights * (outcome == _DRAW)
    kind_pairing = np.zeros(len(blocks), np.int64)
    kind_pairing[kind] = pairing[entry_cell]

    def by_cell(values: FloatArray) -> FloatArray:
        return sum_by(entry_cell, values * blocks[kind], len(cells))

    return Counts(
        names=names,
        low=pairs[pairing] // len(names),
        high=pairs[pairing] % len(names),
        side=(cells % 3 - 1).astype(np.float64),
        pairing=pairing.astype(np.int64),
        played=by_cell(weights),
        score=by_cell(score),
        draws=by_cell(draws),
        kind_pairing=kind_pairing,
        kind_blocks=blocks,
        entry_kind=kind,
        entry_cell=entry_cell.astype(np.int64),
        entry_played=weights,
        entry_score=score,
        entry_draws=draws,
        matches=matches,
    )
