"""The ladder: who is how strong, how sure that is, and how strength came with training."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dash import html

from arena.ladder import MODELS
from arena.report import MISSING
from arena.scoring import SCORINGS
from dashboard.charts import SCALES
from dashboard.data.filters import one_of
from dashboard.data.ladders import Ladder, LadderName, chosen_ladder, ladder_names, stored_scoring
from dashboard.pages.curve_charts import AXES
from dashboard.pages.ladder_bots import bots_cards, bots_rows, bots_sheet
from dashboard.pages.ladder_chart import SIGNS, checkpoints_of, kinds_of_training, training_chart
from dashboard.parts import (
    Content,
    card,
    command,
    entrant_link,
    figure_card,
    link,
    notice,
    select,
    settings,
    table_card,
)
from dashboard.sheet import Column, Sheet
from dashboard.view import View

MODEL_WORDS = {"bt": "Bradley-Terry", "trueskill": "TrueSkill"}
SCORING_WORDS = {"draws": "no winner: half a win", "wins": "wins alone", "settled": "caps settled"}
assert SCORING_WORDS.keys() == SCORINGS.keys()
SCORING_MEANINGS = {
    "draws": "a match without a winner is half a win",
    "wins": "matches without a winner are left out",
    "settled": "a capped match goes to structures, then net worth",
}

COLUMNS = (
    Column("ranks", "rank"),
    Column("entrant", "entrant"),
    Column("rating", "rating", 0),
    Column("interval", "95 % interval"),
    Column("strip", "on one scale"),
    Column("change", "change", 0, sign=True),
    Column("matches", "matches", 0),
    Column("wdl", "W/D/L"),
    Column("status", "status"),
)
CSV_COLUMNS = tuple(
    Column(key, key, 0)
    for key in (
        "position",
        "entrant",
        "player",
        "kind",
        "rating",
        "low",
        "high",
        "rank_low",
        "rank_high",
        "change",
        "matches",
        "wins",
        "draws",
        "losses",
        "status",
        "provisional",
    )
)


def layout(view: View) -> Content:
    """The page."""
    ladder = chosen_ladder(view.reading.database, view.query)
    names = ladder_names(view.reading.database, ladder.model if ladder else MODELS[0])
    if not names:
        return [html.H1("Ladder"), *no_ladder("/ladder", known=False)]
    parts = no_ladder("/ladder", known=True) if ladder is None else _parts(view, ladder)
    return [html.H1("Ladder"), _settings(view, names, ladder), *parts]


def _settings(view: View, names: list[LadderName], ladder: Ladder | None) -> Content:
    query = view.query
    stored = (ladder and stored_scoring(view.reading.database, ladder.name)) or "draws"
    return settings(
        ladder_select(query, names),
        select("model", "model", query.get("model"), list(MODEL_WORDS.items()), default=MODELS[0]),
        select(
            "scoring", "a match counts", query.get("scoring"), list(SCORING_WORDS.items()), default=stored
        ),
        select("axis", "training in", query.get("axis"), list(AXES.items()), default="agent_steps"),
        select("scale", "scale", query.get("scale"), [(one, one) for one in SCALES], default="linear"),
    )


def ladder_select(query: Mapping[str, str], names: list[LadderName]) -> Content:
    """The setting that chooses a ladder; the one rated last if none is chosen."""
    options = [(one.key, ladder_words(one, names)) for one in names]
    return select("ladder", "ladder", query.get("ladder"), options, default=names[0].key)


def _parts(view: View, ladder: Ladder) -> list[Content]:
    return [
        table_card(view, table_sheet(ladder), note=_meaning(ladder), cells=_CELLS, row_class=_row_class),
        *_training(view, ladder),
        *_warnings(ladder),
    ]


def table_sheet(ladder: Ladder) -> Sheet:
    """The rating table as the page shows it."""
    return Sheet(
        "ladder",
        f"{ladder.name.ladder}, {ladder.name.variant}",
        COLUMNS,
        [
            {**_row(ladder, line), "strip": place}
            for line, place in zip(ladder.lines, _strips(ladder), strict=True)
        ],
    )


def _strips(ladder: Ladder) -> list[tuple[float, float, float] | None]:
    """Where each interval begins, its rating lies and it ends, from 0 to 1 of all; an open end is at the rating."""
    ends = [
        None
        if line["rating"] is None
        else tuple(line["rating"] if line[key] is None else line[key] for key in ("low", "rating", "high"))
        for line in ladder.lines
    ]
    known = [one for some in ends if some for one in some]
    least, span = (min(known), max(max(known) - min(known), 1e-9)) if known else (0.0, 1.0)
    return [None if some is None else tuple((one - least) / span for one in some) for some in ends]


def _strip(row: dict[str, Any]) -> Content:
    """An interval drawn with its rating, on a scale that all rows share."""
    if row["strip"] is None:
        return ""
    low, rating, high = row["strip"]
    bar = html.I(style={"left": f"{100 * low:.1f}%", "width": f"{100 * (high - low):.1f}%"})
    return html.Span([bar, html.B(style={"left": f"{100 * rating:.1f}%"})], className="strip")


def csv_sheet(view: View) -> Sheet:
    """The rating table with all of its columns."""
    ladder = chosen_ladder(view.reading.database, view.query)
    rows = [] if ladder is None else [_row(ladder, line) for line in ladder.lines]
    return Sheet("ladder", "Ladder", CSV_COLUMNS, rows)


def training_sheet(view: View) -> Sheet:
    """The rated checkpoints with what each was trained for, by lineage and step."""
    ladder = chosen_ladder(view.reading.database, view.query)
    return _training_sheet([] if ladder is None else checkpoints_of(ladder, view.runs))


def against_sheet(view: View) -> Sheet:
    """The rated checkpoints against each bot."""
    ladder = chosen_ladder(view.reading.database, view.query)
    return bots_sheet([] if ladder is None else bots_rows(view, ladder, checkpoints_of(ladder, view.runs)))


def _row(ladder: Ladder, line: dict[str, Any]) -> dict[str, Any]:
    before = ladder.previous.get(line["entrant"], {}).get("rating")
    digits = 1 if ladder.model == "trueskill" else 0
    return {
        **line,
        "ranks": _range(line["rank_low"], line["rank_high"]),
        "interval": _interval(line["low"], line["high"], digits),
        "change": None if before is None or line["rating"] is None else line["rating"] - before,
        "wdl": f"{line['wins']:g}/{line['draws']:g}/{line['losses']:g}",
    }


def _range(low: int | None, high: int | None) -> str:
    if low is None or high is None:
        return MISSING
    return str(low) if low == high else f"{low}–{high}"


def _interval(low: float | None, high: float | None, digits: int) -> str:
    ends = [MISSING if end is None else f"{round(end, digits) + 0.0:,.{digits}f}" for end in (low, high)]
    return f"{ends[0]} to {ends[1]}"


def _status(row: dict[str, Any]) -> str:
    words = [] if row["status"] == "ok" else [str(row["status"])]
    return ", ".join(words + ["provisional"] * row["provisional"])


_CELLS = {
    "entrant": lambda row: [
        entrant_link(row["entrant"]),
        html.Span(row["kind"], className=f"kind {row['kind']}"),
    ],
    "matches": lambda row: link(f"{row['matches']:,}", "/matches", entrant=row["entrant"]),
    "status": _status,
    "strip": _strip,
}


def _row_class(row: dict[str, Any]) -> str:
    return " ".join([str(row["kind"]), *(["provisional"] * row["provisional"])])


def _meaning(ladder: Ladder) -> Content:
    zero = f"0 is {ladder.anchor}" if ladder.anchor else "0 is the mean of the pool"
    points = (
        "400 points are odds of 10 to 1"
        if ladder.model == "bt"
        else "points are TrueSkill's own, not Bradley-Terry's"
    )
    draws = SCORING_MEANINGS[ladder.scoring]
    how = (
        "of a bootstrap over blocks of four matches"
        if ladder.settings.get("intervals", "bootstrap") == "bootstrap"
        else "of the sandwich covariance over blocks of four matches, since this scoring is not the night's own"
    )
    return (
        f"{MODEL_WORDS[ladder.model]} over {ladder.matches:,} matches, rules {ladder.name.rules_hash}; {zero}, "
        f"{points}, {draws}. Intervals are 95 %, {how}; a rank is the range that "
        "overlapping intervals leave open; – is an end that no result bounds. Change is against the fit before. A grey "
        "row is provisional: it has few matches."
    )


def _training(view: View, ladder: Ladder) -> list[Content]:
    points = checkpoints_of(ladder, view.runs)
    if not points:
        lines = (
            "No checkpoint of a lineage is on this ladder, so there is no strength against training to draw.",
            [
                "Train one with ",
                command("palaestra train duel --out lineages/first"),
                " in the home folder; the next night finds it.",
            ],
        )
        return [card("Rating against training", notice("No checkpoints yet", *lines))]
    axis = one_of(view.query, "axis", AXES) or "agent_steps"
    scale = one_of(view.query, "scale", SCALES) or "linear"
    missing = sum(line["kind"] == "checkpoint" for line in ladder.lines) - len(points)
    gone = f" {missing} more have no record here any longer and are left out." if missing else ""
    timeless = sum(row[axis] is None for row in points)
    if timeless:
        gone += f" {timeless} are not drawn, since the reports of their run, which tell the hours, are not found here."
    note = (
        f"Rating in points by {AXES[axis]}, {scale} scale; bars are 95 % intervals, those with an end open are drawn "
        "to the point; grey points are provisional. Bands are the bots' intervals; the column at the left has the "
        f"floors.{_signs(points)}{gone}"
    )
    figure = training_chart(ladder, points, axis, scale, dark=view.dark)
    label = f"ratings of {len(points)} checkpoints by {AXES[axis]}, with the bots' intervals as bands"
    return [
        figure_card(view, _training_sheet(points), figure, note=note, label=label, height=460),
        *bots_cards(view, bots_rows(view, ladder, points), axis, scale),
    ]


def _signs(points: list[dict[str, Any]]) -> str:
    """Which sign stands for which rules and contract, where there are several."""
    kinds = kinds_of_training(points)
    if len(kinds) < 2:
        return ""
    words = [
        f"{SIGNS[min(place, len(SIGNS) - 1)]}: rules {rules[:8]}, contract {contract}"
        for place, (rules, contract) in enumerate(kinds)
    ]
    return f" Signs are what they were trained under ({'; '.join(words)})."


def _training_sheet(rows: list[dict[str, Any]]) -> Sheet:
    columns = (
        Column("lineage", "lineage"),
        Column("step", "update", 0),
        Column("agent_steps", "agent-steps", 0),
        Column("hours", "hours", 2),
        Column("rating", "rating", 0),
        Column("low", "low", 0),
        Column("high", "high", 0),
        Column("matches", "matches", 0),
        Column("rules_hash", "trained under rules"),
        Column("contract_version", "contract", 0),
    )
    return Sheet("training", "Rating against training", columns, rows)


def _warnings(ladder: Ladder) -> list[Content]:
    if not ladder.warnings:
        return []
    return [card("What to know when reading it", html.Ul([html.Li(one) for one in ladder.warnings]))]


def ladder_words(name: LadderName, names: list[LadderName]) -> str:
    """What a ladder is called among others: its rules too where there are several of its name and variant."""
    alike = sum((one.ladder, one.variant) == (name.ladder, name.variant) for one in names) > 1
    return f"{name.ladder}, {name.variant}" + (f", rules {name.rules_hash}" if alike else "")


def no_ladder(path: str, *, known: bool) -> list[Content]:
    """What a page says that has no ladder to show: none is rated, or the address asks for one that is not published."""
    if known:
        why = "It may lie under other rules, or this model may have had no match with a winner."
        return [
            notice("No such ladder is published", why, link("Show the one rated last", path), kind="failing")
        ]
    how = ["Play one with ", command("palaestra nightly"), " or ", command("palaestra tournament")]
    return [notice("No ladder is rated yet", [*how, ": it is here as soon as it is published."])]
