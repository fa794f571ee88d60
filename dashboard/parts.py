"""The parts that pages are made of: cards, tables, charts, settings, links, notices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import dash_mantine_components as dmc
import plotly.graph_objects as go
from dash import dcc, html
from dash.development.base_component import Component

from dashboard.sheet import Column, Sheet
from dashboard.view import View, address

Content = Any
"""What Dash takes as children: a component, text, or a list of them."""

SHOWN_ROWS = 200
"""Rows of a sheet that a page shows; its CSV has all."""

GRAPH_BUTTONS: Any = {
    "displaylogo": False,
    "showSendToCloud": False,
    "responsive": True,
    "displayModeBar": "hover",
    "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
}


def labelled(words: str) -> dict[str, Any]:
    """The label of a part that has no visible one."""
    return {"aria-label": words}


def named(name: str) -> dict[str, Any]:
    """The name of a part, if it has one."""
    return {"id": name} if name else {}


def card(
    title: str, *children: Content, note: Content = None, tools: Content = None, name: str = ""
) -> Component:
    """A part of a page under a heading, with what it means below it."""
    head = html.Div([html.H2(title), html.Div(tools, className="tools")], className="card-head")
    said = [] if note is None else [html.P(note, className="note")]
    return html.Section([head, *said, *children], className="card", **named(name))


def figure_card(
    view: View,
    sheet: Sheet,
    chart: go.Figure,
    *,
    note: Content,
    label: str,
    height: int = 380,
    cells: Mapping[str, Any] | None = None,
    part: str = "",
    width: int = 0,
    most: int = SHOWN_ROWS,
) -> Component:
    """A chart under its title, with what it shows, its table of at most so many rows and its data as CSV."""
    table = html.Details([html.Summary("Table"), table_of(sheet, cells=cells, most=most)], className="folded")
    return card(
        sheet.title,
        graph(chart, name=f"{part or sheet.name}-chart", label=label, height=height, width=width),
        table,
        note=note,
        tools=csv_link(view, sheet),
        name=part or sheet.name,
    )


def table_card(
    view: View,
    sheet: Sheet,
    *,
    note: Content = None,
    cells: Mapping[str, Any] | None = None,
    row_class: Any = None,
    part: str = "",
) -> Component:
    """A table under its title, with its data as CSV."""
    table = table_of(sheet, cells=cells, row_class=row_class)
    return card(sheet.title, table, note=note, tools=csv_link(view, sheet), name=part or sheet.name)


def csv_link(view: View, sheet: Sheet) -> Component:
    """A link to the rows of a sheet as CSV."""
    return html.A(
        "CSV", href=view.csv_address(sheet.name), title=f"{sheet.title}: all rows as CSV", className="csv"
    )


def graph(chart: go.Figure, *, name: str, label: str, height: int, width: int = 0) -> Component:
    """A chart of so many pixels, at least so wide, without anything that would send it elsewhere."""
    size = {"height": f"{height}px", "minWidth": f"{width}px"}
    return html.Div(
        dcc.Graph(id=name, figure=chart, config=GRAPH_BUTTONS, style=size),
        role="group",
        tabIndex="0",
        **labelled(label),
        className="graph",
    )


def table_of(
    sheet: Sheet, *, cells: Mapping[str, Any] | None = None, row_class: Any = None, most: int = SHOWN_ROWS
) -> Component:
    """The rows of a sheet as a table.

    Args:
        sheet: what to show.
        cells: by column, from a row to what stands in its cell; the column's own text if not given.
        row_class: from a row to its CSS class.
        most: rows that are shown.
    """
    made = cells or {}
    head = html.Tr([html.Th(one.label, scope="col", className=_side(one)) for one in sheet.columns])
    rows = [
        html.Tr(
            [_cell(one, row, made.get(one.key)) for one in sheet.columns],
            className=row_class(row) if row_class else "",
        )
        for row in sheet.rows[:most]
    ]
    table = html.Table([html.Thead(head), html.Tbody(rows)], className="sheet")
    more = len(sheet.rows) - most
    rest = [html.P(f"The first {most} of {len(sheet.rows):,} rows; the CSV has all.", className="note")]
    # A region that scrolls is reached by the keyboard.
    box = html.Div(table, className="scroll", tabIndex="0", role="region", **labelled(sheet.title))
    return html.Div([box, *(rest if more > 0 else [])])


def _side(column: Column) -> str:
    return "number" if column.numeric else ""


def _cell(column: Column, row: Mapping[str, Any], made: Any) -> Component:
    content = made(row) if made else column.text(row[column.key])
    return html.Td(content, className=_side(column))


def link(text: Content, path: str, **query: object) -> Component:
    """A link to another page of the dashboard."""
    return dcc.Link(text, href=address(path, query))


def entrant_link(name: str) -> Component:
    """A link to an entrant's page."""
    return link(name, "/entrant", name=name)


def match_link(match_id: int, text: str | None = None) -> Component:
    """A link to a match in the viewer, which is a page of its own."""
    return html.A(text or str(match_id), href=f"/match/{match_id}")


def select(
    name: str,
    label: str,
    value: str | None,
    options: Sequence[tuple[str, str]],
    *,
    every: str = "",
    default: str = "",
) -> Component:
    """A setting that is one of some values; it goes to the address under its name.

    Args:
        name: in the address.
        label: what it is called.
        value: what the address says.
        options: (value, words) of each.
        every: words for none of them; it cannot be none if not given.
        default: the value that an address without the setting means.
    """
    data = [{"value": one, "label": words} for one, words in options]
    made: Component = dmc.Select(
        id={"type": "setting", "name": name, "default": default},
        label=label,
        value=value or default or None,
        data=data,
        searchable=len(data) > 8,
        clearable=bool(every),
        allowDeselect=bool(every),
        placeholder=every,
        size="sm",
        className="setting",
        nothingFoundMessage="none",
        comboboxProps={"withinPortal": True},
        maxDropdownHeight=320,
        limit=200,
    )
    return made


def select_some(
    name: str, label: str, values: Sequence[str], options: Sequence[tuple[str, str]], *, default: str
) -> Component:
    """A setting that is some of several values, put into the address with commas between them; see `select`."""
    made: Component = dmc.MultiSelect(
        id={"type": "setting", "name": name, "default": default},
        label=label,
        value=list(values),
        data=[{"value": one, "label": words} for one, words in options],
        searchable=True,
        size="sm",
        className="setting wide",
        nothingFoundMessage="none",
        comboboxProps={"withinPortal": True},
        maxDropdownHeight=320,
    )
    return made


def number(name: str, label: str, value: str | None) -> Component:
    """A setting that is a number of minutes."""
    made: Component = dmc.NumberInput(
        id={"type": "setting", "name": name, "default": ""},
        label=label,
        value=value or "",
        min=0,
        max=1440,
        debounce=500,
        size="sm",
        className="setting narrow",
        hideControls=True,
        allowNegative=False,
    )
    return made


def settings(*parts: Component) -> Component:
    """A row of settings."""
    return html.Form([*parts], className="settings", **labelled("settings of this page"))


def notice(title: str, *lines: Content, kind: str = "empty") -> Component:
    """A page, or a part of one, that has nothing to show, and what to do about it.

    Args:
        title: what is so.
        lines: why, and what to do.
        kind: `empty`, `failing` or `stale`.
    """
    role = "alert" if kind == "failing" else "status"
    return html.Div(
        [html.H2(title), *(html.P(line) for line in lines)], className=f"notice {kind}", role=role
    )


def command(text: str) -> Component:
    """A command to type."""
    return html.Code(text, className="command")


def tiles(*figures: tuple[str, str, bool]) -> Component:
    """Some numbers at a glance: (what, the number, whether it is bad news) of each."""
    return html.Div(
        [
            html.Div([html.B(text), html.Span(what)], className="tile bad" if bad else "tile")
            for what, text, bad in figures
        ],
        className="tiles",
    )


def facts(said: Sequence[tuple[str, Content]]) -> Component:
    """What is known of a thing, by name."""
    return html.Dl(
        [part for name, value in said for part in (html.Dt(name), html.Dd(value))], className="facts"
    )
