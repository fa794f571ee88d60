"""Where the games keep what they compute once: tables of the maps, compiled kernels."""

import contextlib
import os
import tempfile
from pathlib import Path


def cache_dir() -> Path:
    """Return the folder for cached files, made if it was missing.

    The first of these that can be written: `$PALAESTRA_CACHE`, `$XDG_CACHE_HOME/palaestra`, `~/.cache/palaestra`,
    a private folder of this user in the system's temporary folder. Everything in it can be computed again.

    Raises OSError if not even the temporary folder can be written.
    """
    for folder in _candidates():
        if _writable(folder):
            return folder
    return _private_temporary_folder()


def _candidates() -> list[Path]:
    named = os.environ.get("PALAESTRA_CACHE")
    shared = os.environ.get("XDG_CACHE_HOME")
    folders = [Path(named)] if named else []
    if shared:
        folders.append(Path(shared) / "palaestra")
    home = os.path.expanduser("~")  # noqa: PTH111 - Path.expanduser raises where there is no home
    folders.append(Path(home) / ".cache" / "palaestra")
    return folders


def _writable(folder: Path) -> bool:
    """Whether a file can be made in `folder`.

    Tried rather than asked: access rights do not tell of a full or read-only disk.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _private_temporary_folder() -> Path:
    """A folder that only this user can write: others must not be able to plant files that we would load."""
    user = os.getuid() if hasattr(os, "getuid") else 0
    folder = Path(tempfile.gettempdir()) / f"palaestra-{user}"
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    if folder.is_dir() and not folder.is_symlink() and folder.stat().st_uid == user:
        folder.chmod(0o700)
        return folder
    return Path(tempfile.mkdtemp(prefix="palaestra-"))
