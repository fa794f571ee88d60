"""Sums over runs, short and long."""

import numpy as np
import pytest

from ratings.arrays import Runs, sum_by


@pytest.mark.parametrize("longest", [1, 3, 9, 40])
@pytest.mark.parametrize("columns", [None, 5])
def test_runs_sum_what_carries_the_same_label(longest, columns):
    rng = np.random.default_rng(longest)
    labels = np.repeat(np.arange(12) * 2, rng.integers(1, longest + 1, 12))
    values = rng.normal(size=len(labels) if columns is None else (len(labels), columns))
    runs = Runs(labels)
    expected = [values[labels == label].sum(axis=0) for label in runs.labels]
    assert runs.sum(values) == pytest.approx(np.array(expected))


def test_runs_of_nothing_are_nothing():
    assert Runs(np.zeros(0, np.int64)).sum(np.zeros((0, 3))).shape == (0, 3)


def test_sum_by_gives_zero_to_an_index_without_values():
    assert sum_by(np.array([2, 0, 2]), np.array([1.0, 5.0, 2.0]), 4).tolist() == [5.0, 0.0, 3.0, 0.0]
