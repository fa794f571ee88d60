"""How the rules are compiled: one decorator, and a cache that cannot go stale.

Numba keys its cache by the file of each function alone; a change in a function called from another file
would leave old machine code in use. The cache folder of a module is therefore named by a hash of its source
and of all sources it imports, directly or not, so that an edit starts fresh ones for what it can reach and
leaves the others' in use (docs/decisions/0004).
"""

from __future__ import annotations

import functools
import hashlib
import re
import shutil
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core.caching import FunctionCache

from arena.games.cache import cache_dir

Function = TypeVar("Function", bound=Callable[..., Any])

ROOT = Path(__file__).parents[2]
PACKAGE = "arena.games"
STALE_S = 14 * 86_400
IMPORT = re.compile(rf"^from ({re.escape(PACKAGE)}[\w.]*) import (\([^)]*\)|.*)$", re.MULTILINE)


def _file_of(module: str) -> Path | None:
    """Source of a module or package of the games, None if there is none of that name."""
    path = ROOT.joinpath(*module.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


def _imports(source: str) -> set[str]:
    """Modules of the games a source imports from; `from package import module` names the module."""
    found = set()
    for module, names in IMPORT.findall(source):
        for name in re.findall(r"\w+", re.sub(r" as \w+|#.*", "", names)):
            inner = f"{module}.{name}"
            found.add(inner if _file_of(inner) else module)
    return found


@functools.cache
def reach(module: str) -> frozenset[str]:
    """The module and all modules of the games it imports, directly or not."""
    seen: set[str] = set()
    waiting = [module]
    while waiting:
        name = waiting.pop()
        path = _file_of(name)
        if name not in seen and path is not None:
            seen.add(name)
            waiting.extend(_imports(path.read_text(encoding="utf-8")))
    return frozenset(seen)


@functools.cache
def source_hash(module: str) -> str:
    """First 16 hexadecimal digits of the SHA-256 of all sources a module can reach, names included."""
    digest = hashlib.sha256()
    for name in sorted(reach(module)):
        path = _file_of(name)
        if path is not None:
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


@functools.cache
def cache_folder(module: str) -> Path:
    """Where the machine code of a module's kernels lies."""
    folder = cache_dir() / "kernels" / f"{source_hash(module)}-numba{numba.__version__}"
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    return folder


def _drop_stale(parent: Path) -> None:
    """Machine code of sources nobody has used for two weeks is removed."""
    oldest = time.time() - STALE_S
    for folder in parent.glob("*-numba*"):
        if folder.is_dir() and folder.stat().st_mtime < oldest:
            shutil.rmtree(folder, ignore_errors=True)


_drop_stale(cache_dir() / "kernels")


class ForgivingCache(FunctionCache):
    """Numba's cache of a function's machine code, which nobody has to repair.

    What cannot be read is compiled anew and written over; what cannot be written is not kept.
    """

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Machine code of a signature, None if there is none that can be read."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # noqa: BLE001 - a cut file can raise anything; a fresh compilation is never wrong
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep machine code, with a fresh index where the old one cannot be read."""
        try:
            super().save_overload(sig, data)
        except OSError:  # no room, or no permission: the next start compiles again
            return
        except Exception:  # noqa: BLE001 - the old index cannot be read, whatever that raised
            with suppress(OSError):
                self.flush()
                super().save_overload(sig, data)


def kernel(function: Function) -> Function:
    """Compile a rule: cached, without the interpreter lock, floats as IEEE says, no exception on division.

    No wrapper for callbacks from C is made: nobody calls one, and it costs a tenth of the compile time.
    """
    compiled: Any = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(cache_folder(function.__module__))  # type: ignore[attr-defined]
        compiled._cache = ForgivingCache(function)  # noqa: SLF001 - as enable_caching does, by another class
    return cast(Function, compiled)
