"""Draft: a board to use during a draft. Every step is a link, so that the address is the draft."""

from __future__ import annotations

from typing import Any

from dash import dcc, html

from dashboard.data.drafts import FIRST, Board, board_of
from dashboard.parts import Content, card, labelled, link, notice, select, settings, table_card
from dashboard.sheet import Column, Sheet
from dashboard.view import View, address
from probes.draft.advice import Advice, Adviser, Estimate, Option, ReviewedStep
from probes.draft.desk import Work
from probes.draft.errors import BadDraft, NoModel
from probes.draft.order import NAMED, Draft
from probes.draft.report import listed, percent, rank_of

PATH = "/draft"
NEXT_COLUMNS = (
    Column("rank", "rank"),
    Column("hero", "hero"),
    Column("win", "we win", 1, percent=True),
    Column("interval", "95 % interval"),
    Column("strip", "20 % to 80 %"),
    Column("change", "change", 1, sign=True),
    Column("told", "against the best"),
    Column("reply", "best reply"),
    Column("line", "then"),
)
CSV_COLUMNS = tuple(
    Column(key, key) for key in ("rank", "hero", "win", "low", "high", "change", "told", "reply", "line")
)
REVIEW_COLUMNS = (
    Column("number", "step"),
    Column("who", "who"),
    Column("deed", "did"),
    Column("hero", "hero"),
    Column("win", "we win", 1, percent=True),
    Column("interval", "95 % interval"),
    Column("change", "change", 1, sign=True),
    Column("rank", "rank"),
    Column("better", "better"),
)
LEAST, MOST = 0.2, 0.8
"""The scale of the strips."""
SHOWN_HEROES = 3
"""Heroes of a line that the table shows; the board and the CSV have all."""
KEYS = (
    ("letters", "show the heroes whose names have them"),
    ("↑ ↓", "go through the heroes"),
    ("Enter", "take the marked hero"),
    ("1 to 9", "take the hero of that row"),
    ("Backspace", "a letter back, or the last step undone"),
    ("Escape", "show all heroes again"),
)


def layout(view: View) -> Content:
    """The page."""
    try:
        board = board_of(view.runs.home, view.query)
    except NoModel as error:
        return [html.H1("Draft"), notice("There is no model of lineups yet", str(error))]
    except BadDraft as error:
        return [
            html.H1("Draft"),
            notice("No such draft", str(error), link("Begin a draft", PATH), kind="failing"),
        ]
    found = board.ask()
    if isinstance(found, Work):
        return [html.H1("Draft"), _settings(board), _waiting(found)]
    advice = found.advise(board.draft)
    return [
        html.H1("Draft"),
        _settings(board),
        _board(board, advice),
        html.Div(id="draft-said", role="status"),
        *([_next(view, board, advice)] if advice.options else []),
        *([_review(view, board, found)] if board.draft.steps else []),
        _about(board),
    ]


def csv_sheet(view: View) -> Sheet:
    """The heroes that can come next, for CSV."""
    board = board_of(view.runs.home, view.query)
    return Sheet("draft", "Next", CSV_COLUMNS, _next_rows(board, board.wait().advise(board.draft)))


def review_sheet(view: View) -> Sheet:
    """The steps taken, for CSV."""
    board = board_of(view.runs.home, view.query)
    return Sheet("review", "Review", REVIEW_COLUMNS, _review_rows(board, board.wait()))


def _settings(board: Board) -> Content:
    orders = [(name, name) for name in NAMED]
    if board.order not in NAMED:
        orders.append((board.order, board.order))
    return settings(
        select("order", "order", board.order, orders, default="snake"),
        select("begins", "who begins (A)", board.first, list(FIRST.items()), default="us"),
        select(
            "table", "matches of", board.table, [(one, one) for one in board.tables], default=board.tables[0]
        ),
    )


def _waiting(work: Work) -> Content:
    """What is shown while a draft with bans is solved; the page asks again by itself (draft.js)."""
    return html.Div(
        [
            html.H2("Solving this draft"),
            html.P("With bans every set of banned heroes is solved apart; it is done once for this order."),
            html.Progress(value=str(work.done), max=str(work.total or 1), **labelled("solved")),
        ],
        className="notice",
        id="draft-wait",
    )


def _board(board: Board, advice: Advice) -> Content:
    draft, win = board.draft, board.our(advice.win)
    tools = [
        dcc.Link("undo", href=_to(board, draft.back(len(draft.steps) - 1)), id="draft-undo")
        if draft.steps
        else html.Span("undo", className="off"),
        dcc.Link("begin again", href=_to(board, draft.back(0)), id="draft-again"),
        html.A("link to share", href=_to(board, draft), id="draft-share", title="copied when clicked"),
    ]
    middle = [
        html.Div(_turn(board), className="draft-turn", id="draft-turn"),
        html.Div(percent(win.value), className="draft-win", id="draft-win"),
        html.Div(
            f"we win, 95 % {100 * win.low:.1f} to {100 * win.high:.1f}, "
            + ("the draft is complete" if draft.complete else "with best play of both from here"),
            className="note",
        ),
        _strip(win),
        html.P([html.B("line "), listed(advice.line, board.desk.model.names)], className="note")
        if advice.line
        else None,
        html.P(f"order {draft.order.text}: A begins, small letters ban", className="note"),
    ]
    return card(
        "Board",
        html.Div(
            [_side(board, "we"), html.Div(middle, className="draft-middle"), _side(board, "they")],
            className="draft-board",
        ),
        tools=tools,
        name="draft-board",
    )


def _turn(board: Board) -> str:
    if board.draft.complete:
        return "complete"
    deed = "ban" if board.draft.turn.islower() else "pick"
    return f"{board.who(board.draft.turn)} {deed} now"


def _side(board: Board, who: str) -> Content:
    """The picks and bans of a side, with the places still empty; the one that is next is marked."""
    parts: dict[bool, list[Content]] = {True: [], False: []}
    for at, letter in enumerate(board.draft.order.text):
        if board.who(letter) == who:
            parts[letter.islower()].append(_slot(board, at))
    bans = [html.Ol(parts[True], className="draft-bans", **labelled(f"{who} ban"))] if parts[True] else []
    return html.Div(
        [html.H3(who), html.Ol(parts[False], **labelled(f"{who} pick")), *bans], className=f"draft-side {who}"
    )


def _slot(board: Board, at: int) -> Content:
    draft = board.draft
    if at < len(draft.steps):
        return html.Li(board.desk.model.names[draft.steps[at]], className="taken")
    return html.Li(f"{at + 1}", className="next" if at == len(draft.steps) else "empty")


def _next(view: View, board: Board, advice: Advice) -> Content:
    rows = _next_rows(board, advice)
    who = board.who(board.draft.turn)
    deed = "ban" if board.draft.turn.islower() else "pick"
    sheet = Sheet("draft", f"{who.capitalize()} {deed}", NEXT_COLUMNS, rows)
    cells: dict[str, Any] = {
        "hero": lambda row: dcc.Link(row["hero"], href=row["to"], className="draft-take"),
        "strip": lambda row: _strip(row["estimate"]),
        "interval": lambda row: _interval(row["estimate"]),
        "line": lambda row: _shortened(row["line"]),
    }
    note = (
        "Our probability of winning when both sides pick best from there on; the interval is the model's. The change "
        f"is against the best, in points of {'our' if who == 'we' else 'their'} probability. = shares its rank; a hero "
        "not told apart from the best may be as good."
    )
    return table_card(
        view,
        sheet,
        note=note,
        cells=cells,
        row_class=lambda row: "draft-even" if row["told"] == "not told apart" else "",
        part="draft-next",
    )


def _next_rows(board: Board, advice: Advice) -> list[dict[str, Any]]:
    names, turn = board.desk.model.names, board.draft.turn
    return [_next_row(board, option, names, turn) for option in advice.options]


def _next_row(board: Board, option: Option, names: tuple[str, ...], turn: str) -> dict[str, Any]:
    win = board.our(option.win, turn)
    return {
        "rank": rank_of(option.rank, option.tied),
        "hero": names[option.hero],
        "win": win.value,
        "low": win.low,
        "high": win.high,
        "estimate": win,
        "change": 100 * option.change.value,
        "told": _told(option.rank, sure=option.sure),
        "reply": " = ".join(names[hero] for hero in option.replies) or "–",
        "line": " ".join(names[hero] for hero in option.line[1:]) or "–",
        "to": _to(board, board.draft.then(option.hero)),
    }


def _told(rank: int, *, sure: bool) -> str:
    if rank == 1:
        return "best"
    return "worse" if sure else "not told apart"


def _review(view: View, board: Board, adviser: Adviser) -> Content:
    names = board.desk.model.names

    def better(row: dict[str, Any]) -> Content:
        before = board.draft.back(row["number"] - 1)
        found: list[Content] = []
        for hero in row["heroes"]:
            found += [" = "] * bool(found) + [dcc.Link(names[hero], href=_to(board, before.then(hero)))]
        return found or "–"

    cells: dict[str, Any] = {
        "number": lambda row: dcc.Link(
            str(row["number"]),
            href=_to(board, board.draft.back(row["number"] - 1)),
            title="the draft before this step",
        ),
        "interval": lambda row: _interval(row["estimate"]),
        "better": better,
    }
    note = (
        "Each step as it was: our probability after it with best play from there on, what it cost the side that took "
        "it, its rank among what could be taken, and what was better. A number leads back to the draft before the step."
    )
    sheet = Sheet("review", "Review", REVIEW_COLUMNS, _review_rows(board, adviser))
    return table_card(view, sheet, note=note, cells=cells, part="draft-review")


def _review_rows(board: Board, adviser: Adviser) -> list[dict[str, Any]]:
    names = board.desk.model.names
    return [_review_row(board, step, names) for step in adviser.review(board.draft)]


def _review_row(board: Board, step: ReviewedStep, names: tuple[str, ...]) -> dict[str, Any]:
    win, best = board.our(step.win), () if step.rank == 1 else step.best
    return {
        "number": step.number,
        "who": board.who(step.letter),
        "deed": "ban" if step.letter.islower() else "pick",
        "hero": names[step.hero],
        "win": win.value,
        "interval": f"{win.low:.4f} to {win.high:.4f}",
        "estimate": win,
        "change": 100 * step.change.value,
        "rank": f"{rank_of(step.rank, step.tied)} of {step.options}"
        + ("" if step.rank == 1 or step.sure else ", not told apart"),
        "better": " = ".join(names[hero] for hero in best),
        "heroes": best,
    }


def _about(board: Board) -> Content:
    about = board.desk.model.about
    found = about["evaluation"]
    pairs = (
        "heroes, synergies and counters"
        if found["better"]
        else "heroes alone: pairs of heroes did not surely predict better"
    )
    calibration = (
        "it is calibrated" if found["calibrated"] else "it is NOT calibrated: take probabilities with care"
    )
    model = (
        f"{about['table_matches']:,} matches of {about['variant']} between random lineups of {about['player']}, rules "
        f"{about['rules_hash']}; {pairs}. On matches it never saw, {calibration} (slope {found['slope'][0]:.2f}, 95 % "
        f"{found['slope'][1]:.2f} to {found['slope'][2]:.2f}); log loss {found['log_loss']:.4f}, heroes alone "
        f"{found['baseline']:.4f}, a coin {found['coin']:.4f}. It knows these players and these rules, no others."
    )
    keys = [part for key, does in KEYS for part in (html.Dt(html.Kbd(key)), html.Dd(does))]
    return html.Div(
        [
            card("Keys", html.Dl(keys, className="facts"), name="draft-keys"),
            card("The model", html.P(model, className="note"), name="draft-model"),
        ],
        className="columns",
    )


def _shortened(line: str) -> str:
    heroes = line.split()
    return " ".join(heroes[:SHOWN_HEROES]) + (" …" if len(heroes) > SHOWN_HEROES else "")


def _interval(win: Estimate) -> str:
    return f"{100 * win.low:.1f} to {100 * win.high:.1f}"


def _strip(win: Estimate) -> Content:
    """An interval with its estimate, on a scale from LEAST to MOST."""
    low, middle, high = (
        100 * min(max((one - LEAST) / (MOST - LEAST), 0.0), 1.0) for one in (win.low, win.value, win.high)
    )
    bar = html.I(style={"left": f"{low:.1f}%", "width": f"{high - low:.1f}%"})
    return html.Span([bar, html.B(style={"left": f"{middle:.1f}%"})], className="strip")


def _to(board: Board, draft: Draft) -> str:
    return address(PATH, board.query(draft))
