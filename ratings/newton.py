"""The maximum of the (penalised) Bradley–Terry likelihood, by Newton's method on counts.

The log-likelihood is concave, so a damped Newton step always leads upward and the maximum, where it exists,
is found to the last digits in a handful of steps (Hunter 2004, section 3, on Newton for this model).
"""

from dataclasses import dataclass

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


def fit_newton(
    design: Design, played: FloatArray, score: FloatArray, grounded: IntArray, start: FloatArray | None = None
) -> Fit:
    """Maximise the log-likelihood of counts, with the grounded entrants (one a component) held at 0.

    Args:
        design: the model.
        played, score: [E] float64, matches and points of ``low``, virtual ones included.
        grounded: indices of the entrants held at 0.
        start: [P] float64, where to begin; zero if left out.

    Raises:
        NoConvergence: if within ``MAX_STEPS`` steps the gradient does not reach ``GRADIENT_TOLERANCE`` × the
            matches of the busiest parameter (at least 1) with a next step below ``STEP_TOLERANCE``: there
            is no finite maximum.
    """
    tolerance = GRADIENT_TOLERANCE * max(1.0, float(design.diagonal(played).max(initial=0.0)))
    free = np.ones(design.parameters, bool)
    free[grounded] = False
    parameters = np.zeros(design.parameters) if start is None else start.copy()
    for step in range(MAX_STEPS):
        probability = win_probability(design.predict(parameters))
        gradient = design.collect(score - played * probability) * free
        norm = float(np.abs(gradient).max(initial=0.0))
        hessian = _grounded_hessian(design, played * probability * (1.0 - probability), free)
        move = _solve(hessian, gradient)
        if norm <= tolerance and np.abs(move).max(initial=0.0) <= STEP_TOLERANCE:
            return Fit(parameters, _invert(hessian, free), norm, step, True)
        parameters = _step_uphill(design, played, score, parameters, move)
    raise NoConvergence(
        f"expected the fit to converge, got a gradient of {norm:.3g} wins after {MAX_STEPS} Newton steps; "
        "the results do not bound every rating: set a prior above 0 or leave out the side term"
    )


def _grounded_hessian(design: Design, curvature: FloatArray, free: np.ndarray) -> FloatArray:
    hessian = design.hessian(curvature)
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


def _step_uphill(
    design: Design, played: FloatArray, score: FloatArray, parameters: FloatArray, step: FloatArray
) -> FloatArray:
    """Take the Newton step, cut to ``LONGEST_STEP`` and halved while it leads downhill.

    Where a win is nearly certain the curve is nearly flat, a full step overshoots, and beyond it is flatter still.
    """
    step = step * min(1.0, LONGEST_STEP / max(float(np.abs(step).max(initial=0.0)), LONGEST_STEP))
    here = log_likelihood(design.predict(parameters), played, score)
    slack = 1e-12 * (1.0 + abs(float(here)))
    for _ in range(40):
        there = parameters + step
        if log_likelihood(design.predict(there), played, score) >= here - slack:
            return there
        step = step / 2.0
    return parameters
