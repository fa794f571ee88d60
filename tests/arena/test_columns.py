from __future__ import annotations

import duckdb
import pytest

from arena.columns import Column, Table, count, one_of, result

PLAYED = Table(
    "played",
    "Made up.",
    ("number",),
    (
        Column("number", "BIGINT", "its number"),
        one_of("status", ("played", "void"), "state"),
        count("moves", "moves made"),
        result("winner", "BIGINT", "who won", "winner IN (0, 1)"),
    ),
)


def test_a_word_says_which_it_may_be() -> None:
    assert one_of("status", ("played", "void"), "state").text == "state: `played`, `void`"


@pytest.mark.parametrize("row", [(1, "played", 0, 1), (1, "void", 7, None)])
def test_what_fits_is_taken(row: tuple[object, ...]) -> None:
    with duckdb.connect() as connection:
        connection.execute(PLAYED.ddl())
        connection.execute("INSERT INTO played VALUES (?, ?, ?, ?)", list(row))
        assert connection.execute("SELECT * FROM played").fetchall() == [row]


@pytest.mark.parametrize(
    "row",
    [
        (None, "played", 0, 1),
        (1, "lost", 0, 1),
        (1, None, 0, 1),
        (1, "played", -1, 1),
        (1, "played", 0, 2),
        (1, "played", 0, None),
        (1, "void", 0, 1),
    ],
)
def test_what_does_not_is_refused(row: tuple[object, ...]) -> None:
    with duckdb.connect() as connection:
        connection.execute(PLAYED.ddl())
        with pytest.raises(duckdb.ConstraintException):
            connection.execute("INSERT INTO played VALUES (?, ?, ?, ?)", list(row))
