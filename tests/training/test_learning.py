"""The parts of the learner together: a task that needs a memory, and a worth that truncations do not change."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.training.recall import SEGMENT, Faults, Network, Trainer
from training.gae import Segment, advantages
from training.optimiser import Adam, OptimiserSettings
from training.ppo import Now, PpoSettings, Then, ppo_loss
from training.returns import ReturnNormaliser

UPDATES = 220


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


def learnt(*, memory: bool, faults: Faults | None = None) -> float:
    return Trainer(Network(memory=memory, seed=0), faults=faults).learn(UPDATES)


def test_a_memory_solves_what_only_a_memory_can() -> None:
    assert learnt(memory=True) > 0.97
    assert learnt(memory=False) < 0.4


def test_a_memory_that_begins_anew_with_each_segment_does_not() -> None:
    assert learnt(memory=True, faults=Faults(forgets_between_segments=True)) < 0.65


def test_a_memory_that_goes_on_after_a_truncation_does_not() -> None:
    assert learnt(memory=True, faults=Faults(starts_by_the_wrong_flag=True)) < 0.88


def test_steps_and_the_unrolled_segment_give_the_same_probabilities() -> None:
    """So the ratio of the first pass is 1: the memory a segment began with was kept, and zeroed at the same places."""
    trainer = Trainer(Network(memory=True, seed=3), n=64)
    trainer.learn(5)
    data, began, segment = trainer.play()
    assert segment.truncated.any() and segment.ended.any() and data["starts"][1:].any()
    with torch.no_grad():
        log_probs, _ = trainer.network.unroll(data["seen"], began, data["starts"])
    taken = log_probs.gather(2, data["actions"][..., None])[..., 0]
    torch.testing.assert_close(taken, data["log_probs"], rtol=1e-5, atol=1e-5)


def worth(*, as_ends: bool, gamma: float = 0.9) -> float:
    """What is learnt of a state that pays 1 for ever, in matches that are truncated in every second segment."""
    value = torch.nn.Parameter(torch.zeros(()))
    adam = Adam([("value", value)], OptimiserSettings(clip="per_parameter"))
    normaliser = ReturnNormaliser(half_life=5.0)
    cut = np.zeros((SEGMENT, 2), np.bool_)
    cut[3, 0] = True
    never = np.zeros_like(cut)
    for update in range(400):
        now = float(normaliser.restore(float(value.detach())))
        values = np.full(cut.shape, now)
        ended, truncated = (cut, never) if as_ends else (never, cut)
        segment = Segment(np.ones(cut.shape), values, values[0], ended, truncated, values)
        gains, returns = advantages(segment, gamma=gamma)
        normaliser.update(returns)
        wanted = torch.tensor(normaliser.normalise(returns), dtype=torch.float32)
        log_prob = torch.zeros(cut.shape)
        then = Then(log_prob=log_prob, advantage=torch.tensor(gains), returns=wanted)
        adam.zero()
        loss = ppo_loss(
            Now(log_prob=log_prob, value=value.expand(cut.shape), entropy={}), then, PpoSettings()
        ).total
        loss.backward()
        adam.step(loss, learning_rate=0.05 * (1 - update / 400))
    return float(normaliser.restore(float(value.detach())))


def test_a_truncation_does_not_change_what_a_state_is_worth_and_an_end_does() -> None:
    """A reward of 1 for ever is worth 1/(1 - γ) = 10."""
    assert worth(as_ends=False) == pytest.approx(10.0, rel=0.02)
    assert worth(as_ends=True) < 8.0
