"""The game as others' code expects it: arrays of a pool, Gymnasium's and PettingZoo's forms (docs/environments.md).

The names are loaded when they are first asked for: Gymnasium and PettingZoo are an extra, which the pool does without.
Where Gymnasium is installed, importing this makes `palaestra/Moba-v0` known to it.
"""

from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.environments.parallel import MobaParallelEnv
    from arena.environments.pool import MatchPool, Rows
    from arena.environments.rewards import Rewards
    from arena.environments.seating import Seating
    from arena.environments.single import MobaEnv
    from arena.environments.vector import MobaVectorEnv

__all__ = ["MatchPool", "MobaEnv", "MobaParallelEnv", "MobaVectorEnv", "Rewards", "Rows", "Seating"]

_HOMES = {
    "MatchPool": "pool",
    "MobaEnv": "single",
    "MobaParallelEnv": "parallel",
    "MobaVectorEnv": "vector",
    "Rewards": "rewards",
    "Rows": "pool",
    "Seating": "seating",
}

with suppress(ImportError):
    import_module("arena.environments.registration")


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'arena.environments' has no attribute {name!r}")
    try:
        module = import_module(f"arena.environments.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        if error.name not in ("gymnasium", "pettingzoo"):
            raise
        raise ModuleNotFoundError(
            f"arena.environments.{name} needs {error.name}, which is not installed: it comes with the extra, "
            'pip install ".[environments]"',
            name=error.name,
        ) from error
    return getattr(module, name)
