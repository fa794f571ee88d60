"""What the last night of a ladder did: between its fit and the one before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arena.store import Database
from dashboard.data.ladders import Ladder

RUNS = """
    SELECT r.run_id, r.name, r.status, r.started_at, r.ended_at, count(m.match_id)::BIGINT AS stored,
           coalesce(sum((m.status = 'played')::INT), 0)::BIGINT AS played,
           coalesce(sum((m.status = 'void')::INT), 0)::BIGINT AS void,
           coalesce(sum((m.faults > 0)::INT), 0)::BIGINT AS unsound,
           coalesce(sum((m.ending IN ('limit', 'safety stop'))::INT), 0)::BIGINT AS capped
    FROM runs r LEFT JOIN matches m USING (run_id)
    WHERE r.ladder = ? AND r.variant = ? AND (r.ended_at IS NULL OR r.ended_at > ?) AND r.started_at <= ?
    GROUP BY ALL ORDER BY r.run_id"""

EARLIER = """
    SELECT max(created_at) FROM rating_fits
    WHERE ladder = ? AND variant = ? AND rules_hash = ? AND contract_version = ? AND model = ? AND created_at < ?"""

ASIDE = """
    SELECT e.name, any_value(e.reason) FROM entrants e JOIN runs r USING (run_id)
    WHERE e.status = 'set aside' AND list_contains(?, r.run_id) GROUP BY e.name ORDER BY e.name"""


STATES = {
    "open": "is not finished: the next night goes on with it",
    "abandoned": "was closed before all of it was played",
}


@dataclass(frozen=True)
class Night:
    """What was done between two fits of a ladder."""

    runs: list[dict[str, Any]]
    since: datetime | None
    """When the fit before was made; None where this is the first."""
    set_aside: dict[str, str]
    added: list[str]
    """Entrants that the fit before did not have."""
    regressions: list[dict[str, Any]]
    """Entrants whose whole interval now lies below the one before."""
    gains: list[dict[str, Any]]
    """Entrants whose whole interval now lies above the one before."""

    def total(self, what: str) -> int:
        """A count of all runs together."""
        return sum(int(run[what]) for run in self.runs)

    @property
    def unfinished(self) -> list[str]:
        """Runs that were closed before all of them was played, or are still open."""
        return [f"{run['name']} {STATES[run['status']]}" for run in self.runs if run["status"] != "complete"]


def read_night(database: Database, ladder: Ladder) -> Night:
    """The night that the newest fit of a ladder closed."""
    key = ladder.name
    since = database.rows(
        EARLIER,
        [key.ladder, key.variant, key.rules_hash, key.contract_version, ladder.model, ladder.rated_at],
    )[0][0]
    begin = since or datetime(1970, 1, 1, tzinfo=ladder.rated_at.tzinfo)
    runs = database.frame(RUNS, [key.ladder, key.variant, begin, ladder.rated_at]).to_dicts()
    aside = dict(database.rows(ASIDE, [[run["run_id"] for run in runs]]))
    moved = [
        (line, ladder.previous[line["entrant"]])
        for line in ladder.lines
        if line["entrant"] in ladder.previous
    ]
    return Night(
        runs,
        since,
        aside,
        [
            line["entrant"]
            for line in ladder.lines
            if ladder.previous and line["entrant"] not in ladder.previous
        ],
        [now for now, before in moved if _below(now["high"], before["low"])],
        [now for now, before in moved if _below(before["high"], now["low"])],
    )


def _below(high: float | None, low: float | None) -> bool:
    return high is not None and low is not None and high < low
