"""The protocol's messages as bytes, and what is read back: docs/players.md, "A program as a player", has them all.

A message is a line of JSON; in the format `raw` arrays follow it, little-endian, one after the other.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games import moba
from arena.outside.child import quoted
from arena.outside.errors import ProgramFailed
from arena.players import CHOICES, Int64

PROTOCOL = 1
FORMATS = ("json", "raw")
END = b'{"type":"end"}\n'


@dataclass(frozen=True)
class Ready:
    """What a program says of itself when it is ready."""

    contract: int = moba.CONTRACT_VERSION
    format: str = "json"
    masks: bool = True
    observations: bool = False


def hello() -> bytes:
    """The first message: what protocol is spoken, and the shapes in each version of the contract."""
    contracts = [moba.contract_of(version) for version in moba.VERSIONS]
    shapes = [
        {
            "version": one.version,
            "observation_size": len(one.columns),
            "mask_size": one.mask_size,
            "action_ranges": list(one.action_ranges),
        }
        for one in contracts
    ]
    return line({"type": "hello", "protocol": PROTOCOL, "game": moba.NAME, "contracts": shapes})


def read_ready(answer: bytes) -> Ready:
    """What a program answered to `hello`.

    Raises:
        ProgramFailed: it is no such message, or asks for what there is not.
    """
    values = read(answer, "ready")
    if values.pop("protocol", None) != PROTOCOL:
        raise ProgramFailed(f"does not speak protocol {PROTOCOL}: answered {quoted(answer)}")
    unknown = sorted(set(values) - set(Ready.__dataclass_fields__))
    if unknown:
        known = ", ".join(["protocol", *Ready.__dataclass_fields__])
        raise ProgramFailed(f"said {', '.join(unknown)[:80]} when ready, of which there is only {known}")
    ready = Ready(**values)
    if isinstance(ready.contract, bool) or ready.contract not in moba.VERSIONS:
        known = " or ".join(map(str, moba.VERSIONS))
        raise ProgramFailed(f"asked for contract {ready.contract!r}, and this game has {known}")
    if ready.format not in FORMATS:
        raise ProgramFailed(f"asked for format {ready.format!r}, and there is {' or '.join(FORMATS)}")
    if not (isinstance(ready.masks, bool) and isinstance(ready.observations, bool)):
        raise ProgramFailed(
            f"asked for masks {ready.masks!r}, observations {ready.observations!r}: say true or false"
        )
    return ready


def begin(batch: moba.Batch, places: Int64) -> bytes:
    """Matches that begin, by their places in the batch, with what a player's draws come from."""
    return line(
        {
            "type": "begin",
            "variant": batch.variant,
            "matches": places.tolist(),
            "seeds": batch.matches["seed"][places].tolist(),
            "keys": batch.matches["keys"][places].tolist(),
        }
    )


def act(ready: Ready, batch: moba.Batch, matches: Int64, heroes: Int64) -> bytes:
    """One decision of k heroes, as the program asked to be told it."""
    told: dict[str, NDArray[Any]] = {
        "matches": matches.astype("<i4"),
        "heroes": heroes.astype("<i4"),
        "decisions": batch.matches["decision"][matches].astype("<i4"),
    }
    if ready.masks:
        told["masks"] = batch.masks[matches, heroes].view(np.uint8)
    if ready.observations:
        told["observations"] = batch.observations[matches, heroes].astype("<f4", copy=False)
    head = {"type": "act", "rows": len(matches)}
    if ready.format == "raw":
        parts = [values.tobytes() for values in told.values()]
        return b"".join([line({**head, "bytes": sum(map(len, parts))}), *parts])
    words = {name: values.tolist() for name, values in told.items() if name != "masks"}
    if ready.masks:
        words["masks"] = [(row + ord("0")).tobytes().decode() for row in told["masks"]]
    return line({**head, **words})


def longest_answer(rows: int) -> int:
    """Bytes that the line of an answer may have: ample for numbers and white space."""
    return 4096 + 256 * rows


def read_actions(answer: bytes) -> NDArray[Any]:
    """The actions of an answer in the format `json`, whatever their shape and type: `check_answer` looks at these.

    Raises:
        ProgramFailed: it is no such message, or they are no array.
    """
    values = read(answer, "actions")
    if values.keys() != {"actions"}:
        raise ProgramFailed(f"answered without actions, or with more: {quoted(answer)}")
    try:
        return np.array(values["actions"])
    except (ValueError, OverflowError) as error:
        raise ProgramFailed(f"answered actions that are no table of numbers: {quoted(answer)}") from error


def read_raw_head(answer: bytes, rows: int) -> int:
    """How many bytes follow an answer in the format `raw`.

    Raises:
        ProgramFailed: it is no such message, or it announces another number than (rows, 4) int32 have.
    """
    values = read(answer, "actions")
    expected = rows * CHOICES * 4
    if values != {"bytes": expected} or isinstance(values["bytes"], bool):
        raise ProgramFailed(
            f"announced {quoted(answer)}, expected {expected} bytes for {rows} rows of {CHOICES} int32"
        )
    return expected


def raw_actions(data: bytes) -> NDArray[Any]:
    """(k, 4) int32 from the bytes of an answer."""
    return np.frombuffer(data, "<i4").reshape(-1, CHOICES)


def read(answer: bytes, kind: str) -> dict[str, Any]:
    """The fields of a message of a kind, without its type.

    Raises:
        ProgramFailed: it is none.
    """
    try:
        values = json.loads(answer)
    except (ValueError, RecursionError) as error:
        raise ProgramFailed(
            f"wrote what is no line of JSON, and nothing else belongs on its standard output: {quoted(answer)}"
        ) from error
    if not isinstance(values, dict) or values.pop("type", None) != kind:
        raise ProgramFailed(f"wrote what is no message of type {kind}: {quoted(answer)}")
    return values


def line(message: Mapping[str, Any]) -> bytes:
    """A message as one line."""
    return json.dumps(message, separators=(",", ":")).encode() + b"\n"
