"""A program that is spoken to: started behind its guard, written to and read from by a deadline, ended for certain."""

from __future__ import annotations

import fcntl
import os
import selectors
import subprocess
import sys
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from signal import Signals
from typing import Self

from arena.outside import guard
from arena.outside.errors import ProgramFailed

CHUNK = 1 << 16
PIPE_SIZE = 1 << 20
"""What a pipe is asked to hold, so that a decision goes over in few pieces; where it cannot it holds less."""
LAST_WORDS = 2000
"""Characters of its standard error that are kept, of which the last line is told when it fails."""
LAST_WORDS_S = 1.0
"""Seconds in which a program that has closed its output writes its last words, and ends."""
GUARD_S = 5.0
"""The guard kills and ends at once; one that does not in this time is killed itself."""


@dataclass(frozen=True)
class Deadline:
    """A moment by which something has to be done."""

    limit_s: float
    at: float
    """As `time.monotonic` has it."""

    @classmethod
    def after(cls, limit_s: float) -> Self:
        """So many seconds from now."""
        return cls(limit_s, time.monotonic() + limit_s)

    @property
    def seconds(self) -> float:
        """What is left, never below 0."""
        return max(0.0, self.at - time.monotonic())


class Child:
    """A running program. All methods but `end` raise ProgramFailed where it has ended or is late."""

    def __init__(self, command: Sequence[str]) -> None:
        lifeline, ours = os.pipe()
        try:
            self._guard = subprocess.Popen(
                [sys.executable, "-I", "-S", guard.__file__, str(lifeline), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                pass_fds=(lifeline,),
                start_new_session=True,
            )
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(lifeline)
        assert self._guard.stdin is not None
        assert self._guard.stdout is not None
        assert self._guard.stderr is not None
        self._stdin, self._stdout, self._stderr = (
            stream.fileno() for stream in (self._guard.stdin, self._guard.stdout, self._guard.stderr)
        )
        self._heard = bytearray()
        self._words = bytearray()
        self._open = {self._stdout, self._stderr}
        for stream in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(stream, False)
            with suppress(OSError, AttributeError):
                fcntl.fcntl(stream, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
        self._release = weakref.finalize(self, _release, self._guard, ours)

    def ask(self, message: bytes, *, by: Deadline, most: int) -> bytes:
        """Send a message; the line that is answered, without its end, of at most `most` bytes."""
        if self._heard:
            raise ProgramFailed(f"wrote what it was not asked for: {quoted(self._heard)}")

        def has_line() -> bool:
            found = b"\n" in self._heard
            if not found and len(self._heard) > most:
                raise ProgramFailed(
                    f"answered with more than {most} bytes and no end of a line: {quoted(self._heard)}"
                )
            return found

        self._talk(message, has_line, by)
        line, _, rest = self._heard.partition(b"\n")
        self._heard = rest
        return bytes(line)

    def take(self, count: int, *, by: Deadline) -> bytes:
        """The next `count` bytes that it writes."""
        self._talk(b"", lambda: len(self._heard) >= count, by)
        taken = bytes(self._heard[:count])
        del self._heard[:count]
        return taken

    def end(self, message: bytes = b"", *, limit_s: float = 0.0) -> bool:
        """Send a last message and wait for the program to end; true if it has, else it is killed."""
        if not self._release.alive:
            return True
        by = Deadline.after(limit_s)
        with suppress(ProgramFailed):
            self._talk(message, lambda: True, by)
        ended = self._ends(by)
        self._release()
        return ended

    def _ends(self, by: Deadline) -> bool:
        """Whether it ends by itself, its input closed; what it still writes is thrown away."""
        assert self._guard.stdin is not None
        self._guard.stdin.close()
        while self._open and by.seconds > 0:
            self._listen(by.seconds)
            self._heard.clear()
        try:
            self._guard.wait(by.seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def _talk(self, message: bytes, done: Callable[[], bool], by: Deadline) -> None:
        """Write the message and read until `done`, whichever way goes first, so that neither waits for the other."""
        left = memoryview(message)
        while left or not done():
            if self._stdout not in self._open:
                raise ProgramFailed(self._how_it_ended())
            if by.seconds <= 0:
                raise ProgramFailed(f"did not answer within {by.limit_s:g} s{self._last_words()}")
            if self._listen(by.seconds, writing=bool(left)):
                left = self._write(left)

    def _listen(self, seconds: float, *, writing: bool = False) -> bool:
        """Wait until something can be read, and read it; or, if asked for, until it can be written to: then true."""
        with selectors.DefaultSelector() as selector:
            for stream in self._open:
                selector.register(stream, selectors.EVENT_READ)
            if writing:
                selector.register(self._stdin, selectors.EVENT_WRITE)
            ready = {key.fd for key, _ in selector.select(seconds)}
        for stream in ready - {self._stdin}:
            self._read(stream)
        return self._stdin in ready

    def _write(self, left: memoryview) -> memoryview:
        try:
            return left[os.write(self._stdin, left[:PIPE_SIZE]) :]
        except BlockingIOError:
            return left
        except BrokenPipeError as error:
            raise ProgramFailed(self._how_it_ended()) from error

    def _read(self, stream: int) -> None:
        chunk = os.read(stream, CHUNK)
        if not chunk:
            self._open.discard(stream)
        elif stream == self._stdout:
            self._heard += chunk
        else:
            self._words = (self._words + chunk)[-LAST_WORDS:]

    def _how_it_ended(self) -> str:
        by = Deadline.after(LAST_WORDS_S)
        while self._stderr in self._open and by.seconds > 0:
            self._listen(by.seconds)
        try:
            code = self._guard.wait(by.seconds)
        except subprocess.TimeoutExpired:
            return f"closed its standard input or output{self._last_words()}"
        if code > guard.BY_SIGNAL:
            with suppress(ValueError):
                return f"was ended by {Signals(code - guard.BY_SIGNAL).name}{self._last_words()}"
        return f"ended with exit code {code}{self._last_words()}"

    def _last_words(self) -> str:
        lines = self._words.decode(errors="replace").strip().splitlines()
        return f"; its last words: {quoted(lines[-1].encode())}" if lines else ""


def quoted(text: bytes | bytearray) -> str:
    """The beginning of what a program wrote, on one line."""
    line = " ".join(bytes(text[:400]).decode(errors="replace").split())
    return repr(line if len(line) <= 80 else f"{line[:77]}...")


def _release(running: subprocess.Popen[bytes], lifeline: int) -> None:
    """Let the guard kill what still runs, wait for it, and close every pipe."""
    os.close(lifeline)
    try:
        running.wait(GUARD_S)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
    for stream in (running.stdin, running.stdout, running.stderr):
        if stream is not None:
            with suppress(OSError):
                stream.close()
