"""Structures: the order in which they open, who guards them, what they shoot at, and barracks that rise again."""

from __future__ import annotations

import pytest

from arena.games.moba import layout as lay
from tests.arena.games.moba.scenes import Scene, after_armour, cut, number_of

LANE = 1  # the middle
FIRST = 201


def fell(scene: Scene, number: int) -> None:
    """Let hero 0 bring a structure down, all but dead before."""
    unit = scene.m.units[number]
    unit.health, unit.damage, unit.seen = 1.0, 0.0, 1
    away = 1.0 if number >= lay.HALF else -1.0
    place = scene.unit(0)
    place.x, place.y, place.health = float(unit.x) - 130.0 * away, float(unit.y), place.max_health
    scene.attack(0, number)
    for _ in range(30):
        scene.step()
        if not unit.alive:
            return
    raise AssertionError(f"structure {number} stands, open {unit.open}, health {unit.health}")


def attacker() -> Scene:
    """A scene with a hero of west in which the structures of east do not shoot."""
    scene = Scene(("Lance",))
    scene.put(0, 0.0, level=25)
    scene.m.units["damage"][lay.HALF + lay.FIRST_STRUCTURE : lay.HALF + lay.COURIER] = 0.0
    scene.m.units["max_health"][0] = 1e6
    scene.hero(0).base_damage = scene.unit(0).damage = 200.0
    return scene


def is_open(scene: Scene) -> list[int]:
    """Places of east's structures that stand open."""
    units = scene.m.units[lay.HALF + lay.FIRST_STRUCTURE : lay.HALF + lay.COURIER]
    return [place for place in range(lay.STRUCTURES) if units["open"][place] and units["alive"][place]]


def test_each_structure_opens_the_next() -> None:
    scene = attacker()
    assert is_open(scene) == [0, 3, 6]
    steps = [
        (3, [0, 4, 6]),
        (4, [0, 5, 6]),
        (5, [0, 6, 10]),
        (10, [0, 6, 12, 13]),
        (12, [0, 6, 13]),
        (13, [0, 6, 14]),
    ]
    for place, opened in steps:
        fell(scene, scene.structure(1, place))
        assert is_open(scene) == opened
    assert scene.m.ending == lay.RUNNING
    fell(scene, scene.structure(1, 14))
    assert (scene.m.ending, scene.m.winner) == (lay.BY_ANCIENT, 1)
    assert scene.faults() == {}


@pytest.mark.parametrize("place", [4, 5, 10, 12, 13, 14])
def test_a_closed_structure_is_no_target_and_takes_nothing(place: int) -> None:
    scene = attacker()
    number = scene.structure(1, place)
    unit = scene.m.units[number]
    scene.unit(0).x, scene.unit(0).y = float(unit.x) - 150.0, float(unit.y)
    creep = scene.creep(0, lay.SIEGE, float(unit.x) - 200.0, float(unit.y) - 120.0, active=True)
    scene.unit(0).target, scene.unit(0).windup = number, FIRST  # a blow that lands nevertheless
    scene.step()
    scene.batch.observe()
    slot = list(scene.batch.slots[0, 0]).index(number)
    assert not scene.batch.masks[0, 0, lay.KINDS + slot]
    scene.step(20)
    assert unit.health == unit.max_health
    assert scene.m.units[creep].target != number


def shot(scene: Scene, anchor: int) -> float:
    """What one arrow takes from east's outer tower, whose last enemy creep was near at tick `anchor`."""
    tower = scene.m.units[scene.structure(1, 3)]
    tower.damage, tower.anchor, tower.seen = 0.0, anchor, 1
    scene.put(0, float(tower.x) - 500.0, float(tower.y), level=6)
    scene.attack(0, scene.structure(1, 3))
    while tower.hurt == 0:
        scene.step()
    return float(tower.max_health - tower.health)


def test_an_unattended_structure_takes_a_quarter() -> None:
    alone, attended = Scene(("Thorn",)), Scene(("Thorn",))
    tower = alone.m.units[alone.structure(1, 3)]
    attended.creep(0, lay.MELEE, float(tower.x) - 300.0, float(tower.y) - 300.0)
    loss = shot(attended, 0)
    blow = 2.5 * float(attended.unit(0).damage)  # what heroes do to structures
    assert loss == after_armour(blow, float(tower.armour))
    assert shot(alone, 0) == cut(loss / 4)


def test_a_structure_that_is_left_alone_recovers() -> None:
    scene = Scene()
    tower = scene.m.units[scene.structure(1, 3)]
    tower.health, tower.hurt, tower.anchor = 100.0, 0, 0
    scene.step(15)
    assert tower.health == 100.0 + 60 * cut(8.0 / 30)
    tower.hurt = int(scene.m.tick)
    scene.step(15)
    assert tower.health == 100.0 + 60 * cut(8.0 / 30)
    tower.hurt, tower.health = 0, tower.max_health - 0.1
    scene.step(4)
    assert tower.health == tower.max_health


def test_a_fallen_barracks_stands_again_whole_and_open() -> None:
    scene = attacker()
    number = scene.structure(1, 10)
    unit = scene.m.units[number]
    unit.open = 1
    fell(scene, number)
    fallen = int(scene.m.rebuild[1, LANE]) - int(scene.rules.variant.rebuild)
    assert scene.m.tick - 4 < fallen <= scene.m.tick
    scene.unit(0).x = scene.unit(0).y = 0.0
    scene.m.tick = fallen + int(scene.rules.variant.rebuild) - 4 - fallen % 4
    while scene.m.tick < fallen + scene.rules.variant.rebuild:
        assert not unit.alive
        scene.step()
    assert unit.alive and unit.health == unit.max_health and unit.open
    assert scene.m.rebuild[1, LANE] == 0
    assert {12, 13} <= set(is_open(scene)), "the base towers stay open"


def tower_scene() -> tuple[Scene, int, float, float]:
    """A scene with east's outer tower on the middle lane: its number and place."""
    scene = Scene(("Lance", "Brute"), ("Bulwark",))
    number = scene.structure(1, 3)
    return scene, number, float(scene.m.units[number].x), float(scene.m.units[number].y)


def test_a_tower_shoots_creeps_before_heroes() -> None:
    scene, tower, x, y = tower_scene()
    scene.put(0, x - 300.0, y)
    scene.step(2)
    assert scene.m.units[tower].target == number_of(0), "a hero alone is shot at"
    scene, tower, x, y = tower_scene()
    scene.put(0, x - 300.0, y)
    creep = scene.creep(0, lay.MELEE, x - 400.0, y)
    scene.step(2)
    assert scene.m.units[tower].target == creep


def test_a_tower_keeps_its_target_until_that_is_gone() -> None:
    scene, tower, x, y = tower_scene()
    far = scene.creep(0, lay.MELEE, x - 500.0, y)
    scene.step(2)
    near = scene.creep(0, lay.MELEE, x - 200.0, y)
    scene.step(4)
    assert scene.m.units[tower].target == far
    scene.m.units[far].x = x - 900.0
    scene.step(8)
    assert scene.m.units[tower].target == near


def test_a_tower_turns_on_whoever_hurts_a_hero_under_it() -> None:
    scene, tower, x, y = tower_scene()
    scene.put(0, x - 300.0, y)
    scene.creep(0, lay.MELEE, x - 200.0, y)
    victim = scene.put(5, x - 300.0, y + 110.0)
    scene.unit(5).max_health = scene.unit(5).health = 1e5
    scene.attack(0, victim)
    scene.step(10)
    assert scene.m.units[tower].target == number_of(0)


def test_a_tower_hurts_by_its_damage() -> None:
    scene, tower, x, y = tower_scene()
    victim = scene.put(0, x - 300.0, y)
    while scene.unit(0).hurt == 0:
        scene.step()
    damage = cut(float(scene.m.units[tower].damage) * float(scene.rules.kinds[lay.TOWER].to_heroes))
    assert scene.unit(0).max_health - scene.unit(0).health == after_armour(
        damage, float(scene.m.units[victim].armour)
    )


@pytest.mark.parametrize(("gap", "shoots"), [(-10.0, True), (20.0, False)])
def test_a_tower_shoots_as_far_as_it_says(gap: float, shoots: bool) -> None:
    scene, tower, x, y = tower_scene()
    data = scene.rules.kinds
    reach = float(data[lay.TOWER].reach + data[lay.HERO].radius)
    scene.put(0, x - reach - gap, y)
    scene.step(4)
    assert (scene.m.units[tower].target == number_of(0)) == shoots


def test_structures_wear_with_each_growth_of_the_creeps() -> None:
    scene = Scene()
    v = scene.rules.variant
    growth = int(v.growth_every)
    wave = max(growth, -(-int(v.wear_from) // growth) * growth)
    scene.m.wave = wave - 1
    scene.m.tick = int(v.first_wave) - 2 + int(v.wave) * 3
    before = scene.m.units["max_health"][lay.FIRST_STRUCTURE : lay.COURIER].copy()
    scene.step()
    after = scene.m.units["max_health"][lay.FIRST_STRUCTURE : lay.COURIER]
    assert scene.m.wave == wave
    assert list(after) == [cut(h * (1.0 - float(v.wear))) for h in before]
    assert list(scene.m.units["health"][lay.FIRST_STRUCTURE : lay.COURIER]) == list(after)
    scene.step(10)
    assert list(scene.m.units["max_health"][lay.FIRST_STRUCTURE : lay.COURIER]) == list(after)
