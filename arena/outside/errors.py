"""What goes wrong with a player from outside, each in one line."""

from __future__ import annotations

from arena.errors import PalaestraError
from arena.players import BadAnswer


class ProgramFailed(BadAnswer):
    """A program ended, was silent, or said what the protocol has no word for; its entrant is set aside."""


class BadLimit(PalaestraError):
    """A time limit for programs is no positive number of seconds."""
