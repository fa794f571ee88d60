"""Errors of replays that a user can cause and mend; commands print their one line and end with exit code 1."""

from __future__ import annotations

from arena.errors import PalaestraError


class NoSuchMatch(PalaestraError):
    """A match was asked for that the store does not hold."""


class NotPlayed(PalaestraError):
    """A match was asked for that is void: it was not played, or does not count, and its actions are not kept."""


class OtherRules(PalaestraError):
    """A match was played under other rules than the installed game's, so its actions mean something else now."""


class StreamDisagrees(PalaestraError):
    """A stream of actions is longer or shorter than the match that it leads to."""


class MatchFailed(PalaestraError):
    """A match that was to be watched could not be played: one of its players failed."""


class BadSetting(PalaestraError):
    """A number of pictures, a moment or a file was asked for that cannot be."""
