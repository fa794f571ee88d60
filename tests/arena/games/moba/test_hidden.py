"""Nothing that is hidden from a side is in what it is given: not a byte."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.games.moba import Batch, Shown
from arena.games.moba import layout as lay
from tests.arena.games.moba.hidden import hide_all
from tests.arena.games.moba.observed import NAMES
from tests.arena.games.moba.random_play import play, setups, view
from tests.arena.games.moba.scenes import pit


def difference(batch: Batch, b: int, half: int, own: dict[str, Any]) -> list[str]:
    """Names of columns that are no longer as they were."""
    before = np.frombuffer(own["observations"], np.float32).reshape(lay.HEROES, -1)
    after = batch.observations[b, half * lay.HEROES : (half + 1) * lay.HEROES]
    return sorted({NAMES[column] for column in np.nonzero(before != after)[1]})


class Watcher:
    """Compares what a side is given before and after all that it cannot know was changed."""

    def __init__(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.units = self.runes = self.differ = 0

    def check(self, batch: Batch) -> None:
        """Both sides of all running matches, in version 1 of the contract as well; the matches stay as they are."""
        before, old = batch.matches.copy(), Shown(batch, 1)
        for half in range(2):
            batch.observe()
            old.refresh()
            shown = old.batch.observations.copy(), old.batch.masks.copy()
            running = np.flatnonzero(batch.running)
            known = [(view(batch, b, half), view(batch, b, 1 - half)) for b in running]
            for b in running:
                changed = hide_all(batch.matches[b], batch.rules, half, self.rng)
                self.units += changed["units"]
                self.runes += changed["runes"]
            batch.observe()
            old.refresh()
            for b, (own, others) in zip(running, known, strict=True):
                again = view(batch, b, half)
                assert own["observations"] == again["observations"], difference(batch, b, half, own)
                assert own["masks"] == again["masks"]
                assert (own["slots"] == again["slots"]).all()
                self.differ += others["observations"] != view(batch, b, 1 - half)["observations"]
            side = slice(half * lay.HEROES, (half + 1) * lay.HEROES)
            for array, then in zip((old.batch.observations, old.batch.masks), shown, strict=True):
                assert array[running, side].tobytes() == then[running, side].tobytes()
            batch.matches[:] = before


@pytest.mark.parametrize(("variant", "count", "step"), [("blitz", 3, 150), ("duel", 3, 60)])
def test_nothing_hidden_is_observed_in_whole_matches(variant: str, count: int, step: int) -> None:
    watcher = Watcher(5)
    batch = Batch(variant, setups(variant, count, first=20))
    while batch.running.any() and batch.decision < 6000:
        play(batch, step)
        watcher.check(batch)
    assert watcher.units > 1000 and watcher.runes > 50 and watcher.differ > 50


def test_nothing_hidden_is_observed_where_all_meet() -> None:
    watcher = Watcher(6)
    batch = Batch("blitz", setups("blitz", 12, first=70))
    for b in range(batch.n):
        pit(batch, b, 70 + b)
    for _ in range(6):
        play(batch, 1)
        watcher.check(batch)
    assert watcher.units > 500 and watcher.differ > 50
