from __future__ import annotations

import numpy as np
import pytest
from pettingzoo.test import parallel_api_test, parallel_seed_test

from arena.environments import MobaParallelEnv
from arena.environments.parallel import MissingActions
from arena.games import moba
from arena.games.moba import layout as lay


@pytest.mark.parametrize("variant", ["duel", "blitz"])
def test_pettingzoo_s_own_tests_pass(variant: str) -> None:
    parallel_api_test(MobaParallelEnv(variant=variant, limit_s=8.0), num_cycles=100)
    parallel_seed_test(lambda: MobaParallelEnv(variant=variant, limit_s=8.0), num_cycles=30)


def test_random_agents_play_a_match_to_its_end() -> None:
    env = MobaParallelEnv(variant="duel")
    observations, _ = env.reset(seed=3)
    for place, agent in enumerate(env.agents):
        env.action_space(agent).seed(place)
    while env.agents:
        chosen = {
            agent: env.action_space(agent).sample(observations[agent]["action_mask"]) for agent in env.agents
        }
        observations, rewards, terminated, truncated, infos = env.step(chosen)
    assert all(observations[agent] in env.observation_space(agent) for agent in env.possible_agents)
    assert terminated == {"west_0": True, "east_0": True} and not any(truncated.values())
    assert sorted(rewards.values()) == [-1.0, 1.0]
    assert all(infos[agent]["outcome"] == rewards[agent] for agent in env.possible_agents)
    assert env.step({}) == ({}, {}, {}, {}, {})


def test_a_dead_hero_stays_an_agent_that_can_only_hold() -> None:
    env = MobaParallelEnv(variant="blitz")
    env.reset(seed=1)
    m = env._pool.batch.matches[0]
    m["units"][2]["alive"] = 0
    m["heroes"][2]["respawn"], m["heroes"][2]["gold"] = 300, 0
    hold = {agent: np.zeros(4, np.int64) for agent in env.possible_agents}
    observations, *_ = env.step(hold)
    assert m["units"][2]["alive"] == 0 and "west_2" in env.agents
    kinds, targets, _, _ = observations["west_2"]["action_mask"]
    assert np.flatnonzero(kinds).tolist() == [lay.HOLD]
    assert np.flatnonzero(targets).tolist() == [0]
    assert observations["west_1"]["action_mask"][0].sum() > 1


def test_an_agent_without_an_action_is_named() -> None:
    env = MobaParallelEnv(variant="blitz")
    env.reset(seed=1)
    with pytest.raises(
        MissingActions, match="expected an action of every agent, none came of west_4, east_0: "
    ):
        env.step({agent: np.zeros(4, np.int64) for agent in env.agents if agent not in ("west_4", "east_0")})


def test_a_match_can_be_given() -> None:
    env = MobaParallelEnv(variant="duel")
    _, infos = env.reset(options={"setup": moba.Setup(7, (3,), (4,))})
    assert [infos[agent]["hero"] for agent in env.agents] == [3, 4]
