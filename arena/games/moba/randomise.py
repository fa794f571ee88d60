"""What a setup may change at random: a small record of ranges, none of them by default.

Ranges are for training on more than one start, and for asking how much a result hangs on one. What is drawn comes from
the match's seed and the key of the side, by counter, so that exchanging the sides exchanges it. Lineups are no
part of this: whoever makes a setup draws them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from arena.games.moba import layout as lay
from arena.games.moba.numbers import draw

FIRST_STREAM = 300
FACTORS, PURSE, DEAL, ITEM_ORDER, SKILL_ORDER, BEAST = range(FIRST_STREAM, FIRST_STREAM + 6)
LANES = (0, 0, 1, 2, 2)
"""The lane of each slot where none is dealt: two heroes on each side lane, one in the middle."""


@dataclass(frozen=True)
class Randomisation:
    """Ranges; 0 leaves a thing as the rules have it.

    A range of 0.2 is a factor between 0.8 and 1.2, drawn evenly. Heroes draw for themselves, the boss for both sides.
    """

    health: float = 0.0
    """Range of a hero's own health, without its items; at most 0.5, as the next two."""
    mana: float = 0.0
    """Range of its own mana."""
    damage: float = 0.0
    """Range of its own attack damage."""
    gold: float = 0.0
    """Range of its starting gold, at most 1."""
    lanes: float = 0.0
    """Chance, for each side, that its lanes are dealt to its heroes anew."""
    items: int = 0
    """Exchanges of neighbours in each hero's list of items, at most 20."""
    skills: int = 0
    """Exchanges of neighbours in the order in which it learns its first three abilities, at most 20."""
    boss: float = 0.0
    """Range of the boss's health, at most 0.5."""

    def __post_init__(self) -> None:
        for name, most in MOST.items():
            value = getattr(self, name)
            whole = isinstance(most, int)
            if (
                isinstance(value, bool)
                or not isinstance(value, int if whole else int | float)
                or not 0 <= value <= most
            ):
                what = "a whole number" if whole else "a number"
                raise ValueError(
                    f"expected {what} from 0 to {most:g} for the randomisation's {name}; got {value!r}"
                )

    @property
    def text(self) -> str:
        """As `parse_randomisation` reads it: `none`, or the ranges that are not 0, such as `health=0.1,items=2`."""
        ranges = {name: value for name, value in asdict(self).items() if value}
        return ",".join(f"{name}={value:g}" for name, value in ranges.items()) or "none"

    def to_dict(self) -> dict[str, float]:
        """The ranges by name."""
        return asdict(self)


MOST: Mapping[str, float] = {
    "health": 0.5,
    "mana": 0.5,
    "damage": 0.5,
    "gold": 1.0,
    "lanes": 1.0,
    "items": 20,
    "skills": 20,
    "boss": 0.5,
}
NONE = Randomisation()
PRESETS = {
    "none": NONE,
    "mild": Randomisation(0.05, 0.05, 0.05, 0.2, 0.25, 1, 1, 0.1),
    "wide": Randomisation(0.2, 0.2, 0.2, 0.5, 1.0, 4, 4, 0.3),
}
"""Randomisations with a name of their own."""


def parse_randomisation(text: str) -> Randomisation:
    """A randomisation from `none`, `mild`, `wide`, or ranges such as `health=0.1,items=2`.

    Raises ValueError, in one line, for anything else.
    """
    if text in PRESETS:
        return PRESETS[text]
    ranges: dict[str, Any] = {}
    for part in text.split(","):
        name, _, value = (word.strip() for word in part.partition("="))
        if name not in MOST or name in ranges:
            raise ValueError(
                f"expected a randomisation as {', '.join(PRESETS)}, or as NAME=RANGE,... with names of "
                f"{', '.join(MOST)}, each once; got {text!r}"
            )
        try:
            ranges[name] = int(value) if isinstance(MOST[name], int) else float(value)
        except ValueError:
            raise ValueError(f"expected a number for the randomisation's {name}; got {value!r}") from None
    return Randomisation(**ranges)


def randomisation_from_dict(ranges: Mapping[str, Any]) -> Randomisation:
    """The randomisation that `to_dict` gave. Raises ValueError for an unknown range."""
    known = [field.name for field in fields(Randomisation)]
    for name in ranges:
        if name not in known:
            raise ValueError(f"expected ranges of a randomisation, {', '.join(known)}; got {name!r}")
    return Randomisation(**ranges)


def randomise_hero(m: Any, rules: Any, h: int, ranges: Randomisation) -> None:
    """Draw what a hero begins with, before its numbers are built up: factors, gold, order of items and skills."""
    hero, half, slot = m.heroes[h], h // lay.HEROES, h % lay.HEROES
    for place, span in enumerate((ranges.health, ranges.mana, ranges.damage)):
        hero.factor[place] = 1.0 + span * _between(m, half, slot * 3 + place, FACTORS)
    hero.gold = round(float(rules.variant.start_gold) * (1.0 + ranges.gold * _between(m, half, slot, PURSE)))
    bought = [place for place in range(lay.BUILD) if hero.build[place] >= 0]
    _exchange(m, half, slot, hero.build, bought, ranges.items, ITEM_ORDER)
    # The last ability keeps its levels; the others stay within theirs, since exchanges add none.
    learnt = [place for place in range(lay.MAX_LEVEL) if 0 <= hero.skills[place] < lay.ABILITIES - 1]
    _exchange(m, half, slot, hero.skills, learnt, ranges.skills, SKILL_ORDER)


def randomise_match(m: Any, rules: Any, ranges: Randomisation) -> None:
    """Draw what belongs to a side or to the match: lanes, and the boss's health."""
    m.boss_health = 1.0 + ranges.boss * (2.0 * draw(int(m.seed), 0, 0, BEAST) - 1.0)
    if rules.variant.heroes < lay.HEROES:
        return
    for half in range(2):
        key = int(m.keys[half])
        if draw(int(m.seed), key, 0, DEAL) >= ranges.lanes:
            continue
        order = list(LANES)
        for place in range(lay.HEROES - 1, 0, -1):
            other = int(draw(int(m.seed), key, place, DEAL) * (place + 1))
            order[place], order[other] = order[other], order[place]
        for slot, lane in enumerate(order):
            m.heroes[half * lay.HEROES + slot].lane = lane


def _between(m: Any, half: int, counter: int, stream: int) -> float:
    """A number of the side's own in [-1, 1)."""
    return 2.0 * float(draw(int(m.seed), int(m.keys[half]), counter, stream)) - 1.0


def _exchange(
    m: Any, half: int, slot: int, values: np.ndarray[Any, Any], places: list[int], times: int, stream: int
) -> None:
    """Exchange neighbours among some places of a list, so many times."""
    for turn in range(times if len(places) > 1 else 0):
        luck = float(draw(int(m.seed), int(m.keys[half]), slot * MOST_TURNS + turn, stream))
        first = int(luck * (len(places) - 1))
        one, other = places[first], places[first + 1]
        values[one], values[other] = int(values[other]), int(values[one])


MOST_TURNS = 32
"""More exchanges than a range allows, so that heroes' counters never meet."""
