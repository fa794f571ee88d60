"""How fast each form is with random actions: `python -m arena.environments.bench`; figures in docs/environments.md.

Actions are drawn before the clock starts, from all there are, so that what is timed is the environment alone.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from arena.environments import MatchPool, MobaEnv, MobaParallelEnv, MobaVectorEnv, Seating
from arena.games import moba
from arena.players import Int64
from arena.setting import Setting

ACTIONS = 64
"""Different decisions that are taken in turn."""
MATCHES = 64


@dataclass(frozen=True)
class Timed:
    """What one form took."""

    form: str
    rows: int
    """Agent-steps a step of the environment."""
    agent_steps_per_s: float
    decision_us: float
    """Of one match: all that is done between two actions, divided by the matches."""


def measure(form: str, step: Callable[[int], object], *, rows: int, matches: int, seconds: float) -> Timed:
    """Time `step(n)`, called with n = 0, 1, …, for so many seconds of this process, after a tenth of that."""
    done, started = 0, time.process_time()
    while time.process_time() - started < seconds / 10:
        step(done)
        done += 1
    first, started = done, time.process_time()
    while (taken := time.process_time() - started) < seconds:
        step(done)
        done += 1
    each = taken / (done - first)
    return Timed(form, rows, rows / each, each / matches * 1e6)


def bare(variant: str, matches: int, seconds: float) -> Timed:
    """The batch alone, matches that end begun again: without all that makes it an environment."""
    batch = moba.Batch(
        variant, [moba.Setup(seed, *moba.random_lineups(variant, seed)) for seed in range(matches)]
    )
    actions = _actions(matches * 10).reshape(ACTIONS, matches, 10, 4)

    def step(n: int) -> None:
        batch.observe()
        batch.step(actions[n % ACTIONS])
        ended = np.flatnonzero(~batch.running)
        if len(ended):
            batch.reset_matches(ended, [batch.setups[place] for place in ended])

    rows = 2 * moba.heroes_per_side(variant) * matches
    return measure("the bare batch", step, rows=rows, matches=matches, seconds=seconds)


def pool(variant: str, control: str, matches: int, seconds: float) -> Timed:
    """The pool."""
    made = MatchPool(matches, setting=Setting(variant), seating=Seating(control))
    made.reset([np.random.default_rng(seed) for seed in range(matches)])
    actions = _actions(made.k)

    def step(n: int) -> None:
        made.step(actions[n % ACTIONS])
        made.begin_ended()

    return measure(f"`MatchPool`, {control}", step, rows=made.k, matches=matches, seconds=seconds)


def vector(variant: str, control: str, matches: int, seconds: float) -> Timed:
    """The vector form, its arrays copied, as it is by default."""
    rows = matches * Seating(control).rows(variant)
    env = MobaVectorEnv(rows, variant=variant, control=control)
    return _timed_vector(f"`MobaVectorEnv`, {control}", env, matches, seconds)


def gymnasium_vector(variant: str, matches: int, seconds: float) -> Timed:
    """Gymnasium's own vector of the single form."""
    env = SyncVectorEnv([lambda: MobaEnv(variant=variant)] * matches, autoreset_mode=AutoresetMode.SAME_STEP)
    return _timed_vector("Gymnasium's `SyncVectorEnv` of `MobaEnv`", env, matches, seconds)


def single(variant: str, seconds: float) -> Timed:
    """One `MobaEnv`."""
    env = MobaEnv(variant=variant)
    env.reset(seed=0)
    actions = _actions(1)[:, 0]

    def step(n: int) -> None:
        if any(env.step(actions[n % ACTIONS])[2:4]):
            env.reset()

    return measure("`MobaEnv`", step, rows=1, matches=1, seconds=seconds)


def parallel(variant: str, seconds: float) -> Timed:
    """One `MobaParallelEnv`."""
    env = MobaParallelEnv(variant=variant)
    env.reset(seed=0)
    agents = env.possible_agents
    actions = [dict(zip(agents, some, strict=True)) for some in _actions(len(agents))]

    def step(n: int) -> None:
        env.step(actions[n % ACTIONS])
        if not env.agents:
            env.reset()

    return measure("`MobaParallelEnv`", step, rows=len(agents), matches=1, seconds=seconds)


def run(variant: str, seconds: float, *, matches: int = MATCHES) -> list[Timed]:
    """Every form, one after the other."""
    return [
        bare(variant, matches, seconds),
        pool(variant, "all", matches, seconds),
        vector(variant, "all", matches, seconds),
        vector(variant, "side", matches, seconds),
        vector(variant, "hero", matches, seconds),
        gymnasium_vector(variant, matches, seconds),
        single(variant, seconds),
        parallel(variant, seconds),
    ]


def table(timed: list[Timed]) -> str:
    """The figures as the page has them."""
    lines = ["| form | agent-steps a step | agent-steps/s | µs a decision of a match |", "|---|---|---|---|"]
    lines += [
        f"| {one.form} | {one.rows} | {one.agent_steps_per_s:,.0f} | {one.decision_us:.0f} |" for one in timed
    ]
    return "\n".join(lines)


def _actions(rows: int) -> Int64:
    return np.random.default_rng(0).integers(0, moba.ACTION_RANGES, (ACTIONS, rows, 4))


def _timed_vector(
    form: str, env: gymnasium.vector.VectorEnv[Any, Any, Any], matches: int, seconds: float
) -> Timed:
    env.reset(seed=0)
    actions = _actions(env.num_envs)
    return measure(
        form, lambda n: env.step(actions[n % ACTIONS]), rows=env.num_envs, matches=matches, seconds=seconds
    )


if __name__ == "__main__":
    for name in ("blitz", "duel"):
        sys.stdout.write(f"{name}\n{table(run(name, 3.0))}\n")
