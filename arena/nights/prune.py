"""What is let go after a night: old snapshots, reports and action streams. Results never are.

Everything is decided anew each time from what is there, so a prune that was killed is simply done again. Actions go in
two steps, a night apart: first their rows forget the file, which the next snapshot tells every reader; the file itself,
which then no row names, goes with the next prune. So whoever still reads the snapshot before finds it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from arena import snapshots
from arena.config import StoreSection
from arena.home import Home
from arena.nights.reports import written_reports
from arena.store import Database, Store


@dataclass(frozen=True)
class Doomed:
    """A file that the rule lets go."""

    kind: str
    """`snapshot`, `report` or `actions`."""
    path: Path
    bytes: int

    def to_dict(self) -> dict[str, Any]:
        """It as JSON-ready data."""
        return {"kind": self.kind, "path": str(self.path), "bytes": self.bytes}


@dataclass(frozen=True)
class Pruning:
    """What a prune did, or would do."""

    files: list[Doomed]
    """Files deleted."""
    matches: int
    """Matches whose actions were forgotten; their files go with the next prune."""
    failed: tuple[str, ...] = ()
    """Files that could not be deleted, a line each."""

    @property
    def bytes(self) -> int:
        """Size of the files together."""
        return sum(one.bytes for one in self.files)

    def to_dict(self) -> dict[str, Any]:
        """It as JSON-ready data."""
        return {
            "files": [one.to_dict() for one in self.files],
            "bytes": self.bytes,
            "matches_forgotten": self.matches,
            "failed": list(self.failed),
        }


def prune_home(
    home: Home,
    store: Store,
    rule: StoreSection,
    *,
    publish: Callable[[], object] = lambda: None,
    now: datetime | None = None,
) -> Pruning:
    """Let go what the rule says. The caller holds the home's lock.

    Args:
        home: its folders.
        store: its live store.
        rule: what is kept.
        publish: publishes the store; called once, between forgetting actions and deleting files.
        now: the time that ages are measured from; the present if not given.
    """
    unnamed = unnamed_streams(home, store)  # before others are forgotten: those stay for a night
    matches = store.forget_streams(_before(rule, now), rule.keep_matches)
    publish()
    files = [*unnamed, *_old_snapshots(home, rule), *_old_reports(home, rule)]
    failed = {one.path: why for one in files if (why := _delete(one.path))}
    return Pruning([one for one in files if one.path not in failed], matches, tuple(failed.values()))


def _delete(path: Path) -> str:
    """Delete a file; why it could not be, empty if it could."""
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        return (
            f"{path} could not be deleted ({error.strerror}): delete it by hand, or mind its folder's rights"
        )
    return ""


def would_prune(home: Home, store: Store, rule: StoreSection, *, now: datetime | None = None) -> Pruning:
    """What `prune_home` would do; nothing is changed."""
    matches = store.forgettable_streams(_before(rule, now), rule.keep_matches)
    return Pruning(
        [*unnamed_streams(home, store), *_old_snapshots(home, rule), *_old_reports(home, rule)], matches
    )


def unnamed_streams(home: Home, database: Database) -> list[Doomed]:
    """Files of actions that no row names: forgotten ones, and what a writer that was killed left.

    Only safe to delete for who holds the home's lock: a batch's file is there before its rows are.
    """
    named = {
        file for (file,) in database.rows("SELECT DISTINCT file FROM action_streams WHERE file IS NOT NULL")
    }
    there = home.streams.glob("??/*") if home.streams.exists() else ()
    return _doomed("actions", (path for path in sorted(there) if path.stem not in named))


def _before(rule: StoreSection, now: datetime | None) -> datetime | None:
    """Runs that ended before this lose their actions; None where actions are kept for good."""
    return (now or datetime.now(UTC)) - timedelta(days=rule.streams_days) if rule.streams_days else None


def _old_snapshots(home: Home, rule: StoreSection) -> list[Doomed]:
    return _doomed("snapshot", snapshots.old_snapshots(home, keep=rule.snapshots))


def _old_reports(home: Home, rule: StoreSection) -> list[Doomed]:
    found = written_reports(home)
    old = list(found)[: max(0, len(found) - rule.reports)]
    return _doomed("report", (path for number in old for path in found[number]))


def _doomed(kind: str, paths: Iterable[Path]) -> list[Doomed]:
    return [Doomed(kind, path, path.stat().st_size) for path in paths if path.is_file()]
