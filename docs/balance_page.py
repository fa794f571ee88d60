"""The page of the game's balance, written from the last sweeps that are kept with the package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arena.balance.report import number, percent
from arena.balance.sweep import read_kept
from docs.ability_text import table
from docs.balance_picture import interval_chart

WANTED = (0.4, 0.6)
HEAD = """# Balance

Generated from `arena/balance/last.json` by `python -m docs.generate`; do not edit by hand.

The last sweeps of `palaestra bench balance`: random lineups of one player on both sides, each match on a seed of its
own, played to its end, and kept with `--kept arena/balance/last.json`. A sweep holds for the rules whose hash it names;
`palaestra bench balance --last` says whether the installed game still has them. Rates count a match without a winner as
half a win. Intervals of heroes are Wilson's at 95 %, of which one in twenty misses by chance; those of the sides are at
99.9 %. The green band is the aim, 40 to 60.
"""


def balance_page() -> str:
    """The page, in Markdown."""
    sweeps = read_kept()
    if not sweeps:
        return f"{HEAD}\nNo sweep is kept yet.\n"
    return "\n".join([HEAD, *(_section(figures) for figures in sweeps)])


def write_balance_pictures(folder: Path) -> None:
    """Write the chart of each sweep that is kept."""
    folder.mkdir(parents=True, exist_ok=True)
    for figures in read_kept():
        (folder / _picture(figures)).write_text(balance_picture(figures), encoding="utf-8")


def balance_picture(figures: Mapping[str, Any]) -> str:
    """The chart of a sweep's win rates by hero."""
    rows = [(row["name"], row["win_rate"], row["low"], row["high"]) for row in _by_rate(figures["heroes"])]
    title = f"{figures['variant']}, {figures['player']}: matches won by hero, {figures['matches']} matches"
    return interval_chart(title, rows, wanted=WANTED)


def _picture(figures: Mapping[str, Any]) -> str:
    return f"balance-{figures['variant']}-{figures['player'].replace(':', '-')}.svg"


def _by_rate(heroes: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    return sorted(heroes, key=lambda row: -(row["win_rate"] or 0.0))


def _section(figures: Mapping[str, Any]) -> str:
    title = f"{figures['variant']}, {figures['player']}"
    return "\n".join(
        [
            f"## {title}\n",
            _facts(figures),
            f"![Matches won by hero](pictures/{_picture(figures)})\n",
            _heroes(figures),
            f"### Abilities in {title}\n\nCasts in a match of the hero; a dash where it always works.\n",
            _abilities(figures),
            f"### Items in {title}\n",
            table(
                ("item", "bought in a match"),
                [(row["name"], number(row["purchases"], 2)) for row in figures["items"]],
            )
            + "\n",
            f"### A match of {title}\n\nSums over all heroes, by the event ledger.\n",
            table(
                ("figure", "in a match"),
                [(name.replace("_", " "), f"{value:.4g}") for name, value in figures["per_match"].items()],
            )
            + "\n",
        ]
    )


def _facts(figures: Mapping[str, Any]) -> str:
    lengths, back, never = figures["lengths"], figures["comebacks"], figures["never"]
    rows = [
        ("command", f"`{figures['command']}`"),
        (
            "rules, date, machine",
            f"`{figures['rules_hash']}`, {figures['made_at'][:10]}, {figures['machine']['cpu']}",
        ),
        ("matches, draws", f"{figures['matches']}, {figures['draws']}"),
        (
            "west won",
            f"{percent(figures['west_win_rate'])} ({percent(figures['west_low'])} to {percent(figures['west_high'])})",
        ),
        (
            "minutes",
            ", ".join(
                f"{name.removeprefix('p')} %: {number(lengths[name])}" for name in lengths if name != "mean"
            ),
        ),
        ("endings", ", ".join(f"{name} {count}" for name, count in figures["endings"].items())),
        ("who had the first kill", _first(figures["first_kill"])),
        ("who felled the first tower", _first(figures["first_tower"])),
        (
            "comebacks",
            f"{percent(back['rate'])} of winners were once behind by {percent(back['behind'])} of all net worth",
        ),
        ("the side ahead half-way", f"won {percent(back['leader_at_half_wins'])}"),
        (
            "structures fallen in a match",
            ", ".join(f"{row['name']} {row['falls']:.2f}" for row in figures["structures"]),
        ),
        (
            "lanes empty for two waves",
            f"{figures['empty_lanes']['lanes']}; longest {number(figures['empty_lanes']['longest_waves'])} waves",
        ),
        (
            "never cast, bought, killed",
            "; ".join(", ".join(never[what]) or "none" for what in ("cast", "bought", "killed")),
        ),
        ("faults", ", ".join(f"{name} {count}" for name, count in figures["faults"].items()) or "none"),
        ("most of a half at once", ", ".join(f"{name} {count}" for name, count in figures["peaks"].items())),
    ]
    return table(("figure", "value"), rows) + "\n"


def _first(first: Mapping[str, Any]) -> str:
    share = f"{percent(first['win_rate'])} ({percent(first['low'])} to {percent(first['high'])})"
    return f"won {share}; minute {number(first['minute'])}"


def _heroes(figures: Mapping[str, Any]) -> str:
    names = ("level", "kills", "deaths", "assists", "last_hits", "denies", "gold", "damage_to_heroes")
    rows = [
        (
            row["name"],
            percent(row["win_rate"]),
            f"{percent(row['low'])} to {percent(row['high'])}",
            row["matches"],
            *(number(row[name], 0 if name in ("gold", "damage_to_heroes") else 1) for name in names),
        )
        for row in _by_rate(figures["heroes"])
    ]
    head = ("hero", "won", "95 % interval", "matches", *(name.replace("_", " ") for name in names))
    return table(head, rows) + "\n"


def _abilities(figures: Mapping[str, Any]) -> str:
    by_hero: dict[str, list[str]] = {}
    for row in figures["abilities"]:
        by_hero.setdefault(row["hero"], []).append(f"{row['name']} {number(row['casts'])}")
    rows = [(hero, *cells) for hero, cells in by_hero.items()]
    return table(("hero", "first", "second", "third", "last"), rows) + "\n"
