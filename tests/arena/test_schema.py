from __future__ import annotations

import duckdb

from arena.games import moba
from arena.schema import HERO_FIGURES, TABLES


def test_duckdb_accepts_every_table_as_declared() -> None:
    with duckdb.connect() as connection:
        for table in TABLES:
            connection.execute(table.ddl())
            made = connection.execute(f"DESCRIBE {table.name}").fetchall()
            assert [(row[0], row[1], row[2] == "YES") for row in made] == [
                (column.name, column.type, column.null) for column in table.columns
            ]


def test_the_design_s_tables_are_there() -> None:
    names = {table.name for table in TABLES}
    assert names >= {
        "runs", "entrants", "blocks", "matches", "match_heroes", "match_faults", "action_streams",
        "rating_fits", "ratings", "experiments", "experiment_rows",
    }  # fmt: skip


def test_every_figure_of_the_game_for_a_hero_has_its_column() -> None:
    assert ("hero", *HERO_FIGURES) == tuple(moba.HERO_RESULT_FIELDS)
