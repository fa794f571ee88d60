from __future__ import annotations

from collections.abc import Iterator, Sequence

import duckdb
import pytest

from arena.errors import StoreError
from arena.schema import EXPERIMENT_ROWS, EXPERIMENTS
from arena.tables import insert

ROW: dict[str, Sequence[object]] = {
    "experiment_id": [1],
    "row": [0],
    "subject": ["idle"],
    "measure": ["wins"],
    "unit": [""],
}


@pytest.fixture
def connection() -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as made:
        for table in (EXPERIMENTS, EXPERIMENT_ROWS):
            made.execute(table.ddl())
        yield made


def test_columns_that_may_be_null_can_be_left_out_or_null(connection: duckdb.DuckDBPyConnection) -> None:
    insert(connection, EXPERIMENT_ROWS, ROW)
    insert(connection, EXPERIMENT_ROWS, {**ROW, "row": [1], "value": [None], "low": [0.5]})
    assert connection.execute('SELECT "row", value, low FROM experiment_rows ORDER BY "row"').fetchall() == [
        (0, None, None),
        (1, None, 0.5),
    ]


def test_nothing_inserts_nothing(connection: duckdb.DuckDBPyConnection) -> None:
    insert(connection, EXPERIMENT_ROWS, {})
    insert(connection, EXPERIMENT_ROWS, {name: [] for name in ROW})
    assert connection.execute("SELECT count(*) FROM experiment_rows").fetchall() == [(0,)]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": ["red"]}, r"unknown \['colour'\]"),
        ({"value": [float("inf")]}, "not finite in column 'value'"),
        ({"row": [0, 1]}, r"different lengths \[1, 2\]"),
        ({"row": ["first"]}, "the store refused rows for experiment_rows, nothing was written"),
    ],
)
def test_rows_that_do_not_fit_are_refused(
    connection: duckdb.DuckDBPyConnection, change: dict[str, list[object]], message: str
) -> None:
    with pytest.raises(StoreError, match=message):
        insert(connection, EXPERIMENT_ROWS, {**ROW, **change})


def test_a_missing_column_is_named(connection: duckdb.DuckDBPyConnection) -> None:
    with pytest.raises(StoreError, match=r"unknown none, missing \['measure', 'unit'\]"):
        insert(connection, EXPERIMENT_ROWS, {name: ROW[name] for name in ("experiment_id", "row", "subject")})
