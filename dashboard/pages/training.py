"""Training: the runs that are found, a metric over training, and what one of them is paid for, does and reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from dash import html

from dashboard.charts import SCALES
from dashboard.data.curves import (
    Curve,
    alarms,
    curve,
    curves,
    hours_at,
    labels_of,
    latest,
    metrics_of,
    telling,
)
from dashboard.data.filters import text_of
from dashboard.data.runs import Run
from dashboard.errors import BadAddress
from dashboard.pages.chosen_runs import (
    CURVE_COLUMNS,
    MEANS,
    MOST_TABLE,
    chosen_runs,
    every_of,
    look_of,
    read_chosen,
    rows_of,
)
from dashboard.pages.curve_charts import AXES, curve_chart
from dashboard.pages.training_run import run_cards
from dashboard.parts import (
    Content,
    card,
    command,
    figure_card,
    link,
    notice,
    select,
    select_some,
    settings,
    table_card,
)
from dashboard.sheet import Column, Sheet
from dashboard.view import View
from training.metrics import known_metrics

MOST_LABELS = 12
FIRST = "return"
"""The metric that is shown where none is asked for."""

RUN_COLUMNS = (
    Column("run", "run"),
    Column("variant", "variant"),
    Column("agent_steps", "agent-steps", 0),
    Column("hours", "hours", 2),
    Column("updates", "updates", 0),
    Column("reports", "reports", 0),
    Column("checkpoints", "checkpoints", 0),
    Column("written", "last report"),
    Column("return", "return", 3),
    Column("past", "won against past selves", 0, percent=True),
    Column("alarms", "alarms now"),
)


def layout(view: View) -> Content:
    """The page."""
    places = view.runs.found()
    if not places:
        root = view.runs.home.root
        return [
            html.H1("Training"),
            notice(
                "No run of training is found",
                [
                    "Begin one with ",
                    command(f"palaestra train duel --minutes 30 --out {root}/lineages/first"),
                    ".",
                ],
                ["Runs elsewhere are shown with ", command("palaestra dashboard --runs 'FOLDER/*'"), "."],
            ),
        ]
    everything = [view.runs.read(place) for place in places]
    runs = chosen_runs(view, everything)
    return [
        html.H1("Training"),
        _runs_card(view, everything),
        _settings(view, everything, runs),
        _metric_card(view, runs),
        *run_cards(view, runs[0]),
    ]


def _settings(view: View, everything: Sequence[Run], runs: Sequence[Run]) -> Content:
    query, metric = view.query, _metric(view, runs)
    known = metrics_of(run.reports for run in runs)
    labels = _labels(runs, metric)
    newest = max(everything, key=lambda run: run.written or 0.0)
    options = [(run.name, run.name) for run in everything]
    shown = [select_some("runs", "runs", [run.name for run in runs], options, default=newest.name)]
    shown.append(
        select("metric", "metric", metric, [(one, one.replace("_", " ")) for one in known], default=FIRST)
    )
    if len(labels) > 1:
        label = _label(view, labels)
        shown.append(select("label", "label", label, [(one, one) for one in labels], every="all"))
    return settings(
        *shown,
        select("axis", "training in", query.get("axis"), list(AXES.items()), default="agent_steps"),
        select("scale", "scale", query.get("scale"), [(one, one) for one in SCALES], default="linear"),
        select("mean", "a point is", query.get("mean"), list(MEANS.items()), every="as few as fit"),
    )


def _metric(view: View, runs: Sequence[Run]) -> str:
    """The metric that is shown; the first that there is where the asked one is in no report."""
    known = metrics_of(run.reports for run in runs)
    asked = text_of(view.query, "metric") or FIRST
    if asked not in known_metrics() and asked not in known:
        raise BadAddress(f"expected a metric such as {FIRST}, got '{asked[:40]}': choose another")
    return asked if asked in known or not known else known[0]


def _labels(runs: Sequence[Run], metric: str) -> list[str]:
    return list(dict.fromkeys(label for run in runs for label in labels_of(run.reports, metric)))


def _label(view: View, labels: Sequence[str]) -> str | None:
    asked = text_of(view.query, "label")
    return asked if asked in labels else None


def lineages_sheet(view: View) -> Sheet:
    """Every run that is found, and how far it is."""
    return _runs_sheet([view.runs.read(place) for place in view.runs.found()])


def _runs_sheet(runs: Sequence[Run]) -> Sheet:
    return Sheet("lineages", "Runs", RUN_COLUMNS, [_run_row(run) for run in runs])


def _run_row(run: Run) -> dict[str, Any]:
    reports = run.reports
    steps, hours, updates = (reports[name].max() for name in ("agent_steps", "hours", "step"))
    return {
        "run": run.name,
        "variant": run.place.variant or None,
        "agent_steps": steps,
        "hours": hours,
        "updates": updates,
        "reports": reports["step"].n_unique(),
        "checkpoints": run.place.checkpoints(),
        "written": None
        if run.written is None
        else f"{datetime.fromtimestamp(run.written, UTC):%Y-%m-%d %H:%M:%SZ}",
        "return": latest(reports, "return"),
        "past": latest(reports, "win_rate", "past"),
        "alarms": "; ".join(row["alarm"] for row in alarms(reports) if row["now"]) or None,
        "age_s": None if run.written is None else datetime.now(UTC).timestamp() - run.written,
    }


def _runs_card(view: View, runs: Sequence[Run]) -> Content:
    note = (
        "Folders with a lineage or with reports. Hours are those spent training, pauses left out; return, in reward, "
        "and the share won are of the last report. What is being trained is shown as it is written."
    )
    cells = {
        "run": lambda row: link(row["run"], "/training", **{**view.query, "runs": row["run"], "label": None}),
        "written": lambda row: ago(row["age_s"]),
        "alarms": lambda row: html.Div(
            row["alarms"] or "none", className="words bad" if row["alarms"] else ""
        ),
    }
    return table_card(view, _runs_sheet(runs), note=note, cells=cells)


def ago(seconds: float | None) -> str:
    """How long something is past, in words."""
    if seconds is None:
        return "never"
    for size, name in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size or (size == 60 and seconds >= size):
            return f"{seconds / size:.0f} {name} ago"
    return f"{max(0.0, seconds):.0f} s ago"


def curve_sheet(view: View) -> Sheet:
    """The metric that is shown, of all chosen runs."""
    runs = read_chosen(view)
    return _curve_sheet(_shown_curves(view, runs)[0] if runs else [])


def _curve_sheet(shown: Sequence[Curve]) -> Sheet:
    return Sheet("curve", "Metric over training", CURVE_COLUMNS, rows_of(shown))


def _shown_curves(view: View, runs: Sequence[Run]) -> tuple[list[Curve], int]:
    """The curves to draw, and how many labels there are."""
    metric = _metric(view, runs)
    labels = _labels(runs, metric)
    label = _label(view, labels)
    kept = [label] if label else labels
    if len(kept) > MOST_LABELS:
        own = curves(runs[0].reports, runs[0].name, metric, every=every_of(view, runs[0]))
        kept = [one.label for one in telling(own, most=MOST_LABELS)]
    made = [
        curve(run.reports, run.name, metric, one, every=every_of(view, run)) for run in runs for one in kept
    ]
    return [one for one in made if one.rows], len(labels)


def _metric_card(view: View, runs: Sequence[Run]) -> Content:
    metric = _metric(view, runs)
    shown, labels = _shown_curves(view, runs)
    title = metric.replace("_", " ").capitalize()
    if not shown:
        return card(title, notice("No report yet", "A run writes its first after some updates."))
    about = known_metrics().get(metric)
    said = [f"{about.formula}; in {about.unit}. When it misleads: {about.misleads}."] if about else []
    points = max(every_of(view, run) for run in runs)
    if points > 1:
        said.append(f"A point is the mean of {points} reports.")
    if labels > MOST_LABELS and len({one.label for one in shown}) == MOST_LABELS:
        said.append(f"Of {labels} labels the {MOST_LABELS} with the largest mean; choose one above.")
    if any(_marks(run) for run in runs):
        said.append("◆ is a change of settings: the log below says which.")
    figure = curve_chart(
        shown,
        y=f"{metric.replace('_', ' ')}, {about.unit if about else 'as reported'}",
        many_runs=len(runs) > 1,
        changes=[mark for run in runs for mark in _marks(run)],
        **look_of(view),
    )
    names = ", ".join(run.name for run in runs)
    sheet = Sheet("curve", title, CURVE_COLUMNS, rows_of(shown))
    return figure_card(
        view, sheet, figure, note=[" ".join(said), " No interval: each report is one measurement."],
        label=f"{metric} of {names} over training", height=420, most=MOST_TABLE
    )  # fmt: skip


def _marks(run: Run) -> list[dict[str, Any]]:
    """Where a run's log has changes, its beginning and continuations left out."""
    return [
        {
            "agent_steps": change.agent_steps,
            "step": change.step,
            "hours": hours_at(run.reports, change.agent_steps),
            "words": f"{run.name}: {change.what}<br>{change.why}",
        }
        for change in run.log
        if change.subject != "run"
    ]
