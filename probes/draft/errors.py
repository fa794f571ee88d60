"""Errors of the draft that a user can mend."""

from __future__ import annotations

from arena.errors import PalaestraError


class BadResults(PalaestraError):
    """A table of drafted matches cannot be read, or holds what no match can have."""


class BadDraft(PalaestraError):
    """A draft was described that cannot be: an unknown hero, a hero twice, an order that does not fill the sides."""


class NoModel(PalaestraError):
    """A model of lineups was asked for that is not there, or cannot be read."""


class TooLarge(PalaestraError):
    """A draft was to be solved that has more positions than fit."""
