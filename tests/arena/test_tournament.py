"""Tournaments of real matches, in real processes."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import duckdb
import pytest

from arena.errors import HomeLocked, PlanChanged
from arena.executor import ProcessPool
from arena.home import Home
from arena.lock import writing
from arena.plan import Plan
from arena.schema import ACTION_STREAMS, BLOCKS, ENTRANTS, MATCH_FAULTS, MATCH_HEROES, MATCHES
from arena.setting import Setting
from arena.store import Store, open_published
from arena.tournament import Progress, plan_tournament, play_run, run_tournament, start_run, stored_plan

RATING: dict[str, Any] = {"anchor": "random", "scoring": "draws", "prior": 0.5, "resamples": 20}
BAD = "python:tests.arena.bad_players:"


def plan_of(
    *players: str,
    blocks: int = 1,
    batch_blocks: int = 2,
    limit_s: float | None = 20.0,
    seed: int = 3,
    variant: str = "duel",
) -> Plan:
    return plan_tournament(
        "spring",
        players,
        [],
        setting=Setting(variant, limit_s),
        blocks=blocks,
        seed=seed,
        batch_blocks=batch_blocks,
    )


def contents(home: Home) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of play, without what the time of day decides."""
    with Store(home) as store:
        return {
            table.name: store.rows(f"SELECT * FROM {table.name} ORDER BY ALL")
            for table in (ENTRANTS, BLOCKS, MATCHES, MATCH_HEROES, MATCH_FAULTS, ACTION_STREAMS)
        }


def play(home: Home, plan: Plan, workers: int) -> None:
    report = run_tournament(home, plan, workers=workers, **RATING)
    assert report.outcome.complete
    assert report.snapshot is not None


@pytest.mark.parametrize(
    ("variant", "entrants", "blocks"),
    [
        ("duel", ("idle", "random", "bot:easy", "bot:medium"), 2),
        ("blitz", ("random", "bot:easy", "bot:medium"), 1),
        ("full", ("random", "bot:medium"), 2),
    ],
)
def test_one_worker_and_four_give_the_same_rows_and_files(
    tmp_path: Path, variant: str, entrants: tuple[str, ...], blocks: int
) -> None:
    plan = plan_of(*entrants, blocks=blocks, batch_blocks=1, variant=variant, limit_s=None)
    homes = [Home(tmp_path / str(workers)) for workers in (1, 4)]
    for home, workers in zip(homes, (1, 4), strict=True):
        play(home, plan, workers)
    one, four = (contents(home) for home in homes)
    assert one == four
    assert len(one["matches"]) == 4 * blocks * math.comb(len(entrants), 2)
    files = [sorted(path.name for path in home.streams.rglob("*.npz")) for home in homes]
    assert files[0] == files[1]


def test_an_entrant_that_fails_is_set_aside_alike_on_one_worker_and_four(tmp_path: Path) -> None:
    plan = plan_of("idle", "random", f"bad={BAD}Raises", blocks=3, batch_blocks=1)
    homes = [Home(tmp_path / str(workers)) for workers in (1, 4)]
    for home, workers in zip(homes, (1, 4), strict=True):
        report = run_tournament(home, plan, workers=workers, **RATING)
        assert report.rated is not None
        assert {line["name"] for line in report.rated.tables["bt"]["entrants"]} == {"idle", "random"}
        assert any(
            text.startswith("bad was set aside and is left out: raised RuntimeError")
            for text in report.rated.tables["bt"]["warnings"]
        )
    tables = [contents(home) for home in homes]
    # Files of actions may hold matches that were played before the failure was known; rows may not.
    for table in tables:
        table["action_streams"] = [(row[0], row[2]) for row in table["action_streams"]]
    assert tables[0] == tables[1]


def test_starting_again_plays_nothing_twice(tmp_path: Path) -> None:
    home, plan = Home(tmp_path), plan_of("idle", "random")
    play(home, plan, 1)
    before = contents(home)
    report = run_tournament(home, plan, workers=1, **RATING)
    assert (report.outcome.matches, report.outcome.complete) == (0, True)
    assert contents(home) == before


def test_a_run_stopped_by_its_deadline_stays_open_and_goes_on(tmp_path: Path) -> None:
    home, plan = Home(tmp_path), plan_of("idle", "random", blocks=4, batch_blocks=1)
    with Store(home) as store, ProcessPool(1) as pool:
        run_id = start_run(store, plan)
        outcome = play_run(store, run_id, plan, pool, deadline=time.monotonic())
        assert (outcome.complete, outcome.matches) == (False, 0)
        assert outcome.in_flight == ("idle against random",)
        seen: list[Progress] = []
        outcome = play_run(store, run_id, plan, pool, report=seen.append)
        assert (outcome.complete, outcome.matches, outcome.in_flight) == (True, 16, ())
        assert [progress.stored for progress in seen] == [0, 1, 2, 3, 4]
        assert store.rows("SELECT status FROM runs") == [("complete",)]


def test_a_run_killed_just_before_it_was_marked_complete_is_marked_by_the_next_start(tmp_path: Path) -> None:
    home, plan = Home(tmp_path), plan_of("idle", "random", limit_s=2.0)
    play(home, plan, 1)
    with Store(home) as store:
        ended = store.rows("SELECT ended_at FROM runs")
        store.end_run(1, "abandoned")
        assert store.rows("SELECT status, ended_at FROM runs") == [("complete", *ended[0])], "ended runs stay"
    with duckdb.connect(str(home.live)) as connection:
        connection.execute("UPDATE runs SET status = 'open', ended_at = NULL")
    play(home, plan, 1)
    with Store(home) as store:
        assert store.rows("SELECT status FROM runs") == [("complete",)]


def test_a_changed_plan_under_the_same_name_is_refused(tmp_path: Path) -> None:
    home = Home(tmp_path)
    play(home, plan_of("idle", "random"), 1)
    before = contents(home)
    with pytest.raises(PlanChanged, match="differs in seed, blocks"):
        run_tournament(home, plan_of("idle", "random", seed=4), workers=1, **RATING)
    assert contents(home) == before
    assert stored_plan(home, "spring") == plan_of("idle", "random")


def test_two_writers_are_refused(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with writing(home), pytest.raises(HomeLocked, match=f"process {os.getpid()}"):
        run_tournament(home, plan_of("idle", "random"), workers=1, **RATING)


def test_a_worker_that_dies_once_costs_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PALAESTRA_TEST_MEMORY", str(tmp_path / "memory"))
    home, plan = (
        Home(tmp_path / "home"),
        plan_of("idle", f"shaky={BAD}KillsItsWorkerOnce", blocks=2, batch_blocks=1),
    )
    play(home, plan, 2)
    assert (tmp_path / "memory").exists()
    assert len(contents(home)["matches"]) == 8


RESULTS = "SELECT seed, west, east, winner, ending, ticks FROM matches WHERE status = 'played' ORDER BY ALL"


@pytest.fixture(scope="module")
def without_them(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Any, ...]]:
    home = Home(tmp_path_factory.mktemp("without"))
    run_tournament(home, plan_of("idle", "random", limit_s=5.0), workers=1, **RATING)
    with open_published(home) as snapshot:
        return list(snapshot.rows(RESULTS))


@pytest.mark.parametrize(
    "ends",
    [
        {"LeavesLater": "with exit code 0"},
        {"Crashes": "by signal SIGSEGV"},
        {"KillsItsWorker": "by signal SIGKILL", "LeavesWhenMade": "with exit code 3"},
    ],
)
def test_who_ends_its_workers_is_set_aside_and_the_others_play_as_if_it_had_not_been_there(
    tmp_path: Path, ends: dict[str, str], without_them: list[tuple[Any, ...]]
) -> None:
    home, fatal = Home(tmp_path), [f"{name}={BAD}{name}" for name in ends]
    plan = plan_of("idle", "random", *fatal, limit_s=5.0, batch_blocks=100)
    report = run_tournament(home, plan, workers=1, **RATING)
    assert report.outcome.complete and report.outcome.failed == ()
    said = "ended the process it plays in: its worker ended 2 times while playing it, lastly"
    with open_published(home) as snapshot:
        assert snapshot.rows(
            "SELECT name, status, reason FROM entrants WHERE reason IS NOT NULL ORDER BY name"
        ) == [(name, "set aside", f"{said} {end}") for name, end in ends.items()]
        assert snapshot.rows(RESULTS) == without_them != []


PLAYERS = ("idle", "random", "bot:easy", "bot:medium", "lazy=idle", "wild=random")
"""15 pairings: 60 matches in a round robin of one block."""

CAP_S = 40.0
"""Keeps the test short; draws for most, but every action and fault is compared."""


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[tuple[Any, ...]]]:
    home = Home(tmp_path_factory.mktemp("undisturbed"))
    play(home, plan_of(*PLAYERS, limit_s=CAP_S), 2)
    return contents(home)


def test_a_tournament_killed_at_three_moments_ends_as_one_left_alone(
    tmp_path: Path, undisturbed: dict[str, list[tuple[Any, ...]]]
) -> None:
    """`kill -9` of the process that plays and writes, by the clock, in a tournament of 60 `duel` matches."""
    home = Home(tmp_path)
    command = [
        sys.executable, "-m", "palaestra", "tournament", "spring", *PLAYERS, "--variant", "duel", "--blocks", "1",
        "--seed", "3", "--limit-s", str(CAP_S), "--batch-blocks", "2", "--workers", "2", "--resamples", "20", "--home", str(home.root),
    ]  # fmt: skip
    stored = []
    for wanted in (1, 3, 5):  # batches that must be stored before the kill; there are 8
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )
        wait_for_files(home, wanted, process)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with Store(home) as store:
            stored.append(store.rows("SELECT count(*) FROM matches")[0][0])
    assert stored == sorted(stored)
    assert 0 < stored[-1] < 60, "the kills came too late to prove anything"
    subprocess.run(command, check=True, capture_output=True)
    after = contents(home)
    assert after == undisturbed
    numbers = [row[0] for row in after["matches"]]
    assert len(numbers) == len(set(numbers)) == 60


def wait_for_files(home: Home, count: int, process: subprocess.Popen[bytes]) -> None:
    """Until so many batches have written their actions; a batch's rows follow at once, or are what the kill hits."""
    end = time.monotonic() + 120
    while len(list(home.streams.rglob("*.npz"))) < count:
        assert process.poll() is None, "it ended before it could be killed"
        assert time.monotonic() < end
        time.sleep(0.002)
