"""Ctrl-C at a moment of our choosing."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIG_IGN, SIGINT, default_int_handler, getsignal, signal


@contextmanager
def deferring_interrupts() -> Iterator[None]:
    """Let the block end before a Ctrl-C that comes within it raises KeyboardInterrupt.

    DuckDB answers a Ctrl-C within a query with `RuntimeError: Query interrupted`; and a transaction that is about to
    end is better ended. Outside the main thread, which alone gets signals, this does nothing.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or getsignal(SIGINT) is not default_int_handler
    ):
        yield
        return
    came: list[int] = []
    signal(SIGINT, lambda number, frame: came.append(number))
    try:
        yield
    finally:
        signal(SIGINT, default_int_handler)
    if came:
        raise KeyboardInterrupt


@contextmanager
def ignoring_interrupts() -> Iterator[None]:
    """Ignore Ctrl-C within the block; processes that are started in it ignore it for good."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal(SIGINT, SIG_IGN)
    try:
        yield
    finally:
        signal(SIGINT, before)
