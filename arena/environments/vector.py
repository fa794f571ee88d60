"""Many matches at once as a Gymnasium vector environment, stepped as one batch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from arena.environments.infos import ended_info, rows_info
from arena.environments.pool import Int64, MatchPool
from arena.environments.rewards import Rewards
from arena.environments.seating import BadSeating, Seating
from arena.environments.spaces import action_numbers, observation_box
from arena.setting import Setting

Observations = NDArray[np.float32]
Step = tuple[Observations, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]


class MobaVectorEnv(VectorEnv[Observations, Int64, NDArray[Any]]):
    """Each seat that is the user's is a sub-environment, as vectorised PPO expects; those of a match lie together.

    `control` is `hero`, one seat of each match, like `MobaEnv`; `side`, the heroes of one side against `opponent`; or
    `all`, the heroes of both, for self-play. A match that ends is replaced in the same step (`SAME_STEP` autoreset):
    the observation is the new match's first, the old one's last is in `infos["final_obs"]`, its result in
    `infos["final_info"]`. `infos["action_mask"]` and `infos["masks"]` are of the new match.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        variant: str = "blitz",
        control: str = "hero",
        opponent: str = "bot:easy",
        allies: str | None = None,
        start: str = "fresh",
        randomisation: str = "none",
        limit_s: float | None = None,
        win: float = 1.0,
        ledger: Mapping[str, float] | None = None,
        copy: bool = True,
        render_mode: None = None,
    ) -> None:
        """`num_envs` is the number of seats; `copy=False` returns the same arrays at every step, overwritten."""
        self.render_mode = render_mode
        setting = Setting(variant, limit_s, start, randomisation).checked()
        seating = Seating(control, opponent, allies)
        matches = _matches(num_envs, seating.rows(variant), control, variant)
        self._pool = MatchPool(matches, setting=setting, seating=seating, rewards=Rewards(win, ledger or {}))
        self._copy = copy
        self.num_envs = num_envs
        self.single_observation_space = observation_box()
        self.single_action_space = action_numbers()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._generators: list[np.random.Generator] = []

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """Begin all matches anew; of `options` only `setups` is read, a `moba.Setup` for each match.

        Args:
            seed: of the first match, the others count up, or one for each match; None goes on with what was drawn from,
            or, the first time, seeds at random.
        """
        seeds = [None] * self._pool.n if seed is None else seed
        if isinstance(seeds, int):
            super().reset(seed=seeds)
            seeds = [seeds + place for place in range(self._pool.n)]
        if len(seeds) != self._pool.n:
            raise ValueError(
                f"expected a seed, or one for each of the {self._pool.n} matches; got {len(seeds)} seeds"
            )
        old: list[np.random.Generator | None] = [*self._generators] or [None] * self._pool.n
        self._generators = [
            generator if generator and one is None else seeding.np_random(one)[0]
            for one, generator in zip(seeds, old, strict=True)
        ]
        self._pool.reset(self._generators, setups=(options or {}).get("setups"))
        return self._observations(), rows_info(self._pool, copy=self._copy)

    def step(self, actions: Int64) -> Step:
        """Take one decision: actions (num_envs, 4) integers."""
        rows = self._pool.step(actions)
        ended = np.flatnonzero(rows.terminated | rows.truncated)
        final = self._finals(ended) if len(ended) else {}
        self._pool.begin_ended()
        infos = {**rows_info(self._pool, copy=self._copy), **final}
        if not self._copy:
            return rows.observations, rows.rewards, rows.terminated, rows.truncated, infos
        flags = (rows.rewards.copy(), rows.terminated.copy(), rows.truncated.copy())
        return self._observations(), *flags, infos

    def close_extras(self, **_kwargs: Any) -> None:
        """Close the other seats' players."""
        self._pool.close()

    def _observations(self) -> Observations:
        observations = self._pool.rows.observations
        return observations.copy() if self._copy else observations

    def _finals(self, ended: Int64) -> dict[str, Any]:
        """What Gymnasium's own vector environments say of sub-environments that ended in this step, in their form."""
        there = np.zeros(self.num_envs, np.bool_)
        there[ended] = True
        observations = np.full(self.num_envs, None, object)
        for row in ended:
            observations[row] = self._pool.rows.observations[row].copy()
        told = {
            **rows_info(self._pool, copy=True),
            **_spread(ended_info(self._pool, ended), ended, self.num_envs),
        }
        told |= {f"_{name}": there.copy() for name in tuple(told)}
        return {
            "final_obs": observations,
            "_final_obs": there,
            "final_info": told,
            "_final_info": there.copy(),
        }


def _spread(values: dict[str, Any], rows: Int64, k: int) -> dict[str, Any]:
    """Arrays of some rows as arrays of all, zero (or None) elsewhere."""
    found = {}
    for name, some in values.items():
        found[name] = np.full(k, None, object) if some.dtype == object else np.zeros(k, some.dtype)
        found[name][rows] = some
    return found


def _matches(num_envs: int, rows: int, control: str, variant: str) -> int:
    if num_envs < 1 or num_envs % rows:
        raise BadSeating(
            f"expected num_envs to be a multiple of {rows}, the seats of a match of {variant} with "
            f"control={control!r}, got {num_envs}: ask for {max(1, num_envs // rows) * rows}"
        )
    return num_envs // rows
