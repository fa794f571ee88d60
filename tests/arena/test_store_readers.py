"""Published snapshots: each stands alone, and any number of readers may have one open."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import duckdb
import pytest

from arena.home import Home
from arena.snapshots import latest_snapshot
from arena.store import Store, open_published
from tests.arena.made import COUNTS, filled, made_plan, made_result


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def test_a_snapshot_holds_what_was_stored_and_stands_alone(home: Home) -> None:
    filled(home, 0)
    with Store(home) as store:
        snapshot = store.publish()
        store.write_batch(made_result(made_plan(), 1, 1))
    assert snapshot == latest_snapshot(home)
    assert [path.name for path in home.published.iterdir() if "wal" in path.name or "tmp" in path.name] == []
    with open_published(home) as database:
        assert database.rows(COUNTS) == [(8, 16, 8)]
        assert database.frame("SELECT west FROM matches").height == 8
        with pytest.raises(duckdb.Error, match="read-only"):
            database.rows("DELETE FROM matches RETURNING match_id")


def test_publishing_keeps_the_newest_few(home: Home) -> None:
    with Store(home) as store:
        for _ in range(5):
            store.publish(keep=3)
    assert sorted(path.name for path in home.published.glob("*.duckdb")) == [
        "000003.duckdb",
        "000004.duckdb",
        "000005.duckdb",
    ]


def test_a_home_whose_name_has_a_quote_can_be_published(tmp_path: Path) -> None:
    home = Home(tmp_path / 'it\'s a "home"')
    filled(home, 0)
    with Store(home) as store:
        store.publish()
    with open_published(home) as database:
        assert database.rows(COUNTS) == [(8, 16, 8)]


READER = """
import sys
from pathlib import Path
from arena.home import Home
from arena.store import open_published
home, seen = Home(Path(sys.argv[1])), set()
while not (home.root / "stop").exists():
    with open_published(home) as database:
        counts = "SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM match_heroes)"
        matches, heroes = database.rows(counts)[0]
        assert heroes == 2 * matches, (matches, heroes)
        assert matches % 8 == 0, matches
        seen.add(matches)
        if len(seen) == 3:
            (home.root / sys.argv[2]).touch()
"""


def test_readers_in_other_processes_read_snapshots_while_one_writes(home: Home) -> None:
    """Until both readers have seen three different snapshots come and go."""
    plan = made_plan(blocks=400, batch_blocks=2)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with Store(home) as store:
        run_id = store.add_run(plan)
        store.publish()
        readers = {
            name: subprocess.Popen([sys.executable, "-c", READER, str(home.root), name], env=environment)
            for name in ("one", "two")
        }
        for batch in range(plan.batches):
            store.write_batch(made_result(plan, run_id, batch))
            store.publish()
            if all((home.root / name).exists() or reader.poll() for name, reader in readers.items()):
                break
        (home.root / "stop").touch()
    assert [reader.wait(timeout=20) for reader in readers.values()] == [0, 0]
    assert all((home.root / name).exists() for name in readers)


def test_threads_that_share_a_database_all_get_their_rows(home: Home) -> None:
    filled(home, 0)
    with Store(home) as store:
        store.publish()
    answers: list[Any] = []
    with open_published(home) as database:
        threads = [
            threading.Thread(target=lambda: answers.extend(database.rows(COUNTS)[0] for _ in range(20)))
            for _ in range(8)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [(8, 16, 8)] * 160
