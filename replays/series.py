"""How a match goes, in numbers every five seconds: by side, and by hero.

Letters: S samples, H seats (west's first), I places for items.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arena.games.moba import layout as lay
from arena.games.moba.batch import net_worths
from replays.cast import SIDES, is_structure
from replays.simulate import Stretch

SAMPLE_TICKS = 150
SIDE_SERIES = {
    "gold": "gold gained so far by the side's heroes",
    "experience": "experience gained so far",
    "net_worth": "gold in hand and the price of all items, those on their way included",
    "kills": "heroes of the other side that died",
    "structures": "structures standing",
}
"""What is sampled for each side, with its meaning."""
HERO_SERIES = {
    "level": "level",
    "gold": "gold in hand",
    "net_worth": "gold in hand and the price of all items, those on their way included",
    "kills": "enemy heroes killed",
    "deaths": "deaths",
    "assists": "assists",
    "last_hits": "last hits on enemy creeps",
    "denies": "last hits on creeps of its own side",
    "max_health": "greatest health",
    "max_mana": "greatest mana",
}
"""What is sampled for each hero."""


@dataclass(frozen=True, eq=False)
class Series:
    """The samples of a match: its start, every `SAMPLE_TICKS`, and its end."""

    tick: NDArray[np.int64]
    """(S,): the tick of each sample, rising."""
    sides: dict[str, NDArray[np.int64]]
    """`SIDE_SERIES` by name, (S, 2): west, east."""
    heroes: dict[str, NDArray[np.int64]]
    """`HERO_SERIES` by name, (S, H)."""
    items: NDArray[np.int64]
    """(S, H, I): item + 1 in each place, 0 empty."""

    def frame(self) -> pl.DataFrame:
        """The sides' series: a row a sample, columns `tick`, `west_gold`, `east_gold` and so on."""
        return pl.DataFrame({"tick": self.tick, **self._by_side()})

    def to_dict(self) -> dict[str, Any]:
        """All samples as plain values."""
        return {
            "tick": self.tick.tolist(),
            **{name: values.tolist() for name, values in self._by_side().items()},
            "heroes": {name: values.T.tolist() for name, values in self.heroes.items()},
            "items": self.items.transpose(1, 0, 2).tolist(),
        }

    def _by_side(self) -> dict[str, NDArray[np.int64]]:
        return {
            f"{side}_{name}": values[:, place]
            for name, values in self.sides.items()
            for place, side in enumerate(SIDES)
        }


@dataclass
class Sampler:
    """Takes the samples while a match is played again."""

    _parts: list[NDArray[Any]] = field(default_factory=list)

    def see(self, stretch: Stretch) -> None:
        """Take the samples that lie in a stretch; the first stretch also gives the start."""
        states = stretch.states if not self._parts else stretch.now
        due = (states["tick"] % SAMPLE_TICKS == 0) | (states["ending"] != lay.RUNNING)
        due[0] |= not self._parts
        self._parts.append(states[due].copy())

    def series(self) -> Series:
        """The samples taken."""
        states = np.concatenate(self._parts)
        heroes = _heroes(states)
        return Series(
            states["tick"].copy(),
            _sides(states, heroes["net_worth"]),
            heroes,
            states["heroes"]["items"].copy(),
        )


def _heroes(states: NDArray[Any]) -> dict[str, NDArray[np.int64]]:
    heroes = states["heroes"]
    tally = heroes["tally"]
    units = states["units"]["max_health"].reshape(len(states), 2, lay.HALF)[:, :, : lay.HEROES]
    found = {
        "level": heroes["level"],
        "gold": heroes["gold"],
        "net_worth": net_worths(heroes),
        "kills": tally[:, :, lay.KILLS],
        "deaths": tally[:, :, lay.DEATHS],
        "assists": tally[:, :, lay.ASSISTS],
        "last_hits": tally[:, :, lay.LAST_HITS],
        "denies": tally[:, :, lay.DENIES],
        "max_health": units.reshape(len(states), -1),
        "max_mana": heroes["max_mana"],
    }
    seats = heroes["hero"] >= 0
    return {name: np.where(seats, values, 0).astype(np.int64) for name, values in found.items()}


def _sides(states: NDArray[Any], net_worth: NDArray[np.int64]) -> dict[str, NDArray[np.int64]]:
    tally = states["heroes"]["tally"]
    standing = np.array([is_structure(number) for number in range(lay.UNITS)]) & (
        states["units"]["alive"] > 0
    )
    found = {
        "gold": _by_half(tally[:, :, lay.GOLD]),
        "experience": _by_half(tally[:, :, lay.EXPERIENCE]),
        "net_worth": _by_half(net_worth),
        "kills": states["kills"],
        "structures": _by_half(standing),
    }
    return {name: values.astype(np.int64) for name, values in found.items()}


def _by_half(values: NDArray[Any]) -> NDArray[Any]:
    """(S, anything west's first) summed over each half: (S, 2)."""
    return np.asarray(values.reshape(len(values), 2, -1).sum(2))
