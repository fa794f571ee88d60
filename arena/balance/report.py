"""A sweep's figures as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.report import MISSING, format_table


def format_balance(figures: Mapping[str, Any], *, rules_hash: str) -> str:
    """The figures of a sweep for a terminal; `rules_hash` is the installed game's."""
    return "\n\n".join([_head(figures, rules_hash), _sides(figures), _heroes(figures), _used(figures)])


def percent(share: float | None) -> str:
    """A share as a percentage, to a tenth."""
    return MISSING if share is None else f"{100.0 * share:.1f} %"


def number(value: float | None, digits: int = 1) -> str:
    """A figure, or a dash where there is none."""
    return MISSING if value is None else f"{value:.{digits}f}"


def _head(figures: Mapping[str, Any], rules_hash: str) -> str:
    machine = figures["machine"]
    where = f"{figures['elapsed_s']:.0f} s on {machine['cores']} cores ({machine['cpu']})"
    lines = [
        f"{figures['variant']}, {figures['player']} on both sides, random lineups: {figures['matches']} matches",
        f"rules {figures['rules_hash']}, {figures['made_at'][:10]}, {where}",
        figures["command"],
    ]
    if figures["rules_hash"] != rules_hash:
        lines.append(f"note: the rules have changed since; the installed game has {rules_hash}")
    return "\n".join(lines)


def _sides(figures: Mapping[str, Any]) -> str:
    lengths, empty, back = figures["lengths"], figures["empty_lanes"], figures["comebacks"]
    inside = figures["west_low"] <= 0.5 <= figures["west_high"]
    rows = {
        "west won": f"{percent(figures['west_win_rate'])}, 99.9 % interval {percent(figures['west_low'])} to "
        f"{percent(figures['west_high'])}: {'even' if inside else 'NOT EVEN'}",
        "minutes": ", ".join(
            f"{name.removeprefix('p')} % {number(lengths[name])}"
            for name in sorted(set(lengths) - {"mean"}, key=lambda name: int(name[1:]))
        ),
        "endings": ", ".join(f"{name} {count}" for name, count in figures["endings"].items()),
        "first kill": _first(figures["first_kill"]),
        "first tower": _first(figures["first_tower"]),
        "comebacks": f"{percent(back['rate'])} won after being {percent(back['behind'])} behind; "
        f"ahead half-way won {percent(back['leader_at_half_wins'])}",
        "empty lanes": f"longest {number(empty['longest_waves'])} waves; for two waves or more {empty['lanes']}",
        "faults": ", ".join(f"{name} {count}" for name, count in figures["faults"].items()) or "none",
        "most at once": ", ".join(f"{name} {count}" for name, count in figures["peaks"].items()),
    }
    return "\n".join(f"{name + ':':<14}{text}" for name, text in rows.items())


def _first(first: Mapping[str, Any]) -> str:
    share = f"{percent(first['win_rate'])} ({percent(first['low'])} to {percent(first['high'])})"
    return f"in {first['matches']} matches, at minute {number(first['minute'])}; who had it won {share}"


def _heroes(figures: Mapping[str, Any]) -> str:
    rows = [
        (
            row["name"],
            percent(row["win_rate"]),
            f"{percent(row['low'])} to {percent(row['high'])}",
            str(row["matches"]),
            *(number(row[name]) for name in ("level", "kills", "deaths", "assists", "last_hits")),
        )
        for row in sorted(figures["heroes"], key=lambda row: -(row["win_rate"] or 0.0))
    ]
    head = ("hero", "won", "95 % interval", "matches", "level", "kills", "deaths", "assists", "last hits")
    return format_table(head, rows, left=1)


def _used(figures: Mapping[str, Any]) -> str:
    never = figures["never"]
    items = sorted(figures["items"], key=lambda row: -row["purchases"])
    lines = [f"never {what}: {', '.join(names) or 'none'}" for what, names in never.items()]
    lines.append("bought in a match: " + ", ".join(f"{row['name']} {row['purchases']:.1f}" for row in items))
    lines.append(
        "in a match: "
        + ", ".join(f"{name.replace('_', ' ')} {value:.4g}" for name, value in figures["per_match"].items())
    )
    return "\n".join(lines)
