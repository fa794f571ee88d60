"""Neutral camps: when they are filled, how strong, whom their dwellers fight and how far they go."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba import Batch, Setup, maps, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.neutrals import (
    AT_HOME,
    CALM_TICKS,
    GROWTHS,
    HEALING,
    LEASH,
    SETTLE_TICKS,
    spot_x,
    spot_y,
)
from tests.arena.games.moba.scenes import Scene, after_armour, cut, number_of
from tests.arena.games.moba.test_economy import earned, kill, learnt, worth
from tests.arena.games.moba.test_effects import plant

KINDS = ("small", "medium", "large")
CAMP = 1  # the large one on the upper side of west's jungle


def camp_of(scene: Scene, half: int, camp: int) -> np.ndarray:
    """The units of a camp's three slots."""
    first = half * lay.HALF + lay.FIRST_NEUTRAL + camp * lay.CAMP_SIZE
    return scene.m.units[first : first + lay.CAMP_SIZE]


def before_fill(times: int = 0, variant: str = "blitz") -> Scene:
    """A scene four ticks before the camps are filled, for the first time or some times later."""
    v = r.load(variant).variant
    due = int(v.camp_first + times * v.camp_every)
    return Scene(variant=variant, tick=due - 4)


def settled_camp(tick: int = 200) -> tuple[Scene, list[int]]:
    """A scene with one large camp of west at rest, and its units."""
    scene = Scene(("Lance", "Falcon"), ("Lance",), tick=tick)
    kinds = [int(kind) for kind in scene.rules.camp_kinds[CAMP]]
    return scene, [scene.neutral(0, CAMP, place, kind) for place, kind in enumerate(kinds)]


def beside(scene: Scene, number: int, dx: float, dy: float = 0.0) -> tuple[float, float]:
    """A point by a unit."""
    unit = scene.m.units[number]
    return float(unit.x) + dx, float(unit.y) + dy


@pytest.mark.parametrize("variant", ["full", "blitz"])
def test_camps_are_filled_at_their_time_with_what_the_data_say(variant: str) -> None:
    scene = before_fill(variant=variant)
    packs, chart = r.read("units")["packs"], maps.load(r.map_name(variant))
    scene.step()
    assert scene.m.tick == scene.rules.variant.camp_first
    for half, s in ((0, 1.0), (1, -1.0)):
        for camp, size in enumerate(chart.camp_sizes):
            found = camp_of(scene, half, camp)
            assert [lay.KIND_NAMES[kind] for kind in found["kind"]] == packs[size]
            assert found["alive"].all() and (found["lane"] == camp).all()
            for unit in found:
                data = r.read("units")[lay.KIND_NAMES[unit["kind"]]]
                assert (unit["health"], unit["damage"]) == (data["health"], data["damage"])
                assert np.hypot(*(s * chart.camps[camp] - [unit["x"], unit["y"]])) < 100.0
                cell = maps.cell_of(chart, np.array([unit["x"], unit["y"]]))
                assert not chart.walls.flat[cell]


def test_nobody_lives_in_the_camps_of_a_duel() -> None:
    scene = Scene(variant="duel", tick=0)
    scene.until(1000)
    assert not scene.m.units["alive"].reshape(2, lay.HALF)[:, lay.FIRST_NEUTRAL :].any()


def test_a_match_that_begins_in_the_middle_has_camps_as_strong_as_its_minute() -> None:
    setups = [Setup(seed, *random_lineups("blitz", seed), start="midgame") for seed in range(6)]
    batch = Batch("blitz", setups, observe_floats=False)
    growth = int(batch.rules.variant.camp_growth)
    for m in batch.matches:
        wild = m["units"].reshape(2, lay.HALF)[:, lay.FIRST_NEUTRAL : lay.BOSS]
        assert wild["alive"].sum() > 20
        assert set(wild["step"][wild["alive"] == 1]) == {m["tick"] // growth}


def empty(scene: Scene, half: int, camp: int) -> None:
    """Take a camp's dwellers off the field."""
    camp_of(scene, half, camp)["alive"] = camp_of(scene, half, camp)["kind"] = 0


def test_a_camp_is_filled_again_if_it_is_empty_and_nobody_is_near() -> None:
    scene = before_fill(1)
    m = scene.m
    scene.neutral(0, 1, 1, lay.MEDIUM)
    m.camp[0, 2] = m.tick + 5
    x, y = (float(v) for v in scene.rules.camps[3])
    scene.put(5, x, y - 850.0)
    scene.step()
    inhabited = [int(camp_of(scene, 0, camp)["alive"].sum()) for camp in range(lay.CAMPS)]
    assert inhabited == [3, 1, 0, 0, 3, 3]
    scene.put(5, x, y - 950.0)
    m.tick += int(scene.rules.variant.camp_every) - 4
    m.units["anchor"] = m.tick
    scene.step()
    assert [int(camp_of(scene, 0, camp)["alive"].sum()) for camp in range(lay.CAMPS)] == [3, 1, 3, 3, 3, 3]


def test_a_camp_rests_after_its_last_dwellers_death() -> None:
    scene = Scene(("Lance",))
    dweller = scene.neutral(0, CAMP, 0, lay.SMALL)
    scene.put(0, *beside(scene, dweller, -60.0))
    kill(scene, 0, dweller)
    assert scene.m.camp[0, CAMP] == scene.m.units[dweller].born + SETTLE_TICKS
    assert scene.m.units[dweller].kind == lay.NOBODY


@pytest.mark.parametrize("times", [0, 4, 5, 200])
def test_neutrals_are_stronger_the_later_they_come(times: int) -> None:
    scene = before_fill(times)
    v = scene.rules.variant
    scene.step()
    steps = min((int(v.camp_first) + times * int(v.camp_every)) // int(v.camp_growth), GROWTHS)
    for unit in camp_of(scene, 1, CAMP):
        data = scene.rules.kinds[unit["kind"]]
        assert unit["max_health"] == unit["health"] == data.health + steps * data.health_growth
        assert unit["damage"] == data.damage + steps * data.damage_growth
        assert unit["step"] == steps


@pytest.mark.parametrize(("gap", "fights"), [(210.0, True), (235.0, False)])
def test_who_comes_very_near_is_fought_by_the_whole_camp(gap: float, fights: bool) -> None:
    scene, camp = settled_camp()
    scene.put(5, *beside(scene, camp[0], 0.0, -gap), health=1.0)
    scene.unit(5).max_health = scene.unit(5).health = 1e6
    places = [(scene.m.units[n].x, scene.m.units[n].y) for n in camp]
    scene.step(2)
    for number in camp:
        unit = scene.m.units[number]
        assert (unit.open, unit.target) == ((lay.FIGHTING, lay.HALF) if fights else (lay.RESTING, -1))
    scene.step(20)
    assert (scene.m.units[lay.HALF].hurt > 0) == fights
    if not fights:
        assert places == [(scene.m.units[n].x, scene.m.units[n].y) for n in camp]


def test_the_invisible_are_not_noticed_and_lost_in_the_fight() -> None:
    scene, camp = settled_camp()
    hero = scene.put(5, *beside(scene, camp[0], 0.0, -150.0))
    plant(scene, hero, r.INVISIBLE, ticks=60)
    scene.step(10)
    assert [int(scene.m.units[n].open) for n in camp] == [lay.RESTING] * 3
    scene.step(10)
    assert scene.m.units[camp[0]].target == hero
    plant(scene, hero, r.INVISIBLE)
    scene.step(2)
    assert [int(scene.m.units[n].target) for n in camp] == [-1] * 3


def test_who_hurts_one_of_a_camp_has_all_of_it_to_fight() -> None:
    scene, camp = settled_camp()
    scene.put(1, *beside(scene, camp[0], 0.0, -260.0))  # Falcon, of the camp's own half, shoots from afar
    scene.attack(1, camp[0])
    scene.step(12)
    assert scene.m.units[camp[0]].hurt > 0
    for number in camp:
        assert (scene.m.units[number].open, scene.m.units[number].target) == (lay.FIGHTING, 1)
    assert scene.tally(1, lay.DAMAGE_TO_NEUTRALS) > 0.0


@pytest.mark.parametrize("kind", [lay.SMALL, lay.MEDIUM, lay.LARGE])
def test_a_neutrals_blow_costs_what_its_damage_says(kind: int) -> None:
    scene = Scene((), ("Lance",))
    dweller = scene.neutral(0, CAMP, 0, kind)
    scene.put(5, *beside(scene, dweller, 100.0))
    scene.unit(5).health = full = float(scene.unit(5).max_health)
    scene.step(9)
    data = scene.rules.kinds[kind]
    blow = after_armour(float(data.damage), float(scene.unit(5).armour))
    assert full - scene.unit(5).health == blow
    scene.step(2 * int(data.interval) // 4)
    assert full - scene.unit(5).health == 3 * blow


def test_a_neutral_chases_as_far_as_its_leash_goes_home_and_heals() -> None:
    scene, camp = settled_camp()
    dweller = scene.m.units[camp[0]]
    hero = scene.put(5, *beside(scene, camp[0], 0.0, -150.0))
    scene.unit(5).max_health = scene.unit(5).health = 1e6
    dweller.health = 300.0
    farthest, home = 0.0, (float(spot_x(scene.rules, camp[0])), float(spot_y(scene.rules, camp[0])))
    scene.step(2)
    for _ in range(60):
        x, y = float(scene.unit(5).x), float(scene.unit(5).y)
        scene.unit(5).y = y - 40.0  # it is carried off, down the corridor, no faster than who follows
        scene.step()
        farthest = max(farthest, float(np.hypot(dweller.x - home[0], dweller.y - home[1])))
        if dweller.open == lay.LEAVING:
            break
    assert LEASH <= farthest < LEASH + 90.0 and x == scene.unit(5).x
    assert dweller.target == -1 and scene.m.units[hero].hurt > 0
    scene.unit(5).x, scene.unit(5).y = 4000.0, 4000.0
    health = float(dweller.health)
    scene.step(2)
    step = cut(float(dweller.max_health) * HEALING * 8 / 30)
    assert dweller.health == health + step
    while dweller.open == lay.LEAVING:
        scene.step()
    assert np.hypot(dweller.x - home[0], dweller.y - home[1]) <= AT_HOME
    scene.step(60)
    assert dweller.health == dweller.max_health
    assert scene.faults() == {}


def test_one_at_rest_heals_when_it_has_been_left_alone() -> None:
    scene = Scene()
    dweller = scene.m.units[scene.neutral(1, CAMP, 2, lay.MEDIUM)]
    dweller.health, dweller.hurt = 100.0, scene.m.tick
    scene.until(200 + CALM_TICKS)
    assert dweller.health == 100.0
    scene.step(2)
    assert dweller.health == 100.0 + cut(480.0 * HEALING * 8 / 30)


def test_creeps_and_structures_and_neutrals_leave_one_another_alone() -> None:
    scene, camp = settled_camp()
    tower = scene.structure(1, 0)
    creep = scene.creep(1, lay.MELEE, *beside(scene, camp[0], -120.0), active=True)
    scene.m.units[tower].x, scene.m.units[tower].y = beside(scene, camp[0], 300.0)
    scene.m.units[tower].anchor = scene.m.tick
    for _ in range(10):
        scene.step()
        assert [int(scene.m.units[n].open) for n in camp] == [lay.RESTING] * 3
        assert scene.m.units[creep].target == scene.m.units[tower].target == -1


@pytest.mark.parametrize(("steps", "half"), [(0, 0), (3, 0), (0, 1)])
def test_a_neutral_pays_its_killer_and_teaches_those_of_its_side(steps: int, half: int) -> None:
    scene = Scene(("Lance", "Brute"), ("Brute",))
    dweller = scene.neutral(half, CAMP, 0, lay.LARGE, steps=steps)
    scene.put(0, *beside(scene, dweller, -60.0))
    scene.put(1, *beside(scene, dweller, -60.0, -100.0))
    scene.put(5, *beside(scene, dweller, 60.0, -100.0))
    kill(scene, 0, dweller)
    data, share = scene.rules.kinds[lay.LARGE], 1.0 + steps * 0.06
    assert earned(scene, 0) == worth(scene, data.gold * share)
    assert [scene.tally(h, lay.EXPERIENCE) for h in (0, 1, 5)] == [
        learnt(scene, int(data.xp * share) // 2),
        learnt(scene, int(data.xp * share) // 2),
        0.0,
    ]
    assert (scene.tally(0, lay.NEUTRALS_KILLED), scene.tally(0, lay.LAST_HITS)) == (1.0, 0.0)
    assert earned(scene, 1) == earned(scene, 5) == 0.0


def test_a_neutral_that_cannot_move_is_counted_and_one_at_rest_is_not() -> None:
    scene, camp = settled_camp()
    lost = scene.m.units[camp[1]]
    lost.open, lost.speed, lost.x = lay.LEAVING, 0.0, lost.x + 120.0
    lost.anchor_x, lost.anchor_y, lost.anchor = lost.x, lost.y, scene.m.tick
    scene.until(796)
    assert scene.faults() == {}
    scene.until(808)
    assert scene.faults() == {"stuck_creep": 1}


def test_one_that_is_pushed_from_its_place_walks_back() -> None:
    scene, camp = settled_camp()
    unit = scene.m.units[camp[2]]
    scene.put(0, *beside(scene, camp[2], 400.0, 0.0))
    unit.y += 130.0
    scene.step(2)
    assert unit.open == lay.LEAVING
    scene.step(10)
    assert unit.open == lay.RESTING and abs(unit.y - spot_y(scene.rules, camp[2])) <= AT_HOME


@pytest.mark.parametrize("half", [0, 1])
def test_one_that_hunts_and_one_that_goes_home_pass_each_other(half: int) -> None:
    scene, h, side = Scene(("Lance",), ("Lance",)), lay.HEROES * half, 1.0 - 2.0 * half
    scene.put(h, 434.0 * side, 681.0 * side)
    hunter = scene.m.units[scene.neutral(half, 2, 1, lay.MEDIUM)]
    homing = scene.m.units[scene.neutral(half, 2, 2, lay.SMALL)]
    hunter.open, hunter.target = lay.FIGHTING, number_of(h)
    homing.open = lay.LEAVING
    # In the mouth of a narrow way, where two of a match once stood against each other for good.
    hunter.x, hunter.y = -1557.0 * side, 304.0 * side
    homing.x, homing.y = -1500.0 * side, 330.0 * side
    scene.step(8)
    assert hunter.open == lay.LEAVING, "it came to the end of its leash"
    assert homing.y * side < 200.0


def test_a_hero_walks_through_a_camp() -> None:
    scene, camp = settled_camp()
    for number in camp:
        scene.m.units[number].damage = 0.0
    scene.put(5, *beside(scene, camp[0], 0.0, -200.0))
    for _ in range(16):
        scene.order(5, lay.MOVE, offset=4)  # straight ahead in east's own frame, down: up on the map
        scene.step()
    assert scene.unit(5).y > scene.m.units[camp[0]].y + 80.0


def test_neutrals_at_rest_are_in_nobodys_way() -> None:
    scene, camp = settled_camp()
    hero = scene.put(5, *beside(scene, camp[0], 0.0, -60.0))
    plant(scene, hero, r.INVISIBLE)
    place, stood = beside(scene, camp[0], 0.0), beside(scene, hero, 0.0)
    scene.step(5)
    assert (beside(scene, camp[0], 0.0), beside(scene, hero, 0.0)) == (place, stood)
    assert scene.m.units[camp[0]].open == lay.RESTING


def test_a_line_missile_meets_the_neutrals_of_either_half() -> None:
    for half in range(2):
        scene = Scene(("Thorn",))
        dweller = scene.neutral(half, CAMP, 0, lay.LARGE)
        scene.put(0, *beside(scene, dweller, -400.0), level=3)
        scene.cast(0, 0, dweller)
        scene.step(12)
        assert scene.m.units[dweller].health < 950.0
