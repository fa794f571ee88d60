"""Maxima of likelihoods that share a table and differ at a few cells: the inner step of a profile likelihood.

Each of C columns is the full table, except for its own border cells, under one linear constraint. Newton's
method needs each column's inverse Hessian; away from the border that of the full fit will do, and the change across
the border is of low rank (Woodbury's identity), so no column factorises a P × P matrix. Steps are halved
where they lead downhill. Letters of axes: P parameters, E cells, C columns, R cells of one border.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray
from ratings.errors import NoConvergence
from ratings.likelihood import POINTS, Design, curvature, log_likelihood, win_probability

# Natural logarithms of odds: 0.1 rating points. At a maximum the likelihood is flat, so what is left of a step
# this short changes it by less than 1e-5, and the likelihood is what a bound is read from.
STEP_TOLERANCE = 0.1 / POINTS
MAX_STEPS = 200
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
            NoConvergence: if a step still moves a parameter by more than ``STEP_TOLERANCE`` after
                ``MAX_STEPS`` steps.
        """
        parameters, value = start, self.log_likelihood(start)
        for _ in range(MAX_STEPS):
            step, slope = self._constrained_step(parameters, held)
            if np.abs(step).max() <= STEP_TOLERANCE:
                return parameters + step, slope
            parameters, value = self._uphill(parameters, value, step)
        raise NoConvergence(
            f"expected the profile likelihood to converge, got a step of {np.abs(step).max() * POINTS:.2g} points "
            f"after {MAX_STEPS} steps; rate with resamples 0, which needs no bounds"
        )

    def _constrained_step(self, parameters: FloatArray, held: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Newton's step within the constraint [P, C], and the constraint's multiplier [C]."""
        newton = self._solve(parameters, np.stack([self.gradient(parameters), held]))
        along = (held * newton).sum(axis=1)
        slope = np.divide(along[0], along[1], out=np.zeros_like(along[0]), where=along[1] > 0.0)
        return newton[0] - slope * newton[1], slope

    def _uphill(
        self, parameters: FloatArray, value: FloatArray, step: FloatArray
    ) -> tuple[FloatArray, FloatArray]:
        """The step, halved in the columns where it leads downhill."""
        slack = 1e-12 * (1.0 + np.abs(value))
        length = np.ones(len(value))
        for _ in range(40):
            there = parameters + length * step
            reached = self.log_likelihood(there)
            down = reached < value - slack
            if not down.any():
                break
            length[down] /= 2.0
        return there, reached

    def _solve(self, parameters: FloatArray, right: FloatArray) -> FloatArray:
        """The inverse of each column's Hessian times right-hand sides [2, P, C]."""
        now = curvature(self.design.predict(parameters), self.played)
        solved: FloatArray = np.matmul(self.inverse, right)
        for c in range(right.shape[2]):
            rows = np.flatnonzero(self.border[:, c])
            change = np.maximum(now[rows, c], _FLATTEST) - self.curvature[rows]
            reach = self.design.rows(rows)  # [R, P]
            spread = reach @ self.inverse  # [R, P]
            inner = np.eye(len(rows)) + change[:, None] * (spread @ reach.T)
            taken = np.linalg.solve(inner, change[:, None] * (spread @ right[:, :, c].T))
            solved[:, :, c] -= (spread.T @ taken).T
        return solved
