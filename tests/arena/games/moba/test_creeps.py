"""Creeps: waves, growth, the sides' luck, super creeps, what they fight, and that none stands still for good."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba import Batch, Setup, random_lineups
from arena.games.moba import layout as lay
from tests.arena.games.moba.scenes import Scene

CREEPS = slice(lay.FIRST_CREEP, lay.FIRST_NEUTRAL)


def before_wave(wave: int, variant: str = "blitz") -> Scene:
    """A scene four ticks before the wave with a number (1 first) is sent."""
    scene = Scene(variant=variant, tick=0)
    v = scene.rules.variant
    sent = int(v.first_wave) + (wave - 1) * int(v.wave)
    scene.m.tick = sent - sent % 4
    if sent % 4 == 0:
        scene.m.tick -= 4
    scene.m.wave = wave - 1
    scene.m.units["anchor"] = scene.m.tick
    return scene


def creeps(scene: Scene, half: int, lane: int) -> np.ndarray:
    """Living creeps of a half's lane."""
    units = scene.m.units[half * lay.HALF : (half + 1) * lay.HALF][CREEPS]
    return units[(units["alive"] == 1) & (units["lane"] == lane)]


def kinds(found: np.ndarray) -> list[int]:
    """How many melee, ranged and siege creeps there are."""
    return [int((found["kind"] == kind).sum()) for kind in (lay.MELEE, lay.RANGED, lay.SIEGE)]


@pytest.mark.parametrize("variant", ["full", "blitz"])
@pytest.mark.parametrize("wave", [1, 2, 3, 5, 6])
def test_a_wave_has_the_creeps_the_variant_says(variant: str, wave: int) -> None:
    scene = before_wave(wave, variant)
    scene.step()
    v = scene.rules.variant
    assert scene.m.wave == wave
    for half in range(2):
        for lane in range(3):
            melee, ranged, siege = kinds(creeps(scene, half, lane))
            assert melee in (v.melee, v.melee + 1) and ranged == v.ranged
            assert siege == (wave % v.siege_every == 0)


def test_waves_come_one_after_the_other() -> None:
    scene = Scene(tick=0)
    v = scene.rules.variant
    scene.until(int(v.first_wave) - 4)
    assert scene.m.wave == 0
    scene.until(int(v.first_wave + 2 * v.wave))
    assert scene.m.wave == 3


def test_in_a_duel_the_middle_lane_alone_has_creeps() -> None:
    scene = before_wave(1, "duel")
    scene.step()
    for half in range(2):
        assert [len(creeps(scene, half, lane)) > 0 for lane in range(3)] == [False, True, False]


@pytest.mark.parametrize("wave", [1, 2, 3, 5, 6, 7, 300])
def test_creeps_grow_every_few_waves_up_to_a_cap(wave: int) -> None:
    scene = before_wave(wave)
    v = scene.rules.variant
    scene.step()
    steps = min(wave // int(v.growth_every), int(v.growth_cap))
    for kind in (lay.MELEE, lay.RANGED):
        data = scene.rules.kinds[kind]
        found = creeps(scene, 0, 1)
        found = found[found["kind"] == kind]
        assert set(found["max_health"]) == set(found["health"]) == {data.health + steps * data.health_growth}
        assert set(found["damage"]) == {data.damage + steps * data.damage_growth}


def test_super_creeps_march_where_the_barracks_has_fallen() -> None:
    """East's barracks of its own lane 0 guards the lane that west calls 2."""
    scene = before_wave(2)
    scene.m.rebuild[1, 0] = 100_000
    scene.step()
    data, factor = scene.rules.kinds[lay.MELEE], float(scene.rules.variant.super_factor)
    for half, lane, expected in ((0, 2, factor), (0, 0, 1.0), (0, 1, 1.0), (1, 0, 1.0), (1, 2, 1.0)):
        found = creeps(scene, half, lane)
        found = found[found["kind"] == lay.MELEE]
        assert set(found["max_health"]) == {data.health * expected}
        assert set(found["damage"]) == {data.damage * expected}
        assert set(found["open"]) == {int(expected > 1.0)}


def extra(keys: tuple[int, int], waves: int) -> np.ndarray:
    """(waves, 2, 3): where a wave had one more melee creep."""
    batch = Batch("blitz", [Setup(5, *random_lineups("blitz", 5), keys=keys)], observe_floats=False)
    v, m = batch.rules.variant, batch.matches[0]
    found = np.zeros((waves, 2, 3), bool)
    for wave in range(waves):
        m.units["alive"].reshape(2, lay.HALF)[:, CREEPS] = 0
        m.units["kind"].reshape(2, lay.HALF)[:, CREEPS] = lay.NOBODY
        m.units["born"] = -1000
        m.tick = int(v.first_wave) + wave * int(v.wave) - 2
        batch.observe()
        batch.step(np.zeros((1, 10, 4), np.int64))
        for half in range(2):
            units = m.units[half * lay.HALF : (half + 1) * lay.HALF][CREEPS]
            for lane in range(3):
                mine = (units["alive"] == 1) & (units["lane"] == lane) & (units["kind"] == lay.MELEE)
                found[wave, half, lane] = mine.sum() > v.melee
    return found


def test_the_extra_creep_is_drawn_from_the_sides_own_key() -> None:
    one, other = extra((1, 2), 60), extra((2, 1), 60)
    assert (one[:, ::-1] == other).all(), "the luck goes with the key, not with the side"
    assert (one[:, 0] != one[:, 1]).any()
    share = one.mean()
    expected = float(Scene().rules.variant.extra_share)
    assert abs(share - expected) < 4 * (expected * (1 - expected) / one.size) ** 0.5


def test_creeps_fight_what_comes_within_500_and_return_to_their_lane() -> None:
    scene = Scene((), ("Lance",))
    creep = scene.creep(0, lay.MELEE, -600.0, -600.0, active=True)
    scene.m.units[creep].step = 2
    target = scene.put(5, -300.0, -250.0)
    scene.step(2)
    assert scene.m.units[creep].target == target
    scene.unit(5).x = scene.unit(5).y = 1500.0
    scene.step(2)
    assert scene.m.units[creep].target == -1
    scene.step(30)
    x, y = float(scene.m.units[creep].x), float(scene.m.units[creep].y)
    assert x > -500.0 and abs(x - y) < 150.0


@pytest.mark.parametrize(("gap", "fights"), [(480.0, True), (520.0, False)])
def test_a_melee_creep_sees_500_far(gap: float, fights: bool) -> None:
    scene = Scene((), ("Lance",))
    creep = scene.creep(0, lay.MELEE, -250.0)
    scene.put(5, -250.0 + gap)
    scene.step()
    assert (scene.m.units[creep].target >= 0) == fights


def test_creeps_take_the_nearest_and_leave_closed_structures_alone() -> None:
    scene = Scene((), ("Lance",))
    far, near = scene.creep(1, lay.MELEE, 200.0), scene.creep(1, lay.MELEE, 100.0, 60.0)
    creep = scene.creep(0, lay.MELEE, -100.0)
    scene.step()
    assert scene.m.units[creep].target == near != far
    scene = Scene()
    tower = scene.m.units[scene.structure(1, 4)]
    tower.seen, tower.damage = 1, 0.0
    creep = scene.creep(0, lay.MELEE, float(tower.x) - 200.0, float(tower.y))
    scene.step(2)
    assert scene.m.units[creep].target == -1
    tower.open = 1
    scene.step(2)
    assert scene.m.units[creep].target == scene.structure(1, 4)


def test_a_creep_that_cannot_walk_is_counted_and_one_that_fights_is_not() -> None:
    scene = Scene((), ("Lance",))
    scene.m.units["health"][lay.HALF] = 1e9
    still = scene.creep(0, lay.MELEE, -500.0, 0.0)
    busy = scene.creep(0, lay.MELEE, 300.0, 0.0, active=True)
    scene.put(5, 400.0, 0.0)
    scene.unit(5).max_health = scene.unit(5).health = 1e9
    scene.m.units[busy].max_health = scene.m.units[busy].health = 1e9
    scene.until(780)
    assert scene.faults() == {}
    scene.until(830)
    assert scene.faults() == {"stuck_creep": 1}
    assert (scene.m.units[still].x, scene.m.units[still].y) == (-500.0, 0.0)


def test_a_creep_for_which_there_is_no_room_is_counted() -> None:
    scene = before_wave(1)
    v = scene.rules.variant
    for slot in range(lay.CREEPS - 2):
        number = scene.creep(0, lay.MELEE, -4500.0 + 60.0 * (slot % 12), -4500.0 + 60.0 * (slot // 12))
        scene.m.units[number].lane = 1
    scene.step()
    wanted = 3 * (v.melee + v.ranged)
    assert wanted - 2 <= scene.faults()["creep_pool_full"] <= wanted + 3 - 2
    assert scene.m.units["alive"][lay.FIRST_CREEP : lay.FIRST_NEUTRAL].sum() == lay.CREEPS
    assert scene.m.peak[0, lay.CREEP_POOL] == lay.CREEPS > scene.m.peak[1, lay.CREEP_POOL] > 0
    assert len(creeps(scene, 1, 1)) >= v.melee + v.ranged, "the other side's wave is whole"


def test_a_dead_creeps_place_rests_before_it_is_given_again() -> None:
    scene = Scene(("Lance",))
    creep = scene.creep(1, lay.MELEE, 60.0, health=1.0)
    scene.put(0, -60.0)
    scene.attack(0, creep)
    scene.step(6)
    assert not scene.m.units[creep].alive and scene.m.units[creep].kind == lay.NOBODY
    died = int(scene.m.units[creep].born)
    v = scene.rules.variant
    scene.m.tick = int(v.first_wave + v.wave) - 2 - (int(v.first_wave + v.wave) - 2) % 4
    scene.m.units[creep].born = scene.m.tick - 50
    scene.step()
    assert scene.m.wave == 1 and not scene.m.units[creep].alive and died < 230
    alive = scene.m.units["alive"][lay.HALF + lay.FIRST_CREEP : lay.HALF + lay.FIRST_NEUTRAL].sum()
    assert scene.m.peak[1, lay.CREEP_POOL] == alive + 1, "a place at rest is held"


def test_the_dead_push_nobody() -> None:
    """A creep killed in a tick is out of the way in the same tick."""
    scene = Scene(("Lance",))
    creep = scene.creep(1, lay.MELEE, 60.0, health=1.0)
    scene.put(0, -60.0)
    friend = scene.creep(1, lay.MELEE, 110.0)
    scene.unit(0).target, scene.unit(0).windup, scene.unit(0).ready = creep, 201, 400
    scene.hero(0).order, scene.hero(0).order_unit = lay.ATTACK, creep
    scene.attack(0, creep)
    scene.step()
    assert not scene.m.units[creep].alive
    assert scene.m.units[friend].x == 110.0


@pytest.mark.parametrize(("variant", "count"), [("blitz", 8), ("full", 2)])
def test_idle_against_idle_ends_by_the_creeps(variant: str, count: int) -> None:
    setups = [Setup(seed, *random_lineups(variant, seed)) for seed in range(count)]
    batch = Batch(variant, setups, observe_floats=False)
    hold = np.zeros((count, 10, 4), np.int64)
    batch.observe()
    while batch.running.any():
        batch.step(hold)
    assert set(batch.matches["ending"]) == {lay.BY_ANCIENT}
    assert (batch.faults() == 0).all()
