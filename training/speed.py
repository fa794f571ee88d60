"""How fast a network plays and learns on one thread, our game in the loop, part by part.

    python -m training.speed small medium

Matches of one network against itself, from the middle of matches on: decisions are taken for all heroes at once, then
every segment is learnt from once, in minibatches of whole sequences. The loss stands for PPO's, which does the same
work on the network's outputs; the optimiser is torch's Adam. Times are of the processor, so that other programs on the
machine disturb them less.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
import torch
from torch import Tensor

from arena.games import moba
from training.flops import Load, count_flops
from training.network import Policy
from training.network_settings import NetworkSettings, named_size
from training.packing import Packer

PARTS = ("simulate", "observe", "pack", "infer", "take", "learn", "adjust")
COLLECTING = PARTS[:4]


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """What is measured: `matches` together, `segment` decisions before learning, `sequences` to a minibatch."""

    variant: str = "blitz"
    start: str = "midgame"
    matches: int = 64
    segment: int = 16
    sequences: int = 160
    updates: int = 10


@dataclass(frozen=True, slots=True)
class Speed:
    """Figures of one network; times are microseconds of one processor for a decision of one hero."""

    parameters: int
    part_us: dict[str, float]
    """By part, of PARTS: medians over updates."""
    units: float
    """Occupied unit slots a row."""
    flops: float
    """Operations of a decision: once forward to play, once forward and backward to learn."""

    @property
    def agent_steps_per_s(self) -> float:
        """Decisions of a hero in a second, played and learnt from."""
        return 1e6 / sum(self.part_us.values())

    @property
    def collecting_per_s(self) -> float:
        """Decisions of a hero in a second, played alone."""
        return 1e6 / sum(self.part_us[part] for part in COLLECTING)

    @property
    def learning_per_s(self) -> float:
        """Decisions of a hero in a second, learnt from alone."""
        return 1e6 / sum(self.part_us[part] for part in PARTS if part not in COLLECTING)


@dataclass(slots=True)
class _Spent:
    """Seconds by part since the last update."""

    seconds: dict[str, float] = field(default_factory=lambda: dict.fromkeys(PARTS, 0.0))

    @contextmanager
    def on(self, part: str) -> Iterator[None]:
        start = time.process_time()
        yield
        self.seconds[part] += time.process_time() - start


class _Run:
    """A network that plays itself and learns, timed."""

    def __init__(self, settings: NetworkSettings, course: Course) -> None:
        setups = [
            moba.Setup(seed, *moba.random_lineups(course.variant, seed), start=course.start)
            for seed in range(1, course.matches + 1)
        ]
        self.course = course
        self.batch = moba.Batch(course.variant, setups)
        self.matches, self.heroes = np.nonzero(self.batch.active)
        self.packer = Packer(course.variant)
        self.policy = Policy(settings)
        self.adam = torch.optim.Adam(self.policy.parameters(), lr=1e-4, fused=True)
        self.generator = torch.Generator().manual_seed(1)
        self.memory = self.policy.first_memory(len(self.matches))

    def update(self, spent: _Spent) -> Load:
        """Play a segment and learn from it; gives what a row had on the mean."""
        memory = self.memory
        self.packer.clear()
        actions = torch.stack([self._decide(spent) for _ in range(self.course.segment)])
        order = torch.randperm(len(self.matches), generator=self.generator)
        used = [self._learn(memory, actions, part, spent) for part in order.split(self.course.sequences)]
        packed = self.packer.packed()
        offsets, aims, targets = (float(one) / len(packed) for one in torch.stack(used).sum(0))
        return Load(units=len(packed.units) / len(packed), offsets=offsets, aims=aims, targets=targets)

    def _decide(self, spent: _Spent) -> Tensor:
        with spent.on("observe"):
            self.batch.observe()
        with spent.on("pack"):
            packed = self.packer.add(self.batch.observations, self.batch.masks, self.matches, self.heroes)
        with spent.on("infer"):
            uniforms = torch.rand(len(packed), 4, generator=self.generator)
            choice = self.policy.step(packed, self.memory, uniforms)
        self.memory = choice.memory
        with spent.on("simulate"):
            actions = np.zeros((self.batch.n, 10, 4), np.int64)
            actions[self.matches, self.heroes] = choice.actions.numpy()
            self.batch.step(actions)
        return choice.actions

    def _learn(self, memory: Tensor, actions: Tensor, part: Tensor, spent: _Spent) -> Tensor:
        """A minibatch of the sequences `part`; gives how many rows used offset, aim and target."""
        with spent.on("take"):
            packed = self.packer.packed().take_sequences(part.numpy(), length=self.course.segment)
        with spent.on("learn"):
            starts = torch.zeros(self.course.segment, len(part), dtype=torch.bool)
            found = self.policy.unroll(packed, memory[part], starts, actions[:, part])
            ratio = (found.log_prob - found.log_prob.detach()).exp()
            entropy = torch.stack(list(found.entropy.values())).mean()
            loss = ratio.mean() + found.value.square().mean() - 0.01 * entropy
            self.policy.zero_grad()
            loss.backward()
        with spent.on("adjust"):
            torch.nn.utils.clip_grad_norm_(self.policy.parameters(), 0.5)
            self.adam.step()
        return torch.stack([found.used[head].sum() for head in ("offset", "aim", "target")])


def measure_speed(settings: NetworkSettings, course: Course = Course()) -> Speed:
    """Figures of a network on one thread; the number of torch's threads is left at one."""
    torch.set_num_threads(1)
    run = _Run(settings, course)
    run.update(_Spent())  # compiles
    updates, loads = [], []
    for _ in range(course.updates):
        spent = _Spent()
        loads.append(run.update(spent))
        updates.append(spent.seconds)
    steps = course.segment * len(run.matches)
    part_us = {part: float(np.median([one[part] for one in updates])) / steps * 1e6 for part in PARTS}
    flops = [count_flops(settings, load) for load in loads]
    return Speed(
        run.policy.parameters_count,
        part_us,
        float(np.mean([load.units for load in loads])),
        float(np.mean([one.forward + one.learn for one in flops])),
    )


def format_speed(name: str, speed: Speed) -> str:
    """A few lines for a terminal."""
    parts = "  ".join(f"{part} {us:.1f}" for part, us in speed.part_us.items())
    return (
        f"{name}: {speed.parameters:,} parameters, {speed.units:.1f} units a row,"
        f" {speed.flops / 1e6:.2f} MFLOP an agent-step\n"
        f"  agent-steps a second: {speed.agent_steps_per_s:,.0f} end to end,"
        f" {speed.collecting_per_s:,.0f} collecting, {speed.learning_per_s:,.0f} learning\n"
        f"  microseconds: {parts}\n"
    )


if __name__ == "__main__":
    for size in sys.argv[1:] or ["small"]:
        sys.stdout.write(format_speed(size, measure_speed(named_size(size))))
