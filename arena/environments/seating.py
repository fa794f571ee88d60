"""Which seats of a match the user decides for, and who decides for the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.errors import PalaestraError
from arena.games import moba
from arena.registry import check_player

CONTROLS = ("all", "side", "hero")
HALF = 5
SEATS = 2 * HALF


class BadSeating(PalaestraError):
    """Seats were asked for that a match cannot give."""


@dataclass(frozen=True)
class Seating:
    """Who decides for whom.

    `control` is `all` (every hero of both sides), `side` (the heroes of one side, drawn for each match) or `hero` (one
    hero, its side and place drawn for each match).
    """

    control: str = "all"
    opponent: str = "bot:easy"
    """The player of the other side, as a ladder names it."""
    allies: str | None = None
    """With `hero`, the player of its allies; the opponent's if None."""

    def __post_init__(self) -> None:
        if self.control not in CONTROLS:
            raise BadSeating(
                f"expected control of one of {', '.join(CONTROLS)}, got {self.control!r}: name one of them"
            )
        for player in self.others:
            check_player(player)

    @property
    def others(self) -> tuple[str, ...]:
        """The players of the seats that are not the user's, each once."""
        if self.control == "all":
            return ()
        allies = [self.allies] if self.control == "hero" and self.allies else []
        return tuple(dict.fromkeys([self.opponent, *allies]))

    def rows(self, variant: str) -> int:
        """How many seats of a match are the user's."""
        size = moba.heroes_per_side(variant)
        return {"all": 2 * size, "side": size, "hero": 1}[self.control]

    def draw(self, variant: str, generator: np.random.Generator) -> NDArray[np.int64]:
        """(rows,) int64: the user's seats in a new match, west before east; what is open is drawn."""
        size = moba.heroes_per_side(variant)
        places = np.arange(size)
        if self.control == "all":
            return np.concatenate([places, HALF + places])
        half = int(generator.integers(2)) * HALF
        return half + places if self.control == "side" else half + generator.integers(size, size=1)

    def drivers(self, seats: NDArray[np.int64], active: NDArray[np.bool_]) -> NDArray[np.int64]:
        """(10,) int64: who decides for each seat of a match: a place in `others`, -1 the user or nobody."""
        found = np.full(SEATS, -1, np.int64)
        if self.control == "all":
            return found
        own = np.arange(SEATS) // HALF == seats[0] // HALF
        found[~own & active] = 0
        allies = self.allies or self.opponent
        found[own & active] = self.others.index(allies) if self.control == "hero" else -1
        found[seats] = -1
        return found
