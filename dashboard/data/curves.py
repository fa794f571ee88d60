"""Numbers of a run drawn from its reports: a metric over training, shares by label, alarms."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

MOST_POINTS = 400
"""Points of a curve at most: of more reports, each point is the mean of some in a row."""

NEVER = 1e-5
"""Share that a logarithmic axis ends at: what is less is drawn there."""

COUNTED = re.compile(r"^\d+% ")


@dataclass(frozen=True)
class Curve:
    """A metric of a run under one label."""

    run: str
    label: str
    rows: list[dict[str, Any]]
    """In order: `step`, `agent_steps`, `hours` of the last report in the mean, and `value`."""


def reports_a_point(reports: pl.DataFrame, asked: int | None = None) -> int:
    """Reports that a point is the mean of: as many as asked for, or as few as keep a curve within `MOST_POINTS`."""
    return asked or max(1, -(-reports["step"].n_unique() // MOST_POINTS))


def metrics_of(reports: Iterable[pl.DataFrame]) -> list[str]:
    """The metrics that some reports have, in the order of the first that has them."""
    return list(dict.fromkeys(name for one in reports for name in one["metric"].unique(maintain_order=True)))


def labels_of(reports: pl.DataFrame, metric: str) -> list[str]:
    """The labels that a metric has, numbers in their order after words."""
    labels = reports.filter(pl.col("metric") == metric)["label"].unique(maintain_order=True).to_list()
    words = [one for one in labels if not one.isdecimal()]
    return words + sorted((one for one in labels if one.isdecimal()), key=int)


def curve(reports: pl.DataFrame, run: str, metric: str, label: str, *, every: int = 1) -> Curve:
    """A metric over training, each point the mean of `every` reports in a row that have it."""
    rows = (
        reports.filter((pl.col("metric") == metric) & (pl.col("label") == label))
        .sort("step")
        .with_row_index("place")
        .group_by(pl.col("place") // every, maintain_order=True)
        .agg(pl.col("step", "agent_steps", "hours").last(), pl.col("value").fill_nan(None).mean())
        .drop("place")
    )
    return Curve(run, label, rows.to_dicts())


def curves(reports: pl.DataFrame, run: str, metric: str, *, every: int = 1) -> list[Curve]:
    """A metric under each of its labels."""
    return [curve(reports, run, metric, label, every=every) for label in labels_of(reports, metric)]


def telling(found: Sequence[Curve], *, most: int = 8) -> list[Curve]:
    """The curves that are not 0 all along, those with the largest mean first, at most so many."""
    sums = [(sum(abs(row["value"] or 0.0) for row in one.rows) / max(1, len(one.rows)), one) for one in found]
    return [one for mean, one in sorted(sums, key=lambda pair: -pair[0]) if mean > 0][:most]


def with_rest(kept: Sequence[Curve], everything: Sequence[Curve]) -> list[Curve]:
    """The kept curves, and one of all others together, so that shares still add up; none where nothing is left out."""
    labels = {one.label for one in kept}
    rest = [one for one in everything if one.label not in labels]
    total = dict[int, dict[str, Any]]()
    for one in rest:
        for row in one.rows:
            held = total.setdefault(row["step"], {**row, "value": 0.0})
            held["value"] += row["value"] or 0.0
    rows = [total[step] for step in sorted(total)]
    if not any(row["value"] > 0 for row in rows):
        return list(kept)
    return [*kept, Curve(rest[0].run, "all others", rows)]


def seconds_by_part(reports: pl.DataFrame, run: str, *, every: int = 1) -> list[Curve]:
    """What 1,000 agent-steps took by part, in seconds: 1,000 ÷ agent-steps a second."""
    return [
        Curve(
            run,
            one.label,
            [{**row, "value": 1000 / row["value"] if row["value"] else None} for row in one.rows],
        )
        for one in curves(reports, run, "agent_steps_per_s", every=every)
        if one.label != "total"
    ]


def alarms(reports: pl.DataFrame) -> list[dict[str, Any]]:
    """Each alarm from when to when it was in report after report, the last first; a share it begins with may vary."""
    steps = reports["step"].unique().sort().to_list()
    place = {step: number for number, step in enumerate(steps)}
    open_now, closed = dict[str, dict[str, Any]](), list[dict[str, Any]]()
    for row in reports.filter(pl.col("metric") == "alarm").sort("step").iter_rows(named=True):
        kind, number = COUNTED.sub("", row["label"]), place[row["step"]]
        held = open_now.get(kind)
        if held is None or held["place"] != number - 1:
            held = {"first": row["agent_steps"], "reports": 0}
            open_now[kind] = held
            closed.append(held)
        held.update(alarm=row["label"], last=row["agent_steps"], place=number)
        held["reports"] += 1
    for held in closed:
        held["now"] = held.pop("place") == len(steps) - 1
    return sorted(closed, key=lambda row: (-row["last"], row["alarm"]))


def latest(reports: pl.DataFrame, metric: str, label: str = "") -> float | None:
    """A metric's newest number; None where no report has it."""
    found = reports.filter((pl.col("metric") == metric) & (pl.col("label") == label)).sort("step")["value"]
    return None if found.is_empty() else float(found[-1])


def hours_at(reports: pl.DataFrame, agent_steps: int) -> float | None:
    """Hours that a run took until so many agent-steps, between its reports in a straight line; None beyond the last."""
    known = reports.unique("step", keep="first").sort("step").select("agent_steps", "hours").rows()
    before = (0, 0.0)
    for steps, hours in known:
        if agent_steps <= steps:
            part = (agent_steps - before[0]) / max(1, steps - before[0])
            return float(before[1] + part * (hours - before[1]))
        before = (steps, hours)
    return None
