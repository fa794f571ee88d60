"""One writer at a time: a lock on a folder that the system releases when its holder dies."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from arena.errors import HomeLocked
from arena.home import Home

LOCK = "lock"


@contextmanager
def writing(home: Home) -> Iterator[None]:
    """Hold the home's write lock for the length of the block; see `holding`.

    Raises:
        HomeLocked: another process holds it; the message names its process number.
    """
    with holding(home.root, option="--home"):
        yield


@contextmanager
def holding(folder: Path, *, option: str) -> Iterator[None]:
    """Hold a folder's write lock for the length of the block.

    The lock is `flock` on `FOLDER/lock`, so a holder that is killed releases it; the file then still names the
    dead process, which is harmless, since only the lock itself counts.

    Args:
        folder: made if it is not there.
        option: by which a command names the folder, for the message.

    Raises:
        HomeLocked: another process holds it; the message names its process number.
    """
    folder.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _take(descriptor, folder, option)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, folder: Path, option: str) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
        raise HomeLocked(
            f"{folder} is being written by process {holder}: wait until it ends, stop it, "
            f"or name another folder with {option}"
        ) from None
