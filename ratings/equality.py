"""How much less likely the results are if two entrants are equally strong: what the bootstrap cannot know.

Where one of two won all that ties them together, or nearly all, resampled tables say the same each time, and their
spread says too little. The likelihood does not: it falls by Δ when the two are held equal. The virtual draws stay
in, and err towards "equal".
"""

import math

import numpy as np

from ratings.arrays import IntArray
from ratings.likelihood import Design, log_likelihood
from ratings.newton import fit_newton
from ratings.posterior import Estimate


def drop_if_equal(estimate: Estimate, grounded: IntArray, one: int, other: int) -> float:
    """Δ, by which the log-likelihood falls if two entrants of one component are held equal; 0 or more.

    Args:
        estimate: the fit of all, with a prior above 0.
        grounded: the entrants that the fit holds at 0, one a component.
        one, other: indices of the two.

    Raises:
        NoConvergence: if the fit of the hypothesis does not converge.
    """
    cells, design = estimate.cells, estimate.cells.design
    played, score = cells.with_virtual(cells.virtual)
    low, high = (np.where(ends == other, one, ends) for ends in (design.low, design.high))
    order = np.argsort(low, kind="stable")
    side = None if design.side is None else design.side[order]
    merged = Design.of_cells(design.entrants, low[order], high[order], side)
    # The other one has no cell left: it is held too, and hands on its office where it was the zero.
    held = np.union1d(np.where(grounded == other, one, grounded), [other])
    equal = fit_newton(merged, played[order], score[order], held)
    free = log_likelihood(design.predict(estimate.fit.parameters), played, score)
    tied = log_likelihood(merged.predict(equal.parameters), played[order], score[order])
    return max(0.0, float(free - tied))


def chance_inside(drop: float) -> float:
    """Two-sided p of a drop where the maximum is finite: 2Δ is χ² of one degree of freedom (Wilks 1938)."""
    return math.erfc(math.sqrt(drop))


def chance_at_the_edge(drop: float) -> float:
    """Two-sided p of a drop where the maximum lies at infinity: exp(−Δ) a side.

    For n wins of n that is 0.5^n, the chance of so many between equals, as for the bounds of ``bounds`` (Clopper &
    Pearson 1934).
    """
    return min(1.0, 2.0 * math.exp(-drop))
