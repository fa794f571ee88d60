"""The report of a night as one file of HTML: nothing in it is asked for elsewhere, and nothing in it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from html import escape
from importlib.resources import files
from typing import TypeVar

from arena.nights.record import LadderLine, Night, Regression, RunLine
from arena.nights.words import headline, interval_words, lengths_words, place_words, rank_words, to_look_at
from arena.report import format_number

Row = TypeVar("Row")
Cell = str
"""HTML, escaped where it came from elsewhere."""

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def night_page(night: Night) -> str:
    """The page of a night."""
    style = (files("arena.nights") / "page.css").read_text(encoding="utf-8")
    parts = [
        _to_look_at(night),
        _facts(night),
        _ladder(night),
        _regressions(night),
        _added(night),
        _runs(night),
        _faults(night),
        _notes(night),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">\n'
        f"<title>{escape(night.title)}</title>\n<style>\n{style}</style></head>\n"
        f"<body><main>\n<h1>{escape(night.title)}</h1>\n" + "\n".join(parts) + "\n</main></body></html>\n"
    )


def _to_look_at(night: Night) -> str:
    lines = to_look_at(night)
    kind = "bad" if night.exit_code else "good"
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    body = f"<ul>{items}</ul>" if items else ""
    return f'<section class="{kind}"><h2>{escape(headline(night))}</h2>{body}</section>'


def _facts(night: Night) -> str:
    machine = ", ".join(f"{name} {value}" for name, value in night.machine.items())
    rules = f"{night.rules_hash}, contract {night.contract_version}"
    if night.rules_before not in (None, night.rules_hash):
        rules += f"; the night before had {night.rules_before}: the ladder began anew"
    said = {
        "rated": _when(night.ended_at),
        "begun": _when(night.started_at),
        "length of the night": f"{night.elapsed_s / 60:.1f} minutes, {night.minutes:g} given",
        "played": f"{night.matches:,} matches in {night.rounds:,} rounds",
        "since": _when(night.since) if night.since else "the ladder's beginning",
        "length of matches": lengths_words(night.lengths),
        "before": lengths_words(night.lengths_before),
        "rules": rules,
        "machine": machine,
        "version": night.code_version,
        "snapshot": f"{night.snapshot:06d}.duckdb",
        "exit code": str(night.exit_code),
    }
    rows = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in said.items())
    return f"<section><h2>The night</h2><dl>{rows}</dl></section>"


LADDER: Mapping[str, Callable[[LadderLine], str]] = {
    "rank": lambda line: rank_words(line.rank_low, line.rank_high, line.place),
    "entrant": lambda line: (
        escape(line.name) + ("" if line.status == "ok" else f" <i>({escape(line.status)})</i>")
    ),
    "rating": lambda line: format_number(line.rating),
    "95 %": lambda line: interval_words(line.low, line.high),
    "change": lambda line: format_number(line.change, sign=True),
    "95 % of it": lambda line: interval_words(line.change_low, line.change_high, sign=True),
    "place": place_words,
    "tonight": lambda line: f"{line.tonight:,}",
    "matches": lambda line: f"{line.matches:,g}",
    "W/D/L": lambda line: f"{line.wins:g}/{line.draws:g}/{line.losses:g}",
}
RUNS: Mapping[str, Callable[[RunLine], str]] = {
    "run": lambda run: escape(run.name),
    "state": lambda run: run.status,
    "begun": lambda run: _when(run.started_at),
    "played": lambda run: f"{run.played:,}",
    "ended by a cap": lambda run: f"{run.capped:,}",
    "with faults": lambda run: f"{run.faulty:,}",
    "void": lambda run: f"{run.void:,}",
}
FELL: Mapping[str, Callable[[Regression], str]] = {
    "entrant": lambda one: escape(one.name),
    "below": lambda one: escape(one.against) if one.kind == "checkpoint" else "itself before",
    "points": lambda one: format_number(one.points, sign=True),
    "95 %": lambda one: interval_words(one.low, one.high, sign=True),
    "p": lambda one: f"{one.p:.2g}",
    "accepted": lambda one: "yes" if one.accepted else "no",
}
LEFT = frozenset({"entrant", "run", "below", "state", "begun"})
"""Columns of text."""


def _ladder(night: Night) -> str:
    zero = f"{night.anchor} is at 0" if night.anchor else "0 is the mean of the core"
    note = (
        f"Points of Elo, {zero}; matches without a winner are "
        f"{'half a win' if night.scoring == 'draws' else 'left out'}. Changes are against the fit before, measured "
        "from the mean of those who were in the core both times: the anchor's own luck moves nobody."
    )
    return _section("Ladder", _table("Ladder", LADDER, night.entrants), note=note, rows=night.entrants)


def _regressions(night: Night) -> str:
    return _section(
        "Regressions", _table("Regressions", FELL, night.regressions), note=night.compared.sentence,
        rows=night.regressions, empty="Nobody fell.",
    )  # fmt: skip


def _added(night: Night) -> str:
    items = [
        f"{escape(one.name)} <small>{escape(one.player)}{', a checkpoint' if one.checkpoint else ''}</small>"
        for one in night.added
    ]
    return _section("New on the ladder", _list(items), rows=items, empty="Nobody.")


def _runs(night: Night) -> str:
    return _section(
        "Runs",
        _table("Runs", RUNS, night.runs),
        note="Rounds, the last first.",
        rows=night.runs,
        empty="None.",
    )


def _faults(night: Night) -> str:
    items = [
        f"{escape(one.fault)}: {one.count:,} in {one.matches:,} matches, the newest {one.newest}"
        for one in night.faults
    ]
    return _section(
        "Faults", _list(items), rows=items, empty="None: the simulator counted nothing as going wrong."
    )


def _notes(night: Night) -> str:
    return _section("Notes", _list([escape(note) for note in night.notes]), rows=night.notes, empty="None.")


def _section(
    title: str, body: str, *, rows: Sequence[object], note: str = "", empty: str = "Nothing."
) -> str:
    said = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section><h2>{escape(title)}</h2>{said}{body if rows else f'<p>{escape(empty)}</p>'}</section>"


def _list(items: Iterable[str]) -> str:
    return f"<ul>{''.join(f'<li>{item}</li>' for item in items)}</ul>"


def _table(title: str, columns: Mapping[str, Callable[[Row], Cell]], rows: Sequence[Row]) -> str:
    """A table in a box that scrolls by itself, which is reached by the keyboard."""
    side = {name: "" if name in LEFT else ' class="number"' for name in columns}
    head = "".join(f'<th scope="col"{side[name]}>{escape(name)}</th>' for name in columns)
    body = "\n".join(
        f"<tr>{''.join(f'<td{side[name]}>{cell(row)}</td>' for name, cell in columns.items())}</tr>"
        for row in rows
    )
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(title)}"><table><thead><tr>{head}</tr>'
        f"</thead><tbody>\n{body}\n</tbody></table></div>"
    )


def _when(when: datetime) -> str:
    return f"{when.astimezone():%Y-%m-%d %H:%M}"
