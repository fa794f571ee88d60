"""Virtual draws: the prior of the Bradley–Terry fit, added to the counts as cells of their own.

A weight of W adds W draws on neutral ground to every pairing that was *played*. Pairings that never met get
none: virtual matches there would link groups that nothing compares. The side term gets W draws between two
equals of whom one has the side; against thousands of matches that is nothing, and if the side won every
single match it is what keeps the term finite.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import FloatArray, IntArray
from ratings.counts import Counts
from ratings.likelihood import Design


@dataclass(frozen=True, slots=True, eq=False)
class PenalisedCells:
    """The cells of a fit: those of the counts, and those that hold virtual draws.

    Attributes:
        design: which parameters each of the E cells depends on.
        pairing: [E] int64; −1 for the cell of the side term's virtual draws.
        played, score: [E] float64, real matches and points of ``low``.
        virtual: [E] float64, virtual draws.
        counted: [E of the counts] int64, where the cells of the counts are among these.
    """

    design: Design
    pairing: IntArray
    played: FloatArray
    score: FloatArray
    virtual: FloatArray
    counted: IntArray

    def with_virtual(self, virtual: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Matches and points of ``low`` with these virtual draws ([E]) added."""
        return self.played + virtual, self.score + virtual / 2.0


def penalise(counts: Counts, weight: float) -> PenalisedCells:
    """Add ``weight`` virtual draws to every played pairing, and to the side term where the counts have sides."""
    pairs = np.unique(counts.pairing, return_index=True)[1]
    pair_low, pair_high = counts.low[pairs], counts.high[pairs]
    missing = np.ones(counts.pairings, bool)
    missing[counts.pairing[counts.side == 0]] = False
    extra_side = [1.0] if counts.has_sides else []
    none = np.zeros(len(extra_side), np.int64)
    low = np.concatenate([counts.low, pair_low[missing], none])
    high = np.concatenate([counts.high, pair_high[missing], none])
    side = np.concatenate([counts.side, np.zeros(missing.sum()), extra_side])
    pairing = np.concatenate([counts.pairing, np.flatnonzero(missing), none - 1])
    order = np.argsort(pairing, kind="stable")  # pairings are numbered by (low, high)
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    counted = place[: len(counts.low)]
    played, score = np.zeros(len(order)), np.zeros(len(order))
    played[counted], score[counted] = counts.played, counts.score
    side, pairing = side[order], pairing[order]
    return PenalisedCells(
        design=Design.of_cells(
            len(counts.names), low[order], high[order], side if counts.has_sides else None
        ),
        pairing=pairing,
        played=played,
        score=score,
        virtual=np.where((side == 0) | (pairing < 0), weight, 0.0),
        counted=counted,
    )
