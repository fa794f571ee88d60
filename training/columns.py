"""Which columns of the observation a network reads as what: the hero's own, the world, units, names to embed.

A network reads the contract that it was made under, for ever: what each version of the contract means to it is data,
`data/columns/<version>.json`, written once by `training.derive_columns` when the version is new and never changed. A
unit's row has one column for every field that any class of units has; a field that several classes have, in the same
unit of measurement, is one column, so that one encoder reads them all.
"""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.contract import CONTRACT_VERSION

FOLDER = Path(__file__).parent / "data" / "columns"
NOT_A_TARGET = -1
NOWHERE = -1

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """A version of the contract, as a network reads and answers it.

    Attributes:
        version: of the contract.
        own: columns of the hero's own block, its abilities, items and effects.
        world: columns of what the side knows of the match.
        own_names: columns of the hero's number, its items' and those of its items in use, in this order.
        items_carried: how many of them are of all its items, and `items_in_use` of those that have a use.
        unit_columns: (name, unit of measurement) of every column of a unit's row.
        slots: (unit slots, 3) the first column of each, which says whether a unit fills it, its class, its target
            slot or NOT_A_TARGET; classes follow one another.
        field_places: (classes, most fields): where each field of a class stands in a unit's row, NOWHERE for what is
            no value.
        hero_fields: (classes,): which field of a class is the hero's number, NOWHERE none.
        use_aims: (items in use, 2): columns that say that the item wants a unit, a point.
        heroes: numbers that a hero can have, 0 nobody; what has a greater one is nobody to the network.
        items: the same of items.
        kinds: kinds of actions; `targets` target slots, `offsets`, `aims`.
        target_rows: rows of legal targets in the mask.
        self_target: the target slot of the hero itself.
        hero_slots: the first target slots are those of so many other heroes.
    """

    version: int
    own: Ints
    world: Ints
    own_names: Ints
    items_carried: int
    items_in_use: int
    unit_columns: tuple[tuple[str, str], ...]
    slots: Ints
    field_places: Ints
    hero_fields: Ints
    use_aims: Ints
    heroes: int
    items: int
    kinds: int
    targets: int
    offsets: int
    aims: int
    target_rows: int
    self_target: int
    hero_slots: int

    @property
    def unit_width(self) -> int:
        """Columns of a unit's row, filled up with zeros to whole lines of the processor's cache."""
        return -(-len(self.unit_columns) // 16) * 16

    @property
    def classes(self) -> int:
        """Classes of units."""
        return len(self.hero_fields)

    @property
    def item_names(self) -> slice:
        """Among `own_names`, all its items."""
        return slice(1, 1 + self.items_carried)

    @property
    def use_names(self) -> slice:
        """Among `own_names`, its items that have a use."""
        return slice(1 + self.items_carried, len(self.own_names))

    @property
    def name_limits(self) -> Ints:
        """(own_names,): the number from which on a name is none to the network."""
        return np.array([self.heroes] + [self.items] * (len(self.own_names) - 1), np.int64)


@functools.cache
def columns_of(version: int = CONTRACT_VERSION) -> Columns:
    """The columns of a version of the contract, the newest if none is named.

    Raises:
        ValueError: this trainer has none for it.
    """
    path = FOLDER / f"{version}.json"
    if not path.exists():
        known = ", ".join(sorted(each.stem for each in FOLDER.glob("*.json")))
        raise ValueError(f"expected a version of the contract that networks read, of {known}; got {version}")
    fields = json.loads(path.read_text(encoding="utf-8"))
    width = {"use_aims": 2, "slots": 3}
    for name in ("own", "world", "own_names", "slots", "field_places", "hero_fields", "use_aims"):
        array = np.array(fields[name], np.int64)
        fields[name] = array.reshape(-1, width[name]) if name in width else array
    fields["unit_columns"] = tuple((name, unit) for name, unit in fields["unit_columns"])
    return Columns(version=version, **fields)
