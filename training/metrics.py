"""The metrics of a run: what each is, and a file of Parquet for each report, `metrics/00000600.parquet`.

A report is rows of `step`, `agent_steps`, `metric`, `label`, `value`. A file is written whole or not at all, so a run
that is killed leaves no torn one; one that is played again is written over by what is the same but for times.
"""

from __future__ import annotations

import csv
import functools
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import polars as pl

from arena.files import write_atomically

FOLDER = "metrics"
SCHEMA = {
    "step": pl.Int64,
    "agent_steps": pl.Int64,
    "metric": pl.String,
    "label": pl.String,
    "value": pl.Float64,
}


class Metric(NamedTuple):
    """What a metric is."""

    labels: str
    """What its labels are; empty where it has one value."""
    unit: str
    formula: str
    misleads: str
    """When it misleads."""


@functools.cache
def known_metrics() -> Mapping[str, Metric]:
    """What metrics there are, by name."""
    with (Path(__file__).parent / "data" / "metrics.csv").open(encoding="utf-8", newline="") as file:
        return {row.pop("metric"): Metric(**row) for row in csv.DictReader(file)}


class Value(NamedTuple):
    """A number of a report."""

    metric: str
    label: str
    value: float


@dataclass(frozen=True, slots=True)
class Report:
    """What a run was like since the last report; `values` by metric and label, `alarms` in words."""

    step: int
    agent_steps: int
    values: tuple[Value, ...]
    alarms: tuple[str, ...]

    def get(self, metric: str, label: str = "") -> float:
        """A number of the report; NaN where it has none."""
        return next((each.value for each in self.values if each[:2] == (metric, label)), float("nan"))


def write_report(folder: Path, report: Report) -> Path:
    """Write a report into a run's folder."""
    rows = [(report.step, report.agent_steps, *each) for each in report.values]
    content = io.BytesIO()
    pl.DataFrame(rows, schema=SCHEMA, orient="row").write_parquet(content)
    path = folder / FOLDER / f"{report.step:08d}.parquet"
    write_atomically(path, content.getvalue())
    return path


def drop_reports(folder: Path, after: int) -> None:
    """Remove reports of later steps than `after`, from where a run is played again."""
    for path in (folder / FOLDER).glob("*.parquet"):
        if int(path.stem) > after:
            path.unlink()


def read_reports(folder: Path) -> pl.DataFrame:
    """All reports of a run, in order; none give an empty frame."""
    paths: Iterable[Path] = sorted((folder / FOLDER).glob("*.parquet"))
    frames = [pl.read_parquet(path) for path in paths]
    return pl.concat(frames) if frames else pl.DataFrame(schema=SCHEMA)
