"""How much less (or more) than independent matches the blocks of a pairing vary."""

from dataclasses import dataclass

import numpy as np

from ratings.counts import Counts

FEWEST = 10  # blocks to spare, below which the ratio says nothing


@dataclass(frozen=True, slots=True)
class BlockRatio:
    """Variance of blocks' scores ÷ what independent matches would have.

    Attributes:
        ratio: below 1, balancing the block took out noise; above 1, matches of one block go together.
        blocks: compared; pairings of one block, and blocks of one match, compare nothing.
        spread: relative standard error of the ratio, about √(2/blocks).
    """

    ratio: float
    blocks: int
    spread: float


def block_variance(counts: Counts) -> BlockRatio | None:
    """Within pairings, pooled; None if there are too few blocks of several matches.

    In each pairing of B blocks the spread of the blocks' scores about the pairing's mean rate has B − 1 degrees of
    freedom; independent matches would have the matches' own variance about that rate, draws included.
    """
    kinds = len(counts.kind_blocks)
    played = np.bincount(counts.entry_kind, counts.entry_played, kinds)
    score = np.bincount(counts.entry_kind, counts.entry_score, kinds)
    if (played <= 1.0).all():
        return None
    square = np.bincount(counts.entry_kind, counts.entry_score - counts.entry_draws / 4.0, kinds)  # Σ s²
    number = np.bincount(counts.kind_pairing, counts.kind_blocks)
    total = np.bincount(counts.kind_pairing, counts.kind_blocks * played)
    rate = np.bincount(counts.kind_pairing, counts.kind_blocks * score) / total
    single = np.bincount(counts.kind_pairing, counts.kind_blocks * square) / total - rate**2
    apart = (score - played * rate[counts.kind_pairing]) ** 2
    observed = np.bincount(counts.kind_pairing, counts.kind_blocks * apart)
    share = (number - 1.0) / number
    usable = (number > 1.0) & (single > 0.0)
    expected = single * total * share
    freedom = float((number - 1.0)[usable].sum())
    if freedom < FEWEST:
        return None
    ratio = float(observed[usable].sum() / expected[usable].sum())
    return BlockRatio(ratio, int(number[usable].sum()), float(np.sqrt(2.0 / freedom)))
