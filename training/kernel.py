"""How the trainer's loops are compiled: as the rules are, but free to reorder sums, which fills wide registers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

from arena.games.kernel import ForgivingCache, cache_folder

LAX = {"reassoc", "contract", "arcp", "nsz"}
"""What may be assumed of floats. Not that none is NaN or infinite: a network that diverges is to be noticed."""


def loop(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile a loop over arrays: cached, without the interpreter lock.

    The cache goes by the source of the module and of the game's modules that it imports: a loop calls no function of
    another module of the trainer.
    """
    compiled: Any = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, fastmath=LAX)(function)
    if not numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        numba.config.CACHE_DIR = str(cache_folder(function.__module__) / "-".join(sorted(LAX)))  # type: ignore[attr-defined]
        compiled._cache = ForgivingCache(function)  # noqa: SLF001 - as enable_caching does, by another class
    return compiled  # type: ignore[no-any-return]
