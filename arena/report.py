"""What commands print: tables as plain text, which reads the same in a terminal, a log and a pipe."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from arena.home import Home
    from arena.ladder import PublishedLadder, RatedLadder
    from arena.nightly import NightReport
    from arena.nights.prune import Pruning
    from arena.summary import MatchesSummary
    from arena.tournament import TournamentReport

MISSING = "–"

LADDER_HEAD = ("rank", "name", "rating", "95 % interval", "matches", "W/D/L")


def format_table(head: Sequence[str], rows: Sequence[Sequence[str]], *, left: int) -> str:
    """Columns padded to their widest cell; so many first ones to the left, the others to the right."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in (head, *rows)
    ]
    return "\n".join([lines[0], "  ".join("-" * width for width in widths), *lines[1:]])


def format_ladder(table: Mapping[str, Any]) -> str:
    """A rating table, best first, then its warnings."""
    rows = [_ladder_row(place, line) for place, line in enumerate(table["entrants"], 1)]
    return "\n".join([format_table(LADDER_HEAD, rows, left=2), *_notes(table)])


def format_published(published: PublishedLadder) -> str:
    """A published ladder below a line that says what it is a ladder of."""
    key = published.key
    heading = (
        f"ladder '{key.ladder}', variant {key.variant}, rules {key.rules_hash} (contract {key.contract_version}), "
        f"by {published.table['model']}; rated {published.rated_at:%Y-%m-%d %H:%M %Z}, snapshot {published.snapshot}"
    )
    return f"{heading.rstrip()}\n{format_ladder(published.table)}"


def format_rated(rated: RatedLadder) -> str:
    """A ladder by Bradley-Terry with the same entrants' TrueSkill beside it, then warnings and failures."""
    if "bt" not in rated.tables:
        return "\n".join(rated.failures.values())
    table = rated.tables["bt"]
    other = {line["name"]: line for line in rated.tables.get("trueskill", {"entrants": []})["entrants"]}
    rows = [
        (*_ladder_row(place, line), _with_margin(other.get(line["name"])))
        for place, line in enumerate(table["entrants"], 1)
    ]
    notes = [*_notes(table), *(f"note: {failure}" for failure in rated.failures.values())]
    return "\n".join([format_table((*LADDER_HEAD, "TrueSkill"), rows, left=2), *notes])


def format_night(report: NightReport, home: Home, config: Path | None) -> str:
    """A night for a terminal: its ladder, where everything is, and last the command that opens it as pages."""
    matches, rounds = _count(report.matches, "match", "matches"), _count(report.rounds, "round", "rounds")
    return "\n".join(
        [
            format_rated(report.rated),
            *(f"note: {note}" for note in report.notes),
            *(f"regression: {one.sentence}" for one in report.night.regressions),
            "",
            f"{matches} in {rounds}, {report.elapsed_s:.0f} s",
            *(f"{what + ':':<15}{where}" for what, where in _places(report, home, config).items()),
        ]
    )


def format_tournament(report: TournamentReport) -> str:
    """A rated tournament for a terminal: its ladder, then where its database is."""
    assert report.rated is not None
    assert report.snapshot is not None
    return f"{format_rated(report.rated)}\n\n{'database:':<15}{report.snapshot.path}"


def night_to_dict(report: NightReport, home: Home, config: Path | None) -> dict[str, Any]:
    """A night as JSON-ready data."""
    return {
        "ladder": report.rated.tables.get("bt"),
        "trueskill": report.rated.tables.get("trueskill"),
        "matches": report.matches,
        "rounds": report.rounds,
        "elapsed_s": round(report.elapsed_s, 3),
        "problems": list(report.problems),
        "notes": list(report.notes),
        "regressions": [one.model_dump() for one in report.night.regressions],
        "exit_code": report.night.exit_code,
        "places": _places(report, home, config),
    }


def format_pruning(pruning: Pruning, *, would: bool) -> str:
    """What a prune did, or would do: a line for each file, then their sum."""
    verb, forgotten = ("would delete", "would be forgotten") if would else ("deleted", "were forgotten")
    lines = [f"{one.kind}  {one.path}" for one in pruning.files]
    lines.append(f"{verb} {_count(len(pruning.files), 'file', 'files')}, {pruning.bytes / 1e6:.1f} MB")
    if pruning.matches:
        many = _count(pruning.matches, "match", "matches")
        lines.append(f"the actions of {many} {forgotten}; their files go with the next prune")
    return "\n".join(lines)


def format_summary(summary: MatchesSummary) -> str:
    """Some matches between two players for a terminal."""
    counts = {
        f"{summary.first} won": summary.first_wins,
        f"{summary.second} won": summary.second_wins,
        "draws": summary.draws,
        "west won": summary.west_wins,
        "east won": summary.east_wins,
        **{f"ended by {ending}": count for ending, count in summary.endings.items()},
        **{f"fault: {fault}": count for fault, count in summary.faults.items()},
    }
    lines = [
        _count(summary.matches, "match", "matches"),
        *(f"{what}: {count}" for what, count in counts.items()),
    ]
    if summary.median_s is not None and summary.longest_s is not None:
        lines.append(
            f"length: median {game_clock(summary.median_s)}, longest {game_clock(summary.longest_s)}"
        )
    lines += [f"set aside: {name} {reason}" for name, reason in summary.set_aside.items()]
    return "\n".join(lines)


def format_cases(figures: Mapping[str, Any]) -> str:
    """A benchmark for a terminal: what it ran on, a row for each case, then one for each phase where there are any."""
    machine = ", ".join(f"{name} {value}" for name, value in figures["machine"].items())
    tables = [_case_table(figures[name]) for name in ("cases", "phases") if name in figures]
    return "\n".join([machine, "\n\n".join(tables)])


def _case_table(cases: Sequence[Mapping[str, Any]]) -> str:
    columns = list(dict.fromkeys(name for case in cases for name in case))
    rows = [[_cell(case.get(name)) for name in columns] for case in cases]
    return format_table(columns, rows, left=1)


def _cell(value: object) -> str:
    if value is None:
        return MISSING
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _places(report: NightReport, home: Home, config: Path | None) -> dict[str, str]:
    from arena.nights.reports import report_files

    return {
        "database": str(report.snapshot.path),
        "report": str(report_files(home, report.night.night).html),
        "configuration": str(config) if config else f"built in (write {home.config} to change it)",
        "actions": str(home.streams),
        "look at it": f"palaestra dashboard --home {shlex.quote(str(home.root))}",
    }


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def game_clock(seconds: float) -> str:
    """A length as minutes and seconds."""
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}"


def _notes(table: Mapping[str, Any]) -> list[str]:
    return [f"note: {warning}" for warning in table["warnings"]]


def _ladder_row(place: int, line: Mapping[str, Any]) -> tuple[str, ...]:
    status = "" if line["status"] == "ok" else f" ({line['status']})"
    return (
        str(place),
        f"{line['name']}{status}",
        format_number(line["rating"]),
        f"{format_number(line['low'])} to {format_number(line['high'])}",
        f"{line['matches']:g}",
        f"{line['wins']:g}/{line['draws']:g}/{line['losses']:g}",
    )


def _with_margin(line: Mapping[str, Any] | None) -> str:
    if line is None:
        return MISSING
    if line["low"] is None or line["high"] is None:
        return format_number(line["rating"], 1)
    return f"{format_number(line['rating'], 1)} ± {(line['high'] - line['low']) / 2:.1f}"


def format_number(value: float | None, digits: int = 0, *, sign: bool = False) -> str:
    """A number with so many digits after the point, and with a plus if it has a sign; a dash for none."""
    if value is None:
        return MISSING
    rounded = round(value, digits) + 0.0  # + 0.0: no "-0"
    return f"{rounded:{'+' if sign and rounded else ''}.{digits}f}"
