"""Packing against a slow reading of the observation by the names of its fields."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.games import moba
from arena.games.moba.contract import KINDS, SELF_TARGET, TARGETS
from arena.games.moba.fields import BLOCKS, OBSERVATION, columns
from arena.games.moba.rules import heroes as hero_rules
from tests.training.conftest import Scene
from training.columns import columns_of
from training.derive_columns import UNIT_CLASSES
from training.forms import AIMED, AT_TARGET, OFFSET, PLAIN
from training.packing import BY_ROW, BY_UNIT, Packed, Packer, concatenate, pack

READ = columns_of()
UNIT_COLUMNS, HEROES = READ.unit_columns, READ.heroes


def same(one: Packed, other: Packed) -> bool:
    return all(
        np.array_equal(getattr(one, name), getattr(other, name)) for name in (*BY_ROW, *BY_UNIT, "starts")
    )


def part(row: np.void, block: str, place: int, field: str) -> float:
    """A field of a block's row, wherever it is nested."""
    one = row[block][place]
    if field in one.dtype.names:
        return float(one[field])
    (group,) = [name for name in one.dtype.names if one[name].dtype.names and field in one[name].dtype.names]
    return float(one[group][field])


def slow_units(row: np.void) -> list[tuple[int, int, int, dict[tuple[str, str], float]]]:
    """(class, slot, hero, fields) of every unit that is present, in order."""
    found = []
    blocks = {block.name: block for block in BLOCKS}
    for unit_class, (name, first) in enumerate(UNIT_CLASSES.items()):
        for place in range(blocks[name].rows):
            values = {
                (field.name, field.unit): part(row, name, place, field.name) for field in blocks[name].fields
            }
            if values.pop(("present", "0 or 1")):
                hero = [key for key in values if key[0] == "hero"]
                number = int(values.pop(hero[0])) if hero else 0
                found.append((unit_class, first + place if first >= 0 else -1, number, values))
    return found


def rows_of(scene: Scene) -> list[tuple[int, np.void]]:
    records = scene.observations.view(OBSERVATION)[..., 0]
    return [
        (i, records[t, scene.matches[j], scene.heroes[j]])
        for i, (t, j) in enumerate(np.ndindex(scene.decisions, scene.heroes_count))
    ]


def test_units_are_those_that_are_present_with_their_fields_by_name(blitz: Scene) -> None:
    packed = blitz.packed
    classes = set()
    for i, row in rows_of(blitz)[::7]:
        units = slow_units(row)
        begin, end = packed.starts[i : i + 2]
        assert end - begin == len(units)
        for at, (unit_class, slot, hero, values) in zip(range(begin, end), units, strict=True):
            assert (packed.classes[at], packed.slots[at]) == (unit_class, slot)
            assert packed.unit_names[at] == unit_class * HEROES + hero
            expected = [values.get(column, 0.0) for column in UNIT_COLUMNS]
            np.testing.assert_array_equal(packed.units[at, : len(UNIT_COLUMNS)], np.float32(expected))
            assert not packed.units[at, len(UNIT_COLUMNS) :].any()
            classes.add(unit_class)
    assert len(classes) >= 7  # the scene is rich enough to show something


def test_a_row_has_its_own_block_the_world_and_names(blitz: Scene) -> None:
    flat = blitz.observations[:, blitz.matches, blitz.heroes].reshape(len(blitz.packed), -1)
    np.testing.assert_array_equal(blitz.packed.own, flat[:, READ.own])
    np.testing.assert_array_equal(blitz.packed.world, flat[:, READ.world])
    for i, row in rows_of(blitz):
        names = [row["own"][0]["who"]["hero"], *row["items"][0:6]["item_number"], *row["uses"]["use_number"]]
        np.testing.assert_array_equal(blitz.packed.names[i], np.array(names).astype(int))


def test_what_is_legal_is_the_mask_s_and_every_target_has_a_unit(blitz: Scene) -> None:
    masks = blitz.masks[:, blitz.matches, blitz.heroes].reshape(len(blitz.packed), -1)
    np.testing.assert_array_equal(blitz.packed.legal, masks[:, :KINDS])
    np.testing.assert_array_equal(blitz.packed.targets.reshape(len(masks), -1), masks[:, KINDS:])
    for i in range(len(blitz.packed)):
        slots = set(blitz.packed.slots[blitz.packed.starts[i] : blitz.packed.starts[i + 1]]) | {SELF_TARGET}
        assert set(np.nonzero(blitz.packed.targets[i].any(0))[0]) <= slots


def test_a_target_without_a_unit_is_not_legal_and_takes_its_kind_with_it(blitz: Scene) -> None:
    observations = np.zeros_like(blitz.observations[0])  # nothing is seen
    masks = np.ones_like(blitz.masks[0])
    packed = pack("blitz", observations, masks, blitz.matches, blitz.heroes)
    assert len(packed.units) == 0
    assert not packed.targets[..., [slot for slot in range(TARGETS) if slot != SELF_TARGET]].any()
    assert packed.targets[..., SELF_TARGET].all()
    masks[..., KINDS + SELF_TARGET] = False  # of the attack
    packed = pack("blitz", observations, masks, blitz.matches, blitz.heroes)
    assert not packed.legal[:, 2].any()
    assert packed.legal[:, [0, 1, 3, 7]].all()


def test_kinds_take_what_the_rules_say(blitz: Scene) -> None:
    wants = {"unit": AT_TARGET, "point": AIMED, "line": AIMED, "channel": AIMED}
    heroes = hero_rules()
    for i, row in rows_of(blitz)[: blitz.heroes_count]:
        rules = heroes[int(row["own"][0]["who"]["hero"]) - 1]
        abilities = [wants.get(ability["mode"], PLAIN) for ability in rules["abilities"]]
        uses = [
            AT_TARGET if use["aims_at_unit"] else AIMED if use["aims_at_point"] else PLAIN
            for use in row["uses"]
        ]
        assert blitz.packed.forms[i].tolist() == [
            *(PLAIN, OFFSET, AT_TARGET),
            *abilities,
            *(PLAIN, PLAIN),
            *uses,
            PLAIN,
        ]


def test_a_seat_that_no_hero_sits_on_is_packed_as_nothing() -> None:
    batch = moba.Batch("duel", [moba.Setup(1, *moba.random_lineups("duel", 1))])
    batch.observe()
    packed = pack("duel", batch.observations, batch.masks, np.zeros(1, np.int64), np.array([3]))
    assert not packed.own.any() and not packed.names.any() and len(packed.units) == 0
    assert packed.legal.tolist() == [[True] + [False] * (KINDS - 1)]


def test_rows_do_not_depend_on_what_is_packed_with_them(blitz: Scene) -> None:
    alone = concatenate(
        [
            Packer("blitz", hidden=True).add(
                blitz.observations[t],
                blitz.masks[t],
                blitz.matches[j : j + 1],
                blitz.heroes[j : j + 1],
            )
            for t in range(blitz.decisions)
            for j in range(blitz.heroes_count)
        ]
    )
    assert same(alone, blitz.packed)


def test_a_packer_s_views_stay_as_they_were_while_its_buffers_grow_and_begin_anew_when_cleared(
    blitz: Scene,
) -> None:
    packer = Packer("blitz", hidden=True)
    arguments = [(blitz.observations[t], blitz.masks[t], blitz.matches, blitz.heroes) for t in range(8)]
    views = [packer.add(*one) for one in arguments]
    assert same(concatenate(views), blitz.packed)
    assert same(packer.packed(), blitz.packed)
    packer.clear()
    assert len(packer.packed()) == 0
    assert same(packer.add(*arguments[5]), views[5])
    assert same(packer.packed(), views[5])


@pytest.mark.parametrize("rows", [[], [0], [7, 3, 3, 159]])
def test_rows_can_be_taken_in_any_order(blitz: Scene, rows: list[int]) -> None:
    taken = blitz.packed.take(np.array(rows, np.int64))
    assert len(taken) == len(rows)
    for place, row in enumerate(rows):
        assert same(taken.between(place, place + 1), blitz.packed.between(row, row + 1))


def test_sequences_are_taken_whole_and_stay_time_major(blitz: Scene) -> None:
    n = blitz.heroes_count
    taken = blitz.packed.take_sequences(np.array([4, 1]), length=blitz.decisions)
    assert len(taken) == 2 * blitz.decisions
    for t in range(blitz.decisions):
        for place, sequence in enumerate((4, 1)):
            row, expected = t * 2 + place, t * n + sequence
            assert same(taken.between(row, row + 1), blitz.packed.between(expected, expected + 1))


def test_heroes_of_a_match_and_a_side_are_a_team(blitz: Scene) -> None:
    teams = blitz.packed.teams.reshape(blitz.decisions, -1)
    assert (teams == teams[0]).all()
    assert teams[0].tolist() == [0] * 5 + [1] * 5 + [2] * 5 + [3] * 5


def test_what_a_network_has_no_name_for_is_nobody_to_it(blitz: Scene) -> None:
    """As if the game had got more heroes and items since the network's contract."""
    observations = blitz.observations[0].copy()
    names = [name for name, _ in columns()]
    for name, number in {"own.hero": 24.0, "items[0].item_number": 32.0, "allies[0].hero": 24.0}.items():
        observations[:, :, names.index(name)] = number
    packer = Packer("blitz")
    known = packer.add(observations, blitz.masks[0], blitz.matches, blitz.heroes)
    assert (known.names[:, 0] == 24).all() and (known.names[:, 1] == 32).all()
    packer._columns = replace(READ, heroes=24, items=32)
    packer.clear()
    unknown = packer.add(observations, blitz.masks[0], blitz.matches, blitz.heroes)
    assert not unknown.names[:, :2].any()
    allies = unknown.slots == 0
    assert allies.any() and not unknown.unit_names[allies].any()
