"""Bootstrap draws of a Bradley–Terry fit: resampled tables, fitted many at a time."""

import numpy as np

from ratings.arrays import Floats
from ratings.batched import CountTables, Preconditioner, fit_columns
from ratings.counts import Counts
from ratings.likelihood import curvature, win_probability
from ratings.newton import Fit
from ratings.prior import PenalisedCells
from ratings.resample import Resampler

# Cells × columns of one batch. The batch bounds the memory (about 100 bytes a cell) and keeps what a step
# reads within reach of the cache; it must not depend on the machine, or the draws would.
BATCH_CELLS = 650_000


def bootstrap_draws(
    counts: Counts, cells: PenalisedCells, fit: Fit, rng: np.random.Generator, columns: int
) -> Floats:
    """Parameters [P, columns] float32 refitted to resampled tables, virtual draws included.

    Raises:
        NoConvergence: if a resampled fit does not converge.
    """
    resampler = Resampler(counts)
    parts = [
        fit_resampled(cells, fit, *resampler.draw(rng, size))
        for size in batch_sizes(len(cells.played), columns)
    ]
    return np.concatenate(parts, axis=1)


def batch_sizes(cells: int, columns: int) -> list[int]:
    """Columns of each batch, so that a batch of so many cells fits; they sum to ``columns``."""
    batch = 16 * max(1, BATCH_CELLS // (16 * cells))
    return [min(batch, columns - done) for done in range(0, columns, batch)]


def fit_resampled(cells: PenalisedCells, fit: Fit, drawn_played: Floats, drawn_score: Floats) -> Floats:
    """Parameters [P, C] float32 of tables of which the matches and points of the counted cells were drawn.

    Args:
        cells: those of the full table, whose virtual draws every table gets.
        fit: the full table's.
        drawn_played, drawn_score: [E of the counts, C] float32.

    Raises:
        NoConvergence: if one does not converge.
    """
    columns = drawn_played.shape[1]
    virtual = cells.virtual.astype(np.float32)[:, None]
    played = np.repeat(virtual, columns, axis=1)
    score = played / 2
    played[cells.counted] += drawn_played
    score[cells.counted] += drawn_score
    x = cells.design.predict(fit.parameters)
    full = curvature(x, cells.played + cells.virtual)
    probability = win_probability(x).astype(np.float32)[:, None]
    ours = played * (probability * (1 - probability))
    precondition = Preconditioner.for_columns(cells.design, fit.inverse, full, ours)
    return fit_columns(CountTables(cells.design, played, score), fit.parameters, precondition)
