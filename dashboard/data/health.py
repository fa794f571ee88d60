"""What the simulator counted as going wrong, and how long matches last."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.store import Database
from dashboard.data.filters import text_of

FAULTS = """
    SELECT m.variant, m.rules_hash, f.fault, count(*)::BIGINT AS matches, sum(f."count")::BIGINT AS times,
           max(f.match_id)::BIGINT AS example
    FROM match_faults f JOIN matches m USING (match_id) WHERE m.variant = coalesce(?, m.variant)
    GROUP BY ALL ORDER BY matches DESC, m.variant, f.fault"""

LENGTHS = """
    SELECT variant, (ticks // 1800)::BIGINT AS minute, ending, count(*)::BIGINT AS matches FROM matches
    WHERE status = 'played' AND variant = coalesce(?, variant) GROUP BY ALL ORDER BY ALL"""


def fault_counts(database: Database, query: Mapping[str, str]) -> list[dict[str, Any]]:
    """Every fault counter that is not zero: in how many matches, how often, the newest match with it."""
    return database.frame(FAULTS, [text_of(query, "variant")]).to_dicts()


def lengths(database: Database, query: Mapping[str, str]) -> list[dict[str, Any]]:
    """How many matches ended within each minute of their clock, by ending."""
    return database.frame(LENGTHS, [text_of(query, "variant")]).to_dicts()


def survival(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The share of matches that still ran at the end of each minute, by variant."""
    out = []
    for variant in dict.fromkeys(row["variant"] for row in rows):
        ended = dict[int, int]()
        for row in rows:
            if row["variant"] == variant:
                ended[row["minute"]] = ended.get(row["minute"], 0) + row["matches"]
        total, left = sum(ended.values()), sum(ended.values())
        out.append({"variant": variant, "minute": 0, "share": 1.0, "matches": total})
        for minute in range(max(ended) + 1):
            left -= ended.get(minute, 0)
            out.append({"variant": variant, "minute": minute + 1, "share": left / total, "matches": total})
    return out


def unsound(database: Database) -> tuple[int, int]:
    """Matches with a fault, and matches played."""
    found = database.rows(
        "SELECT count(*) FILTER (WHERE faults > 0), count(*) FROM matches WHERE status = 'played'"
    )
    return int(found[0][0]), int(found[0][1])
