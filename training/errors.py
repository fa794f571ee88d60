"""Errors of the trainer that a user can cause and mend: each is one line."""

from __future__ import annotations

from arena.errors import PalaestraError


class BadNetworkSettings(PalaestraError):
    """Settings of a network have an unknown key, a wrong type or a value out of range."""


class CheckpointError(PalaestraError):
    """A folder cannot be read, or written, as a checkpoint."""


class NoCheckpoint(CheckpointError):
    """There is no checkpoint where one was looked for."""


class CheckpointExists(CheckpointError):
    """A checkpoint, or a lineage, would have been written over another."""


class DamagedCheckpoint(CheckpointError):
    """Part of a checkpoint is missing, cut short or altered, or its weights are no finite numbers."""


class ForeignCheckpoint(CheckpointError):
    """A sound file of another kind: another project's weights, another game's, or another network's."""


class FutureCheckpoint(CheckpointError):
    """A checkpoint of a format, or of a contract, that this version does not know."""


class PickleRefused(CheckpointError):
    """A file holds, or may hold, a pickle: reading one can run code, so none is ever read."""


class UnfitWeights(CheckpointError):
    """Weights cannot be kept: of another type, not finite, or beyond what half precision holds."""


class OtherCheckpoint(CheckpointError):
    """Another checkpoint lies where a named one did."""


class DamagedState(CheckpointError):
    """The state of a run is missing, cut short or altered, so that the run cannot continue from it."""


class BadTree(CheckpointError):
    """Something was to be kept in the state of a run that is neither array, number, text, list nor dictionary."""


class LineageError(PalaestraError):
    """A folder cannot be read, or written, as a lineage; or a line of its log is damaged."""


class BadRewardTable(PalaestraError):
    """A reward table cannot be read, or has a row that cannot be paid."""


class BadRewardSettings(PalaestraError):
    """A setting of the rewards has a value out of range."""


class BadAdvantages(PalaestraError):
    """Arrays that advantages are to be estimated from do not fit together."""


class BadLearning(PalaestraError):
    """A setting of the learner has a value out of range, or what it is to learn from does not fit together."""


class BadSchedule(PalaestraError):
    """A schedule of a setting cannot be read."""


class BadRunSettings(PalaestraError):
    """Settings of a run cannot be read, have an unknown key or a value out of range, or cannot change in mid-run."""


class NotFinite(PalaestraError):
    """Several updates in a row had a loss or gradients that are not finite."""


class BadState(PalaestraError):
    """A stored state does not belong to what it is loaded into."""


class WrongShape(PalaestraError):
    """Arrays that a network is given do not belong together."""
