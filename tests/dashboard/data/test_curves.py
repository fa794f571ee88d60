"""Curves over training, by hand."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from dashboard.bench.runs import made_report, made_run
from dashboard.data.curves import (
    alarms,
    curve,
    curves,
    hours_at,
    labels_of,
    latest,
    metrics_of,
    reports_a_point,
    seconds_by_part,
    telling,
    with_rest,
)
from dashboard.data.runs import with_hours
from training.metrics import SCHEMA, read_reports, write_report


@pytest.fixture
def reports(tmp_path: Path) -> pl.DataFrame:
    return with_hours(read_reports(made_run(tmp_path / "one", reports=5)))


def test_a_point_is_the_mean_of_reports_in_a_row(reports: pl.DataFrame) -> None:
    one = curve(reports, "one", "return", "", every=2)
    assert [(row["agent_steps"], row["value"]) for row in one.rows] == [(2000, 1.5), (4000, 3.5), (5000, 5.0)]
    assert curve(reports, "one", "return", "none such").rows == []


def test_so_many_reports_a_point_keep_a_curve_short() -> None:
    frame = pl.DataFrame({"step": range(801)})
    assert [reports_a_point(frame.head(n)) for n in (1, 400, 401, 801)] == [1, 1, 2, 3]
    assert reports_a_point(frame, 5) == 5


def test_metrics_and_labels_in_their_order(reports: pl.DataFrame) -> None:
    assert metrics_of([reports])[:2] == ["agent_steps_per_s", "return"]
    assert labels_of(reports, "win_rate") == ["past", "20", "100"]
    assert metrics_of([with_hours(pl.DataFrame(schema=SCHEMA))]) == []


def test_shares_that_are_put_together_still_add_up(reports: pl.DataFrame) -> None:
    everything = curves(reports, "one", "paid_share")
    kept = telling(everything, most=1)
    assert [one.label for one in kept] == ["kill"]
    both = with_rest(kept, everything)
    assert [one.label for one in both] == ["kill", "all others"]
    sums = [sum(row["value"] for row in rows) for rows in zip(*(one.rows for one in both), strict=True)]
    assert sums == pytest.approx([1.0] * 5)
    assert with_rest(everything, everything) == everything


def test_seconds_of_parts_are_1000_by_their_rates(reports: pl.DataFrame) -> None:
    found = {one.label: [row["value"] for row in one.rows] for one in seconds_by_part(reports, "one")}
    assert found["learn"] == pytest.approx([50.0, 25.0, 50 / 3, 12.5, 10.0])
    assert "total" not in found


def test_alarms_are_told_from_when_to_when(reports: pl.DataFrame, tmp_path: Path) -> None:
    rows = alarms(reports)
    assert [(row["first"], row["last"], row["reports"], row["now"]) for row in rows] == [
        (3000, 5000, 3, True), (1000, 1000, 1, False),
    ]  # fmt: skip
    assert rows[0]["alarm"] == "55% of matches ran out the clock"
    quiet = tmp_path / "quiet"
    write_report(quiet, made_report(2))
    assert alarms(read_reports(quiet)) == []


def test_hours_between_reports_lie_on_a_line(reports: pl.DataFrame) -> None:
    assert hours_at(reports, 0) == 0.0
    assert hours_at(reports, 500) == pytest.approx(50 / 3600)
    assert hours_at(reports, 1500) == pytest.approx(125 / 3600)
    assert hours_at(reports, 5001) is None


def test_the_newest_number(reports: pl.DataFrame) -> None:
    assert (latest(reports, "return"), latest(reports, "none such")) == (5.0, None)
