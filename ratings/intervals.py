"""From draws of ratings to intervals and ranks.

Everything here is in points and measured from the pool (the mean of the core of the entrant's component)
unless it says otherwise; NaN in an end of an interval means that the results set no bound there. Letters of
axes: K entrants, C draws.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray, IntArray
from ratings.counts import Counts
from ratings.graph import Standing

TAIL = 0.025  # either side of a 95 % interval
CERTAIN = 0.05  # what a shut-out may mislead with
SAME = 1e-6  # ratings as near as this are equal


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Ratings with the ends of their intervals: three arrays [K] float64, NaN where there is none."""

    rating: FloatArray
    low: FloatArray
    high: FloatArray


def percentile_interval(draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The 2.5 % and 97.5 % points of draws [K, C], as two arrays [K]."""
    low, high = np.quantile(draws, (TAIL, 1.0 - TAIL), axis=1)
    return low, high


def measured_from(draws: FloatArray, standing: Standing) -> FloatArray:
    """Draws [K, C] (or one column) less the mean of the core of each entrant's component."""
    shifted = np.array(draws, dtype=np.float64)
    for component in range(standing.components):
        members = standing.component == component
        shifted[members] -= shifted[members & standing.core].mean(axis=0)
    return shifted


def difference(one: Intervals, k: IntArray, other: int) -> Intervals:
    """Intervals of the ratings of ``k`` less that of ``other``, from the interval of each.

    Zou & Donner 2008, equation 3 (MOVER): each end takes the distances of the two ends that face it in
    quadrature. It takes the two as independent, and an end that is open stays open.
    """
    rating = one.rating[k] - one.rating[other]
    down = np.hypot(one.rating[k] - one.low[k], one.high[other] - one.rating[other])
    up = np.hypot(one.high[k] - one.rating[k], one.rating[other] - one.low[other])
    return Intervals(rating, rating - down, rating + up)


def shut_outs(counts: Counts) -> BoolArray:
    """Whom each entrant has beaten for certain by their own matches: [K, K] bool, the row above the column.

    All of n matches won bound the winner's chance below by 0.05^(1/n) (Clopper & Pearson 1934, one-sided
    95 %), which is above a half from the fifth match on.
    """
    played, score = np.zeros((2, len(counts.names), len(counts.names)))
    np.add.at(played, (counts.low, counts.high), counts.played)
    np.add.at(score, (counts.low, counts.high), counts.score)
    enough = played > np.log(CERTAIN) / np.log(0.5)
    beaten: BoolArray = (enough & (score == played)) | (enough & (score == 0.0)).T
    return beaten


def rank_intervals(
    pool: Intervals, draws: FloatArray, standing: Standing, beaten: BoolArray | None = None
) -> tuple[IntArray, IntArray]:
    """Best and worst rank within the component, as two arrays [K] int64.

    Within a core the ranks are those of the draws. What hangs outside has no draws worth the name, so it is
    above (below) another entrant only if their intervals do not overlap, or if one has ``beaten`` the other
    for certain (see shut_outs); a rank it might take from a core entrant widens that one's interval by one.
    """
    best = np.ones(len(pool.rating), np.int64)
    worst = np.ones(len(pool.rating), np.int64)
    low = np.where(np.isnan(pool.low), -np.inf, pool.low)
    high = np.where(np.isnan(pool.high), np.inf, pool.high)
    above = low[:, None] > high[None, :]
    if beaten is not None:
        above |= beaten
    for component in range(standing.components):
        members = standing.component == component
        core, outside = np.flatnonzero(members & standing.core), np.flatnonzero(members & ~standing.core)
        drawn = _drawn_ranks(draws[core])
        best[core] = drawn[0] + above[np.ix_(outside, core)].sum(axis=0)
        worst[core] = drawn[1] + (~above[np.ix_(core, outside)]).sum(axis=1)
        everyone = np.flatnonzero(members)
        best[outside] = 1 + above[np.ix_(everyone, outside)].sum(axis=0)
        worst[outside] = len(everyone) - above[np.ix_(outside, everyone)].sum(axis=1)
    return best, worst


def _drawn_ranks(draws: FloatArray) -> tuple[IntArray, IntArray]:
    """Ends of the ranks in draws [K, C] (1 is best); equals share the ranks they could have."""
    place = np.arange(len(draws))[:, None]
    order = np.argsort(-draws, axis=0)
    sorted_draws = np.take_along_axis(draws, order, axis=0)
    apart = np.abs(np.diff(sorted_draws, axis=0)) > SAME
    edge = np.ones((1, draws.shape[1]), bool)
    first = np.maximum.accumulate(np.where(np.vstack([edge, apart]), place, 0), axis=0)
    last = np.where(np.vstack([apart, edge]), place, len(draws))[::-1]
    last = np.minimum.accumulate(last, axis=0)[::-1]
    best, worst = np.empty_like(order), np.empty_like(order)
    np.put_along_axis(best, order, first + 1, axis=0)
    np.put_along_axis(worst, order, last + 1, axis=0)
    low = np.quantile(best, TAIL, axis=1, method="inverted_cdf")
    high = np.quantile(worst, 1.0 - TAIL, axis=1, method="inverted_cdf")
    return low.astype(np.int64), high.astype(np.int64)
