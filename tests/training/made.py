"""Checkpoints and lineages for tests, made up: their weights are no network's unless a test says so."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.checkpoint import write_checkpoint
from training.checkpoint_record import CheckpointRecord, Provenance
from training.lineage import Lineage, new_lineage
from training.network import Policy
from training.network_settings import SIZES
from training.policies import weights_of

COMMAND = "palaestra train --variant duel --seed 5"


def made_provenance(**more: Any) -> Provenance:
    fields = {
        "lineage": "first",
        "step": 600,
        "agent_steps": 1_500_000,
        "network": SIZES["tiny"].to_dict(),
        "variant": "duel",
        "seed": 5,
        "command": COMMAND,
    }
    return Provenance(**{**fields, **more})


def made_weights(seed: int = 0) -> dict[str, NDArray[np.float32]]:
    rng = np.random.default_rng(seed)
    shapes = {"units.weight": (16, 24), "units.bias": (16,), "memory.weight": (4, 3, 2)}
    return {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}


def made_lineage(folder: Path, name: str = "first", variants: tuple[str, ...] = ("duel",)) -> Lineage:
    lineage = new_lineage(folder, name=name, variants=variants, seed=5, command=COMMAND, why="a test")
    lineage.write_own_record()
    return lineage


def made_checkpoint(folder: Path, *, seed: int = 1, size: str = "tiny", **more: Any) -> CheckpointRecord:
    """Write the untrained network of a size as a checkpoint."""
    policy = Policy(SIZES[size], seed=seed)
    return write_checkpoint(
        folder, made_provenance(network=SIZES[size].to_dict(), **more), weights_of(policy)
    )


def playing_lineage(folder: Path, *steps: int, **more: Any) -> Lineage:
    """A lineage with untrained networks, each step another."""
    lineage = made_lineage(folder, **more)
    for step in steps:
        made_checkpoint(lineage.checkpoint(step), seed=step, step=step, lineage=lineage.name)
    return lineage
