"""The observation as data: blocks of fields, in the order of the columns, and their record.

`OBSERVATION` is a structured type of float32 over the same columns, through which observation.py writes.
docs/contract.md is generated from here. Version 1's blocks come first, unchanged, so that its observation is the
beginning of this one.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arena.games.moba import layout as lay
from arena.games.moba.contract import (
    ALLIES,
    ENEMIES,
    ENEMY_CREEPS,
    ENEMY_STRUCTURES,
    MISSILE_SLOTS,
    NEUTRALS_SEEN,
    OWN_CREEPS,
    OWN_STRUCTURES,
)
from arena.games.moba.field_groups import (
    ABILITY,
    ALLY,
    ATTACKS_ME,
    BLOW,
    BODY,
    BUILDING,
    COMMON,
    CREEP,
    DOING,
    ENEMY,
    ENEMY_RELATION,
    ENEMY_STRUCTURE_RELATION,
    GROWTH,
    IN_ITS_REACH,
    ITEM,
    LANE,
    MISSILE,
    PLACE,
    STRENGTH,
    STRUCTURE,
    STRUCTURE_RELATION,
    WHO,
    Field,
    flag,
)
from arena.games.moba.later_fields import (
    CAMP,
    COURIER,
    COURIER_RELATION,
    ITEM_WAIT,
    KIT,
    LASTING,
    NEUTRAL,
    NEUTRAL_RELATION,
    RUNE,
    USE,
    WORLD,
)
from arena.games.moba.rules import EFFECT_KINDS


class Block(NamedTuple):
    """`rows` rows of the same fields, one after the other; `parts` of (name, fields) are nested records."""

    name: str
    rows: int
    parts: tuple[tuple[str, tuple[Field, ...]], ...]
    says: str

    @property
    def fields(self) -> tuple[Field, ...]:
        """The columns of one row."""
        return tuple(field for _, fields in self.parts for field in fields)

    @property
    def size(self) -> int:
        """Columns of all rows."""
        return self.rows * len(self.fields)


BLOCKS = (
    Block(
        "own",
        1,
        (("who", WHO), ("body", BODY), ("growth", GROWTH), ("strength", STRENGTH), ("doing", DOING)),
        "the hero itself",
    ),
    Block("abilities", lay.ABILITIES, (("", ABILITY),), "its abilities 1-4"),
    Block("items", lay.ITEM_SLOTS, (("", ITEM),), "its items"),
    Block("common", 1, (("", COMMON),), "what the side knows of the match"),
    Block("lanes", 3, (("", LANE),), "top, middle and bottom lane of the own frame"),
    Block(
        "own_buildings",
        lay.STRUCTURES,
        (("", BUILDING),),
        "towers of the top lane from the outermost, of the middle, of the bottom; barracks; base towers; ancient",
    ),
    Block(
        "enemy_buildings",
        lay.STRUCTURES,
        (("", BUILDING),),
        "the enemy's in the same order, lanes of the own frame",
    ),
    Block(
        "allies",
        ALLIES,
        (("place", PLACE), ("who", WHO), ("body", BODY), ("known", ALLY)),
        "target slots of allies, nearest first, the dead last",
    ),
    Block(
        "enemies",
        ENEMIES,
        (("place", PLACE), ("relation", ENEMY_RELATION), ("who", WHO), ("body", BODY), ("known", ENEMY)),
        "target slots of enemy heroes, nearest first by what is known",
    ),
    Block(
        "enemy_creeps",
        ENEMY_CREEPS,
        (("place", PLACE), ("relation", (IN_ITS_REACH, ATTACKS_ME, BLOW)), ("known", CREEP)),
        "target slots of enemy creeps in sight within 1,600",
    ),
    Block(
        "own_creeps",
        OWN_CREEPS,
        (("place", PLACE), ("relation", (BLOW, flag("legal", "low enough to be denied"))), ("known", CREEP)),
        "target slots of own creeps within 1,600",
    ),
    Block(
        "enemy_structures",
        ENEMY_STRUCTURES,
        (
            ("place", PLACE),
            ("menace", ENEMY_STRUCTURE_RELATION),
            ("relation", STRUCTURE_RELATION),
            ("known", STRUCTURE),
        ),
        "target slots of enemy structures within 4,000",
    ),
    Block(
        "own_structures",
        OWN_STRUCTURES,
        (("place", PLACE), ("relation", STRUCTURE_RELATION), ("known", STRUCTURE)),
        "target slots of own structures within 4,000",
    ),
    Block(
        "missiles",
        MISSILE_SLOTS,
        (("", MISSILE),),
        "own missiles and enemy missiles in sight within 1,600, nearest first",
    ),
    Block("kit", 1, (("", KIT),), "what the hero itself has besides"),
    Block(
        "uses",
        lay.ACTIVE_ITEMS,
        (("", USE),),
        "its items 1 and 2 that have a use, in the order of their slots",
    ),
    Block(
        "item_waits", lay.ITEM_SLOTS, (("", ITEM_WAIT),), "cooldowns of its items, in the order of `items`"
    ),
    Block("effects", 1, (("", LASTING),), "time left of the effects upon the hero, the longest of each kind"),
    Block("world", 1, (("", WORLD),), "what the side knows of the sun, the runes, the boss and its courier"),
    Block(
        "camps",
        2 * lay.CAMPS,
        (("", CAMP),),
        "the own half's camps, then their images in the enemy's half; only what is in sight now",
    ),
    Block(
        "runes", 2, (("", RUNE),), "the rune of the own half, then of the enemy's; only what is in sight now"
    ),
    Block(
        "neutrals",
        NEUTRALS_SEEN,
        (("place", PLACE), ("relation", NEUTRAL_RELATION), ("known", NEUTRAL)),
        "target slots of neutrals in sight within 1,600",
    ),
    Block(
        "enemy_courier",
        1,
        (("place", PLACE), ("relation", COURIER_RELATION), ("known", COURIER)),
        "the enemy's courier in sight",
    ),
)
OBSERVATION_SIZE = sum(block.size for block in BLOCKS)


def columns() -> list[tuple[str, Field]]:
    """(name, field) of every column in order; names as `enemies[2].health`, rows counted from 0."""
    return [
        (f"{block.name}[{row}].{field.name}" if block.rows > 1 else f"{block.name}.{field.name}", field)
        for block in BLOCKS
        for row in range(block.rows)
        for field in block.fields
    ]


def _record(fields: tuple[Field, ...]) -> np.dtype[np.void]:
    return lay.record(*((field.name, "f4") for field in fields))


def _row(block: Block) -> np.dtype[np.void]:
    """The type of one row of a block, its parts nested where it has several."""
    if len(block.parts) == 1:
        return _record(block.fields)
    return lay.record(*((name, _record(fields)) for name, fields in block.parts))


_ROWS = {block.name: (block.name, _row(block), (block.rows,)) for block in BLOCKS}
# Blocks that follow one another, written once for a side and copied to its heroes.
SHARED_BLOCKS = ("common", "lanes", "own_buildings", "enemy_buildings")
LATER_BLOCKS = ("world", "camps", "runes")
SHARED = lay.record(*(_ROWS[name] for name in SHARED_BLOCKS))
LATER = lay.record(*(_ROWS[name] for name in LATER_BLOCKS))


def _observation() -> np.dtype[np.void]:
    """The record of all blocks, those that a side's heroes share nested as `shared` and `later`."""
    fields: list[tuple[object, ...]] = []
    for block in BLOCKS:
        if block.name == SHARED_BLOCKS[0]:
            fields.append(("shared", SHARED))
        elif block.name == LATER_BLOCKS[0]:
            fields.append(("later", LATER))
        elif block.name not in (*SHARED_BLOCKS, *LATER_BLOCKS):
            fields.append(_ROWS[block.name])
    return lay.record(*fields)


OBSERVATION = _observation()
# The tick's scratch memory, and rows that several observations share.
SCRATCH = lay.record(
    *((name, lay.SCRATCH[name]) for name in lay.SCRATCH.names or ()),
    ("blank", OBSERVATION),  # all zero
    ("shared", SHARED, (2,)),
    ("later", LATER, (2,)),
    ("who", _record(WHO), (2 * lay.HEROES,)),
    ("body", _record(BODY), (2 * lay.HEROES,)),
    ("allies", _record(ALLY), (2 * lay.HEROES,)),
    ("enemies", _record(ENEMY), (2 * lay.HEROES,)),
    ("written", "i8", (lay.UNITS,)),  # 1: the row below is of this decision
    ("creeps", _record(CREEP), (lay.UNITS,)),
    ("structures", _record(STRUCTURE), (lay.UNITS,)),
    ("neutrals", _record(NEUTRAL), (lay.UNITS,)),
    ("left", "i8", (2 * lay.HEROES, len(EFFECT_KINDS))),  # ticks left of the longest effect of each kind
    ("camp_seen", "i8", (2, 2 * lay.CAMPS)),  # living neutrals that each side sees, by camp of its own frame
    ("lane_count", "f8", (2, 3)),  # creeps by lane of their own frame, and how far the foremost is
    ("lane_front", "f8", (2, 3)),
    ("seen_count", "f8", (2, 3)),  # the same of those the other side sees
    ("seen_front", "f8", (2, 3)),
    ("missiles", "i8", (2, 2 * lay.MISSILES)),  # that each side sees: half * MISSILES + place
    ("missile_count", "i8", (2,)),
    ("near", "i8", (MISSILE_SLOTS,)),
    ("near_gap", "f8", (MISSILE_SLOTS,)),
)
