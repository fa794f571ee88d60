"""What is written comes back, whole or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena import schema
from arena.errors import StoreError
from arena.home import Home
from arena.store import Store
from arena.streams import read_stream, stream_path
from tests.arena.made import COUNTS, filled, made_plan, made_result


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


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
