"""Checkpoints against the bots, on the page of the ladder: share won and length, by what each was trained for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go
from dash import html

from dashboard.charts import chart, ink, scaled, short
from dashboard.data.against_bots import against_bots
from dashboard.data.ladders import Ladder
from dashboard.pages.curve_charts import AXES, DASHES
from dashboard.parts import Content, figure_card
from dashboard.sheet import Column, Sheet
from dashboard.view import View

COLUMNS = (
    Column("lineage", "lineage"),
    Column("step", "update", 0),
    Column("agent_steps", "agent-steps", 0),
    Column("bot", "against"),
    Column("met", "matches", 0),
    Column("share", "won", 0, percent=True),
    Column("low", "low", 0, percent=True),
    Column("high", "high", 0, percent=True),
    Column("minutes", "minutes", 1),
)


def bots_rows(view: View, ladder: Ladder, points: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The checkpoints against each bot of the ladder, the best bot first."""
    bots = [str(line["entrant"]) for line in ladder.lines if line["kind"] == "bot"]
    return against_bots(view.reading.database, ladder.name, points, bots) if bots and points else []


def bots_sheet(rows: Sequence[dict[str, Any]], title: str = "Against the bots") -> Sheet:
    """The rows as a sheet."""
    return Sheet("bots", title, COLUMNS, rows)


def bots_cards(view: View, rows: Sequence[dict[str, Any]], axis: str, scale: str) -> list[Content]:
    """Two charts beside one another; none where no checkpoint met a bot."""
    if not rows:
        return []
    won = _chart(rows, "share", axis, scale, y="won, %", dark=view.dark)
    won.update_yaxes(range=[-2, 102])
    length = _chart(rows, "minutes", axis, scale, y="minutes of the match's clock", dark=view.dark)
    length.update_yaxes(rangemode="tozero")
    return [
        html.Div(
            [
                figure_card(
                    view, bots_sheet(rows, "Won against the bots"), won, part="bots-won", height=340,
                    note="Share of the matches on this ladder, a draw half; bars are 95 % intervals (Wilson's).",
                    label="share that checkpoints won against each bot",
                ),
                figure_card(
                    view, bots_sheet(rows, "Length against the bots"), length, part="bots-length", height=340,
                    note="Median length of those matches, without an interval.",
                    label="length of checkpoints' matches against each bot",
                ),
            ],
            className="columns",
        )
    ]  # fmt: skip


def _chart(
    rows: Sequence[dict[str, Any]], what: str, axis: str, scale: str, *, y: str, dark: bool
) -> go.Figure:
    """A line for each bot, of each lineage in a dash of its own."""
    figure = chart(dark=dark, x=AXES[axis], y=y)
    kept = [row for row in rows if row[axis] is not None]
    places, ticks = scaled([float(row[axis]) for row in kept], scale)
    placed = [{**row, "place": place} for row, place in zip(kept, places, strict=True)]
    bots = list(dict.fromkeys(row["bot"] for row in rows))
    lineages = list(dict.fromkeys(row["lineage"] for row in rows))
    for bot in bots:
        for lineage in lineages:
            own = [row for row in placed if (row["bot"], row["lineage"]) == (bot, lineage)]
            colour = ink(dark=dark).series[bots.index(bot) % 6]
            name = bot if len(lineages) == 1 else f"{lineage} against {bot}"
            if own:
                figure.add_trace(
                    _trace(own, what, axis, name, colour, DASHES[min(3, lineages.index(lineage))])
                )
    figure.update_xaxes(**ticks)
    figure.update_layout(showlegend=True)
    return figure


def _trace(
    rows: Sequence[dict[str, Any]], what: str, axis: str, name: str, colour: str, dash: str
) -> go.Scatter:
    bars = {}
    if what == "share":
        bars["error_y"] = {
            "type": "data",
            "symmetric": False,
            "thickness": 1.2,
            "width": 3,
            "color": colour,
            "array": [100 * (row["high"] - row["share"]) for row in rows],
            "arrayminus": [100 * (row["share"] - row["low"]) for row in rows],
        }
    factor = 100 if what == "share" else 1
    return go.Scatter(
        x=[row["place"] for row in rows],
        y=[factor * row[what] for row in rows],
        name=name,
        mode="lines+markers",
        line={"color": colour, "width": 2, "dash": dash},
        marker={"size": 7},
        text=[
            f"{row['entrant']} against {row['bot']}, {row['met']} matches<br>{short(round(row[axis], 2))} {AXES[axis]}"
            for row in rows
        ],
        hovertemplate="%{text}<br>%{y:.1f}" + (" %" if what == "share" else " minutes") + "<extra></extra>",
        **bars,
    )
