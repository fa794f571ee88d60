"""What pages read: the newest published snapshot, held open, and the runs of training.

A new snapshot is noticed when it is next asked for.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime

from arena.errors import NothingPublished, StoreError
from arena.home import Home
from arena.snapshots import latest_snapshot
from arena.store import Database, open_published
from dashboard.data.runs import Runs


@dataclass(frozen=True)
class Reading:
    """A snapshot that is open, and what is known of it."""

    database: Database
    number: int
    published_at: datetime
    """When its file was written; knows its time zone."""
    problem: str | None = None
    """Why a newer snapshot cannot be read, if that is so."""

    @property
    def age_h(self) -> float:
        """Hours since it was published."""
        return (datetime.now(UTC) - self.published_at).total_seconds() / 3600


class _Held:
    """A reading with the number of those who use it: it is closed when it is neither the newest nor in use."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.users = 0
        self.retired = False


class Source:
    """The published snapshots of a home, and its runs. Safe to share between threads.

    Args:
        home: where they are.
        runs: patterns of folders with runs, beside those of its configuration.
    """

    def __init__(self, home: Home, runs: Sequence[str] = ()) -> None:
        self.home = home
        self.runs = Runs(home, runs)
        self._lock = threading.Lock()
        self._held: _Held | None = None
        self._refused: tuple[int, str] | None = None

    @contextmanager
    def reading(self) -> Iterator[Reading]:
        """The newest snapshot that can be read, open for the length of the block.

        Raises:
            NothingPublished: there is none yet.
            StoreError: there is one, it cannot be read, and no earlier one is open.
        """
        with self._lock:
            held, problem = self._newest()
            held.users += 1
        try:
            yield held.reading if problem is None else _with_problem(held.reading, problem)
        finally:
            with self._lock:
                held.users -= 1
                _close_if_done(held)

    def number(self) -> int | None:
        """Number of the snapshot that `reading` would give; None if there is none."""
        try:
            with self.reading() as reading:
                return reading.number
        except StoreError:
            return None

    def close(self) -> None:
        """Close what is open and not in use."""
        with self._lock:
            if self._held is not None:
                self._retire(self._held)
                self._held = None

    def _newest(self) -> tuple[_Held, str | None]:
        """What to read now, and why it is not the newest."""
        try:
            number = latest_snapshot(self.home).number
        except NothingPublished as error:
            if self._held is None:
                raise
            return self._held, str(error)
        if self._held is not None and self._held.reading.number == number:
            return self._held, None
        if self._held is not None and self._refused is not None and self._refused[0] == number:
            return self._held, self._refused[1]
        try:
            opened = _Held(_open(self.home))
        except StoreError as error:
            if self._held is None:
                raise
            self._refused = (number, str(error))
            return self._held, str(error)
        if self._held is not None:
            self._retire(self._held)
        self._held = opened
        return opened, None

    def _retire(self, held: _Held) -> None:
        held.retired = True
        _close_if_done(held)


def _close_if_done(held: _Held) -> None:
    if held.retired and not held.users:
        held.reading.database.close()


def _with_problem(reading: Reading, problem: str) -> Reading:
    return Reading(reading.database, reading.number, reading.published_at, problem)


def _open(home: Home) -> Reading:
    database = open_published(home)
    database.rows("SET threads = 1")  # pages are small queries: several at once, each on one thread
    written = datetime.fromtimestamp(database.path.stat().st_mtime, UTC)
    return Reading(database, int(database.path.stem), written)
