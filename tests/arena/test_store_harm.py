"""What happens to a store from outside: killed writers, a second writer, damaged files, a full disk."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest

from arena.errors import NothingPublished, SchemaMismatch, StoreError
from arena.home import Home
from arena.store import Store, open_published
from tests.arena.made import COUNTS, filled, made_plan, made_result


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


WRITER = """
import os, sys
from pathlib import Path
from arena.home import Home
from arena.store import Store
from tests.arena.made import made_plan, made_result
plan = made_plan(blocks=200)
results = [made_result(plan, 1, batch) for batch in range(40)]
with Store(Home(Path(sys.argv[1]))) as store:
    store.add_run(plan)
    print("writing", flush=True)
    for result in results:
        store.write_batch(result)
        print(result.spec.batch, flush=True)
"""


@pytest.mark.parametrize("delay_s", [0.0, 0.013, 0.031])
def test_a_writer_killed_while_writing_leaves_whole_batches_only(home: Home, delay_s: float) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    writer = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(home.root)], stdout=subprocess.PIPE, text=True, env=environment
    )
    assert writer.stdout is not None
    for _ in range(5):  # "writing", then some batches
        assert writer.stdout.readline()
    time.sleep(delay_s)
    writer.send_signal(signal.SIGKILL)
    said = [line for line in writer.communicate()[0].split() if line.isdigit()]
    plan = made_plan(blocks=200)
    with Store(home) as store:
        matches, heroes, streams = store.rows(COUNTS)[0]
        assert matches % 8 == 0
        assert (heroes, streams) == (2 * matches, matches)
        assert matches >= 8 * (4 + len(said))  # what was said to be stored is stored
        missing = store.missing_batches(1)
        assert len(missing) == plan.batches - matches // 8
        store.write_batch(made_result(plan, 1, missing[0]))


def test_a_second_process_cannot_open_the_live_database(home: Home) -> None:
    code = (
        "import sys; from pathlib import Path; from arena.home import Home; from arena.store import Store; "
        "Store(Home(Path(sys.argv[1])))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    with Store(home):
        other = subprocess.run(
            [sys.executable, "-c", code, str(home.root)],
            capture_output=True,
            text=True,
            env=environment,
            check=False,
        )
    assert other.returncode == 1
    assert other.stderr.splitlines()[-1].startswith("arena.errors.StoreError: cannot open ")


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "UPDATE meta SET value = '999' WHERE key = 'schema_version'",
            "schema version 999, .*install a newer palaestra",
        ),
        (
            "UPDATE meta SET value = '0' WHERE key = 'schema_version'",
            "schema version 0, .*keep the folder for the version that made it",
        ),
        ("DELETE FROM meta", "has no schema version"),
        ("DROP TABLE meta", "has no schema version"),
    ],
)
def test_another_schema_version_is_refused_by_writer_and_reader(
    home: Home, statement: str, message: str
) -> None:
    filled(home)
    with Store(home) as store:
        snapshot = store.publish()
    for path in (home.live, snapshot.path):
        with duckdb.connect(str(path)) as connection:
            connection.execute(statement)
    with pytest.raises(SchemaMismatch, match=message) as caught:
        Store(home)
    assert "\n" not in str(caught.value)
    with pytest.raises(SchemaMismatch, match=message):
        open_published(home)


def test_a_file_that_is_no_database_is_one_line(home: Home) -> None:
    home.live.parent.mkdir(parents=True)
    home.live.write_text("not a database, by a long way" * 1000)
    with pytest.raises(StoreError, match=r"cannot open .*palaestra\.duckdb as a DuckDB database") as caught:
        Store(home)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("share", [0.001, 0.3, 0.6])
def test_a_file_that_is_cut_short_is_one_line_for_writer_and_reader(home: Home, share: float) -> None:
    filled(home, 0, 1, 2)
    with Store(home) as store:
        snapshot = store.publish()
    for path in (home.live, snapshot.path):
        path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])
    for opened in (lambda: Store(home), lambda: open_published(home)):
        with (
            pytest.raises(StoreError, match=r"cannot (open|read) .*\.duckdb ") as caught,
            opened() as database,
        ):
            database.rows(COUNTS)
        assert "\n" not in str(caught.value)


def test_a_query_that_is_wrong_is_not_called_damage(home: Home) -> None:
    filled(home)
    with Store(home) as store, pytest.raises(duckdb.BinderException):
        store.rows("SELECT no_such_column FROM matches")


def test_a_snapshot_that_is_missing_is_said(home: Home) -> None:
    with Store(home) as store:
        store.publish().path.unlink()
    with pytest.raises(StoreError, match="is missing, which is named as the newest snapshot"):
        open_published(home)


def test_nothing_published_is_said(home: Home) -> None:
    with pytest.raises(NothingPublished):
        open_published(home)


@contextmanager
def no_file_longer_than(size: int) -> Iterator[None]:
    """As on a full disk: a write beyond it fails."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_a_snapshot_that_finds_no_room_is_one_line_and_leaves_nothing(home: Home) -> None:
    filled(home, 0)
    with Store(home) as store:
        store.publish()
        before = sorted(home.published.iterdir())
        with (
            no_file_longer_than(20_000),
            pytest.raises(StoreError, match=r"could not write .*make room") as caught,
        ):
            store.publish()
        assert "\n" not in str(caught.value)
        assert sorted(home.published.iterdir()) == before
        assert store.publish().number == 2


def test_a_batch_that_finds_no_room_is_one_line_and_is_written_by_the_next_start(home: Home) -> None:
    plan = made_plan()
    filled(home, plan=plan)
    with Store(home) as store, no_file_longer_than(100), pytest.raises(StoreError, match="could not write"):
        store.end_run(1, "complete")
    with Store(home) as store:
        assert store.open_runs("spring") == [(1, plan)]
        store.end_run(1, "complete")
        assert store.open_runs("spring") == []


def test_actions_that_find_no_room_name_their_file(home: Home) -> None:
    plan = made_plan()
    with Store(home) as store:
        result = made_result(plan, store.add_run(plan), 0)
        with no_file_longer_than(100), pytest.raises(OSError, match="File too large") as caught:
            store.write_batch(result)
        assert str(caught.value.filename).startswith(str(home.streams))
        assert not [path for path in home.streams.rglob("*") if path.is_file()]
        assert store.rows(COUNTS) == [(0, 0, 0)]
