"""The newest snapshot is what is read; one that cannot be read is said, and the one before goes on."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import duckdb
import pytest

from arena.errors import NothingPublished, StoreError
from arena.home import Home
from arena.snapshots import latest_snapshot
from arena.store import Store
from dashboard.data.source import Source
from tests.arena.made import filled, made_plan, made_result


def published(home: Home) -> Home:
    with Store(home) as store:
        plan = made_plan()
        run_id = store.add_run(plan)
        store.write_batch(made_result(plan, run_id, 0))
        store.publish()
    return home


def count(source: Source) -> int:
    with source.reading() as reading:
        return int(reading.database.rows("SELECT count(*) FROM matches")[0][0])


def test_nothing_published_is_an_error_that_says_so(tmp_path: Path) -> None:
    source = Source(Home(tmp_path))
    with pytest.raises(NothingPublished, match="run `palaestra nightly`"), source.reading():
        pass
    assert source.number() is None


def test_a_new_snapshot_is_read_at_the_next_look_and_the_old_one_until_its_reader_is_done(
    tmp_path: Path,
) -> None:
    home = published(Home(tmp_path))
    source = Source(home)
    with source.reading() as before:
        with Store(home) as store:
            store.write_batch(made_result(made_plan(), 1, 1))
            store.publish(keep=1)
        assert not before.database.path.exists()
        assert source.number() == 2
        assert count(source) == 16
        assert before.database.rows("SELECT count(*) FROM matches") == [(8,)]
    with pytest.raises(duckdb.ConnectionException, match="closed"):
        before.database.rows("SELECT 1")  # closed with its last reader


def test_a_damaged_snapshot_is_said_and_the_one_before_is_shown(tmp_path: Path) -> None:
    home = published(Home(tmp_path))
    source = Source(home)
    assert count(source) == 8
    with Store(home) as store:
        store.publish()
    latest_snapshot(home).path.write_bytes(b"nonsense")
    with source.reading() as reading:
        assert reading.number == 1
        assert reading.problem is not None and "000002.duckdb" in reading.problem
    with Store(home) as store:
        store.publish()
    with source.reading() as reading:
        assert (reading.number, reading.problem) == (3, None)


def test_a_damaged_only_snapshot_is_an_error(tmp_path: Path) -> None:
    home = published(Home(tmp_path))
    latest_snapshot(home).path.write_bytes(b"nonsense")
    with pytest.raises(StoreError, match="cannot open"), Source(home).reading():
        pass


def test_threads_share_it_and_each_gets_whole_results(tmp_path: Path) -> None:
    source = Source(published(Home(tmp_path)))
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: count(source), range(200))) == {8}


def test_it_is_read_only(tmp_path: Path) -> None:
    filled(Home(tmp_path), 0)
    with (
        Source(published(Home(tmp_path / "other"))).reading() as reading,
        pytest.raises(Exception, match="read-only"),
    ):
        reading.database.rows("DELETE FROM matches")
