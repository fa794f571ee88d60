"""A value that sees what is hidden, and a policy that provably does not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
import torch

from arena.games import moba
from arena.games.moba.bench import act
from tests.training.conftest import Scene
from tests.training.runs import rollout_of, terms_of, tiny_run
from tests.training.test_network import luck, policy_of, starts_of
from training.columns import columns_of
from training.hidden import hidden_width
from training.network import Choice, Policy
from training.network_settings import NetworkSettings
from training.packing import Packed, Packer
from training.player import CheckpointPlayer

SMALL = {"unit": 16, "own": 8, "world": 8, "joined": 12, "memory": 10, "embedding": 3}
SEEING = NetworkSettings(
    **SMALL, value_hidden=6, value_memory=5, team_pool=4, win_head=True, structure_head=True
)
READ = columns_of()


def test_it_is_what_the_other_side_s_heroes_observe(blitz: Scene) -> None:
    first = blitz.packed.between(0, blitz.heroes_count)
    width = 1 + len(READ.own)
    for row, (match, seat) in enumerate(zip(blitz.matches, blitz.heroes, strict=True)):
        enemies = [5, 6, 7, 8, 9] if seat < 5 else [0, 1, 2, 3, 4]
        for place, enemy in enumerate(enemies):
            theirs = blitz.observations[0, match, enemy]
            found = first.hidden[row, place * width : (place + 1) * width]
            assert found[0] == theirs[READ.own_names[0]] > 0
            np.testing.assert_array_equal(found[1:], theirs[READ.own])
        theirs = blitz.observations[0, match, enemies[0]]
        np.testing.assert_array_equal(first.hidden[row, 5 * width :], theirs[READ.world])
    assert first.hidden.shape == (20, hidden_width(READ))


def changed(packed: Packed) -> Packed:
    """Everything that is hidden, another."""
    drawn = np.random.default_rng(1).random(packed.hidden.shape, np.float32)
    return replace(packed, hidden=np.where(packed.hidden == drawn, drawn + 1.0, drawn * 16.0))


def bytes_of(choice: Choice) -> list[bytes]:
    """All that the policy answers or remembers; not the value."""
    return [
        each.numpy().tobytes() for each in (choice.actions, choice.log_prob, choice.memory, choice.forecasts)
    ]


def test_the_policy_is_the_same_bytes_whatever_is_hidden(blitz: Scene) -> None:
    policy, starts = policy_of(SEEING), starts_of(blitz)
    memory = policy.first_memory(blitz.heroes_count)
    actions = []
    for t in range(blitz.decisions):
        packed = blitz.packed.between(t * blitz.heroes_count, (t + 1) * blitz.heroes_count)
        plain, other = (policy.step(each, memory, luck(blitz)[t]) for each in (packed, changed(packed)))
        assert bytes_of(plain) == bytes_of(other)
        assert (plain.value != other.value).all()
        memory = plain.memory
        actions.append(plain.actions)
    segments = (blitz.packed, changed(blitz.packed))
    one, two = (policy.unroll(each, memory, starts, torch.stack(actions)) for each in segments)
    for name in ("log_prob", "memory", "forecasts"):
        assert torch.equal(getattr(one, name), getattr(two, name)), name
    for head, each in one.entropy.items():
        assert torch.equal(each, two.entropy[head]), head
    assert (one.value != two.value).all()


def test_what_the_policy_learns_by_itself_has_no_gradient_from_what_is_hidden(blitz: Scene) -> None:
    policy = policy_of(SEEING)
    actions = torch.zeros(blitz.decisions, blitz.heroes_count, 4, dtype=torch.int64)
    memory = policy.first_memory(blitz.heroes_count)
    found = policy.unroll(blitz.packed, memory, starts_of(blitz), actions)
    (
        found.log_prob.sum() + sum(each.sum() for each in found.entropy.values()) + found.forecasts.sum()
    ).backward()
    assert policy.hidden is not None
    assert all(each.grad is None for each in policy.hidden.parameters())
    found = policy.unroll(blitz.packed, memory, starts_of(blitz), actions)
    found.value.sum().backward()
    assert all(each.grad is not None and each.grad.any() for each in policy.hidden.parameters())


def test_a_player_is_shown_nothing_hidden_and_answers_the_same(blitz: Scene) -> None:
    """Enemies' observations replaced by noise: what is played does not change; and its packer has no hidden columns."""
    policy = policy_of(SEEING)
    batch = moba.Batch("blitz", [moba.Setup(1, *moba.random_lineups("blitz", 1), start="midgame")])
    plain, other = CheckpointPlayer(policy), CheckpointPlayer(policy)
    matches, heroes = np.zeros(5, np.int64), np.arange(5)
    for _ in range(6):
        batch.observe()
        answer = plain.act(batch, matches, heroes)
        batch.observations[:, 5:] = np.random.default_rng(2).random(batch.observations[:, 5:].shape)
        np.testing.assert_array_equal(other.act(batch, matches, heroes), answer)
        batch.step(act(batch, "easy"))
    assert other._packer is not None and other._packer.packed().hidden.shape[1] == 0
    assert plain._memory.tobytes() == other._memory.tobytes()


def test_a_value_that_is_not_shown_what_it_reads_says_so(blitz: Scene) -> None:
    policy = Policy(SEEING)
    packed = Packer("blitz").add(blitz.observations[0], blitz.masks[0], blitz.matches, blitz.heroes)
    choice = policy.step(packed, policy.first_memory(20), luck(blitz)[0])
    assert choice.value.isnan().all() and not choice.log_prob.isnan().any()


def test_an_empty_seat_counts_for_nothing(blitz: Scene) -> None:
    policy = policy_of(SEEING)
    assert policy.hidden is not None
    hidden = torch.from_numpy(blitz.packed.hidden[:1].copy())
    width = 1 + len(READ.own)
    hidden[:, 4 * width] = 0.0
    other = hidden.clone()
    other[:, 4 * width + 1 : 5 * width] = 9.0
    assert torch.equal(policy.hidden(hidden), policy.hidden(other))
    other[:, 4 * width] = 3.0
    assert not torch.equal(policy.hidden(hidden), policy.hidden(other))


@pytest.mark.parametrize("capped", ["draw", "net_worth"])
def test_a_rollout_gives_the_value_what_it_reads_also_where_matches_are_cut(capped: str) -> None:
    settings = tiny_run(
        network={**SMALL, "value_hidden": 6, "team_pool": 4}, limit_s=1.5, capped=capped, opponents=0.5
    )
    rollout, policy = rollout_of(settings)
    found = [rollout.play(policy, terms_of(settings)) for _ in range(2)]
    for one in found:
        with torch.no_grad():
            again = policy.unroll(one.packed, one.memory, one.starts, one.actions)
        np.testing.assert_allclose(again.value.numpy(), one.values, atol=1e-5)
        torch.testing.assert_close(again.log_prob, one.log_prob, rtol=0, atol=1e-5)
        assert np.isfinite(one.values).all() and np.isfinite(one.value_after).all()
        assert np.isfinite(one.values_cut).all()
    assert any(one.truncated.any() for one in found) == (capped == "draw")
