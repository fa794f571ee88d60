"""One hero of one match as a Gymnasium environment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from arena.environments.infos import row_info
from arena.environments.pool import Int64, MatchPool
from arena.environments.rewards import Rewards
from arena.environments.seating import Seating
from arena.environments.spaces import action_numbers, observation_box
from arena.games import moba
from arena.setting import Setting

Observation = NDArray[np.float32]


class MobaEnv(gymnasium.Env[Observation, Int64]):
    """A hero whose side and place are drawn for each match; `opponent` plays the others, `allies` its own side's.

    The observation is the row of docs/contract.md, the action its four numbers. `info["action_mask"]` is what
    `action_space.sample` takes; `info["masks"]` is the game's own mask, which says what is legal together.
    `reset(seed=...)` determines every match that follows; `reset(options={"setup": moba.Setup(...)})` plays that one.
    """

    metadata: dict[str, Any] = {"render_modes": []}  # noqa: RUF012 - as the base declares it

    def __init__(
        self,
        *,
        variant: str = "blitz",
        opponent: str = "bot:easy",
        allies: str | None = None,
        start: str = "fresh",
        randomisation: str = "none",
        limit_s: float | None = None,
        win: float = 1.0,
        ledger: Mapping[str, float] | None = None,
        render_mode: None = None,
    ) -> None:
        self.render_mode = render_mode
        self.observation_space = observation_box()
        self.action_space = action_numbers()
        self._pool = MatchPool(
            1,
            setting=Setting(variant, limit_s, start, randomisation),
            seating=Seating("hero", opponent, allies),
            rewards=Rewards(win, ledger or {}),
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match; of `options` only `setup` is read, a `moba.Setup`."""
        super().reset(seed=seed)
        setup: moba.Setup | None = (options or {}).get("setup")
        rows = self._pool.reset([self.np_random], setups=None if setup is None else [setup])
        return rows.observations[0].copy(), row_info(self._pool, 0)

    def step(self, action: Int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Take one decision, (4,) integers; a match that has ended stays as it is until `reset`."""
        rows = self._pool.step(np.asarray(action)[None])
        return (
            rows.observations[0].copy(),
            float(rows.rewards[0]),
            bool(rows.terminated[0]),
            bool(rows.truncated[0]),
            row_info(self._pool, 0),
        )

    def close(self) -> None:
        """Close the players beside the hero."""
        self._pool.close()

    def action_masks(self) -> NDArray[np.bool_]:
        """(155,) bool: the four masks side by side, under the name that MaskablePPO of sb3-contrib asks for."""
        return np.asarray(self._pool.rows.action_masks[0], np.bool_)
