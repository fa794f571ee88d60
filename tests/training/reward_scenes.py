"""Scenes in which exactly one thing happens that a reward table can pay for, and a plain second account of a decision.

A scene changes the record of a match between two moments, for west's first hero or for west; what it is worth is
worked out by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from arena.games.moba import TALLY_NAMES, Batch, Setup, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.maps import load as load_map

Change = Callable[[Any], None]
FIRST = lay.FIRST_STRUCTURE
TIERS = ("tower_tier_1", "tower_tier_2", "tower_tier_3")
FOUNTAIN = load_map("blitz").fountain
"""West's, of the map of `blitz` and `duel`."""
TAILORED = {
    "experience_gained": "experience",
    "gold_gained": "gold",
    "death": "deaths",
    "last_hit": "last_hits",
    "neutral_last_hit": "neutrals_killed",
    "kill": "kills",
    "assist": "assists",
    "deny": "denies",
    "structure_damage": "structure_health_taken",
}
"""Events that are an entry of the ledger under a name of their own."""


def make(variant: str = "blitz", n: int = 1, *, start: str = "fresh", limit_s: float | None = None) -> Batch:
    setups = [Setup(seed, *random_lineups(variant, seed), start=start) for seed in range(1, n + 1)]
    return Batch(variant, setups, observe_floats=False, limit_s=limit_s)


def count(name: str, amount: float) -> Change:
    """Enter something in the first hero's ledger."""

    def change(m: Any) -> None:
        m.heroes[0].tally[lay.TALLY[name]] += amount

    return change


def wound(share: float, *slots: int) -> Change:
    """Leave structures of east a share of their health; at 0 they fall."""

    def change(m: Any) -> None:
        for slot in slots:
            unit = m.units[lay.HALF + slot]
            unit.health, unit.alive = unit.max_health * share, int(share > 0)

    return change


def hurt(m: Any) -> None:
    m.units[0].health = m.units[0].max_health / 2


def drain(m: Any) -> None:
    m.heroes[0].mana = m.heroes[0].max_mana / 4


def spend(m: Any) -> None:
    count("gold_spent_alive", 30)(m)
    count("gold_spent_dead", 12)(m)


def stray(m: Any) -> None:
    """West's first hero, whose lane is the first, stands on the middle one."""
    m.units[0].x = m.units[0].y = -500.0


LANES = (0, 0, 1, 2, 2)
"""That heroes are drawn to by their numbers, in their own frame, where the setup deals none."""


def posts(m: Any, h: int) -> np.ndarray:
    """(k, 2): the foremost own tower of a hero's lane and the enemy's structures there, or all of the enemy's.

    A side's structures are numbered by its own lanes: its bottom lane is the other's top lane.
    """
    half, hero = h // 5, m.heroes[h]
    own, units = (m.units[side * lay.HALF + FIRST :][: lay.STRUCTURES] for side in (half, 1 - half))
    lane = int(hero.lane if hero.lane >= 0 else LANES[hero.hero % 5])
    theirs = {0: (6, 7, 8, 11), 1: (3, 4, 5, 10), 2: (0, 1, 2, 9)}[lane]
    stand = [units[place] for place in theirs if units[place].alive]
    stand += [tower for tower in own[3 * lane : 3 * lane + 3] if tower.alive][:1]
    stand = stand or [unit for unit in units if unit.alive]
    return np.array([[unit.x, unit.y] for unit in stand])


def go_forward(m: Any) -> None:
    """West's first hero walks 700 units straight to the nearest post of its lane."""
    at = np.array([m.units[0].x, m.units[0].y])
    ways = posts(m, 0) - at
    nearest = ways[np.argmin(np.hypot(*ways.T))]
    m.units[0].x, m.units[0].y = at + 700.0 * nearest / np.hypot(*nearest)


def forward(m: Any, h: int) -> float:
    """Minus the thousands of units from a hero, or a dead one's home, to the nearest of those posts."""
    half, unit = h // 5, m.units[h // 5 * lay.HALF + h % 5]
    at = np.array([unit.x, unit.y]) if unit.alive else FOUNTAIN * (1 - 2 * half)
    return -min(float(np.hypot(*(place - at))) / 1000.0 for place in posts(m, h))


def kill_boss(m: Any) -> None:
    m.bosses[0] += 1


def break_open(m: Any) -> None:
    m.rebuild[1, :] = m.tick + 100


def lose_courier(m: Any) -> None:
    m.units[lay.COURIER].alive = 0


def win(m: Any) -> None:
    m.ending, m.winner = lay.BY_ANCIENT, 1


SCENES: dict[str, tuple[Change, float]] = {
    **{name: (count(name, 3.0), 3.0) for name in TALLY_NAMES},
    **{event: (count(name, 3.0), 3.0) for event, name in TAILORED.items()},
    "health_changed": (hurt, (1 / 2 + 1 - 1 / 16) / 2 - 1),
    "mana_changed": (drain, -3 / 4),
    "gold_spent": (spend, 42.0),
    "advance": (go_forward, 0.7),
    "lane_left_early": (stray, 1.0),
    "tower_tier_1": (wound(0.5, FIRST), 2 / 3 * 1 / 2),
    "tower_tier_2": (wound(0.0, FIRST + 1, FIRST + 4), 2.0),
    "tower_tier_3": (wound(0.25, FIRST + 8), 2 / 3 * 3 / 4),
    "base_tower": (wound(0.0, FIRST + 13), 1.0),
    "barracks": (wound(0.0, FIRST + 9), 1.0),
    "ancient_damage": (wound(0.4, FIRST + 14), 0.6),
    "boss_life": (kill_boss, 1.0),
    "super_creeps": (break_open, 1.0),
    "courier_death": (lose_courier, 1.0),
    "win": (win, 1.0),
}
"""By event: what happens, and by how many units of the event."""


def razed(share: float) -> float:
    return 2 / 3 * (1 - share) + (1 / 3 if share == 0 else 0)


def health(unit: Any) -> float:
    return float(unit.health / unit.max_health) if unit.alive else 0.0


def bar(unit: Any) -> float:
    share = health(unit)
    return (share + 1 - (1 - share) ** 4) / 2


def plain_side(event: str, was: Any, now: Any, half: int) -> float:
    """What happened to a side in a decision, straight from two records of the match."""
    before, after = (
        [each.units[(1 - half) * lay.HALF + FIRST + place] for place in range(15)] for each in (was, now)
    )
    places = {
        **{tier: range(number, 9, 3) for number, tier in enumerate(TIERS)},
        "barracks": range(9, 12),
        "base_tower": range(12, 14),
    }
    if event in places:
        pairs = [(health(before[place]), health(after[place])) for place in places[event]]
        return sum(razed(to) - (0 if of == 0 < to else razed(of)) for of, to in pairs)
    if event == "ancient_damage":
        return health(before[14]) - health(after[14])
    if event == "boss_life":
        return float(now.bosses[half] - was.bosses[half])
    if event == "super_creeps":
        return float((now.rebuild[1 - half] > 0).all() and not (was.rebuild[1 - half] > 0).all())
    if event == "courier_death":
        slot = half * lay.HALF + lay.COURIER
        return float(was.units[slot].alive and not now.units[slot].alive)
    return float(was.ending == lay.RUNNING and now.ending != lay.RUNNING and now.winner == 1 - 2 * half)


def plain_hero(event: str, was: Any, now: Any, h: int) -> float:
    """What happened to a hero in a decision; not `lane_left_early`, which has scenes of its own."""
    number = h // 5 * lay.HALF + h % 5
    before, after = was.heroes[h], now.heroes[h]
    grown = {name: after.tally[place] - before.tally[place] for place, name in enumerate(TALLY_NAMES)}
    if event == "health_changed":
        return bar(now.units[number]) - bar(was.units[number])
    if event == "mana_changed":
        return float(after.mana / after.max_mana - before.mana / before.max_mana)
    if event == "advance":
        return forward(now, h) - forward(was, h)
    if event == "gold_spent":
        return float(grown["gold_spent_alive"] + grown["gold_spent_dead"])
    return float(grown[TAILORED.get(event, event)])


def records(batch: Batch) -> list[Any]:
    return [match for match in np.array(batch.matches)]  # noqa: C416 - a copy, of records by name
