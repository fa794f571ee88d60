"""Lineages: the checkpoints of one run, in one folder, with a record of what it is and a log of what was changed.

`lineage.json` is written once; checkpoints are folders named by their step, in eight digits or more; `log.jsonl` is
`lineage_log.py`'s. Other files in the folder are the run's own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, ValidationError

from arena.files import write_atomically
from training.checkpoint import read_record, write_checkpoint
from training.checkpoint_record import (
    CheckpointRecord,
    Count,
    Name,
    Provenance,
    Strict,
    Text,
    describe_invalid,
)
from training.errors import CheckpointError, CheckpointExists, DamagedState, LineageError
from training.strict import Unreadable, check_format, parse_object, read_regular
from training.training_state import Tree, drop_state, has_state, read_state

FORMAT = "palaestra lineage"
FORMAT_VERSION = 1
RECORD = "lineage.json"
MOST_BYTES = 64 * 1024
STATES_KEPT = 2
FOLDER_NAME = re.compile(r"[0-9]{8,19}")


class LineageRecord(Strict):
    """All of `lineage.json`."""

    format: Literal["palaestra lineage"] = "palaestra lineage"
    format_version: Annotated[int, Field(ge=FORMAT_VERSION, le=FORMAT_VERSION)] = FORMAT_VERSION
    palaestra: Text
    """The version of palaestra that began it."""
    name: Name
    """What it is called on ladders, whatever its folder is called."""
    variants: tuple[Text, ...]
    """The variants of the game whose nights it enters."""
    seed: Count
    command: Text
    """The command that began it."""
    why: Text
    """What it is for."""


@dataclass(frozen=True)
class Lineage:
    """A lineage that was opened."""

    folder: Path
    record: LineageRecord

    @property
    def name(self) -> str:
        """What it is called on ladders."""
        return self.record.name

    def write_own_record(self) -> None:
        """Write `lineage.json`, with which a lineage begins."""
        write_atomically(self.folder / RECORD, (self.record.model_dump_json(indent=1) + "\n").encode())

    def checkpoint(self, step: int) -> Path:
        """The folder that the checkpoint of a step has, or would have."""
        return self.folder / f"{step:08d}"

    def steps(self) -> list[int]:
        """The steps that there are checkpoints of, in order, by the names of their folders."""
        return sorted(
            int(path.name)
            for path in self.folder.iterdir()
            if FOLDER_NAME.fullmatch(path.name) and path == self.checkpoint(int(path.name)) and path.is_dir()
        )

    def read_record(self, step: int) -> CheckpointRecord:
        """The record of a step's checkpoint.

        Raises:
            CheckpointError: why it cannot be read, or that it is of another lineage or step.
        """
        record = read_record(self.checkpoint(step))
        if (record.lineage, record.step) != (self.name, step):
            raise CheckpointError(
                f"{self.checkpoint(step)} holds {record.title}, expected {self.name}/{step}: move it where it belongs"
            )
        return record

    def write(
        self,
        provenance: Provenance,
        weights: Mapping[str, NDArray[np.float32]],
        *,
        half: bool = False,
        state: Tree = None,
    ) -> CheckpointRecord:
        """Write a checkpoint of this lineage, with the run's state if there is one; states before the last two go.

        Raises:
            CheckpointExists, UnfitWeights, BadTree: see `write_checkpoint`.
        """
        assert provenance.lineage == self.name, "a checkpoint says its own lineage"
        folder = self.checkpoint(provenance.step)
        record = write_checkpoint(folder, provenance, weights, half=half, state=state)
        for step in self.steps_with_state()[:-STATES_KEPT]:
            drop_state(self.checkpoint(step))
        return record

    def steps_with_state(self) -> list[int]:
        """The steps that the run can continue from, in order."""
        return [step for step in self.steps() if has_state(self.checkpoint(step))]


@dataclass(frozen=True)
class Resumable:
    """Where a run can continue."""

    record: CheckpointRecord
    state: Tree
    passed_over: tuple[str, ...]
    """Why later states could not be read, a line each; their checkpoints are in the way of the run until moved away."""


def resume(lineage: Lineage) -> Resumable | None:
    """The last state that can be read; None for a lineage without any.

    Raises:
        DamagedState: there are some, and none can be read.
    """
    problems = list[str]()
    for step in reversed(lineage.steps_with_state()):
        try:
            record = lineage.read_record(step)
            return Resumable(record, read_state(lineage.checkpoint(step), record.identity), tuple(problems))
        except (CheckpointError, DamagedState) as error:
            problems.append(str(error))
    if problems:
        raise DamagedState(f"no state of lineage {lineage.name} can be read: {'; '.join(problems)}")
    return None


def new_lineage(
    folder: Path, *, name: str, variants: tuple[str, ...], seed: int, command: str, why: str
) -> Lineage:
    """A lineage of which nothing is written yet.

    Raises:
        CheckpointExists: there is a lineage.
        LineageError: something said of it cannot be recorded.
    """
    if (folder / RECORD).exists():
        raise CheckpointExists(f"{folder} has a lineage already: name another folder, or continue that one")
    try:
        record = LineageRecord(
            palaestra=version("palaestra"), name=name, variants=variants, seed=seed, command=command, why=why
        )
    except ValidationError as error:
        raise LineageError(f"a lineage cannot be made of this: {describe_invalid(error)}") from error
    return Lineage(folder, record)


def open_lineage(folder: Path) -> Lineage:
    """The lineage in a folder.

    Raises:
        LineageError: there is none, or its record is damaged or of another format.
    """
    path = folder / RECORD
    try:
        fields = parse_object(read_regular(path, most=MOST_BYTES))
        check_format(fields, FORMAT, FORMAT_VERSION)
        return Lineage(folder, LineageRecord.model_validate_json(json.dumps(fields)))
    except FileNotFoundError as error:
        raise LineageError(
            f"there is no lineage in {folder}, which has no {RECORD}: check the path"
        ) from error
    except Unreadable as error:
        raise LineageError(f"{path} {error}: take it from its source again") from error
    except ValidationError as error:
        raise LineageError(f"{path}: {describe_invalid(error)}: take it from its source again") from error
