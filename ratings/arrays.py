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
