"""The maximum of a concave (penalised) log-likelihood on counts, by Newton's method.

The log-likelihoods of this package are concave, so a damped Newton step always leads upward and the maximum, where it
exists, is found to the last digits in a handful of steps (Hunter 2004, section 3, on Newton for Bradley–Terry).
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from ratings.arrays import FloatArray, IntArray
from ratings.errors import NoConvergence
from ratings.likelihood import Design, log_likelihood, win_probability

MAX_STEPS = 100
# Far out on the way to an infinite maximum the gradient vanishes too; what tells the two apart is the next step.
STEP_TOLERANCE = 1e-6  # natural logarithms of odds
LONGEST_STEP = 3.0  # natural logarithms of odds
# The largest component of the gradient is in units of wins. Double precision leaves about 1e-16 of the matches of
# the busiest parameter of such a sum; this asks for that with a margin of some thousands.
GRADIENT_TOLERANCE = 1e-12


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """The point estimate and how it was reached.

    Attributes:
        parameters: [P] float64, natural logarithms of odds; the grounded entrants are exactly 0.
        inverse: [P, P] float64, the inverse of the Hessian of −log-likelihood with the grounded rows and
            columns zero: the covariance that the model claims (shape of the step of the bootstrap).
        gradient_norm: largest component of the gradient at the solution, in wins.
        steps: Newton steps taken.
        converged: True; a fit that does not converge raises.
    """

    parameters: FloatArray
    inverse: FloatArray
    gradient_norm: float
    steps: int
    converged: bool


class Concave(Protocol):
    """A concave log-likelihood of P parameters."""

    @property
    def parameters(self) -> int:
        """P."""
        ...

    @property
    def busiest(self) -> float:
        """The most matches that one parameter depends on."""
        ...

    def value(self, parameters: FloatArray) -> float:
        """The log-likelihood at parameters [P]."""
        ...

    def slopes(self, parameters: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient [P] of the log-likelihood and Hessian [P, P] of its negative."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class CountLikelihood:
    """The Bradley–Terry log-likelihood of counts: matches and points of ``low``, two arrays [E]."""

    design: Design
    played: FloatArray
    score: FloatArray

    @property
    def parameters(self) -> int:
        """P."""
        return self.design.parameters

    @property
    def busiest(self) -> float:
        """The most matches that one parameter depends on."""
        return float(self.design.diagonal(self.played).max(initial=0.0))

    def value(self, parameters: FloatArray) -> float:
        """The log-likelihood at parameters [P]."""
        return float(log_likelihood(self.design.predict(parameters), self.played, self.score))

    def slopes(self, parameters: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient [P] of the log-likelihood and Hessian [P, P] of its negative."""
        probability = win_probability(self.design.predict(parameters))
        gradient = self.design.collect(self.score - self.played * probability)
        return gradient, self.design.hessian(self.played * probability * (1.0 - probability))


def fit_newton(
    design: Design, played: FloatArray, score: FloatArray, grounded: IntArray, start: FloatArray | None = None
) -> Fit:
    """Maximise the Bradley–Terry log-likelihood of counts, with the grounded entrants (one a component) held at 0.

    Args:
        design: the model.
        played, score: [E] float64, matches and points of ``low``, virtual ones included.
        grounded: indices of the entrants held at 0.
        start: [P] float64, where to begin; zero if left out.

    Raises:
        NoConvergence: see ``maximise``.
    """
    return maximise(CountLikelihood(design, played, score), grounded, start)


def maximise(
    likelihood: Concave, grounded: IntArray, start: FloatArray | None = None, *, most: int = MAX_STEPS
) -> Fit:
    """The maximum of a concave log-likelihood, with the grounded parameters held where they start.

    Raises:
        NoConvergence: if within ``most`` steps the gradient does not reach ``GRADIENT_TOLERANCE`` × the
            matches of the busiest parameter (at least 1) with a next step below ``STEP_TOLERANCE``: there
            is no finite maximum.
    """
    tolerance = GRADIENT_TOLERANCE * max(1.0, likelihood.busiest)
    free = np.ones(likelihood.parameters, bool)
    free[grounded] = False
    parameters = np.zeros(likelihood.parameters) if start is None else start.copy()
    for step in range(most):
        gradient, hessian = likelihood.slopes(parameters)
        gradient = gradient * free
        norm = float(np.abs(gradient).max(initial=0.0))
        hessian = _grounded_hessian(hessian, free)
        move = _solve(hessian, gradient)
        if norm <= tolerance and np.abs(move).max(initial=0.0) <= STEP_TOLERANCE:
            return Fit(parameters, _invert(hessian, free), norm, step, True)
        parameters = _step_uphill(likelihood, parameters, move)
    raise NoConvergence(
        f"expected the fit to converge, got a gradient of {norm:.3g} wins after {most} Newton steps; "
        "the results do not bound every rating: set a prior above 0 or leave out the side term"
    )


def _grounded_hessian(hessian: FloatArray, free: np.ndarray) -> FloatArray:
    hessian[~free] = hessian[:, ~free] = 0.0
    hessian[~free, ~free] = 1.0
    return hessian


def _solve(hessian: FloatArray, gradient: FloatArray) -> FloatArray:
    try:
        step: FloatArray = np.asarray(np.linalg.solve(hessian, gradient), dtype=np.float64)
        return step
    except np.linalg.LinAlgError:
        raise _singular() from None


def _invert(hessian: FloatArray, free: np.ndarray) -> FloatArray:
    try:
        inverse: FloatArray = np.asarray(np.linalg.inv(hessian), dtype=np.float64)
    except np.linalg.LinAlgError:
        raise _singular() from None
    inverse *= free[:, None] & free[None, :]
    return inverse


def _singular() -> NoConvergence:
    return NoConvergence(
        "expected results that determine every rating, got a singular Hessian; "
        "set a prior above 0 or leave out the side term"
    )


def _step_uphill(likelihood: Concave, parameters: FloatArray, step: FloatArray) -> FloatArray:
    """Take the Newton step, cut to ``LONGEST_STEP`` and halved while it leads downhill.

    Where a win is nearly certain the curve is nearly flat, a full step overshoots, and beyond it is flatter still.
    """
    step = step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max(initial=0.0)), LONGEST_STEP))
    here = likelihood.value(parameters)
    slack = 1e-12 * (1.0 + abs(here))
    for _ in range(40):
        there: FloatArray = parameters + step
        if likelihood.value(there) >= here - slack:
            return there
        step = step / 2.0
    return parameters
