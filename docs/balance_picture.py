"""A chart of rates with their intervals, as an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

ROW, LEFT, WIDTH, TOP, BOTTOM = 22, 110, 520, 30, 34
LOW, HIGH = 0.2, 0.8
"""Rates at the ends of the axis; an interval beyond is cut there."""
STYLE = "font-family:system-ui,sans-serif;font-size:12px"


def interval_chart(
    title: str, rows: Sequence[tuple[str, float | None, float, float]], *, wanted: tuple[float, float]
) -> str:
    """An SVG: a row for each (name, rate, low, high), a band for the rates that are wanted, a line at a half."""
    height, width = TOP + ROW * len(rows) + BOTTOM, LEFT + WIDTH + 20
    box = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    left, right = _x(wanted[0]), _x(wanted[1])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" style="{STYLE}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="18" fill="#333">{escape(title)}</text>',
        f'<rect x="{left:.1f}" y="{TOP}" width="{right - left:.1f}" height="{ROW * len(rows)}" fill="#e8f1e4"/>',
    ]
    for percent in range(round(LOW * 100), round(HIGH * 100) + 1, 10):
        x, colour = f"{_x(percent / 100.0):.1f}", "#555" if percent == 50 else "#ddd"
        parts += [
            f'<line x1="{x}" x2="{x}" y1="{TOP}" y2="{height - BOTTOM}" stroke="{colour}"/>',
            f'<text x="{x}" y="{height - 14}" text-anchor="middle" fill="#555">{percent} %</text>',
        ]
    for place, (name, rate, low, high) in enumerate(rows):
        parts += _row(TOP + ROW * place + ROW / 2.0, name, rate, low, high)
    return "\n".join([*parts, "</svg>\n"])


def _x(rate: float) -> float:
    return LEFT + WIDTH * (min(max(rate, LOW), HIGH) - LOW) / (HIGH - LOW)


def _row(y: float, name: str, rate: float | None, low: float, high: float) -> list[str]:
    label = f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#222">{escape(name)}</text>'
    if rate is None:
        return [label]
    return [
        label,
        f'<line x1="{_x(low):.1f}" x2="{_x(high):.1f}" y1="{y:.1f}" y2="{y:.1f}" stroke="#4878a8" stroke-width="3"/>',
        f'<circle cx="{_x(rate):.1f}" cy="{y:.1f}" r="4.5" fill="#1f4e79"/>',
    ]
