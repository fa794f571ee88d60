"""One run on the page of training: what it is paid for, how its matches end, what it does, alarms, its log."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
from dash import html

from dashboard.data.curves import Curve, alarms, curve, curves, latest, seconds_by_part, telling, with_rest
from dashboard.data.filters import one_of
from dashboard.data.runs import Run
from dashboard.pages.chosen_runs import (
    CURVE_COLUMNS,
    MOST_TABLE,
    SHARE_COLUMNS,
    every_of,
    first_run,
    look_of,
    rows_of,
)
from dashboard.pages.curve_charts import curve_chart
from dashboard.parts import Content, card, command, figure_card, link, notice, table_card, tiles
from dashboard.sheet import Column, Sheet
from dashboard.view import View
from training.lineage_log import Change

SHARES = {"paid_share": "as paid out", "raw_share": "as the rows gave"}

ALARM_COLUMNS = (
    Column("alarm", "alarm"),
    Column("first", "from agent-step", 0),
    Column("last", "to agent-step", 0),
    Column("reports", "reports", 0),
    Column("now", "now"),
)
LOG_COLUMNS = (
    Column("at", "when"),
    Column("agent_steps", "agent-steps", 0),
    Column("step", "update", 0),
    Column("subject", "of"),
    Column("what", "change"),
    Column("why", "why"),
)


def run_cards(view: View, run: Run) -> list[Content]:
    """All cards of a run."""
    if run.reports.is_empty():
        return [_log_card(view, run), *_problems(run)]
    return [
        html.H2(run.name, className="part"),
        *_problems(run),
        _tiles(run.reports),
        html.Div([_audit_card(view, run), _endings_card(view, run)], className="columns"),
        html.Div([_actions_card(view, run), _upkeep_card(view, run)], className="columns"),
        html.Div([_parts_card(view, run), _alarms_card(view, run)], className="columns"),
        _log_card(view, run),
    ]


def _problems(run: Run) -> list[Content]:
    return [notice("Not all of it can be read", *run.problems, kind="failing")] if run.problems else []


def _tiles(reports: pl.DataFrame) -> Content:
    def words(metric: str, form: str, label: str = "", factor: float = 1.0) -> str:
        value = latest(reports, metric, label)
        return "–" if value is None or math.isnan(value) else format(factor * value, form)

    skipped = latest(reports, "skipped") or 0.0
    return tiles(
        ("agent-steps a second", words("agent_steps_per_s", ",.0f", "total"), False),
        ("staleness, updates", words("staleness", ".2g"), False),
        ("sample reuse, times", words("sample_reuse", ".2g"), False),
        ("kl, nats", words("kl", ".4f"), False),
        ("clipped", words("clip_share", ".1f", factor=100) + " %", False),
        ("explained variance", words("explained_variance", ".2f"), False),
        ("dead units", words("dead_units", ".0f", factor=100) + " %", False),
        ("skipped minibatches", f"{skipped:.0f}", skipped > 0),
    )


def audit_sheet(view: View) -> Sheet:
    """The reward audit of the first chosen run, all rows of its table."""
    run = first_run(view)
    share = one_of(view.query, "share", SHARES) or "paid_share"
    found = [] if run is None else curves(run.reports, run.name, share, every=every_of(view, run))
    return Sheet("audit", "Reward audit", SHARE_COLUMNS, rows_of(found))


def _audit_card(view: View, run: Run) -> Content:
    share = one_of(view.query, "share", SHARES) or "paid_share"
    found = curves(run.reports, run.name, share, every=every_of(view, run))
    other = next(one for one in SHARES if one != share)
    switch = link(f"show {SHARES[other]}", "/training", **{**view.query, "share": other})
    note = (
        f"What the return came from, {SHARES[share]}: per cent of the absolute returns, by row of the reward table; "
        "the six largest. "
    )
    label = "shares of the return by row of the reward table"
    return _stacked(view, "audit", "Reward audit", found, [note, switch], label)


def endings_sheet(view: View) -> Sheet:
    """How matches of the first chosen run ended."""
    run = first_run(view)
    found = [] if run is None else curves(run.reports, run.name, "ending", every=every_of(view, run))
    return Sheet("endings", "Endings", SHARE_COLUMNS, rows_of(found))


def _endings_card(view: View, run: Run) -> Content:
    found = curves(run.reports, run.name, "ending", every=every_of(view, run))
    note = "Per cent of the matches that ended since the last report. Long matches come late in a run."
    return _stacked(view, "endings", "Endings", found, note, "shares of endings")


def _stacked(view: View, name: str, title: str, found: Sequence[Curve], note: Content, label: str) -> Content:
    if not any(one.rows for one in found):
        return card(title, notice("Nothing reported yet", "It comes with the first match that ends."))
    figure = curve_chart(
        with_rest(telling(found, most=6), found), y="per cent", stacked=True, **look_of(view)
    )
    sheet = Sheet(name, title, SHARE_COLUMNS, rows_of(found))
    return figure_card(
        view, sheet, figure, note=note, label=f"{label} over training", height=360, most=MOST_TABLE
    )


def actions_sheet(view: View) -> Sheet:
    """How often the first chosen run answers each kind of action."""
    run = first_run(view)
    found = [] if run is None else curves(run.reports, run.name, "action", every=every_of(view, run))
    return Sheet("actions", "Action frequencies", SHARE_COLUMNS, rows_of(found))


def _actions_card(view: View, run: Run) -> Content:
    found = curves(run.reports, run.name, "action", every=every_of(view, run))
    figure = curve_chart(found, y="per cent", logarithmic=True, **look_of(view))
    sheet = Sheet("actions", "Action frequencies", SHARE_COLUMNS, rows_of(found))
    note = (
        "How often each kind is answered, of the agent-steps in which it was legal: so they do not add up to 100. "
        "Logarithmic; what was never chosen is drawn at 0.001 per cent."
    )
    return figure_card(
        view,
        sheet,
        figure,
        note=note,
        label="frequencies of actions over training",
        height=360,
        most=MOST_TABLE,
    )


def upkeep_sheet(view: View) -> Sheet:
    """Staleness and reuse of the first chosen run."""
    run = first_run(view)
    return Sheet(
        "upkeep", "Staleness and reuse", CURVE_COLUMNS, [] if run is None else rows_of(_upkeep(view, run))
    )


def _upkeep(view: View, run: Run) -> list[Curve]:
    names = {"staleness": "staleness, updates", "sample_reuse": "reuse, times"}
    made = [
        (curve(run.reports, run.name, one, "", every=every_of(view, run)), words)
        for one, words in names.items()
    ]
    return [Curve(one.run, words, one.rows) for one, words in made]


def _upkeep_card(view: View, run: Run) -> Content:
    found = _upkeep(view, run)
    figure = curve_chart(found, y="updates, times", **look_of(view))
    figure.update_yaxes(rangemode="tozero")
    sheet = Sheet("upkeep", "Staleness and reuse", CURVE_COLUMNS, rows_of(found))
    note = (
        "By how many updates the weights that played were behind those that learnt, at an update's first minibatch; "
        "and how often each agent-step is learnt from."
    )
    return figure_card(
        view,
        sheet,
        figure,
        note=note,
        label="staleness and sample reuse over training",
        height=360,
        most=MOST_TABLE,
    )


def parts_sheet(view: View) -> Sheet:
    """Where the time of the first chosen run goes."""
    run = first_run(view)
    found = [] if run is None else seconds_by_part(run.reports, run.name, every=every_of(view, run))
    return Sheet("parts", "Where the time goes", CURVE_COLUMNS, rows_of(found))


def _parts_card(view: View, run: Run) -> Content:
    found = seconds_by_part(run.reports, run.name, every=every_of(view, run))
    figure = curve_chart(found, y="seconds for 1,000 agent-steps", **look_of(view))
    for trace in figure.data:
        trace.update(stackgroup="all", line={"width": 0.6}, mode="lines")
    figure.update_yaxes(rangemode="tozero")
    sheet = Sheet("parts", "Where the time goes", CURVE_COLUMNS, rows_of(found))
    note = "Seconds of the clock for 1,000 agent-steps, by part: other programs on the machine make it more."
    return figure_card(
        view, sheet, figure, note=note, label="time by part over training", height=320, most=MOST_TABLE
    )


def alarms_sheet(view: View) -> Sheet:
    """The alarms of the first chosen run."""
    run = first_run(view)
    return Sheet("alarms", "Alarms", ALARM_COLUMNS, [] if run is None else alarms(run.reports))


def _alarms_card(view: View, run: Run) -> Content:
    rows = alarms(run.reports)
    note = "What should be looked at: matches that run out the clock, kinds of action that are hardly ever chosen."
    if not rows:
        return card("Alarms", notice("No alarm", "Nothing was out of the ordinary."), note=note)
    cells = {"now": lambda row: html.Span("now", className="bad") if row["now"] else "over"}
    return table_card(view, Sheet("alarms", "Alarms", ALARM_COLUMNS, rows), note=note, cells=cells)


def log_sheet(view: View) -> Sheet:
    """The log of the first chosen run, the last line first."""
    run = first_run(view)
    return _log_sheet([] if run is None else run.log)


def _log_sheet(log: Sequence[Change]) -> Sheet:
    return Sheet("log", "Log", LOG_COLUMNS, [change.model_dump() for change in reversed(log)])


def _log_card(view: View, run: Run) -> Content:
    sheet = _log_sheet(run.log)
    if not sheet.rows:
        return card("Log", notice("No log", "Only a lineage has one."))
    note: list[Content] = ["Every change, with why; the last first. "]
    if run.place.command:
        note += ["It was begun by ", command(run.place.command), "."]
    cells = {
        "why": _why,
        "what": lambda row: _words(row["what"]),
        "at": lambda row: row["at"].replace("+00:00", "Z"),
    }
    return table_card(view, sheet, note=note, cells=cells)


def _words(text: str) -> Content:
    """Text that is broken into lines in its cell."""
    return html.Div(text, className="words")


def _why(row: Mapping[str, Any]) -> Content:
    """Why, in words; of a beginning the settings, folded."""
    try:
        fields = json.loads(row["why"])
    except ValueError:
        return _words(row["why"])
    if not isinstance(fields, dict):
        return _words(row["why"])
    lines = "\n".join(f"{name} = {json.dumps(value)}" for name, value in fields.items())
    return html.Details([html.Summary("its settings"), html.Pre(lines)])
