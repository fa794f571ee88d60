"""`program:COMMAND`: a player that is a program of any language, one running for each batch."""

from __future__ import annotations

import shlex
import sys

import numpy as np

from arena.errors import UnknownPlayer
from arena.games import moba
from arena.outside import messages
from arena.outside.child import Child, Deadline
from arena.outside.errors import ProgramFailed
from arena.outside.limits import Limits, limits
from arena.players import Int64

LONGEST_READY = 4096


class ProgramPlayer:
    """A program as a player: started when made, asked once a decision, told to end when its batch is over."""

    def __init__(self, command: str, *, limit: Limits | None = None) -> None:
        """Start a program and wait until it is ready.

        Raises:
            ProgramFailed: it cannot be started, ends, is late, or says something else.
        """
        self._command = command
        self._limits = limit or limits()
        self._begun: set[int] = set()
        self._child = Child(split(command))
        try:
            by = Deadline.after(self._limits.start_s)
            answer = self._child.ask(messages.hello(), by=by, most=LONGEST_READY)
            self._ready = messages.read_ready(answer)
        except BaseException:
            self._child.end()
            raise
        self.needs_observations = self._ready.observations
        self.contract_version = self._ready.contract

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Int64:
        """Answer one decision; see `arena.players.Player.act`.

        Raises:
            ProgramFailed: the program ended, was late, or wrote something else than an answer.
        """
        try:
            asked = messages.act(self._ready, batch, matches, heroes)
            return self._ask(self._begin(batch, matches) + asked, len(matches))
        except ProgramFailed:
            self._child.end()
            raise

    def forget(self, matches: Int64) -> None:
        """A match's first decision says that it begins: the program is told then."""

    def close(self) -> None:
        """Tell the program to end; if it does not, kill it, and say so. What it has played stands."""
        if not self._child.end(messages.END, limit_s=self._limits.end_s):
            late = f"did not end within {self._limits.end_s:g} s of being told to, and was killed"
            sys.stderr.write(f"program:{self._command} {late}\n")

    def _begin(self, batch: moba.Batch, matches: Int64) -> bytes:
        """The message of the matches that begin with this decision, if any do."""
        places = np.unique(matches)
        fresh = batch.matches["decision"][places] == 0
        fresh |= [place not in self._begun for place in places.tolist()]
        self._begun.update(places.tolist())
        return messages.begin(batch, places[fresh]) if fresh.any() else b""

    def _ask(self, message: bytes, rows: int) -> Int64:
        by = Deadline.after(self._limits.answer_s)
        answer = self._child.ask(message, by=by, most=messages.longest_answer(rows))
        if self._ready.format == "json":
            return messages.read_actions(answer)
        size = messages.read_raw_head(answer, rows)
        return messages.raw_actions(self._child.take(size, by=by))


def split(command: str) -> list[str]:
    """A command as words, quoted as in a shell; no shell reads it.

    Raises:
        UnknownPlayer: it has none, or a quote is not closed.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownPlayer(
            f"'program:{command}' is no command ({error}): quote it as for a shell"
        ) from error
    if not words:
        raise UnknownPlayer(f"'program:{command}' names no program: write program:COMMAND")
    return words


def check(command: str) -> None:
    """Raise UnknownPlayer for what is no command; whether it can be started is seen when it is."""
    split(command)
