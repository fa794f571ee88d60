"""Effects that last: what they make of their bearer, how long, and what ends them."""

from __future__ import annotations

import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from tests.arena.games.moba.scenes import Scene, cut, number_of

FOREVER = 10_000


def plant(
    scene: Scene,
    target: int,
    kind: int,
    amount: float = 0.0,
    ticks: int = FOREVER,
    ability: int = 0,
    source: int = 0,
) -> None:
    """Lay an effect upon a unit as if it had been cast in this tick."""
    half = target // lay.HALF
    effect = scene.m.effects[half, scene.m.effect_count[half]]
    effect.target, effect.source, effect.kind, effect.ability = target, source, kind, ability
    effect.amount, effect.begin, effect.end = amount, scene.m.tick, scene.m.tick + ticks
    scene.m.effect_count[half] += 1


def one(level: int = 1) -> tuple[Scene, int]:
    """A scene with one hero of east in the middle, and its number."""
    scene = Scene(("Lance",), ("Lance",))
    return scene, scene.put(5, 0.0, level=level)


FLAGS = [
    (r.STUN, lay.STUNNED),
    (r.ROOT, lay.ROOTED),
    (r.SILENCE, lay.SILENCED),
    (r.DISARM, lay.DISARMED),
    (r.INVISIBLE, lay.HIDDEN),
    (r.REVEAL, lay.REVEALED),
]


@pytest.mark.parametrize(("kind", "flag"), FLAGS)
def test_a_hindrance_raises_its_flag_as_long_as_it_says(kind: int, flag: int) -> None:
    scene, hero = one()
    plant(scene, hero, kind, ticks=8)
    scene.step(2)
    assert scene.m.units[hero].status == flag
    scene.step()
    assert scene.m.units[hero].status == 0
    assert scene.effects(hero) == []


@pytest.mark.parametrize("ticks", [5, 6, 7, 8])
def test_a_stun_keeps_a_hero_from_walking_for_exactly_its_ticks(ticks: int) -> None:
    scene, hero = one()
    plant(scene, hero, r.STUN, ticks=ticks)
    scene.step()
    scene.unit(5).status = 0  # so that the order is taken; the effect is upon it in each tick of the decision
    scene.order(5, lay.MOVE, offset=80)
    scene.step()
    step = float(scene.hero(5).base_speed) / 30.0
    assert abs(scene.unit(5).y) == pytest.approx((8 - ticks) * step / 2**0.5, abs=0.01)


def test_stun_upon_stun_lasts_as_long_as_the_longest_and_no_longer() -> None:
    scene, hero = one()
    plant(scene, hero, r.STUN, ticks=20, ability=1)
    plant(scene, hero, r.STUN, ticks=12, ability=2)
    scene.step(5)
    assert scene.m.units[hero].status == lay.STUNNED
    scene.step(1)
    assert scene.m.units[hero].status == 0


def test_the_strongest_slow_counts_and_hurry_adds_up() -> None:
    scene, hero = one()
    base = float(scene.hero(5).base_speed)
    plant(scene, hero, r.SLOW, 0.25, ability=1)
    plant(scene, hero, r.SLOW, 0.5, ability=2)
    plant(scene, hero, r.SPEED, 0.125, ability=3)
    plant(scene, hero, r.SPEED, 0.25, ability=4)
    scene.step()
    assert scene.m.units[hero].speed == cut(base * 1.375 * 0.5)


@pytest.mark.parametrize(("kind", "amount", "speed"), [(r.SLOW, 0.99, 100.0), (r.SPEED, 3.0, 550.0)])
def test_speed_has_bounds(kind: int, amount: float, speed: float) -> None:
    scene, hero = one()
    plant(scene, hero, kind, amount)
    scene.step()
    assert scene.m.units[hero].speed == speed


@pytest.mark.parametrize(
    ("kind", "field", "base", "amount"),
    [
        (r.HASTE, "haste", "base_haste", 40.0),
        (r.LIFESTEAL, "lifesteal", "base_lifesteal", 0.25),
        (r.THORNS, "thorns", "base_thorns", 0.5),
        (r.REGENERATION, "health_regen", "base_regen", 8.0),
    ],
)
def test_what_only_heroes_feel_is_added_and_taken_off_again(
    kind: int, field: str, base: str, amount: float
) -> None:
    scene, hero = one()
    plant(scene, hero, kind, amount, ticks=4, ability=1)
    plant(scene, hero, kind, amount, ticks=4, ability=2)
    scene.step()
    assert scene.hero(5)[field] == scene.hero(5)[base] + 2 * amount
    scene.step()
    assert scene.hero(5)[field] == scene.hero(5)[base]


@pytest.mark.parametrize("amount", [5.0, -3.0])
def test_armour_and_might_change_the_unit(amount: float) -> None:
    scene, hero = one()
    plant(scene, hero, r.ARMOUR, amount, ticks=4)
    plant(scene, hero, r.MIGHT, amount, ticks=4)
    scene.step()
    unit, state = scene.m.units[hero], scene.hero(5)
    assert unit.armour == state.base_armour + amount and unit.damage == state.base_damage + amount
    scene.step()
    assert unit.armour == state.base_armour and unit.damage == state.base_damage


def test_regeneration_heals_by_the_second() -> None:
    scene, hero = one()
    scene.unit(5).health = 100.0
    plant(scene, hero, r.REGENERATION, 9.0, ticks=60)
    scene.step(20)
    assert scene.unit(5).health == 100.0 + 60 * cut(9.0 / 30)


@pytest.mark.parametrize("seconds", [1, 3, 4])
def test_fire_burns_its_amount_each_second_in_halves(seconds: int) -> None:
    scene, hero = one()
    scene.hero(5).resist = 0.25
    plant(scene, hero, r.BURN, 20.0, ticks=30 * seconds)
    scene.step(4)
    assert scene.unit(5).health == scene.unit(5).max_health - cut(10.0 * 0.75)
    scene.step(40)
    assert scene.unit(5).health == scene.unit(5).max_health - 2 * seconds * cut(10.0 * 0.75)


def test_creeps_burn_without_resistance_and_are_stunned() -> None:
    scene = Scene()
    creep = scene.creep(1, lay.MELEE, 0.0, active=True)
    plant(scene, creep, r.BURN, 20.0, ticks=30)
    plant(scene, creep, r.STUN, ticks=32)
    scene.step(8)
    assert scene.m.units[creep].max_health - scene.m.units[creep].health == 20.0
    assert (scene.m.units[creep].x, scene.m.units[creep].y) == (0.0, 0.0)
    scene.step()
    assert scene.m.units[creep].x < 0.0


def test_a_root_holds_but_lets_the_hero_strike() -> None:
    scene, hero = one()
    plant(scene, hero, r.ROOT)
    victim = scene.put(0, -100.0)
    scene.order(5, lay.MOVE, offset=80, keep=True)
    scene.step(4)
    assert (scene.unit(5).x, scene.unit(5).y) == (0.0, 0.0)
    scene.attack(5, victim)
    scene.step(4)
    assert scene.unit(0).health < scene.unit(0).max_health


def test_the_same_abilitys_effect_is_renewed_not_stacked() -> None:
    scene = Scene(("Mire",), ("Lance",))
    scene.put(0, -200.0)
    victim = scene.put(5, 200.0)
    scene.cast(0, 0, victim)
    scene.step(12)
    first = [(int(e.kind), int(e.begin), int(e.end)) for e in scene.effects(victim)]
    scene.hero(0).cooldown[:] = 0
    scene.hero(0).mana = scene.hero(0).max_mana
    scene.cast(0, 0, victim)
    scene.step(12)
    second = [(int(e.kind), int(e.begin), int(e.end)) for e in scene.effects(victim)]
    assert [k for k, _, _ in first] == [k for k, _, _ in second] == [r.BURN, r.SLOW]
    assert all(b[1] == a[1] and b[2] == a[2] + 48 for a, b in zip(first, second, strict=True))


def test_a_shield_takes_damage_first_and_what_is_left_ends_with_its_time() -> None:
    scene = Scene(("Bulwark",), ("Lance",))
    me = scene.put(0, -50.0)
    scene.hero(0).skill[1] = 1
    spell = scene.rules.heroes[scene.hero(0).hero].abilities[1]
    amount = float(spell.effects[0].amount[0])
    scene.cast(0, 1)
    scene.step(2)
    assert scene.hero(0).shield == amount
    begin = int(scene.effects(me, r.SHIELD)[0].begin)
    plant(scene, me, r.BURN, 80.0, ticks=16, ability=99, source=number_of(5))
    scene.hero(0).resist = 0.0
    scene.step(5)
    assert scene.unit(0).health == scene.unit(0).max_health
    assert scene.hero(0).shield == amount - 40.0
    scene.until(begin + int(spell.effects[0].ticks[0]))
    assert scene.hero(0).shield == amount - 40.0
    scene.step()
    assert scene.hero(0).shield == 0.0


def test_a_shield_that_breaks_lets_the_rest_through() -> None:
    scene, hero = one()
    scene.hero(5).shield, scene.hero(5).resist = 30.0, 0.0
    plant(scene, hero, r.SHIELD, 30.0, ability=1)
    plant(scene, hero, r.BURN, 100.0, ticks=16)
    scene.step(5)
    assert scene.hero(5).shield == 0.0
    assert scene.unit(5).health == scene.unit(5).max_health - 20.0


def test_the_end_of_one_shield_leaves_another_standing() -> None:
    scene, hero = one()
    scene.hero(5).shield = 200.0
    plant(scene, hero, r.SHIELD, 100.0, ticks=4, ability=1)
    plant(scene, hero, r.SHIELD, 200.0, ticks=40, ability=2)
    scene.step(3)
    assert scene.hero(5).shield == 200.0
    plant(scene, hero, r.SHIELD, 50.0, ability=3)
    scene.step(10)
    assert scene.hero(5).shield == 50.0


def test_death_ends_all_effects() -> None:
    scene, hero = one()
    for place, (kind, _) in enumerate(FLAGS):
        plant(scene, hero, kind, ability=place)
    plant(scene, hero, r.BURN, 1e6, ability=50)
    scene.step(5)
    assert not scene.unit(5).alive
    assert scene.effects(hero) == []
    scene.hero(5).respawn = scene.m.tick + 2
    scene.step(2)
    assert scene.unit(5).alive and scene.unit(5).status == 0
    assert scene.faults() == {}


def test_the_casters_death_does_not_end_what_it_cast() -> None:
    scene, hero = one()
    scene.hero(5).resist = 0.0
    plant(scene, hero, r.BURN, 20.0, ticks=60, source=number_of(0))
    scene.unit(0).alive = 0
    scene.hero(0).respawn = FOREVER
    scene.step(20)
    assert scene.unit(5).health == scene.unit(5).max_health - 40.0


def test_a_burn_that_outlives_its_caster_still_kills_for_it() -> None:
    scene, hero = one()
    scene.unit(5).health = 1.0
    plant(scene, hero, r.BURN, 200.0, ticks=60, source=number_of(0))
    scene.unit(0).alive = 0
    scene.hero(0).respawn = FOREVER
    scene.step(5)
    assert not scene.unit(5).alive and scene.tally(0, lay.KILLS) == 1.0


def test_an_effect_that_outlived_its_bearer_is_counted() -> None:
    scene, hero = one()
    plant(scene, hero, r.STUN)
    scene.m.units[hero].born = scene.m.tick + 1  # another has taken the slot since
    scene.step()
    assert scene.effects(hero) == [] and scene.m.units[hero].status == 0
    assert scene.faults() == {"orphan_effect": 1}


def test_an_effect_for_which_there_is_no_room_is_counted() -> None:
    scene = Scene(("Mire",), ("Lance",))
    scene.put(0, -200.0)
    victim = scene.put(5, 200.0)
    for ability in range(lay.EFFECTS):
        plant(scene, victim, r.ARMOUR, 0.0, ability=1000 + ability)
    scene.cast(0, 0, victim)
    scene.step(12)
    assert len(scene.effects(victim)) == lay.EFFECTS
    assert scene.faults() == {"effect_pool_full": 2}
    assert scene.m.peak[1, lay.EFFECT_POOL] == 0, "planted, none entered"
