"""How a ladder's checkpoints fare against its bots: share won and length, checkpoint by checkpoint."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.store import Database
from dashboard.data.ladders import LadderName
from dashboard.data.pairings import wilson

MET = """
    WITH counted AS (SELECT m.west, m.east, m.winner, m.ticks FROM matches m JOIN runs r USING (run_id)
        WHERE r.ladder = ? AND m.variant = ? AND m.rules_hash = ? AND m.contract_version = ? AND m.status = 'played'
        AND r.status <> 'open'
        AND ((list_contains(?, m.west) AND list_contains(?, m.east))
            OR (list_contains(?, m.east) AND list_contains(?, m.west))))
    SELECT entrant, bot, count(*)::BIGINT AS matches, sum(score) AS score, median(ticks) / 1800 AS minutes FROM (
        SELECT west AS entrant, east AS bot, (winner + 1) / 2 AS score, ticks FROM counted
        UNION ALL SELECT east, west, (1 - winner) / 2, ticks FROM counted)
    WHERE list_contains(?, entrant) GROUP BY ALL"""


def against_bots(
    database: Database, name: LadderName, points: Sequence[dict[str, Any]], bots: Sequence[str]
) -> list[dict[str, Any]]:
    """A row for each checkpoint and bot that met: the checkpoint's row, with the share it won and the median length.

    Args:
        database: a snapshot.
        name: the ladder, whose complete runs count.
        points: rows of checkpoints, each with its `entrant`.
        bots: names of entrants.
    """
    ours = [str(point["entrant"]) for point in points]
    scope = [name.ladder, name.variant, name.rules_hash, name.contract_version]
    met = {
        (row["entrant"], row["bot"]): row
        for row in database.frame(MET, [*scope, ours, list(bots), ours, list(bots), ours]).iter_rows(
            named=True
        )
    }
    rows = []
    for bot in bots:
        for point in points:
            if (found := met.get((point["entrant"], bot))) is not None:
                share = found["score"] / found["matches"]
                low, high = wilson(share, found["matches"])
                said = {"share": share, "low": low, "high": high, "minutes": found["minutes"]}
                rows.append({**point, "bot": bot, "met": found["matches"], **said})
    return rows
