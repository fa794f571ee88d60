"""A comparison of two versions of the rules as plain text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.balance.report import number, percent
from arena.report import MISSING, format_table


def format_comparison(found: Mapping[str, Any]) -> str:
    """A comparison for a terminal."""
    return "\n\n".join([_head(found), _figures(found), _heroes(found)])


def _head(found: Mapping[str, Any]) -> str:
    extra = "".join(
        f", {found[name]}"
        for name, usual in (("start", "fresh"), ("randomisation", "none"))
        if found[name] != usual
    )
    lines = [
        f"{found['variant']}{extra}, {' against '.join(found['players'])}: {found['matches']} matches under each"
    ]
    if found["same_rules"]:
        lines.append("both have the same rules hash: a difference could only come from the players")
    share = f"{found['same_winner']} of {found['matches']} matches"
    lines.append(f"the same winner in {share}, the same result in every figure in {found['same_result']}")
    return "\n".join(lines)


def _figures(found: Mapping[str, Any]) -> str:
    one, other = found["versions"]
    points = [name for name in one["lengths"] if name != "mean"]
    rows = {
        "rules": [each["rules_hash"] for each in (one, other)],
        "west won": [_rate(each["west"]) for each in (one, other)],
        f"{found['players'][0]} won": [_rate(each["first"]) for each in (one, other)],
        **{
            f"minutes, {name.removeprefix('p')} %": [number(each["lengths"][name]) for each in (one, other)]
            for name in points
        },
        "kills in a match": [number(each["kills"]) for each in (one, other)],
        "endings": [_counts(each["endings"]) for each in (one, other)],
        "faults": [_counts(each["faults"]) for each in (one, other)],
    }
    return format_table(
        ("", one["label"], other["label"]), [(name, *cells) for name, cells in rows.items()], left=1
    )


def _heroes(found: Mapping[str, Any]) -> str:
    one, other = (version["heroes"] for version in found["versions"])
    rows = [
        (
            name,
            _rate(one[name]),
            _rate(other[name]),
            f"{100.0 * (other[name]['win_rate'] - one[name]['win_rate']):+.1f}",
            str(one[name]["matches"]),
        )
        for name in one
    ]
    labels = [version["label"] for version in found["versions"]]
    return format_table(("hero won", *labels, "points", "matches"), rows, left=1)


def _rate(rate: Mapping[str, Any]) -> str:
    if rate["win_rate"] is None:
        return MISSING
    return f"{percent(rate['win_rate'])} ({percent(rate['low'])} to {percent(rate['high'])})"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.items()) or "none"
