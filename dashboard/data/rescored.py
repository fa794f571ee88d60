"""A ladder under a scoring rule that its night did not rate it by: rated from the stored matches when asked for."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from arena.ladder import LadderKey, rate_ladder, select_matches
from arena.store import Database
from ratings import Settings

KEPT = 8

_lock = threading.Lock()
_tables: OrderedDict[tuple[str, LadderKey, str, str | None], dict[str, Any]] = OrderedDict()


def rescored_table(database: Database, key: LadderKey, scoring: str, *, anchor: str | None) -> dict[str, Any]:
    """The Bradley-Terry table of a ladder under a scoring rule, as `rate` gives it; the last few are kept.

    Its intervals are of the sandwich covariance over blocks: a bootstrap would keep the reader waiting.

    Args:
        database: a snapshot, which never changes.
        key: the ladder.
        scoring: of `arena.scoring.SCORINGS`.
        anchor: the entrant at 0, if there is one.

    Raises:
        BadSchedule: the rule leaves no match.
        RatingError: what it leaves cannot be rated.
    """
    asked = (str(database.path), key, scoring, anchor)
    with _lock:  # two who ask at once wait for one another: a table takes seconds on large stores
        if asked not in _tables:
            settings = Settings(model="bt", anchor=anchor, resamples=1000, intervals="sandwich")
            _tables[asked] = rate_ladder(select_matches(database, key), settings, scoring)
        _tables.move_to_end(asked)
        while len(_tables) > KEPT:
            _tables.popitem(last=False)
        return _tables[asked]
