"""Errors that a user can cause and mend: each is one line saying what was expected, what came, what to do."""

from __future__ import annotations


class PalaestraError(ValueError):
    """A known error: commands print its one line on stderr and end with exit code 1."""


class UnknownPlayer(PalaestraError):
    """A player was named that no registered kind makes."""


class BrokenPlayer(PalaestraError):
    """A player was named that is there, and cannot play: it is damaged, or made for another version."""


class BadSchedule(PalaestraError):
    """A schedule cannot be made from what was asked (too few entrants, a name twice, no blocks)."""


class PlanChanged(PalaestraError):
    """A plan under a name that the store already holds differs from the stored one."""


class RulesChanged(PalaestraError):
    """A plan or batch was made under another version of the game's rules."""


class StoreError(PalaestraError):
    """The results store cannot be opened, or rows were refused before anything was written."""


class SchemaMismatch(StoreError):
    """A database file was written with another schema version."""


class NothingPublished(StoreError):
    """A reader asked for a snapshot and none has been published."""


class HomeLocked(PalaestraError):
    """Another process is writing to the same home folder."""


class BadConfiguration(PalaestraError):
    """A configuration file has an unknown key, a wrong type or a value out of range."""


class DamagedStream(PalaestraError):
    """A stored file of actions is missing, truncated or altered."""


class NoFigures(PalaestraError):
    """The last figures of a benchmark were asked for, and none are kept."""


class OtherVersion(PalaestraError):
    """Another version of the rules cannot be found, started or played under."""


class BatchFailed(PalaestraError):
    """A batch could not be played: its worker died twice, or the game raised."""
