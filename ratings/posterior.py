"""The point estimate of Bradley–Terry on a table whose graph is known: what is fitted, and what is held."""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, IntArray
from ratings.counts import Counts
from ratings.graph import Standing, matches_of
from ratings.newton import Fit, fit_newton
from ratings.prior import PenalisedCells, penalise


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """A maximum a posteriori fit with the counts it rests on.

    Attributes:
        counts: the counts that were fitted: all of them, or with a prior of 0 those within the cores.
        cells: the same with virtual draws.
        fit: the maximum.
        finite: [K] bool, entrants that have a finite rating.
    """

    counts: Counts
    cells: PenalisedCells
    fit: Fit
    finite: BoolArray


def fit_posterior(counts: Counts, standing: Standing, prior: float) -> Estimate:
    """Fit with ``prior`` virtual draws per played pairing; with none, only the cores have finite ratings.

    Raises:
        NoConvergence: with a prior of 0, if the side term has no finite maximum.
    """
    finite = np.ones(len(counts.names), bool)
    if prior == 0.0:
        finite = standing.core.copy()
        counts = counts.within(finite)
    cells = penalise(counts, prior)
    held = np.union1d(busiest(counts, standing), np.flatnonzero(~finite))
    played, score = cells.with_virtual(cells.virtual)
    return Estimate(counts, cells, fit_newton(cells.design, played, score, held), finite)


def busiest(counts: Counts, standing: Standing) -> IntArray:
    """The core entrant of the most matches in each component: the fit measures from it."""
    matches = np.where(standing.core, matches_of(counts), -1.0)
    members = (np.flatnonzero(standing.component == c) for c in range(standing.components))
    return np.array([who[np.argmax(matches[who])] for who in members], dtype=np.int64)
