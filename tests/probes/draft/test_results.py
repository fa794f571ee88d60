from __future__ import annotations

import polars as pl
import pytest

from probes.draft.errors import BadResults
from probes.draft.results import SCHEMA, make_results, played_with, read_results, write_results

ROWS = [(7, ["Thorn"], ["Ember"], -1, 900, 0), (3, ["Ember"], ["Thorn"], 0, 800, 2)]


def test_a_table_is_written_by_seed_and_read_again(tmp_path):
    results = make_results("duel", "idle", "ab", ROWS)
    write_results(tmp_path / "table.parquet", results)
    again = read_results(tmp_path / "table.parquet")
    assert again.schema == SCHEMA and again.equals(results.sort("seed"))
    assert played_with(again) == {"variant": "duel", "player": "idle", "rules_hash": "ab"}


def test_what_is_no_table_is_refused(tmp_path):
    path = tmp_path / "table.parquet"
    with pytest.raises(BadResults, match="cannot read"):
        read_results(path)
    path.write_bytes(b"PAR1 and nothing else")
    with pytest.raises(BadResults, match="expected a Parquet file of drafted matches"):
        read_results(path)
    pl.DataFrame({"a": [1]}).write_parquet(path)
    with pytest.raises(
        BadResults, match=r"with the columns variant, .*got a in .*: make one with palaestra draft collect"
    ):
        read_results(path)
