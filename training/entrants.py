"""The checkpoints of lineages as entrants of a ladder, and why some cannot be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from arena.errors import PalaestraError
from arena.lineages import Found
from arena.plan import Entrant
from training.errors import LineageError
from training.lineage import Lineage, open_lineage
from training.player import pin


def find_entrants(folders: Sequence[Path], *, variant: str, newest: int) -> Found:
    """The checkpoints of lineages that can play a variant's ladder; see `arena.lineages.find_checkpoints`."""
    entrants, notes, seen = list[Entrant](), list[str](), dict[str, Path]()
    for folder in folders:
        try:
            lineage = open_lineage(folder)
        except LineageError as error:
            notes.append(f"a lineage is left out: {error}")
            continue
        if variant not in lineage.record.variants:
            continue
        if seen.setdefault(lineage.name, folder) != folder:
            notes.append(f"{folder} is left out: {seen[lineage.name]} is called {lineage.name} too")
            continue
        for step in lineage.steps()[-newest:]:
            _enter(lineage, step, entrants, notes)
    return Found(tuple(entrants), tuple(notes))


def _enter(lineage: Lineage, step: int, entrants: list[Entrant], notes: list[str]) -> None:
    """Add a checkpoint to the entrants, or to the notes why not."""
    try:
        name = lineage.read_record(step).title
        entrants.append(Entrant(name, f"checkpoint:{pin(str(lineage.checkpoint(step)))}"))
    except (PalaestraError, OSError) as error:
        notes.append(f"{lineage.name}/{step} is left out: {error}")
