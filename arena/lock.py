"""One writer at a time: a lock on the home folder that the system releases when its holder dies."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from arena.errors import HomeLocked
from arena.home import Home


@contextmanager
def writing(home: Home) -> Iterator[None]:
    """Hold the home's write lock for the length of the block.

    The lock is `flock` on `HOME/lock`, so a holder that is killed releases it; the file then still names the
    dead process, which is harmless, since only the lock itself counts.

    Raises:
        HomeLocked: another process holds it; the message names its process number.
    """
    home.root.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(home.lock, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _take(descriptor, home)
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, home: Home) -> None:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(descriptor, 32, 0).decode(errors="replace").strip() or "unknown"
        raise HomeLocked(
            f"{home.root} is being written by process {holder}: wait until it ends, stop it, "
            "or name another folder with --home"
        ) from None
