"""What a rollout hands to the learner."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import numpy as np
import torch

from tests.training.made import made_provenance, made_weights
from tests.training.runs import rollout_of, terms_of, tiny_run
from training.checkpoint import write_checkpoint
from training.experience import Experience
from training.packing import Packed
from training.training_state import read_state


def test_an_experience_comes_back_from_a_checkpoint_s_state(tmp_path: Path) -> None:
    settings = tiny_run(limit_s=2.5)
    rollout, policy = rollout_of(settings)
    _ = [rollout.play(policy, terms_of(settings)) for _ in range(2)]
    found = rollout.play(policy, terms_of(settings, version=7))
    record = write_checkpoint(tmp_path / "a", made_provenance(), made_weights(), state=found.state())
    again = Experience.from_state(read_state(tmp_path / "a", record.identity))
    assert found.truncated.any()
    assert (again.version, again.agent_steps, again.packer) == (7, found.agent_steps, None)
    for field in fields(Packed):
        np.testing.assert_array_equal(getattr(again.packed, field.name), getattr(found.packed, field.name))
    for field in fields(Experience):
        one, other = getattr(again, field.name), getattr(found, field.name)
        if isinstance(one, torch.Tensor):
            assert torch.equal(one, other), field.name
        elif isinstance(one, np.ndarray):
            np.testing.assert_array_equal(one, other, err_msg=field.name)


def test_advantages_read_it_as_it_is() -> None:
    settings = tiny_run(limit_s=0.6)
    rollout, policy = rollout_of(settings)
    found = rollout.play(policy, terms_of(settings))
    segment = found.segment()
    cut = np.argwhere(found.truncated)
    assert len(cut)
    for t, n in cut:
        assert segment.after()[t, n] == found.values_cut[t, n]
    np.testing.assert_array_equal(segment.after()[-1], found.value_after)
