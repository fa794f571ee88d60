"""Who takes part in a match, in words: heroes by seat, units by number, structures by their lane."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba.maps import LANES
from arena.games.moba.rules import heroes
from arena.specs import MatchSpec

SIDES = ("west", "east")
CREATURES = {
    "melee": "a melee creep",
    "ranged": "a ranged creep",
    "siege": "a siege creep",
    "courier": "the courier",
    "small": "a small neutral",
    "medium": "a neutral",
    "large": "a large neutral",
    "boss": "the boss",
}
"""What a unit of a kind is called that has no name of its own; other kinds go by their name."""


@dataclass(frozen=True)
class Cast:
    """The names of a match."""

    heroes: tuple[str, ...]
    """Hero of each seat, west's first; empty where the variant has no hero."""
    numbers: tuple[int, ...]
    """Number of each seat's hero in the game's list, -1 where there is none."""

    def hero(self, seat: int) -> str:
        """A hero as it is spoken of: its name, with its side where both sides have it."""
        name = self.heroes[seat]
        return f"{SIDES[half_of_seat(seat)]}'s {name}" if self.heroes.count(name) > 1 else name

    def letters(self, seat: int) -> str:
        """Two letters that stand for a hero: its first two, or its first and the first that tells it from its like.

        Lance and Lantern in one match are Lc and Lt.
        """
        name = self.heroes[seat]
        like = {other for other in self.heroes if other != name and other[:2] == name[:2]}
        own = (k for k in range(2, len(name)) if name[k] not in {other[k : k + 1] for other in like})
        return name[:1] + name[next(own, 1) if like else 1]

    def ability(self, seat: int, place: int) -> str:
        """Name of a hero's ability, 0 to 3."""
        return ability_names()[self.numbers[seat]][place]

    def unit(self, state: Any, number: int) -> str:
        """A unit as it is spoken of, from a record in which it stands."""
        seat = seat_of(number)
        if seat is not None:
            return self.hero(seat)
        unit = state["units"][number]
        if is_structure(number):
            return structure_name(unit, number)
        kind = lay.KIND_NAMES[int(unit["kind"])]
        name = CREATURES.get(kind, kind)
        return name if is_neutral(number) else f"{name} of {SIDES[number // lay.HALF]}"


def make_cast(match: MatchSpec) -> Cast:
    """The names of a match's heroes."""
    numbers: list[int] = []
    for lineup in (match.west_lineup, match.east_lineup):
        numbers += [*lineup, *[-1] * (lay.HEROES - len(lineup))]
    names = tuple(moba.HERO_NAMES[number] if number >= 0 else "" for number in numbers)
    return Cast(names, tuple(numbers))


@cache
def ability_names() -> tuple[tuple[str, ...], ...]:
    """Names of every hero's abilities, by the hero's number."""
    return tuple(tuple(one["name"] for one in hero["abilities"]) for hero in heroes())


def unit_of_seat(seat: int) -> int:
    """The unit that the hero on a seat is."""
    return seat // lay.HEROES * lay.HALF + seat % lay.HEROES


def seat_of(number: int) -> int | None:
    """The seat of the hero that a unit is, None where it is no hero."""
    slot = number % lay.HALF
    return number // lay.HALF * lay.HEROES + slot if slot < lay.HEROES else None


HERO_UNITS = np.array([unit_of_seat(seat) for seat in range(2 * lay.HEROES)])
"""The unit of every seat."""


def half_of_seat(seat: int) -> int:
    """0 where a seat is west's, 1 where it is east's."""
    return seat // lay.HEROES


def is_structure(number: int) -> bool:
    """Whether a unit's slot is one of the structures'."""
    return lay.FIRST_STRUCTURE <= number % lay.HALF < lay.FIRST_STRUCTURE + lay.STRUCTURES


def is_neutral(number: int) -> bool:
    """Whether a unit's slot is one of those that fight for no side."""
    return number % lay.HALF >= lay.FIRST_NEUTRAL


def structure_name(unit: Any, number: int) -> str:
    """A structure as it is spoken of, such as `east's middle tower 1`: lanes as on the map, towers from outside."""
    side = SIDES[number // lay.HALF]
    kind = lay.KIND_NAMES[int(unit["kind"])]
    if kind == "base":
        return f"{side}'s base tower"
    lane = int(unit["lane"])
    if lane < 0:
        return f"{side}'s {kind}"
    where = LANES[lane if number < lay.HALF else len(LANES) - 1 - lane]
    tier = f" {int(unit['step']) + 1}" if kind == "tower" else ""
    return f"{side}'s {where} {kind}{tier}"


@cache
def structures_of(variant: str) -> dict[int, str]:
    """Names of the structures that a variant has, by unit: those of its lanes and bases, fallen at a start or not."""
    lineups = moba.random_lineups(variant, 0)
    units = moba.Batch(variant, [moba.Setup(0, *lineups)], observe_floats=False).matches["units"][0]
    return {
        number: structure_name(units[number], number)
        for number in range(lay.UNITS)
        if is_structure(number) and units[number]["alive"]
    }
