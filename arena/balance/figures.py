"""From the matches of a sweep to its figures: rates with intervals, lengths, what was used and what never was."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Any

import numpy as np

from arena.balance.watch import EMPTY_WAVES, MatchFigures
from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba.rules import AURA_MODE, PASSIVE_MODE, TICKS_PER_SECOND, heroes

HERO_LEVEL, SIDE_LEVEL = 0.95, 0.999
"""Levels of the intervals of heroes' and of sides' rates."""
BEHIND = 0.1
"""A side is behind when the other has more by this share of what both own."""
PERCENTILES = (0, 10, 25, 50, 75, 90, 100)
STRUCTURE_NAMES = (
    *(f"{tier} tower" for tier in ("outer", "middle", "inner")),
    "barracks",
    "base tower",
    "ancient",
)
ALWAYS = (PASSIVE_MODE, AURA_MODE)
"""Modes of abilities that are not cast."""
PER_HERO = ("kills", "deaths", "assists", "last_hits", "denies", "gold", "damage_to_heroes")


def wilson(wins: float, count: int, level: float) -> tuple[float, float]:
    """Wilson's interval of a share: of `wins` among `count`, at a level such as 0.95.

    Source: Wilson 1927, Probable inference, the law of succession, and statistical inference. (0, 1) without a match.
    """
    if count == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf(0.5 + level / 2.0)
    share, spread = wins / count, z * z / count
    middle = (share + spread / 2.0) / (1.0 + spread)
    half = z * math.sqrt(share * (1.0 - share) / count + spread / (4.0 * count)) / (1.0 + spread)
    return max(middle - half, 0.0), min(middle + half, 1.0)


def sum_up(variant: str, matches: Sequence[MatchFigures]) -> dict[str, Any]:
    """The figures of a sweep's matches, JSON-ready. Rates count a match without a winner as half a win."""
    west = sum((match.winner + 1) / 2.0 for match in matches)
    low, high = wilson(west, len(matches), SIDE_LEVEL)
    return {
        "matches": len(matches),
        "west_win_rate": west / max(len(matches), 1),
        "west_low": low,
        "west_high": high,
        "draws": sum(match.winner == 0 for match in matches),
        "heroes": _heroes(matches),
        "lengths": lengths_of([match.ticks for match in matches]),
        "endings": dict(Counter(match.ending for match in matches)),
        "first_kill": _first([(*match.first_kill, match.winner) for match in matches]),
        "first_tower": _first([(*match.first_tower, match.winner) for match in matches]),
        "comebacks": _comebacks(matches),
        "structures": _structures(matches),
        "empty_lanes": _empty_lanes(variant, matches),
        "abilities": _abilities(matches),
        "items": _items(matches),
        "per_match": _per_match(matches),
        "never": _never(matches),
        "faults": _faults(matches),
        "unsound": sum(bool(match.faults.any()) for match in matches),
        "peaks": _peaks(matches),
    }


def _seats(matches: Iterable[MatchFigures], hero: int) -> list[tuple[MatchFigures, int]]:
    return [
        (match, seat) for match in matches for seat in range(len(match.heroes)) if match.heroes[seat] == hero
    ]


def _heroes(matches: Sequence[MatchFigures]) -> list[dict[str, Any]]:
    rows = []
    for hero, name in enumerate(moba.HERO_NAMES):
        seats = _seats(matches, hero)
        wins = sum(
            (1 + (match.winner if seat < lay.HEROES else -match.winner)) / 2.0 for match, seat in seats
        )
        low, high = wilson(wins, len(seats), HERO_LEVEL)
        rows.append(
            {
                "name": name,
                "win_rate": wins / len(seats) if seats else None,
                "low": low,
                "high": high,
                "matches": len(seats),
                "level": _mean([match.levels[seat] for match, seat in seats]),
                **{
                    entry: _mean([match.tally[seat, lay.TALLY[entry]] for match, seat in seats])
                    for entry in PER_HERO
                },
            }
        )
    return rows


def lengths_of(ticks: Sequence[int]) -> dict[str, float | None]:
    """Mean and percentiles of lengths in ticks, in minutes; None without a match."""
    minutes = [length / TICKS_PER_SECOND / 60.0 for length in ticks]
    found = np.percentile(minutes, PERCENTILES) if minutes else [None] * len(PERCENTILES)
    return {
        "mean": _mean(minutes),
        **{
            f"p{point}": None if value is None else float(value)
            for point, value in zip(PERCENTILES, found, strict=True)
        },
    }


def _first(rows: Sequence[tuple[int, int, int]]) -> dict[str, Any]:
    """From (side, tick, winner): when it came, and how often who had it won."""
    had = [row for row in rows if row[0] != 0]
    wins = sum((1 + side * winner) / 2.0 for side, _, winner in had)
    low, high = wilson(wins, len(had), HERO_LEVEL)
    minutes = [tick / TICKS_PER_SECOND / 60.0 for _, tick, _ in had]
    return {
        "matches": len(had),
        "minute": float(np.median(minutes)) if minutes else None,
        "win_rate": wins / len(had) if had else None,
        "low": low,
        "high": high,
    }


def _comebacks(matches: Sequence[MatchFigures]) -> dict[str, Any]:
    """How often the winner was once behind, and how often the side ahead half-way through won."""
    won = [match for match in matches if match.winner != 0 and len(match.lead)]
    back = sum(bool((match.winner * match.lead).min() <= -BEHIND) for match in won)
    half = [(match.winner, float(np.sign(match.lead[len(match.lead) // 2]))) for match in won]
    led = [(winner, side) for winner, side in half if side != 0.0]
    return {
        "behind": BEHIND,
        "matches": len(won),
        "rate": back / len(won) if won else None,
        "leader_at_half_wins": sum(winner == side for winner, side in led) / len(led) if led else None,
    }


def _structure_kind(place: int) -> str:
    if place < 9:
        return STRUCTURE_NAMES[place % 3]
    return STRUCTURE_NAMES[3 if place < 12 else 4 if place < 14 else 5]


def _structures(matches: Sequence[MatchFigures]) -> list[dict[str, Any]]:
    """First falls of each kind of structure: how many in a match, and the median minute."""
    ticks: dict[str, list[int]] = {name: [] for name in STRUCTURE_NAMES}
    for match in matches:
        for half, place in np.argwhere(match.falls > 0):
            ticks[_structure_kind(int(place))].append(int(match.falls[half, place]))
    return [
        {
            "name": name,
            "falls": len(found) / max(len(matches), 1),
            "minute": float(np.median(found)) / TICKS_PER_SECOND / 60.0 if found else None,
        }
        for name, found in ticks.items()
    ]


def _empty_lanes(variant: str, matches: Sequence[MatchFigures]) -> dict[str, Any]:
    """Lanes without a creep: the longest time, in waves, and how many lanes of matches were so for two or more."""
    wave = float(moba.load(variant).variant.wave)
    waves = np.array([match.longest_empty / wave for match in matches]).reshape(len(matches), 3)
    return {
        "longest_waves": float(waves.max()) if len(matches) else 0.0,
        "lanes": int((waves >= EMPTY_WAVES).sum()),
    }


def _abilities(matches: Sequence[MatchFigures]) -> list[dict[str, Any]]:
    """Casts of each ability in a match of its hero; None for what is never cast because it always works."""
    data, rows = heroes(), []
    modes = moba.load("blitz").heroes["abilities"]["mode"]
    for hero, name in enumerate(moba.HERO_NAMES):
        seats = _seats(matches, hero)
        for k in range(lay.ABILITIES):
            cast = sum(float(match.tally[seat, lay.CASTS + k]) for match, seat in seats)
            always = int(modes[hero, k]) in ALWAYS
            rows.append(
                {
                    "hero": name,
                    "name": data[hero]["abilities"][k]["name"],
                    "casts": None if always or not seats else cast / len(seats),
                }
            )
    return rows


def _items(matches: Sequence[MatchFigures]) -> list[dict[str, Any]]:
    bought = Counter(item for match in matches for seat in match.purchases for item in seat)
    return [
        {"name": name, "purchases": bought[number] / max(len(matches), 1)}
        for number, name in enumerate(moba.ITEM_NAMES)
    ]


def _per_match(matches: Sequence[MatchFigures]) -> dict[str, float]:
    """Each entry of the ledger, of all heroes, in a match."""
    total = sum((match.tally.sum(0) for match in matches), np.zeros(len(moba.TALLY_NAMES)))
    return {
        name: float(value) / max(len(matches), 1) for name, value in zip(moba.TALLY_NAMES, total, strict=True)
    }


def _never(matches: Sequence[MatchFigures]) -> dict[str, list[str]]:
    """What never happened: abilities never cast, items never bought, heroes that never died."""
    return {
        "cast": [f"{row['hero']}: {row['name']}" for row in _abilities(matches) if row["casts"] == 0.0],
        "bought": [row["name"] for row in _items(matches) if row["purchases"] == 0.0],
        "killed": [row["name"] for row in _heroes(matches) if row["matches"] and not row["deaths"]],
    }


def _faults(matches: Sequence[MatchFigures]) -> dict[str, int]:
    total = sum((match.faults for match in matches), np.zeros(len(moba.FAULT_NAMES), np.int64))
    return {name: int(count) for name, count in zip(moba.FAULT_NAMES, total, strict=True) if count}


def _peaks(matches: Sequence[MatchFigures]) -> dict[str, int]:
    if not matches:
        return {}
    most = np.max([match.peak for match in matches], 0)
    return {name: int(value) for name, value in zip(lay.POOL_NAMES, most, strict=True)}


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None
