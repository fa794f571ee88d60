"""How the rules are compiled: one decorator, and a cache that cannot go stale.

Numba keys its cache by the file of each function alone; a change in a function called from another file
would leave old machine code in use. The cache folder is therefore named by a hash of every source file of
the games, so that any edit starts a fresh one.
"""

from __future__ import annotations

import hashlib
import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

from arena.games.cache import cache_dir

Function = TypeVar("Function", bound=Callable[..., Any])

GAMES = Path(__file__).parent
STALE_S = 14 * 86_400


def source_hash(folder: Path = GAMES, pattern: str = "*.py") -> str:
    """First 16 hexadecimal digits of the SHA-256 of all files below `folder` that match, names included."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob(pattern)):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _use_cache_folder() -> Path:
    parent = cache_dir() / "kernels"
    folder = parent / f"{source_hash()}-numba{numba.__version__}"
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    _drop_stale(parent, keep=folder)
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    return folder


def _drop_stale(parent: Path, *, keep: Path) -> None:
    """Machine code of sources nobody has used for two weeks is removed."""
    oldest = time.time() - STALE_S
    for folder in parent.iterdir():
        if folder != keep and folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


KERNEL_CACHE = _use_cache_folder()


def kernel(function: Function) -> Function:
    """Compile a rule: cached, without the interpreter lock, floats as IEEE says, no exception on division."""
    compiled: Any = numba.njit(cache=True, nogil=True, error_model="numpy")(function)
    return cast(Function, compiled)
