"""Levels, skill points, what items add, and recall."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.growth import build_up
from tests.arena.games.moba.scenes import Scene, number_of
from tests.arena.games.moba.test_effects import plant

ITEMS = r.read("items")["items"]
HEROES = r.heroes()
FIELDS = {
    "mana": "max_mana",
    "health_regen": "health_regen",
    "mana_regen": "mana_regen",
    "haste": "haste",
    "lifesteal": "lifesteal",
}
UNIT_FIELDS = {"health": "max_health", "armour": "armour", "damage": "damage", "speed": "speed"}


def numbers(scene: Scene, h: int) -> dict[str, float]:
    """What items can change of a hero, by the items' own names."""
    hero, unit = scene.hero(h), scene.unit(h)
    found = {name: float(hero[field]) for name, field in FIELDS.items()}
    return (
        found
        | {name: float(unit[field]) for name, field in UNIT_FIELDS.items()}
        | {"resist": float(hero.resist)}
    )


@pytest.mark.parametrize("item", ITEMS, ids=[item["name"] for item in ITEMS])
def test_an_item_adds_what_it_says(item: dict[str, Any]) -> None:
    scene = Scene(("Lance",))
    scene.put(0, 0.0, level=5)
    build_up(scene.m, scene.rules, 0)
    before, health = numbers(scene, 0), float(scene.unit(0).health)
    scene.hero(0).items[0] = 1 + [i["name"] for i in ITEMS].index(item["name"])
    build_up(scene.m, scene.rules, 0)
    after = numbers(scene, 0)
    wanted = {name: before[name] + item.get(name, 0.0) for name in before}
    wanted["resist"] = 1.0 - (1.0 - before["resist"]) * (1.0 - item.get("resist", 0.0))
    assert after == pytest.approx(wanted, rel=1e-12)
    assert scene.unit(0).health == health + item.get("health", 0.0)
    assert "active" in item or any(after[name] != before[name] for name in before)


@pytest.mark.parametrize("data", HEROES, ids=[hero["name"] for hero in HEROES])
@pytest.mark.parametrize("level", [1, 2, 25])
def test_a_hero_grows_by_its_numbers(data: dict[str, Any], level: int) -> None:
    scene = Scene((data["name"],))
    scene.put(0, 0.0, level=level)
    scene.hero(0).skill[:] = 0
    build_up(scene.m, scene.rules, 0)
    found = numbers(scene, 0)
    for name in ("health", "mana", "health_regen", "mana_regen", "armour", "damage"):
        assert found[name] == pytest.approx(data[name] + data[name + "_growth"] * (level - 1), abs=1 / 1024)
    assert found["haste"] == pytest.approx(data["haste_growth"] * (level - 1))
    assert (found["speed"], found["resist"]) == (data["speed"], data["resist"])


@pytest.mark.parametrize(
    ("before", "gain", "level"), [(1, 0, 2), (1, -1, 1), (1, 2100, 6), (24, 0, 25), (25, 9999, 25)]
)
def test_experience_makes_levels(before: int, gain: int, level: int) -> None:
    scene = Scene(("Lance",))
    scene.put(0, 0.0, level=before)
    table = scene.rules.xp_to_level
    scene.hero(0).xp = int(table[min(before + 1, 25)]) + gain
    scene.step()
    expected = max(n for n in range(1, 26) if table[n] <= scene.hero(0).xp)
    assert scene.hero(0).level == expected == level


@pytest.mark.parametrize("data", HEROES, ids=[hero["name"] for hero in HEROES])
def test_each_level_teaches_the_ability_of_the_list(data: dict[str, Any]) -> None:
    scene = Scene((data["name"],))
    first = [int(s) for s in scene.hero(0).skill]
    assert sum(first) == 1 and first[data["skills"][0] - 1] == 1
    scene.put(0, 0.0, level=1)
    for level in range(2, 26):
        scene.hero(0).xp = int(scene.rules.xp_to_level[level])
        scene.step()
        learnt = data["skills"][:level]
        assert list(scene.hero(0).skill) == [learnt.count(k + 1) for k in range(4)]
        assert scene.hero(0).skill[3] == 0 or level >= 6, "the last ability comes from level 6 on"
    assert list(scene.hero(0).skill) == [4, 4, 4, 3]


def test_a_level_adds_health_at_once() -> None:
    scene = Scene(("Lance",))
    scene.put(0, 0.0, health=100.0)
    scene.hero(0).xp = int(scene.rules.xp_to_level[2])
    before = float(scene.unit(0).max_health)
    scene.step()
    assert scene.unit(0).health == pytest.approx(100.0 + scene.unit(0).max_health - before, abs=0.5)


def recalling(variant: str = "blitz") -> tuple[Scene, int]:
    """A hero that has begun to recall, and the tick at which it will be home."""
    scene = Scene(("Lance", "Brute"), ("Lance",), variant=variant)
    scene.put(0, 0.0)
    scene.order(0, lay.RECALL)
    scene.step()
    assert scene.tally(0, lay.RECALLS_BEGUN) == 1.0
    return scene, 201 + int(scene.rules.variant.recall)


def is_home(scene: Scene) -> bool:
    """Whether hero 0 stands at its fountain."""
    x, y = (float(v) for v in scene.rules.fountain)
    return bool((scene.unit(0).x - x) ** 2 + (scene.unit(0).y - y) ** 2 < 300.0**2)


@pytest.mark.parametrize("variant", ["blitz", "full"])
def test_a_recall_leads_home_when_its_time_is_over(variant: str) -> None:
    scene, home = recalling(variant)
    scene.until(home - 4)
    assert not is_home(scene) and (scene.unit(0).x, scene.unit(0).y) == (0.0, 0.0)
    scene.until(home)
    assert is_home(scene)
    assert scene.tally(0, lay.RECALLS_DONE) == 1.0 and scene.hero(0).recall == 0


@pytest.mark.parametrize("hindrance", ["damage", "stun"])
def test_damage_and_stuns_break_a_recall(hindrance: str) -> None:
    scene, home = recalling()
    kind = r.STUN if hindrance == "stun" else r.BURN
    plant(scene, number_of(0), kind, 10.0, ticks=16, source=number_of(5))
    scene.step(5)
    assert scene.hero(0).recall == 0
    scene.until(home)
    assert not is_home(scene) and scene.tally(0, lay.RECALLS_DONE) == 0.0


def test_a_begun_recall_is_held_against_other_orders() -> None:
    scene, home = recalling()
    assert scene.rules.variant.hold_recall == 1
    scene.order(0, lay.MOVE, offset=80, keep=True)
    scene.until(home - 4)
    assert (scene.unit(0).x, scene.unit(0).y) == (0.0, 0.0)
    scene.until(home)
    assert scene.tally(0, lay.RECALLS_DONE) == 1.0


def test_where_recalls_are_not_held_another_order_ends_one() -> None:
    scene, home = recalling()
    free = scene.rules.copy()
    free.variant.hold_recall = 0
    scene.batch.rules = scene.rules = free
    scene.step(3)
    assert scene.hero(0).recall > 0, "waiting goes on with it"
    scene.order(0, lay.MOVE, offset=80)
    scene.step()
    assert scene.hero(0).recall == 0 and scene.unit(0).x > 0.0
    scene.until(home)
    assert scene.tally(0, lay.RECALLS_DONE) == 0.0


def test_a_recalling_hero_does_not_go_on_fighting() -> None:
    scene = Scene(("Lance",), ("Lance",))
    creep = scene.creep(1, lay.MELEE, 60.0)
    scene.put(0, -60.0)
    scene.attack(0, creep)
    scene.step(6)
    struck = float(scene.m.units[creep].health)
    assert struck < scene.m.units[creep].max_health
    scene.orders.clear()
    scene.order(0, lay.RECALL)
    scene.step(20)
    assert scene.hero(0).recall > 0 and scene.m.units[creep].health == struck


def test_a_recall_cannot_be_begun_at_home_or_right_after_a_wound() -> None:
    scene = Scene(("Lance",))
    scene.batch.observe()
    assert not scene.batch.masks[0, 0, lay.RECALL]
    scene.put(0, 0.0)
    scene.unit(0).hurt = scene.m.tick - 30
    scene.batch.observe()
    assert not scene.batch.masks[0, 0, lay.RECALL]
    scene.unit(0).hurt -= 1
    scene.batch.observe()
    assert scene.batch.masks[0, 0, lay.RECALL]


def test_no_resistance_beyond_three_quarters() -> None:
    scene = Scene(("Lance",))
    scene.hero(0).items[:] = 1 + [i["name"] for i in ITEMS].index("Wool Cloak")
    build_up(scene.m, scene.rules, 0)
    cloak = next(item["resist"] for item in ITEMS if item["name"] == "Wool Cloak")
    base = float(scene.rules.heroes[scene.hero(0).hero].resist)
    assert scene.hero(0).resist == pytest.approx(min(1 - (1 - base) * (1 - cloak) ** 6, 0.75))
    scene.hero(0).resist = 0.0
    scene.batch.rules = rules = scene.rules.copy()
    rules.heroes["resist"] = np.float64(0.74)
    build_up(scene.m, rules, 0)
    assert scene.hero(0).resist == 0.75
