"""Sets of units: compiled loops against torch alone, and both against a loop over rows."""

from __future__ import annotations

import pytest
import torch
from torch import Tensor

from training.pooling import Pooled, Scored, pool, pool_plainly, score, score_plainly, unit_rows

WIDTH, CLASSES, TARGETS = 16, 3, 8
COUNTS = (0, 3, 5, 0, 1, 6)


def data() -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Encodings, starts, classes and slots of six rows, two of them empty."""
    drawn = torch.Generator().manual_seed(5)
    starts = torch.tensor([0, *torch.tensor(COUNTS).cumsum(0)])
    units = sum(COUNTS)
    encodings = torch.randn(units, WIDTH, generator=drawn).relu()
    classes = torch.randint(CLASSES, (units,), generator=drawn, dtype=torch.int32)
    slots = torch.cat([torch.randperm(TARGETS, generator=drawn)[:count] for count in COUNTS]).int()
    slots[4] = -1
    return encodings, starts, classes, slots


@pytest.mark.parametrize("pooled", [pool, pool_plainly])
def test_the_largest_by_class(pooled: object) -> None:
    encodings, starts, classes, _ = data()
    found = pooled(encodings, starts, classes, count=CLASSES).view(len(COUNTS), CLASSES, WIDTH)
    for row in range(len(COUNTS)):
        for one in range(CLASSES):
            units = [unit for unit in range(starts[row], starts[row + 1]) if classes[unit] == one]
            expected = encodings[units].amax(0) if units else torch.zeros(WIDTH)
            torch.testing.assert_close(found[row, one], expected, atol=0, rtol=0)


def test_its_gradient_goes_to_the_units_that_are_largest() -> None:
    encodings, starts, classes, _ = data()
    encodings = encodings + 0.01  # no ties, where either may have it
    encodings += torch.rand(encodings.shape, generator=torch.Generator().manual_seed(1)) * 1e-3
    weights = torch.randn(len(COUNTS), CLASSES * WIDTH, generator=torch.Generator().manual_seed(6))
    found = []
    for pooled in (
        lambda x: Pooled.apply(x, starts, classes, CLASSES),
        lambda x: pool_plainly(x, starts, classes, count=CLASSES),
    ):
        x = encodings.clone().requires_grad_()
        (pooled(x) * weights).sum().backward()
        found.append(x.grad)
    torch.testing.assert_close(*found, atol=0, rtol=0)
    assert found[0].any()


QUERIES = torch.tensor([4, 1, 3, 5])


@pytest.mark.parametrize("scored", [score, score_plainly])
def test_scores_are_products_in_the_units_slots(scored: object) -> None:
    encodings, starts, _, slots = data()
    queries = torch.randn(len(QUERIES), WIDTH, generator=torch.Generator().manual_seed(2))
    found = scored(queries, encodings, QUERIES, starts, slots, targets=TARGETS)
    expected = torch.zeros(len(QUERIES), TARGETS)
    for q, row in enumerate(QUERIES):
        for unit in range(starts[row], starts[row + 1]):
            if slots[unit] >= 0:
                expected[q, slots[unit]] = queries[q] @ encodings[unit]
    torch.testing.assert_close(found, expected, atol=1e-5, rtol=0)


def test_gradients_of_scores_agree_with_torch_alone() -> None:
    encodings, starts, _, slots = data()
    drawn = torch.Generator().manual_seed(2)
    queries = torch.randn(len(QUERIES), WIDTH, generator=drawn)
    weights = torch.randn(len(QUERIES), TARGETS, generator=drawn)
    found = []
    for scored in (
        lambda q, e: Scored.apply(q, e, QUERIES, starts, slots, TARGETS),
        lambda q, e: score_plainly(q, e, QUERIES, starts, slots, targets=TARGETS),
    ):
        inputs = [one.clone().requires_grad_() for one in (queries, encodings)]
        found.append(torch.autograd.grad((scored(*inputs) * weights).sum(), inputs))
    for fast, plain in zip(*found, strict=True):
        torch.testing.assert_close(fast, plain, atol=1e-5, rtol=0)
        assert fast.any()


def test_units_know_their_rows() -> None:
    assert unit_rows(data()[1]).tolist() == [1] * 3 + [2] * 5 + [4] + [5] * 6
