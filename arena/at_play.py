"""Whose code a worker runs, noted where its parent can read it after the worker is gone.

A player's code may end the process it plays in, by a crash or by `os._exit`, and leaves nobody there to tell whose it
was. So each worker shares a few bytes with its parent, and the name of an entrant stands there while its code runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

SIZE = 1024
"""Bytes of a note; what is longer is cut."""


class _Here:
    """The note of this process, if it is a worker."""

    note: Any = None


def share(note: Any) -> None:
    """Write notes of this process to a shared array of SIZE characters, as `multiprocessing` makes them."""
    _Here.note = note


@contextmanager
def at_play(entrant: str) -> Iterator[None]:
    """Note while the context lasts that an entrant's code runs; nothing outside a worker."""
    note = _Here.note
    if note is None:
        yield
        return
    note.value = entrant.encode()[: SIZE - 1]
    try:
        yield
    finally:
        note.value = b""


def read(note: Any) -> str | None:
    """Whose code ran when a worker ended; None if nobody's."""
    return bytes(note.value).decode(errors="ignore") or None
