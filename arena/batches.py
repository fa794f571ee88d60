"""Batches on their way to the workers, and once more those whose workers one of their entrants ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Self

from arena.executor import Finished
from arena.rows import BatchResult
from arena.specs import BatchSpec


class Batches:
    """Descriptions of batches, one after another, for `Executor.run`; it may go on after its end."""

    def __init__(self, specs: Iterator[BatchSpec]) -> None:
        self._specs = specs
        self._again: list[BatchSpec] = []

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> BatchSpec:
        """The next batch to play: one to be played again, if there is any."""
        return self._again.pop() if self._again else next(self._specs)

    def without_culprit(self, done: Finished[BatchSpec, BatchResult]) -> BatchSpec | None:
        """A batch whose workers one entrant ended, without it; it comes next. None if nobody is known to have."""
        spec, culprit = done.task, done.culprit
        if culprit is None or culprit not in spec.players or culprit in spec.void:
            return None
        reason = f"ended the process it plays in: {done.error}"
        again = replace(spec, killed={**spec.killed, culprit: reason})
        self._again.append(again)
        return again
