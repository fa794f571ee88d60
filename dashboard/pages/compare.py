"""Compare: two entrants of a ladder side by side."""

from __future__ import annotations

from typing import Any

from dash import html

from dashboard.data.comparison import against_others, between, by_hero, rating_difference, styles
from dashboard.data.filters import text_of
from dashboard.data.ladders import Ladder, chosen_ladder, ladder_names
from dashboard.errors import BadAddress
from dashboard.pages.ladder import ladder_select, no_ladder
from dashboard.parts import Content, card, entrant_link, link, notice, select, settings, table_card, tiles
from dashboard.sheet import RESULT_COLUMNS, Column, Sheet
from dashboard.view import View


def _pair_columns(key: str, label: str, first: str = "first", second: str = "second") -> tuple[Column, ...]:
    return (
        Column(key, label),
        Column("first_share", f"{first} won", 0, percent=True),
        Column("first_matches", "matches", 0),
        Column("second_share", f"{second} won", 0, percent=True),
        Column("second_matches", "matches", 0),
        Column("difference", "difference", 0, percent=True, sign=True),
        Column("low", "low", 0, percent=True, sign=True),
        Column("high", "high", 0, percent=True, sign=True),
    )


BETWEEN_COLUMNS = (
    Column("side", "played"),
    *RESULT_COLUMNS,
)


def layout(view: View) -> Content:
    """The page."""
    names = ladder_names(view.reading.database)
    ladder = chosen_ladder(view.reading.database, view.query)
    if ladder is None:
        return [html.H1("Compare"), *no_ladder("/compare", known=bool(names))]
    known = [(str(line["entrant"]), str(line["entrant"])) for line in ladder.lines]
    choose = settings(
        ladder_select(view.query, names),
        select("first", "first", text_of(view.query, "first"), known, every="choose one"),
        select("second", "second", text_of(view.query, "second"), known, every="choose another"),
    )
    chosen = _chosen(view, ladder)
    if chosen is None:
        line = "Choose two entrants above: what they did to each other and to the others stands side by side."
        return [html.H1("Compare"), choose, notice("Two are not chosen", line, *_suggested(view, ladder))]
    first, second = chosen
    return [html.H1(f"{first} and {second}"), choose, *_cards(view, ladder, first, second)]


def _chosen(view: View, ladder: Ladder) -> tuple[str, str] | None:
    """The two that the address names; None while it names fewer.

    Raises:
        BadAddress: one is not on the ladder, or they are the same.
    """
    first, second = text_of(view.query, "first"), text_of(view.query, "second")
    known = {line["entrant"] for line in ladder.lines}
    for name in (first, second):
        if name is not None and name not in known:
            raise BadAddress(
                f"expected an entrant of {ladder.name.ladder}, got '{name[:60]}': choose another"
            )
    if first is not None and first == second:
        raise BadAddress(f"expected two entrants, got '{first[:60]}' twice: choose another")
    return None if first is None or second is None else (first, second)


def _suggested(view: View, ladder: Ladder) -> list[Content]:
    """The two best, as a link."""
    if len(ladder.lines) < 2:
        return []
    first, second = (str(line["entrant"]) for line in ladder.lines[:2])
    query = {**view.query, "first": first, "second": second}
    return [["For example ", link(f"{first} and {second}", "/compare", **query), "."]]


def _cards(view: View, ladder: Ladder, first: str, second: str) -> list[Content]:
    database = view.reading.database
    met = between(database, ladder, first, second)
    heroes = by_hero(database, ladder, first, second)
    return [
        _tiles(view, ladder, first, second, met),
        html.Div(
            [
                html.Div(
                    [_between_card(view, first, second, met), _heroes_card(view, first, second, heroes)]
                ),
                html.Div(
                    [_others_card(view, ladder, first, second), _styles_card(view, ladder, first, second)]
                ),
            ],
            className="columns",
        ),
    ]


def _tiles(view: View, ladder: Ladder, first: str, second: str, met: list[dict[str, Any]]) -> Content:
    gap = rating_difference(view.reading.database, ladder, first, second)
    if isinstance(gap, str):
        points, why = "–", gap
    else:
        ends = " to ".join("–" if end is None else f"{end:+.0f}" for end in gap[1:])
        points, why = f"{gap[0]:+.0f}", f"points above {second}; 95 % interval of the difference {ends}"
    share = f"{100 * met[-1]['share']:.0f} %" if met else "–"
    said = (
        f"won against {second}, {met[-1]['matches']:,} matches"
        if met
        else f"{first} and {second} never met here"
    )
    return tiles((why, points, False), (said, share, False))


def between_sheet(view: View) -> Sheet:
    """The results between the two."""
    return Sheet("between", "Between them", BETWEEN_COLUMNS, _rows(view, between))


def heroes_sheet(view: View) -> Sheet:
    """What each won with each hero between them."""
    return Sheet("heroes", "By hero", _pair_columns("hero", "hero"), _rows(view, by_hero))


def others_sheet(view: View) -> Sheet:
    """What each won against the others."""
    return Sheet(
        "others", "Against the others", _pair_columns("opponent", "against"), _rows(view, against_others)
    )


def styles_sheet(view: View) -> Sheet:
    """How each plays."""
    return Sheet("styles", "How they play", _style_columns("first", "second"), _rows(view, styles))


def _rows(view: View, read: Any) -> list[dict[str, Any]]:
    ladder = chosen_ladder(view.reading.database, view.query)
    chosen = _chosen(view, ladder) if ladder else None
    return read(view.reading.database, ladder, *chosen) if chosen else []


def _between_card(view: View, first: str, second: str, rows: list[dict[str, Any]]) -> Content:
    note = f"Results of {first}; low and high are the 95 % interval of its share (Wilson's), minutes the median length."
    if not rows:
        return card("Between them", notice("They never met", "No match of this ladder has both."), note=note)
    cells = {
        "side": lambda row: f"in the {row['side']}" if row["side"] != "both" else "both",
        "matches": lambda row: link(f"{row['matches']:,}", "/matches", entrant=first, opponent=second),
    }
    return table_card(view, Sheet("between", "Between them", BETWEEN_COLUMNS, rows), note=note, cells=cells)


def _heroes_card(view: View, first: str, second: str, rows: list[dict[str, Any]]) -> Content:
    note = (
        "Share that the hero's side won in the matches between them; the difference has its 95 % interval "
        "(Newcombe's), as if heroes of a match were independent, which those of one side are not."
    )
    if not rows:
        return card("By hero", notice("They never met", "No match of this ladder has both."), note=note)
    return table_card(
        view, Sheet("heroes", "By hero", _pair_columns("hero", "hero", first, second), rows), note=note
    )


def _others_card(view: View, ladder: Ladder, first: str, second: str) -> Content:
    rows = against_others(view.reading.database, ladder, first, second)
    note = "Share won against everyone that both met, the widest difference first, with its 95 % interval (Newcombe's)."
    if not rows:
        return card(
            "Against the others", notice("Nobody else", "There is no third that both met."), note=note
        )
    sheet = Sheet("others", "Against the others", _pair_columns("opponent", "against", first, second), rows)
    return table_card(view, sheet, note=note, cells={"opponent": lambda row: entrant_link(row["opponent"])})


def _style_columns(first: str, second: str) -> tuple[Column, ...]:
    return (
        Column("measure", "a hero in a match"),
        Column("first", first, 1),
        Column("second", second, 1),
        Column("ratio", "ratio", 2),
    )


def _styles_card(view: View, ladder: Ladder, first: str, second: str) -> Content:
    rows = styles(view.reading.database, ladder, first, second)
    sheet = Sheet("styles", "How they play", _style_columns(first, second), rows)
    note = "Means over heroes and whole matches, of all their matches on this ladder: opponents differ."
    return table_card(view, sheet, note=note, cells={"measure": lambda row: row["measure"].replace("_", " ")})
