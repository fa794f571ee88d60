"""What the page of training is asked for: which runs, how they are drawn, and curves as rows of a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dashboard.charts import SCALES
from dashboard.data.curves import Curve, reports_a_point
from dashboard.data.filters import one_of, text_of
from dashboard.data.runs import Run
from dashboard.errors import BadAddress
from dashboard.pages.curve_charts import AXES
from dashboard.sheet import Column
from dashboard.view import View

MEANS = {"1": "single reports", "5": "5 reports", "20": "20 reports", "100": "100 reports"}
MOST_RUNS = 8
MOST_TABLE = 40
"""Rows of a chart's table on the page; the CSV has all."""

CURVE_COLUMNS = (
    Column("run", "run"),
    Column("label", "label"),
    Column("step", "update", 0),
    Column("agent_steps", "agent-steps", 0),
    Column("hours", "hours", 3),
    Column("value", "value", 6),
)
SHARE_COLUMNS = (*CURVE_COLUMNS[:-1], Column("value", "share", 2, percent=True))


def chosen_runs(view: View, runs: Sequence[Run]) -> list[Run]:
    """The runs that the address names; the one with the newest report if it names none.

    Raises:
        BadAddress: a run is not found, or there are too many.
    """
    of = {run.name: run for run in runs}
    asked = [name for name in (text_of(view.query, "runs") or "").split(",") if name]
    if unknown := [name for name in asked if name not in of]:
        raise BadAddress(
            f"expected runs among {', '.join(of)[:200]}, got '{unknown[0][:60]}': choose another"
        )
    if len(asked) > MOST_RUNS:
        raise BadAddress(f"expected at most {MOST_RUNS} runs, got {len(asked)}: take some away")
    return [of[name] for name in dict.fromkeys(asked)] or [max(runs, key=lambda run: run.written or 0.0)]


def read_chosen(view: View) -> list[Run]:
    """The chosen runs, for a sheet; none where none is found."""
    everything = [view.runs.read(place) for place in view.runs.found()]
    return chosen_runs(view, everything) if everything else []


def first_run(view: View) -> Run | None:
    """The first chosen run, which the page shows more of; None where none is found."""
    return next(iter(read_chosen(view)), None)


def every_of(view: View, run: Run) -> int:
    """Reports of a run that a point is the mean of."""
    asked = one_of(view.query, "mean", MEANS)
    return reports_a_point(run.reports, int(asked) if asked else None)


def look_of(view: View) -> dict[str, Any]:
    """How all charts of the page are drawn."""
    return {
        "axis": one_of(view.query, "axis", AXES) or "agent_steps",
        "scale": one_of(view.query, "scale", SCALES) or "linear",
        "dark": view.dark,
    }


def rows_of(shown: Sequence[Curve]) -> list[dict[str, Any]]:
    """Curves as rows of a sheet, the newest report first."""
    rows = [{"run": one.run, "label": one.label or None, **row} for one in shown for row in one.rows]
    return sorted(rows, key=lambda row: -row["step"])
