"""Writing a file so that a reader, or a crash, sees all of it or nothing."""

from __future__ import annotations

import errno
import os
from pathlib import Path


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` under a temporary name in the folder, flush it to disk, then rename it to `path`.

    A link is followed, so that it stays one. What is there and is no file, such as a device or a pipe, is written to as
    it is: a rename would put a file in its place.

    Raises:
        OSError: it cannot be written, with the path as its file name; a folder is there, for one.
    """
    if path.is_dir():  # an empty path too, which names the folder one is in
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if path.exists() and not path.is_file():
        _write_into(path, content)
        return
    path = path.resolve() if path.is_symlink() else path
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:  # a failed write, unlike a failed open, does not say of which file
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        temporary.unlink(missing_ok=True)
    sync_folder(path.parent)


def _write_into(path: Path, content: bytes) -> None:
    try:
        with path.open("wb") as file:
            file.write(content)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries to disk, so that a rename in it survives a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
