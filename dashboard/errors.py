"""Errors of the dashboard that a user can mend."""

from __future__ import annotations

from arena.errors import PalaestraError


class BadAddress(PalaestraError):
    """An address asks for what cannot be: an unknown setting's value, a number out of range."""


class NoBrowser(PalaestraError):
    """There is no browser to measure or test with."""


class NoPassword(PalaestraError):
    """The dashboard is to be reached from elsewhere, and has no password."""


class CannotListen(PalaestraError):
    """The address or the port cannot be listened on."""
