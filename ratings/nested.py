"""Joint bootstrap of a table and of an earlier part of it, for how far ratings moved between the two.

The earlier part's blocks are in both tables, so the two estimates depend on one another. Each draw resamples the
earlier blocks and the later ones apart, within pairings; the earlier table is refitted to the first, the whole
table to both together, and the difference of the two is a draw of the difference.

Letters of axes: P parameters, E cells, C columns (resampled tables).
"""

import numpy as np

from ratings.arrays import Floats, IntArray
from ratings.bootstrap import batch_sizes, fit_resampled
from ratings.counts import Counts
from ratings.posterior import Estimate
from ratings.resample import Resampler


def nested_draws(
    whole: Estimate, earlier: Estimate, later: Counts, rng: np.random.Generator, columns: int
) -> tuple[Floats, Floats]:
    """Parameters of resampled tables, whole and earlier: two arrays [P, columns] float32, column by column a pair.

    Args:
        whole: the fit of all matches.
        earlier: the fit of the earlier ones.
        later: the counts of the others. All three have the same names.
        rng: the source of the draws.
        columns: how many pairs.

    Raises:
        NoConvergence: if a resampled fit does not converge.
    """
    resamplers = Resampler(earlier.counts), Resampler(later)
    places = _places(earlier.counts, whole.counts), _places(later, whole.counts)
    pairs = []
    for size in batch_sizes(len(whole.cells.played), columns):
        drawn = [resampler.draw(rng, size) for resampler in resamplers]
        together = np.zeros((2, len(whole.counts.low), size), np.float32)
        for place, parts in zip(places, drawn, strict=True):
            for total, part in zip(together, parts, strict=True):
                total[place] += part
        pairs.append(
            (
                fit_resampled(whole.cells, whole.fit, *together),
                fit_resampled(earlier.cells, earlier.fit, *drawn[0]),
            )
        )
    return tuple(np.concatenate(parts, axis=1) for parts in zip(*pairs, strict=True))  # type: ignore[return-value]


def _places(part: Counts, whole: Counts) -> IntArray:
    """[E of the part]: where its cells are among those of the whole."""
    return np.searchsorted(_keys(whole), _keys(part))


def _keys(counts: Counts) -> IntArray:
    """[E] int64, a number for each cell, ascending."""
    keys: IntArray = (counts.low * len(counts.names) + counts.high) * 3 + counts.side.astype(np.int64)
    return keys
