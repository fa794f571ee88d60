"""Tonight: what the last night of a ladder did, whom it added, what failed, who moved, as its report says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dash import html

from arena.nights.record import Night
from arena.nights.words import headline, lengths_words, to_look_at
from dashboard.data.nights import chosen_night, ladders_of_nights
from dashboard.pages.ladder import ladder_select, no_ladder
from dashboard.parts import (
    Content,
    card,
    entrant_link,
    facts,
    link,
    match_link,
    notice,
    settings,
    table_card,
    tiles,
)
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
    Column("faulty", "with faults", 0),
)
CHANGE_COLUMNS = (
    Column("place", "place", 0),
    Column("place_before", "before", 0),
    Column("name", "entrant"),
    Column("rating", "rating", 0),
    Column("change", "change", 0, sign=True),
    Column("change_low", "low", 0, sign=True),
    Column("change_high", "high", 0, sign=True),
    Column("tonight", "matches", 0),
)
FALL_COLUMNS = (
    Column("name", "entrant"),
    Column("against", "below"),
    Column("points", "points", 0, sign=True),
    Column("low", "low", 0, sign=True),
    Column("high", "high", 0, sign=True),
    Column("p", "p"),
    Column("accepted", "accepted"),
)
ENTRANT_CELLS: Mapping[str, Any] = {"name": lambda row: entrant_link(row["name"])}
FALL_CELLS: Mapping[str, Any] = {
    **ENTRANT_CELLS,
    "against": lambda row: "itself before" if row["kind"] == "night" else entrant_link(row["against"]),
    "p": lambda row: f"{row['p']:.2g}",
    "accepted": lambda row: "yes" if row["accepted"] else "no",
}
RUN_CELLS: Mapping[str, Any] = {
    "name": lambda row: link(row["name"], "/matches", run=row["name"]),
    "faulty": lambda row: (
        link(f"{row['faulty']:,}", "/matches", run=row["name"], faults="any") if row["faulty"] else "0"
    ),
    "void": lambda row: (
        link(f"{row['void']:,}", "/matches", run=row["name"], status="void") if row["void"] else "0"
    ),
}


def layout(view: View) -> Content:
    """The page."""
    names = ladders_of_nights(view.reading.database)
    night = chosen_night(view.reading.database, view.query)
    known = any(name.key == view.query.get("ladder", name.key) for name in names)
    if night is None and not known:
        return [html.H1("Tonight"), *no_ladder("/tonight", known=bool(names))]
    chosen = settings(
        *([ladder_select(view.query, names)] if names else [])
    )  # a first night may have no rating
    if night is None:
        return [html.H1("Tonight"), chosen, _no_night()]
    return [
        html.H1("Tonight"),
        chosen,
        html.P(_when(night), className="note"),
        _tiles(night),
        _to_look_at(night),
        html.Div([_changes(view, night), _fell(view, night)], className="columns"),
        html.Div([_notes(night), _new(night)], className="columns"),
        table_card(view, _runs(night), cells=RUN_CELLS, note="Rounds and what they came to, the last first."),
        _facts(night),
    ]


def runs_sheet(view: View) -> Sheet:
    """The runs of the night."""
    return _runs(chosen_night(view.reading.database, view.query))


def changes_sheet(view: View) -> Sheet:
    """The ladder with how each rating moved since the fit before."""
    return _changed(chosen_night(view.reading.database, view.query))


def regressions_sheet(view: View) -> Sheet:
    """Who fell."""
    return _fallen(chosen_night(view.reading.database, view.query))


def _runs(night: Night | None) -> Sheet:
    rows = [
        {
            **run.model_dump(),
            "started": f"{run.started_at.astimezone():%Y-%m-%d %H:%M}",
            "minutes": None if run.ended_at is None else (run.ended_at - run.started_at).total_seconds() / 60,
        }
        for run in (night.runs if night else [])
    ]
    return Sheet("runs", "Runs", RUN_COLUMNS, rows)


def _changed(night: Night | None) -> Sheet:
    rows = [line.model_dump() for line in (night.entrants if night else [])]
    return Sheet("changes", "Changes of the ladder", CHANGE_COLUMNS, rows)


def _fallen(night: Night | None) -> Sheet:
    rows = [one.model_dump() for one in (night.regressions if night else [])]
    return Sheet("regressions", "Regressions", FALL_COLUMNS, rows)


def _no_night() -> Content:
    return notice(
        "No night of this ladder is stored",
        ["It is a tournament's, or its nights are of an older version: see ", link("the ladder", "/ladder"), " and ",
         link("its matches", "/matches"), "."],
    )  # fmt: skip


def _when(night: Night) -> str:
    since = f" since {night.since.astimezone():%Y-%m-%d %H:%M}" if night.since else ""
    return (
        f"{night.title}: what was done{since} until {night.ended_at.astimezone():%Y-%m-%d %H:%M}, when the ladder was "
        f"rated. The same report is the file night-{night.night:06d}.html beside the snapshots."
    )


def _tiles(night: Night) -> Content:
    void, faulty = (sum(getattr(run, what) for run in night.runs) for what in ("void", "faulty"))
    return tiles(
        ("matches played", f"{night.played:,}", False),
        ("runs", f"{len(night.runs):,}", False),
        ("entrants added", str(len(night.added)), False),
        ("regressions", str(len(night.regressions)), bool(night.alarms)),
        ("set aside", str(len(night.set_aside)), bool(night.set_aside)),
        ("void", f"{void:,}", bool(void)),
        ("with faults", f"{faulty:,}", bool(faulty)),
    )


def _to_look_at(night: Night) -> Content:
    """What someone has to look at, or that there is nothing."""
    items: list[Content] = [html.Li(line) for line in to_look_at(night)]
    items += [
        html.Li(["the newest match with ", one.fault, ": ", match_link(one.newest)]) for one in night.faults
    ]
    return card("To look at", html.Ul(items) if items else html.P(headline(night), className="note"))


def _changes(view: View, night: Night) -> Content:
    note = (
        "Against the fit before, in points, with the 95 % interval of the change. Measured from the mean of those in "
        "the core both times: the anchor's own luck moves nobody."
        if night.since
        else "This is the first fit: from the next night on, it says here who moved."
    )
    return table_card(view, _changed(night), note=note, cells=ENTRANT_CELLS)


def _fell(view: View, night: Night) -> Content:
    sheet = _fallen(night)
    if not sheet.rows:
        return card("Regressions", html.P("Nobody fell.", className="note"), note=night.compared.sentence)
    return table_card(view, sheet, note=night.compared.sentence, cells=FALL_CELLS)


def _notes(night: Night) -> Content:
    if not night.notes:
        return card("Notes", html.P("None.", className="note"))
    return card("Notes", html.Ul([html.Li(note) for note in night.notes]))


def _new(night: Night) -> Content:
    items = [
        html.Li([entrant_link(one.name), " (a checkpoint)" if one.checkpoint else ""]) for one in night.added
    ]
    return card("New on the ladder", html.Ul(items) if items else html.P("Nobody.", className="note"))


def _facts(night: Night) -> Content:
    machine = ", ".join(f"{name} {value}" for name, value in night.machine.items())
    return card(
        "The night",
        facts(
            (
                ("took", f"{night.elapsed_s / 60:.1f} minutes, {night.minutes:g} given"),
                ("length of matches", lengths_words(night.lengths)),
                ("before", lengths_words(night.lengths_before)),
                ("rules", f"{night.rules_hash}, contract {night.contract_version}"),
                ("machine", machine),
                ("version", night.code_version),
                ("exit code", str(night.exit_code)),
            )
        ),
    )
