"""Where the time of a run goes, by part."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PARTS = ("simulate", "infer", "learn")


class Clock:
    """Adds up seconds by part; parts do not lie in one another. `now` may be the time of the processor instead."""

    def __init__(self, now: Callable[[], float] = time.perf_counter) -> None:
        self._now = now
        self._began = now()
        self.seconds = dict.fromkeys(PARTS, 0.0)

    @contextmanager
    def on(self, part: str) -> Iterator[None]:
        """Count the block to a part."""
        begin = self._now()
        try:
            yield
        finally:
            self.seconds[part] += self._now() - begin

    def lap(self) -> dict[str, float]:
        """Seconds by part and in all (`total`) since the last lap."""
        now = self._now()
        found = {**self.seconds, "total": now - self._began}
        self.seconds = dict.fromkeys(PARTS, 0.0)
        self._began = now
        return found
