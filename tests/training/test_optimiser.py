"""Adam: against torch's own and a plain second one, its clips by hand, its guard, and exact continuation."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np
import pytest
import torch

from training.errors import BadLearning, BadState, NotFinite
from training.optimiser import Adam, OptimiserSettings

FREE = OptimiserSettings(most_norm=1e9)
RATE = 1e-2


def network(seed: int = 0) -> torch.nn.Module:
    torch.manual_seed(seed)
    return torch.nn.Sequential(torch.nn.Linear(5, 7), torch.nn.Tanh(), torch.nn.Linear(7, 2))


def loss_of(model: torch.nn.Module, seed: int) -> torch.Tensor:
    drawn = torch.randn(8, 5, generator=torch.Generator().manual_seed(seed))
    return model(drawn).square().sum()


def train(model: torch.nn.Module, adam: Adam, seeds: range, rate: float = RATE) -> None:
    for seed in seeds:
        adam.zero()
        loss = loss_of(model, seed)
        loss.backward()
        assert adam.step(loss, learning_rate=rate)


def weights(model: torch.nn.Module) -> torch.Tensor:
    return torch.cat([each.detach().reshape(-1) for each in model.parameters()])


def test_it_is_adam_as_torch_has_it() -> None:
    """With and without a clipped norm, against torch.optim.Adam and torch's clip_grad_norm_."""
    for most in (1e9, 0.5):
        ours, theirs = network(), network()
        adam = Adam(ours.named_parameters(), OptimiserSettings(most_norm=most))
        other = torch.optim.Adam(theirs.parameters(), lr=RATE, eps=1e-5, betas=(0.9, 0.999))
        train(ours, adam, range(30))
        for seed in range(30):
            other.zero_grad()
            loss_of(theirs, seed).backward()
            norm = torch.nn.utils.clip_grad_norm_(theirs.parameters(), most)
            other.step()
        torch.testing.assert_close(weights(ours), weights(theirs), rtol=1e-5, atol=1e-6)
        assert adam.norm == pytest.approx(float(norm), rel=1e-4)


def plain(gradients: np.ndarray, deviations: float) -> np.ndarray:
    """Where parameters that begin at 0 go, a number at a time: clipped at ± deviations times the root of v, debiased."""
    place, mean, square = (np.zeros(gradients.shape[1]) for _ in range(3))
    for step, each in enumerate(gradients, 1):
        for i, g in enumerate(each):
            square[i] = 0.999 * square[i] + 0.001 * g * g
            root = math.sqrt(square[i] / (1 - 0.999**step))
            g = max(-deviations * root, min(g, deviations * root))  # noqa: PLW2901
            mean[i] = 0.9 * mean[i] + 0.1 * g
            place[i] -= RATE * mean[i] / (1 - 0.9**step) / (root + 1e-5)
    return place


def pulled(gradients: np.ndarray, settings: OptimiserSettings) -> np.ndarray:
    """Where our Adam takes parameters that begin at 0 under the same gradients."""
    parameter = torch.nn.Parameter(torch.zeros(gradients.shape[1], dtype=torch.float64))
    adam = Adam([("x", parameter)], settings)
    for each in torch.tensor(gradients):
        adam.zero()
        loss = (parameter * each).sum()
        loss.backward()
        adam.step(loss, learning_rate=RATE)
    return parameter.detach().numpy()


def test_per_parameter_clipping_is_that_of_a_plain_second_one() -> None:
    gradients = np.random.default_rng(0).normal(size=(60, 4))
    gradients[40, 1] = 300.0
    gradients[:30, 2] = 0.0
    found = pulled(gradients, OptimiserSettings(clip="per_parameter"))
    np.testing.assert_allclose(found, plain(gradients, 5.0), rtol=1e-12)
    free = pulled(gradients, FREE)
    assert found[1] != pytest.approx(free[1], rel=1e-3)
    np.testing.assert_allclose(found[[0, 3]], free[[0, 3]], rtol=1e-12)


def test_per_parameter_clipping_leaves_the_first_gradient_whole_and_a_spike_5_deviations() -> None:
    """After 999 gradients of 1, one of 1,000: v̂ = (v + 0.001 · 10⁶)/(1 - 0.999^1000), by hand 5 √v̂ = 200.0."""
    one = pulled(np.array([[3.0]]), OptimiserSettings(clip="per_parameter"))
    assert one == pytest.approx(-RATE, rel=1e-4)
    bias = 1 - 0.999**1000
    root = math.sqrt((0.999 * (1 - 0.999**999) + 1000) / bias)
    gradients = np.concatenate([np.ones((999, 1)), np.full((1, 1), 1000.0)])
    before, after = (
        pulled(gradients[:-1], OptimiserSettings(clip="per_parameter")),
        pulled(gradients, OptimiserSettings(clip="per_parameter")),
    )
    assert (before - after)[0] == pytest.approx(RATE * (0.9 + 0.1 * 5 * root) / root, rel=1e-4)


def test_a_gradient_norm_is_scaled_to_its_most() -> None:
    """Gradients (3, 4) have norm 5; at most 0.5 leaves (0.3, 0.4), which the first moments show: a tenth of that."""
    parameter = torch.nn.Parameter(torch.zeros(2))
    adam = Adam([("x", parameter)], OptimiserSettings(most_norm=0.5))
    loss = (parameter * torch.tensor([3.0, 4.0])).sum()
    loss.backward()
    adam.step(loss, learning_rate=RATE)
    torch.testing.assert_close(adam.state()["mean.x"], torch.tensor([0.03, 0.04]))
    assert adam.norm == pytest.approx(5.0)


@pytest.mark.parametrize("clip", ["global_norm", "per_parameter"])
def test_what_was_stored_goes_on_bit_for_bit(clip: str) -> None:
    settings = OptimiserSettings(clip=clip)
    one = network()
    adam = Adam(one.named_parameters(), settings)
    train(one, adam, range(10))
    state, parameters = adam.state(), copy.deepcopy(one.state_dict())
    train(one, adam, range(10, 20))
    other = network(seed=9)
    again = Adam(other.named_parameters(), settings)
    other.load_state_dict(parameters)
    again.load_state(state)
    train(other, again, range(10, 20))
    assert torch.equal(weights(one), weights(other))
    assert all(
        torch.equal(one, other) if isinstance(one, torch.Tensor) else one == other
        for one, other in zip(adam.state().values(), again.state().values(), strict=True)
    )


def spoil(model: torch.nn.Module, adam: Adam, how: str) -> bool:
    adam.zero()
    loss = loss_of(model, 0)
    loss.backward()
    if how == "loss":
        loss = loss * math.nan
    else:
        next(model.parameters()).grad[2, 3] = math.inf
    return adam.step(loss, learning_rate=RATE)


@pytest.mark.parametrize("how", ["loss", "gradient"])
def test_what_is_not_finite_changes_nothing_and_is_counted(how: str) -> None:
    model = network()
    adam = Adam(model.named_parameters())
    train(model, adam, range(3))
    before, moments = weights(model), adam.state()
    assert not spoil(model, adam, how)
    assert torch.equal(weights(model), before)
    assert torch.equal(adam.state()["square.0.weight"], moments["square.0.weight"])
    assert (adam.steps, adam.skipped, adam.skipped_in_a_row) == (3, 1, 1)
    train(model, adam, range(1))
    assert (adam.steps, adam.skipped, adam.skipped_in_a_row) == (4, 1, 0)


def test_several_in_a_row_stop_the_run_and_a_good_one_between_does_not() -> None:
    model = network()
    adam = Adam(model.named_parameters(), OptimiserSettings(most_skipped=3))
    for _ in range(4):
        spoil(model, adam, "loss")
        spoil(model, adam, "gradient")
        train(model, adam, range(1))
    spoil(model, adam, "loss")
    again = Adam(model.named_parameters(), OptimiserSettings(most_skipped=3))
    again.load_state(adam.state())
    spoil(model, again, "loss")
    with pytest.raises(NotFinite, match="3 updates in a row had others: go back to the last good checkpoint"):
        spoil(model, again, "gradient")
    assert again.skipped == 11


def test_a_learning_rate_of_0_settles_moments_and_moves_nothing() -> None:
    model = network()
    adam = Adam(model.named_parameters())
    before = weights(model).clone()
    train(model, adam, range(5), rate=0.0)
    assert torch.equal(weights(model), before) and adam.state()["square.0.weight"].sum() > 0.0


def test_parameters_keep_their_values_and_places_and_frozen_ones_stay() -> None:
    model = network()
    model[2].bias.requires_grad_(False)
    before = weights(model).clone()
    adam = Adam(model.named_parameters())
    assert torch.equal(weights(model), before) and "mean.2.bias" not in adam.state()
    train(model, adam, range(3))
    assert torch.equal(weights(model)[-2:], before[-2:]) and not torch.equal(weights(model), before)


def test_gradients_that_lie_elsewhere_are_refused() -> None:
    model = network()
    adam = Adam(model.named_parameters())
    model.zero_grad()
    loss = loss_of(model, 0)
    loss.backward()
    with pytest.raises(BadLearning, match=r"got others: call its zero\(\)"):
        adam.step(loss, learning_rate=RATE)


def test_the_state_of_another_network_is_refused() -> None:
    adam = Adam(network().named_parameters())
    state = adam.state()
    with pytest.raises(BadState, match=r"mean\.more is in one of them alone"):
        adam.load_state({**state, "mean.more": torch.zeros(1)})
    with pytest.raises(BadState, match=r"expected mean\.2\.bias of shape \(2,\), torch\.float32; got \(3,\)"):
        adam.load_state({**state, "mean.2.bias": torch.zeros(3)})


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"beta1": 1.0}, "expected beta1 from 0 to below 1; got 1"),
        ({"epsilon": 0.0}, "expected epsilon above 0; got 0"),
        ({"most_skipped": 0}, "expected most_skipped above 0; got 0"),
        ({"clip": "value"}, "expected clip to be one of per_parameter, global_norm; got 'value'"),
    ],
)
def test_wrong_settings_are_refused(change: dict[str, Any], text: str) -> None:
    with pytest.raises(BadLearning, match=text):
        OptimiserSettings(**change)


def test_a_wrong_learning_rate_or_parameters_are_refused() -> None:
    model = network()
    adam = Adam(model.named_parameters())
    with pytest.raises(BadLearning, match="a learning rate of 0 or more; got -1"):
        adam.step(torch.zeros(()), learning_rate=-1.0)
    with pytest.raises(BadLearning, match="of one type on one device; got none"):
        Adam([])
