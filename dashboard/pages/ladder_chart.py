"""The chart of the ladder: rating against training, lineage by lineage, between bots and floors."""

from __future__ import annotations

from typing import Any

import plotly.graph_objects as go

from dashboard.charts import chart, ink, scaled, short
from dashboard.data.curves import hours_at
from dashboard.data.ladders import Ladder
from dashboard.data.provenance import Provenance, provenance_of
from dashboard.data.runs import Runs
from dashboard.pages.curve_charts import AXES

SIGNS = ("circle", "square", "diamond", "triangle-up", "cross")
"""How checkpoints are drawn, by the rules and the contract that they were trained under."""


def checkpoints_of(ladder: Ladder, runs: Runs) -> list[dict[str, Any]]:
    """The rated checkpoints whose records can be read, by lineage and step, with what each was trained for.

    `hours` is None where no report of the run is found.
    """
    found = [(line, provenance_of(line["player"])) for line in ladder.lines if line["kind"] == "checkpoint"]
    rows = [
        {
            **{key: line[key] for key in ("entrant", "rating", "low", "high", "matches", "provisional")},
            **{
                key: getattr(source, key)
                for key in ("lineage", "step", "agent_steps", "rules_hash", "contract_version")
            },
        }
        for line, source in found
        if isinstance(source, Provenance) and line["rating"] is not None
    ]
    reports = {place.name: runs.read(place).reports for place in runs.found()} if rows else {}
    for row in rows:
        own = reports.get(row["lineage"])
        row["hours"] = None if own is None else hours_at(own, row["agent_steps"])
    return sorted(rows, key=lambda row: (row["lineage"], row["step"]))


def training_chart(
    ladder: Ladder, points: list[dict[str, Any]], axis: str, scale: str, *, dark: bool
) -> go.Figure:
    """Rating against training: points with their intervals, bots as bands, floors in a column of their own."""
    colours = ink(dark=dark)
    figure = chart(dark=dark, x=AXES[axis], y="rating, points")
    known = [row for row in points if row[axis] is not None]
    places, ticks = scaled([float(row[axis]) for row in known], scale)
    under = kinds_of_training(points)
    rows = [
        {**row, "place": place, "sign": SIGNS[min(under.index(_under(row)), len(SIGNS) - 1)]}
        for row, place in zip(known, places, strict=True)
    ]
    for number, lineage in enumerate(dict.fromkeys(row["lineage"] for row in rows)):
        figure.add_trace(
            _trace(
                [row for row in rows if row["lineage"] == lineage],
                lineage,
                axis,
                colours.series[number % 6],
                colours.quiet,
            )
        )
    _add_bands(figure, ladder, colours.quiet)
    _add_floors(figure, ladder, colours.quiet, colours.line)
    figure.update_xaxes(**ticks)
    return figure


def kinds_of_training(points: list[dict[str, Any]]) -> list[tuple[str, int]]:
    """The rules and contracts that checkpoints were trained under, in the order in which they first occur."""
    return list(dict.fromkeys(_under(row) for row in points))


def _under(row: dict[str, Any]) -> tuple[str, int]:
    return str(row["rules_hash"]), int(row["contract_version"])


def _trace(rows: list[dict[str, Any]], name: str, axis: str, colour: str, grey: str) -> go.Scatter:
    return go.Scatter(
        x=[row["place"] for row in rows],
        y=[row["rating"] for row in rows],
        name=name,
        mode="lines+markers",
        line={"color": colour, "width": 2},
        marker={
            "size": 8,
            "symbol": [row["sign"] for row in rows],
            "color": [grey if row["provisional"] else colour for row in rows],
        },
        showlegend=True,
        error_y={
            "type": "data",
            "symmetric": False,
            "thickness": 1.2,
            "width": 3,
            "color": colour,
            "array": [
                (row["high"] if row["high"] is not None else row["rating"]) - row["rating"] for row in rows
            ],
            "arrayminus": [
                row["rating"] - (row["low"] if row["low"] is not None else row["rating"]) for row in rows
            ],
        },
        text=[
            f"{row['entrant']}{' (provisional)' * row['provisional']}<br>{short(round(row[axis], 2))} {AXES[axis]}<br>"
            f"trained under rules {row['rules_hash'][:8]}, contract {row['contract_version']}"
            for row in rows
        ],
        hovertemplate="%{text}<br>rating %{y:.0f}<extra></extra>",
    )


def _add_bands(figure: go.Figure, ladder: Ladder, colour: str) -> None:
    """Draw the bots as bands across the chart, each with its name at the right."""
    for line in ladder.lines:
        if line["kind"] != "bot" or line["rating"] is None:
            continue
        low, high = (line[end] if line[end] is not None else line["rating"] for end in ("low", "high"))
        figure.add_hrect(y0=low, y1=high, fillcolor=colour, opacity=0.16, line_width=0, layer="below")
        figure.add_hline(y=line["rating"], line={"color": colour, "width": 1, "dash": "dot"}, layer="below")
        figure.add_annotation(
            x=1,
            xref="paper",
            y=line["rating"],
            text=line["entrant"],
            showarrow=False,
            xanchor="right",
            yanchor="bottom",
            font={"color": colour, "size": 12},
        )


def _add_floors(figure: go.Figure, ladder: Ladder, colour: str, edge: str) -> None:
    """Draw the floors in a column of their own at the left."""
    floors = [line for line in ladder.lines if line["kind"] == "floor" and line["rating"] is not None]
    if not floors:
        return
    figure.update_layout(
        xaxis={"domain": [0.13, 1]},
        xaxis2={
            "domain": [0, 0.1],
            "showgrid": False,
            "zeroline": False,
            "tickfont": {"size": 12},
            "linecolor": edge,
            "range": [-0.6, len(floors) - 0.4],
            "tickangle": -40,
        },
        yaxis={"anchor": "free", "position": 0},
    )
    figure.add_trace(
        go.Scatter(
            x=[line["entrant"] for line in floors],
            y=[line["rating"] for line in floors],
            xaxis="x2",
            mode="markers",
            marker={"color": colour, "size": 9, "symbol": "square"},
            showlegend=False,
            hovertemplate="%{x}<br>rating %{y:.0f}<extra></extra>",
        )
    )
