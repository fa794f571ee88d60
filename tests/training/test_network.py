"""A policy: one decision and a segment agree, rows are independent, gradients are those of differences."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import Tensor

from tests.training.conftest import Scene
from training.errors import WrongShape
from training.network import Choice, Policy
from training.network_settings import SIZES, NetworkSettings
from training.packing import Packed

SMALL = NetworkSettings(unit=16, own=8, world=8, joined=12, memory=10, embedding=3)
OPTIONS = {
    "plain": SMALL,
    "without the action before": NetworkSettings(
        unit=16, own=8, world=8, joined=12, memory=10, embedding=3, previous_action=False
    ),
    "heroes apart": NetworkSettings(
        unit=16, own=8, world=8, joined=12, memory=10, embedding=3, heroes_apart=True
    ),
    "a memory for the value": NetworkSettings(
        unit=16, own=8, world=8, joined=12, memory=10, embedding=3, value_memory=6
    ),
    # without the action before, which a hero's team would hear of: another's memory is not forgotten with its own
    "a team's share": NetworkSettings(
        unit=16, own=8, world=8, joined=12, memory=10, embedding=3, team_pool=5, previous_action=False
    ),
    "forecasts": NetworkSettings(
        unit=16, own=8, world=8, joined=12, memory=10, embedding=3, win_head=True, structure_head=True
    ),
    "a value that sees what is hidden": NetworkSettings(
        unit=16, own=8, world=8, joined=12, memory=10, embedding=3, value_hidden=7
    ),
}


def policy_of(settings: NetworkSettings) -> Policy:
    """A policy whose choices are far from uniform, so that what they depend on shows."""
    made = Policy(settings, seed=1)
    drawn = torch.Generator().manual_seed(2)
    with torch.no_grad():
        for one in made.parameters():
            one.add_(torch.randn(one.shape, generator=drawn) * 0.2)
    return made


@pytest.fixture(params=OPTIONS)
def policy(request: pytest.FixtureRequest) -> Policy:
    return policy_of(OPTIONS[request.param])


def luck(scene: Scene) -> Tensor:
    drawn = torch.Generator().manual_seed(3)
    return torch.rand(scene.decisions, scene.heroes_count, 4, generator=drawn)


def starts_of(scene: Scene) -> Tensor:
    starts = torch.zeros(scene.decisions, scene.heroes_count, dtype=torch.bool)
    starts[3, 4] = starts[5, 0] = starts[0, 7] = True
    return starts


def decision(scene: Scene, t: int) -> Packed:
    return scene.packed.between(t * scene.heroes_count, (t + 1) * scene.heroes_count)


def play(policy: Policy, scene: Scene, memory: Tensor, starts: Tensor) -> list[Choice]:
    """Decision after decision, the memory zeroed where a match begins."""
    choices = []
    for t in range(scene.decisions):
        memory = torch.where(starts[t, :, None], 0.0, memory)
        choices.append(policy.step(decision(scene, t), memory, luck(scene)[t]))
        memory = choices[-1].memory
    return choices


def some_memory(policy: Policy, scene: Scene) -> Tensor:
    """What heroes remember after a decision, not zero."""
    nothing = policy.first_memory(scene.heroes_count)
    return policy.step(decision(scene, 0), nothing, luck(scene)[0]).memory


def test_a_segment_agrees_with_its_decisions_one_by_one(policy: Policy, blitz: Scene) -> None:
    memory, starts = some_memory(policy, blitz), starts_of(blitz)
    choices = play(policy, blitz, memory, starts)
    found = policy.unroll(blitz.packed, memory, starts, torch.stack([one.actions for one in choices]))
    expected = torch.stack([one.log_prob for one in choices])
    torch.testing.assert_close(found.log_prob, expected, atol=1e-5, rtol=0)
    torch.testing.assert_close(found.value, torch.stack([one.value for one in choices]), atol=1e-5, rtol=0)
    torch.testing.assert_close(found.memory, choices[-1].memory, atol=1e-5, rtol=0)
    told = torch.stack([one.forecasts for one in choices])
    torch.testing.assert_close(found.forecasts, told, atol=1e-5, rtol=0)
    assert told.shape[2] == (32 if policy.settings.win_head else 0)


def test_the_memory_matters_and_is_forgotten_where_a_match_begins(policy: Policy, blitz: Scene) -> None:
    memory, starts = some_memory(policy, blitz), starts_of(blitz)
    actions = torch.stack([one.actions for one in play(policy, blitz, memory, starts)])
    found = policy.unroll(blitz.packed, memory, starts, actions).value
    other = policy.unroll(blitz.packed, memory * 0.5, starts, actions).value
    differs = found != other
    assert differs[0, [0, 1, 2, 3, 4, 5, 6, 8]].all()
    assert not differs[:, 7].any()  # begins with the first decision
    assert not differs[3:, 4].any()
    assert not differs[5:, 0].any()


def test_rows_do_not_depend_on_each_other(policy: Policy, blitz: Scene) -> None:
    """To the rounding of torch, which sums in another order at another number of rows."""
    memory, starts = some_memory(policy, blitz), starts_of(blitz)
    choices = play(policy, blitz, memory, starts)
    actions = torch.stack([one.actions for one in choices])
    chosen = np.array([13, 2, 5]) if not policy.settings.team_pool else np.array([13, 12, 10, 14, 11])
    part = blitz.packed.take_sequences(chosen, length=blitz.decisions)
    found = policy.unroll(part, memory[chosen], starts[:, chosen], actions[:, chosen])
    whole = policy.unroll(blitz.packed, memory, starts, actions)
    for name in ("log_prob", "value"):
        torch.testing.assert_close(getattr(found, name), getattr(whole, name)[:, chosen], atol=1e-5, rtol=0)
    alone = policy.step(decision(blitz, 0).take(chosen), memory[chosen], luck(blitz)[0, chosen])
    together = policy.step(decision(blitz, 0), memory, luck(blitz)[0])
    assert torch.equal(alone.actions, together.actions[chosen])
    torch.testing.assert_close(alone.memory, together.memory[chosen], atol=1e-5, rtol=0)


def test_gradients_are_those_of_finite_differences(policy: Policy, blitz: Scene) -> None:
    """Along one random direction for each parameter, in float64."""
    policy = policy.double()
    memory, starts = some_memory(policy, blitz).double(), starts_of(blitz)
    actions = torch.stack([one.actions for one in play(policy, blitz, memory, starts)])
    drawn = torch.Generator().manual_seed(4)
    weights = torch.randn(3, *starts.shape, generator=drawn, dtype=torch.float64)

    def loss() -> Tensor:
        found = policy.unroll(blitz.packed, memory, starts, actions)
        entropy = torch.stack(list(found.entropy.values())).sum(0)
        told = (weights[0, :, :, None] * found.forecasts.sigmoid()).sum()
        return told + (weights * torch.stack([found.log_prob, found.value, entropy])).sum()

    loss().backward()
    for name, parameter in policy.named_parameters():
        assert parameter.grad is not None and parameter.grad.any(), name
        direction = torch.randn(parameter.shape, generator=drawn, dtype=torch.float64)
        slope = (parameter.grad * direction).sum().item()
        step = 1e-6
        with torch.no_grad():
            parameter.add_(step * direction)
            above = loss().item()
            parameter.sub_(2 * step * direction)
            below = loss().item()
            parameter.add_(step * direction)
        assert (above - below) / (2 * step) == pytest.approx(slope, rel=1e-4, abs=1e-4), name


def test_float32_s_compiled_loops_have_the_gradients_of_float64_s_plain_ones(
    policy: Policy, blitz: Scene
) -> None:
    memory, starts = some_memory(policy, blitz), starts_of(blitz)
    actions = torch.stack([one.actions for one in play(policy, blitz, memory, starts)])
    gradients = []
    for kind in (torch.float32, torch.float64):
        policy = policy.to(kind)
        policy.zero_grad()
        found = policy.unroll(blitz.packed, memory.to(kind), starts, actions)
        (
            found.log_prob.sum() + found.value.sum() + sum(one.sum() for one in found.entropy.values())
        ).backward()
        gradients.append([one.grad.double() for one in policy.parameters() if one.grad is not None])
    for fast, plain in zip(*gradients, strict=True):
        assert (fast - plain).norm() <= 1e-4 * plain.norm()


def test_a_seed_makes_the_weights_and_another_makes_others() -> None:
    one, same, other = (list(Policy(SMALL, seed=seed).parameters()) for seed in (1, 1, 2))
    assert all(torch.equal(a, b) for a, b in zip(one, same, strict=True))
    assert any(not torch.equal(a, b) for a, b in zip(one, other, strict=True))


def test_a_policy_of_no_rows_answers_nothing(policy: Policy, blitz: Scene) -> None:
    choice = policy.step(blitz.packed.between(0, 0), policy.first_memory(0), torch.zeros(0, 4))
    assert choice.actions.shape == (0, 4)
    assert choice.memory.shape == (0, policy.memory_width)


def test_greedy_answers_do_not_depend_on_luck_and_a_low_temperature_comes_near_them(blitz: Scene) -> None:
    policy = policy_of(SMALL)
    memory, packed = policy.first_memory(blitz.heroes_count), decision(blitz, 0)
    luck_1, luck_2 = luck(blitz)[0], luck(blitz)[1]
    greedy = policy.step(packed, memory, luck_1, greedy=True).actions
    assert torch.equal(policy.step(packed, memory, luck_2, greedy=True).actions, greedy)
    assert torch.equal(policy.step(packed, memory, luck_2, temperature=1e-4).actions, greedy)
    assert not torch.equal(
        policy.step(packed, memory, luck_1).actions, policy.step(packed, memory, luck_2).actions
    )


@pytest.mark.parametrize(
    ("name", "least", "most"),
    [
        ("tiny", 50_000, 70_000),
        ("small", 180_000, 190_000),
        ("medium", 370_000, 390_000),
        ("large", 1e6, 2e6),
    ],
)
def test_networks_have_the_size_that_their_name_promises(name: str, least: int, most: int) -> None:
    assert least <= Policy(SIZES[name]).parameters_count <= most


def test_arrays_that_do_not_belong_together_are_refused_in_one_line(blitz: Scene) -> None:
    policy = policy_of(SMALL)
    rows, packed = blitz.heroes_count, decision(blitz, 0)
    memory, uniforms = policy.first_memory(rows), luck(blitz)[0]
    with pytest.raises(
        WrongShape, match=r"^expected memory of shape \(20, 36\) for the packed rows, got \(19, 36\)$"
    ):
        policy.step(packed, memory[1:], uniforms)
    with pytest.raises(WrongShape, match=r"expected uniforms of shape \(20, 4\)"):
        policy.step(packed, memory, uniforms[:, :3])
    for temperature in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="expected a temperature above 0, got"):
            policy.step(packed, memory, uniforms, temperature=temperature)
    starts, actions = starts_of(blitz), torch.zeros(blitz.decisions, rows, 4, dtype=torch.int64)
    for wrong in (
        (memory[1:], starts, actions),
        (memory, starts[1:], actions[1:]),
        (memory, starts, actions[1:]),
        (memory[:, 1:], starts, actions),
    ):
        with pytest.raises(WrongShape, match="expected"):
            policy.unroll(blitz.packed, *wrong)
