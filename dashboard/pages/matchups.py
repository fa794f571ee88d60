"""Match-ups: who wins against whom, against what the ratings expect, and circles."""

from __future__ import annotations

import numpy as np
import plotly.graph_objects as go
from dash import html

from dashboard.charts import chart, ink
from dashboard.data.ladders import chosen_ladder, ladder_names
from dashboard.data.pairings import Pairings, cycles, read_pairings, shares_of
from dashboard.pages.ladder import ladder_select, no_ladder
from dashboard.parts import Content, card, entrant_link, figure_card, link, notice, settings, table_card
from dashboard.sheet import Column, Sheet
from dashboard.view import View

COLUMNS = (
    Column("first", "entrant"),
    Column("second", "against"),
    Column("matches", "matches", 0),
    Column("share", "won", 0, percent=True),
    Column("low", "low", 0, percent=True),
    Column("high", "high", 0, percent=True),
    Column("expected", "expected", 0, percent=True),
    Column("surprise", "deviations", 1, sign=True),
)
CYCLE_COLUMNS = (
    Column("first", "entrant"),
    Column("second", "beats"),
    Column("third", "who beats"),
    Column("least", "shares", 2),
    Column("matches", "fewest matches", 0),
)
CYCLE_CSV = tuple(
    Column(key, key)
    for key in ("first", "second", "third", "first_second", "second_third", "third_first", "matches")
)


def layout(view: View) -> Content:
    """The page."""
    names = ladder_names(view.reading.database)
    ladder = chosen_ladder(view.reading.database, view.query)
    if ladder is None:
        return [html.H1("Match-ups"), *no_ladder("/matchups", known=bool(names))]
    pairings = read_pairings(view.reading.database, ladder)
    return [
        html.H1("Match-ups"),
        settings(ladder_select(view.query, names)),
        _matrix_card(view, pairings),
        html.Div([_expected_card(view, pairings), _cycles_card(view, pairings)], className="columns"),
        _pairs_card(view, pairings),
    ]


def pairs_sheet(view: View) -> Sheet:
    """Every pairing that met."""
    ladder = chosen_ladder(view.reading.database, view.query)
    rows = [] if ladder is None else read_pairings(view.reading.database, ladder).rows
    return Sheet("matchups", "Pairings", COLUMNS, rows)


def cycles_sheet(view: View) -> Sheet:
    """The circles with each of their shares."""
    ladder = chosen_ladder(view.reading.database, view.query)
    rows = [] if ladder is None else cycles(read_pairings(view.reading.database, ladder))
    return Sheet("cycles", "Circles", CYCLE_CSV, rows)


def _matrix_card(view: View, pairings: Pairings) -> Content:
    colours = ink(dark=view.dark)
    figure = chart(dark=view.dark, x="against", y="entrant")
    few = len(pairings.names) <= 24
    shown = np.where(pairings.matches > 0, 100 * pairings.share, np.nan)
    figure.add_trace(
        go.Heatmap(
            z=shown,
            x=pairings.names,
            y=pairings.names,
            zmin=0,
            zmax=100,
            xgap=1 if few else 0,
            ygap=1 if few else 0,
            colorscale=[[0, colours.low], [0.5, colours.middle], [1, colours.high]],
            customdata=pairings.matches,
            colorbar={"title": {"text": "won, %"}, "thickness": 12},
            hovertemplate="%{y} against %{x}<br>%{z:.0f} % of %{customdata} matches<extra></extra>",
        )
    )
    if len(pairings.names) <= 16:
        figure.update_traces(texttemplate="%{z:.0f}", textfont={"size": 11})
    figure.update_yaxes(autorange="reversed", showgrid=False, showticklabels=len(pairings.names) <= 60)
    figure.update_xaxes(showgrid=False, tickangle=-45, showticklabels=len(pairings.names) <= 60)
    sheet = Sheet("matchups", "Win matrix", COLUMNS, pairings.rows)
    note = (
        "Per cent of its matches that the entrant at the left won against the one below, a draw half; both in the "
        "order of the ladder. Empty where they never met. The table has counts and 95 % intervals (Wilson's, as if "
        "matches were independent: the four of a block are not quite)."
    )
    height = min(760, max(380, 150 + 26 * len(pairings.names)))
    return figure_card(
        view,
        sheet,
        figure,
        note=note,
        part="matrix",
        width=min(640, 190 + 30 * len(pairings.names)),
        label="win matrix of the ladder's entrants",
        height=height,
    )


def _expected_card(view: View, pairings: Pairings) -> Content:
    figure = chart(dark=view.dark, x="expected, %", y="observed, %")
    rows = [row for row in pairings.rows if row["expected"] is not None]
    colours = ink(dark=view.dark)
    figure.add_trace(
        go.Scatter(
            x=[0, 100],
            y=[0, 100],
            mode="lines",
            line={"color": colours.quiet, "dash": "dot", "width": 1},
            hoverinfo="skip",
            showlegend=False,
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[100 * row["expected"] for row in rows],
            y=[100 * row["share"] for row in rows],
            mode="markers",
            marker={
                "color": colours.series[0],
                "size": [5 + min(9, row["matches"] ** 0.5) for row in rows],
                "opacity": 0.65,
            },
            text=[f"{row['first']} against {row['second']}, {row['matches']} matches" for row in rows],
            hovertemplate="%{text}<br>%{y:.0f} % where %{x:.0f} % was expected<extra></extra>",
            showlegend=False,
        )
    )
    sheet = Sheet("matchups", "Observed against expected", COLUMNS, pairings.rows)
    note = (
        "Each point is a pairing, the better placed first; the larger, the more matches. On the dotted line the "
        "ratings explain what happened. Deviations in the table are of independent matches: of 20 pairings one is "
        "beyond 2 by chance."
    )
    return figure_card(
        view, sheet, figure, note=note, part="expected", label="observed against expected shares", height=360
    )


def _cycles_card(view: View, pairings: Pairings) -> Content:
    rows = cycles(pairings)
    sheet = Sheet("cycles", "Circles", CYCLE_COLUMNS, rows)
    note = (
        "Three of whom each surely beats the next: the whole 95 % interval of its share is above a half. One number "
        "cannot rank them."
    )
    if not rows:
        return card(
            "Circles",
            notice("No circle is sure", "As far as these matches tell, who beats whom can be put in a line."),
            note=note,
        )
    cells = {key: (lambda row, key=key: entrant_link(row[key])) for key in ("first", "second", "third")}
    return table_card(view, sheet, note=note, cells={**cells, "least": shares_of})


def _pairs_card(view: View, pairings: Pairings) -> Content:
    sheet = Sheet("matchups", "Furthest from what was expected", COLUMNS, pairings.rows[:12])
    cells = {
        "first": lambda row: entrant_link(row["first"]),
        "second": lambda row: entrant_link(row["second"]),
        "matches": lambda row: link(
            f"{row['matches']:,}", "/matches", entrant=row["first"], opponent=row["second"]
        ),
    }
    return table_card(
        view,
        sheet,
        cells=cells,
        note="The twelve pairings whose result surprises most; low and high are the 95 % interval.",
    )
