"""What a team shares: the largest of each number over its heroes, decision by decision, and of nobody else."""

from __future__ import annotations

from dataclasses import replace

import torch

from tests.training.conftest import Scene
from tests.training.test_network import luck, policy_of
from training.network_settings import NetworkSettings
from training.packing import Packed
from training.team import pool_teams

SHARING = NetworkSettings(unit=16, own=8, world=8, joined=12, memory=10, embedding=3, team_pool=6)


def test_worked_by_hand() -> None:
    numbers = torch.tensor([[1.0, 0.0], [3.0, 5.0], [2.0, 7.0], [0.0, 1.0], [4.0, 0.0], [1.0, 1.0]])
    teams = torch.tensor([4, 9, 4] * 2, dtype=torch.int32)
    found = pool_teams(numbers, teams, decisions=2)
    expected = torch.tensor([[2.0, 7.0], [3.0, 5.0], [2.0, 7.0], [1.0, 1.0], [4.0, 0.0], [1.0, 1.0]])
    assert torch.equal(found, expected)
    assert pool_teams(numbers[:0], teams[:0], decisions=1).shape == (0, 2)


def with_another_hero_hurt(packed: Packed, row: int) -> Packed:
    own = packed.own.copy()
    own[row] = 1.0 - own[row]
    return replace(packed, own=own)


def test_a_hero_hears_of_its_team_and_of_nobody_else(blitz: Scene) -> None:
    policy = policy_of(SHARING)
    packed = blitz.packed.between(0, blitz.heroes_count)
    memory = policy.first_memory(blitz.heroes_count)
    before = policy.step(packed, memory, luck(blitz)[0]).value
    after = policy.step(with_another_hero_hurt(packed, 2), memory, luck(blitz)[0]).value
    assert (before != after).tolist() == [True] * 5 + [False] * 15


def test_the_order_of_rows_changes_nothing(blitz: Scene) -> None:
    policy = policy_of(SHARING)
    packed = blitz.packed.between(0, blitz.heroes_count)
    memory = policy.first_memory(blitz.heroes_count)
    order = torch.randperm(blitz.heroes_count, generator=torch.Generator().manual_seed(1))
    plain = policy.step(packed, memory, luck(blitz)[0])
    other = policy.step(packed.take(order.numpy()), memory, luck(blitz)[0, order])
    torch.testing.assert_close(other.value, plain.value[order], atol=1e-5, rtol=0)
    assert torch.equal(other.actions, plain.actions[order])
