"""Which columns of the observation a network reads as what: the hero's own, the world, units, names to embed.

Everything is found by name in `arena.games.moba.fields`, whose blocks are the contract. A unit's row has one column
for every field that any class of units has; a field that several classes have, in the same unit of measurement, is one
column, so that one encoder reads them all.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.games.moba import contract
from arena.games.moba.fields import BLOCKS, Block
from arena.games.moba.rule_records import MAX_HEROES, MAX_ITEMS

NAMES = ("hero", "item_number", "use_number")
"""Fields that are numbers of heroes or items, to be embedded."""
USE_FIELDS = ("aims_at_unit", "aims_at_point")
OWN_BLOCKS = ("own", "abilities", "items", "kit", "uses", "item_waits", "effects")
WORLD_BLOCKS = ("common", "lanes", "own_buildings", "enemy_buildings", "world", "camps", "runes")
NOT_A_TARGET = -1
UNIT_CLASSES = {
    "allies": contract.ALLY_SLOT,
    "enemies": contract.ENEMY_SLOT,
    "enemy_creeps": contract.ENEMY_CREEP_SLOT,
    "own_creeps": contract.OWN_CREEP_SLOT,
    "enemy_structures": contract.ENEMY_STRUCTURE_SLOT,
    "own_structures": contract.OWN_STRUCTURE_SLOT,
    "neutrals": contract.NEUTRAL_SLOT,
    "enemy_courier": contract.COURIER_SLOT,
    "missiles": NOT_A_TARGET,
}
"""Blocks of units, and the first target slot of each."""
CLASSES = len(UNIT_CLASSES)
HEROES = MAX_HEROES + 1
"""Numbers that a hero can have, 0 nobody."""
ITEMS = MAX_ITEMS + 1
UNIT_NAMES = CLASSES * HEROES
"""Numbers that a unit's name can have: class * HEROES + hero, which is 0 for what is no hero."""


class UnitSlot(NamedTuple):
    """One place for a unit in the observation."""

    column: int
    """The first of its columns, which says whether a unit fills it."""
    unit_class: int
    target: int
    """Its target slot, NOT_A_TARGET for a missile."""


def _starts() -> dict[str, int]:
    """The first column of every block."""
    ends = np.cumsum([block.size for block in BLOCKS]).tolist()
    return {block.name: end - block.size for block, end in zip(BLOCKS, ends, strict=True)}


START = _starts()
BLOCK = {block.name: block for block in BLOCKS}


def _columns(blocks: tuple[str, ...], *, names: bool) -> list[int]:
    """Columns of whole blocks in order: of numbers to embed, or of all the others."""
    return [
        START[name] + row * len(BLOCK[name].fields) + place
        for name in blocks
        for row in range(BLOCK[name].rows)
        for place, field in enumerate(BLOCK[name].fields)
        if (field.name in NAMES) == names
    ]


def _unit_columns() -> list[tuple[str, str]]:
    """(name, unit of measurement) of every column of a unit's row, in order of first appearance."""
    found = dict.fromkeys(
        (field.name, field.unit)
        for name in UNIT_CLASSES
        for field in BLOCK[name].fields
        if _is_value(field.name)
    )
    return list(found)


def _is_value(name: str) -> bool:
    return name not in (*NAMES, "present")


def _places(block: Block) -> list[int]:
    """For each field of a class, its column in a unit's row, -1 for what is not a value."""
    return [
        UNIT_COLUMNS.index((field.name, field.unit)) if _is_value(field.name) else -1
        for field in block.fields
    ]


def _place(field: str, block: Block) -> int:
    """Which field of a block it is, -1 none."""
    names = [one.name for one in block.fields]
    return names.index(field) if field in names else -1


def _slots() -> list[UnitSlot]:
    return [
        UnitSlot(
            START[name] + row * len(BLOCK[name].fields),
            unit_class,
            first + row if first != NOT_A_TARGET else NOT_A_TARGET,
        )
        for unit_class, (name, first) in enumerate(UNIT_CLASSES.items())
        for row in range(BLOCK[name].rows)
    ]


def _table(rows: list[list[int]]) -> NDArray[np.int64]:
    """Rows of unequal length as one array, filled up with -1."""
    table = np.full((len(rows), max(map(len, rows))), -1, np.int64)
    for place, row in enumerate(rows):
        table[place, : len(row)] = row
    return table


OWN = np.array(_columns(OWN_BLOCKS, names=False), np.int64)
WORLD = np.array(_columns(WORLD_BLOCKS, names=False), np.int64)
OWN_NAMES = np.array(_columns(OWN_BLOCKS, names=True), np.int64)
"""Columns of the hero's number, its items' and those of its items in use, in this order."""
ITEM_NAMES = slice(1, 1 + BLOCK["items"].rows)
"""Among OWN_NAMES, all its items."""
USE_NAMES = slice(1 + BLOCK["items"].rows, len(OWN_NAMES))
"""Among OWN_NAMES, its items that have a use."""
UNIT_COLUMNS = _unit_columns()
UNIT_WIDTH = -(-len(UNIT_COLUMNS) // 16) * 16
"""Columns of a unit's row, filled up with zeros to whole lines of the processor's cache."""
SLOTS = np.array(_slots(), np.int64)
"""(unit slots, 3): UnitSlot; classes follow one another."""
FIELD_PLACES = _table([_places(BLOCK[name]) for name in UNIT_CLASSES])
"""(classes, most fields): where each field of a class stands in a unit's row, -1 nowhere."""
HERO_FIELDS = np.array([_place("hero", BLOCK[name]) for name in UNIT_CLASSES], np.int64)
"""(classes,): which field of a class is the hero's number, -1 none."""
USE_AIMS = np.array(
    [
        [
            START["uses"] + row * len(BLOCK["uses"].fields) + _place(field, BLOCK["uses"])
            for field in USE_FIELDS
        ]
        for row in range(BLOCK["uses"].rows)
    ],
    np.int64,
)
"""(items in use, 2): columns that say that the item wants a unit, a point."""
