"""The action before, as a network is fed it: worked by hand."""

from __future__ import annotations

import math

import torch

from training.forms import AIMED, AT_TARGET, OFFSET, PLAIN
from training.previous import describe, previous_width


def test_it_says_the_kind_and_where_to() -> None:
    forms = torch.tensor([[PLAIN, OFFSET, AT_TARGET, AIMED, *[PLAIN] * 8]] * 5, dtype=torch.int8)
    actions = torch.tensor([[0, 3, 7, 5], [1, 0, 80, 5], [2, 9, 80, 5], [3, 0, 80, 5], [3, 4, 0, 0]])
    found = describe(actions, forms, like=torch.zeros(1))
    assert found.shape == (5, previous_width(12))
    assert found[:, :12].argmax(1).tolist() == [0, 1, 2, 3, 3]
    assert (found[:, :12].sum(1) == 1.0).all()
    expected = torch.tensor([[0, 0, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1], [0, 0, 0, 0]])
    torch.testing.assert_close(found[:, 12:], expected.float(), atol=1e-6, rtol=0)


def test_the_compass_goes_round() -> None:
    forms = torch.full((16, 12), AIMED, dtype=torch.int8)
    actions = torch.zeros(16, 4, dtype=torch.int64)
    actions[:, 3] = torch.arange(1, 17)
    found = describe(actions, forms, like=torch.zeros(1))[:, 14:]
    for point in range(16):
        turn = point * math.tau / 16
        torch.testing.assert_close(
            found[point], torch.tensor([math.cos(turn), math.sin(turn)]), atol=1e-6, rtol=0
        )
