"""What gold buys: the items of the list, where they arrive, what they replace; potions; a return from death."""

from __future__ import annotations

import pytest

from arena.games.moba import ITEM_NAMES
from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.contract import SELF_TARGET
from tests.arena.games.moba.scenes import Scene, number_of
from tests.arena.games.moba.test_effects import plant

COSTS = {item["name"]: int(item["cost"]) for item in r.read("items")["items"]}
POTION = r.read("items")["potion"]
BUILD = next(hero["build"] for hero in r.heroes() if hero["name"] == "Lance")
BUYBACK = 100, 20, 20  # gold, for each level, the share of net worth


def shopper(variant: str = "blitz", *, potions: int = 2) -> Scene:
    """A hero at home whose list is the next thing to buy, with no gold yet and no income for the next decisions."""
    scene = Scene(("Lance",), ("Lance",), variant=variant)
    scene.hero(0).potions = potions
    scene.rules.variant.gold_ticks = 100_000
    return scene


def held(scene: Scene, h: int = 0) -> list[str]:
    """Names of what a hero holds, by slot."""
    return [ITEM_NAMES[int(item) - 1] for item in scene.hero(h).items if item > 0]


def test_a_hero_at_home_buys_and_has_the_items_of_its_list_in_order() -> None:
    scene = shopper()
    for place, name in enumerate(BUILD[: lay.ITEM_SLOTS]):
        scene.hero(0).gold = COSTS[name]
        scene.step()
        assert held(scene) == BUILD[: place + 1]
        assert (scene.hero(0).next_item, scene.hero(0).got) == (place + 1, place + 1)
    assert scene.tally(0, lay.GOLD_SPENT_ALIVE) == sum(COSTS[name] for name in BUILD[: lay.ITEM_SLOTS])
    assert scene.tally(0, lay.GOLD_SPENT_DEAD) == 0.0


@pytest.mark.parametrize(("short", "buys"), [(0, True), (1, False)])
def test_an_item_costs_its_price(short: int, buys: bool) -> None:
    scene = shopper()
    scene.hero(0).gold = COSTS[BUILD[0]] - short
    scene.step()
    assert (scene.hero(0).items[0] > 0) == buys
    assert scene.hero(0).gold == (0 if buys else COSTS[BUILD[0]] - short)


def test_what_is_bought_abroad_waits_at_home() -> None:
    scene = shopper()
    scene.put(0, 0.0)
    scene.kill(5)
    scene.m.units[scene.courier(0)].alive, scene.m.courier_due[0] = 0, 10_000
    scene.hero(0).gold = COSTS[BUILD[0]] + 3
    scene.step(2)
    assert held(scene) == [] and scene.hero(0).gold == 3
    assert (scene.hero(0).next_item, scene.hero(0).got, scene.hero(0).carried) == (1, 0, 0)
    assert scene.tally(0, lay.GOLD_SPENT_ALIVE) == COSTS[BUILD[0]]
    x, y = scene.rules.fountain
    scene.unit(0).x, scene.unit(0).y = x, y
    scene.step()
    assert held(scene) == BUILD[:1] and scene.hero(0).got == 1


def test_the_dead_buy_and_have_it_at_once() -> None:
    scene = shopper()
    scene.put(0, 0.0)
    scene.kill(0)
    scene.hero(0).gold = COSTS[BUILD[0]]
    scene.step()
    assert held(scene) == BUILD[:1]
    assert scene.tally(0, lay.GOLD_SPENT_DEAD) == COSTS[BUILD[0]]
    assert scene.tally(0, lay.GOLD_SPENT_ALIVE) == 0.0


def test_an_item_for_which_there_is_no_room_replaces_the_cheapest_at_half_its_price() -> None:
    scene = shopper()
    scene.hero(0).gold = sum(COSTS[name] for name in BUILD[: lay.ITEM_SLOTS])
    scene.step(2)
    full = held(scene)
    assert full == BUILD[: lay.ITEM_SLOTS] and scene.hero(0).gold == 0
    damage = float(scene.hero(0).base_damage)
    scene.hero(0).item_ready[:] = 9999
    scene.hero(0).gold = COSTS[BUILD[lay.ITEM_SLOTS]]
    scene.step()
    cheapest = min(full, key=lambda name: COSTS[name])
    slot = full.index(cheapest)
    assert held(scene) == [*full[:slot], BUILD[lay.ITEM_SLOTS], *full[slot + 1 :]]
    assert scene.hero(0).gold == scene.tally(0, lay.GOLD) == COSTS[cheapest] // 2
    assert scene.hero(0).item_ready[slot] == 0
    stats = {item["name"]: item.get("damage", 0.0) for item in r.read("items")["items"]}
    assert scene.hero(0).base_damage == damage - stats[cheapest] + stats[BUILD[lay.ITEM_SLOTS]]


def test_a_list_ends() -> None:
    scene = shopper()
    scene.hero(0).gold = 100_000
    scene.step(5)
    spent = scene.tally(0, lay.GOLD_SPENT_ALIVE)
    assert spent == sum(COSTS[name] for name in BUILD) and scene.hero(0).next_item == len(BUILD)
    assert len(held(scene)) == lay.ITEM_SLOTS and set(held(scene)) <= set(BUILD)
    scene.hero(0).next_item = scene.hero(0).got = lay.BUILD
    scene.step()
    assert scene.tally(0, lay.GOLD_SPENT_ALIVE) == spent


def test_an_item_that_arrives_ends_the_order_and_the_cast_of_another() -> None:
    scene = shopper()
    scene.put(0, -300.0)
    scene.put(5, 400.0)
    scene.give(0, "Frost Wand")
    scene.use(0, number_of(5))
    scene.step()
    assert scene.hero(0).cast == lay.ABILITIES or scene.hero(0).order == lay.USE_1
    for order, cast in ((lay.USE_1, -1), (lay.HOLD, lay.ABILITIES), (lay.MOVE, 2)):
        hero = scene.hero(0)
        hero.order, hero.cast, hero.cast_end = order, cast, 9999
        hero.next_item, hero.got, hero.carried = 1, 0, 0
        scene.kill(0)  # who is dead has at once what waits
        scene.step()
        assert hero.got == 1
        kept = order == lay.MOVE
        assert (hero.order, hero.cast) == ((order, cast) if kept else (lay.HOLD, -1))
        hero.got = hero.next_item = 0
        hero.items[1:] = 0


def test_potions_are_bought_first_at_home_up_to_a_number() -> None:
    scene = shopper(potions=0)
    scene.hero(0).gold = POTION["cost"] * POTION["most"] + COSTS[BUILD[0]] - 1
    scene.step()
    assert scene.hero(0).potions == POTION["most"] and held(scene) == []
    assert scene.tally(0, lay.GOLD_SPENT_ALIVE) == POTION["cost"] * POTION["most"]


@pytest.mark.parametrize("why", ["abroad", "late", "poor"])
def test_no_potion_is_bought_abroad_or_late_or_without_the_gold(why: str) -> None:
    scene = shopper(potions=0)
    scene.hero(0).gold = POTION["cost"] - (why == "poor")
    if why == "abroad":
        scene.put(0, 0.0)
        scene.hero(0).gold = POTION["cost"]
    if why == "late":
        scene.hero(0).next_item = scene.hero(0).got = POTION["until"]
    scene.step()
    assert scene.hero(0).potions == 0
    if why == "late":
        scene.hero(0).next_item = scene.hero(0).got = POTION["until"] - 1
        scene.step()
        assert scene.hero(0).potions == 1


def drinker() -> Scene:
    """A hurt hero abroad with two potions, an enemy hero far away."""
    scene = shopper()
    scene.put(0, 0.0, level=6)
    scene.put(5, 600.0, level=6)
    scene.unit(0).health, scene.hero(0).mana = 100.0, 10.0
    return scene


def test_a_potion_gives_what_it_says_in_its_time() -> None:
    scene = drinker()
    assert scene.allows(0, lay.POTION)
    scene.order(0, lay.POTION)
    scene.step()
    assert scene.hero(0).potions == 1 and scene.tally(0, lay.POTIONS_USED) == 1.0
    each = POTION["health"] / (POTION["seconds"] * 30)
    assert scene.unit(0).health == pytest.approx(100.0 + 4 * each, abs=4 / 1024)
    scene.step(int(POTION["seconds"] * 30 / 4) + 5)
    ticks = POTION["seconds"] * 30
    assert scene.unit(0).health == pytest.approx(100.0 + POTION["health"], abs=ticks / 1024)
    assert scene.hero(0).mana == pytest.approx(10.0 + POTION["mana"], abs=ticks / 1024)
    assert scene.tally(0, lay.POTIONS_USED) == 1.0


@pytest.mark.parametrize("by", ["hero", "creep", "death"])
def test_damage_by_a_hero_or_death_ends_a_potion(by: str) -> None:
    scene = drinker()
    scene.order(0, lay.POTION)
    scene.step()
    if by == "death":
        plant(scene, number_of(0), r.BURN, 1e6, ticks=16, source=number_of(0))
    else:
        source = number_of(5) if by == "hero" else scene.creep(1, lay.MELEE, 900.0)
        plant(scene, number_of(0), r.BURN, 20.0, ticks=16, source=source)
    scene.step(5)
    assert (scene.hero(0).potion_end > 0) == (by == "creep")


def test_a_potion_is_for_the_hurt_one_at_a_time_and_not_for_the_stunned() -> None:
    scene = drinker()
    scene.unit(0).health = scene.unit(0).max_health
    assert not scene.allows(0, lay.POTION)
    scene.unit(0).health -= 50.0
    assert scene.allows(0, lay.POTION)
    scene.order(0, lay.POTION)
    scene.step()
    assert not scene.allows(0, lay.POTION)
    scene.hero(0).potion_end = 0
    assert scene.allows(0, lay.POTION)
    plant(scene, number_of(0), r.STUN, ticks=40)
    scene.step()
    assert not scene.allows(0, lay.POTION)
    scene.hero(0).potions = 0
    scene.until(int(scene.m.tick) + 60)
    assert not scene.allows(0, lay.POTION)


def fallen(*, level: int = 7, gold: int = 5000, worth: int = 0) -> Scene:
    """A dead hero with gold and nothing left to buy; `worth` of its gold lies in a waiting item."""
    scene = shopper()
    scene.put(0, 0.0, level=level)
    scene.hero(0).build[:] = -1
    scene.hero(0).gold = gold
    scene.kill(0)
    if worth:
        scene.hero(0).items[0] = 1 + ITEM_NAMES.index("Titan Blade")
    return scene


@pytest.mark.parametrize("level", [1, 7, 25])
@pytest.mark.parametrize("holds", [False, True])
def test_a_buyback_costs_by_level_and_net_worth_and_returns_at_once(level: int, holds: bool) -> None:
    scene = fallen(level=level, worth=int(holds))
    base, each, share = BUYBACK
    worth = 5000 + (COSTS["Titan Blade"] if holds else 0)
    cost = base + each * level + worth // share
    assert scene.allows(0, lay.BUYBACK)
    scene.order(0, lay.BUYBACK)
    scene.step()
    unit, hero = scene.unit(0), scene.hero(0)
    assert unit.alive and unit.health == unit.max_health and hero.mana == hero.max_mana
    assert hero.gold == 5000 - cost and hero.respawn == 0 and hero.order == lay.HOLD
    assert scene.tally(0, lay.GOLD_SPENT_DEAD) == cost and scene.tally(0, lay.GOLD_SPENT_ALIVE) == 0.0
    assert scene.tally(0, lay.BUYBACKS) == 1.0
    x, y = scene.rules.fountain
    assert abs(unit.x - x) + abs(unit.y - y) < 600.0
    assert scene.faults() == {}


@pytest.mark.parametrize("short", [0, 1])
def test_a_buyback_must_be_affordable(short: int) -> None:
    scene = fallen()
    base, each, share = BUYBACK
    gold = next(g for g in range(5000) if g >= base + each * 7 + g // share)
    scene.hero(0).gold = gold - short
    assert scene.allows(0, lay.BUYBACK) == (short == 0)
    assert scene.allows(0, lay.HOLD) and not scene.allows(0, lay.MOVE)


def test_the_living_and_those_who_will_rise_where_they_fell_buy_nothing_back() -> None:
    scene = fallen()
    scene.hero(0).rises = int(scene.m.tick) + 50
    assert not scene.allows(0, lay.BUYBACK)
    scene.hero(0).rises = 0
    assert scene.allows(0, lay.BUYBACK)
    scene.unit(0).alive = 1
    assert not scene.allows(0, lay.BUYBACK)


def test_between_two_buybacks_lies_the_variants_time() -> None:
    scene = fallen(gold=50_000)
    scene.order(0, lay.BUYBACK)
    scene.step()
    done, wait = int(scene.hero(0).bought_back), int(scene.rules.variant.buyback)
    assert done == 201
    scene.kill(0, 10 * wait)
    scene.m.tick = done + wait - 1
    assert not scene.allows(0, lay.BUYBACK)
    scene.m.tick = done + wait
    assert scene.allows(0, lay.BUYBACK)


def test_a_variant_may_have_no_buybacks() -> None:
    scene = fallen()
    assert scene.allows(0, lay.BUYBACK)
    scene.rules.variant.buyback = 0
    assert not scene.allows(0, lay.BUYBACK)
    assert r.load("skirmish").variant.buyback == 0


def test_the_wait_for_the_next_buyback_is_shorter_in_blitz() -> None:
    assert r.load("blitz").variant.buyback < r.load("full").variant.buyback


def test_an_illegal_buyback_is_counted_and_other_answers_of_the_dead_are_not() -> None:
    scene = fallen(gold=0)
    scene.batch.observe()
    actions = scene.batch.matches["heroes"]["tally"][:, :, :4].astype("i8") * 0
    actions[0, 0] = lay.BUYBACK, 0, 0, 0
    scene.batch.step(actions)
    assert scene.tally(0, lay.ILLEGAL_ACTIONS) == 1.0 and not scene.unit(0).alive
    scene.batch.observe()
    actions[0, 0] = lay.MOVE, SELF_TARGET, 0, 0
    scene.batch.step(actions)
    assert scene.tally(0, lay.ILLEGAL_ACTIONS) == 1.0 and scene.hero(0).order == lay.HOLD
