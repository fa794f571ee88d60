"""One-sided bounds, from profile likelihood, for entrants that the results bound on one side only.

Take an entrant u above the core, and with it everybody who can reach u by points taken: across the border of
that set every match was won from above, so moving the whole set upward never lowers the likelihood, and there
is no upper bound. Below, the likelihood falls off: the bound is the rating at which the best that all other
parameters can do is ``DROP`` below the supremum. Virtual draws across the border are left out, since they are
what hides that there is no maximum; those elsewhere stay, and keep the other parameters where the fit has
them. An entrant below the core is the mirror image.

``DROP`` is −ln 0.05, not the 1.92 of a maximum in the interior: at the edge the likelihood ratio is not
χ²-distributed, and for n wins out of n this value gives exactly the 95 % bound of Clopper & Pearson (1934),
p = 0.05^(1/n), where 1.92 would be wrong up to one time in seven.

The rating of u is held while the rest is maximised, and moved by Newton's method until the likelihood is right
(in the manner of Venzon & Moolgavkar 1988); all entrants are columns of one batched computation.

Letters of axes: P parameters, E cells, C columns (entrants bounded).
"""

from dataclasses import dataclass, replace

import numpy as np

from ratings.arrays import BoolArray, FloatArray, IntArray
from ratings.counts import Counts
from ratings.errors import NoConvergence
from ratings.graph import Standing, reach, reverse, took_points
from ratings.likelihood import POINTS, Design, curvature
from ratings.newton import Fit, fit_newton
from ratings.posterior import Estimate, busiest
from ratings.prior import PenalisedCells, penalise
from ratings.profile import Columns

DROP = -float(np.log(0.05))
NUISANCE_PRIOR = 0.5  # virtual draws outside the core where the fit itself has none
FARTHEST = 25.0  # natural logarithms of odds (4,343 points): a bound farther away says nothing, and is none
LONGEST_MOVE = 4.0
MAX_ROUNDS = 60
BATCH_CELLS = 500_000


def one_sided_bounds(
    counts: Counts, standing: Standing, prior: float, estimate: Estimate | None = None
) -> tuple[FloatArray, FloatArray]:
    """Lower bounds of what is above its core, upper bounds of what is below, from the mean of the core.

    ``estimate`` is the fit of these counts, if there is one already.

    Returns two arrays [K] float64 in points, NaN where the results set no bound (or where the entrant is in
    the core, which has intervals on both sides).

    Raises:
        NoConvergence: if a bound is not found, which would be a fault of ours.
    """
    low, high = np.full(len(counts.names), np.nan), np.full(len(counts.names), np.nan)
    wanted = np.flatnonzero(standing.above | standing.below)
    if len(wanted):
        cells, fit = _full_fit(counts, standing, prior, estimate)
        batch = max(1, BATCH_CELLS // len(cells.played))
        for begin in range(0, len(wanted), batch):
            who = wanted[begin : begin + batch]
            bound = _bounds_of(who, counts, standing, cells, fit)
            low[who] = np.where(standing.above[who], bound, np.nan)
            high[who] = np.where(standing.below[who], bound, np.nan)
    return low, high


def _full_fit(
    counts: Counts, standing: Standing, prior: float, estimate: Estimate | None
) -> tuple[PenalisedCells, Fit]:
    """A fit of everybody: the estimate, or where that has none, one with virtual draws outside the core."""
    if estimate is not None and estimate.finite.all():
        return estimate.cells, estimate.fit
    cells = penalise(counts, prior or NUISANCE_PRIOR)
    if prior == 0.0:
        inside = standing.core[cells.design.low] & standing.core[cells.design.high]
        cells = replace(cells, virtual=np.where(inside, 0.0, cells.virtual))
    played, score = cells.with_virtual(cells.virtual)
    return cells, fit_newton(cells.design, played, score, busiest(counts, standing))


@dataclass(frozen=True, slots=True, eq=False)
class _Problem:
    """The profiles of C entrants, each without virtual draws across its own border.

    Attributes:
        columns, apart: the likelihoods, and the same without the matches across the border.
        start: [P], the full fit.
        members: [P, C], 1 for everybody on the entrant's side of its border.
        across: [E, C], +1 (−1) in cells across the border that ``low`` (``high``) won, else 0.
        distance: [P, C], the matrix that gives the rating from the mean of the core, counted outward: upward
            for an entrant above, downward for one below.
        outward: [C], +1 for an entrant above its core, −1 for one below.
    """

    columns: Columns
    apart: Columns
    start: FloatArray
    members: FloatArray
    across: FloatArray
    distance: FloatArray
    outward: FloatArray


def _bounds_of(
    who: IntArray, counts: Counts, standing: Standing, cells: PenalisedCells, fit: Fit
) -> FloatArray:
    """Bounds [C] in points, from the mean of the core."""
    problem = _pose(who, counts, standing, cells, fit)
    still = np.repeat(problem.start[:, None], len(who), axis=1)
    limit, _ = problem.apart.maximise(still, np.zeros_like(still))
    supremum = problem.apart.log_likelihood(limit)
    parameters = _pushed_out(problem)
    near, far = (
        np.full(len(who), -np.inf),
        np.full(len(who), np.inf),
    )  # where the drop is too large, too small
    for _ in range(MAX_ROUNDS):
        distance = (problem.distance * parameters).sum(axis=0)
        parameters, slope = problem.columns.maximise(parameters, problem.distance)
        drop = np.maximum(supremum - problem.columns.log_likelihood(parameters), 1e-300)
        near, far = np.where(drop > DROP, distance, near), np.where(drop < DROP, distance, far)
        lost = (drop < DROP) & (distance < -FARTHEST)
        if np.all(lost | (np.abs(drop - DROP) < 1e-4 * DROP)):
            return np.where(lost, np.nan, distance * POINTS * problem.outward)
        moved = _next_distance(distance, drop, slope, near, far)
        parameters = parameters + problem.members * problem.outward * np.where(lost, 0.0, moved - distance)
    worst = counts.names[who[int(np.argmax(np.abs(drop - DROP)))]]
    raise NoConvergence(
        f"expected the bound of {worst!r} to be found in {MAX_ROUNDS} rounds, got a drop of {drop.max():.3g}; "
        "rate with resamples 0, which needs no bounds"
    )


def _next_distance(
    distance: FloatArray, drop: FloatArray, slope: FloatArray, near: FloatArray, far: FloatArray
) -> FloatArray:
    """Newton on ln(drop), which is nearly linear in the distance, or halfway where that leaves the bracket."""
    further = np.log(drop / DROP) * drop / np.maximum(slope, 1e-12)
    moved = distance + np.clip(further, -LONGEST_MOVE, LONGEST_MOVE)
    with np.errstate(invalid="ignore"):  # no bracket yet on one side: the middle is not used
        outside = (moved <= near) | (moved >= far)
        return np.where(outside & np.isfinite(near + far), (near + far) / 2.0, moved)


def _pose(who: IntArray, counts: Counts, standing: Standing, cells: PenalisedCells, fit: Fit) -> _Problem:
    design, columns = cells.design, len(who)
    members = _sides_of_border(who, counts, standing)
    outward = np.where(standing.above[who], 1.0, -1.0)
    across = (members[design.low] - members[design.high]) * outward
    within = across == 0.0
    virtual = cells.virtual[:, None] * within
    across *= _held_borders(who, standing, cells, members, within)
    real = within | (across != 0.0)
    played, score = cells.played[:, None] * real + virtual, cells.score[:, None] * real + virtual / 2.0
    full = curvature(design.predict(fit.parameters), cells.played + cells.virtual)
    return _Problem(
        columns=Columns(design, fit.inverse, full, played, score, ~within),
        apart=Columns(design, fit.inverse, full, played * within, score * within, ~within),
        start=fit.parameters,
        members=np.vstack([members, np.zeros((design.parameters - len(members), columns))]),
        across=across,
        distance=_distances(who, standing, design.parameters) * outward,
        outward=outward,
    )


def _held_borders(
    who: IntArray, standing: Standing, cells: PenalisedCells, members: FloatArray, within: BoolArray
) -> BoolArray:
    """[E, C]: cells whose end beyond the border is tied to the core by something else than the border.

    An entrant that only the border ties to anything gives way for nothing, and so bounds nothing.
    """
    held = np.ones_like(within)
    for c, k in enumerate(who):
        core = standing.core & (standing.component == standing.component[k])
        beyond = np.where(members[cells.design.low, c] > 0.0, cells.design.high, cells.design.low)
        if not core[beyond[~within[:, c]]].all():
            held[:, c] = tied_to(core, cells.design, within[:, c])[beyond]
    return held


def tied_to(core: BoolArray, design: Design, kept: BoolArray) -> BoolArray:
    """[K] bool: the core, and all that the kept cells ([E] bool) connect with it."""
    tied = core.copy()
    while True:
        touched = tied[design.low] | tied[design.high]
        fresh = np.concatenate([design.low[kept & touched], design.high[kept & touched]])
        if tied[fresh].all():
            return tied
        tied[fresh] = True


def _distances(who: IntArray, standing: Standing, parameters: int) -> FloatArray:
    """[P, C]: the entrant less the mean of the core of its component."""
    distance = np.zeros((parameters, len(who)))
    for c, k in enumerate(who):
        core = standing.core & (standing.component == standing.component[k])
        distance[: len(core), c] = -1.0 * core / core.sum()
        distance[k, c] += 1.0
    return distance


def _sides_of_border(who: IntArray, counts: Counts, standing: Standing) -> FloatArray:
    """[K, C]: 1 for all who can reach an entrant above, or be reached from an entrant below."""
    edges = took_points(counts)
    turned = reverse(edges)
    members = np.zeros((len(counts.names), len(who)))
    for c, k in enumerate(who):
        alone = np.zeros(len(counts.names), bool)
        alone[k] = True
        members[:, c] = reach(turned if standing.above[k] else edges, alone)
    return members


def _pushed_out(problem: _Problem) -> FloatArray:
    """[P, C]: the full fit, each border's outer side moved until the border alone costs the drop (bisection)."""
    columns = problem.columns
    border = np.flatnonzero(problem.across.any(axis=1))
    lead = columns.design.predict(problem.start)[border, None] * problem.across[border]
    played = columns.played[border] * np.abs(problem.across[border])
    near, far = np.full(lead.shape[1], -60.0), np.full(lead.shape[1], 60.0)
    for _ in range(30):
        middle = (near + far) / 2.0
        too_near = (played * np.logaddexp(0.0, -(lead + middle))).sum(axis=0) > DROP
        near, far = np.where(too_near, middle, near), np.where(too_near, far, middle)
    moved: FloatArray = problem.start[:, None] + problem.members * problem.outward * near
    return moved
