"""A fit with a model of draws: the point estimate, draws of its uncertainty, and one-sided bounds outside the core.

The same steps as for draws counted as half wins (``posterior``, ``bootstrap``, ``sandwich``, ``bounds``), with one
parameter more. Letters of axes: K entrants, P parameters (θ, then γ if there is a side term, then τ), E cells, N
entries, C columns.
"""

from dataclasses import dataclass, replace

import numpy as np

from ratings.arrays import BoolArray, FloatArray, Floats, IntArray
from ratings.batched import Preconditioner, fit_columns
from ratings.bootstrap import BATCH_CELLS
from ratings.bounds import DROP, tied_to
from ratings.counts import Counts
from ratings.errors import NoConvergence
from ratings.graph import Standing, reach, reverse, took_points
from ratings.likelihood import POINTS
from ratings.newton import MAX_STEPS, Fit, maximise
from ratings.posterior import busiest
from ratings.prior import PenalisedCells, penalise
from ratings.resample import Resampler
from ratings.ties import Outcomes, TieLikelihood, TieModel, TieTables

NEARLY_NONE = 1e-7  # pull, in wins, at which an entrant stands as good as at infinity
SECANT_STEPS = 60
FEW_STEPS = 25
CLOSE = 1e-5  # of the drop, as a share


@dataclass(frozen=True, slots=True, eq=False)
class TieEstimate:
    """A maximum a posteriori fit with a model of draws, and what it rests on.

    Attributes:
        model: of draws.
        counts: the counts that were fitted: all of them, or with a prior of 0 those within the cores.
        cells: the same with virtual draws.
        table: their likelihood.
        fit: the maximum; τ is the last parameter.
        finite: [K] bool, entrants that have a finite rating.
        prior: virtual draws per played pairing.
    """

    model: TieModel
    counts: Counts
    cells: PenalisedCells
    table: TieTables
    fit: Fit
    finite: BoolArray
    prior: float


def fit_ties(counts: Counts, standing: Standing, model: TieModel, prior: float) -> TieEstimate:
    """Fit strengths, side and draws together.

    Raises:
        NoConvergence: with a prior of 0, if the side's or the draws' parameter has no finite maximum.
    """
    finite = np.ones(len(counts.names), bool)
    if prior == 0.0:
        finite = standing.core.copy()
        counts = counts.within(finite)
    cells = penalise(counts, prior)
    table = TieTables(model, cells.design, _outcomes(counts, cells), cells.virtual, prior)
    held = np.union1d(busiest(counts, standing), np.flatnonzero(~finite))
    fit = maximise(TieLikelihood(table), held)
    return TieEstimate(model, counts, cells, table, fit, finite, prior)


def _outcomes(counts: Counts, cells: PenalisedCells) -> Outcomes:
    won, drawn, lost = np.zeros((3, len(cells.played), 1))
    won[cells.counted, 0] = counts.score - counts.draws / 2
    drawn[cells.counted, 0] = counts.draws
    lost[cells.counted, 0] = counts.played - counts.score - counts.draws / 2
    return Outcomes(won, drawn, lost)


def bootstrap_ties(estimate: TieEstimate, rng: np.random.Generator, columns: int) -> Floats:
    """Parameters [P, columns] float32 refitted to resampled tables, the prior included."""
    resampler = Resampler(estimate.counts)
    batch = 16 * max(1, BATCH_CELLS // (32 * len(estimate.cells.played)))
    parts = [
        _fit_batch(estimate, resampler, rng, min(batch, columns - done)) for done in range(0, columns, batch)
    ]
    return np.concatenate(parts, axis=1)


def _fit_batch(estimate: TieEstimate, resampler: Resampler, rng: np.random.Generator, columns: int) -> Floats:
    drawn = np.zeros((3, len(estimate.cells.played), columns), np.float32)
    drawn[:, estimate.cells.counted] = resampler.draw_outcomes(rng, columns)
    tables = replace(estimate.table, outcomes=Outcomes(*drawn), virtual=estimate.cells.virtual)
    at = estimate.fit.parameters
    start = np.repeat(at[:, None], columns, axis=1).astype(np.float32)
    full = estimate.table.diagonal(at[:, None])[:, 0]
    precondition = Preconditioner.of_diagonals(estimate.fit.inverse, full, tables.diagonal(start))
    return fit_columns(tables, at, precondition)


def sandwich_ties(estimate: TieEstimate, rng: np.random.Generator, columns: int) -> FloatArray:
    """Parameters [P, columns] drawn from the normal with the robust covariance around the fit (see ``sandwich``)."""
    counts, cells, at = estimate.counts, estimate.cells, estimate.fit.parameters
    won, drawn = counts.entry_score - counts.entry_draws / 2, counts.entry_draws
    cell = cells.counted[counts.entry_cell]
    x = cells.design.predict(at[:-1])[cell]
    slopes = estimate.model.slopes(x, at[-1], Outcomes(won, drawn, counts.entry_played - won - drawn))
    noise = rng.standard_normal((len(counts.kind_blocks), columns)) * np.sqrt(counts.kind_blocks)[:, None]
    by_cell = np.zeros((len(cells.played), columns))
    np.add.at(by_cell, cell, noise[counts.entry_kind] * slopes.by_x[:, None])
    by_tie = (noise[counts.entry_kind] * slopes.by_tie[:, None]).sum(axis=0)
    gradient = np.concatenate([cells.design.collect(by_cell), by_tie[None]])
    draws: FloatArray = at[:, None] + estimate.fit.inverse @ gradient
    return draws


def bound_ties(counts: Counts, standing: Standing, estimate: TieEstimate) -> tuple[FloatArray, FloatArray]:
    """Lower bounds of what is above its core, upper bounds of what is below: two arrays [K] in points, or NaN.

    As in ``bounds``: the rating at which the profile likelihood, without virtual draws across the entrant's border,
    is −ln 0.05 below its supremum. It is reached by pulling the entrant toward the core: the maximum of the likelihood
    less pull × distance is a point of the profile, and the pull is found by the secant method.
    """
    low, high = np.full(len(counts.names), np.nan), np.full(len(counts.names), np.nan)
    everyone = estimate if estimate.finite.all() else None
    for k in np.flatnonzero(standing.above | standing.below).tolist():
        whole = everyone or _whole(counts, standing, estimate)
        bound = _bound(k, counts, standing, whole)
        (low if standing.above[k] else high)[k] = bound
    return low, high


def _whole(counts: Counts, standing: Standing, estimate: TieEstimate) -> TieEstimate:
    """Everybody fitted, with virtual draws outside the core where the fit itself has none."""
    return fit_ties(counts, standing, estimate.model, estimate.prior or 0.5)


@dataclass(frozen=True, slots=True, eq=False)
class _Pulled:
    """A likelihood less ``pull`` × distance·parameters (see ``newton.Concave``)."""

    likelihood: TieLikelihood
    distance: FloatArray
    pull: float

    @property
    def parameters(self) -> int:
        """P."""
        return self.likelihood.parameters

    @property
    def busiest(self) -> float:
        """As without the pull."""
        return self.likelihood.busiest

    def value(self, parameters: FloatArray) -> float:
        """At parameters [P]."""
        return self.likelihood.value(parameters) - self.pull * float(self.distance @ parameters)

    def slopes(self, parameters: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient [P] and Hessian of the negative [P, P]."""
        gradient, hessian = self.likelihood.slopes(parameters)
        return gradient - self.pull * self.distance, hessian


def _bound(k: int, counts: Counts, standing: Standing, whole: TieEstimate) -> float:
    """The bound of one entrant in points from the mean of the core; NaN if there is none."""
    core = standing.core & (standing.component == standing.component[k])
    likelihood, held = _without_prior_across(k, counts, standing, core, whole)
    alone = np.arange(len(core)) == k
    distance = np.zeros(likelihood.parameters)
    distance[: len(core)] = alone * 1.0 - core / core.sum()
    outward = distance if standing.above[k] else -distance

    def at(pull: float, start: FloatArray, most: int = FEW_STEPS) -> tuple[float, FloatArray]:
        found = maximise(_Pulled(likelihood, outward, pull), held, start, most=most).parameters
        return likelihood.value(found), found

    value, found = at(NEARLY_NONE, whole.fit.parameters, MAX_STEPS)
    supremum, known = (
        value + NEARLY_NONE,
        (np.log(NEARLY_NONE),) * 2,
    )  # ln pull and ln drop, all but equal there
    pull, too_hard = np.log(0.5), np.inf
    for _ in range(SECANT_STEPS):
        try:
            value, found = at(float(np.exp(pull)), found)
        except NoConvergence:  # pulled harder than all matches together hold
            too_hard, pull = pull, (pull + known[0]) / 2
            continue
        drop = np.log(supremum - value)
        if abs(drop - np.log(DROP)) < CLOSE:
            return float(distance @ found * POINTS)
        rise = (drop - known[1]) / (pull - known[0])
        further = pull + np.clip((np.log(DROP) - drop) / max(rise, 0.3), -3.0, 3.0)
        known, pull = (pull, drop), further if further < too_hard else (pull + too_hard) / 2
    raise NoConvergence(
        f"expected the bound of {counts.names[k]!r} to be found in {SECANT_STEPS} steps; "
        "rate with resamples 0, which needs no bounds"
    )


def _without_prior_across(
    k: int, counts: Counts, standing: Standing, core: BoolArray, whole: TieEstimate
) -> tuple[TieLikelihood, IntArray]:
    """The likelihood without virtual draws across an entrant's border, and the parameters to hold.

    Matches with whoever only the border ties to anything are left out: such an entrant gives way for nothing.
    """
    design = whole.cells.design
    edges = took_points(counts)
    alone = np.arange(len(core)) == k
    members = reach(reverse(edges) if standing.above[k] else edges, alone)
    across = members[design.low] != members[design.high]
    loose = ~(tied_to(core, design, ~across) | members)
    dropped = across & (loose[design.low] | loose[design.high])
    table = replace(
        whole.table,
        virtual=np.where(across, 0.0, whole.table.virtual),
        outcomes=Outcomes(*(np.where(dropped[:, None], 0.0, one) for one in whole.table.outcomes)),
    )
    held = np.union1d(np.flatnonzero(whole.fit.inverse.diagonal() == 0.0), np.flatnonzero(loose))
    return TieLikelihood(table), held
