"""The start of a match: setup, side keys, structures and heroes in their places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

from arena.games.moba import layout as lay
from arena.games.moba.courier import set_up_courier
from arena.games.moba.growth import build_up, come_home
from arena.games.moba.numbers import draw, mix
from arena.games.moba.randomise import (
    NONE,
    Randomisation,
    randomisation_from_dict,
    randomise_hero,
    randomise_match,
)
from arena.games.moba.rules import load
from arena.games.moba.starts import begin, known_starts

KEY_STREAM = 7
PIT_STREAM = 47
SEED_LIMIT = 1 << 63


@dataclass(frozen=True)
class Setup:
    """What makes a match: its seed (0 <= seed < 2^63), the heroes of both lineups by number, and how it starts.

    The sides' random keys derive from the seed. `keys` sets them instead, for the test that exchanges all. What
    `start` and `randomisation` leave open is drawn from the seed and the keys.
    """

    seed: int
    west: tuple[int, ...]
    east: tuple[int, ...]
    keys: tuple[int, int] | None = None
    start: str = "fresh"
    """One of `starts.STARTS` that the variant has."""
    randomisation: Randomisation = NONE

    def exchanged(self) -> Setup:
        """The same match with everything exchanged between the sides."""
        west, east = self.keys or side_keys(self.seed)
        return replace(self, west=self.east, east=self.west, keys=(east, west))

    def to_dict(self) -> dict[str, Any]:
        """The setup as JSON-ready data."""
        return {
            "seed": self.seed,
            "west": list(self.west),
            "east": list(self.east),
            "keys": None if self.keys is None else list(self.keys),
            "start": self.start,
            "randomisation": self.randomisation.to_dict(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Setup:
        """The setup that `to_dict` gave; what is left out is as by default.

        Raises ValueError, in one line, for data that no setup has.
        """
        known = [field.name for field in fields(cls)]
        if not {"seed", "west", "east"} <= values.keys() <= set(known):
            raise ValueError(
                f"expected a setup with seed, west, east, and at most {', '.join(known[3:])}; got {', '.join(values)}"
            )
        keys = values.get("keys")
        return cls(
            values["seed"],
            tuple(values["west"]),
            tuple(values["east"]),
            None if keys is None else (keys[0], keys[1]),
            values.get("start", "fresh"),
            randomisation_from_dict(values.get("randomisation", {})),
        )


def side_keys(seed: int) -> tuple[int, int]:
    """The random keys of west and east, two different 32-bit numbers."""
    low = int(mix((seed & 0xFFFFFFFF) ^ KEY_STREAM))
    west = int(mix(int(mix(low)) ^ (seed >> 32 & 0xFFFFFFFF)))
    return west, int(mix(west ^ 0x5BD1E995))


def first_pit(seed: int, keys: Sequence[int]) -> int:
    """The half (0 or 1) in whose pit the boss first comes: that whose key draws more, so it turns with the sides."""
    west, east = ((draw(seed, key, 0, PIT_STREAM), key) for key in keys)
    return 0 if west > east else 1


def random_lineups(variant: str, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Two lineups without a common hero, drawn from all heroes by `seed`."""
    rules = load(variant)
    return deal(int(rules.hero_count), int(rules.variant.heroes), seed)


def deal(count: int, size: int, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Twice `size` different numbers below `count`, drawn by `seed`."""
    order = list(range(count))
    for place in range(len(order) - 1, 0, -1):
        other = int(draw(seed, KEY_STREAM, place, KEY_STREAM) * (place + 1))
        order[place], order[other] = order[other], order[place]
    return tuple(order[:size]), tuple(order[size : 2 * size])


def check(variant: str, setup: Setup) -> None:
    """Raise ValueError, in one line, for a setup that no match of the variant can begin from."""
    rules = load(variant)
    size, count = int(rules.variant.heroes), int(rules.hero_count)
    if not 0 <= setup.seed < SEED_LIMIT:
        raise ValueError(f"expected a seed from 0 to 2^63 - 1; got {setup.seed}")
    for side, lineup in (("west", setup.west), ("east", setup.east)):
        if len(lineup) != size or len(set(lineup)) != size:
            raise ValueError(f"expected {size} different heroes for {side} in {variant}; got {lineup}")
        if not all(0 <= hero < count for hero in lineup):
            raise ValueError(f"expected heroes numbered 0 to {count - 1} for {side}; got {lineup}")
    check_start(variant, setup.start)


def check_start(variant: str, start: str) -> None:
    """Raise ValueError, in one line, for a start that the variant does not have."""
    load(variant)
    if start not in known_starts(variant):
        raise ValueError(
            f"expected a start of {variant}, one of {', '.join(known_starts(variant))}; got {start!r}"
        )


def _set_structures(m: Any, rules: Any) -> None:
    for half, s in ((0, 1.0), (1, -1.0)):
        for place in range(lay.STRUCTURES):
            unit = m.units[half * lay.HALF + lay.FIRST_STRUCTURE + place]
            unit.x = s * rules.structures[place, 0] + 0.0
            unit.y = s * rules.structures[place, 1] + 0.0
            lane = place // 3 if place < 9 else place - 9 if place < 12 else -1
            unit.lane = lane
            unit.step = place % 3 if place < 9 else 0
            _set_structure(unit, rules, place)
            world_lane = lane if half == 0 else 2 - lane
            unit.alive = 1 if lane < 0 or rules.variant.lanes[world_lane] else 0


def _set_structure(unit: Any, rules: Any, place: int) -> None:
    kind = lay.TOWER if place < 9 else lay.BARRACK if place < 12 else lay.BASE if place < 14 else lay.CORE
    data = rules.kinds[kind]
    tier = int(unit.step)
    unit.kind = kind
    unit.max_health = (data.health + data.tier_health * tier) * rules.variant.structure_health
    unit.max_health = round(float(unit.max_health))
    unit.health = unit.max_health
    unit.damage = round(float((data.damage + data.tier_damage * tier) * rules.variant.structure_damage))
    unit.armour = data.armour
    unit.target = -1
    unit.open = 1 if place < 9 and tier == 0 else 0


def _set_heroes(m: Any, rules: Any, setup: Setup) -> None:
    m.heroes["hero"] = -1
    for h in range(2 * lay.HEROES):
        m.heroes[h].order_unit = m.heroes[h].cast_unit = h // lay.HEROES * lay.HALF + h % lay.HEROES
    for half, lineup in enumerate((setup.west, setup.east)):
        for slot, number in enumerate(lineup):
            h = half * lay.HEROES + slot
            hero = m.heroes[h]
            unit = m.units[half * lay.HALF + slot]
            hero.hero = number
            hero.level = 1
            hero.gold = rules.variant.start_gold
            hero.cast = -1
            hero.channel = -1
            hero.seen_tick = -1
            hero.build[:] = rules.heroes[number].build
            hero.skills[:] = rules.heroes[number].skills
            hero.factor[:] = 1.0
            hero.lane = -1
            randomise_hero(m, rules, h, setup.randomisation)
            hero.skill[hero.skills[0]] = 1
            unit.kind = lay.HERO
            unit.alive = 1
            unit.target = -1
            unit.lane = -1
            build_up(m, rules, h)
            come_home(m, rules, h)


def new_matches(
    variant: str, setups: Sequence[Setup], *, limit_s: float | None = None
) -> np.ndarray[Any, Any]:
    """Matches before their first decision: (n,) of layout.MATCH, one for each setup.

    `limit_s` ends a match undecided after so many seconds of play, counted from its start; None sets no cap. A cap
    of the variant's own holds in any case.
    """
    rules = load(variant)
    for setup in setups:
        check(variant, setup)
    if limit_s is not None and not limit_s > 0:
        raise ValueError(f"expected a limit of more than 0 seconds; got {limit_s}")
    matches = np.zeros(len(setups), lay.MATCH)
    for place, setup in enumerate(setups):
        m: Any = matches[place]
        m.seed = setup.seed
        m.keys[:] = setup.keys or side_keys(setup.seed)
        m.ending = lay.RUNNING
        m.units["target"] = -1
        m.courier_for[:] = -1
        m.boss_health = 1.0
        m.boss_due = rules.variant.boss_first
        m.pit = first_pit(setup.seed, [int(key) for key in m.keys])
        m.units["born"] = -lay.HALF
        _set_structures(m, rules)
        for half in range(2):
            m.units[half * lay.HALF + lay.COURIER].kind = lay.RUNNER
            set_up_courier(m, rules, half)
        _set_heroes(m, rules, setup)
        randomise_match(m, rules, setup.randomisation)
        begin(m, rules, variant, setup.start)
        m.limit = _limit(rules, limit_s, int(m.began))
    return matches


def _limit(rules: Any, limit_s: float | None, began: int) -> int:
    """The tick at which a match is cut, 0 never: by what is asked for or by the variant's own cap, the sooner."""
    caps = [] if limit_s is None else [max(int(limit_s * 30), 1)]
    caps += [int(rules.variant.cap)] if rules.variant.cap > 0 else []
    return began + min(caps) if caps else 0
