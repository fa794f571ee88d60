"""What columns mean to networks, found by name in the blocks of a contract; done once for each version.

    python -m training.derive_columns

writes `data/columns/<newest version>.json`. When the contract gets a new version, this makes its file; those of older
versions stay as they are, whatever becomes of the blocks' names and units, so that old networks read what they read.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from arena.games.moba import contract
from arena.games.moba.fields import BLOCKS, Block
from arena.games.moba.rule_records import MAX_HEROES, MAX_ITEMS
from arena.games.moba.versions import Contract, contract_of
from training.columns import FOLDER, NOT_A_TARGET, NOWHERE

NAMES = ("hero", "item_number", "use_number")
"""Fields that are numbers of heroes or items, to be embedded."""
USE_FIELDS = ("aims_at_unit", "aims_at_point")
OWN_BLOCKS = ("own", "abilities", "items", "kit", "uses", "item_waits", "effects")
WORLD_BLOCKS = ("common", "lanes", "own_buildings", "enemy_buildings", "world", "camps", "runes")
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


class _Derivation:
    """The blocks of a version, by name."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.block = {block.name: block for block in blocks}
        ends = np.cumsum([block.size for block in blocks]).tolist()
        self.start = {block.name: end - block.size for block, end in zip(blocks, ends, strict=True)}
        self.classes = {name: first for name, first in UNIT_CLASSES.items() if name in self.block}
        self.unit_columns = list(
            dict.fromkeys(
                (field.name, field.unit)
                for name in self.classes
                for field in self.block[name].fields
                if _is_value(field.name)
            )
        )

    def columns(self, blocks: Sequence[str], *, names: bool) -> list[int]:
        """Columns of whole blocks in order: of numbers to embed, or of all the others."""
        return [
            self.start[name] + row * len(self.block[name].fields) + place
            for name in blocks
            if name in self.block
            for row in range(self.block[name].rows)
            for place, field in enumerate(self.block[name].fields)
            if (field.name in NAMES) == names
        ]

    def places(self, name: str) -> list[int]:
        """For each field of a class, its column in a unit's row, NOWHERE for what is not a value."""
        return [
            self.unit_columns.index((field.name, field.unit)) if _is_value(field.name) else NOWHERE
            for field in self.block[name].fields
        ]

    def slots(self) -> list[list[int]]:
        """First column, class and target slot of every place for a unit."""
        return [
            [
                self.start[name] + row * len(self.block[name].fields),
                unit_class,
                first + row if first != NOT_A_TARGET else NOT_A_TARGET,
            ]
            for unit_class, (name, first) in enumerate(self.classes.items())
            for row in range(self.block[name].rows)
        ]

    def use_aims(self) -> list[list[int]]:
        """Columns that say what an item in use wants."""
        if "uses" not in self.block:
            return []
        uses = self.block["uses"]
        return [
            [self.start["uses"] + row * len(uses.fields) + _place(field, uses) for field in USE_FIELDS]
            for row in range(uses.rows)
        ]


def derive(blocks: Sequence[Block], version: Contract) -> dict[str, Any]:
    """The fields of a version's `Columns`, as plain data."""
    found = _Derivation(blocks)
    kinds, targets, offsets, aims = version.action_ranges
    return {
        "own": found.columns(OWN_BLOCKS, names=False),
        "world": found.columns(WORLD_BLOCKS, names=False),
        "own_names": found.columns(OWN_BLOCKS, names=True),
        "items_carried": found.block["items"].rows,
        "items_in_use": found.block["uses"].rows if "uses" in found.block else 0,
        "unit_columns": [list(each) for each in found.unit_columns],
        "slots": found.slots(),
        "field_places": _table([found.places(name) for name in found.classes]),
        "hero_fields": [_place("hero", found.block[name]) for name in found.classes],
        "use_aims": found.use_aims(),
        "heroes": MAX_HEROES + 1,
        "items": MAX_ITEMS + 1,
        "kinds": kinds,
        "targets": targets,
        "offsets": offsets,
        "aims": aims,
        "target_rows": version.target_rows,
        "self_target": contract.SELF_TARGET,
        "hero_slots": contract.ALLIES + contract.ENEMIES,
    }


def _is_value(name: str) -> bool:
    return name not in (*NAMES, "present")


def _place(field: str, block: Block) -> int:
    """Which field of a block it is, NOWHERE none."""
    names = [one.name for one in block.fields]
    return names.index(field) if field in names else NOWHERE


def _table(rows: list[list[int]]) -> list[list[int]]:
    """Rows of unequal length filled up with NOWHERE."""
    most = max(map(len, rows))
    return [row + [NOWHERE] * (most - len(row)) for row in rows]


def format_columns(fields: dict[str, Any]) -> str:
    """The text of a version's file: a field a line."""
    lines = (f" {json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    """Write the file of the newest version."""
    newest = contract_of(contract.CONTRACT_VERSION)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{newest.version}.json").write_text(format_columns(derive(BLOCKS, newest)), encoding="utf-8")


if __name__ == "__main__":
    main()
