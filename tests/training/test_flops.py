"""Operations, against torch's own count of what it does."""

from __future__ import annotations

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from tests.training.conftest import Scene
from training.flops import Load, count_flops
from training.network import Policy
from training.network_settings import NetworkSettings


@pytest.mark.parametrize(
    "options",
    [
        {"heroes_apart": True},
        {"value_memory": 24},
        {"team_pool": 20, "value_hidden": 24, "win_head": True, "structure_head": True},
    ],
)
def test_operations_are_those_that_torch_counts(blitz: Scene, options: dict[str, int]) -> None:
    settings = NetworkSettings(unit=16, own=32, world=16, joined=24, memory=40, **options)
    policy = Policy(settings).double()  # whose segments are torch alone, which it can count
    starts = torch.zeros(blitz.decisions, blitz.heroes_count, dtype=torch.bool)
    memory = policy.first_memory(blitz.heroes_count)
    uniforms = torch.rand(len(blitz.packed), 4, generator=torch.Generator().manual_seed(1))
    every = policy.step(blitz.packed, policy.first_memory(len(blitz.packed)), uniforms)
    actions = every.actions.view(*starts.shape, 4)
    with FlopCounterMode(display=False) as forward:
        found = policy.unroll(blitz.packed, memory, starts, actions)
    with FlopCounterMode(display=False) as backward:
        (found.log_prob.sum() + found.value.sum() + found.forecasts.sum()).backward()
    used = {name: int(one.sum()) for name, one in found.used.items()}
    load = Load(
        rows=len(blitz.packed),
        units=len(blitz.packed.units),
        offsets=used["offset"],
        aims=used["aim"],
        targets=used["target"],
    )
    counted = count_flops(settings, load)
    # Not in our count: the embeddings of heroes as units read them, a table of 25 rows, once for all rows.
    assert forward.get_total_flops() == pytest.approx(counted.forward, rel=0.005)
    assert forward.get_total_flops() + backward.get_total_flops() == pytest.approx(counted.learn, rel=0.01)
    assert forward.get_total_flops() >= counted.forward
