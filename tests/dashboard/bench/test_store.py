"""A made-up store is of the size that is asked for, and sound: every result is stored on both sides of it."""

from __future__ import annotations

from pathlib import Path

from arena.home import Home
from dashboard.bench.store import huge_home
from dashboard.data.ladders import chosen_ladder
from dashboard.data.source import Source


def test_it_has_what_is_asked_for(tmp_path: Path) -> None:
    with Source(huge_home(Home(tmp_path), entrants=7, matches=840, runs=3)).reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        (counts,) = reading.database.rows(
            "SELECT count(*), count(DISTINCT match_id), count(DISTINCT block_id) FROM matches"
        )
        (heroes,) = reading.database.rows("SELECT count(*), count(DISTINCT match_id) FROM match_heroes")
    assert (counts, heroes) == ((840, 840, 210), (8400, 840))
    assert ladder is not None and sum(line["matches"] for line in ladder.lines) == 2 * 840
