"""One entrant: its record against each opponent, and how it plays."""

from __future__ import annotations

from typing import Any

from arena.store import Database
from dashboard.data.pairings import wilson

RECORD = """
    WITH met AS (
        SELECT CASE WHEN west = ? THEN east ELSE west END AS opponent,
               CASE WHEN west = ? THEN winner ELSE -winner END AS won, ticks, variant
        FROM matches WHERE ? IN (west, east) AND status = 'played')
    SELECT opponent, variant, count(*)::BIGINT AS matches, sum((won = 1)::INT)::BIGINT AS wins,
           sum((won = 0)::INT)::BIGINT AS draws, sum((won = -1)::INT)::BIGINT AS losses, median(ticks) / 1800 AS minutes
    FROM met GROUP BY opponent, variant ORDER BY matches DESC, opponent, variant"""

STYLE = (
    "kills",
    "deaths",
    "assists",
    "last_hits",
    "denies",
    "gold",
    "experience",
    "level",
    "damage_to_heroes",
    "damage_to_creeps",
    "damage_to_structures",
    "damage_to_neutrals",
    "health_lost",
    "casts_1",
    "casts_2",
    "casts_3",
    "casts_4",
    "items_used",
    "potions_used",
    "runes_taken",
    "neutrals_killed",
    "recalls_begun",
    "recalls_done",
    "buybacks",
    "illegal_actions",
)
"""What the style of play is told by; names of columns of `match_heroes`."""

PLAYED = """
    SELECT r.ladder, e.player, e.status, any_value(e.reason) AS reason,
           min(r.run_id) AS first_run, max(r.run_id) AS last_run
    FROM entrants e JOIN runs r USING (run_id) WHERE e.name = ? GROUP BY ALL ORDER BY last_run DESC"""


def appearances(database: Database, name: str) -> list[dict[str, Any]]:
    """The ladders that an entrant was on, with the player behind its name; none if it is not known."""
    return database.frame(PLAYED, [name]).to_dicts()


def record_of(database: Database, name: str) -> list[dict[str, Any]]:
    """The results against each opponent in each variant, with the 95 % interval of the share won, a draw half."""
    rows = database.frame(RECORD, [name, name, name]).to_dicts()
    for row in rows:
        row["share"] = (row["wins"] + row["draws"] / 2) / row["matches"]
        row["low"], row["high"] = wilson(row["share"], row["matches"])
    return rows


def style_of(database: Database, name: str) -> list[dict[str, Any]]:
    """What a hero of the entrant does in a match, and what a hero of all others does in the same variants: means."""
    means = ", ".join(f"avg({column}) AS {column}" for column in STYLE)
    rows = database.frame(
        f"SELECT m.variant, h.entrant = ? AS own, count(*)::BIGINT AS heroes, {means} FROM match_heroes h "
        "JOIN matches m USING (match_id) WHERE ? IN (m.west, m.east) GROUP BY ALL ORDER BY ALL",
        [name, name],
    ).to_dicts()
    of = {(row["variant"], row["own"]): row for row in rows}
    return [
        {
            "variant": variant,
            "measure": column,
            "own": row[column],
            "others": of.get((variant, False), {}).get(column),
            "heroes": row["heroes"],
        }
        for (variant, own), row in of.items()
        if own
        for column in STYLE
    ]
