"""Columns that networks read: found by name, every one of the observation in exactly one place."""

from __future__ import annotations

import numpy as np

from arena.games.moba.contract import TARGETS
from arena.games.moba.fields import columns as observed
from training import columns
from training.columns import CLASSES, FIELD_PLACES, OWN, OWN_NAMES, SLOTS, UNIT_COLUMNS, WORLD

NAMES = [name for name, _ in observed()]


def test_every_column_of_the_observation_is_read_once() -> None:
    units = {
        SLOTS[s, 0] + field
        for s in range(len(SLOTS))
        for field in range(FIELD_PLACES.shape[1])
        if FIELD_PLACES[SLOTS[s, 1], field] >= 0
    }
    present = set(SLOTS[:, 0].tolist())
    heroes = {
        int(column + columns.HERO_FIELDS[unit_class])
        for column, unit_class, _ in SLOTS
        if columns.HERO_FIELDS[unit_class] >= 0
    }
    parts = [set(OWN.tolist()), set(WORLD.tolist()), set(OWN_NAMES.tolist()), units, present, heroes]
    assert sum(map(len, parts)) == len(NAMES)
    assert set().union(*parts) == set(range(len(NAMES)))


def test_names_to_embed_are_those_of_the_hero_its_items_and_its_uses() -> None:
    found = [NAMES[column] for column in OWN_NAMES]
    assert found[0] == "own.hero"
    assert found[columns.ITEM_NAMES] == [f"items[{slot}].item_number" for slot in range(6)]
    assert found[columns.USE_NAMES] == ["uses[0].use_number", "uses[1].use_number"]
    assert [[NAMES[column] for column in row] for row in columns.USE_AIMS] == [
        ["uses[0].aims_at_unit", "uses[0].aims_at_point"],
        ["uses[1].aims_at_unit", "uses[1].aims_at_point"],
    ]


def test_every_target_slot_but_the_hero_itself_has_one_place_for_a_unit() -> None:
    targets = SLOTS[SLOTS[:, 2] >= 0, 2]
    assert sorted(targets) == sorted(set(range(TARGETS)) - {37})
    assert [NAMES[column] for column, _, target in SLOTS if target == 44] == ["enemy_courier.present"]


def test_a_field_of_one_meaning_is_one_column_and_of_several_units_several() -> None:
    names = [name for name, _ in UNIT_COLUMNS]
    assert names.count("dx") == 1
    assert names.count("health") == 3  # of heroes and structures, of creeps, of neutrals
    assert len(FIELD_PLACES) == CLASSES
    for places in FIELD_PLACES:
        kept = places[places >= 0]
        assert len(set(kept.tolist())) == len(kept)
    assert len(UNIT_COLUMNS) <= columns.UNIT_WIDTH
    assert np.issubdtype(FIELD_PLACES.dtype, np.integer)
