"""Units that do nothing."""

from __future__ import annotations

import torch

from tests.training.conftest import Scene
from training.dead_units import dead_share
from training.network import Policy
from training.network_settings import NetworkSettings


def test_units_that_are_0_for_every_row_are_dead(blitz: Scene) -> None:
    policy = Policy(NetworkSettings(joined=20))
    rows = blitz.packed.between(0, 20)
    memory = policy.first_memory(20)
    before = dead_share(policy, rows, memory)
    with torch.no_grad():
        policy.encoder.joined.weight[:5] = 0.0
        policy.encoder.joined.bias[:5] = -1.0
        policy.encoder.joined.bias[5:] = 10.0
    assert before < 1.0
    assert dead_share(policy, rows, memory) == 0.25
    assert not policy.encoder._forward_hooks
