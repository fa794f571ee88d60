from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import arena.environments
from arena.environments import MobaEnv
from arena.environments.masks import split_parts
from arena.errors import BadSchedule, UnknownPlayer
from arena.games import moba

assert arena.environments.__all__  # importing it makes the name known


@pytest.mark.parametrize(("variant", "opponent"), [("duel", "bot:easy"), ("blitz", "random")])
def test_gymnasium_s_checker_passes(variant: str, opponent: str) -> None:
    check_env(gymnasium.make("palaestra/Moba-v0", variant=variant, opponent=opponent).unwrapped)


def test_a_random_agent_plays_a_match_to_its_end() -> None:
    env = gymnasium.make("palaestra/Moba-v0", variant="duel", ledger={"last_hits": 0.1})
    observation, info = env.reset(seed=2)
    env.action_space.seed(2)
    paid, ended = 0.0, False
    while not ended:
        assert observation in env.observation_space
        observation, reward, terminated, truncated, info = env.step(
            env.action_space.sample(info["action_mask"])
        )
        paid, ended = paid + float(reward), terminated or truncated
    assert terminated and info["ending"] in ("kills", "tower") and info["seconds"] > 30.0
    assert info["outcome"] in (1, -1) and paid == pytest.approx(info["outcome"], abs=5.0)


def test_a_match_can_be_given() -> None:
    env = MobaEnv(variant="duel", opponent="idle")
    _, info = env.reset(seed=1, options={"setup": moba.Setup(7, (3,), (4,))})
    assert info["hero"] == (3 if info["seat"] == 0 else 4)
    assert "outcome" not in info


def test_the_masks_are_the_same_under_each_name() -> None:
    env = MobaEnv(variant="blitz")
    _, info = env.reset(seed=1)
    beside = np.concatenate(info["action_mask"])
    assert np.array_equal(env.action_masks(), beside == 1) and env.action_masks().dtype == np.bool_
    assert all(map(np.array_equal, split_parts(beside), info["action_mask"]))
    assert np.array_equal(info["masks"][: moba.ACTION_RANGES[0]], info["action_mask"][0] == 1)


def test_what_cannot_be_played_is_refused_when_it_is_made() -> None:
    with pytest.raises(BadSchedule, match="has no variant 'ranked'"):
        MobaEnv(variant="ranked")
    with pytest.raises(UnknownPlayer, match="no player is called 'bot:great'"):
        MobaEnv(opponent="bot:great")
    with pytest.raises(TypeError, match="oponent"):
        MobaEnv(oponent="idle")  # type: ignore[call-arg]
