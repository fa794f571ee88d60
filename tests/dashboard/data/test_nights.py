"""A night is what lies between two fits."""

from __future__ import annotations

from pathlib import Path

from arena.home import Home
from dashboard.data.ladders import chosen_ladder
from dashboard.data.nights import read_night
from dashboard.data.source import Source
from tests.dashboard.conftest import played
from tests.replays.made import alter


def test_a_first_night_is_all_there_is(source: Source) -> None:
    with source.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        night = read_night(reading.database, ladder)
    assert [run["name"] for run in night.runs] == ["spring"]
    assert (night.total("played"), night.total("void"), night.since) == (12, 0, None)
    assert (night.added, night.regressions, night.gains, night.unfinished) == ([], [], [], [])


def test_a_later_night_leaves_out_what_was_rated_before(huge: Source) -> None:
    with huge.reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        night = read_night(reading.database, ladder)
        wanted = reading.database.rows(
            "SELECT name FROM runs WHERE ended_at > (SELECT created_at FROM rating_fits WHERE fit_id = 1) "
            "AND started_at <= (SELECT created_at FROM rating_fits WHERE fit_id = 2) ORDER BY run_id"
        )
    assert [(run["name"],) for run in night.runs] == wanted
    assert 0 < len(wanted) < 5
    assert night.since is not None


def test_who_fell_who_was_set_aside_and_what_was_closed_is_told(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    played(home, "spring")
    alter(home, "UPDATE runs SET status = 'abandoned'")
    alter(home, "UPDATE entrants SET status = 'set aside', reason = 'raised' WHERE name = 'idle'")
    alter(
        home,
        "INSERT INTO rating_fits SELECT * REPLACE (0 AS fit_id, created_at - to_days(1) AS created_at) FROM rating_fits",
    )
    alter(home, "INSERT INTO ratings SELECT * REPLACE (0 AS fit_id, 5000 AS low, 6000 AS high) FROM ratings "
                "WHERE entrant = 'bot:easy'")  # fmt: skip
    with Source(home).reading() as reading:
        ladder = chosen_ladder(reading.database, {})
        assert ladder is not None
        night = read_night(reading.database, ladder)
    assert [line["entrant"] for line in night.regressions] == ["bot:easy"]
    assert night.set_aside == {"idle": "raised"}
    assert night.unfinished == ["spring was closed before all of it was played"]
    assert night.added == ["random", "idle"] or night.added == ["idle", "random"]
