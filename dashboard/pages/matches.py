"""All matches, paged from the database, filtered by what the address says; each leads to the viewer."""

from __future__ import annotations

import dash_ag_grid as dag
from dash import html

from dashboard.data.filters import FAULTS, STATUSES, WINNERS, MatchFilter
from dashboard.data.matches import all_matches, choices, match_page
from dashboard.parts import Content, card, command, notice, number, select, settings
from dashboard.sheet import Column, Sheet
from dashboard.view import View, address

PAGE_ROWS = 100

COLUMNS = (
    ("link", "match", 118, "match_id"),
    ("west", "west", 150, "west"),
    ("east", "east", 150, "east"),
    ("won_by", "winner", 140, None),
    ("ending", "ended by", 110, "ending"),
    ("length", "length", 90, "ticks"),
    ("kills", "kills W–E", 100, "west_kills"),
    ("structures", "structures W–E", 145, None),
    ("faults", "faults", 85, "faults"),
    ("variant", "variant", 95, "variant"),
    ("run", "run", 220, None),
)
"""(key, heading, width, what it is sorted by) of each."""

SORT_OF = {key: sort for key, _, _, sort in COLUMNS if sort}
CSV_KEYS = (
    "match_id",
    "run",
    "variant",
    "west",
    "east",
    "status",
    "winner",
    "ending",
    "ticks",
    "west_kills",
    "east_kills",
    "west_structures",
    "east_structures",
    "west_net_worth",
    "east_net_worth",
    "faults",
)


def layout(view: View) -> Content:
    """The page."""
    asked = MatchFilter.parse(view.query)
    some = match_page(view.reading.database, asked, start=0, end=1)
    everything = view.reading.database.rows("SELECT count(*) FROM matches")[0][0]
    if not everything:
        line = [
            "Play some with ",
            command("palaestra nightly"),
            ": every match is here as soon as it is published.",
        ]
        return [html.H1("Matches"), notice("No matches yet", line)]
    return [html.H1("Matches"), _settings(view), _table(view, some.total, everything)]


def _settings(view: View) -> Content:
    known, query = choices(view.reading.database), view.query
    names, variants, endings = (
        [(one, one) for one in part] for part in (known.entrants, known.variants, known.endings)
    )
    return settings(
        select("entrant", "entrant", query.get("entrant"), names, every="everyone"),
        select("opponent", "against", query.get("opponent"), names, every="anyone"),
        select("variant", "variant", query.get("variant"), variants, every="all"),
        select("ending", "ended by", query.get("ending"), endings, every="anything"),
        select("winner", "winner", query.get("winner"), [(one, one) for one in WINNERS], every="any"),
        number("min", "from minute", query.get("min")),
        number("max", "to minute", query.get("max")),
        select("faults", "faults", query.get("faults"), [(one, one) for one in FAULTS], every="any or none"),
        select(
            "status", "status", query.get("status"), [(one, one) for one in STATUSES], every="played or void"
        ),
    )


def _table(view: View, total: int, everything: int) -> Content:
    more = [f"{name} {view.query[name]}" for name in ("run", "fault") if view.query.get(name)]
    only = f" Only of {', '.join(more)}." if more else ""
    note = (
        f"{total:,} of {everything:,} matches, the newest first. Length is the match's clock, minutes:seconds; "
        f"W–E is west and east.{only} A row opens the match in the viewer."
    )
    tools = html.A(
        "CSV", href=address("/data/matches.csv", view.query), className="csv", title="all that fit, as CSV"
    )
    if not total:
        clear = html.A("show all matches", href="/matches")
        return card(
            "Matches",
            notice("No match fits", ["Take a filter away, or ", clear, "."]),
            note=note,
            tools=tools,
        )
    return card("Matches", html.Div(_grid(view), className="grid"), note=note, tools=tools)


def _grid(view: View) -> Content:
    columns = [
        {
            "field": key,
            "headerName": heading,
            "width": width,
            "sortable": sort is not None,
            "cellClass": f"cell-{key}",
            **({"cellRenderer": "markdown"} if key == "link" else {}),
        }
        for key, heading, width, sort in COLUMNS
    ]
    return dag.AgGrid(
        id={"type": "matches", "query": address("", view.query), "snapshot": view.reading.number},
        columnDefs=columns,
        rowModelType="infinite",
        defaultColDef={"resizable": True},
        columnSize=None,
        style={"height": "calc(100vh - 330px)", "minHeight": "420px"},
        dashGridOptions={
            "cacheBlockSize": PAGE_ROWS,
            "maxBlocksInCache": 20,
            "infiniteInitialRowCount": 1,
            "rowHeight": 32,
            "headerHeight": 34,
            "suppressCellFocus": False,
            "animateRows": False,
            "rowSelection": {"mode": "singleRow", "checkboxes": False},
        },
        dangerously_allow_code=False,
    )


def csv_sheet(view: View) -> Sheet:
    """All matches that fit, the newest first."""
    asked = MatchFilter.parse(view.query)
    rows = all_matches(view.reading.database, asked)
    return Sheet("matches", "Matches", [Column(key, key) for key in CSV_KEYS], rows)
