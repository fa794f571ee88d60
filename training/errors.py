"""Errors of the trainer that a user can cause and mend: each is one line."""

from __future__ import annotations

from arena.errors import PalaestraError


class BadNetworkSettings(PalaestraError):
    """Settings of a network have an unknown key, a wrong type or a value out of range."""
