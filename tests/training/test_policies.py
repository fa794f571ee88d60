from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.made import made_checkpoint
from training.checkpoint import read_checkpoint
from training.errors import ForeignCheckpoint
from training.network import Policy
from training.network_settings import SIZES, NetworkSettings
from training.policies import FREE_PARAMETERS, PER_WIDTH2, policy_of, weights_of


def test_a_policy_comes_back_from_its_checkpoint_bit_for_bit(tmp_path: Path) -> None:
    made_checkpoint(tmp_path / "one", seed=4)
    policy = policy_of(read_checkpoint(tmp_path / "one"))
    for name, weight in Policy(SIZES["tiny"], seed=4).state_dict().items():
        assert torch.equal(policy.state_dict()[name], weight)
    assert not any(weight.requires_grad for weight in policy.parameters())


def test_weights_are_copies() -> None:
    policy = Policy(SIZES["tiny"])
    weights = weights_of(policy)
    before = {name: array.copy() for name, array in weights.items()}
    with torch.no_grad():
        for weight in policy.parameters():
            weight.add_(1)
    assert all(np.array_equal(weights[name], before[name]) for name in weights)


@pytest.mark.parametrize("change", ["shape", "missing", "more"])
def test_weights_of_another_network_are_refused_by_the_first_that_differs(
    tmp_path: Path, change: str
) -> None:
    made_checkpoint(tmp_path / "one")
    found = read_checkpoint(tmp_path / "one")
    weights = dict(found.weights)
    name = min(weights)
    if change == "shape":
        weights[name] = weights[name].reshape(-1)[:5]
    elif change == "missing":
        del weights[name]
    else:
        name = "a.weight"
        weights[name] = np.zeros(2, np.float32)
    with pytest.raises(ForeignCheckpoint, match=f"of another network than its record describes: '{name}' is"):
        policy_of(replace(found, weights=weights))


def test_a_record_that_asks_for_all_memory_is_refused_before_anything_is_made(tmp_path: Path) -> None:
    made_checkpoint(tmp_path / "one")
    found = read_checkpoint(tmp_path / "one")
    vast = NetworkSettings(unit=8192, own=8192, world=8192, joined=8192, memory=8192, embedding=8192)
    fields = {**json.loads(found.record.model_dump_json()), "network": vast.to_dict()}
    record = type(found.record).model_validate_json(json.dumps(fields))
    with pytest.raises(
        ForeignCheckpoint, match=r"of another network .*: [\d,]+ numbers, expected \d,\d{3},\d{3},\d{3}"
    ):
        policy_of(replace(found, record=record))


@pytest.mark.parametrize(
    "settings",
    [*SIZES.values(), NetworkSettings(unit=700, own=1, world=1, joined=700, memory=100, embedding=60)],
)
def test_what_is_made_without_a_look_at_its_size_is_not_larger(settings: NetworkSettings) -> None:
    widths = sum(settings.to_dict().values())
    with torch.device("meta"):
        parameters = Policy(settings).parameters_count
    assert parameters <= max(PER_WIDTH2 * widths * widths, FREE_PARAMETERS)
