"""One entrant: its record, how it plays, where it comes from."""

from __future__ import annotations

from typing import Any

from dash import html

from dashboard.data.entrants import appearances, record_of, style_of
from dashboard.data.filters import text_of
from dashboard.data.ladders import Ladder, ladder_names, read_ladder
from dashboard.data.matches import choices
from dashboard.data.provenance import Provenance, Unread, provenance_of
from dashboard.parts import (
    Content,
    card,
    entrant_link,
    facts,
    link,
    notice,
    select,
    settings,
    table_card,
    tiles,
)
from dashboard.sheet import RESULT_COLUMNS, Column, Sheet
from dashboard.view import View

RECORD_COLUMNS = (
    Column("opponent", "against"),
    Column("variant", "variant"),
    *RESULT_COLUMNS,
)
STYLE_COLUMNS = (
    Column("measure", "a hero in a match"),
    Column("variant", "variant"),
    Column("own", "this entrant", 1),
    Column("others", "its opponents", 1),
    Column("ratio", "ratio", 2),
)


def layout(view: View) -> Content:
    """The page."""
    name = text_of(view.query, "name")
    known = choices(view.reading.database).entrants
    choose = settings(select("name", "entrant", name, [(one, one) for one in known], every="choose one"))
    if name is None:
        return [
            html.H1("Entrant"),
            choose,
            notice(
                "No entrant is chosen", ["Choose one above, or from the ", link("ladder", "/ladder"), "."]
            ),
        ]
    seen = appearances(view.reading.database, name)
    if not seen:
        return [
            html.H1("Entrant"),
            choose,
            notice(
                "No such entrant", f"Nobody called '{name}' has played: choose one above.", kind="failing"
            ),
        ]
    record, style = record_sheet(view), style_sheet(view)
    cells: dict[str, Any] = {
        "opponent": lambda row: entrant_link(row["opponent"]),
        "matches": lambda row: link(
            f"{row['matches']:,}", "/matches", entrant=name, opponent=row["opponent"], variant=row["variant"]
        ),
    }
    return [
        html.H1(name),
        choose,
        _tiles(view, name, record),
        html.Div(
            [
                table_card(
                    view,
                    record,
                    cells=cells,
                    note="Share is of all matches, a draw half; low and high are its 95 % interval (Wilson's). "
                    "Minutes are the median length.",
                ),
                html.Div(
                    [
                        _origin(seen),
                        table_card(
                            view,
                            style,
                            cells={"measure": lambda row: row["measure"].replace("_", " ")},
                            note="Means over heroes and whole matches. Opponents are those of the same matches: what "
                            "is more here is taken from them, or was there for both.",
                        ),
                    ]
                ),
            ],
            className="columns",
        ),
    ]


def record_sheet(view: View) -> Sheet:
    """The results against each opponent."""
    database, name = view.reading.database, text_of(view.query, "name")
    return Sheet("record", "Record by opponent", RECORD_COLUMNS, record_of(database, name) if name else [])


def style_sheet(view: View) -> Sheet:
    """How it plays, beside its opponents."""
    database, name = view.reading.database, text_of(view.query, "name")
    rows = style_of(database, name) if name else []
    made = [{**row, "ratio": row["own"] / row["others"] if row["others"] else None} for row in rows]
    return Sheet("style", "How it plays", STYLE_COLUMNS, made)


def _tiles(view: View, name: str, record: Sheet) -> Content:
    wins, draws, losses = (sum(row[what] for row in record.rows) for what in ("wins", "draws", "losses"))
    places = [
        (f"{ladder.name.ladder}, {ladder.name.variant}", _place(ladder, line))
        for one in ladder_names(view.reading.database)[:4]
        for ladder in [read_ladder(view.reading.database, one, "bt")]
        for line in ladder.lines
        if line["entrant"] == name
    ]
    return tiles(
        ("matches", f"{wins + draws + losses:,}", False),
        ("won / drawn / lost", f"{wins:,}/{draws:,}/{losses:,}", False),
        *((f"rating on {where}", text, False) for where, text in places),
    )


def _place(ladder: Ladder, line: dict[str, Any]) -> str:
    rating = "–" if line["rating"] is None else f"{line['rating']:.0f}"
    return f"{rating} (place {line['position']} of {len(ladder.lines)})"


def _origin(seen: list[dict[str, Any]]) -> Content:
    """What the entrant is, and of a checkpoint where it comes from."""
    player = seen[0]["player"]
    source = provenance_of(player)
    said: list[tuple[str, Content]] = [
        ("player", player),
        ("ladders", ", ".join(dict.fromkeys(one["ladder"] for one in seen))),
        *(("set aside", one["reason"]) for one in seen if one["status"] == "set aside"),
    ]
    if isinstance(source, Provenance):
        said += [
            ("lineage", source.lineage),
            ("update", f"{source.step:,}"),
            ("agent-steps", f"{source.agent_steps:,}"),
            (
                "trained on",
                f"{source.variant}, rules {source.rules_hash}, contract {source.contract_version}",
            ),
            ("parameters", f"{source.parameters:,}"),
            ("parent", source.parent or "none: random weights"),
            ("surgeries", "; ".join(source.surgeries) or "none"),
            ("command", html.Code(source.command)),
            ("identity", source.identity[:12]),
        ]
    elif isinstance(source, Unread):
        said.append(("record", f"cannot be read: {source.reason}"))
    return card("What it is", facts(said))
