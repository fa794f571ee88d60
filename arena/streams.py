"""Action streams: every action of every match, so that a match can be played again exactly.

The streams of a batch are one npz file, an array per match, named by the file's own SHA-256. A match's array
has shape (choices, seats, decisions): each choice of each hero is one run of bytes over time, which is what
makes it small.
"""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.errors import DamagedStream
from arena.files import write_atomically

Actions = NDArray[np.integer[Any]]
"""(decisions, seats, choices) integers, 0 to 65,535."""


def pack_streams(streams: Mapping[str, Actions]) -> bytes:
    """The npz file of a batch's streams, by the match's name. The same streams always give the same bytes.

    Raises:
        ValueError: an action is negative or above 65,535.
    """
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name, actions in streams.items():
            member = zipfile.ZipInfo(f"{name}.npy")  # dated 1980, so that time does not enter the hash
            member.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(member, "w") as stream:
                np.lib.format.write_array(stream, _narrow(actions), allow_pickle=False)
    return file.getvalue()


def read_stream(path: Path, name: str) -> Actions:
    """One match's actions, int64, from its batch's file.

    Raises:
        DamagedStream: the file is missing, damaged, altered, or has no such match.
    """
    return unpack_stream(_checked_bytes(path), name, str(path))


def unpack_stream(content: bytes, name: str, origin: str = "stream") -> Actions:
    """One match's actions, int64, from the bytes of a file; `origin` names it in errors.

    Raises:
        DamagedStream: the bytes are not such a file, or it has no such match.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            member = archive.read(f"{name}.npy")  # all of it, which checks its sum
        narrow = np.lib.format.read_array(io.BytesIO(member), allow_pickle=False)
    except KeyError:
        raise DamagedStream(f"{origin} holds no match {name}: name one of its own matches") from None
    except Exception as error:
        # Bytes that went wrong lead a zip reader anywhere: a dozen kinds of exception, by trial.
        reason = " ".join(str(error).split()) or type(error).__name__
        raise DamagedStream(f"{origin} is damaged ({reason}): restore it, or play the match again") from error
    return np.ascontiguousarray(narrow.transpose(2, 1, 0), dtype=np.int64)


def write_streams(folder: Path, content: bytes) -> str:
    """Store a batch's file under its hash; the hash. Storing the same content again changes nothing."""
    name = hashlib.sha256(content).hexdigest()
    path = stream_path(folder, name)
    if not path.exists():
        write_atomically(path, content)
    return name


def stream_path(folder: Path, name: str) -> Path:
    """Where the file of this hash lies, two levels deep so that no folder grows too long."""
    return folder / name[:2] / f"{name}.npz"


def _checked_bytes(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise DamagedStream(
            f"cannot read {path} ({error.strerror}): restore it from a copy, or play the match again"
        ) from error
    if hashlib.sha256(content).hexdigest() != path.stem:
        raise DamagedStream(f"{path} does not have the content its name promises: restore it from a copy")
    return content


def _narrow(actions: Actions) -> NDArray[np.uint8] | NDArray[np.uint16]:
    if actions.size and (actions.min() < 0 or actions.max() > np.iinfo(np.uint16).max):
        raise ValueError(f"actions must lie in 0 to 65535, got {actions.min()} to {actions.max()}")
    columns = np.ascontiguousarray(actions.transpose(2, 1, 0))
    if actions.size == 0 or actions.max() <= np.iinfo(np.uint8).max:
        return columns.astype(np.uint8)
    return columns.astype(np.uint16)
