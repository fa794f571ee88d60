"""The courier's life: whom it serves, its way, handing over, death and return, and who leaves it alone."""

from __future__ import annotations

import pytest

from arena.games.moba import ITEM_NAMES
from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.contract import COURIER_SLOT
from tests.arena.games.moba.scenes import Scene, number_of

COSTS = {item["name"]: int(item["cost"]) for item in r.read("items")["items"]}
HAND_OVER = 200.0


def waiting(*prices: str, half: int = 0) -> Scene:
    """The first heroes of a side abroad, for each of whom one item waits at home."""
    scene = Scene(("Lance", "Brute", "Oath"), ("Lance",))
    scene.m.heroes["potions"] = 9
    s = 1.0 - 2.0 * half
    for slot, name in enumerate(prices):
        scene.put(5 * half + slot, -1500.0 * s, (-1500.0 + 100.0 * slot) * s)
        hero = scene.hero(5 * half + slot)
        hero.build[:] = -1
        hero.build[0] = ITEM_NAMES.index(name)
        hero.next_item = 1
    return scene


def home(scene: Scene, half: int = 0) -> tuple[float, float]:
    """Where a side's courier stands at home."""
    s = 1.0 - 2.0 * half
    return s * float(scene.rules.fountain[0]), s * float(scene.rules.fountain[1])


def test_couriers_stand_at_home_from_the_beginning() -> None:
    scene = Scene(tick=0)
    for half in range(2):
        unit = scene.m.units[scene.courier(half)]
        assert (unit.kind, unit.alive) == (lay.RUNNER, 1)
        assert (unit.x, unit.y) == home(scene, half)
        assert unit.health == r.read("units")["courier"]["health"]
    scene.step(5)
    assert (scene.m.units[scene.courier(0)].x, scene.m.units[scene.courier(0)].y) == home(scene)
    assert list(scene.m.courier_for) == [-1, -1]


def test_what_waits_is_brought_within_reach_and_the_courier_returns() -> None:
    scene = waiting("Greatsword")
    courier, hero = scene.m.units[scene.courier(0)], scene.unit(0)
    scene.step()
    assert scene.m.courier_for[0] == 0 and scene.hero(0).carried == 1
    began = int(scene.m.tick)
    damage = float(scene.hero(0).base_damage)
    while scene.hero(0).got == 0:
        gap = ((courier.x - hero.x) ** 2 + (courier.y - hero.y) ** 2) ** 0.5
        assert scene.hero(0).items[0] == 0
        scene.step()
        assert scene.m.tick < 1200
    assert gap <= HAND_OVER + 5 * 400 / 30
    assert scene.hero(0).items[0] == 1 + ITEM_NAMES.index("Greatsword")
    assert (
        scene.hero(0).base_damage
        == damage + r.read("items")["items"][ITEM_NAMES.index("Greatsword")]["damage"]
    )
    assert (scene.hero(0).carried, scene.m.courier_for[0]) == (0, -1)
    straight = ((home(scene)[0] + 1500) ** 2 + (home(scene)[1] + 1500) ** 2) ** 0.5 - HAND_OVER
    assert straight / 400 * 30 - 8 <= scene.m.tick - began <= 1.5 * straight / 400 * 30
    scene.step(150)
    assert (courier.x, courier.y) == home(scene)
    assert scene.faults() == {}


@pytest.mark.parametrize("half", [0, 1])
def test_the_most_expensive_comes_first_and_the_lower_slot_of_equals(half: int) -> None:
    scene = waiting("Ironwood Sword", "Greatsword", "Greatsword", half=half)
    scene.step()
    assert scene.m.courier_for[half] == 1 and scene.m.courier_for[1 - half] == -1
    assert [int(scene.hero(5 * half + slot).carried) for slot in range(3)] == [0, 1, 0]


def test_all_that_waits_for_one_hero_goes_at_once_and_counts_together() -> None:
    scene = waiting("Ironwood Sword", "Vital Gem")
    scene.hero(0).build[1] = ITEM_NAMES.index("Swift Gloves")
    scene.hero(0).next_item = 2
    assert COSTS["Ironwood Sword"] < COSTS["Vital Gem"] < COSTS["Ironwood Sword"] + COSTS["Swift Gloves"]
    scene.step()
    assert scene.m.courier_for[0] == 0 and scene.hero(0).carried == 2
    scene.courier(0, -1500.0, -1500.0)
    scene.step()
    assert list(scene.hero(0).items[:2] > 0) == [True, True] and scene.hero(0).got == 2


def test_what_is_bought_meanwhile_waits_for_the_next_way() -> None:
    scene = waiting("Greatsword")
    scene.step()
    scene.hero(0).build[1] = ITEM_NAMES.index("Vital Gem")
    scene.hero(0).next_item = 2
    scene.courier(0, -1500.0, -1500.0)
    scene.step()
    assert (scene.hero(0).got, scene.hero(0).carried, scene.m.courier_for[0]) == (1, 0, -1)
    assert scene.hero(0).items[1] == 0


def test_the_courier_follows_its_hero() -> None:
    scene = waiting("Greatsword")
    scene.step(40)
    scene.unit(0).x, scene.unit(0).y = home(scene)[0] + 300.0, home(scene)[1]
    scene.step(100)
    assert scene.hero(0).got == 1


def test_when_its_hero_dies_it_walks_home_where_the_load_waits_again() -> None:
    scene = waiting("Greatsword")
    scene.step(40)
    courier = scene.m.units[scene.courier(0)]
    far = (courier.x - home(scene)[0]) ** 2 + (courier.y - home(scene)[1]) ** 2
    scene.kill(0, 9000)
    scene.step(5)
    assert (courier.x - home(scene)[0]) ** 2 + (courier.y - home(scene)[1]) ** 2 < far
    assert scene.hero(0).carried == 1 and scene.hero(0).got == 0, "it is still on its way"
    scene.step(60)
    assert scene.m.courier_for[0] == -1 and scene.hero(0).carried == 0
    assert scene.hero(0).got == 1, "the dead have at once what waits at home"


def test_a_hero_that_returns_meanwhile_is_served_after_all() -> None:
    scene = waiting("Greatsword")
    scene.step(40)
    scene.kill(0, 8)
    scene.step(4)
    assert scene.unit(0).alive and scene.hero(0).got == 0
    scene.step(60)
    assert scene.hero(0).got == 1 and scene.m.courier_for[0] == -1


def hunter() -> Scene:
    """East's hero 5 beside west's loaded courier, which one blow kills."""
    scene = waiting("Greatsword")
    scene.step()
    number = scene.courier(0, 60.0)
    scene.m.units[number].health = 1.0
    scene.put(5, 150.0, level=3)
    return scene


def test_a_killed_courier_drops_its_load_and_pays_the_other_side() -> None:
    scene = hunter()
    gold = [int(scene.hero(h).gold) for h in range(5, 10)]
    number = scene.courier(0)
    assert scene.allows(5, lay.ATTACK, number) and scene.batch.slots[0, 5, COURIER_SLOT] == number
    scene.attack(5, number)
    while scene.m.units[number].alive:
        scene.step()
        assert scene.m.tick < 300
    died = int(scene.m.courier_due[0]) - int(scene.rules.variant.courier)
    assert scene.m.tick - 4 < died <= scene.m.tick
    paid = int(r.read("units")["courier"]["gold_each"] * scene.rules.variant.gold)
    income = scene.m.tick // int(scene.rules.variant.gold_ticks) - 204 // int(scene.rules.variant.gold_ticks)
    assert [int(scene.hero(h).gold) - g for h, g in zip(range(5, 10), gold, strict=True)] == [
        paid + income
    ] * 5
    assert scene.tally(5, lay.COURIERS_KILLED) == 1.0 and scene.tally(6, lay.COURIERS_KILLED) == 0.0
    assert scene.tally(5, lay.DAMAGE_TO_CREEPS) == scene.tally(5, lay.LAST_HITS) == 0.0
    hero = scene.hero(0)
    assert (hero.carried, hero.got, hero.next_item, scene.m.courier_for[0]) == (0, 0, 1, -1)


def test_a_killed_courier_returns_home_after_the_variants_time() -> None:
    scene = hunter()
    number = scene.courier(0)
    scene.attack(5, number)
    while scene.m.units[number].alive:
        scene.step()
    due = int(scene.m.courier_due[0])
    scene.kill(0, 100_000)
    scene.m.tick = due - 8
    scene.step()
    assert not scene.m.units[number].alive
    scene.step(2)
    unit = scene.m.units[number]
    assert unit.alive and unit.health == unit.max_health and (unit.x, unit.y) == home(scene)
    assert scene.m.courier_due[0] == 0 and scene.faults() == {}


def test_it_comes_back_sooner_in_blitz() -> None:
    assert r.load("blitz").variant.courier < r.load("full").variant.courier


def test_creeps_and_towers_let_it_pass() -> None:
    scene = Scene(("Lance",), ("Lance",))
    tower = scene.m.units[scene.structure(1, 3)]
    number = scene.courier(0, float(tower.x) - 200.0, float(tower.y))
    scene.creep(1, lay.MELEE, float(tower.x) - 260.0, float(tower.y), active=True)
    scene.m.units[number].speed = 0.0
    for _ in range(15):
        scene.m.units[number].x, scene.m.units[number].y = float(tower.x) - 200.0, float(tower.y)
        scene.step()
    assert scene.m.units[number].health == scene.m.units[number].max_health
    assert tower.target == -1


def test_it_neither_pushes_nor_is_pushed() -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.put(0, 0.0)
    scene.put(5, 10.0)
    scene.unit(5).x = 500.0
    number = scene.courier(0, 5.0)
    scene.m.courier_for[0] = 0
    scene.hero(0).build[0], scene.hero(0).next_item, scene.hero(0).carried = 0, 1, 1
    scene.step()
    assert (scene.unit(0).x, scene.unit(0).y) == (0.0, 0.0)
    assert scene.hero(0).got == 1
    assert scene.m.units[number].y != 0.0 or scene.m.units[number].x < 5.0, "it walks home, unhindered"


def test_it_is_named_only_where_it_is_seen_and_never_by_its_own() -> None:
    scene = hunter()
    number = scene.courier(0)
    assert scene.allows(5, lay.ATTACK, number)
    scene.m.units[number].seen = 0
    assert not scene.allows(5, lay.ATTACK, number)
    scene.m.units[number].seen = 1
    scene.put(0, 0.0)
    assert not scene.allows(0, lay.ATTACK, number)


@pytest.mark.parametrize("half", [0, 1])
def test_each_side_has_its_own(half: int) -> None:
    scene = Scene(("Lance",), ("Lance",))
    h = 5 * half
    s = 1.0 - 2.0 * half
    scene.put(h, -1500.0 * s, -1500.0 * s)
    scene.hero(h).build[0], scene.hero(h).next_item = 1, 1
    scene.step()
    assert list(scene.m.courier_for) == [-1 if side != half else 0 for side in range(2)]
    assert scene.m.units[number_of(h)].alive
