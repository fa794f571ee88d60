"""Many fits of one design at once: resampled tables differ little from the full one, so they share its Hessian.

Each column takes preconditioned gradient steps from the full data's estimate. The preconditioner is the
inverse Hessian of the full data, scaled on both sides by the square root of how much more (or less) each
parameter was resampled, so that a column's own Hessian is never formed or factorised; the length of the
step is that of Barzilai & Borwein (1988, eq. 5), measured in the metric of the preconditioner. On
well-filled tables this is the chord method and takes two or three steps; on sparse ones a dozen or two. A
column that is so unlike the full table that this fails is fitted by Newton's method alone.

Letters of axes: P parameters, E cells, C columns. Single precision: a resampled rating is wanted to
``STEP_TOLERANCE`` or so, its spread is hundreds of times as wide.
"""

from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from ratings.arrays import BoolArray, FloatArray, Floats, IntArray
from ratings.likelihood import POINTS, Design, win_probability
from ratings.newton import LONGEST_STEP, fit_newton

STEP_TOLERANCE = 0.05 / POINTS  # natural logarithms of odds: 0.05 rating points
WORTH_COMPACTING = 0.3  # share of columns done at which it pays to copy the others together
MAX_STEPS = (
    250  # of the few columns that need so many each is cheap; Newton's method factorises P × P matrices
)
RESCALE_EVERY = 10  # steps
_SHORTEST, _LONGEST = 0.05, 20.0  # bounds on a step's length, as a multiple of the chord step


@dataclass(frozen=True, slots=True, eq=False)
class Preconditioner:
    """The full data's inverse Hessian, scaled for each column.

    Attributes:
        inverse: [P, P] float, zero rows and columns for the parameters held fixed.
        diagonal: [P] float, curvature of the full data by parameter.
        scale: [P, C] float, square root of full curvature ÷ the column's curvature.
    """

    inverse: Floats
    diagonal: Floats
    scale: Floats

    @classmethod
    def of_diagonals(cls, inverse: FloatArray, full: FloatArray, columns: Floats) -> "Preconditioner":
        """From the full data's inverse Hessian and its Hessian's diagonal [P], and the columns' own [P, C]."""
        full = full.astype(columns.dtype)
        return cls(inverse.astype(columns.dtype), full, _scale(full, columns))

    @classmethod
    def for_columns(
        cls, design: Design, inverse: FloatArray, curvature: FloatArray, columns: Floats
    ) -> "Preconditioner":
        """From the full data's inverse Hessian and curvature [E], and the columns' own curvature [E, C]."""
        return cls.of_diagonals(inverse, design.diagonal(curvature), design.diagonal(columns))

    def for_diagonals(self, columns: Floats) -> "Preconditioner":
        """The same for columns whose Hessians' diagonals [P, C] have changed."""
        return replace(self, scale=_scale(self.diagonal, columns))

    def __call__(self, gradient: Floats) -> Floats:
        """The steps for gradients [P, C]."""
        step: Floats = self.inverse @ (gradient * self.scale)
        step *= self.scale
        return step


def _scale(full: Floats, ours: Floats) -> Floats:
    full = full[:, None]
    ours = np.maximum(ours, np.maximum(1e-6 * full, np.finfo(ours.dtype).tiny))
    scale: Floats = np.sqrt(np.divide(full, ours, out=np.ones_like(ours), where=full > 0.0))
    return scale


class Tables(Protocol):
    """C resampled tables under one concave likelihood of P parameters, in one precision."""

    @property
    def columns(self) -> int:
        """C."""
        ...

    @property
    def dtype(self) -> np.dtype[np.floating]:
        """Of the counts, and of the answer."""
        ...

    def gradient(self, parameters: Floats) -> Floats:
        """Of each log-likelihood: [P, C] at parameters [P, C]."""
        ...

    def diagonal(self, parameters: Floats) -> Floats:
        """Of the Hessian of each negative log-likelihood: [P, C]."""
        ...

    def keep(self, at_work: BoolArray) -> "Tables":
        """Only some columns, given as [C] bool."""
        ...

    def fit_alone(self, column: int, held: IntArray) -> FloatArray:
        """The maximum [P] of one column by Newton's method. Raises NoConvergence if there is none."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CountTables:
    """Bradley–Terry on resampled counts: matches and points of ``low``, two arrays [E, C]."""

    design: Design
    played: Floats
    score: Floats

    @property
    def columns(self) -> int:
        """C."""
        return int(self.played.shape[1])

    @property
    def dtype(self) -> np.dtype[np.floating]:
        """Of the counts."""
        return self.played.dtype

    def gradient(self, parameters: Floats) -> Floats:
        """[P, C] at parameters [P, C]."""
        expected = win_probability(self.design.predict(parameters))
        expected *= self.played
        np.subtract(self.score, expected, out=expected)
        return self.design.collect(expected)

    def diagonal(self, parameters: Floats) -> Floats:
        """[P, C] at parameters [P, C]."""
        probability = win_probability(self.design.predict(parameters))
        return self.design.diagonal(self.played * probability * (1 - probability))

    def keep(self, at_work: BoolArray) -> "CountTables":
        """Only some columns."""
        return replace(self, played=self.played[:, at_work], score=self.score[:, at_work])

    def fit_alone(self, column: int, held: IntArray) -> FloatArray:
        """One column's maximum [P]."""
        played, score = self.played[:, column].astype(float), self.score[:, column].astype(float)
        return fit_newton(self.design, played, score, held).parameters


def fit_columns(
    tables: Tables, start: FloatArray, precondition: Preconditioner, *, tolerance: float = STEP_TOLERANCE
) -> Floats:
    """Maximise the likelihood of each resampled table; gives the parameters [P, C].

    Args:
        tables: counts, virtual ones included. Their precision is the precision of the answer.
        start: [P] float64, where every column begins.
        precondition: see the class.
        tolerance: a column has converged when its next step moves no parameter by more than this.

    Raises:
        NoConvergence: if a column has no finite maximum.
    """
    answer = np.empty((len(start), tables.columns), tables.dtype)
    column = np.arange(tables.columns)  # where the columns still at work belong in the answer
    state = _start(tables, start, precondition)
    for number in range(MAX_STEPS):
        # Where a column is flatter than the full data, the steps it takes are longer than the chord's.
        done = np.abs(state.step).max(axis=0) * np.maximum(state.length, 1.0) <= tolerance
        answer[:, column[done]] = state.parameters[:, done] + state.step[:, done]
        if done.all():
            return answer
        if done.mean() > WORTH_COMPACTING:
            state, column = _keep(state, ~done), column[~done]
        state = _advance(state)
        if number % RESCALE_EVERY == RESCALE_EVERY - 1:
            state = _rescale(state)
    held = np.flatnonzero(precondition.inverse.diagonal() == 0.0)
    for place, c in enumerate(column):
        answer[:, c] = state.tables.fit_alone(place, held)
    return answer


@dataclass(frozen=True, slots=True, eq=False)
class _State:
    """The columns still at work; arrays [P, C] and [C]."""

    tables: Tables
    precondition: Preconditioner
    parameters: Floats
    gradient: Floats
    step: Floats
    length: Floats


def _start(tables: Tables, start: FloatArray, precondition: Preconditioner) -> _State:
    parameters = np.empty((len(start), tables.columns), tables.dtype)
    parameters[:] = start[:, None]
    gradient = tables.gradient(parameters)
    length = np.ones(tables.columns, tables.dtype)
    return _State(tables, precondition, parameters, gradient, precondition(gradient), length)


def _advance(state: _State) -> _State:
    """Take the steps, none longer than ``LONGEST_STEP``, and choose the next ones."""
    wanted = np.abs(state.step).max(axis=0) * state.length
    taken = state.length * np.minimum(1.0, LONGEST_STEP / np.maximum(wanted, LONGEST_STEP))
    parameters = state.parameters + taken * state.step
    gradient = state.tables.gradient(parameters)
    length = _next_length(taken, state.gradient, state.step, gradient)
    step = state.precondition(gradient)
    return replace(state, parameters=parameters, gradient=gradient, step=step, length=length)


def _rescale(state: _State) -> _State:
    """Fit the preconditioner to where the columns are now: some resampled entrants have become near unbeaten."""
    precondition = state.precondition.for_diagonals(state.tables.diagonal(state.parameters))
    return replace(
        state, precondition=precondition, step=precondition(state.gradient), length=np.ones_like(state.length)
    )


def _keep(state: _State, at_work: BoolArray) -> _State:
    shape = replace(state.precondition, scale=state.precondition.scale[:, at_work])
    return _State(
        tables=state.tables.keep(at_work),
        precondition=shape,
        parameters=state.parameters[:, at_work],
        gradient=state.gradient[:, at_work],
        step=state.step[:, at_work],
        length=state.length[at_work],
    )


def _next_length(length: Floats, before: Floats, step_before: Floats, gradient: Floats) -> Floats:
    """Barzilai–Borwein: the inverse of the curvature met along the last step, in units of the chord step."""
    slope_before = np.einsum("pc,pc->c", step_before, before)
    slope = np.einsum("pc,pc->c", step_before, gradient)
    flattened = slope_before - slope
    usable = (flattened > 0.0) & (slope_before > 0.0)
    ratio = np.divide(slope_before, flattened, out=np.ones_like(length), where=usable)
    chosen: Floats = np.clip(length * ratio, _SHORTEST, _LONGEST)
    return chosen
