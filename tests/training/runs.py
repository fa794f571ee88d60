"""Small runs for tests: a tiny network on duels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from training.clock import Clock
from training.draws import course_at
from training.network import Policy
from training.opponents import Opponents
from training.opposition import Opposition
from training.rollout import Rollout, Terms
from training.run_settings import RunSettings, make_run
from training.seating import PAST, seat

TINY = {"unit": 8, "own": 8, "world": 8, "joined": 16, "memory": 16, "embedding": 2}


def tiny_run(**more: Any) -> RunSettings:
    fields = {
        "variant": "duel",
        "network": TINY,
        "matches": 8,
        "segment": 8,
        "minibatches": 2,
        "opponents": 0.5,
        "starts": {"fresh": 1.0},
        "seed": 5,
        "team_spirit": 0.0,
    }
    return make_run({**fields, **more}, source="test")


def frozen(settings: RunSettings, seed: int) -> Policy:
    return Policy(settings.network_settings, seed=seed).requires_grad_(requires_grad=False)


def rollout_of(settings: RunSettings, steps: tuple[int, ...] = (0,)) -> tuple[Rollout, Policy]:
    """A rollout that has begun, whose past checkpoints have the weights of the seed of their step, and a policy."""
    policy = Policy(settings.network_settings, seed=settings.seed)
    seating = seat(settings.variant, settings.matches, past=settings.opponents, bots=settings.bots)
    pool = Opponents(
        lambda step: frozen(settings, 100 + step), seed=settings.seed, turns=len(seating.places(PAST))
    )
    for step in steps:
        pool.join(step)
    width = policy.memory_width
    opposition = Opposition(settings.variant, seating, pool, memory_width=width)
    rollout = Rollout(settings, seating, opposition, memory_width=width, clock=Clock())
    course = course_at(settings, 0)
    rollout.begin(course)
    rollout.batch.matches["limit"] = 0  # not spread over time: all matches are to be cut together
    course.limit(rollout.batch, np.arange(settings.matches))
    rollout._packer.clear()
    rollout._look()
    return rollout, policy


def terms_of(settings: RunSettings, version: int = 0, mean: float = 0.0, deviation: float = 1.0) -> Terms:
    return Terms(course_at(settings, 0), 0.0, mean, deviation, version)


def sha256_of(folder: Path) -> str:
    import hashlib

    return hashlib.sha256((folder / "weights.safetensors").read_bytes()).hexdigest()
