"""Faults: what the simulator counted as going wrong, and how long matches last."""

from __future__ import annotations

import plotly.graph_objects as go
from dash import html

from dashboard.charts import chart, ink
from dashboard.data.health import fault_counts, lengths, survival, unsound
from dashboard.data.matches import choices
from dashboard.parts import (
    Content,
    card,
    command,
    figure_card,
    link,
    match_link,
    notice,
    select,
    settings,
    table_card,
    tiles,
)
from dashboard.sheet import Column, Sheet
from dashboard.view import View

FAULT_COLUMNS = (
    Column("fault", "fault"),
    Column("variant", "variant"),
    Column("rules_hash", "rules"),
    Column("matches", "matches", 0),
    Column("times", "times", 0),
    Column("example", "newest match"),
)
LENGTH_COLUMNS = (
    Column("variant", "variant"),
    Column("minute", "minute", 0),
    Column("ending", "ended by"),
    Column("matches", "matches", 0),
)
SURVIVAL_COLUMNS = (
    Column("variant", "variant"),
    Column("minute", "minute", 0),
    Column("share", "still running", 1, percent=True),
    Column("matches", "of matches", 0),
)


def layout(view: View) -> Content:
    """The page."""
    bad, played = unsound(view.reading.database)
    if not played:
        line = ["Play some with ", command("palaestra nightly"), "."]
        return [html.H1("Faults"), notice("No matches yet", line)]
    known = [(one, one) for one in choices(view.reading.database).variants]
    return [
        html.H1("Faults"),
        settings(select("variant", "variant", view.query.get("variant"), known, every="all")),
        tiles(
            ("matches with a fault", f"{bad:,}", bad > 0),
            ("matches played", f"{played:,}", False),
            ("share", f"{100 * bad / played:.2f} %", bad > 0),
        ),
        _faults(view),
        html.Div([_lengths(view), _survival(view)], className="columns"),
    ]


def faults_sheet(view: View) -> Sheet:
    """Every fault counter that is not zero."""
    return Sheet("faults", "What went wrong", FAULT_COLUMNS, fault_counts(view.reading.database, view.query))


def lengths_sheet(view: View) -> Sheet:
    """How many matches ended within each minute."""
    return Sheet("lengths", "Lengths", LENGTH_COLUMNS, lengths(view.reading.database, view.query))


def survival_sheet(view: View) -> Sheet:
    """The share of matches that still ran after each minute."""
    rows = survival(lengths(view.reading.database, view.query))
    return Sheet("survival", "Matches still running", SURVIVAL_COLUMNS, rows)


def _faults(view: View) -> Content:
    sheet = faults_sheet(view)
    note = (
        "A pool that was full, a unit that was stuck, an order that was refused: what the simulator counts. A match "
        "with any is unsound; the ladder counts it, and says so."
    )
    if not sheet.rows:
        return card(
            sheet.title, notice("No fault", "The simulator counted nothing that went wrong."), note=note
        )
    cells = {
        "matches": lambda row: link(
            f"{row['matches']:,}", "/matches", fault=row["fault"], variant=row["variant"]
        ),
        "example": lambda row: match_link(row["example"]),
    }
    return table_card(view, sheet, note=note, cells=cells)


def _lengths(view: View) -> Content:
    sheet = lengths_sheet(view)
    figure = chart(dark=view.dark, x="minutes of the match's clock", y="matches")
    for number, ending in enumerate(dict.fromkeys(row["ending"] for row in sheet.rows)):
        own = [row for row in sheet.rows if row["ending"] == ending]
        figure.add_trace(
            go.Bar(
                x=[row["minute"] + 0.5 for row in own],
                y=[row["matches"] for row in own],
                name=ending,
                width=0.96,
                marker={"color": ink(dark=view.dark).series[number % 6], "line": {"width": 0}},
                hovertemplate=f"%{{y}} matches, {ending}<extra></extra>",
            )
        )
    figure.update_layout(barmode="stack", showlegend=True)
    note = "Matches that ended within each minute, by how they ended; counts, without an interval."
    return figure_card(view, sheet, figure, note=note, label="lengths of matches by ending", height=340)


def _survival(view: View) -> Content:
    sheet = survival_sheet(view)
    figure = chart(dark=view.dark, x="minutes of the match's clock", y="still running, %")
    for number, variant in enumerate(dict.fromkeys(row["variant"] for row in sheet.rows)):
        own = [row for row in sheet.rows if row["variant"] == variant]
        figure.add_trace(
            go.Scatter(
                x=[row["minute"] for row in own],
                y=[100 * row["share"] for row in own],
                name=variant,
                line={"shape": "hv", "width": 2, "color": ink(dark=view.dark).series[number % 6]},
                mode="lines",
                hovertemplate="%{y:.1f} % after minute %{x}<extra></extra>",
            )
        )
    figure.update_layout(showlegend=True)
    figure.update_yaxes(range=[0, 102])
    note = "Share of all played matches whose clock still ran at the end of each minute, without an interval."
    return figure_card(
        view, sheet, figure, note=note, label="share of matches still running by minute", height=340
    )
