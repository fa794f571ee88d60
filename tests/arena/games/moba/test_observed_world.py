"""Sun, runes, boss, camps, couriers and neutrals, in numbers worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba import Batch
from arena.games.moba import contract as c
from arena.games.moba import layout as lay
from arena.games.moba.neutrals import appear
from arena.games.moba.numbers import cell_of, sign_of
from tests.arena.games.moba.observed import block, observed
from tests.arena.games.moba.random_play import setups

BOTH, WEST, EAST = 3, 2, 1  # who sees a neutral of west's half


@pytest.fixture
def batch() -> Batch:
    """A fresh match of blitz after its first look, all cells dark."""
    found = Batch("blitz", setups("blitz", 1))
    found.observe()
    found.matches[0].tick = 90
    found.matches[0].lit[:] = 0
    return found


def light(batch: Batch, half: int, owner: int, x: float, y: float) -> None:
    """Let a side see the cell of a point of the half `owner`."""
    n = int(batch.rules.n)
    cell = int(cell_of(batch.rules, sign_of(owner), x, y))
    batch.matches[0].lit[half, cell // n] |= 1 << (cell % n)


def dweller(batch: Batch, half: int, slot: int, kind: int, seen: int) -> int:
    """Let a neutral, by its slot among the half's, be at home; the number of the unit."""
    number = half * lay.HALF + lay.FIRST_NEUTRAL + slot
    appear(batch.matches[0], batch.rules, number, kind, 0)
    batch.matches[0].units[number].seen = seen
    return number


def test_night_follows_day(batch: Batch) -> None:
    day = int(batch.rules.variant.day)
    for tick, night, sun in (
        (day // 4, 0.0, 0.75),
        (day, 1.0, 1.0),
        (3 * day // 2, 1.0, 0.5),
        (2 * day, 0.0, 1.0),
    ):
        batch.matches[0].tick = tick
        world = block(batch, 0, "world")
        assert (world["night"], world["sun"]) == (night, pytest.approx(sun))


def test_runes_are_seen_when_their_place_is_and_in_the_own_frame(batch: Batch) -> None:
    m, rules = batch.matches[0], batch.rules
    m.rune[:] = lay.BOUNTY_RUNE, lay.HASTE_RUNE
    m.tick = int(rules.variant.rune_first + rules.variant.rune_every // 3)
    assert block(batch, 0, "world")["next_rune"] == pytest.approx(2 / 3, abs=0.01)
    assert not any(
        block(batch, h, f"runes[{row}]")[f"{name}_rune"]
        for h in (0, 5)
        for row in (0, 1)
        for name in lay.RUNE_NAMES[1:]
    )
    light(batch, 0, 1, -rules.rune[0], -rules.rune[1])
    theirs, own = block(batch, 0, "runes[1]"), block(batch, 0, "runes[0]")
    assert {name for name, value in theirs.items() if value} == {"rune_watched", "haste_rune"}
    assert set(own.values()) == {0.0}
    light(batch, 1, 1, -rules.rune[0], -rules.rune[1])
    assert block(batch, 5, "runes[0]") == theirs


def test_no_rune_and_no_boss_come_in_a_duel() -> None:
    world = block(Batch("duel", setups("duel", 1)), 0, "world")
    assert (world["next_rune"], world["boss_soonest"], world["boss_latest"], world["boss_lives"]) == (
        1,
        1,
        1,
        0,
    )


def test_before_its_death_the_boss_is_expected_and_nobody_knows_where(batch: Batch) -> None:
    m, data = batch.matches[0], batch.rules.variant
    m.tick = int(data.boss_first - data.boss_most // 2)
    for pit in (0, 1):
        m.pit = pit
        world = block(batch, 0, "world")
        assert world["boss_soonest"] == world["boss_latest"] == pytest.approx(0.5)
        assert (world["boss_pit"], world["boss_lives"], world["boss_seen"]) == (0.0, 0.0, 0.0)
    m.tick = int(data.boss_first) + 1
    world = block(batch, 0, "world")
    assert (world["boss_latest"], world["boss_lives"], world["boss_pit"]) == (0.0, 1.0, 0.0)


def test_a_boss_in_sight_is_known_to_who_sees_it(batch: Batch) -> None:
    m = batch.matches[0]
    m.pit = 0
    number = dweller(batch, 0, lay.NEUTRALS, lay.BEAST, WEST)
    m.units[number].health = 0.25 * m.units[number].max_health
    seen = {"boss_pit": 1.0, "boss_lives": 1.0, "boss_seen": 1.0, "boss_health": 0.25, "boss_latest": 0.0}
    assert {name: block(batch, 0, "world")[name] for name in seen} == seen
    unseen = {"boss_pit": 0.0, "boss_seen": 0.0, "boss_health": 0.0}
    assert {name: block(batch, 5, "world")[name] for name in unseen} == unseen
    m.units[number].seen = EAST
    assert block(batch, 5, "world")["boss_pit"] == -1.0


def test_after_its_death_both_sides_know_the_time_between_which_it_returns(batch: Batch) -> None:
    m, data = batch.matches[0], batch.rules.variant
    m.bosses[0], m.pit, m.tick = 2, 1, 9000
    m.boss_died, m.boss_due = 9000 - int(data.boss_least) // 2, 9000 + int(data.boss_least)
    for h, pit, own in ((0, -1.0, 0.5), (5, 1.0, 0.0)):
        world = block(batch, h, "world")
        assert world["boss_pit"] == pit and world["own_bosses"] == own
        assert world["boss_soonest"] == pytest.approx(0.5 * data.boss_least / data.boss_most)
        assert world["boss_latest"] == pytest.approx(1 - 0.5 * data.boss_least / data.boss_most)
        assert world["boss_lives"] == 0.0
    m.tick = int(m.boss_died + data.boss_most)
    assert block(batch, 0, "world")["boss_lives"] == 1.0


def test_camps_are_known_as_far_as_they_are_in_sight(batch: Batch) -> None:
    rules = batch.rules
    for place, seen in ((6, BOTH), (7, WEST), (8, EAST)):  # the third camp of west
        dweller(batch, 0, place, lay.SMALL, seen)
    light(batch, 0, 0, rules.camps[2, 0], rules.camps[2, 1])
    assert block(batch, 0, "camps[2]") == pytest.approx({"watched": 1.0, "neutrals": 2 / 3})
    assert block(batch, 5, "camps[8]") == pytest.approx({"watched": 0.0, "neutrals": 2 / 3})
    assert block(batch, 0, "camps[8]") == {"watched": 0.0, "neutrals": 0.0}


def test_the_own_courier_is_known_and_the_enemys_when_seen(batch: Batch) -> None:
    m, rules = batch.matches[0], batch.rules
    mine, theirs = m.units[lay.HALF + lay.COURIER], m.units[lay.COURIER]
    mine.alive, mine.x, mine.y = 1, -1500.0, 750.0
    m.courier_for[1] = 3
    world = block(batch, 5, "world")
    expected = {
        "courier_alive": 1.0,
        "courier_busy": 1.0,
        "courier_x": 0.2,
        "courier_y": -0.1,
        "courier_back": 0.0,
    }
    assert {name: world[name] for name in expected} == pytest.approx(expected)
    mine.alive, m.courier_due[1] = 0, m.tick + int(rules.variant.courier) // 2
    world = block(batch, 5, "world")
    expected = {"courier_alive": 0.0, "courier_x": 0.0, "courier_back": 0.5}
    assert {name: world[name] for name in expected} == pytest.approx(expected)
    me = m.units[lay.HALF]
    theirs.alive, theirs.x, theirs.y, theirs.health, theirs.max_health = 1, me.x - 3000.0, me.y, 30.0, 60.0
    for seen in (0, 1):
        theirs.seen = seen
        row = block(batch, 5, "enemy_courier")
        assert row["present"] == row["legal"] == seen
        assert row["health_share"] == 0.5 * seen
        assert row["dx"] == pytest.approx(0.75 * seen)
        assert bool(batch.masks[0, 5, c.ATTACK_MASK + c.COURIER_SLOT]) == bool(seen)


def test_a_neutral_in_sight_reads_as_it_stands(batch: Batch) -> None:
    m = batch.matches[0]
    number = dweller(batch, 0, 0, lay.LARGE, WEST)
    me, unit = m.units[0], m.units[number]
    me.x, me.y, me.damage = unit.x, unit.y - 300.0, 50.0
    unit.health, unit.max_health, unit.armour, unit.target, unit.damage = 250.0, 500.0, 0.0, 0, 80.0
    unit.status = lay.ROOTED
    row = block(batch, 0, "neutrals[0]")
    expected = {
        "present": 1.0, "dx": 0.0, "dy": 300 / 1300, "distance": 300 / 1300, "in_my_reach": row["in_my_reach"],
        "x": unit.x / 7500, "y": unit.y / 7500, "in_its_reach": 0.0, "attacks_me": 1.0, "blow": 50 / 250, "legal": 1.0,
        "small": 0.0, "medium": 0.0, "large": 1.0, "boss": 0.0, "health_share": 0.5, "health": 0.2, "damage": 0.2,
        "armour": 0.0, "held": 1.0, "attacks_hero": 1.0, "attack_progress": 0.0,
    }  # fmt: skip
    assert row == pytest.approx(expected)
    assert batch.slots[0, 0, c.NEUTRAL_SLOT] == number
    assert set(block(batch, 0, "neutrals[1]").values()) == {0.0}
    unit.seen = EAST
    assert set(block(batch, 0, "neutrals[0]").values()) == {0.0}
    assert np.all(batch.slots[0, 0, c.NEUTRAL_SLOT :] == -1)


def test_every_block_of_a_side_is_the_same_for_its_heroes(batch: Batch) -> None:
    west = [
        {k: v for k, v in observed(batch, h).items() if k.startswith(("world", "camps", "runes"))}
        for h in range(5)
    ]
    assert all(columns == west[0] for columns in west)
