"""Work for executors in tests."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path


def square(number: int) -> int:
    return number * number


def square_slowly(number: int) -> int:
    time.sleep(0.02 * (number % 3))
    return number * number


def fail_on_three(number: int) -> int:
    if number == 3:
        raise KeyError("no\nthree")
    return number


def die_once(task: tuple[str, int]) -> int:
    """Kills its worker on number 2 unless a file says that it did before."""
    memory, number = Path(task[0]), task[1]
    if number == 2 and not memory.exists():
        memory.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die_on_two(number: int) -> int:
    if number == 2:
        os._exit(7)
    return number


def environment(name: str) -> str | None:
    return os.environ.get(name)


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def touch_then_sleep(path: str) -> None:
    Path(path).write_text(str(os.getpid()))
    time.sleep(600)


def shout(text: str) -> None:
    print(text, flush=True)
