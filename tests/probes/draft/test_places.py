from __future__ import annotations

from arena.home import Home
from probes.draft.model import SHIPPED, record_of
from probes.draft.places import default_table, known_tables, table_path


def test_a_player_s_table_has_a_plain_name(tmp_path):
    path = table_path(Home(tmp_path), "blitz", "checkpoint:/a b/../c@greedy")
    assert path.parent == tmp_path / "draft" and path.name == "blitz-checkpoint-a-b-c-greedy.parquet"


def test_the_home_s_tables_come_before_the_installed_one(tmp_path):
    home = Home(tmp_path)
    assert default_table(home) == SHIPPED
    path = table_path(home, "duel", "idle")
    path.parent.mkdir()
    path.touch()
    assert path not in known_tables(home)  # it has no model yet
    record_of(path).touch()
    assert known_tables(home) == [path, SHIPPED]
