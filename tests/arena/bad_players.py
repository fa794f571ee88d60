"""Players that fail in one way each, named in tests as python:tests.arena.bad_players:CLASS."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from arena.games import moba
from arena.players import Int64


class Holds:
    """Sound: holds, always. The base of the others."""

    needs_observations = False

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        return np.zeros((len(matches), 4), np.int64)


class Raises(Holds):
    """Raises at its fourth decision."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        if batch.decision == 3:
            raise RuntimeError("no plan for\nthis")
        return super().act(batch, matches, heroes)


class Exits(Holds):
    """Ends the interpreter, it thinks."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        raise SystemExit(3)


class Interrupts(Holds):
    """Raises what Ctrl-C raises."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        raise KeyboardInterrupt


class InterruptedWhenMade(Holds):
    def __init__(self) -> None:
        raise KeyboardInterrupt


class Unreadable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no message")


class RaisesUnreadable(Holds):
    """Raises an exception whose text cannot be had."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        raise Unreadable


class CannotBeMade(Holds):
    """Raises when made."""

    def __init__(self) -> None:
        raise OSError("no weights")


class AnswersNothing(Holds):
    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        return None


class AnswersShort(Holds):
    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        return super().act(batch, matches, heroes)[:-1]


class AnswersFloats(Holds):
    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        return super().act(batch, matches, heroes).astype(float)


class AnswersNan(Holds):
    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        return np.full((len(matches), 4), np.nan)


class AnswersOutside(Holds):
    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        answer = super().act(batch, matches, heroes)
        answer[-1, 1] = moba.ACTION_RANGES[1]
        return answer


class LooksAtObservations(Holds):
    """Raises unless observations were written."""

    needs_observations = True

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        if not batch.observations[matches, heroes].any():
            raise RuntimeError("observations are empty")
        return super().act(batch, matches, heroes)


class KillsItsWorkerOnce(Holds):
    """Kills the process it plays in, once: a file named by an environment variable remembers."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        memory = Path(os.environ["PALAESTRA_TEST_MEMORY"])
        if not memory.exists():
            memory.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().act(batch, matches, heroes)


class KillsItsWorker(Holds):
    """Kills the process it plays in, always."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        os.kill(os.getpid(), signal.SIGKILL)


class LeavesLater(Holds):
    """Ends the process it plays in at its fourth decision, saying nothing."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        if batch.decision == 3:
            os._exit(0)
        return super().act(batch, matches, heroes)


class LeavesWhenMade(Holds):
    """Ends the process it is made in."""

    def __init__(self) -> None:
        os._exit(3)


class Crashes(Holds):
    """Reads where there is no memory, as native code with a mistake does."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        ctypes.string_at(0)


class Cheats(Holds):
    """Writes to the game whatever it can get at: its foes' health, who won, its foes' seats."""

    needs_observations = True

    def act(self, batch: Any, matches: Int64, heroes: Int64) -> Any:
        for spoil in (self._units, self._winner, self._masks, self._seats):
            with suppress(AttributeError, KeyError, ValueError, IndexError):
                spoil(batch, matches, heroes)
        return super().act(batch, matches, heroes)

    @staticmethod
    def _units(batch: Any, matches: Int64, heroes: Int64) -> None:
        batch.matches["units"]["health"] = 1.0

    @staticmethod
    def _winner(batch: Any, matches: Int64, heroes: Int64) -> None:
        batch.matches["winner"] = 1
        batch.matches["ending"] = 1

    @staticmethod
    def _masks(batch: Any, matches: Int64, heroes: Int64) -> None:
        for array in (batch.masks, batch.observations, batch.slots, batch.active):
            array.flags.writeable = True
            array[:] = 0

    @staticmethod
    def _seats(batch: Any, matches: Int64, heroes: Int64) -> None:
        for array in (matches, heroes):
            array.flags.writeable = True
        heroes[:] = 9 - heroes


class ReadsTheState(Holds):
    """Looks at where every unit stands."""

    def act(self, batch: Any, matches: Int64, heroes: Int64) -> Any:
        assert batch.matches["units"]["health"].any()
        return super().act(batch, matches, heroes)


class NeverAnswers(Holds):
    """Thinks for ever, from its first decision on."""

    after = 0

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        while batch.decision >= self.after:
            time.sleep(0.1)
        return super().act(batch, matches, heroes)


class NeverAnswersLater(NeverAnswers):
    """Thinks for ever at a decision that comes after the seconds in which the game is loaded."""

    after = 50


class NeedsUnsaid:
    """Does not say whether it needs observations."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Any:
        return np.zeros((len(matches), 4), np.int64)


class NeedsUnclear(Holds):
    """Says it in a way that has no truth value."""

    needs_observations: Any = np.zeros(2)


class FromTheFuture(Holds):
    """Says when made that it is written for a contract that the game does not have."""

    def __init__(self) -> None:
        self.contract_version = 9


class FromLongAgo(Holds):
    """Says as a class that it is written for a contract that the game does not have."""

    contract_version = 0


class LosesItsAct(Holds):
    """Has a method as a class, and none once it is made."""

    def __init__(self) -> None:
        self.act: Any = None


class NotAPlayer:
    """Has no method act."""
