"""How a checkpoint is named as a player: `checkpoint:FOLDER`, and what may follow the folder."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from training.checkpoint_record import CheckpointRecord
from training.errors import OtherCheckpoint

FORM = "FOLDER[#HASH][@greedy|@TEMPERATURE]"
DIGITS = 12
"""Digits of a checkpoint's identity that a plan names it by."""
WAY = re.compile(r"(.+)@(greedy|[0-9]{1,3}(?:\.[0-9]{1,6})?)", re.DOTALL)
HASH = re.compile(r"(.+)#([0-9a-f]{8,64})", re.DOTALL)


@dataclass(frozen=True)
class CheckpointName:
    """A checkpoint, and the way in which it chooses."""

    folder: Path
    identity: str = ""
    """The first digits of the identity that it must have; none if whatever lies there will do."""
    temperature: float = 1.0
    """Scores are divided by it before an action is drawn; 0: the likeliest action always."""

    @property
    def way(self) -> str:
        """What follows the folder and its hash."""
        return "" if self.temperature == 1.0 else f"@{self.temperature:g}" if self.temperature else "@greedy"

    @property
    def same(self) -> str:
        """What two names of one player share, wherever the folder lies."""
        return f"#{self.identity[:DIGITS]}{self.way}"

    def __str__(self) -> str:
        """As it is written after `checkpoint:`."""
        return f"{self.folder}{'#' * bool(self.identity)}{self.identity}{self.way}"

    def pinned(self, record: CheckpointRecord) -> CheckpointName:
        """The name by which a plan knows it: its absolute folder, with the identity that it has."""
        return replace(self, folder=self.folder.absolute(), identity=record.identity[:DIGITS])

    def check(self, record: CheckpointRecord) -> None:
        """Check that a record is of the checkpoint that is named.

        Raises:
            OtherCheckpoint: its identity is another.
        """
        if not record.identity.startswith(self.identity):
            raise OtherCheckpoint(
                f"{self.folder} holds checkpoint {record.identity[:DIGITS]}, expected {self.identity}: it was "
                "exchanged since it was named; give the new one a name of its own"
            )


def parse_name(text: str) -> CheckpointName:
    """A name as it is written after `checkpoint:`. What does not read as a way or a hash belongs to the folder.

    A temperature of 0 is `greedy`.
    """
    name = CheckpointName(Path())
    if found := WAY.fullmatch(text):
        text, way = found.groups()
        name = replace(name, temperature=0.0 if way == "greedy" else float(way))
    if found := HASH.fullmatch(text):
        text, identity = found.groups()
        name = replace(name, identity=identity)
    with suppress(RuntimeError):  # `~somebody` who is not known here
        return replace(name, folder=Path(text).expanduser())
    return replace(name, folder=Path(text))
