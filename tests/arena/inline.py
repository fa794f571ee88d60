"""An executor of made-up results, for tests of what is decided from them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Self

import numpy as np

from arena.executor import Finished
from arena.games import moba
from arena.rows import BatchResult, PlayedMatches, make_result
from arena.specs import BatchSpec


class Inline:
    """Plays batches at once; each match goes to the stronger with the chance of Bradley–Terry.

    What a match comes to depends on its seed, its slot and who plays it alone, as in the game.
    """

    def __init__(
        self, strength: Mapping[str, float], *, stop_after: int | None = None, failing: str | None = None
    ) -> None:
        self.strength = strength
        self.left = stop_after
        self.failures = {} if failing is None else {failing: "raised KeyError"}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        return

    def run(
        self, function: Callable[..., Any], tasks: Iterator[BatchSpec], *, deadline: float | None = None
    ) -> Iterator[Finished[BatchSpec, BatchResult]]:
        for spec in tasks:
            if self.left == 0 or (deadline is not None and time.monotonic() >= deadline):
                return
            self.left = None if self.left is None else self.left - 1
            yield Finished(spec, self._play(spec), None)

    def _play(self, spec: BatchSpec) -> BatchResult:
        if self.failures:
            return make_result(spec, None, {**spec.set_aside, **self.failures}, self.failures)
        n = len(spec.matches)
        results = np.zeros(n, moba.Batch(spec.variant, []).results().dtype)
        heroes = np.zeros((n, 10), moba.Batch(spec.variant, []).hero_results().dtype)
        for place, match in enumerate(spec.matches):
            rng = np.random.default_rng([match.seed, match.slot])
            lead = self.strength[match.west] - self.strength[match.east]
            west_won = rng.random() < 1 / (1 + np.exp(-lead))
            results[place]["winner"] = 1 if west_won else -1
            results[place]["ending"] = moba.ENDINGS.index("kills")
            results[place]["ticks"] = 1000 + int(rng.integers(0, 10**6))
            results[place]["kills"] = (2, 0) if west_won else (0, 2)
            heroes[place, 5 if west_won else 0]["deaths"] = 2
        active = np.zeros((n, 10), np.bool_)
        active[:, [0, 5]] = True
        streams = [np.full((5, 10, 4), place, np.uint16) for place in range(n)]
        faults = np.zeros((n, len(moba.FAULT_NAMES)), np.int64)
        return make_result(
            spec, PlayedMatches(spec.matches, active, results, heroes, faults, streams), {}, {}
        )
