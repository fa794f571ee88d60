"""Learning from segments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import torch

from tests.training.runs import rollout_of, terms_of, tiny_run
from training.clock import Clock
from training.experience import Experience
from training.learner import Learner, Learnt
from training.run_settings import RunSettings


def learn(settings: RunSettings, **changed: Any) -> tuple[Learner, Experience, Learnt]:
    rollout, policy = rollout_of(settings)
    learner = Learner(settings, policy, clock=Clock())
    experience = rollout.play(policy, terms_of(settings))
    for name, value in changed.items():
        getattr(experience, name)[:] = value
    return learner, experience, learner.learn(experience)


def log_probs(learner: Learner, experience: Experience) -> torch.Tensor:
    with torch.no_grad():
        return learner.policy.unroll(
            experience.packed, experience.memory, experience.starts, experience.actions
        ).log_prob


def test_the_first_minibatch_finds_the_network_that_played() -> None:
    _, _, learnt = learn(tiny_run(minibatches=1))
    assert learnt.steps[0].kl == pytest.approx(0.0, abs=1e-6)
    assert learnt.steps[0].clip_share == 0.0
    assert learnt.staleness == 0


def test_what_was_rewarded_becomes_likelier_and_what_was_punished_less() -> None:
    settings = tiny_run(
        learning_rate=0.003, entropy=0.0, value_weight=0.0, minibatches=1, horizon_s=0.2, opponents=0.0
    )
    kind = 1
    rollout, policy = rollout_of(settings)
    learner = Learner(settings, policy, clock=Clock())
    experience = rollout.play(policy, terms_of(settings))
    good = (experience.actions[..., 0] == kind).numpy()
    assert 0.05 < good.mean() < 0.95
    experience.rewards[:] = np.where(good, 1.0, -1.0)
    before = experience.log_prob.exp().numpy()
    learner.learn(experience)
    after = log_probs(learner, experience).exp().numpy()
    assert after[good].mean() > before[good].mean()
    assert after[~good].mean() < before[~good].mean()


def test_values_learn_the_returns() -> None:
    settings = tiny_run(
        learning_rate=0.01, epochs=60, minibatches=1, entropy=0.0, horizon_s=0.2, lam=1.0, opponents=0.0
    )
    rollout, policy = rollout_of(settings)
    learner = Learner(settings, policy, clock=Clock())
    experience = rollout.play(policy, terms_of(settings))
    heroes = rollout.batch.matches["heroes"]["hero"][rollout.seating.rows()]
    experience.rewards[:] = np.where(heroes % 2 == 0, 1.0, -1.0)
    learnt = learner.learn(experience)
    assert learnt.steps[-1].value_loss < 0.3 * learnt.steps[0].value_loss


def test_every_sequence_is_learnt_from_once_an_epoch_in_an_order_of_its_own() -> None:
    settings = tiny_run(minibatches=3, epochs=2)
    learner, experience, learnt = learn(settings)
    assert len(learnt.steps) == 6
    count = experience.rewards.shape[1]
    first, second = (
        [np.concatenate(parts) for parts in (orders[:3], orders[3:])]
        for orders in (list(learner._minibatches(count)), list(learner._minibatches(count)))
    )
    for one, other in zip(first, second, strict=True):
        assert sorted(one) == list(range(count))
        np.testing.assert_array_equal(one, other)
    assert not np.array_equal(*first)
    learner.updates += 1
    assert not np.array_equal(first[0], np.concatenate(list(learner._minibatches(count))[:3]))


def test_values_are_taught_returns_in_units_in_which_they_have_mean_0_and_deviation_1() -> None:
    settings = tiny_run()
    rollout, policy = rollout_of(settings)
    learner = Learner(settings, policy, clock=Clock())
    experience = rollout.play(policy, terms_of(settings))
    experience.rewards[:] = 50.0 + experience.rewards
    targets, _ = learner._targets(experience)
    assert learner.normaliser.mean > 50.0
    assert float(targets.returns.mean()) == pytest.approx(0.0, abs=1e-4)
    assert float(targets.returns.std(correction=0)) == pytest.approx(1.0, abs=1e-4)
    assert float(targets.advantage.mean()) == pytest.approx(0.0, abs=1e-4)


def test_counts_grow_by_what_was_learnt() -> None:
    learner, experience, _ = learn(tiny_run(epochs=2))
    assert (learner.updates, learner.agent_steps) == (1, experience.agent_steps)
    assert experience.agent_steps == 8 * 12


def test_a_truncated_match_is_not_learnt_as_an_ended_one() -> None:
    """With rewards of 0, an end teaches a return of 0 before it, a truncation what the network thinks would come."""
    returns = {}
    for capped in ("draw", "net_worth"):
        settings = tiny_run(limit_s=1.0, capped=capped, lam=1.0)
        rollout, policy = rollout_of(settings)
        learner = Learner(settings, policy, clock=Clock())
        experience = rollout.play(policy, terms_of(settings, mean=5.0))
        experience.rewards[:] = 0.0
        targets, _ = learner._targets(experience)
        returns[capped] = learner.normaliser.restore(targets.returns.numpy())
    assert returns["draw"].shape == returns["net_worth"].shape
    np.testing.assert_allclose(returns["net_worth"][7], 0.0, atol=1e-5)
    assert (returns["draw"][7] > 3.0).all()


def test_a_continued_learner_learns_bit_for_bit_the_same() -> None:
    settings = tiny_run()
    learner, experience, _ = learn(settings)
    other = Learner(settings, rollout_of(settings)[1], clock=Clock())
    weights = {name: each.numpy().copy() for name, each in learner.policy.state_dict().items()}
    other.load_state(learner.state(), weights)
    for each in (learner, other):
        each.learn(experience)
    for name, weight in learner.policy.state_dict().items():
        assert torch.equal(weight, other.policy.state_dict()[name]), name
    assert not torch.equal(learner.policy.value.weight, torch.from_numpy(weights["value.weight"]))
    assert learner.normaliser.state() == other.normaliser.state()
