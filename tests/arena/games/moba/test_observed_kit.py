"""What a hero carries, waits for and bears, in numbers worked by hand."""

from __future__ import annotations

from typing import Any

import pytest

from arena.games.moba import ITEM_NAMES, Batch
from arena.games.moba import layout as lay
from arena.games.moba.purchases import BUYBACK_GOLD, BUYBACK_LEVEL
from arena.games.moba.rules import BURN, SLOW, STUN
from tests.arena.games.moba.observed import block, observed
from tests.arena.games.moba.random_play import setups
from tests.arena.games.moba.scenes import raise_hero

TICK = 3000


@pytest.fixture
def batch() -> Batch:
    """A match of blitz, its third hero of east raised to level 8, with no items and 1,000 gold."""
    found = Batch("blitz", setups("blitz", 1))
    found.matches[0].tick = TICK
    raise_hero(found.matches[0], found.rules, 7, 8, gold=1000)
    hero = found.matches[0].heroes[7]
    hero.items[:], hero.build[:], hero.next_item, hero.got = 0, 0, 0, 0
    return found


def hold(batch: Batch, slot: int, name: str) -> Any:
    """Give the hero an item; its data."""
    number = ITEM_NAMES.index(name)
    batch.matches[0].heroes[7].items[slot] = number + 1
    return batch.rules.items[number]


def test_what_is_bought_waits_travels_and_counts(batch: Batch) -> None:
    m, hero = batch.matches[0], batch.matches[0].heroes[7]
    hero.build[:3], hero.next_item, hero.got, hero.carried = (0, 1, 0), 3, 0, 2
    hero.potions, hero.potion_end, m.courier_for[1] = 1, TICK + 149, 2
    kit = block(batch, 7, "kit")
    worth = 1000 + 2 * int(batch.rules.items[0].cost) + int(batch.rules.items[1].cost)
    expected = {"waiting": 0.25, "carried": 0.5, "courier_comes": 1.0, "potions": 0.25, "potion_left": 0.5}
    assert {name: kit[name] for name in expected} == expected
    assert kit["net_worth"] == pytest.approx(worth / (worth + 10_000))
    assert block(batch, 6, "kit")["courier_comes"] == 0.0


def test_a_return_from_death_has_its_price(batch: Batch) -> None:
    m, hero, rules = batch.matches[0], batch.matches[0].heroes[7], batch.rules
    cost = BUYBACK_GOLD + 8 * BUYBACK_LEVEL + 1000 // 20
    hero.gold, hero.bought_back = 1000, 0
    kit = block(batch, 7, "kit")
    assert kit["buyback_gold"] == 1.0 and kit["buyback_ready"] == 0.0
    m.units[lay.HALF + 2].alive, hero.respawn = 0, TICK + 300
    assert block(batch, 7, "kit")["buyback_ready"] == 1.0
    hero.bought_back = TICK - int(rules.variant.buyback) // 4
    kit = block(batch, 7, "kit")
    assert kit["buyback_ready"] == 0.0 and kit["buyback_wait"] == pytest.approx(0.75)
    hero.gold, hero.bought_back = 130, 0
    poor = BUYBACK_GOLD + 8 * BUYBACK_LEVEL + 130 // 20
    assert cost > poor and block(batch, 7, "kit")["buyback_gold"] == pytest.approx(130 / poor)


def test_a_second_life_and_the_lane_of_the_setup(batch: Batch) -> None:
    hero = batch.matches[0].heroes[7]
    assert sum(block(batch, 7, "kit")[f"lane_{name}"] for name in ("top", "middle", "bottom")) == 0.0
    hero.second_life, hero.lane, hero.rises = 1, 2, TICK + 75
    kit = block(batch, 7, "kit")
    assert (kit["second_life"], kit["rises"], kit["lane_bottom"], kit["lane_top"]) == (1.0, 0.25, 1.0, 0.0)


def test_items_with_a_use_are_shown_in_the_order_of_their_slots(batch: Batch) -> None:
    hero = batch.matches[0].heroes[7]
    hold(batch, 0, "Ironwood Sword")
    blink, charm = hold(batch, 2, "Blinkstone"), hold(batch, 4, "Aegis Charm")
    hero.mana, hero.item_ready[4], hero.item_ready[5] = 500.0, TICK + 300, TICK + 100
    columns = observed(batch, 7)
    rows = [
        {k.partition(".")[2]: v for k, v in columns.items() if k.startswith(f"uses[{n}]")} for n in (0, 1)
    ]
    assert rows[0] == pytest.approx({
        "use_number": hero.items[2], "use_ready": 1.0, "use_cooldown": 0.0, "use_cost": blink.active.cost[0] / 500,
        "use_reach": blink.active.reach / 1000, "aims_at_unit": 0.0, "aims_at_point": 1.0, "for_allies": 0.0,
    })  # fmt: skip
    assert rows[1] == pytest.approx({
        "use_number": hero.items[4], "use_ready": 0.0, "use_cooldown": 0.5, "use_cost": charm.active.cost[0] / 500,
        "use_reach": charm.active.reach / 1000, "aims_at_unit": 1.0, "aims_at_point": 0.0, "for_allies": 1.0,
    })  # fmt: skip
    waits = [columns[f"item_waits[{slot}].item_cooldown"] for slot in range(lay.ITEM_SLOTS)]
    assert waits == pytest.approx([0.0, 0.0, 0.0, 0.0, 0.5, 0.25])
    hero.items[2] = 0
    columns = observed(batch, 7)
    assert columns["uses[0].use_number"] == hero.items[4] and columns["uses[1].use_number"] == 0.0
    assert columns["uses[1].use_cost"] == 0.0


def test_of_two_effects_of_a_kind_the_longer_is_shown_and_only_to_its_bearer(batch: Batch) -> None:
    m = batch.matches[0]
    m.effect_count[1] = 3
    for place, (kind, left) in enumerate(((SLOW, 49), (SLOW, 149), (STUN, 0))):
        effect = m.effects[1, place]
        effect.target, effect.kind, effect.end = lay.HALF + 2, kind, TICK + left
    effects = block(batch, 7, "effects")
    assert effects.pop("slow_left") == 0.5
    assert effects.pop("stun_left") == pytest.approx(1 / 151)  # its last tick
    assert set(effects.values()) == {0.0}
    assert set(block(batch, 6, "effects").values()) == {0.0}
    m.effects[1, 0].kind = BURN
    assert block(batch, 7, "effects")["burn_left"] == 0.25
