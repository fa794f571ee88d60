"""The vector form against Gymnasium's own vector of the single form, which steps each match by itself."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from arena.environments import MobaEnv, MobaVectorEnv
from arena.environments.seating import BadSeating

OPTIONS: dict[str, Any] = {
    "variant": "duel",
    "opponent": "bot:medium",
    "limit_s": 3.0,
    "ledger": {"gold": 0.01},
}


def assert_same(one: Any, other: Any) -> None:
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for name in one:
            if name not in (
                "action_mask",
                "_action_mask",
            ):  # four masks beside each other, or a tuple of them
                assert_same(one[name], other[name])
    else:
        assert one.dtype == other.dtype and one.shape == other.shape
        assert all(map(np.array_equal, one, other))


def present(infos: dict[str, Any]) -> dict[str, Any]:
    """Infos without Gymnasium's marks of who has an entry, where all have it."""
    return {name: values for name, values in infos.items() if not (name.startswith("_") and np.all(values))}


def test_it_is_gymnasium_s_vector_of_the_single_form() -> None:
    ours = MobaVectorEnv(3, **OPTIONS)
    theirs = SyncVectorEnv([lambda: MobaEnv(**OPTIONS)] * 3, autoreset_mode=AutoresetMode.SAME_STEP)
    for seed in (5, None):
        (mine, infos), (yours, their_infos) = ours.reset(seed=seed), theirs.reset(seed=seed)
        assert_same(mine, yours)
        assert_same(infos, present(their_infos))
    ours.action_space.seed(1)
    ended = 0
    for _ in range(60):
        actions = ours.action_space.sample()
        mine, yours = ours.step(actions), theirs.step(actions)
        for one, other in zip(mine[:4], yours[:4], strict=True):
            assert_same(one, other)
        ended += int(mine[3].sum())
        if mine[3].any():
            assert_same(present(mine[4]), present(yours[4]))
            assert mine[4]["final_info"]["ending"].tolist() == ["limit"] * 3
    assert ended == 6 and ours.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


@pytest.mark.parametrize(("control", "rows"), [("all", 10), ("side", 5)])
def test_the_seats_of_a_match_lie_together(control: str, rows: int) -> None:
    env = MobaVectorEnv(2 * rows, variant="blitz", control=control, limit_s=1.0)
    observations, infos = env.reset(seed=1)
    assert observations in env.observation_space and observations.shape == (2 * rows, 1416)
    halves = infos["seat"].reshape(2, rows) // 5
    assert (halves == (np.arange(10) // 5 if control == "all" else halves[:, :1])).all()
    for _ in range(8):
        *_, truncated, infos = env.step(np.zeros((2 * rows, 4), np.int64))
    assert truncated.all() and infos["_final_obs"].all()


def test_matches_that_are_not_whole_are_refused() -> None:
    with pytest.raises(
        BadSeating, match=r"multiple of 10, the seats of a match of blitz .* got 24: ask for 20"
    ):
        MobaVectorEnv(24, control="all")
    with pytest.raises(BadSeating, match=r"multiple of 1, .* got 0: ask for 1"):
        MobaVectorEnv(0)


def test_gymnasium_makes_it_and_its_wrappers_take_it() -> None:
    made = gymnasium.make_vec("palaestra/Moba-v0", num_envs=4, variant="duel", control="all", limit_s=1.0)
    assert isinstance(made, MobaVectorEnv)
    env = RecordEpisodeStatistics(made)
    env.reset(seed=1)
    for _ in range(8):
        *_, infos = env.step(np.zeros((4, 4), np.int64))
    assert infos["episode"]["l"].tolist() == [8] * 4


def test_arrays_are_the_caller_s_to_keep_unless_told_otherwise() -> None:
    for copy in (True, False):
        env = MobaVectorEnv(2, variant="duel", copy=copy)
        first, _ = env.reset(seed=1)
        before = first.copy()
        second, *_ = env.step(np.ones((2, 4), np.int64))
        assert (second is first) is not copy
        assert np.array_equal(first, before) is copy


def test_seeds_may_be_given_one_by_one() -> None:
    env, other = MobaVectorEnv(2, variant="duel"), MobaVectorEnv(2, variant="duel")
    assert np.array_equal(env.reset(seed=[7, 8])[0], other.reset(seed=7)[0])
    with pytest.raises(ValueError, match="one for each of the 2 matches; got 3 seeds"):
        env.reset(seed=[1, 2, 3])


def test_a_random_agent_plays_matches_to_their_ends() -> None:
    env = MobaVectorEnv(4, variant="duel", opponent="bot:easy")
    env.reset(seed=1)
    env.action_space.seed(1)
    endings: list[str] = []
    for _ in range(4000):
        *_, truncated, infos = env.step(env.action_space.sample())
        assert not truncated.any()
        if "final_info" in infos:
            endings += [one for one in infos["final_info"]["ending"] if one]
    assert len(endings) >= 6 and set(endings) <= {"kills", "tower"}
