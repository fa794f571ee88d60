"""The Bradley–Terry likelihood on counts, for one table or for many resampled ones at once.

Odds that ``low`` beats ``high`` in a cell are exp(x) with x = θ_low − θ_high + γ·side (Bradley & Terry 1952;
the side term as in Davidson & Beaver 1977, "order effect"). A draw is half a win of either, so the
log-likelihood of a cell is score·log σ(x) + (played − score)·log σ(−x).

Letters of axes: K entrants, P parameters (θ, then γ if there is a side term), E cells, C columns (tables
fitted at the same time). Parameters are natural logarithms of odds; 400/ln 10 points make one of them.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import FloatArray, Floats, IntArray, Runs, sum_by

POINTS = 400.0 / np.log(10.0)  # rating points in one natural logarithm of odds


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Which parameters a cell depends on: the matrix A of x = A·(θ, γ), never written out.

    Attributes:
        entrants: K.
        low, high: [E] int64.
        side: [E] float64; None if the model has no side term.
        by_high: [E] int64, cells sorted by ``high``.
        low_runs, high_runs: cells of one ``low`` (of one ``high``, once sorted by it), for sums.
    """

    entrants: int
    low: IntArray
    high: IntArray
    side: FloatArray | None
    by_high: IntArray
    low_runs: Runs
    high_runs: Runs

    @classmethod
    def of_cells(cls, entrants: int, low: IntArray, high: IntArray, side: FloatArray | None) -> "Design":
        """Cells must be sorted by ``low``."""
        by_high = np.argsort(high, kind="stable")
        return cls(entrants, low, high, side, by_high, Runs(low), Runs(high[by_high]))

    @property
    def parameters(self) -> int:
        """P."""
        return self.entrants + (self.side is not None)

    def predict(self, parameters: Floats) -> Floats:
        """x = A·parameters. Takes [P] or [P, C], gives [E] or [E, C], in the same precision."""
        x: Floats
        if self.side is None:
            x = np.take(parameters, self.low, axis=0)
        else:  # gather θ_low + γ·side from a short table, rather than add γ·side to every cell
            entrants, side = parameters[:-1], parameters[-1]
            table = np.concatenate([entrants - side, entrants, entrants + side])
            x = np.take(table, self.low + (self.side + 1).astype(np.int64) * self.entrants, axis=0)
        x -= np.take(parameters, self.high, axis=0)
        return x

    def collect(self, cells: Floats) -> Floats:
        """Aᵀ·cells: takes [E] or [E, C], gives [P] or [P, C]."""
        total = self._sum_by_entrant(cells, -1.0)
        if self.side is not None:
            total[-1] = self.side.astype(cells.dtype) @ cells
        return total

    def diagonal(self, curvature: Floats) -> Floats:
        """The diagonal of Aᵀ·diag(curvature)·A: takes [E] or [E, C], gives [P] or [P, C]."""
        total = self._sum_by_entrant(self._between_two(curvature), 1.0)
        if self.side is not None:
            total[-1] = np.square(self.side).astype(curvature.dtype) @ curvature
        return total

    def hessian(self, curvature: FloatArray) -> FloatArray:
        """Aᵀ·diag(curvature)·A as a full matrix [P, P], for curvature [E]."""
        size = self.parameters
        flat = sum_by(self.low * size + self.high, curvature, size * size)
        matrix = -flat.reshape(size, size)
        matrix += matrix.T
        if self.side is not None:
            matrix[-1] = matrix[:, -1] = self.collect(curvature * self.side)
        np.fill_diagonal(matrix, self.diagonal(curvature))
        return matrix

    def predict_rows(self, cells: IntArray, parameters: FloatArray) -> FloatArray:
        """A few rows of A times parameters [P, N]: gives [R, N]."""
        x: FloatArray = parameters[self.low[cells]] - parameters[self.high[cells]]
        if self.side is not None:
            x += self.side[cells][:, None] * parameters[-1]
        return x

    def _between_two(self, cells: Floats) -> Floats:
        """Zero in cells whose two entrants are one and the same: their θ cancels (see ``prior``)."""
        apart = (self.low != self.high).astype(cells.dtype)
        kept: Floats = cells * (apart if cells.ndim == 1 else apart[:, None])
        return kept

    def _sum_by_entrant(self, cells: Floats, sign_of_high: float) -> Floats:
        total = np.zeros((self.parameters, *cells.shape[1:]), cells.dtype)
        if len(cells):
            total[self.low_runs.labels] = self.low_runs.sum(cells)
            by_high = np.take(cells, self.by_high, axis=0)
            total[self.high_runs.labels] += sign_of_high * self.high_runs.sum(by_high)
        return total


def win_probability(x: Floats) -> Floats:
    """σ(x) = 1/(1 + exp(−x)), overwriting x; exp may overflow to infinity, which gives the right 0."""
    np.negative(x, out=x)
    with np.errstate(over="ignore"):
        np.exp(x, out=x)
    x += 1.0
    np.reciprocal(x, out=x)
    return x


def curvature(x: FloatArray, played: FloatArray) -> FloatArray:
    """played·σ(x)·σ(−x), the second derivative of −log-likelihood by x; x stays as it is."""
    probability = win_probability(x.copy())
    spread: FloatArray = played * probability * (1.0 - probability)
    return spread


def log_likelihood(x: FloatArray, played: FloatArray, score: FloatArray) -> FloatArray:
    """Σ over cells of score·log σ(x) + (played − score)·log σ(−x), without overflow; [E, …] gives […]."""
    log_one_plus_exp = np.log1p(np.exp(-np.abs(x)))
    log_one_plus_exp += np.maximum(x, 0.0)
    total: FloatArray = (score * x - played * log_one_plus_exp).sum(axis=0)
    return total
