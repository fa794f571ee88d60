"""Maxima of likelihoods that share a table and differ at a few cells: the inner step of a profile likelihood.

Each of C columns is the full table, except for its own border cells, under one linear constraint. Newton's
method needs each column's inverse Hessian; away from the border that of the full fit will do, and the change across
the border is of low rank (Woodbury's identity), so no column factorises a P × P matrix. Steps are halved
where they lead downhill. Letters of axes: P parameters, E cells, C columns, R cells of one border.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray
from ratings.errors import NoConvergence
from ratings.likelihood import Design, curvature, log_likelihood, win_probability
from ratings.newton import LONGEST_STEP

# A step is worth taking if it promises to raise the log-likelihood by more than this (Newton's decrement). Bounds
# are read from the likelihood, and parameters that it hardly depends on may be anywhere.
GAIN_TOLERANCE = 1e-5
SHARED_STEPS = 12  # after so many, a column's likelihood is too unlike that of the full fit
MAX_STEPS = 100
_FLATTEST = 1e-9  # curvature, in matches, below which a border counts as cut


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """Likelihoods near that of a full fit.

    Attributes:
        design: the model.
        inverse, curvature: [P, P], [E], of the full fit.
        played, score: [E, C], matches and points of ``low`` in each column.
        border: [E, C] bool, where the column may differ from the full table.
    """

    design: Design
    inverse: FloatArray
    curvature: FloatArray
    played: FloatArray
    score: FloatArray
    border: BoolArray

    def log_likelihood(self, parameters: FloatArray) -> FloatArray:
        """[C], at parameters [P, C]."""
        return log_likelihood(self.design.predict(parameters), self.played, self.score)

    def gradient(self, parameters: FloatArray) -> FloatArray:
        """[P, C], at parameters [P, C]."""
        expected = win_probability(self.design.predict(parameters))
        gradient: FloatArray = self.design.collect(self.score - self.played * expected)
        return gradient

    def maximise(self, start: FloatArray, held: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Where each log-likelihood is largest while held·parameters stays what it is at the start.

        Args:
            start: [P, C].
            held: [P, C], the constraint's coefficients; zero for no constraint.

        Returns:
            The parameters [P, C] and the slope of the profile, d(log-likelihood)/d(held·parameters), [C].

        Raises:
            NoConvergence: if a step still promises more than ``GAIN_TOLERANCE`` after ``MAX_STEPS`` steps.
        """
        parameters, value = start, self.log_likelihood(start)
        for number in range(MAX_STEPS):
            solve = self._solve_shared if number < SHARED_STEPS else self._solve_alone
            step, slope, gain = self._constrained_step(solve, parameters, held)
            if gain.max() <= GAIN_TOLERANCE:
                return parameters, slope
            parameters, value = self._uphill(parameters, value, step)
        raise NoConvergence(
            f"expected the profile likelihood to converge, could still gain {gain.max():.2g} after {MAX_STEPS} "
            "steps; rate with resamples 0, which needs no bounds"
        )

    def _constrained_step(
        self, solve: Callable[[FloatArray, FloatArray], FloatArray], parameters: FloatArray, held: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Newton's step within the constraint [P, C], the constraint's multiplier and the gain promised [C]."""
        gradient = self.gradient(parameters)
        newton = solve(parameters, np.stack([gradient, held]))
        along = (held * newton).sum(axis=1)
        slope = np.divide(along[0], along[1], out=np.zeros_like(along[0]), where=along[1] > 0.0)
        step = newton[0] - slope * newton[1]
        return step, slope, (gradient * step).sum(axis=0) / 2.0

    def _uphill(
        self, parameters: FloatArray, value: FloatArray, step: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """The step, cut to ``LONGEST_STEP``, and halved in the columns where it leads downhill."""
        slack = 1e-12 * (1.0 + np.abs(value))
        length = LONGEST_STEP / np.maximum(np.abs(step).max(axis=0), LONGEST_STEP)
        for _ in range(40):
            there = parameters + length * step
            reached = self.log_likelihood(there)
            down = reached < value - slack
            if not down.any():
                break
            length[down] /= 2.0
        return there, reached

    def _solve_shared(self, parameters: FloatArray, right: FloatArray) -> FloatArray:
        """The inverse of each column's Hessian, away from the border the full fit's, times right sides [2, P, C]."""
        now = curvature(self.design.predict(parameters), self.played)
        solved: FloatArray = np.matmul(self.inverse, right)
        for c in range(right.shape[2]):
            rows = np.flatnonzero(self.border[:, c])
            change = np.maximum(now[rows, c], _FLATTEST) - self.curvature[rows]
            spread = self.design.predict_rows(rows, self.inverse)  # [R, P]
            inner = np.eye(len(rows)) + change[:, None] * self.design.predict_rows(rows, spread.T)
            taken = np.linalg.solve(inner, change[:, None] * (spread @ right[:, :, c].T))
            solved[:, :, c] -= (spread.T @ taken).T
        return solved

    def _solve_alone(self, parameters: FloatArray, right: FloatArray) -> FloatArray:
        """The same with each column's own Hessian."""
        now = curvature(self.design.predict(parameters), self.played)
        free = self.inverse.diagonal() > 0.0
        solved = np.zeros_like(right)
        for c in range(right.shape[2]):
            hessian = self.design.hessian(now[:, c])[np.ix_(free, free)]
            hessian += _FLATTEST * np.eye(len(hessian))
            solved[:, free, c] = np.linalg.solve(hessian, right[:, free, c].T).T
        return solved
