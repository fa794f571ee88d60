"""Rating models over any table of results, wherever it came from.

The names are loaded when they are first asked for, so that a command line can mount ``ratings.commands`` without
loading NumPy.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ratings.diagnostics import Diagnostics, diagnose
    from ratings.errors import (
        BadResults,
        BadSettings,
        NoConvergence,
        RatingError,
        UnknownAnchor,
        UnknownColumns,
        UnreadableFile,
    )
    from ratings.models import rate
    from ratings.results import Results
    from ratings.settings import Settings
    from ratings.table import EntrantRating, RatingTable, SideRating

__all__ = [
    "BadResults",
    "BadSettings",
    "Diagnostics",
    "EntrantRating",
    "NoConvergence",
    "RatingError",
    "RatingTable",
    "Results",
    "Settings",
    "SideRating",
    "UnknownAnchor",
    "UnknownColumns",
    "UnreadableFile",
    "diagnose",
    "rate",
]

_HOMES = {"models": ("rate",), "results": ("Results",), "settings": ("Settings",)} | {
    "diagnostics": ("Diagnostics", "diagnose"),
    "table": ("EntrantRating", "RatingTable", "SideRating"),
    "errors": tuple(name for name in __all__ if name.startswith(("Bad", "No", "RatingE", "Un"))),
}
_MODULES = {name: f"ratings.{module}" for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'ratings' has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
