"""Files that may be damaged or made to do harm: read within limits, and written all at once.

Nothing that is read here runs: bytes are bounded before they are read, links and devices are refused, and
JSON is plain data in which no key stands twice.
"""

from __future__ import annotations

import json
import os
import shutil
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Never

from arena.files import sync_folder


class Unreadable(ValueError):
    """Why a file cannot be read, as the end of a sentence that begins with its name."""


def read_regular(path: Path, *, most: int) -> bytes:
    """The bytes of a plain file of at most `most` bytes.

    Raises:
        FileNotFoundError: there is none.
        Unreadable: it is a link, a folder or a device, is too large, or cannot be read.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        link = path.is_symlink()
        raise Unreadable(
            "is a link, expected a plain file" if link else f"cannot be read ({error.strerror})"
        ) from error
    found = os.fstat(descriptor)
    if not stat.S_ISREG(found.st_mode):
        os.close(descriptor)
        raise Unreadable("is no plain file")
    with os.fdopen(descriptor, "rb") as file:
        if found.st_size > most:
            raise Unreadable(f"has {found.st_size} bytes, expected at most {most}")
        content = file.read(found.st_size + 1)  # not one byte more is set aside than the file says it has
    if len(content) != found.st_size:
        raise Unreadable(f"gave {len(content)} of its {found.st_size} bytes")
    return content


def parse_object(content: bytes) -> dict[str, Any]:
    """An object of JSON. Keys that stand twice, NaN and infinities are refused.

    Raises:
        Unreadable: it is something else.
    """
    try:
        found = json.loads(content.decode("utf-8"), object_pairs_hook=_pairs, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:  # UnicodeDecodeError and JSONDecodeError are ValueErrors
        raise Unreadable(f"is not JSON as expected ({' '.join(str(error).split())[:120]})") from error
    if not isinstance(found, dict):
        raise Unreadable(f"holds a {type(found).__name__} of JSON, expected an object")
    return found


def check_format(fields: Mapping[str, Any], name: str, version: int) -> None:
    """Raise Unreadable unless an object says that it is of this format and version."""
    if (fields.get("format"), fields.get("format_version")) != (name, version):
        raise Unreadable(f"is not of the format '{name}', version {version}")


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _refuse_constant(name: str) -> Never:
    raise ValueError(f"{name} is no number of JSON")


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder of files, all of it or nothing, also if the machine stops: written beside it, flushed, renamed.

    Args:
        folder: where it shall be.
        files: content by name; a name may have one folder, `inner/name`.

    Raises:
        FileExistsError: something is there already; it is left as it was.
    """
    if folder.exists() or folder.is_symlink():
        raise FileExistsError(str(folder))
    folder.parent.mkdir(parents=True, exist_ok=True)
    for left in folder.parent.glob(f".{folder.name}.*.tmp"):  # by a writer that was killed
        shutil.rmtree(left)
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}.tmp")
    try:
        temporary.mkdir()
        for name, content in files.items():
            _write_flushed(temporary / name, content)
        for inner in {(temporary / name).parent for name in files} | {temporary}:
            sync_folder(inner)
        _rename_onto_nothing(temporary, folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    sync_folder(folder.parent)


def _rename_onto_nothing(temporary: Path, folder: Path) -> None:
    try:
        temporary.rename(folder)
    except OSError as error:
        if folder.exists():  # made by someone else since it was looked for
            raise FileExistsError(str(folder)) from error
        raise


def _write_flushed(path: Path, content: bytes) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
