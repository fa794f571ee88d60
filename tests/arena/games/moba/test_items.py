"""Items with a use: what each does, in numbers of the data, on a hero in a scene; and the rules all share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arena.games.moba import ITEM_NAMES
from arena.games.moba import layout as lay
from arena.games.moba import rule_records as records
from arena.games.moba import rules as r
from tests.arena.games.moba.scenes import Scene, cut, number_of
from tests.arena.games.moba.test_effects import plant

ITEMS = {item["name"]: item for item in r.read("items")["items"]}
USABLE = [name for name, item in ITEMS.items() if "active" in item]
BLINK_GAP = 90.0  # an arm's length, as of heroes' blinks


def scene_with(*names: str) -> Scene:
    """Hero 0 holds items, ally 1 stands north of it, enemy 5 to the east."""
    scene = Scene(("Lance", "Brute"), ("Lance", "Brute"))
    scene.put(0, -200.0, level=6)
    scene.put(1, -200.0, 300.0, level=6)
    scene.put(5, 200.0, level=6)
    scene.give(0, *names)
    return scene


def active(name: str) -> dict[str, Any]:
    """The data of an item's use."""
    return dict(ITEMS[name]["active"])


def amount(name: str, kind: str) -> float:
    """The amount of one of its effects."""
    return float(next(e["amount"] for e in ITEMS[name]["active"]["effects"] if e["kind"] == kind))


def seconds(name: str, kind: str) -> float:
    """How long one of its effects lasts."""
    return float(next(e["seconds"] for e in ITEMS[name]["active"]["effects"] if e["kind"] == kind))


def wanted_unit(scene: Scene, name: str) -> int:
    """A unit to use an item on, -1 where none is wanted."""
    data = active(name)
    if data["mode"] in ("self", "area"):
        return -1
    return number_of(1) if data.get("aim") == "ally" else number_of(5)


def start(name: str, *, place: int = 0, scene: Scene | None = None) -> Scene:
    """Use an item and play on until it has taken effect."""
    scene = scene or scene_with(name)
    scene.use(0, wanted_unit(scene, name), place=place)
    scene.step()
    scene.until(201 + round(30 * active(name)["cast"]))
    return scene


@pytest.mark.parametrize("name", USABLE)
def test_a_use_costs_mana_cools_down_and_is_counted(name: str) -> None:
    scene = scene_with(name)
    mana, data = float(scene.hero(0).mana), active(name)
    assert scene.allows(0, lay.USE_1) and not scene.allows(0, lay.USE_2)
    begun = int(scene.m.tick) + 1 + round(30 * data["cast"])
    start(name, scene=scene)
    assert scene.hero(0).mana == mana - data["cost"] and scene.tally(0, lay.MANA_SPENT) == data["cost"]
    assert scene.tally(0, lay.ITEMS_USED) == 1.0
    assert [scene.tally(0, lay.CASTS + k) for k in range(4)] == [0.0] * 4
    ready = begun + round(30 * data["cooldown"])
    assert scene.hero(0).item_ready[0] == ready and scene.hero(0).cast == -1
    scene.m.tick = ready - 1
    assert not scene.allows(0, lay.USE_1)
    scene.m.tick = ready
    assert scene.allows(0, lay.USE_1)


@pytest.mark.parametrize("name", USABLE)
def test_a_use_wants_its_mana(name: str) -> None:
    scene = scene_with(name)
    scene.hero(0).mana = active(name)["cost"] - 1.0
    assert not scene.allows(0, lay.USE_1)
    scene.hero(0).mana += 1.0
    assert scene.allows(0, lay.USE_1)


@pytest.mark.parametrize("name", USABLE)
def test_a_stun_keeps_from_using_an_item_and_a_silence_does_not(name: str) -> None:
    scene = scene_with(name)
    plant(scene, number_of(0), r.SILENCE, ticks=400)
    scene.step()
    assert scene.unit(0).status & lay.SILENCED and not scene.allows(0, lay.CAST_1)
    assert scene.allows(0, lay.USE_1)
    scene.use(0, wanted_unit(scene, name))
    scene.step(4)
    assert scene.tally(0, lay.ITEMS_USED) == 1.0
    scene.hero(0).item_ready[:] = 0
    plant(scene, number_of(0), r.STUN, ticks=40)
    scene.step()
    assert not scene.allows(0, lay.USE_1)


def test_a_stun_breaks_a_use_at_no_cost() -> None:
    scene = scene_with("Frost Wand")
    mana = float(scene.hero(0).mana)
    scene.use(0, number_of(5))
    scene.step()
    assert scene.hero(0).cast == lay.ABILITIES
    plant(scene, number_of(0), r.STUN, ticks=4)
    scene.step(4)
    assert scene.hero(0).mana == mana and scene.tally(0, lay.ITEMS_USED) == 0.0
    assert scene.hero(0).item_ready[0] == 0


def test_the_first_two_with_a_use_are_named_by_the_order_of_slots() -> None:
    scene = scene_with("Titan Blade", "Quicksilver Vial", "Vital Gem", "Aegis Charm", "Healing Horn")
    assert scene.allows(0, lay.USE_1) and scene.allows(0, lay.USE_2, number_of(0))
    start("Aegis Charm", place=1, scene=scene)
    assert scene.hero(1).shield > 0.0 and scene.hero(0).item_ready[3] > 0
    scene.use(0)
    scene.step()
    assert scene.effects(number_of(0), r.SPEED) and scene.hero(0).item_ready[1] > 0
    scene.hero(0).item_ready[:] = [0, 9999, 0, 9999, 0, 0]
    assert not scene.allows(0, lay.USE_1) and not scene.allows(0, lay.USE_2), "a third is not named"


def test_without_an_item_in_use_there_is_nothing_to_order() -> None:
    scene = scene_with("Titan Blade")
    assert not scene.allows(0, lay.USE_1) and not scene.allows(0, lay.USE_2)


def test_a_hero_walks_into_the_range_of_its_item() -> None:
    scene = scene_with("Gust Staff")
    scene.unit(0).x = 200.0 - active("Gust Staff")["reach"] - 200.0
    scene.use(0, number_of(5), keep=True)
    scene.step()
    assert scene.hero(0).cast == -1 and scene.hero(0).order == lay.USE_1
    while scene.tally(0, lay.ITEMS_USED) == 0.0:
        gap = float(scene.unit(5).x - scene.unit(0).x)
        scene.step()
        assert scene.m.tick < 300
    reach = active("Gust Staff")["reach"]
    assert reach - 8 * scene.unit(0).speed / 30 <= gap <= reach + 4 * scene.unit(0).speed / 30


def test_an_effect_of_an_item_bears_a_code_beyond_all_heroes() -> None:
    scene = start("Aegis Charm")
    (effect,) = scene.effects(number_of(1), r.SHIELD)
    assert effect.ability == records.MAX_HEROES * lay.ABILITIES + ITEM_NAMES.index("Aegis Charm")


def test_the_same_item_of_two_heroes_does_not_stack() -> None:
    scene = scene_with("Frost Wand")
    scene.give(1, "Frost Wand")
    for h in (0, 1):
        scene.use(h, number_of(5))
    scene.step(12)
    (slow,) = scene.effects(number_of(5), r.SLOW)
    assert slow.amount == amount("Frost Wand", "slow")
    assert scene.tally(0, lay.ITEMS_USED) == scene.tally(1, lay.ITEMS_USED) == 1.0


@pytest.mark.parametrize("aim", [1, 5])
def test_the_blinkstone_carries_its_bearer_to_a_place(aim: int) -> None:
    scene = scene_with("Blinkstone")
    scene.use(0, aim=aim)
    scene.step(2)
    way = 0.98 * active("Blinkstone")["reach"] - BLINK_GAP
    place = (-200.0 + way, 0.0) if aim == 1 else (-200.0, way)
    assert (scene.unit(0).x, scene.unit(0).y) == pytest.approx(place, abs=0.01)


def test_the_blinkstone_may_be_aimed_at_an_enemy() -> None:
    scene = start("Blinkstone")
    assert scene.unit(0).x == pytest.approx(200.0 - BLINK_GAP, abs=10.0)


def test_the_healing_horn_heals_allies_around_and_its_bearer() -> None:
    scene = scene_with("Healing Horn")
    radius, heal = active("Healing Horn")["radius"], amount("Healing Horn", "heal")
    scene.put(2, -200.0 - radius - 10.0, level=6)
    for h in (0, 1, 2, 5):
        scene.unit(h).health = 100.0
    start("Healing Horn", scene=scene)
    assert [float(scene.unit(h).health) for h in (0, 1, 2, 5)] == [100.0 + heal, 100.0 + heal, 100.0, 100.0]


def test_the_gust_staff_throws_an_enemy_back() -> None:
    scene = start("Gust Staff")
    assert scene.unit(5).x == pytest.approx(200.0 + amount("Gust Staff", "push"), abs=1.0)
    assert scene.unit(5).health == scene.unit(5).max_health


def test_the_frost_wand_hurts_and_slows_when_its_bolt_arrives() -> None:
    scene = scene_with("Frost Wand")
    resist, speed = float(scene.hero(5).resist), float(scene.unit(5).speed)
    health = float(scene.unit(5).health)
    start("Frost Wand", scene=scene)
    assert scene.m.missile_count[0] == 1 and scene.unit(5).health == health
    scene.step(4)
    assert health - scene.unit(5).health == cut(amount("Frost Wand", "magical") * (1.0 - resist))
    assert scene.unit(5).speed == pytest.approx(
        speed * (1.0 - amount("Frost Wand", "slow")), abs=speed / 1024
    )
    assert scene.tally(0, lay.DAMAGE_TO_HEROES) == health - scene.unit(5).health
    scene.step(int(30 * seconds("Frost Wand", "slow") / 4) + 3)
    assert scene.unit(5).speed == speed


@pytest.mark.parametrize("on", [0, 1])
def test_the_aegis_charm_shields_its_bearer_or_an_ally(on: int) -> None:
    scene = scene_with("Aegis Charm")
    scene.use(0, number_of(on))
    scene.step()
    shield = amount("Aegis Charm", "shield")
    assert scene.hero(on).shield == shield and scene.hero(1 - on).shield == 0.0
    plant(scene, number_of(on), r.BURN, 40.0, ticks=16, source=number_of(5))
    scene.hero(on).resist = 0.0
    scene.step(5)
    assert scene.unit(on).health == scene.unit(on).max_health and scene.hero(on).shield == shield - 20.0
    scene.step(int(30 * seconds("Aegis Charm", "shield") / 4) + 3)
    assert scene.hero(on).shield == 0.0


def test_the_snare_net_roots_the_first_it_meets() -> None:
    scene = scene_with("Snare Net")
    creep = scene.creep(1, lay.MELEE, 0.0)
    scene.use(0, aim=1)
    scene.step(7)
    assert scene.m.units[creep].status & lay.ROOTED and not scene.unit(5).status & lay.ROOTED
    (root,) = scene.effects(creep, r.ROOT)
    assert root.end - root.begin == round(30 * seconds("Snare Net", "root"))
    assert scene.m.missile_count[0] == 0


def test_the_quicksilver_vial_is_a_burst_of_speed() -> None:
    scene = scene_with("Quicksilver Vial")
    speed = float(scene.unit(0).speed)
    start("Quicksilver Vial", scene=scene)
    scene.step()
    faster = min(speed * (1.0 + amount("Quicksilver Vial", "speed")), 550.0)
    assert scene.unit(0).speed == pytest.approx(faster, abs=speed / 1024)
    scene.step(int(30 * seconds("Quicksilver Vial", "speed") / 4) + 3)
    assert scene.unit(0).speed == speed


def test_every_item_with_a_use_has_its_test() -> None:
    source = Path(__file__).read_text(encoding="utf-8")
    assert all(f'start("{name}"' in source or f'scene_with("{name}")' in source for name in USABLE)
