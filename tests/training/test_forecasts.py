"""Forecasts: which a network has, what their loss asks of them, and that an untrained one begins in doubt."""

from __future__ import annotations

import pytest
import torch

from tests.training.conftest import Scene
from tests.training.test_network import luck
from training.forecasts import forecast_count, forecast_loss, forecast_names, forecast_places
from training.network import Policy
from training.network_settings import NetworkSettings


def test_forecasts_are_those_that_were_asked_for() -> None:
    both = NetworkSettings(win_head=True, structure_head=True)
    assert forecast_names(NetworkSettings()) == ()
    assert forecast_names(NetworkSettings(structure_head=True)) == ("structure", "part")
    assert forecast_places(both) == {"win": slice(0, 1), "structure": slice(1, 31), "part": slice(31, 32)}
    assert [forecast_count(each) for each in (NetworkSettings(), both)] == [0, 32]


def test_the_loss_is_least_where_a_forecast_is_the_mean_of_what_happened() -> None:
    targets = torch.tensor([[1.0], [0.0], [0.0], [0.5]])
    logits = torch.zeros(1, requires_grad=True)
    optimiser = torch.optim.SGD([logits], lr=2.0)
    for _ in range(200):
        optimiser.zero_grad()
        forecast_loss(logits.expand(4, 1), targets).backward()
        optimiser.step()
    assert float(torch.sigmoid(logits.detach())) == pytest.approx(targets.mean().item(), abs=1e-4)


def test_the_loss_worked_by_hand() -> None:
    """-ln 0.5 of each of two numbers; of one that is sure and right hardly anything."""
    zeros = torch.zeros(3, 2)
    assert float(forecast_loss(zeros, zeros)) == pytest.approx(2 * 0.693147, abs=1e-5)
    assert float(forecast_loss(zeros - 20.0, zeros)) == pytest.approx(0.0, abs=1e-6)


def test_an_untrained_network_knows_no_winner_and_expects_no_fall_soon(blitz: Scene) -> None:
    policy = Policy(NetworkSettings(win_head=True, structure_head=True))
    packed = blitz.packed.between(0, blitz.heroes_count)
    choice = policy.step(packed, policy.first_memory(20), luck(blitz)[0])
    found = torch.sigmoid(choice.forecasts)
    assert ((found[:, 0] - 0.5).abs() < 0.05).all()
    assert (found[:, 1:31].sum(1) < 0.8).all()
