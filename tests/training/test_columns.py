"""Columns that networks read: found by name, every one of the observation in exactly one place."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba.contract import TARGETS
from arena.games.moba.fields import columns as observed
from arena.games.moba.versions import VERSIONS, contract_of
from training.columns import columns_of

READ = columns_of()
NAMES = [name for name, _ in observed()]


def test_every_version_of_the_contract_is_read_as_it_was() -> None:
    """Version 1's columns are the first of the newest, in the same parts: what it had is found where it was."""
    for version in VERSIONS:
        read, contract = columns_of(version), contract_of(version)
        assert (read.kinds, read.targets, read.offsets, read.aims) == contract.action_ranges
        assert read.target_rows == contract.target_rows
        for part in ("own", "world", "own_names"):
            found = [contract.columns[column] for column in getattr(read, part)]
            newest = [NAMES[column] for column in getattr(READ, part)]
            assert found == [name for name in newest if name in set(contract.columns)], part


def test_a_version_that_networks_do_not_read_is_refused() -> None:
    with pytest.raises(
        ValueError, match="expected a version of the contract that networks read, of 1, 2; got 9"
    ):
        columns_of(9)


def test_every_column_of_the_observation_is_read_once() -> None:
    units = {
        READ.slots[s, 0] + field
        for s in range(len(READ.slots))
        for field in range(READ.field_places.shape[1])
        if READ.field_places[READ.slots[s, 1], field] >= 0
    }
    present = set(READ.slots[:, 0].tolist())
    heroes = {
        int(column + READ.hero_fields[unit_class])
        for column, unit_class, _ in READ.slots
        if READ.hero_fields[unit_class] >= 0
    }
    parts = [
        set(READ.own.tolist()),
        set(READ.world.tolist()),
        set(READ.own_names.tolist()),
        units,
        present,
        heroes,
    ]
    assert sum(map(len, parts)) == len(NAMES)
    assert set().union(*parts) == set(range(len(NAMES)))


def test_names_to_embed_are_those_of_the_hero_its_items_and_its_uses() -> None:
    found = [NAMES[column] for column in READ.own_names]
    assert found[0] == "own.hero"
    assert found[READ.item_names] == [f"items[{slot}].item_number" for slot in range(6)]
    assert found[READ.use_names] == ["uses[0].use_number", "uses[1].use_number"]
    assert [[NAMES[column] for column in row] for row in READ.use_aims] == [
        ["uses[0].aims_at_unit", "uses[0].aims_at_point"],
        ["uses[1].aims_at_unit", "uses[1].aims_at_point"],
    ]


def test_every_target_slot_but_the_hero_itself_has_one_place_for_a_unit() -> None:
    targets = READ.slots[READ.slots[:, 2] >= 0, 2]
    assert sorted(targets) == sorted(set(range(TARGETS)) - {37})
    assert [NAMES[column] for column, _, target in READ.slots if target == 44] == ["enemy_courier.present"]


def test_a_field_of_one_meaning_is_one_column_and_of_several_units_several() -> None:
    names = [name for name, _ in READ.unit_columns]
    assert names.count("dx") == 1
    assert names.count("health") == 3  # of heroes and structures, of creeps, of neutrals
    assert len(READ.field_places) == READ.classes
    for places in READ.field_places:
        kept = places[places >= 0]
        assert len(set(kept.tolist())) == len(kept)
    assert len(READ.unit_columns) <= READ.unit_width
    assert np.issubdtype(READ.field_places.dtype, np.integer)
