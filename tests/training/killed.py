"""Runs in processes of their own, to be killed; `fork_server` has loaded the game for them, which takes seconds.

A fork of the test's own process would not do: libraries have threads there, which a fork does not take along.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from multiprocessing.context import ForkServerContext
from pathlib import Path

from training import run
from training.run import Until, train
from training.run_settings import make_run


def fork_server() -> ForkServerContext:
    """Where processes are forked from."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.training.killed", "tests.training.warm"])
    return context


def train_on(folder: str, fields: dict[str, object], agent_steps: int) -> None:
    """Train a run of some settings."""
    settings = make_run(fields, source="test")
    train(Path(folder), settings, Until(agent_steps=agent_steps), command="a test")


def train_until_killed(folder: str, fields: dict[str, object], agent_steps: int, updates: int) -> None:
    """Train, and kill the process where another update would begin after so many."""
    original, left = run.Run.update, updates

    def update(self: run.Run) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            os.kill(os.getpid(), signal.SIGKILL)
        original(self)

    run.Run.update = update  # type: ignore[method-assign]
    train_on(folder, fields, agent_steps)
