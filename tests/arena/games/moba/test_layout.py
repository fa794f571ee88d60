"""The record of a match: whole, plain, and small enough."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba import layout as lay

RECORDS = {name: value for name, value in vars(lay).items() if isinstance(value, np.dtype)}


def leaves(kind: np.dtype, path: str = "") -> list[tuple[str, np.dtype]]:
    """Every plain field of a record, those of nested records too."""
    base = kind.base
    if base.names is None:
        return [(path, base)]
    return [leaf for name in base.names for leaf in leaves(base[name], f"{path}.{name}")]


@pytest.mark.parametrize("name", RECORDS)
def test_all_fields_are_whole_or_double_and_aligned(name: str) -> None:
    assert {kind.str for _, kind in leaves(RECORDS[name])} <= {"<i8", "<f8"}
    assert RECORDS[name].itemsize % 8 == 0


def test_the_named_numbers_count_their_names() -> None:
    assert lay.FAULT_NAMES[lay.REFUSED_ORDER] == "refused_order"
    assert lay.FAULT_NAMES[lay.CREEP_POOL_FULL] == "creep_pool_full"
    assert lay.TALLY_NAMES[lay.CASTS] == "casts_1"
    for name, place in lay.TALLY.items():
        if not name.startswith("casts"):
            assert getattr(lay, name.upper()) == place
    assert [
        lay.ENDINGS[e]
        for e in (lay.BY_ANCIENT, lay.BY_BOTH, lay.BY_KILLS, lay.BY_TOWER, lay.BY_LIMIT, lay.BY_SAFETY)
    ] == [
        "ancient",
        "both ancients",
        "kills",
        "tower",
        "limit",
        "safety stop",
    ]


def test_a_half_is_heroes_structures_a_courier_creeps_neutrals_and_the_boss() -> None:
    assert lay.FIRST_STRUCTURE == lay.HEROES == 5
    assert lay.FIRST_CREEP == lay.COURIER + 1 == lay.FIRST_STRUCTURE + lay.STRUCTURES + 1
    assert (lay.BARRACKS, lay.BASE_TOWER, lay.ANCIENT) == (14, 17, 19)
    assert lay.FIRST_CREEP + lay.CREEPS == lay.FIRST_NEUTRAL == lay.BOSS - lay.NEUTRALS
    assert lay.BOSS + 1 == lay.HALF and 2 * lay.HALF == lay.UNITS


def test_hindrances_are_bits_of_their_own() -> None:
    bits = [lay.STUNNED, lay.ROOTED, lay.SILENCED, lay.DISARMED, lay.HIDDEN, lay.REVEALED]
    assert sum(bits) == np.bitwise_or.reduce(bits)


def test_saving_a_match_is_copying_its_record() -> None:
    match = np.zeros(1, lay.MATCH)
    copy = match.copy()
    match[0].units[3].health = 5.0
    assert copy[0].units[3].health == 0.0
    assert np.frombuffer(match.tobytes(), lay.MATCH)[0].units[3].health == 5.0


def test_a_match_stays_small() -> None:
    """96 kB: four hundred matches in 40 MB; what a tick alone needs lies in the worker's scratch memory."""
    assert lay.MATCH.itemsize < 96 * 1024


def test_records_are_read_by_attribute() -> None:
    match = np.zeros(1, lay.MATCH)[0]
    match.heroes[2].skill[1] = 4
    assert match.heroes[2].skill[1] == 4 and isinstance(match, np.record)
