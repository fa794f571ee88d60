"""Fitting lineups: logistic regression with a normal prior on each group of columns.

The mode of the posterior by Newton's method with a Hessian that is kept (a chord): log-odds of lineups are small, so
the weights p (1 - p) hardly move, and a few steps with one factorisation are quicker than a new one for each.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.linalg import cho_factor, cho_solve
from scipy.special import expit

from probes.draft.columns import GROUPS, Columns

Float64 = NDArray[np.float64]

TOLERANCE = 1e-8
"""Largest entry of the gradient, in matches, at which a fit has converged."""
LOOSE = 1e-3
"""The same where fits are only compared with one another."""
MOST_STEPS = 200


@dataclass(frozen=True)
class Prior:
    """Standard deviations of the normal priors, in log-odds; 0 leaves the group out."""

    heroes: float
    synergies: float = 0.0
    counters: float = 0.0

    def of(self, columns: Columns) -> Float64:
        """(K,): the standard deviation of each column."""
        return np.array([self.heroes, self.synergies, self.counters])[columns.group]

    def to_dict(self) -> dict[str, float]:
        """The deviations by group."""
        return {name: float(getattr(self, name)) for name in GROUPS}


@dataclass(frozen=True)
class Outcomes:
    """Matches as the fit takes them."""

    design: Any
    """(m, K) sparse float64, `Columns.design`."""
    west: Float64
    """(m,): 1 where west won, 0 where east did, 0.5 for a draw."""
    offset: Float64
    """(m,): log-odds of west that the lineups are not to explain, such as of unequal players."""

    def __len__(self) -> int:
        return len(self.west)


@dataclass(frozen=True)
class Fit:
    """Weights with how they were found."""

    weights: Float64
    """(K,); 0 in groups that are left out."""
    gradient: float
    """Largest entry of the posterior's gradient there."""
    converged: bool
    steps: int


class Fitter:
    """Fits the same matches, or subsets of them, under many priors; keeps what these have in common."""

    def __init__(self, columns: Columns, matches: Outcomes, folds: Sequence[NDArray[np.int64]] = ()) -> None:
        """Prepare.

        Args:
            columns: of the design.
            matches: all matches.
            folds: rows of parts that are to be left out in turn; disjoint.
        """
        self.columns = columns
        self.matches = matches
        self.folds = folds
        self._transposed = matches.design.T.tocsr()
        base = expit(matches.offset)
        self._weight = np.maximum(base * (1.0 - base), 1e-3)
        self._gram = self._gram_of(np.arange(len(matches)))
        self._grams = [self._gram_of(rows) for rows in folds]
        self._found: dict[tuple[Prior, frozenset[int]], Float64] = {}

    def _gram_of(self, rows: NDArray[np.int64]) -> Float64:
        design = self.matches.design[rows]
        return np.asarray((design.T @ (design * self._weight[rows][:, None])).todense())

    def weights_without(self, prior: Prior, without: frozenset[int]) -> Float64:
        """(K,): the weights of a fit that saw none of some folds; kept, since two folds can each judge the other."""
        if (prior, without) not in self._found:
            self._found[prior, without] = self.fit(prior, without=without, tolerance=LOOSE).weights
        return self._found[prior, without]

    def fit(self, prior: Prior, *, without: Collection[int] = (), tolerance: float = TOLERANCE) -> Fit:
        """The posterior's mode, with some folds left out.

        Args:
            prior: of the weights.
            without: numbers of folds to leave out.
            tolerance: largest entry of the gradient, in matches, at which it ends.
        """
        deviation = prior.of(self.columns)
        active = np.flatnonzero(deviation > 0)
        counted = np.ones(len(self.matches))
        gram = self._gram
        for fold in without:
            counted[self.folds[fold]] = 0.0
            gram = gram - self._grams[fold]
        precision = deviation[active] ** -2
        factor = cho_factor(gram[np.ix_(active, active)] + np.diag(precision))
        weights = np.zeros(self.columns.count)
        gradient = np.inf
        for step in range(MOST_STEPS):
            share = expit(self.matches.design @ weights + self.matches.offset)
            slope = (self._transposed @ (counted * (self.matches.west - share)))[
                active
            ] - precision * weights[active]
            gradient = float(np.abs(slope).max(initial=0.0))
            if gradient < tolerance:
                return Fit(weights, gradient, converged=True, steps=step)
            weights[active] += cho_solve(factor, slope)
        return Fit(weights, gradient, converged=False, steps=MOST_STEPS)

    def covariance(self, prior: Prior, fit: Fit) -> Float64:
        """(K, K): the posterior's covariance by Laplace's approximation at a fit to all matches; 0 where left out."""
        deviation = prior.of(self.columns)
        active = np.flatnonzero(deviation > 0)
        share = expit(self.matches.design @ fit.weights + self.matches.offset)
        design = self.matches.design[:, active]
        hessian = np.asarray((design.T @ (design * (share * (1.0 - share))[:, None])).todense())
        inverse = cho_solve(cho_factor(hessian + np.diag(deviation[active] ** -2)), np.eye(len(active)))
        found = np.zeros((self.columns.count, self.columns.count))
        found[np.ix_(active, active)] = inverse
        return found
