"""The loops of packing.py, compiled; what arrays hold is said there."""

from __future__ import annotations

import numpy as np

from arena.games.moba.layout import ABILITIES, ATTACK, CAST_1, MOVE, USE_1
from training.forms import AIMED, AT_TARGET, OFFSET, PLAIN
from training.kernel import loop


@loop
def count_units(observations, matches, heroes, slots, starts):
    """Write behind `starts[0]` where the units of each row end: as many as slots are filled."""
    for i in range(len(matches)):
        row = observations[matches[i], heroes[i]]
        found = 0
        for s in range(slots.shape[0]):
            found += row[slots[s, 0]] > 0.0
        starts[i + 1] = starts[i] + found


@loop
def pack_units(
    observations,
    matches,
    heroes,
    table,
    places,
    hero_fields,
    names,
    starts,
    units,
    slots,
    classes,
    unit_names,
):
    """Copy every filled slot's fields to their columns of a unit's row; the first field is that it is filled."""
    for i in range(len(matches)):
        row = observations[matches[i], heroes[i]]
        unit = starts[i]
        for s in range(table.shape[0]):
            column, unit_class = table[s, 0], table[s, 1]
            if row[column] > 0.0:
                units[unit, :] = 0.0
                for field in range(1, places.shape[1]):
                    place = places[unit_class, field]
                    if place >= 0:
                        units[unit, place] = row[column + field]
                slots[unit] = table[s, 2]
                classes[unit] = unit_class
                unit_names[unit] = unit_class * names
                if hero_fields[unit_class] >= 0:
                    hero = int(row[column + hero_fields[unit_class]])
                    unit_names[unit] += hero if hero < names else 0
                unit += 1


@loop
def target_row(kind):
    """forms.TARGET_ROW of a kind that takes a target."""
    if kind == ATTACK:
        return 0
    return 1 + kind - CAST_1 if kind < USE_1 else 1 + ABILITIES + kind - USE_1


@loop
def write_forms(row, use_aims, ability_forms, forms):
    """What every kind takes: abilities by the hero, items in use by what the observation says of them."""
    forms[:] = PLAIN
    forms[MOVE] = OFFSET
    forms[ATTACK] = AT_TARGET
    for k in range(ABILITIES):
        forms[CAST_1 + k] = ability_forms[k]
    for k in range(use_aims.shape[0]):
        if row[use_aims[k, 0]] > 0.0:
            forms[USE_1 + k] = AT_TARGET
        elif row[use_aims[k, 1]] > 0.0:
            forms[USE_1 + k] = AIMED


@loop
def pack_rows(
    observations,
    masks,
    matches,
    heroes,
    own_columns,
    world_columns,
    name_columns,
    name_limits,
    use_aims,
    self_target,
    ability_forms,
    starts,
    slots,
    own,
    world,
    names,
    legal,
    forms,
    targets,
):
    """Copy what a row has once, and say what is legal: only targets that are units of the row, or the hero itself."""
    kinds, count = legal.shape[1], targets.shape[2]
    encoded = np.zeros(count, np.bool_)
    for i in range(len(matches)):
        row = observations[matches[i], heroes[i]]
        mask = masks[matches[i], heroes[i]]
        for c in range(len(own_columns)):
            own[i, c] = row[own_columns[c]]
        for c in range(len(world_columns)):
            world[i, c] = row[world_columns[c]]
        for c in range(len(name_columns)):
            number = int(row[name_columns[c]])
            names[i, c] = number if number < name_limits[c] else 0
        encoded[:] = False
        encoded[self_target] = True
        for unit in range(starts[i], starts[i + 1]):
            if slots[unit] >= 0:
                encoded[slots[unit]] = True
        for t in range(targets.shape[1]):
            for s in range(count):
                targets[i, t, s] = mask[kinds + t * count + s] & encoded[s]
        write_forms(row, use_aims, ability_forms[int(row[name_columns[0]])], forms[i])
        for kind in range(kinds):
            legal[i, kind] = mask[kind]
            if mask[kind] and forms[i, kind] == AT_TARGET:
                legal[i, kind] = targets[i, target_row(kind)].any()


@loop
def take_units(
    starts,
    rows,
    taken_starts,
    units,
    slots,
    classes,
    unit_names,
    to_units,
    to_slots,
    to_classes,
    to_unit_names,
):
    """Copy the units of some rows, one row after the other."""
    for i in range(len(rows)):
        place = taken_starts[i]
        for unit in range(starts[rows[i]], starts[rows[i] + 1]):
            to_units[place, :] = units[unit]
            to_slots[place] = slots[unit]
            to_classes[place] = classes[unit]
            to_unit_names[place] = unit_names[unit]
            place += 1
