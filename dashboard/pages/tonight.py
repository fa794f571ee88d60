"""Tonight: what the last night of a ladder did, whom it added, what failed, who moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from dash import html

from dashboard.data.ladders import Ladder, chosen_ladder, ladder_names
from dashboard.data.nights import Night, read_night
from dashboard.pages.ladder import ladder_select, ladder_words, no_ladder
from dashboard.parts import Content, card, entrant_link, link, notice, settings, table_card, tiles
from dashboard.sheet import Column, Sheet
from dashboard.view import View

RUN_COLUMNS = (
    Column("name", "run"),
    Column("status", "status"),
    Column("started", "started"),
    Column("minutes", "minutes", 1),
    Column("played", "played", 0),
    Column("capped", "ended by a cap", 0),
    Column("void", "void", 0),
    Column("unsound", "with faults", 0),
)
CHANGE_COLUMNS = (
    Column("entrant", "entrant"),
    Column("before", "before", 0),
    Column("rating", "now", 0),
    Column("change", "change", 0, sign=True),
    Column("low", "low", 0),
    Column("high", "high", 0),
)


def layout(view: View) -> Content:
    """The page."""
    names = ladder_names(view.reading.database)
    ladder = chosen_ladder(view.reading.database, view.query)
    if ladder is None:
        return [html.H1("Tonight"), *no_ladder("/tonight", known=bool(names))]
    night = read_night(view.reading.database, ladder)
    when = ladder.rated_at.astimezone()
    return [
        html.H1("Tonight"),
        settings(ladder_select(view.query, names)),
        html.P(
            f"What was done for {ladder_words(ladder.name, names)} until {when:%Y-%m-%d %H:%M}, when the ladder "
            f"was rated{_since(night)}.",
            className="note",
        ),
        _tiles(night),
        _troubles(night),
        html.Div([_changes(view, ladder), _notes(ladder, night)], className="columns"),
        table_card(
            view,
            Sheet("runs", "Runs", RUN_COLUMNS, run_rows(night)),
            cells=RUN_CELLS,
            note="Rounds, tournaments and what they came to; minutes are from when it was planned to its last batch.",
        ),
    ]


def runs_sheet(view: View) -> Sheet:
    """The runs of the night."""
    ladder = chosen_ladder(view.reading.database, view.query)
    rows = [] if ladder is None else run_rows(read_night(view.reading.database, ladder))
    return Sheet("runs", "Runs", RUN_COLUMNS, rows)


def changes_sheet(view: View) -> Sheet:
    """How each rating moved since the fit before."""
    ladder = chosen_ladder(view.reading.database, view.query)
    return Sheet("changes", "Changes", CHANGE_COLUMNS, [] if ladder is None else change_rows(ladder))


def run_rows(night: Night) -> list[dict[str, Any]]:
    """The runs of a night as the page shows them, the last first."""
    return [
        {
            **run,
            "started": f"{run['started_at'].astimezone():%Y-%m-%d %H:%M}",
            "minutes": None
            if run["ended_at"] is None
            else (run["ended_at"] - run["started_at"]).total_seconds() / 60,
        }
        for run in reversed(night.runs)
    ]


def change_rows(ladder: Ladder) -> list[dict[str, Any]]:
    """Entrants that were rated before, by how far they moved."""
    rows = [
        {**line, "before": before["rating"], "change": line["rating"] - before["rating"]}
        for line in ladder.lines
        if (before := ladder.previous.get(line["entrant"])) and None not in (before["rating"], line["rating"])
    ]
    return sorted(rows, key=lambda row: -abs(row["change"]))


RUN_CELLS: Mapping[str, Any] = {
    "name": lambda row: link(row["name"], "/matches", run=row["name"]),
    "unsound": lambda row: (
        link(f"{row['unsound']:,}", "/matches", run=row["name"], faults="any") if row["unsound"] else "0"
    ),
    "void": lambda row: (
        link(f"{row['void']:,}", "/matches", run=row["name"], status="void") if row["void"] else "0"
    ),
}


def _since(night: Night) -> str:
    return "" if night.since is None else f", since {night.since.astimezone():%Y-%m-%d %H:%M}"


def _tiles(night: Night) -> Content:
    return tiles(
        ("matches played", f"{night.total('played'):,}", False),
        ("runs", f"{len(night.runs):,}", False),
        ("entrants added", str(len(night.added)), False),
        ("regressions", str(len(night.regressions)), bool(night.regressions)),
        ("set aside", str(len(night.set_aside)), bool(night.set_aside)),
        ("void", f"{night.total('void'):,}", bool(night.total("void"))),
        ("with faults", f"{night.total('unsound'):,}", bool(night.total("unsound"))),
    )


def _troubles(night: Night) -> Content:
    """What someone has to look at, or that there is nothing."""
    items: list[Content] = [
        [entrant_link(line["entrant"]), " fell: its whole interval is below the one before"]
        for line in night.regressions
    ]
    items += [[entrant_link(name), f" was set aside: {reason}"] for name, reason in night.set_aside.items()]
    items += night.unfinished
    if not items:
        return card("To look at", html.P("Nothing failed, nobody fell.", className="note"))
    return card("To look at", html.Ul([html.Li(item) for item in items]))


def _changes(view: View, ladder: Ladder) -> Content:
    sheet = Sheet("changes", "Changes of the ladder", CHANGE_COLUMNS, change_rows(ladder)[:12])
    if not sheet.rows:
        return card(
            "Changes of the ladder",
            notice("This is the first fit", "From the next night on, it says here who moved."),
        )
    note = "The twelve that moved furthest since the fit before, in points; low and high are the 95 % interval now."
    return table_card(view, sheet, note=note, cells={"entrant": lambda row: entrant_link(row["entrant"])})


def _notes(ladder: Ladder, night: Night) -> Content:
    items: list[Content] = list(ladder.warnings)
    items += [["new: ", *_listed(night.added)]] if night.added else []
    items += [
        ["rose, its whole interval above the one before: ", entrant_link(line["entrant"])]
        for line in night.gains
    ]
    if not items:
        return card("Notes", html.P("None.", className="note"))
    return card("Notes", html.Ul([html.Li(item) for item in items]))


def _listed(names: Sequence[str]) -> list[Content]:
    return [
        part for place, name in enumerate(names) for part in ([", "] * (place > 0) + [entrant_link(name)])
    ]
