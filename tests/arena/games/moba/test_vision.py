"""Fog: who is seen, from where, at what height, behind what; and what is remembered of heroes."""

from __future__ import annotations

import math
from functools import cache

import numpy as np
import pytest

from arena.games.moba import layout as lay
from arena.games.moba import map_tables, maps
from arena.games.moba import rules as r
from tests.arena.games.moba.scenes import Scene
from tests.arena.games.moba.test_effects import plant

MAP = maps.load("blitz")
RADII = map_tables.SIGHT_RADII
MIDDLE = (16, 15)  # a cell of the river, open to the west and east of it


def centre(cell: tuple[int, int]) -> tuple[float, float]:
    """The middle of a cell (ix, iy)."""
    return (cell[0] + 0.5) * MAP.cell - MAP.half, (cell[1] + 0.5) * MAP.cell - MAP.half


def blind(west: tuple[str, ...] = (), east: tuple[str, ...] = ()) -> Scene:
    """A scene without structures, so that heroes alone see."""
    scene = Scene(west, east)
    for half in range(2):
        first = half * lay.HALF
        scene.m.units["alive"][first + lay.FIRST_STRUCTURE : first + lay.ANCIENT] = 0
    return scene


def sees(watcher: tuple[int, int], watched: tuple[int, int]) -> bool:
    """Whether a hero in one cell sees a hero in another."""
    scene = blind(("Lance",), ("Lance",))
    scene.put(0, *centre(watcher))
    scene.put(5, *centre(watched))
    scene.step()
    return bool(scene.unit(5).seen)


@cache
def ground(ix: int, iy: int) -> int:
    """Height of a cell."""
    return int(MAP.ground[iy, ix])


def free(ix: int, iy: int) -> bool:
    """Whether a cell is no wall."""
    return not MAP.walls[iy, ix]


def pairs(wanted: str) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Cells two apart in a row: with a wall between, with level ground between, or with a step between."""
    found = []
    for iy in range(9, 23):
        for ix in range(9, 21):
            if not (free(ix, iy) and free(ix + 2, iy)):
                continue
            levels = {ground(ix, iy), ground(ix + 1, iy), ground(ix + 2, iy)}
            if wanted == "wall" and not free(ix + 1, iy) and ground(ix, iy) == ground(ix + 2, iy):
                found.append(((ix, iy), (ix + 2, iy)))
            if wanted == "level" and free(ix + 1, iy) and len(levels) == 1:
                found.append(((ix, iy), (ix + 2, iy)))
            if (
                wanted == "step"
                and free(ix + 1, iy)
                and ground(ix, iy) < ground(ix + 2, iy) == ground(ix + 1, iy)
            ):
                found.append(((ix, iy), (ix + 2, iy)))
    return found[:: max(len(found) // 6, 1)][:6]


@pytest.mark.parametrize(("low", "high"), pairs("step"))
def test_what_stands_higher_is_not_seen_from_below(low: tuple[int, int], high: tuple[int, int]) -> None:
    assert not sees(low, high)
    assert sees(high, low)


@pytest.mark.parametrize(("a", "b"), pairs("wall"))
def test_nothing_is_seen_through_a_wall(a: tuple[int, int], b: tuple[int, int]) -> None:
    assert not sees(a, b) and not sees(b, a)


@pytest.mark.parametrize(("a", "b"), pairs("level"))
def test_level_ground_is_seen_both_ways(a: tuple[int, int], b: tuple[int, int]) -> None:
    assert sees(a, b) and sees(b, a)


def test_all_three_cases_stand_on_the_map() -> None:
    assert all(len(pairs(wanted)) >= 2 for wanted in ("wall", "level", "step"))


@pytest.mark.parametrize(
    "kind", [lay.MELEE, lay.RANGED, lay.SIEGE, lay.HERO, lay.TOWER, lay.BARRACK, lay.BASE, lay.CORE]
)
def test_each_kind_sees_as_far_as_its_class_says(kind: int) -> None:
    """On open ground: every cell whose centre lies within the radius and half a cell of the watcher's, no other."""
    scene = blind()
    scene.m.units["alive"][: lay.HALF] = 0
    scene.m.heroes["respawn"] = 0
    x, y = centre(MIDDLE)
    number = scene.creep(0, lay.MELEE, x, y)
    scene.m.units[number].kind = kind if kind != lay.HERO else lay.MELEE
    if kind == lay.HERO:
        scene.m.units[number].alive = 0
        number = scene.put(0, x, y)
        scene.m.units[number].alive = 1
    scene.step()
    radius = RADII[int(scene.rules.kinds[kind].sight)] + MAP.cell / 2
    lit = {(ix, iy) for iy in range(MAP.n) for ix in range(MAP.n) if int(scene.m.lit[0, iy]) >> ix & 1}
    gaps = {cell: math.dist(centre(cell), centre(MIDDLE)) for cell in lit}
    assert max(gaps.values()) <= radius
    assert {(ix, MIDDLE[1]) for ix in range(14, 19)} <= lit, "the river lies open to both sides"
    assert (max(gaps.values()) > RADII[0] + MAP.cell / 2) == (radius > RADII[0] + MAP.cell / 2)


def test_what_the_dead_saw_is_dark() -> None:
    scene = blind(("Lance",), ("Lance",))
    scene.put(0, -100.0, -100.0)
    scene.put(5, 100.0, -100.0)
    scene.step()
    assert scene.unit(5).seen
    scene.unit(0).alive, scene.hero(0).respawn = 0, 9000
    scene.step()
    assert not scene.unit(5).seen


def test_the_invisible_are_unseen_until_revealed() -> None:
    scene = blind(("Lance",), ("Lance",))
    scene.put(0, -100.0, -100.0)
    hidden = scene.put(5, 100.0, -100.0)
    plant(scene, hidden, r.INVISIBLE)
    scene.step()
    assert not scene.unit(5).seen
    scene.batch.observe()
    row = list(scene.batch.slots[0, 0]).index(hidden)
    assert not scene.batch.masks[0, 0, lay.KINDS + row], "an unseen hero is no target"
    plant(scene, hidden, r.REVEAL, ability=1)
    scene.step(2)
    assert scene.unit(5).seen


def test_heroes_are_remembered_as_last_seen() -> None:
    scene = blind(("Lance",), ("Lance",))
    scene.put(0, -100.0, -100.0)
    scene.put(5, 100.0, -100.0, level=3, health=123.0)
    scene.hero(5).mana = 45.0
    scene.step()
    hero = scene.hero(5)
    assert (hero.seen_x, hero.seen_y, hero.seen_health, hero.seen_mana) == (100.0, -100.0, 123.0, 45.0)
    assert (hero.seen_level, hero.seen_max_health) == (3, scene.unit(5).max_health)
    seen = int(hero.seen_tick)
    assert scene.m.tick - 4 < seen <= scene.m.tick
    scene.unit(5).x, scene.unit(5).y, scene.unit(5).health = 3000.0, 3000.0, 77.0
    scene.step(3)
    assert not scene.unit(5).seen
    assert (hero.seen_x, hero.seen_y, hero.seen_health, hero.seen_tick) == (100.0, -100.0, 123.0, seen)


def test_nobody_has_been_seen_at_the_start() -> None:
    scene = Scene(tick=0)
    scene.batch.observe()
    assert set(scene.m.heroes["seen_tick"]) == {-1}
    assert not scene.m.units["seen"][: lay.HEROES].any()


def test_the_sides_see_apart() -> None:
    """Each side's lit cells come from its own units alone, and a side's sight of a cell is not the other's."""
    scene = blind(("Lance",), ("Lance",))
    scene.put(0, -100.0, -100.0)
    scene.step()
    cell = maps.cell_of(MAP, np.array([-100.0, -100.0]))
    bit = [int(scene.m.lit[half, int(cell) // MAP.n]) >> (int(cell) % MAP.n) & 1 for half in range(2)]
    assert bit == [1, 0]
