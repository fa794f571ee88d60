"""Published snapshots as files: numbered, with a pointer to the newest, old ones pruned.

A snapshot is never written over, since a process with an old connection would go on seeing the old data: each
is a new file, and only the small pointer file is replaced.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from arena.errors import NothingPublished
from arena.files import sync_folder, write_atomically
from arena.home import Home

KEEP = 5
"""Snapshots kept, the newest ones. A reader that has an older one open reads on until it closes it."""


LARGEST = 10**12
"""No snapshot's number comes near this; a pointer that says more is damaged."""


@dataclass(frozen=True)
class Snapshot:
    """One published database file."""

    number: int
    path: Path


def snapshot_path(home: Home, number: int) -> Path:
    """Where the snapshot of this number lies."""
    return home.published / f"{number:06d}.duckdb"


def latest_snapshot(home: Home) -> Snapshot:
    """The snapshot that the pointer names.

    Raises:
        NothingPublished: there is none yet, or the pointer cannot be read.
    """
    try:
        number = json.loads(_pointer(home).read_text())["number"]
        if not isinstance(number, int) or not 0 < number < LARGEST:
            raise ValueError(f"its number is {str(number)[:40]!r}, expected 1 or more")  # noqa: TRY301
    except FileNotFoundError:
        raise NothingPublished(
            f"nothing is published under {home.root}: run `palaestra nightly`, or name the folder with --home"
        ) from None
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NothingPublished(
            f"cannot read {_pointer(home)} ({error}): publish again with `palaestra nightly`"
        ) from error
    return Snapshot(number, snapshot_path(home, number))


def next_number(home: Home) -> int:
    """The number after every file there, whether or not its publication was finished."""
    return max((int(path.stem) for path in _files(home)), default=0) + 1


def point_to(home: Home, unfinished: Path, number: int) -> Snapshot:
    """Give a finished database file its number and make it the newest snapshot."""
    path = snapshot_path(home, number)
    unfinished.replace(path)
    sync_folder(home.published)
    write_atomically(_pointer(home), json.dumps({"number": number, "file": path.name}).encode())
    return Snapshot(number, path)


def prune(home: Home, *, keep: int = KEEP) -> list[Path]:
    """Delete what `old_snapshots` names; the deleted files."""
    doomed = old_snapshots(home, keep=keep)
    for path in doomed:
        path.unlink(missing_ok=True)
    return doomed


def old_snapshots(home: Home, *, keep: int = KEEP) -> list[Path]:
    """All but the newest `keep` snapshots, and what killed publications left.

    The snapshot that the pointer names is never among them; where nothing is published yet, nothing is.
    """
    try:
        newest = latest_snapshot(home).path
    except NothingPublished:
        return []
    numbered = sorted(_files(home))
    doomed = [path for path in numbered[: max(0, len(numbered) - keep)] if path != newest]
    return [*doomed, *home.published.glob(".*.tmp*")]


def _pointer(home: Home) -> Path:
    return home.published / "latest.json"


def _files(home: Home) -> list[Path]:
    return [path for path in home.published.glob("*.duckdb") if path.stem.isdigit()]
