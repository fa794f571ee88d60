from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import duckdb
import pytest

from arena import schema
from arena.errors import NothingPublished, SchemaMismatch, StoreError
from arena.home import Home
from arena.plan import Plan
from arena.snapshots import latest_snapshot
from arena.store import Store, open_published
from arena.streams import read_stream, stream_path
from tests.arena.made import made_plan, made_result

COUNTS = """
SELECT (SELECT count(*) FROM matches), (SELECT count(*) FROM match_heroes), (SELECT count(*) FROM action_streams)"""


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def filled(home: Home, *batches: int, plan: Plan | None = None) -> None:
    plan = plan or made_plan()
    with Store(home) as store:
        run_id = store.add_run(plan)
        for batch in batches:
            store.write_batch(made_result(plan, run_id, batch))


def test_a_run_comes_back_as_it_was_stored(home: Home) -> None:
    plan = made_plan()
    with Store(home) as store:
        run_id = store.add_run(plan)
        assert store.find_run("spring") == (run_id, plan)
        assert store.find_run("autumn") is None
        assert store.open_runs("spring") == [(run_id, plan)]
    with Store(home) as store:  # and after closing
        assert store.find_run("spring") == (run_id, plan)
        assert store.rows("SELECT plan_hash, status FROM runs") == [(plan.identity, "open")]
        assert store.rows('SELECT "first", "second", block_index, seed FROM blocks ORDER BY block_id') == [
            (block.first, block.second, block.index, block.seed) for block in plan.blocks
        ]


def test_batches_are_missing_until_they_are_written(home: Home) -> None:
    plan = made_plan()  # 6 blocks, 3 batches
    with Store(home) as store:
        run_id = store.add_run(plan)
        assert store.missing_batches(run_id) == [0, 1, 2]
        store.write_batch(made_result(plan, run_id, 1))
        assert store.missing_batches(run_id) == [0, 2]
        assert store.rows(COUNTS) == [(8, 16, 8)]


def test_actions_are_found_from_their_row(home: Home) -> None:
    filled(home, 0)
    with Store(home) as store:
        rows = store.rows("SELECT match_id, file, decisions FROM action_streams ORDER BY match_id")
    for place, (match_id, file, decisions) in enumerate(rows):
        actions = read_stream(stream_path(home.streams, file), str(match_id))
        assert actions.shape == (decisions, 10, 4)
        assert (actions == place).all()


def test_a_batch_cannot_be_written_twice(home: Home) -> None:
    plan = made_plan()
    filled(home, 0, plan=plan)
    with Store(home) as store:
        with pytest.raises(StoreError, match=r"refused rows, nothing was written: .*[Dd]uplicate key"):
            store.write_batch(made_result(plan, 1, 0))
        assert store.rows(COUNTS) == [(8, 16, 8)]


def changed(table: str, column: str, place: int, value: object) -> Any:
    """A batch with one value changed."""
    result = made_result(made_plan(), 1, 0, faulty=True)
    columns = {name: list(values) for name, values in getattr(result, table).items()}
    columns[column][place] = value
    return replace(result, **{table: columns})


def without(table: str, place: int) -> Any:
    """A batch with one row missing."""
    result = made_result(made_plan(), 1, 0, faulty=True)
    columns = {
        name: [value for at, value in enumerate(values) if at != place]
        for name, values in getattr(result, table).items()
    }
    return replace(result, **{table: columns})


@pytest.mark.parametrize(
    ("result", "message"),
    [
        (changed("matches", "winner", 0, 2), "CHECK constraint"),
        (changed("matches", "status", 0, "won"), "CHECK constraint"),
        (changed("matches", "reason", 0, "played, but void?"), "CHECK constraint"),
        (changed("matches", "ticks", 0, -1), "CHECK constraint"),
        (changed("matches", "ticks", 0, None), "CHECK constraint"),
        (changed("matches", "ending", 0, None), "CHECK constraint"),
        (changed("matches", "west", 0, None), "NOT NULL"),
        (changed("matches", "seed", 0, 5), "a block has 4 matches between its two entrants on its seed"),
        (changed("matches", "west", 0, "nobody"), "a block has 4 matches between its two entrants"),
        (changed("matches", "faults", 0, 1), "faults are the sum of its counters"),
        (changed("matches", "faults", 1, 1), "faults are the sum of its counters"),
        (changed("matches", "east_kills", 0, 7), "kills are the deaths of the other side"),
        (changed("match_heroes", "deaths", 0, 7.0), "kills are the deaths of the other side"),
        (changed("match_heroes", "gold", 0, float("nan")), "not finite in column 'gold'"),
        (changed("match_heroes", "seat", 0, 10), "CHECK constraint"),
        (changed("match_heroes", "seat", 0, 5), "[Dd]uplicate key"),
        (changed("match_faults", "count", 0, 0), "CHECK constraint"),
        (without("matches", 0), "a block has 4 matches"),
        (without("match_heroes", 0), "a row for every hero of both lineups"),
        (without("match_faults", 0), "faults are the sum of its counters"),
        (replace(made_result(made_plan(), 1, 0), decisions={}), "a played match has its actions"),
        (replace(made_result(made_plan(), 1, 0), matches={}), "a block has 4 matches"),
        (
            replace(made_result(made_plan(), 1, 0), matches={"match_id": [1]}),
            "unknown none, missing .*'block_id'",
        ),
        (
            replace(
                made_result(made_plan(), 1, 0),
                match_faults={"match_id": [1], "fault": ["x"], "count": [1], "more": [1]},
            ),
            r"unknown \['more'\], missing none",
        ),
        (
            replace(
                made_result(made_plan(), 1, 0),
                match_faults={"match_id": [1], "fault": ["x"], "count": [1, 2]},
            ),
            r"different lengths \[1, 2\]",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_rows_that_do_not_hold_together_are_refused_whole(home: Home, result: Any, message: str) -> None:
    with Store(home) as store:
        store.add_run(made_plan())
        with pytest.raises(StoreError, match=message) as caught:
            store.write_batch(result)
        assert "\n" not in str(caught.value)
        assert store.rows(COUNTS) == [(0, 0, 0)]
        assert store.missing_batches(1) == [0, 1, 2]
        store.write_batch(made_result(made_plan(), 1, 0, faulty=True))  # and the connection is usable


def played(store: Store) -> list[tuple[Any, ...]]:
    names = ", ".join(column.name for column in schema.MATCHES.columns)
    return store.rows(f"SELECT {names} FROM matches ORDER BY match_id")


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 0, 2), (1, 2, 0)])
@pytest.mark.parametrize("both", [False, True])
def test_what_is_void_does_not_depend_on_the_order_in_which_batches_end(
    tmp_path: Path, order: tuple[int, ...], both: bool
) -> None:
    """An entrant fails in every batch from 1 on, as if no batch had known of another's failure."""
    plan = made_plan(players=("idle", "random", "bot:easy", "bot:medium"), blocks=2, batch_blocks=4)
    tables = []
    for number, batches in enumerate((order, (0, 1, 2))):
        with Store(Home(tmp_path / str(number))) as store:
            store.add_run(plan)
            for batch in batches:
                failures = {"idle": f"raised in batch {batch}"} if batch >= 1 else {}
                if both and batch == 2:
                    failures["random"] = "answered nonsense"
                store.write_batch(made_result(plan, 1, batch, failures=failures))
            tables.append(
                (played(store), store.rows("SELECT name, status, reason, batch FROM entrants ORDER BY name"))
            )
    assert tables[0] == tables[1]
    matches, entrants = tables[0]
    assert ("idle", "set aside", "raised in batch 1", 1) in entrants
    columns = [column.name for column in schema.MATCHES.columns]
    rows = [dict(zip(columns, match, strict=True)) for match in matches]
    assert len(rows) == 48
    assert any(row["status"] == "void" for row in rows)
    for row in rows:
        batch = (row["block_id"] - 1_000_000) // 4
        out = {"idle": 1, "random": 2 if both else 99}
        void = any(batch >= out.get(name, 99) for name in (row["west"], row["east"]))
        assert row["status"] == ("void" if void else "played")
        assert (row["winner"] is None) == void
        assert not void or "set aside: " in row["reason"]


def test_set_aside_entrants_are_known_from_the_next_batch_on(home: Home) -> None:
    plan = made_plan()
    with Store(home) as store:
        run_id = store.add_run(plan)
        store.write_batch(made_result(plan, run_id, 1, failures={"idle": "raised"}))
        assert store.set_aside(run_id, before_batch=1) == {}
        assert store.set_aside(run_id, before_batch=2) == {"idle": "raised"}
        assert store.set_aside(run_id) == {"idle": "raised"}
        assert store.rows(
            "SELECT count(*) FROM match_heroes h JOIN matches m USING (match_id) WHERE m.status = 'void'"
        ) == [(0,)]


def test_numbering_of_a_ladder_s_blocks_goes_on_over_its_runs(home: Home) -> None:
    plan = made_plan(blocks=2)
    with Store(home) as store:
        store.add_run(plan)
        store.add_run(made_plan("other", blocks=5, ladder="other"))
        assert store.blocks_played("spring") == {(block.first, block.second): 2 for block in plan.blocks}
        assert store.count_runs("spring") == 1
        assert store.players("spring") == {name: name for name in ("bot:easy", "idle", "random")}


def test_ended_runs_are_open_no_more(home: Home) -> None:
    with Store(home) as store:
        store.add_run(made_plan())
        with pytest.raises(StoreError, match="CHECK constraint"):
            store.end_run(1, "forgotten")
        store.end_run(1, "complete")
        assert store.open_runs("spring") == []
        assert store.rows("SELECT status, ended_at IS NOT NULL FROM runs") == [("complete", True)]
        store.end_run(1, "abandoned")
        assert store.rows("SELECT status FROM runs") == [("complete",)]


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


@pytest.mark.parametrize("plan", ["", "[]", "{}", "null", '{"entrants": 3}'])
def test_a_stored_plan_that_cannot_be_read_is_one_line(home: Home, plan: str) -> None:
    filled(home)
    with Store(home) as store:
        store._connection.execute("UPDATE runs SET plan = ?", [plan])
        with pytest.raises(StoreError, match="cannot read the plan of run 1") as caught:
            store.find_run("spring")
        assert "\n" not in str(caught.value)
        with pytest.raises(StoreError, match="cannot read the plan of run 1"):
            store.open_runs("spring")
