"""`palaestra bench train`: how fast a run plays and learns, end to end and by part, for networks of several sizes.

A case is a whole run but for its files: matches of `blitz` from their middle on, past selves among the opponents. Times
are of the processor on one thread, so that other programs disturb them less, and of the clock on more.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import torch

from training.clock import PARTS, Clock
from training.draws import course_at
from training.experience import Experience
from training.flops import Load, count_flops
from training.forms import AIMED, AT_TARGET, OFFSET
from training.learner import Learner
from training.network import Policy
from training.network_settings import NetworkSettings
from training.opponents import Opponents
from training.opposition import Opposition
from training.rollout import Rollout, Terms
from training.run_settings import RunSettings, load_run, make_run
from training.seating import PAST, seat

SIZES = ("small", "medium", "large")
THREADS = (1, 2)


@dataclass(frozen=True, slots=True)
class Case:
    """Figures of one network; agent-steps a second are medians over updates."""

    case: str
    parameters: int
    threads: int
    agent_steps_per_s: float
    simulate_per_s: float
    infer_per_s: float
    learn_per_s: float
    share_of_parts: float
    """End to end by what the three parts alone would allow, 1 / (1/simulate + 1/infer + 1/learn), update by update."""
    units: float
    """Occupied unit slots a row."""
    flops: float
    """Operations of an agent-step: once forward to play, once forward and backward to learn."""
    clock: str
    """What times are of: `processor` or `wall`."""


class _Loop:
    """A run without files."""

    def __init__(self, settings: RunSettings, clock: Clock) -> None:
        torch.set_num_threads(settings.threads)
        self.settings = settings
        policy = Policy(settings.network_settings)
        self.learner = Learner(settings, policy, clock=clock)
        seating = seat(settings.variant, settings.matches, past=settings.opponents, bots=settings.bots)
        frozen = Policy(settings.network_settings, seed=1).requires_grad_(requires_grad=False)
        pool = Opponents(lambda step: frozen, seed=0, turns=len(seating.places(PAST)))
        pool.join(0)
        width = policy.memory_width
        opposition = Opposition(settings.variant, seating, pool, memory_width=width)
        self.course = course_at(settings, 0)
        self.rollout = Rollout(settings, seating, opposition, memory_width=width, clock=clock)
        self.rollout.begin(self.course)

    def update(self) -> Load:
        """Play a segment and learn from it; gives what a row had on the mean."""
        scale = self.learner.normaliser
        terms = Terms(self.course, 0.5, scale.mean, scale.deviation, self.learner.updates)
        experience = self.rollout.play(self.learner.policy, terms)
        self.learner.learn(experience)
        self.rollout.take_back(experience)
        return load_of(experience)


def load_of(experience: Experience) -> Load:
    """What a row of a segment had, on the mean."""
    packed, actions = experience.packed, experience.actions.flatten(0, 1).numpy()
    form = packed.forms[np.arange(len(packed)), actions[:, 0]]
    aimed = form == AIMED
    return Load(
        units=len(packed.units) / len(packed),
        offsets=float((form == OFFSET).mean()),
        aims=float(aimed.mean()),
        targets=float(((form == AT_TARGET) | (aimed & (actions[:, 3] == 0))).mean()),
    )


def run_case(settings: RunSettings, name: str, *, updates: int) -> Case:
    """Measure a run of some settings over `updates` updates, after one that warms up."""
    one = settings.threads == 1
    clock = Clock(time.process_time if one else time.perf_counter)
    loop = _Loop(settings, clock)
    loop.update()
    clock.lap()
    laps, loads = [], []
    for _ in range(updates):
        loads.append(loop.update())
        laps.append(clock.lap())
    steps = loop.learner.agent_steps / loop.learner.updates
    part = {name: float(np.median([lap[name] for lap in laps])) / steps for name in (*PARTS, "total")}
    flops = [count_flops(settings.network_settings, load) for load in loads]
    return Case(
        case=name,
        parameters=loop.learner.policy.parameters_count,
        threads=settings.threads,
        agent_steps_per_s=1.0 / part["total"],
        simulate_per_s=1.0 / part["simulate"],
        infer_per_s=1.0 / part["infer"],
        learn_per_s=1.0 / part["learn"],
        share_of_parts=float(np.median([sum(lap[each] for each in PARTS) / lap["total"] for lap in laps])),
        units=float(np.mean([load.units for load in loads])),
        flops=float(np.mean([each.forward + each.learn for each in flops])),
        clock="processor" if one else "wall",
    )


def bench_settings(network: str | NetworkSettings, threads: int, **more: Any) -> RunSettings:
    """The run that is measured: the preset `blitz`, all matches from their middle on."""
    named = network if isinstance(network, str) else network.to_dict()
    fields = {
        **load_run("blitz").to_dict(),
        "starts": {"midgame": 1.0},
        "network": named,
        "threads": threads,
    }
    return make_run({**fields, **more}, source="bench")


def run(
    *,
    sizes: Sequence[str | NetworkSettings] = SIZES,
    threads: Sequence[int] = THREADS,
    updates: int = 8,
    **more: Any,
) -> dict[str, Any]:
    """All cases: {"cases": [...]}, rows of `Case`; `more` are settings in place of the run's."""
    before = torch.get_num_threads()
    try:
        rows = [
            asdict(
                run_case(bench_settings(size, count, **more), f"{size}, threads: {count}", updates=updates)
            )
            for count in threads
            for size in sizes
        ]
    finally:
        torch.set_num_threads(before)
    return {"cases": rows}
