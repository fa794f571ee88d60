"""Playing segments: what they hold agrees with the network and with the game, also where matches begin and end."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arena.games import moba
from tests.training.runs import rollout_of, terms_of, tiny_run
from training.experience import Experience
from training.network import Policy
from training.reward_table import load_table
from training.rewards import Scorer
from training.rollout import Rollout
from training.run_settings import RunSettings

SHORT = tiny_run(limit_s=2.5, capped="net_worth")
"""Matches that end after 19 decisions, so that they are replaced in the middle of segments."""
CUT = tiny_run(limit_s=2.5, capped="draw")


def play(
    settings: RunSettings, segments: int, steps: tuple[int, ...] = (0,)
) -> tuple[list[Experience], Rollout, Policy]:
    rollout, policy = rollout_of(settings, steps)
    return [rollout.play(policy, terms_of(settings)) for _ in range(segments)], rollout, policy


def learner_heroes(rollout: Rollout) -> NDArray[np.bool_]:
    return rollout.seating.learner


@pytest.mark.parametrize("settings", [SHORT, CUT], ids=["ended", "truncated"])
def test_the_learner_s_unroll_says_of_every_segment_what_was_said_when_it_was_played(
    settings: RunSettings,
) -> None:
    found, _, policy = play(settings, 6)
    assert any(one.starts[1:].any() for one in found)
    for one in found:
        with torch.no_grad():
            again = policy.unroll(one.packed, one.memory, one.starts, one.actions)
        torch.testing.assert_close(again.log_prob, one.log_prob, rtol=0, atol=1e-5)
        np.testing.assert_allclose(again.value.numpy(), one.values, atol=1e-5)


def test_memory_goes_on_from_segment_to_segment_and_is_zero_where_a_match_begins() -> None:
    found, _, policy = play(SHORT, 6)
    for before, after in pairwise(found):
        with torch.no_grad():
            last = policy.unroll(before.packed, before.memory, before.starts, before.actions).memory
        begun = after.starts[0]
        torch.testing.assert_close(after.memory[~begun], last[~begun], rtol=0, atol=1e-5)
        assert (after.memory[~begun].abs().sum(1) > 0).all()
        assert (after.memory[begun] == 0).all()


@pytest.mark.parametrize("settings", [SHORT, CUT], ids=["ended", "truncated"])
def test_a_match_begins_after_each_that_is_over_and_nowhere_else(settings: RunSettings) -> None:
    found, _, _ = play(settings, 6)
    starts = np.concatenate([one.starts.numpy() for one in found])
    over = np.concatenate([one.ended | one.truncated for one in found])
    assert starts[0].all()
    np.testing.assert_array_equal(starts[1:], over[:-1])
    assert np.flatnonzero(over.any(1)).tolist() == [18, 37]


def test_the_value_after_a_segment_is_that_of_the_next_one_s_first_state() -> None:
    found, _, _ = play(SHORT, 4)
    for before, after in pairwise(found):
        np.testing.assert_allclose(before.value_after, after.values[0], atol=1e-6)


def test_a_match_left_undecided_at_the_limit_is_truncated_and_a_settled_one_has_ended() -> None:
    cut, settled = play(CUT, 3)[0][2], play(SHORT, 3)[0][2]
    assert cut.truncated[2].all() and not cut.ended.any()
    assert settled.ended[2].all() and not settled.truncated.any()
    assert (cut.values_cut[2] != 0).all() and not settled.values_cut.any()


def test_the_value_of_a_cut_state_is_the_network_s_with_the_memory_of_the_match() -> None:
    """The same matches, cut a decision later: until then all is the same, so the state was valued in play.

    But for the time that is left, which heroes see.
    """
    cut = play(CUT, 3)[0][2]
    longer = tiny_run(limit_s=2.6, capped="draw")
    later = play(longer, 3)[0][2]
    assert not later.truncated[2].any() and later.truncated[3].all()
    np.testing.assert_allclose(cut.values_cut[2], later.values[3], atol=2e-4)


def test_values_are_in_the_rewards_unit() -> None:
    plain = play(SHORT, 1)[0][0]
    rollout, policy = rollout_of(SHORT)
    scaled = rollout.play(policy, terms_of(SHORT, mean=2.0, deviation=3.0))
    np.testing.assert_allclose(scaled.values, plain.values * 3.0 + 2.0, rtol=1e-6)
    np.testing.assert_allclose(scaled.value_after, plain.value_after * 3.0 + 2.0, rtol=1e-6)


def test_a_match_that_replaced_another_is_paid_as_it_would_be_alone() -> None:
    """Its decisions again, from its setup, in a batch and with a scorer of its own."""
    settings = tiny_run(limit_s=2.5, capped="net_worth", opponents=0.0, starts={"midgame": 1.0})
    found, rollout, _ = play(settings, 4)
    setups = rollout.batch.setups
    assert [int(np.flatnonzero(one.starts[:, 0])[0]) for one in (found[0], found[2])] == [0, 3]
    batch = moba.Batch(settings.variant, setups, limit_s=2.5)
    scorer = Scorer(load_table(settings.rewards), settings.matches, settings.reward_settings)
    scorer.begin(batch)
    rows = rollout.seating.rows()
    paid = np.concatenate([found[2].rewards[3:], found[3].rewards])
    answered = torch.cat([found[2].actions[3:], found[3].actions]).numpy()
    for t in range(len(paid)):
        batch.observe()
        actions = np.zeros((batch.n, 10, 4), np.int64)
        actions[rows] = answered[t]
        batch.step(actions)
        np.testing.assert_array_equal(scorer.pay(batch)[rows], paid[t])
    assert paid[0].any()


def test_rewards_are_learnt_from_as_large_as_they_were_paid() -> None:
    rollout, policy = rollout_of(SHORT)
    large = np.linspace(-50.0, 50.0, SHORT.matches * 10).reshape(SHORT.matches, 10)
    rollout.scorer.pay = lambda batch, *, team_spirit: large  # type: ignore[method-assign]
    found = rollout.play(policy, terms_of(SHORT))
    np.testing.assert_array_equal(found.rewards, [large[rollout.seating.rows()]] * SHORT.segment)


def test_only_the_learner_s_heroes_are_in_a_segment() -> None:
    found, rollout, _ = play(SHORT, 1)
    assert found[0].rewards.shape == (SHORT.segment, int(learner_heroes(rollout).sum()))
    places, seats = rollout.seating.rows()
    assert learner_heroes(rollout)[places, seats].all()


def test_a_continued_rollout_plays_what_the_first_would_have() -> None:
    _, first, policy = play(SHORT, 3)
    second, _ = rollout_of(SHORT)
    second.load_state(first.state(), terms_of(SHORT).course)
    for _ in range(3):
        one, other = (rollout.play(policy, terms_of(SHORT)) for rollout in (first, second))
        for name in ("values", "rewards", "ended", "value_after"):
            np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
        for name in ("actions", "log_prob", "memory", "starts"):
            assert torch.equal(getattr(one, name), getattr(other, name)), name
    assert first.state()["number"] == second.state()["number"] > SHORT.matches
    assert [setup.seed for setup in first.batch.setups] == [setup.seed for setup in second.batch.setups]


def test_no_match_of_a_run_is_played_twice_also_when_it_is_continued() -> None:
    _, first, policy = play(SHORT, 3)
    second, _ = rollout_of(SHORT)
    before = {setup.seed for setup in first.batch.setups}
    second.load_state(first.state(), terms_of(SHORT).course)
    for _ in range(3):
        second.play(policy, terms_of(SHORT))
    assert before.isdisjoint(setup.seed for setup in second.batch.setups)


def test_buffers_are_used_again_once_they_were_handed_back() -> None:
    found, rollout, policy = play(SHORT, 2)
    kept = found[1].packed.own.copy()
    rollout.take_back(found[0])
    third = rollout.play(policy, terms_of(SHORT))
    assert third.packer is not found[1].packer
    np.testing.assert_array_equal(found[1].packed.own, kept)
    assert rollout.play(policy, terms_of(SHORT)).packer is found[0].packer


@pytest.mark.parametrize("bot", ["bot:easy"])
def test_bots_can_be_opponents(bot: str) -> None:
    settings = tiny_run(opponents=0.0, bots={bot: 0.5}, limit_s=2.5, capped="net_worth")
    _, rollout, _ = play(settings, 3)
    assert {match.opponent for match in rollout.tallies.finished} == {"latest", bot}
