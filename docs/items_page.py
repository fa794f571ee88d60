"""The page of the items, written from their file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.moba.layout import ITEM_SLOTS
from arena.games.moba.rules import heroes, read
from docs.ability_text import effects, price, table, where

HEAD = f"""# Items

Generated from `arena/games/moba/data/items.toml` by `python -m docs.generate`; do not edit by hand.

Each [hero](heroes.md) buys down a list of its own, wherever it is, whenever the next item can be paid; at home or dead
it has what it bought at once, elsewhere [the courier](game.md#gold-couriers-and-buybacks) brings it. It has
room for {ITEM_SLOTS}; one more replaces the cheapest, which is sold at half its price. What items give is added to the
hero's own numbers, resistances as shares of what the ones before let through.
"""

WORDS = {
    "health": "{:+g} health",
    "mana": "{:+g} mana",
    "health_regen": "{:+g} health a second",
    "mana_regen": "{:+g} mana a second",
    "armour": "{:+g} armour",
    "damage": "{:+g} damage",
    "haste": "{:+g} attack speed",
    "speed": "{:+g} speed",
    "resist": "resists {:.0%} of magical damage",
    "lifesteal": "attacks heal {:.0%} of their damage",
}


def items_page() -> str:
    """The page, in Markdown."""
    data = read("items")
    lists = [(hero["name"], hero["build"]) for hero in heroes()]
    numbers = table(
        ("number", "item", "gold", "gives", "use", "on the list of"),
        [
            (number, item["name"], item["cost"], gives(item), _use(item), _buyers(lists, item["name"]))
            for number, item in enumerate(data["items"], 1)
        ],
    )
    return "\n".join([HEAD, numbers, *_active(data["items"]), *_potion(data)]) + "\n"


def gives(item: Mapping[str, Any]) -> str:
    """What an item adds to its hero, in words."""
    return ", ".join(WORDS[name].format(value) for name, value in item.items() if name in WORDS)


def _use(item: Mapping[str, Any]) -> str:
    return str(item["active"]["says"]) if "active" in item else ""


def _buyers(lists: list[tuple[str, list[str]]], item: str) -> str:
    return ", ".join(hero for hero, build in lists if item in build)


def _active(items: list[dict[str, Any]]) -> list[str]:
    """What the use of each item that has one does."""
    rows = [
        (item["name"], use["mode"], where(use), effects(use), *price(use))
        for item in items
        if (use := item.get("active"))
    ]
    head = ("item", "mode", "falls on", "effects", "mana", "cooldown", "cast")
    return ["\n## Items in use\n", table(head, rows)] if rows else []


def _potion(data: Mapping[str, Any]) -> list[str]:
    """The numbers of the potion, by the names they have in the file."""
    if "potion" not in data:
        return []
    rows = [(name.replace("_", " "), value) for name, value in data["potion"].items() if name != "says"]
    return ["\n## Potions\n", table(("of a potion", "is"), rows)]
