"""Choices: drawn with their probabilities, never anything illegal, counted where they are used."""

from __future__ import annotations

import math

import pytest
import torch

from arena.games.moba.contract import AIMS
from training import actions as act
from training.forms import AIMED, AT_TARGET, OFFSET, PLAIN

ONE = 1.0 - 2.0**-24  # the largest float32 below 1


def test_probabilities_are_of_what_is_legal() -> None:
    scores = torch.tensor([[math.log(1.0), math.log(2.0), math.log(9.0), math.log(1.0)]])
    found = act.log_probabilities(scores, torch.tensor([[True, True, False, True]])).exp()
    torch.testing.assert_close(found, torch.tensor([[0.25, 0.5, 0.0, 0.25]]))
    assert found[0, 2] == 0.0


def test_entropy_is_that_of_the_legal_choices() -> None:
    legal = torch.tensor([[True, True, False, True], [False, True, False, False]])
    found = act.entropy(act.log_probabilities(torch.zeros(2, 4), legal))
    torch.testing.assert_close(found, torch.tensor([math.log(3.0), 0.0]))


def test_numbers_pick_choices_in_proportion() -> None:
    logarithms = torch.tensor([0.25, 0.0, 0.5, 0.25]).log().clamp(min=act.FORBIDDEN)
    uniforms = torch.tensor([0.0, 0.2499, 0.2501, 0.7499, 0.7501, ONE])
    assert act.draw(logarithms.expand(6, 4), uniforms).tolist() == [0, 0, 2, 2, 3, 3]


@pytest.mark.parametrize("scale", [1e-3, 1.0, 30.0])
def test_nothing_illegal_is_ever_picked(scale: float) -> None:
    drawn = torch.Generator().manual_seed(1)
    scores = torch.randn(20_000, 17, generator=drawn) * scale
    legal = torch.rand(20_000, 17, generator=drawn) < 0.2
    legal[torch.arange(20_000), torch.randint(17, (20_000,), generator=drawn)] = True
    uniforms = torch.rand(20_000, generator=drawn)
    uniforms[::3], uniforms[1::3] = 0.0, ONE
    for temperature, greedy in ((1.0, False), (0.1, False), (7.0, False), (1.0, True)):
        found, logarithm = act.choose(scores, legal, uniforms, temperature=temperature, greedy=greedy)
        assert legal[torch.arange(20_000), found].all()
        assert torch.isfinite(logarithm).all()


def test_draws_have_the_frequencies_of_their_probabilities_at_every_temperature() -> None:
    scores = torch.tensor([0.3, -1.0, 1.2, 0.0])
    n = 40_000
    uniforms = torch.rand(n, generator=torch.Generator().manual_seed(2))
    for temperature in (0.5, 1.0, 2.0):
        found, logarithm = act.choose(
            scores.expand(n, 4), None, uniforms, temperature=temperature, greedy=False
        )
        expected = torch.softmax(scores / temperature, 0)
        error = (torch.bincount(found, minlength=4) / n - expected).abs()
        assert (error < 4 * (expected * (1 - expected) / n).sqrt()).all()
        torch.testing.assert_close(logarithm, torch.log_softmax(scores, 0)[found])


def test_the_likeliest_is_chosen_greedily() -> None:
    found, _ = act.choose(
        torch.tensor([[0.0, 3.0, 9.0]]),
        torch.tensor([[True, True, False]]),
        torch.tensor([0.0]),
        temperature=1.0,
        greedy=True,
    )
    assert found.tolist() == [1]


def test_heads_are_used_by_the_kinds_that_take_them() -> None:
    forms = torch.tensor([[PLAIN, OFFSET, AT_TARGET, AIMED]] * 5, dtype=torch.int8)
    actions = torch.tensor([[0, 0, 0, 0], [1, 0, 5, 0], [2, 7, 0, 0], [3, 7, 0, 0], [3, 0, 0, 4]])
    target, offset, aim = act.uses(actions, forms)
    assert (target.tolist(), offset.tolist(), aim.tolist()) == ([2, 3], [1], [3, 4])


def test_aim_0_needs_a_legal_target_and_the_compass_none() -> None:
    targets = torch.zeros(2, 45, dtype=torch.bool)
    targets[1, 30] = True
    legal = act.legal_aims(targets, aims=AIMS)
    assert legal[:, 0].tolist() == [False, True]
    assert legal[:, 1:].all()


def test_legal_targets_are_of_the_kind_s_own_row() -> None:
    targets = torch.zeros(3, 7, 45, dtype=torch.bool)
    for row in range(7):
        targets[:, row, row] = True
    found = act.legal_targets(torch.tensor([2, 6, 10]), targets)
    assert found.nonzero().tolist() == [[0, 0], [1, 4], [2, 6]]
