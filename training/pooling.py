"""Units as a set: the largest of each number over the units of a class, and scores of units against a query.

Letters: R rows, U units of all rows, W width of a unit's encoding, K classes.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.pooling_loops import pool_backward, pool_forward, score_backward, score_forward
from training.tensors import is_fast


def pool(encodings: Tensor, starts: Tensor, classes: Tensor, *, count: int) -> Tensor:
    """(R, K W): by class, the largest of each number over a row's units; 0 where it has none, or none above 0.

    Args:
        encodings: (U, W), not below 0: after a rectifier.
        starts: (R + 1,) int64, where a row's units begin.
        classes: (U,) int32, below `count`, K.
    """
    if is_fast(encodings):
        pooled: Tensor = cast(Any, Pooled).apply(encodings.contiguous(), starts, classes, count)
        return pooled
    return pool_plainly(encodings, starts, classes, count=count)


def pool_plainly(encodings: Tensor, starts: Tensor, classes: Tensor, *, count: int) -> Tensor:
    """`pool` by torch alone."""
    rows, width = len(starts) - 1, encodings.shape[1]
    places = unit_rows(starts) * count + classes
    pooled = encodings.new_zeros(rows * count, width)
    pooled = pooled.scatter_reduce(0, places[:, None].expand(-1, width), encodings, "amax", include_self=True)
    return pooled.view(rows, count * width)


def unit_rows(starts: Tensor) -> Tensor:
    """(U,) int64: the row of every unit."""
    return torch.repeat_interleave(torch.arange(len(starts) - 1, device=starts.device), starts.diff())


class Pooled(torch.autograd.Function):
    """`pool` on a processor."""

    @staticmethod
    def forward(ctx: Any, encodings: Tensor, starts: Tensor, classes: Tensor, count: int) -> Tensor:
        """The largest; which unit had each is kept for `backward`."""
        rows, width = len(starts) - 1, encodings.shape[1]
        pooled = encodings.new_empty(rows, count, width)
        winners = torch.empty(rows, count, width, dtype=torch.int32)
        arrays = [one.numpy() for one in (encodings, starts, classes, pooled, winners)]
        pool_forward(*arrays)
        ctx.save_for_backward(starts, classes, winners)
        return pooled.view(rows, count * width)

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """A number's gradient goes to the unit that had it, the first of several."""
        starts, classes, winners = ctx.saved_tensors
        d_pooled = gradients[0].contiguous().view_as(winners)
        d_encodings = d_pooled.new_empty(len(classes), winners.shape[2])
        pool_backward(*(one.numpy() for one in (d_pooled, starts, classes, winners, d_encodings)))
        return d_encodings, None, None, None


def score(
    queries: Tensor, encodings: Tensor, rows: Tensor, starts: Tensor, slots: Tensor, *, targets: int
) -> Tensor:
    """(Q, targets): the product of a query with the unit in each target slot of its row, 0 for an empty slot.

    Args:
        queries: (Q, W).
        encodings: (U, W).
        rows: (Q,) int64, the row that each query is about, none twice.
        starts: (R + 1,) int64, where a row's units begin.
        slots: (U,) int32, a unit's target slot, -1 for what is no target.
        targets: number of target slots.
    """
    if is_fast(encodings):
        scores: Tensor = cast(Any, Scored).apply(
            queries.contiguous(), encodings.contiguous(), rows, starts, slots, targets
        )
        return scores
    return score_plainly(queries, encodings, rows, starts, slots, targets=targets)


def score_plainly(
    queries: Tensor, encodings: Tensor, rows: Tensor, starts: Tensor, slots: Tensor, *, targets: int
) -> Tensor:
    """`score` by torch alone."""
    place = torch.full((len(starts) - 1,), -1, device=rows.device).index_put(
        (rows,), torch.arange(len(rows), device=rows.device)
    )
    query = place[unit_rows(starts)]
    units = torch.nonzero((query >= 0) & (slots >= 0))[:, 0]
    products = (queries[query[units]] * encodings[units]).sum(1)
    scores = queries.new_zeros(len(rows), targets)
    return scores.index_put((query[units], slots[units].long()), products)


class Scored(torch.autograd.Function):
    """`score` on a processor."""

    @staticmethod
    def forward(
        ctx: Any,
        queries: Tensor,
        encodings: Tensor,
        rows: Tensor,
        starts: Tensor,
        slots: Tensor,
        targets: int,
    ) -> Tensor:
        """Products of queries with encodings."""
        scores = queries.new_zeros(len(rows), targets)
        score_forward(*(one.numpy() for one in (queries, encodings, rows, starts, slots, scores)))
        ctx.save_for_backward(queries, encodings, rows, starts, slots)
        return scores

    @staticmethod
    def backward(ctx: Any, *gradients: Tensor) -> tuple[Tensor | None, ...]:
        """Of a product, each factor's gradient is the other."""
        d_scores = gradients[0].contiguous()
        d_queries, d_encodings = (
            torch.zeros_like(ctx.saved_tensors[0]),
            torch.zeros_like(ctx.saved_tensors[1]),
        )
        arrays: list[NDArray[np.generic]] = [
            one.numpy() for one in (d_scores, *ctx.saved_tensors, d_queries, d_encodings)
        ]
        score_backward(*arrays)
        return d_queries, d_encodings, None, None, None, None
