"""The checkpoints that a night finds by itself: those of the lineages in its folders, and of the shipped one."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from arena.home import Home
from arena.plan import Entrant

SHIPPED = "shipped"
"""In place of a pattern: the lineages that come with palaestra."""
RECORD = "lineage.json"


@dataclass(frozen=True)
class Found:
    """What was found in some lineages."""

    entrants: tuple[Entrant, ...]
    """The checkpoints that can play, as LINEAGE/STEP, pinned."""
    notes: tuple[str, ...]
    """Why others cannot, a line each."""


def lineage_folders(home: Home, patterns: Sequence[str]) -> list[Path]:
    """The folders that hold a lineage, in order of pattern and name, each once.

    Args:
        home: where relative patterns begin.
        patterns: as the shell has them, such as `lineages/*`; or `shipped`.
    """
    return [folder for folder in named_folders(home, patterns) if (folder / RECORD).is_file()]


def named_folders(home: Home, patterns: Sequence[str]) -> list[Path]:
    """What the patterns name, whether or not it holds a lineage, in order of pattern and name, each once."""
    return list(dict.fromkeys(folder for pattern in patterns for folder in _matching(home, pattern)))


def find_checkpoints(home: Home, patterns: Sequence[str], *, variant: str, newest: int) -> Found:
    """The checkpoints of all lineages for a variant that can play; `training` is loaded only if there is a lineage.

    Args:
        home: where relative patterns begin.
        patterns: see `lineage_folders`.
        variant: lineages for others are left out.
        newest: so many of the newest of each lineage; 0 for all.
    """
    folders = lineage_folders(home, patterns)
    if not folders:
        return Found((), ())
    found: Found = importlib.import_module("training.entrants").find_entrants(
        folders, variant=variant, newest=newest
    )
    return found


def _matching(home: Home, pattern: str) -> list[Path]:
    """The folders that a pattern names, in order."""
    if pattern == SHIPPED:
        return _matching(Home(_shipped()), "*")
    path = home.root / pattern
    inside = path.relative_to(path.anchor).as_posix()
    return sorted(Path(path.anchor).glob(inside)) if inside != "." else []


def _shipped() -> Path:
    """The folder of the lineages that come with palaestra; it need not exist."""
    package = find_spec("training")
    places = list(package.submodule_search_locations or ()) if package else []
    return Path(places[0] if places else "training") / "lineages"
