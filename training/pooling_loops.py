"""The loops of pooling.py, compiled; what arrays hold is said there."""

from __future__ import annotations

import numpy as np

from training.kernel import loop

NONE = np.int32(-1)


@loop
def pool_forward(encodings, starts, classes, pooled, winners):
    """The largest number above 0 of each class, and which unit has it."""
    width = encodings.shape[1]
    for row in range(len(starts) - 1):
        pooled[row] = 0.0
        winners[row] = NONE
        for unit in range(starts[row], starts[row + 1]):
            best, winner = pooled[row, classes[unit]], winners[row, classes[unit]]
            values = encodings[unit]
            number = np.int32(unit)
            for j in range(width):
                larger = values[j] > best[j]
                best[j] = values[j] if larger else best[j]
                winner[j] = number if larger else winner[j]


@loop
def pool_backward(d_pooled, starts, classes, winners, d_encodings):
    """To each unit the gradients of the numbers that it has."""
    width = d_encodings.shape[1]
    for row in range(len(starts) - 1):
        for unit in range(starts[row], starts[row + 1]):
            gradient, winner = d_pooled[row, classes[unit]], winners[row, classes[unit]]
            to = d_encodings[unit]
            number = np.int32(unit)
            for j in range(width):
                to[j] = gradient[j] if winner[j] == number else np.float32(0.0)


@loop
def score_forward(queries, encodings, rows, starts, slots, scores):
    """The product of each query with every target of its row."""
    width = encodings.shape[1]
    for q in range(len(rows)):
        query = queries[q]
        for unit in range(starts[rows[q]], starts[rows[q] + 1]):
            if slots[unit] >= 0:
                values = encodings[unit]
                product = np.float32(0.0)
                for j in range(width):
                    product += query[j] * values[j]
                scores[q, slots[unit]] = product


@loop
def score_backward(d_scores, queries, encodings, rows, starts, slots, d_queries, d_encodings):
    """To the query and to each target the gradient of their product."""
    width = encodings.shape[1]
    for q in range(len(rows)):
        query, d_query = queries[q], d_queries[q]
        for unit in range(starts[rows[q]], starts[rows[q] + 1]):
            if slots[unit] >= 0:
                gradient = d_scores[q, slots[unit]]
                values, to = encodings[unit], d_encodings[unit]
                for j in range(width):
                    d_query[j] += gradient * values[j]
                    to[j] = gradient * query[j]
