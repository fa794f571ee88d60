"""Who plays the seats that are not the learner's."""

from __future__ import annotations

import numpy as np
import pytest
import torch

from tests.training.runs import frozen, rollout_of, terms_of, tiny_run
from training.errors import BadRunSettings
from training.opponents import Opponents
from training.opposition import Opposition, make_lasting
from training.packing import pack
from training.seating import PAST, seat
from training.uniforms import action_uniforms

SETTINGS = tiny_run(limit_s=2.5, capped="net_worth")


def test_a_match_keeps_its_opponent_to_its_end_whoever_joins() -> None:
    rollout, policy = rollout_of(SETTINGS, steps=(0,))
    opposition = rollout.opposition
    past = rollout.seating.places(PAST)
    rollout.batch.matches["limit"][past] = [30, 50, 60, 75]  # ticks: they end at different times from now on
    seen = []
    for step in range(1, 9):
        opposition.pool.join(step)
        numbers = [rollout.batch.setups[place].seed for place in past]
        names = [opposition.name(int(place)) for place in past]
        seen += list(zip(numbers, names, strict=True))
        rollout.play(policy, terms_of(SETTINGS))
    by_match: dict[int, set[str]] = {}
    for match, name in seen:
        by_match.setdefault(match, set()).add(name)
    assert all(len(names) == 1 for names in by_match.values())
    assert len({name for names in by_match.values() for name in names}) > 1
    assert len(by_match) > 2 * len(past)


def test_past_selves_sit_on_both_sides_equally_in_what_is_played() -> None:
    rollout, policy = rollout_of(SETTINGS)
    sides = np.zeros(2, np.int64)
    for _ in range(6):
        rollout.play(policy, terms_of(SETTINGS))
        moved = rollout._actions.any(-1) & rollout.seating.others
        sides += moved.reshape(-1, 2, 5).sum((0, 2))
    assert rollout.seating.others.reshape(-1, 2, 5).sum((0, 2)).tolist() == [2, 2]
    assert (sides > 0).all()


def test_a_past_self_answers_as_its_network_samples_with_a_memory_from_the_match_s_start() -> None:
    """Decided again, hero by hero, by the plain way: a memory each, zero where a match begins."""
    rollout, policy = rollout_of(SETTINGS)
    network = frozen(SETTINGS, 100)
    places, seats = np.nonzero(rollout.seating.others)
    memory = network.first_memory(len(places))
    greedy_too = True
    for _ in range(25):
        batch = rollout.batch
        memory[torch.from_numpy(batch.matches["decision"][places] == 0)] = 0.0
        packed = pack(SETTINGS.variant, batch.observations, batch.masks, places, seats)
        uniforms = torch.from_numpy(action_uniforms(batch.matches, places, seats))
        expected = network.step(packed, memory, uniforms)
        greedy = network.step(packed, memory, uniforms, greedy=True)
        actions = np.zeros((batch.n, 10, 4), np.int64)
        rollout.opposition.act(batch, actions)
        np.testing.assert_array_equal(actions[places, seats], expected.actions.numpy())
        greedy_too = greedy_too and bool((greedy.actions == expected.actions).all())
        memory = expected.memory
        torch.testing.assert_close(rollout.opposition._memory[places, seats], memory, rtol=0, atol=1e-6)
        own = rollout.seating.rows()
        packed = pack(SETTINGS.variant, batch.observations, batch.masks, *own)
        zeros = policy.first_memory(len(packed))
        mine = policy.step(packed, zeros, torch.from_numpy(action_uniforms(batch.matches, *own)))
        actions[own] = mine.actions.numpy()
        batch.step(actions)
        over = np.flatnonzero(~batch.running)
        if len(over):
            rollout._replace(over, terms_of(SETTINGS).course)
        batch.observe()
    assert rollout.batch.resets > 0
    assert not greedy_too


def test_learning_leaves_opponents_weights_alone() -> None:
    rollout, policy = rollout_of(SETTINGS)
    opponent = rollout.opposition.pool.policy(0)
    before = {name: weight.clone() for name, weight in opponent.state_dict().items()}
    with torch.no_grad():
        for weight in policy.parameters():
            weight.add_(1.0)
    for name, weight in opponent.state_dict().items():
        assert torch.equal(weight, before[name])
    assert not any(weight.requires_grad for weight in opponent.parameters())


def test_a_continued_opposition_has_the_same_opponents_and_memories() -> None:
    rollout, policy = rollout_of(SETTINGS, steps=(0, 1, 2))
    for _ in range(3):
        rollout.play(policy, terms_of(SETTINGS))
    seating = seat(SETTINGS.variant, SETTINGS.matches, past=SETTINGS.opponents, bots={})
    pool = Opponents(lambda step: frozen(SETTINGS, 100 + step), seed=SETTINGS.seed, turns=4)
    other = Opposition(SETTINGS.variant, seating, pool, memory_width=policy.memory_width)
    other.load_state(rollout.opposition.state())
    one, two = (np.zeros((8, 10, 4), np.int64) for _ in range(2))
    rollout.opposition.act(rollout.batch, one)
    other.act(rollout.batch, two)
    np.testing.assert_array_equal(one, two)
    assert one.any()


def test_an_opponent_that_cannot_begin_anew_in_place_is_refused() -> None:
    assert make_lasting("bot:easy")
    with pytest.raises(BadRunSettings, match="a method forget"):
        make_lasting("python:tests.training.test_opposition:Forgetful")


class Forgetful:
    needs_observations = False

    def act(self, batch, matches, heroes):
        raise NotImplementedError
