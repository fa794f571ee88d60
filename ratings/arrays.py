"""Names of array types, and the one sum that every module needs."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]
BoolArray = NDArray[np.bool_]
Floats = NDArray[Any]
"""Single or double precision; the answer comes in the precision of the argument."""


def sum_by(index: IntArray, values: FloatArray, size: int) -> FloatArray:
    """For each of ``size`` indices, the sum of the values that carry it: float64 [size]."""
    total: FloatArray = np.bincount(index, weights=values, minlength=size).astype(np.float64, copy=False)
    return total


class Runs:
    """Sums over runs of equal, ascending labels along the first axis: ``np.add.reduceat``, quick on short runs."""

    SHORT = 9  # reduceat pays per run; up to this length it is quicker to add the firsts, the seconds, …

    def __init__(self, labels: IntArray) -> None:
        self.labels, self.starts = np.unique(labels, return_index=True)
        lengths = np.diff(np.append(self.starts, len(labels)))
        self._longest = int(lengths.max(initial=0))
        self._later = [np.flatnonzero(lengths > place) for place in range(1, min(self._longest, self.SHORT))]

    def sum(self, values: Floats) -> Floats:
        """Takes [N] or [N, C], gives [runs] or [runs, C]."""
        if self._longest > self.SHORT:
            long: Floats = np.add.reduceat(values, self.starts, axis=0)
            return long
        total: Floats = np.take(values, self.starts, axis=0)
        for place, runs in enumerate(self._later, start=1):
            total[runs] += np.take(values, self.starts[runs] + place, axis=0)
        return total
