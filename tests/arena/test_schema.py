from __future__ import annotations

from pathlib import Path

import duckdb

from arena.games import moba
from arena.schema import HERO_FIGURES, TABLES, describe

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_in_the_docs_is_the_schema_s() -> None:
    assert (DOCS / "store.md").read_text() == describe(), "run: python -m arena.schema > docs/store.md"


def test_every_table_and_column_is_described() -> None:
    page = describe()
    for table in TABLES:
        assert f"## {table.name}\n" in page
        for column in table.columns:
            assert column.text.strip()
            assert f"| `{column.name}` | {column.type} |" in page


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
