"""Experiments on agents as they are stored: what each was, and the numbers that it ended in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from arena.store import Database

EXPERIMENTS = """
    SELECT e.experiment_id, e.name, e.kind, e.settings, e.created_at, x.row, x.subject, x.measure, x.value,
           x.low, x.high, x.unit
    FROM experiments e LEFT JOIN experiment_rows x USING (experiment_id)
    WHERE list_contains(?, e.kind) ORDER BY e.experiment_id DESC, x.row"""


def experiment_rows(database: Database, kinds: Sequence[str]) -> list[dict[str, Any]]:
    """The numbers of all experiments of some kinds, the newest experiment first; those that have none too."""
    return database.frame(EXPERIMENTS, [list(kinds)]).to_dicts()
