"""Checkpoints: a folder with `weights.safetensors` beside `checkpoint.json`, data that cannot run.

A folder is written once, all at once, and never again; it is read with every check that its record allows. A
checkpoint that a run can continue from has the run's state with it, in `state/` (`training_state.py`).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Never

import numpy as np
from numpy.typing import NDArray

from training.checkpoint_record import (
    FORMAT,
    FORMAT_VERSION,
    CheckpointRecord,
    Provenance,
    parse_record,
    seal,
)
from training.errors import (
    CheckpointExists,
    DamagedCheckpoint,
    ForeignCheckpoint,
    NoCheckpoint,
    PickleRefused,
)
from training.strict import Unreadable, parse_object, read_regular, write_folder
from training.training_state import STATE, Tree, state_files
from training.weights import MOST_BYTES, Weights, count_parameters, decode_weights, encode_weights

RECORD = "checkpoint.json"
WEIGHTS = "weights.safetensors"
RECORD_MOST_BYTES = 256 * 1024
PICKLE_SUFFIXES = (".pt", ".pth", ".pkl", ".pickle", ".bin", ".ckpt", ".joblib", ".npy", ".npz")
"""Names of files that hold pickles, or may."""
PICKLE_STARTS = (b"PK", b"\x80\x02", b"\x80\x03", b"\x80\x04", b"\x80\x05")
"""How a pickle begins, by itself or in torch's zip."""


@dataclass(frozen=True)
class Checkpoint:
    """A checkpoint that was read."""

    folder: Path
    record: CheckpointRecord
    weights: Weights
    """Float32 arrays by name, also where they are kept in half precision."""


def write_checkpoint(
    folder: Path,
    provenance: Provenance,
    weights: Mapping[str, NDArray[np.float32]],
    *,
    half: bool = False,
    state: Tree = None,
) -> CheckpointRecord:
    """Write a checkpoint, all of it or nothing.

    Args:
        folder: where it shall be; nothing may be there yet.
        provenance: where the weights come from.
        weights: float32 arrays by name.
        half: keep them in half precision, for a lineage that is shipped: half the size, rounded.
        state: what the run needs to continue from here; None for a checkpoint to play with alone.

    Raises:
        CheckpointExists: something is there.
        UnfitWeights: the weights cannot be kept.
        BadTree: the state cannot be kept.
    """
    content = encode_weights(weights, half=half)
    fields = seal(
        {
            **provenance.model_dump(mode="json"),
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "palaestra": version("palaestra"),
            "weights": {
                "bytes": len(content),
                "sha256": hashlib.sha256(content).hexdigest(),
                "dtype": "float16" if half else "float32",
                "parameters": count_parameters(weights),
            },
        }
    )
    record = parse_record(fields, str(folder / RECORD))
    files = {WEIGHTS: content, RECORD: (json.dumps(fields, indent=1) + "\n").encode()}
    if state is not None:
        files |= {f"{STATE}/{name}": part for name, part in state_files(state, record.identity).items()}
    try:
        write_folder(folder, files)
    except FileExistsError as error:
        raise CheckpointExists(
            f"{folder} is there already, and a checkpoint is never written over: name another folder, or move it away"
        ) from error
    return record


def read_record(folder: Path) -> CheckpointRecord:
    """The record of a checkpoint; its weights are not looked at.

    Raises:
        NoCheckpoint, DamagedCheckpoint, ForeignCheckpoint, FutureCheckpoint, PickleRefused: in one line, why not.
    """
    _check_folder(folder)
    path = folder / RECORD
    try:
        fields = parse_object(read_regular(path, most=RECORD_MOST_BYTES))
    except FileNotFoundError as error:
        raise NoCheckpoint(
            f"{folder} has no {RECORD}, so it is no checkpoint: name the folder that has one"
        ) from error
    except Unreadable as error:
        raise DamagedCheckpoint(f"{path} {error}: take it from its source again") from error
    return parse_record(fields, str(path))


def read_checkpoint(folder: Path) -> Checkpoint:
    """A checkpoint, every part of it checked.

    Raises:
        NoCheckpoint, DamagedCheckpoint, ForeignCheckpoint, FutureCheckpoint, PickleRefused: in one line, why not.
    """
    record = read_record(folder)
    path = folder / WEIGHTS
    try:
        content = read_regular(path, most=MOST_BYTES)
        _refuse_pickle(path, content)
        weights = _decode_checked(content, record)
    except FileNotFoundError as error:
        raise DamagedCheckpoint(f"{folder} has no {WEIGHTS}: take it from its source again") from error
    except Unreadable as error:
        raise DamagedCheckpoint(f"{path} {error}: take it from its source again") from error
    return Checkpoint(folder, record, weights)


def _decode_checked(content: bytes, record: CheckpointRecord) -> dict[str, NDArray[np.float32]]:
    if len(content) != record.weights.bytes:
        raise Unreadable(f"has {len(content)} bytes, its record says {record.weights.bytes}")
    if hashlib.sha256(content).hexdigest() != record.weights.sha256:
        raise Unreadable("does not have the hash that its record says")
    weights = decode_weights(content, record.weights.dtype)
    found = count_parameters(weights)
    if found != record.weights.parameters:
        raise Unreadable(f"has {found} weights, its record says {record.weights.parameters}")
    return weights


def _check_folder(folder: Path) -> None:
    """Refuse what is not there, is no folder, or has a pickle in it."""
    try:
        if not folder.is_dir():
            _refuse_file(folder)
        names = sorted(path.name for path in folder.iterdir())
    except OSError as error:
        raise NoCheckpoint(
            f"cannot look for a checkpoint at {folder} ({error.strerror}): check the path"
        ) from error
    pickles = [name for name in names if name.lower().endswith(PICKLE_SUFFIXES)]
    if pickles:
        _refuse(folder / pickles[0])


def _refuse_file(path: Path) -> None:
    if not path.exists():
        raise NoCheckpoint(f"there is no checkpoint at {path}: check the path")
    if path.name.lower().endswith(PICKLE_SUFFIXES):
        _refuse(path)
    raise ForeignCheckpoint(f"{path} is a file: a checkpoint is a folder with {RECORD} and {WEIGHTS}")


def _refuse_pickle(path: Path, content: bytes) -> None:
    header_bytes = int.from_bytes(content[:8], "little")  # what safetensors would take from there
    if content.startswith(PICKLE_STARTS) and header_bytes > len(content):
        _refuse(path)


def _refuse(path: Path) -> Never:
    raise PickleRefused(
        f"{path} is, or may hold, a pickle, which can run code when it is read, so it is refused: a checkpoint is a "
        f"folder with {RECORD} and {WEIGHTS}"
    )
