"""Two entrants of a ladder side by side: between them, by hero, against the others, and how they play."""

from __future__ import annotations

import math
from typing import Any

from arena.errors import BadSchedule
from arena.games import moba
from arena.ladder import LadderKey
from arena.store import Database
from dashboard.data.entrants import STYLE
from dashboard.data.ladders import Ladder
from dashboard.data.pairings import wilson
from dashboard.data.rescored import rescored_table
from ratings import RatingError

SCOPE = """
    FROM matches m JOIN runs r USING (run_id)
    WHERE r.ladder = ? AND m.variant = ? AND m.rules_hash = ? AND m.contract_version = ? AND m.status = 'played'
    AND r.status <> 'open'"""

BETWEEN = f"""
    SELECT CASE WHEN m.west = ? THEN 'west' ELSE 'east' END AS side, count(*)::BIGINT AS matches,
           sum((won = 1)::INT)::BIGINT AS wins, sum((won = 0)::INT)::BIGINT AS draws,
           sum((won = -1)::INT)::BIGINT AS losses, median(ticks) / 1800 AS minutes
    FROM (SELECT m.west, m.ticks, CASE WHEN m.west = ? THEN m.winner ELSE -m.winner END AS won {SCOPE}
          AND m.west IN (?, ?) AND m.east IN (?, ?) AND m.west <> m.east) m GROUP BY side ORDER BY side DESC"""

HEROES = f"""
    SELECT h.entrant, h.hero, count(*)::BIGINT AS matches,
           avg(CASE WHEN m.west = h.entrant THEN m.winner + 1 ELSE 1 - m.winner END / 2.0) AS share
    FROM (SELECT m.match_id, m.west, m.winner {SCOPE} AND m.west IN (?, ?) AND m.east IN (?, ?) AND m.west <> m.east) m
    JOIN match_heroes h USING (match_id) GROUP BY ALL ORDER BY h.hero, h.entrant"""

OTHERS = f"""
    SELECT entrant, opponent, count(*)::BIGINT AS matches, avg(score) AS share FROM (
        SELECT m.west AS entrant, m.east AS opponent, (m.winner + 1) / 2.0 AS score {SCOPE} AND m.west IN (?, ?)
        UNION ALL
        SELECT m.east, m.west, (1 - m.winner) / 2.0 {SCOPE} AND m.east IN (?, ?))
    WHERE opponent NOT IN (?, ?) GROUP BY ALL ORDER BY opponent"""


def _scope(ladder: Ladder) -> list[object]:
    name = ladder.name
    return [name.ladder, name.variant, name.rules_hash, name.contract_version]


def between(database: Database, ladder: Ladder, first: str, second: str) -> list[dict[str, Any]]:
    """The first's results against the second by the side it played on, then of both sides; with 95 % intervals."""
    both = [first, second]
    rows = database.frame(BETWEEN, [first, first, *_scope(ladder), *both, *both]).to_dicts()
    if len(rows) > 1:
        sums = {key: sum(row[key] for row in rows) for key in ("matches", "wins", "draws", "losses")}
        minutes = sum(row["minutes"] * row["matches"] for row in rows) / sums["matches"]
        rows.append({"side": "both", **sums, "minutes": minutes})
    return [_with_share(row) for row in rows]


def _with_share(row: dict[str, Any]) -> dict[str, Any]:
    share = (row["wins"] + row["draws"] / 2) / row["matches"]
    low, high = wilson(share, row["matches"])
    return {**row, "share": share, "low": low, "high": high}


def by_hero(database: Database, ladder: Ladder, first: str, second: str) -> list[dict[str, Any]]:
    """What each won with each hero in the matches between them: the share of the hero's side."""
    both = [first, second]
    found = {
        (row["entrant"], row["hero"]): row
        for row in database.frame(HEROES, [*_scope(ladder), *both, *both]).iter_rows(named=True)
    }
    heroes = sorted({hero for _, hero in found}, key=_hero_place)
    return [{"hero": hero, **_pair(found.get((first, hero)), found.get((second, hero)))} for hero in heroes]


def _hero_place(hero: str) -> tuple[int, str]:
    names = list(moba.HERO_NAMES)
    return (names.index(hero) if hero in names else len(names), hero)


def against_others(database: Database, ladder: Ladder, first: str, second: str) -> list[dict[str, Any]]:
    """What each won against every third entrant that both met, the widest difference first."""
    scope, both = _scope(ladder), [first, second]
    found = {
        (row["entrant"], row["opponent"]): row
        for row in database.frame(OTHERS, [*scope, *both, *scope, *both, *both]).iter_rows(named=True)
    }
    met = {other for entrant, other in found if entrant == first} & {
        other for entrant, other in found if entrant == second
    }
    rows = [{"opponent": one, **_pair(found[first, one], found[second, one])} for one in sorted(met)]
    return sorted(rows, key=lambda row: -abs(row["difference"]))


def _pair(first: dict[str, Any] | None, second: dict[str, Any] | None) -> dict[str, Any]:
    """Two shares beside one another; with the interval of their difference where there are both (Newcombe 1998)."""
    row: dict[str, Any] = {"difference": None, "low": None, "high": None}
    for name, one in (("first", first), ("second", second)):
        row[f"{name}_matches"] = one["matches"] if one else 0
        row[f"{name}_share"] = one["share"] if one else None
    if first and second:
        row.update(
            zip(
                ("difference", "low", "high"),
                difference_of(first["share"], first["matches"], second["share"], second["matches"]),
                strict=True,
            )
        )
    return row


def difference_of(first: float, n_first: int, second: float, n_second: int) -> tuple[float, float, float]:
    """The difference of two shares of independent trials with its 95 % interval (Newcombe 1998, method 10)."""
    (l1, u1), (l2, u2) = wilson(first, n_first), wilson(second, n_second)
    gap = first - second
    return gap, gap - math.hypot(first - l1, u2 - second), gap + math.hypot(u1 - first, second - l2)


def rating_difference(
    database: Database, ladder: Ladder, first: str, second: str
) -> tuple[float, float | None, float | None] | str:
    """By how many points the first is rated above the second, with its 95 % interval; or why that cannot be said.

    The ladder is rated with the second at 0, so that the interval is of the difference: two intervals that each hold
    the distance from an anchor say less.
    """
    name = ladder.name
    key = LadderKey(name.ladder, name.variant, name.rules_hash, name.contract_version)
    try:
        table = rescored_table(database, key, ladder.scoring, anchor=second)
    except (RatingError, BadSchedule) as error:
        return str(error)
    (line,) = (line for line in table["entrants"] if line["name"] == first)
    if line["rating"] is None:
        return f"{first} has no rating: {line['status']}"
    return float(line["rating"]), line["low"], line["high"]


def styles(database: Database, ladder: Ladder, first: str, second: str) -> list[dict[str, Any]]:
    """What a hero of each does in a match: means over all their matches on the ladder."""
    means = ", ".join(f"avg({column}) AS {column}" for column in STYLE)
    query = (
        f"SELECT h.entrant, {means} FROM (SELECT m.match_id {SCOPE} AND (m.west IN (?, ?) OR m.east IN (?, ?))) m "
        "JOIN match_heroes h USING (match_id) WHERE h.entrant IN (?, ?) GROUP BY h.entrant"
    )
    both = [first, second]
    of = {
        row["entrant"]: row
        for row in database.frame(query, [*_scope(ladder), *both, *both, *both]).to_dicts()
    }
    if not {first, second} <= of.keys():
        return []
    return [
        {
            "measure": column,
            "first": of[first][column],
            "second": of[second][column],
            "ratio": of[first][column] / of[second][column] if of[second][column] else None,
        }
        for column in STYLE
    ]
