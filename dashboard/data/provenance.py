"""What a checkpoint says of itself: read from its record, which lies where the player's name says."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from arena.errors import PalaestraError

PREFIX = "checkpoint:"


@dataclass(frozen=True)
class Provenance:
    """Where a checkpoint comes from."""

    lineage: str
    step: int
    agent_steps: int
    variant: str
    rules_hash: str
    contract_version: int
    command: str
    parent: str | None
    surgeries: tuple[str, ...]
    parameters: int
    identity: str


@dataclass(frozen=True)
class Unread:
    """Why a checkpoint's record cannot be read."""

    reason: str


@lru_cache(maxsize=4096)
def provenance_of(player: str) -> Provenance | Unread | None:
    """What the record of a checkpoint says; None for other players.

    A record is data that never changes under its hash, so what was read is kept. One that is exchanged or gone is
    `Unread`: the ladder was played with what is no longer there.

    Args:
        player: as the registry reads it, taken from the store, never from an address.
    """
    if not player.startswith(PREFIX):
        return None
    from training.checkpoint import read_record
    from training.checkpoint_name import parse_name

    try:
        name = parse_name(player.removeprefix(PREFIX))
        record = read_record(name.folder)
        name.check(record)
    except (PalaestraError, OSError) as error:
        return Unread(str(error))
    return Provenance(
        lineage=record.lineage,
        step=record.step,
        agent_steps=record.agent_steps,
        variant=record.variant,
        rules_hash=record.rules_hash,
        contract_version=record.contract_version,
        command=record.command,
        parent=None if record.parent is None else str(record.parent),
        surgeries=tuple(str(one) for one in record.surgeries),
        parameters=record.weights.parameters,
        identity=record.identity,
    )
