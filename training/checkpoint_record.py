"""What `checkpoint.json` says of a checkpoint: docs/checkpoints.md has every key."""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from arena.games import moba
from arena.plan import UNPRINTABLE
from training.errors import DamagedCheckpoint, ForeignCheckpoint, FutureCheckpoint
from training.network_settings import NetworkSettings

FORMAT = "palaestra checkpoint"
FORMAT_VERSION = 1
NAME_PATTERN = r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"


def _printable(text: str) -> str:
    if any(unicodedata.category(character) in UNPRINTABLE for character in text):
        raise ValueError("should have neither control characters nor line breaks")
    return text


def _network(values: dict[str, int | bool]) -> dict[str, int | bool]:
    return NetworkSettings.from_dict(values).to_dict()


Text = Annotated[str, StringConstraints(min_length=1, max_length=4000), AfterValidator(_printable)]
Name = Annotated[str, StringConstraints(pattern=f"^{NAME_PATTERN}$")]
Count = Annotated[int, Field(ge=0, lt=2**63)]
Sha256 = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{64}$")]


class Strict(BaseModel):
    """A record with exactly its keys, each of exactly its type; frozen."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class ReturnsScale(Strict):
    """What the value head's output is multiplied by, then shifted by, to be a return."""

    mean: float = 0.0
    deviation: Annotated[float, Field(gt=0)] = 1.0


class WeightsRecord(Strict):
    """What the file of weights is."""

    bytes: Annotated[int, Field(gt=0)]
    sha256: Sha256
    dtype: Literal["float32", "float16"]
    parameters: Annotated[int, Field(gt=0)]


class Provenance(Strict):
    """Where weights come from: what whoever writes a checkpoint says of it."""

    lineage: Name
    """The run that it is a checkpoint of."""
    step: Count
    """Updates of the weights since the lineage began; unique in it."""
    agent_steps: Count
    """Agent-steps learned from since the lineage began."""
    network: Annotated[dict[str, int | bool], AfterValidator(_network)]
    """Every setting of the network, by name."""
    variant: Text
    """The variant of the game that it was trained on."""
    seed: Count
    """The seed of the run."""
    command: Text
    """The command that made it."""
    parent: Text | None = None
    """The checkpoint that the lineage went on from, as LINEAGE/STEP; None if it began with random weights."""
    surgeries: tuple[Text, ...] = ()
    """What was done to the network since, a line each."""
    returns: ReturnsScale = ReturnsScale()
    game: Text = moba.NAME
    contract_version: Annotated[int, Field(ge=1)] = moba.CONTRACT_VERSION
    """Version of the observation and action contract that the network reads and answers."""
    rules_hash: Text = Field(default_factory=moba.rules_hash)
    """The rules that it was trained under."""

    @property
    def settings(self) -> NetworkSettings:
        """The network's settings."""
        return NetworkSettings.from_dict(self.network)

    @property
    def title(self) -> str:
        """LINEAGE/STEP, the name under which it enters a ladder."""
        return f"{self.lineage}/{self.step}"


class CheckpointRecord(Provenance):
    """All of `checkpoint.json`."""

    format: Literal["palaestra checkpoint"]
    format_version: Annotated[int, Field(ge=FORMAT_VERSION, le=FORMAT_VERSION)]
    palaestra: Text
    """The version of palaestra that wrote it."""
    weights: WeightsRecord
    identity: Sha256
    """A hash of all the rest, and so of the weights too."""


def seal(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record with the identity that they have."""
    return {**fields, "identity": _identity(fields)}


def _identity(fields: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in fields.items() if name != "identity"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def parse_record(fields: Mapping[str, Any], source: str) -> CheckpointRecord:
    """The record in a parsed `checkpoint.json`.

    Args:
        fields: what stands in it.
        source: the path, for messages.

    Raises:
        ForeignCheckpoint: it is not of this project, or of another game.
        FutureCheckpoint: it has a format or a contract that this version does not know.
        DamagedCheckpoint: anything else is wrong with it.
    """
    _check_format(fields, source)
    if fields.get("identity") != _identity(fields):
        raise DamagedCheckpoint(
            f"{source} does not agree with its own hash: it was altered or damaged; take it from its source again"
        )
    try:
        record = CheckpointRecord.model_validate_json(json.dumps(fields))
    except ValidationError as error:
        raise DamagedCheckpoint(
            f"{source}: {describe_invalid(error)}: take it from its source again"
        ) from error
    _check_game(record, source)
    return record


def _check_format(fields: Mapping[str, Any], source: str) -> None:
    if fields.get("format") != FORMAT:
        raise ForeignCheckpoint(
            f'{source} is no record of a checkpoint of palaestra: expected "format": "{FORMAT}", '
            f"got {_short(fields.get('format'))}"
        )
    version = fields.get("format_version")
    if isinstance(version, int) and not isinstance(version, bool) and version > FORMAT_VERSION:
        raise FutureCheckpoint(
            f"{source} has format {_short(version)}, this version reads format {FORMAT_VERSION}: update palaestra"
        )


def _check_game(record: CheckpointRecord, source: str) -> None:
    if record.game != moba.NAME:
        raise ForeignCheckpoint(f"{source} is of the game {record.game!r}, expected {moba.NAME!r}")
    if record.contract_version not in moba.VERSIONS:
        raise FutureCheckpoint(
            f"{source} is written for contract {record.contract_version}, this version plays contract "
            f"{' or '.join(map(str, moba.VERSIONS))}: update palaestra"
        )


def describe_invalid(error: ValidationError) -> str:
    """The first thing wrong, in one line."""
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"])
    message = re.sub(r"\s+", " ", first["msg"].removeprefix("Value error, "))
    if first["type"] == "extra_forbidden":
        return f"unknown key {key[:60]!a}"
    return f"'{key}': {message[:300]}" + (
        "" if first["type"] == "missing" else f", got {_short(first['input'])}"
    )


def _short(value: object) -> str:
    try:
        text = ascii(value)
    except (ValueError, RecursionError):  # an integer too long to print
        text = f"a {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."
