"""The robust ("sandwich") covariance of a Bradley–Terry fit, and normal draws from it.

Huber 1967; White 1982. The bread is the inverse Hessian, the meat the sum over blocks of the outer product
of a block's gradient, so matches of one block may depend on each other as they like. Letters of axes:
P parameters, S kinds of block, N entries, E cells, C columns.
"""

import numpy as np

from ratings.arrays import FloatArray
from ratings.counts import Counts
from ratings.likelihood import win_probability
from ratings.newton import Fit
from ratings.prior import PenalisedCells


def sandwich_covariance(counts: Counts, cells: PenalisedCells, fit: Fit) -> FloatArray:
    """The covariance [P, P] of the parameters, in squared natural logarithms of odds."""
    half = _block_gradients(counts, cells, fit) @ fit.inverse  # [S, P]
    covariance: FloatArray = half.T @ half
    return covariance


def sandwich_draws(
    counts: Counts, cells: PenalisedCells, fit: Fit, rng: np.random.Generator, columns: int
) -> FloatArray:
    """Parameters [P, columns] drawn from the normal with that covariance around the fit.

    Each kind of block has its gradient multiplied by an independent normal number, so the P × P matrix is
    never factorised.
    """
    residual = _entry_residuals(counts, cells, fit)
    noise = rng.standard_normal((len(counts.kind_blocks), columns)) * np.sqrt(counts.kind_blocks)[:, None]
    by_cell = np.zeros((len(cells.played), columns))
    np.add.at(by_cell, cells.counted[counts.entry_cell], noise[counts.entry_kind] * residual[:, None])
    draws: FloatArray = fit.parameters[:, None] + fit.inverse @ cells.design.collect(by_cell)
    return draws


def _entry_residuals(counts: Counts, cells: PenalisedCells, fit: Fit) -> FloatArray:
    """[N]: points of ``low`` in an entry, less those that the fit expects."""
    probability = win_probability(cells.design.predict(fit.parameters))[cells.counted]
    residual: FloatArray = counts.entry_score - counts.entry_played * probability[counts.entry_cell]
    return residual


def _block_gradients(counts: Counts, cells: PenalisedCells, fit: Fit) -> FloatArray:
    """[S, P]: the gradient of one block of each kind, times the square root of how many there are."""
    residual = _entry_residuals(counts, cells, fit) * np.sqrt(counts.kind_blocks)[counts.entry_kind]
    cell = cells.counted[counts.entry_cell]
    gradient = np.zeros((len(counts.kind_blocks), cells.design.parameters))
    np.add.at(gradient, (counts.entry_kind, cells.design.low[cell]), residual)
    np.add.at(gradient, (counts.entry_kind, cells.design.high[cell]), -residual)
    if cells.design.side is not None:
        np.add.at(gradient[:, -1], counts.entry_kind, residual * cells.design.side[cell])
    return gradient
