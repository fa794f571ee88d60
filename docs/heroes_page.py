"""The page of the heroes and their abilities, written from their files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.moba.rule_records import MAX_HEROES, MAX_LEVEL
from arena.games.moba.rules import (
    heroes,
)
from docs.ability_text import effects, price, table, where

HEAD = """# Heroes

Generated from `arena/games/moba/data/heroes` by `python -m docs.generate`; do not edit by hand. [Add a
hero](add-a-hero.md) says what each line of those files means.

A hero's number is what an observation shows; {room} are free. Lengths are world units, times seconds; numbers with
strokes are by level of the ability. The first three abilities have four levels, the last has three and is learnt from
level 6. Physical damage is lessened by armour, a, to the share 1 - 0.06 a / (1 + 0.06 |a|), magical damage by the
hero's resistance. Attack speed 100 means attacks twice as often. Effects of one ability on one unit do not add up: the
last cast is what counts. Of several slows the strongest counts; other numbers add up.
"""

NUMBERS = (
    ("health", "health", "health_growth"),
    ("health a second", "health_regen", "health_regen_growth"),
    ("mana", "mana", "mana_growth"),
    ("mana a second", "mana_regen", "mana_regen_growth"),
    ("armour", "armour", "armour_growth"),
    ("damage", "damage", "damage_growth"),
    ("attack speed", None, "haste_growth"),
)


def heroes_page() -> str:
    """The page, in Markdown."""
    sheets = heroes()
    overview = table(
        ("number", "hero", "role", "attacks", "health", "damage", "speed", "is"),
        [
            (
                number,
                f"[{hero['name']}](#{hero['name'].lower()})",
                hero["role"],
                _attack(hero),
                f"{hero['health']:g}",
                f"{hero['damage']:g}",
                f"{hero['speed']:g}",
                hero["says"],
            )
            for number, hero in enumerate(sheets, 1)
        ],
    )
    parts = [HEAD.format(room=MAX_HEROES - len(sheets)), overview, *(_hero(hero) for hero in sheets)]
    return "\n".join(parts)


def _attack(hero: Mapping[str, Any]) -> str:
    return "in close combat" if hero["missile"] == 0 else f"from {hero['reach']:g}"


def _hero(hero: Mapping[str, Any]) -> str:
    numbers = table(
        ("", "at level 1", "a level", f"at level {MAX_LEVEL}"),
        [(what, *_growing(hero, first, growth)) for what, first, growth in NUMBERS],
    )
    abilities = table(
        ("ability", "does", "mode", "falls on", "effects by level", "mana", "cooldown", "cast"),
        [
            (one["name"], one["says"], one["mode"], where(one), effects(one), *price(one))
            for one in hero["abilities"]
        ],
    )
    names = [one["name"] for one in hero["abilities"]]
    lines = [
        f"\n## {hero['name']}\n",
        f"{hero['role'].capitalize()}. {hero['says']}\n",
        f"{_standing(hero)}\n",
        f"{numbers}\n",
        f"{abilities}\n",
        f"Learns: {', '.join(names[skill - 1] for skill in hero['skills'])}.\n",
        f"Buys: {', '.join(hero['build'])}.",
    ]
    return "\n".join(lines)


def _growing(hero: Mapping[str, Any], first: str | None, growth: str) -> tuple[str, str, str]:
    begin = 0.0 if first is None else float(hero[first])
    each = float(hero[growth])
    return f"{begin:g}", f"{each:+g}", f"{begin + each * (MAX_LEVEL - 1):g}"


def _standing(hero: Mapping[str, Any]) -> str:
    shot = (
        f"in close combat, within {hero['reach']:g}"
        if hero["missile"] == 0
        else f"from {hero['reach']:g}, with a missile of speed {hero['missile']:g}"
    )
    return (
        f"Attacks {shot}, every {hero['interval']:g} s with a wind-up of {hero['windup']:g} s. "
        f"Walks {hero['speed']:g} a second. Resists {100 * hero['resist']:g} % of magical damage."
    )
