"""One match as a PettingZoo `ParallelEnv`: every hero an agent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from arena.environments.infos import row_info
from arena.environments.masks import split_parts
from arena.environments.pool import MatchPool
from arena.environments.rewards import Rewards
from arena.environments.seating import HALF, Seating
from arena.environments.spaces import action_numbers, masked_observation
from arena.games import moba
from arena.setting import Setting

Observation = dict[str, Any]
Observations: TypeAlias = dict[str, Observation]
Infos: TypeAlias = dict[str, dict[str, Any]]


class MissingActions(ValueError):
    """An agent that still plays was given no action."""


class MobaParallelEnv(ParallelEnv[str, Observation, NDArray[np.int64]]):
    """The heroes of both sides, `west_0` to `west_4` and `east_0` to `east_4` (`duel`: the first of each).

    An observation is `{"observation": (1416,) float32, "action_mask": four masks}`, the mask being what
    `action_space(agent).sample` takes. A dead hero stays an agent: it may hold, or pay for its return if it can. All
    agents leave at once, when the match ends or is cut. `reset(options={"setup": moba.Setup(...)})` plays that match.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base declares it
        "name": "palaestra_moba_v0",
        "render_modes": [],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        *,
        variant: str = "blitz",
        start: str = "fresh",
        randomisation: str = "none",
        limit_s: float | None = None,
        win: float = 1.0,
        ledger: Mapping[str, float] | None = None,
        render_mode: None = None,
    ) -> None:
        self.render_mode = render_mode
        self._pool = MatchPool(
            1,
            setting=Setting(variant, limit_s, start, randomisation),
            seating=Seating("all"),
            rewards=Rewards(win, ledger or {}),
        )
        size = moba.heroes_per_side(variant)
        seats = [*range(size), *range(HALF, HALF + size)]
        self.possible_agents = [f"{'west' if seat < HALF else 'east'}_{seat % HALF}" for seat in seats]
        self.agents: list[str] = []
        self.observation_spaces = {agent: masked_observation() for agent in self.possible_agents}
        self.action_spaces = {agent: action_numbers() for agent in self.possible_agents}
        self._generator, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """The agent's observations; the same object at each call."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[NDArray[np.int64]]:
        """The agent's actions; the same object at each call."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Infos]:
        """Begin a match; of `options` only `setup` is read, a `moba.Setup`."""
        if seed is not None:
            self._generator, _ = seeding.np_random(seed)
        setup: moba.Setup | None = (options or {}).get("setup")
        self._pool.reset([self._generator], setups=None if setup is None else [setup])
        self.agents = [*self.possible_agents]
        return self._observe(self.agents), self._infos(self.agents)

    def step(
        self, actions: Mapping[str, NDArray[np.int64]]
    ) -> tuple[Observations, dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """Take one decision: an action for each agent, the dead too.

        Raises:
            MissingActions: an agent has none.
            BadAnswer: an action is of another shape, type or range.
        """
        acted = self.agents
        missing = [agent for agent in acted if agent not in actions]
        if missing:
            raise MissingActions(
                f"expected an action of every agent, none came of {', '.join(missing)}: the dead hold, [0, 0, 0, 0]"
            )
        if not acted:
            return {}, {}, {}, {}, {}
        rows = self._pool.step(np.array([actions[agent] for agent in acted]))
        if (rows.terminated | rows.truncated).any():
            self.agents = []
        return (
            self._observe(acted),
            dict(zip(acted, rows.rewards.tolist(), strict=True)),
            dict(zip(acted, rows.terminated.tolist(), strict=True)),
            dict(zip(acted, rows.truncated.tolist(), strict=True)),
            self._infos(acted),
        )

    def _observe(self, agents: list[str]) -> Observations:
        rows = self._pool.rows
        return {
            agent: {
                "observation": rows.observations[row].copy(),
                "action_mask": split_parts(rows.action_masks[row]),
            }
            for row, agent in enumerate(agents)
        }

    def _infos(self, agents: list[str]) -> Infos:
        return {agent: row_info(self._pool, row) for row, agent in enumerate(agents)}
