"""Who plays in a night: the entrants that its configuration names, and the checkpoints that it finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arena.config import NightlySection
from arena.errors import BrokenPlayer, PlanChanged
from arena.home import Home
from arena.lineages import find_checkpoints
from arena.plan import Entrant, parse_entrant
from arena.registry import are_same, pin_player


@dataclass(frozen=True)
class Entrants:
    """Who plays, and who does not."""

    named: tuple[Entrant, ...]
    """Those of the configuration."""
    found: tuple[Entrant, ...]
    """Those of lineages."""
    notes: tuple[str, ...]
    """Why others are left out, a line each."""

    @property
    def all(self) -> list[Entrant]:
        """Everyone who plays."""
        return [*self.named, *self.found]


def gather_entrants(home: Home, night: NightlySection) -> Entrants:
    """The entrants of a night, pinned; who is there and broken is left out.

    Raises:
        UnknownPlayer: a named player is not there: a misspelt name is no lost place.
        BadSchedule: see `parse_entrant`.
    """
    named, notes = list[Entrant](), list[str]()
    for entrant in map(parse_entrant, night.entrants):
        try:
            named.append(replace(entrant, player=pin_player(entrant.player)))
        except BrokenPlayer as error:
            notes.append(f"{entrant.name} is left out: {error}")
    found = find_checkpoints(home, night.lineages, variant=night.variant, newest=night.checkpoints)
    return Entrants(tuple(named), found.entrants, (*notes, *found.notes))


def keep_names(entrants: Entrants, before: Mapping[str, str], ladder: str) -> Entrants:
    """The entrants without found ones whose name another player has on the ladder; the same player may lie elsewhere.

    Args:
        entrants: who would play.
        before: the player behind each name that the ladder has had.
        ladder: its name.

    Raises:
        PlanChanged: a named entrant's name is another player's.
    """
    for entrant in entrants.named:
        if problem := _other(entrant, before, ladder):
            raise PlanChanged(f"{problem}: give the new player a name of its own (NAME=PLAYER)")
    problems = [_other(entrant, before, ladder) for entrant in entrants.found]
    kept = tuple(
        entrant for entrant, problem in zip(entrants.found, problems, strict=True) if problem is None
    )
    notes = [f"{problem}, and is left out: give its lineage another name" for problem in problems if problem]
    return replace(entrants, found=kept, notes=(*entrants.notes, *notes))


def _other(entrant: Entrant, before: Mapping[str, str], ladder: str) -> str | None:
    """Which other player the ladder has under an entrant's name, if it has one."""
    known = before.get(entrant.name)
    if known is None or are_same(known, entrant.player):
        return None
    return f"'{entrant.name}' is {known} on ladder '{ladder}', now it would be {entrant.player}"
