"""Reports as files."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from training.metrics import Report, Value, drop_reports, known_metrics, read_reports, write_report


def report_of(step: int) -> Report:
    return Report(step, 10 * step, (Value("kl", "", 0.5), Value("entropy", "kind", 1.0 + step)), ())


def test_reports_come_back_in_order_and_a_second_of_a_step_replaces_the_first(tmp_path: Path) -> None:
    for step in (20, 3, 20):
        write_report(tmp_path, report_of(step))
    frame = read_reports(tmp_path)
    assert frame["step"].to_list() == [3, 3, 20, 20]
    assert frame.row(3) == (20, 200, "entropy", "kind", 21.0)
    assert sorted(path.name for path in (tmp_path / "metrics").iterdir()) == [
        "00000003.parquet",
        "00000020.parquet",
    ]


def test_duckdb_reads_them_as_one_table(tmp_path: Path) -> None:
    for step in (1, 2):
        write_report(tmp_path, report_of(step))
    query = f"select step, value from '{tmp_path}/metrics/*.parquet' where label = 'kind' order by step"
    assert duckdb.sql(query).fetchall() == [(1, 2.0), (2, 3.0)]


def test_reports_after_a_step_are_dropped_where_a_run_is_played_again(tmp_path: Path) -> None:
    for step in (1, 2, 3):
        write_report(tmp_path, report_of(step))
    drop_reports(tmp_path, 2)
    assert read_reports(tmp_path)["step"].unique().sort().to_list() == [1, 2]
    assert read_reports(tmp_path / "none").is_empty()


def test_every_metric_is_explained() -> None:
    for name, metric in known_metrics().items():
        assert metric.unit and metric.formula and metric.misleads, name


def test_a_report_gives_its_numbers_by_name() -> None:
    assert report_of(1).get("entropy", "kind") == 2.0
    assert report_of(1).get("entropy") != pytest.approx(2.0)
