"""A store of an older schema gains what is new, and loses nothing."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from arena import upgrades
from arena.errors import SchemaMismatch
from arena.home import Home
from arena.schema import SCHEMA_VERSION
from arena.store import Store, open_published
from tests.arena.made import COUNTS, filled

SHAPE = "SELECT table_name, column_name, data_type, is_nullable FROM duckdb_columns() ORDER BY ALL"


def aged(path: Path) -> None:
    """Take from a file what version 2 did not have."""
    with duckdb.connect(str(path)) as connection:
        connection.execute("DROP TABLE nights")
        connection.execute("ALTER TABLE action_streams ALTER file SET NOT NULL")
        connection.execute("UPDATE meta SET value = '2' WHERE key = 'schema_version'")


@pytest.fixture
def old(tmp_path: Path) -> Home:
    home = Home(tmp_path / "old")
    filled(home, 0, 1)
    with Store(home) as store:
        snapshot = store.publish()
    for path in (home.live, snapshot.path):
        aged(path)
    return home


def test_a_store_of_version_2_has_the_tables_of_a_new_one_and_its_rows(old: Home, tmp_path: Path) -> None:
    with Store(old) as store, Store(Home(tmp_path / "new")) as new:
        assert store.rows(SHAPE) == new.rows(SHAPE)
        assert store.rows(COUNTS) == [(16, 32, 16)]
        assert store.rows("SELECT value FROM meta WHERE key = 'schema_version'") == [(str(SCHEMA_VERSION),)]
        store.publish()
    with open_published(old) as snapshot:
        assert snapshot.rows("SELECT count(*) FROM nights") == [(0,)]


def test_its_snapshots_wait_for_the_next_night(old: Home) -> None:
    with pytest.raises(
        SchemaMismatch, match=r"version 2, .*the next `palaestra nightly` brings it up to date"
    ):
        open_published(old)


def test_an_upgrade_that_fails_changes_nothing(old: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upgrades, "STEPS", {2: (*upgrades.STEPS[2], "SELECT * FROM nowhere")})
    with pytest.raises(duckdb.CatalogException):
        Store(old)
    monkeypatch.undo()
    with duckdb.connect(str(old.live)) as connection:
        assert connection.sql("SELECT value FROM meta WHERE key = 'schema_version'").fetchall() == [("2",)]
        assert not connection.sql("SELECT * FROM duckdb_tables() WHERE table_name = 'nights'").fetchall()
    with Store(old) as store:
        assert store.rows(COUNTS) == [(16, 32, 16)]
