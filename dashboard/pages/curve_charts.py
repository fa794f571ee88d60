"""Charts of curves over training: lines, or shares stacked on one another, with marks where something was changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import plotly.graph_objects as go

from dashboard.charts import chart, ink, scaled, short
from dashboard.data.curves import NEVER, Curve

AXES = {"agent_steps": "agent-steps", "hours": "hours of training", "step": "updates (rollouts)"}
"""What training is measured by, in words."""

DASHES = ("solid", "dash", "dot", "dashdot")


def curve_chart(
    curves: Sequence[Curve],
    *,
    axis: str,
    scale: str,
    y: str,
    dark: bool,
    stacked: bool = False,
    many_runs: bool = False,
    logarithmic: bool = False,
    changes: Sequence[Mapping[str, Any]] = (),
) -> go.Figure:
    """Curves over training.

    Args:
        curves: what to draw.
        axis: of `AXES`.
        scale: of `dashboard.charts.SCALES`.
        y: title of the other axis.
        dark: whether it is drawn on dark.
        stacked: shares, each on those before it.
        many_runs: colours tell runs apart and dashes labels; else colours tell labels apart.
        logarithmic: shares on a logarithmic axis that ends at `NEVER`.
        changes: `agent_steps`, `step`, `hours` and `words` of what is marked.
    """
    figure = chart(dark=dark, x=AXES[axis], y=y)
    xs = [float(row[axis]) for one in curves for row in one.rows]
    marks = [float(change[axis]) for change in changes if change[axis] is not None]
    places, ticks = scaled([*xs, *marks], scale)
    begin = 0
    styles = _styles(curves, dark=dark, many_runs=many_runs)
    for one, (colour, dash) in zip(curves, styles, strict=True):
        own = places[begin : begin + len(one.rows)]
        begin += len(one.rows)
        figure.add_trace(
            _trace(
                one, own, axis, colour, dash, stacked=stacked, many_runs=many_runs, logarithmic=logarithmic
            )
        )
    words = [str(change["words"]) for change in changes if change[axis] is not None]
    for place, said in zip(places[len(xs) :], words, strict=True):
        _mark(figure, place, said, ink(dark=dark).quiet)
    figure.update_xaxes(**ticks)
    figure.update_layout(showlegend=True, hovermode="closest", uirevision=f"{axis} {scale} {y}")
    if stacked:
        figure.update_yaxes(range=[0, 100])
    if logarithmic:
        figure.update_yaxes(type="log")
    return figure


def _styles(curves: Sequence[Curve], *, dark: bool, many_runs: bool) -> list[tuple[str, str]]:
    """The colour and the dash of each curve."""
    series = ink(dark=dark).series
    runs = list(dict.fromkeys(one.run for one in curves))
    labels = list(dict.fromkeys(one.label for one in curves))
    if many_runs:
        return [(series[runs.index(one.run) % 6], DASHES[min(3, labels.index(one.label))]) for one in curves]
    return [
        (ink(dark=dark).quiet, "solid")
        if one.label == "all others"
        else (series[labels.index(one.label) % 6], DASHES[min(3, labels.index(one.label) // 6)])
        for one in curves
    ]


def _trace(
    one: Curve,
    places: Sequence[float],
    axis: str,
    colour: str,
    dash: str,
    *,
    stacked: bool,
    many_runs: bool,
    logarithmic: bool,
) -> go.Scatter:
    name = f"{one.run}: {one.label}" if many_runs and one.label else one.label or one.run
    values = [row["value"] for row in one.rows]
    if stacked or logarithmic:
        values = [None if value is None else 100 * value for value in values]
    if logarithmic:
        values = [None if value is None else max(value, 100 * NEVER) for value in values]
    unit = " %" if stacked or logarithmic else ""
    number = ".2f" if unit else ".5~g"
    few = len(one.rows) <= 30
    return go.Scatter(
        x=list(places),
        y=values,
        name=name,
        mode="lines+markers" if few and not stacked else "lines",
        marker={"size": 5},
        line={"color": colour, "dash": dash, "width": 0.6 if stacked else 1.8},
        stackgroup="all" if stacked else None,
        text=[f"{short(round(row[axis], 2))} {AXES[axis]}" for row in one.rows],
        hovertemplate=f"{name}<br>%{{y:{number}}}{unit} at %{{text}}<extra></extra>",
    )


def _mark(figure: go.Figure, place: float, words: str, colour: str) -> None:
    """A line across the chart where something was changed, with a sign that says what."""
    figure.add_vline(x=place, line={"color": colour, "width": 1, "dash": "dot"}, layer="below")
    figure.add_annotation(
        x=place,
        y=1,
        yref="paper",
        yanchor="bottom",
        text="◆",
        showarrow=False,
        hovertext=words,
        font={"color": colour, "size": 11},
    )
