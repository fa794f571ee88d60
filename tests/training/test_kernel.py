"""Compiled loops: they compute what Python would, and keep NaN."""

from __future__ import annotations

import math

import numpy as np
import torch

from training.kernel import loop
from training.pooling_loops import pool_forward, score_forward


def test_a_loop_gives_what_the_interpreter_gives() -> None:
    drawn = np.random.default_rng(1)
    encodings = drawn.normal(size=(9, 5)).astype(np.float32)
    starts, classes = np.array([0, 4, 4, 9]), np.array([0, 1, 1, 0, 1, 1, 0, 0, 1], np.int32)
    found = []
    for run in (pool_forward, getattr(pool_forward, "py_func", pool_forward)):
        pooled, winners = np.empty((3, 2, 5), np.float32), np.empty((3, 2, 5), np.int32)
        run(encodings, starts, classes, pooled, winners)
        found.append((pooled, winners))
    np.testing.assert_array_equal(found[0][0], found[1][0])
    np.testing.assert_array_equal(found[0][1], found[1][1])


def test_sums_keep_nan_and_infinity() -> None:
    queries = np.ones((1, 40), np.float32)
    for bad in (math.nan, math.inf):
        encodings = np.ones((1, 40), np.float32)
        encodings[0, 3] = bad
        scores = np.zeros((1, 2), np.float32)
        score_forward(
            queries, encodings, np.zeros(1, np.int64), np.array([0, 1]), np.ones(1, np.int32), scores
        )
        assert not np.isfinite(scores[0, 1])


def test_a_loop_releases_the_interpreter_lock() -> None:
    options = getattr(loop(lambda x: x), "targetoptions", {"nogil": True})
    assert options["nogil"] is True
    assert torch.get_num_threads() == 1
