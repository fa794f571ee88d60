"""How charts look: one template for light and one for dark, the colours of kinds, scales of an axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go


@dataclass(frozen=True)
class Ink:
    """The colours of a chart."""

    text: str
    quiet: str
    line: str
    series: tuple[str, ...]
    """Of lineages and other series, in order; told apart also by those who see few colours."""
    low: str
    """End of a diverging scale: below what is expected."""
    middle: str
    high: str


LIGHT = Ink(
    "#1d2420",
    "#5a655d",
    "#d5d8cf",
    ("#12607c", "#a83a22", "#5b4a9e", "#1f6e43", "#8a5a00", "#8c2f6b"),
    "#a83a22",
    "#f1f1ec",
    "#12607c",
)
DARK = Ink(
    "#e7ebe6",
    "#a2ada6",
    "#343d40",
    ("#6cc3e0", "#f08a6c", "#b3a4f0", "#7fd0a0", "#e5b95c", "#e693c6"),
    "#f08a6c",
    "#262e31",
    "#6cc3e0",
)


def ink(*, dark: bool) -> Ink:
    """The colours for light or dark."""
    return DARK if dark else LIGHT


def chart(*, dark: bool, x: str, y: str) -> go.Figure:
    """An empty chart with titled axes."""
    colours = ink(dark=dark)
    axis = {"gridcolor": colours.line, "linecolor": colours.line, "zeroline": False, "automargin": True}
    figure = go.Figure()
    figure.update_layout(
        template="none",
        paper_bgcolor="rgba(0,0,0,0)",
        plot_bgcolor="rgba(0,0,0,0)",
        font={"family": "system-ui, Segoe UI, Roboto, sans-serif", "size": 13, "color": colours.text},
        margin={"l": 12, "r": 12, "t": 12, "b": 12},
        colorway=list(colours.series),
        legend={"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0},
        hoverlabel={"font": {"family": "system-ui, Segoe UI, Roboto, sans-serif"}},
        xaxis={**axis, "title": {"text": x, "standoff": 8}},
        yaxis={**axis, "title": {"text": y, "standoff": 8}},
    )
    return figure


SCALES: dict[str, Callable[[float, float], float]] = {
    "linear": lambda value, least: value,
    "root": lambda value, least: math.sqrt(value),
    "log": lambda value, least: math.log10(value) if value > 0 else math.log10(least) - 0.5,
}
"""From a value of 0 or more, and the least one above 0, to its place on the axis. On `log`, 0 stands half a decade left
of the least."""


def scaled(values: Sequence[float], scale: str) -> tuple[list[float], dict[str, object]]:
    """The places of values on an axis, and the axis's ticks.

    Args:
        values: 0 or more.
        scale: one of `SCALES`.
    """
    least = min((value for value in values if value > 0), default=1.0)
    place = SCALES[scale]
    if scale == "linear":
        return list(values), {}
    marks = _marks(values, least, scale)
    ticks = {"tickvals": [place(mark, least) for mark in marks], "ticktext": [short(mark) for mark in marks]}
    return [place(value, least) for value in values], ticks


def _marks(values: Sequence[float], least: float, scale: str) -> list[float]:
    """Round values along an axis: those of 1, 2 and 5 on `log`, even places on `root`; 0 where it occurs."""
    most = max(values, default=1.0)
    if scale == "root":
        step = 10 ** math.floor(math.log10(most)) if most > 0 else 1.0
        return [0.0] + [m for m in (step * k for k in (0.02, 0.1, 0.3, 0.6, 1, 2, 4, 6, 8)) if m <= most]
    powers = range(math.floor(math.log10(least)), math.ceil(math.log10(max(most, least))) + 1)
    marks = [f * 10.0**power for power in powers for f in (1, 2, 5)]
    inside = [mark for mark in marks if least * 0.999 <= mark <= most * 1.001]
    return ([0.0] if min(values, default=1.0) == 0 else []) + inside


def short(value: float) -> str:
    """A number in a few characters: 1.5k, 20M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
