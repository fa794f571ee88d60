"""Matches in pages, and what they can be filtered by."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.report import MISSING
from arena.store import Database
from dashboard.data.filters import SORTS, MatchFilter
from dashboard.errors import BadAddress
from replays.stored import clock

MOST_ROWS = 500
"""Rows of one page at most."""

ROWS = """
    SELECT m.match_id, m.variant, m.west, m.east, m.status, m.winner, m.ending, m.ticks, m.west_kills, m.east_kills,
           m.west_structures, m.east_structures, m.west_net_worth, m.east_net_worth, m.faults, r.name AS run
    FROM matches m JOIN runs r USING (run_id) WHERE m.match_id IN ({numbers})"""


@dataclass(frozen=True)
class Page:
    """Some consecutive rows of the matches that fit a filter."""

    rows: list[dict[str, Any]]
    total: int
    """Matches that fit the filter."""


@dataclass(frozen=True)
class Choices:
    """What matches can be filtered by: every value that occurs."""

    entrants: list[str]
    variants: list[str]
    endings: list[str]


def match_page(
    database: Database,
    asked: MatchFilter,
    *,
    start: int,
    end: int,
    sort: str = "match_id",
    descending: bool = True,
) -> Page:
    """The rows from `start` to before `end`, and how many there are in all.

    Raises:
        BadAddress: the range or the column to sort by cannot be.
    """
    if not 0 <= start < end <= start + MOST_ROWS or end > 10**9:
        raise BadAddress(
            f"expected at most {MOST_ROWS} rows from 0 on, got {start} to {end}: ask for fewer at once"
        )
    if sort not in SORTS:
        raise BadAddress(f"expected to sort by {', '.join(SORTS)}, got '{sort[:40]}'")
    condition, values = asked.condition()
    total = int(database.rows(f"SELECT count(*) FROM matches m WHERE {condition}", values)[0][0])
    way = "DESC" if descending else "ASC"
    numbers = database.rows(
        f"SELECT m.match_id FROM matches m WHERE {condition} "
        f"ORDER BY {SORTS[sort]} {way} NULLS LAST, m.match_id DESC LIMIT ? OFFSET ?",
        [*values, end - start, start],
    )
    return Page(_read(database, [int(number) for (number,) in numbers]), total)


def all_matches(database: Database, asked: MatchFilter) -> list[dict[str, Any]]:
    """Every match that fits, the newest first, as it is stored."""
    condition, values = asked.condition()
    query = (
        "SELECT m.*, r.name AS run FROM matches m JOIN runs r USING (run_id) "
        f"WHERE {condition} ORDER BY match_id DESC"
    )
    return database.frame(query, values).to_dicts()


def _read(database: Database, numbers: Sequence[int]) -> list[dict[str, Any]]:
    """The rows of matches by number, in the order of the numbers: columns are read for these alone."""
    if not numbers:
        return []
    query = ROWS.format(numbers=", ".join("?" for _ in numbers))
    found = {row["match_id"]: row for row in database.frame(query, numbers).iter_rows(named=True)}
    return [worded(found[number]) for number in numbers]


def worded(row: Mapping[str, Any]) -> dict[str, Any]:
    """A match's row with its length, winner and scores in words."""
    played = row["winner"] is not None
    winner = {1: row["west"], -1: row["east"], 0: "nobody"}[row["winner"]] if played else MISSING
    return {
        **row,
        "link": f"[{row['match_id']}](/match/{row['match_id']})",
        "won_by": winner,
        "won_side": {1: "west", -1: "east", 0: "nobody"}[row["winner"]] if played else "void",
        "length": clock(int(row["ticks"])) if played else MISSING,
        "kills": _score(row, "kills"),
        "structures": _score(row, "structures"),
        "ending": row["ending"] or "void",
    }


def _score(row: Mapping[str, Any], what: str) -> str:
    west, east = row[f"west_{what}"], row[f"east_{what}"]
    return MISSING if west is None else f"{west}–{east}"


def choices(database: Database) -> Choices:
    """Every value that matches can be filtered by."""
    names = database.rows("SELECT DISTINCT name FROM entrants ORDER BY ALL")
    variants = database.rows("SELECT DISTINCT variant FROM runs ORDER BY ALL")
    endings = database.rows("SELECT DISTINCT ending FROM matches WHERE ending IS NOT NULL ORDER BY ALL")
    return Choices(*([value for (value,) in found] for found in (names, variants, endings)))
