"""Decoding: each kind of action becomes its order; what is illegal is repaired, counted, and never crashes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.games.moba import Batch, Setup, hero_names
from arena.games.moba import contract as c
from arena.games.moba import layout as lay
from arena.games.moba.orders import compass_x, compass_y, decode
from tests.arena.games.moba.scenes import place_creep, raise_hero

BULWARK, EMBER, MERCY = (hero_names().index(name) for name in ("Bulwark", "Ember", "Mercy"))


@pytest.fixture
def batch() -> Batch:
    """Bulwark, Ember and Mercy of west, first of all seats, face Shade and a creep in the middle."""
    others = [h for h in range(len(hero_names())) if h not in (BULWARK, EMBER, MERCY)]
    west, east = (BULWARK, EMBER, MERCY, *others[:2]), tuple(others[2:7])
    found = Batch("blitz", [Setup(1, west, east)], observe_floats=False)
    m = found.matches[0]
    m.tick = 400
    for h in range(10):
        raise_hero(m, found.rules, h, 6)
    for slot, x in ((0, -100.0), (1, -300.0), (2, -400.0)):
        m.units[slot].x, m.units[slot].y = x, 0.0
    m.units[lay.HALF].x, m.units[lay.HALF].y, m.units[lay.HALF].seen = 60.0, 0.0, 1
    creep = place_creep(m, found.rules, 1, 0, lay.MELEE, 0.0, 200.0, 400.0)
    m.units[creep].seen = 1
    found.observe()
    return found


def order(batch: Batch, h: int, *action: int) -> Any:
    """The hero's state after decoding an action, kind, target, offset, aim; and nothing else."""
    numbers = np.array([*action, 0, 0, 0][:4], np.int64)
    decode(batch.matches[0], batch.rules, h, numbers, batch.slots[0, h], batch.masks[0, h])
    return batch.matches[0].heroes[h]


def slot_of(batch: Batch, h: int, number: int) -> int:
    """The slot that names a unit."""
    return int(np.flatnonzero(batch.slots[0, h] == number)[0])


def illegal(batch: Batch) -> int:
    """Actions counted as illegal."""
    return int(batch.tally[:, :, lay.ILLEGAL_ACTIONS].sum())


@pytest.mark.parametrize("kind", [lay.HOLD, lay.RECALL])
def test_hold_and_recall_are_taken_as_they_are(batch: Batch, kind: int) -> None:
    batch.matches[0].heroes[0].order = lay.MOVE
    assert order(batch, 0, kind).order == kind
    assert illegal(batch) == 0


@pytest.mark.parametrize(
    ("offset", "dx", "dy"), [(0, -400, -400), (40, 0, 0), (44, 400, 0), (80, 400, 400), (5, 100, -400)]
)
@pytest.mark.parametrize("h", [0, 5])
def test_a_move_goes_to_a_place_of_the_grid_in_the_own_frame(
    batch: Batch, offset: int, dx: int, dy: int, h: int
) -> None:
    hero = order(batch, h, lay.MOVE, 0, offset)
    unit, s = batch.matches[0].units[h // 5 * lay.HALF], 1 - h // 5 * 2
    assert (hero.order, hero.order_x, hero.order_y) == (lay.MOVE, unit.x + s * dx, unit.y + s * dy)


def test_an_attack_names_the_unit_of_its_slot(batch: Batch) -> None:
    hero = order(batch, 0, lay.ATTACK, slot_of(batch, 0, lay.HALF))
    assert (hero.order, hero.order_unit) == (lay.ATTACK, lay.HALF)
    creep = lay.HALF + lay.FIRST_CREEP
    assert order(batch, 0, lay.ATTACK, slot_of(batch, 0, creep)).order_unit == creep
    assert illegal(batch) == 0


def test_an_illegal_target_becomes_the_first_legal_one_and_is_counted(batch: Batch) -> None:
    hero = order(batch, 0, lay.ATTACK, c.ALLY_SLOT)
    assert (hero.order, hero.order_unit) == (lay.ATTACK, lay.HALF)
    assert illegal(batch) == 1
    hero = order(batch, 0, lay.CAST_1, c.OWN_STRUCTURE_SLOT)
    assert (hero.order, hero.order_unit) == (lay.CAST_1, lay.HALF)
    assert illegal(batch) == 2


def test_an_attack_with_no_legal_target_becomes_a_hold(batch: Batch) -> None:
    batch.masks[0, 0, c.ATTACK_MASK : c.ABILITY_MASK] = False
    assert order(batch, 0, lay.ATTACK, slot_of(batch, 0, lay.HALF)).order == lay.HOLD
    assert illegal(batch) == 1


def test_an_ability_for_a_unit_takes_the_unit_an_ally_too(batch: Batch) -> None:
    hero = order(batch, 0, lay.CAST_1, slot_of(batch, 0, lay.HALF))
    assert (hero.order, hero.order_unit) == (lay.CAST_1, lay.HALF)
    assert order(batch, 2, lay.CAST_1, slot_of(batch, 2, 0)).order_unit == 0
    assert order(batch, 2, lay.CAST_1, c.SELF_TARGET).order_unit == 2
    assert illegal(batch) == 0


def test_an_ability_without_a_target_takes_none(batch: Batch) -> None:
    hero = order(batch, 0, lay.CAST_2, c.ENEMY_SLOT, 3, 5)
    assert (hero.order, hero.order_unit, hero.order_x) == (lay.CAST_2, 0, -100.0)
    assert illegal(batch) == 0


def test_aim_zero_is_the_target_and_others_are_the_compass(batch: Batch) -> None:
    target = slot_of(batch, 1, lay.HALF)
    hero = order(batch, 1, lay.CAST_1, target, 0, 0)
    assert (hero.order, hero.order_x, hero.order_y) == (lay.CAST_1, 60.0, 0.0)
    reach = 0.98 * float(batch.rules.heroes[EMBER].abilities[0].reach)
    for aim in range(1, c.AIMS):
        hero = order(batch, 1, lay.CAST_1, 0, 0, aim)
        angle = 2.0 * math.pi * (aim - 1) / c.COMPASS
        expected = (-300.0 + reach * math.cos(angle), reach * math.sin(angle))
        assert (hero.order_x, hero.order_y) == pytest.approx(expected)
    assert illegal(batch) == 0


def test_the_compass_of_east_is_turned(batch: Batch) -> None:
    m = batch.matches[0]
    m.heroes[5].hero = EMBER
    raise_hero(m, batch.rules, 5, 6)
    batch.observe()
    reach = float(batch.rules.heroes[EMBER].abilities[0].reach)
    assert order(batch, 5, lay.CAST_1, 0, 0, 1).order_x == pytest.approx(60.0 - 0.98 * reach)
    assert order(batch, 5, lay.CAST_1, 0, 0, 5).order_y == pytest.approx(-0.98 * reach)


def test_the_compass_is_a_circle() -> None:
    for point in range(c.COMPASS):
        angle = 2.0 * math.pi * point / c.COMPASS
        assert (compass_x(point), compass_y(point)) == pytest.approx(
            (math.cos(angle), math.sin(angle)), abs=1e-15
        )


def test_a_kind_the_mask_forbids_becomes_a_hold_and_is_counted(batch: Batch) -> None:
    batch.matches[0].heroes[0].order = lay.MOVE
    assert not batch.masks[0, 0, lay.CAST_3]  # a passive ability
    assert order(batch, 0, lay.CAST_3, 0).order == lay.HOLD
    assert illegal(batch) == 1


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("number", [-1, 1000, -(1 << 62), 1 << 62])
def test_numbers_out_of_range_become_a_hold_and_are_counted(batch: Batch, place: int, number: int) -> None:
    action = [lay.MOVE, 0, 0, 0]
    action[place] = number
    assert order(batch, 0, *action).order == lay.HOLD
    assert illegal(batch) == 1


def test_a_dead_hero_an_empty_seat_and_a_held_recall_take_no_orders(batch: Batch) -> None:
    m = batch.matches[0]
    m.units[0].alive = 0
    assert order(batch, 0, lay.MOVE, 0, 0).order == lay.HOLD
    m.heroes[1].recall = 500
    assert order(batch, 1, lay.MOVE, 0, 0).order == lay.HOLD
    m.heroes[2].hero = -1
    assert order(batch, 2, lay.MOVE, 0, 0).order == lay.HOLD
    assert illegal(batch) == 0


def noise(rng: np.random.Generator, n: int) -> NDArray[np.int64]:
    """Actions without regard to any mask, some far out of range."""
    actions = rng.integers(-3, [lay.KINDS + 3, c.TARGETS + 3, c.OFFSETS + 3, c.AIMS + 3], (n, 10, 4))
    wild = rng.random((n, 10, 4)) < 0.02
    return np.where(wild, rng.integers(-(1 << 62), 1 << 62, (n, 10, 4)), actions)


def test_noise_is_played_counted_and_refused_by_nothing_deeper() -> None:
    rng = np.random.default_rng(2)
    played = Batch(
        "blitz", [Setup(s, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)) for s in range(4)], observe_floats=False
    )
    for _ in range(300):
        played.observe()
        played.step(noise(rng, played.n))
    assert illegal(played) > 1000
    assert played.faults().sum() == 0
    orders = played.matches["heroes"]["order"]
    assert ((orders >= 0) & (orders < lay.KINDS)).all()
