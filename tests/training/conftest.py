"""Moments of real matches, packed, for all that reads them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
import torch
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba.bench import act
from training.packing import Packed, Packer


@dataclass(frozen=True)
class Scene:
    """Successive decisions of some matches: arrays by decision, and all of their rows packed, time-major."""

    variant: str
    observations: NDArray[np.float32]
    masks: NDArray[np.bool_]
    slots: NDArray[np.int64]
    matches: NDArray[np.int64]
    heroes: NDArray[np.int64]
    packed: Packed

    @property
    def decisions(self) -> int:
        return len(self.observations)

    @property
    def heroes_count(self) -> int:
        return len(self.matches)


def scene(variant: str, *, matches: int, decisions: int, skipped: int, start: str = "fresh") -> Scene:
    setups = [
        moba.Setup(seed, *moba.random_lineups(variant, seed), start=start) for seed in range(1, matches + 1)
    ]
    batch = moba.Batch(variant, setups)
    places, heroes = np.nonzero(batch.active)
    packer = Packer(variant, hidden=True)
    seen = []
    for decision in range(skipped + decisions):
        batch.observe()
        if decision >= skipped:
            packer.add(batch.observations, batch.masks, places, heroes)
            seen.append((batch.observations.copy(), batch.masks.copy(), batch.slots.copy()))
        batch.step(act(batch, "medium"))
    observations, masks, slots = (np.stack(one) for one in zip(*seen, strict=True))
    return Scene(variant, observations, masks, slots, places, heroes, packer.packed())


@pytest.fixture(scope="session")
def blitz() -> Scene:
    """Two matches of ten heroes in mid-play."""
    return scene("blitz", matches=2, decisions=8, skipped=120, start="midgame")


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)
