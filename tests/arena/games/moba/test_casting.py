"""From an order to an ability's effect: cast times, what breaks a cast or a channel, and line missiles."""

from __future__ import annotations

import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from tests.arena.games.moba.scenes import Scene, number_of
from tests.arena.games.moba.test_abilities import ready
from tests.arena.games.moba.test_effects import plant

FIRST = 201
WEST = 4 * 9 + 8  # of the offset grid, for a hero of east


def caster(name: str, k: int, gap: float, level: int = 1) -> tuple[Scene, int]:
    """A hero with one ability, and an enemy `gap` to the east of it."""
    scene = Scene((name, "Brute"), ("Lance", "Brute"))
    ready(scene, 0, -200.0, 0.0, k, level)
    return scene, ready(scene, 5, -200.0 + gap)


def spell_of(scene: Scene, k: int) -> object:
    """The data of an ability of hero 0."""
    return scene.rules.heroes[scene.hero(0).hero].abilities[k]


def test_an_ability_takes_effect_when_its_cast_time_is_over() -> None:
    scene, victim = caster("Bulwark", 0, 150.0)
    scene.cast(0, 0, victim)
    scene.step()
    takes_effect = FIRST + int(spell_of(scene, 0).cast)
    assert scene.hero(0).cast == 0 and scene.hero(0).cast_end == takes_effect
    scene.step()
    assert scene.unit(5).health == 1000.0 and scene.hero(0).mana == scene.hero(0).max_mana
    scene.until(takes_effect)
    assert scene.unit(5).hurt == takes_effect and scene.hero(0).cast == -1


@pytest.mark.parametrize("status", [r.STUN, r.SILENCE])
def test_a_stun_or_a_silence_breaks_a_cast_at_no_cost(status: int) -> None:
    scene, victim = caster("Bulwark", 0, 150.0)
    scene.cast(0, 0, victim)
    scene.step()
    plant(scene, number_of(0), status, ticks=4)
    scene.step(10)
    assert scene.hero(0).cast == -1 and scene.unit(5).health == 1000.0
    assert scene.hero(0).mana == scene.hero(0).max_mana and scene.hero(0).cooldown[0] == 0


@pytest.mark.parametrize("status", [r.STUN, r.SILENCE])
def test_the_stunned_and_the_silenced_cannot_cast(status: int) -> None:
    scene, victim = caster("Bulwark", 0, 150.0)
    plant(scene, number_of(0), status, ticks=400)
    scene.step()
    scene.batch.observe()
    assert not scene.batch.masks[0, 0, lay.CAST_1]
    scene.hero(0).order, scene.hero(0).order_unit = lay.CAST_1, victim
    scene.step()
    assert scene.hero(0).cast == -1


def test_without_the_mana_there_is_no_cast() -> None:
    scene, _ = caster("Bulwark", 0, 150.0)
    scene.hero(0).mana = float(spell_of(scene, 0).cost[0]) - 1.0
    scene.batch.observe()
    assert not scene.batch.masks[0, 0, lay.CAST_1]
    scene.hero(0).mana += 1.0
    scene.batch.observe()
    assert scene.batch.masks[0, 0, lay.CAST_1]


def test_what_is_not_learnt_cannot_be_cast() -> None:
    scene, _ = caster("Bulwark", 0, 150.0)
    scene.hero(0).skill[0] = 0
    scene.batch.observe()
    assert not scene.batch.masks[0, 0, lay.CAST_1]


def test_a_caster_walks_until_its_target_is_in_range() -> None:
    scene, victim = caster("Bulwark", 0, 400.0)
    scene.order(0, lay.CAST_1, victim, keep=True)
    scene.step()
    assert scene.hero(0).cast == -1 and scene.unit(0).x > -200.0
    while scene.hero(0).cast < 0:
        scene.step()
        assert scene.m.tick < 300
    gap = scene.unit(5).x - scene.unit(0).x
    reach = float(spell_of(scene, 0).reach)
    assert reach - 4 * scene.unit(0).speed / 30 <= gap <= reach


def test_a_cast_at_one_who_died_meanwhile_costs_nothing() -> None:
    scene, victim = caster("Bulwark", 0, 150.0)
    scene.cast(0, 0, victim)
    scene.step()
    scene.unit(5).alive = 0
    scene.hero(5).respawn = 10_000
    scene.step(5)
    assert scene.hero(0).cast == -1 and scene.hero(0).mana == scene.hero(0).max_mana


@pytest.mark.parametrize(("way", "hit"), [(60.0, True), (130.0, True), (160.0, False)])
def test_a_target_may_get_a_little_out_of_range_during_the_cast(way: float, hit: bool) -> None:
    scene, victim = caster("Bulwark", 0, 210.0)
    scene.cast(0, 0, victim)
    scene.step()
    scene.unit(5).x = -200.0 + float(spell_of(scene, 0).reach) + way
    scene.step(5)
    assert (scene.unit(5).health < 1000.0) == hit


def test_a_target_that_vanishes_during_the_cast_is_missed() -> None:
    scene, victim = caster("Bulwark", 0, 150.0)
    scene.cast(0, 0, victim)
    scene.step()
    plant(scene, victim, r.INVISIBLE)
    scene.step(5)
    assert scene.unit(5).health == 1000.0 and scene.hero(0).mana == scene.hero(0).max_mana


@pytest.mark.parametrize("end", ["stun", "silence", "order", "death"])
def test_a_channel_ends_when_its_caster_is_hindered_or_ordered_elsewhere(end: str) -> None:
    scene, victim = caster("Thorn", 3, 300.0)
    scene.cast(0, 3, victim)
    scene.until(FIRST + int(spell_of(scene, 3).cast) + 16)
    assert scene.hero(0).channel == 3 and scene.unit(5).health < 1000.0
    if end == "order":
        scene.order(0, lay.MOVE, offset=80)
    elif end == "death":
        plant(scene, number_of(0), r.BURN, 1e6, ticks=16)
        scene.step(4)
    else:
        plant(scene, number_of(0), r.STUN if end == "stun" else r.SILENCE, ticks=4)
    scene.step()
    left = float(scene.unit(5).health)
    assert scene.hero(0).channel == -1
    scene.step(20)
    assert scene.unit(5).health >= left
    assert scene.hero(0).cooldown[3] > scene.m.tick, "a broken channel has been paid for"


def test_a_channelling_hero_stands_still_and_does_not_strike() -> None:
    scene, victim = caster("Thorn", 3, 300.0)
    scene.cast(0, 3, victim)
    scene.step(20)
    assert scene.hero(0).channel == 3
    assert scene.unit(0).x == -200.0 and scene.unit(0).target == -1


def test_a_cast_breaks_off_the_blow_that_was_begun() -> None:
    scene, victim = caster("Bulwark", 0, 150.0)
    scene.attack(0, victim)
    scene.step()
    assert scene.unit(0).windup > 0
    scene.cast(0, 0, victim)
    scene.step()
    assert scene.unit(0).windup == 0 and scene.hero(0).cast == 0


def line(name: str, k: int) -> tuple[Scene, int, float, float]:
    """A caster of a line missile, the ability's place, its range and half width."""
    scene = Scene((name, "Oath"), ("Lance", "Brute"))
    ready(scene, 0, -500.0, 0.0, k, 1)
    spell = spell_of(scene, k)
    return scene, k, float(spell.reach), float(spell.radius)


def hurt(scene: Scene, number: int) -> bool:
    """Whether a unit lacks health."""
    return bool(scene.m.units[number].health < scene.m.units[number].max_health)


def test_a_line_missile_hits_the_first_in_its_way_alone() -> None:
    scene, k, _, _ = line("Ember", 0)
    row = [scene.creep(1, lay.MELEE, x) for x in (100.0, -100.0, 200.0)]
    scene.cast(0, k, aim=1)
    scene.step(16)
    assert [hurt(scene, n) for n in row] == [False, True, False]


def test_a_piercing_missile_hits_each_in_its_way_once() -> None:
    scene, k, _, _ = line("Thorn", 0)
    row = [scene.creep(1, lay.MELEE, x) for x in (100.0, -100.0, 300.0)]
    damage = float(spell_of(scene, k).effects[0].amount[0])
    armour = float(scene.m.units[row[0]].armour)
    scene.cast(0, k, aim=1)
    scene.step(16)
    share = 1 - 0.06 * armour / (1 + 0.06 * armour)
    for number in row:
        assert scene.m.units[number].max_health - scene.m.units[number].health == pytest.approx(
            damage * share, abs=0.01
        )


def test_a_wind_pushes_once_whom_it_drives_ahead() -> None:
    scene, k, _, _ = line("Tempest", 2)
    creep = scene.creep(1, lay.MELEE, -200.0)
    push = float(spell_of(scene, k).effects[0].amount[0])
    scene.cast(0, k, aim=1)
    scene.step(8)
    scene.m.units[creep].speed = 0.0
    assert scene.m.units[creep].x <= -200.0 + push


@pytest.mark.parametrize(("aside", "hit"), [(-5.0, True), (5.0, False)])
def test_a_line_missile_is_as_wide_as_it_says(aside: float, hit: bool) -> None:
    scene, k, _, radius = line("Ember", 0)
    creep = scene.creep(1, lay.MELEE, 0.0, radius + aside)
    scene.cast(0, k, aim=1)
    scene.step(16)
    assert hurt(scene, creep) == hit


@pytest.mark.parametrize(("beyond", "hit"), [(-20.0, True), (20.0, False)])
def test_a_line_missile_flies_as_far_as_it_says(beyond: float, hit: bool) -> None:
    scene, k, reach, _ = line("Ember", 0)
    scene.unit(0).x = -550.0
    creep = scene.creep(1, lay.MELEE, -550.0 + reach + beyond)
    scene.cast(0, k, aim=1)
    scene.step(16)
    assert hurt(scene, creep) == hit
    assert scene.m.missile_count[0] == 0


@pytest.mark.parametrize("name_k", [("Ember", 0), ("Brute", 0), ("Thorn", 0), ("Tempest", 2)])
def test_one_who_walks_towards_a_line_missile_is_always_hit(name_k: tuple[str, int]) -> None:
    for shift in range(0, 60, 3):
        scene, k, _, _ = line(*name_k)
        ready(scene, 5, 100.0 + shift)
        scene.order(5, lay.MOVE, offset=WEST, keep=True)
        scene.cast(0, k, aim=1)
        scene.step(14)
        done = scene.tally(0, lay.DAMAGE_TO_HEROES) > 0.0 or len(scene.effects(number_of(5))) > 0
        assert done, f"slipped past, begun at {100.0 + shift}"


def test_an_ability_missile_whose_target_dies_hits_nobody() -> None:
    scene = Scene(("Mire",), ("Lance",))
    ready(scene, 0, -200.0, 0.0, 0, 1)
    victim = ready(scene, 5, 300.0)
    spell = scene.rules.heroes[scene.hero(0).hero].abilities[0]
    missile = scene.m.missiles[0, 0]
    missile.x, missile.y, missile.speed, missile.target, missile.source = (
        -200.0,
        0.0,
        600.0,
        victim,
        number_of(0),
    )
    missile.ability, missile.level = int(scene.hero(0).hero) * lay.ABILITIES, 0
    scene.m.missile_count[0] = 1
    scene.step()
    assert scene.m.missile_count[0] == 1 and spell.mode == r.UNIT_MODE
    scene.unit(5).alive = 0
    scene.step()
    assert scene.m.missile_count[0] == 0 and scene.effects(victim) == []


def test_a_missile_for_which_there_is_no_room_is_counted() -> None:
    scene, k, _, _ = line("Ember", 0)
    for place in range(lay.MISSILES):
        missile = scene.m.missiles[0, place]
        missile.x, missile.y, missile.dx, missile.dy = 0.0, 900.0, 0.0, 1.0
        missile.left, missile.speed, missile.target, missile.source = 9000.0, 30.0, -1, number_of(0)
        missile.ability = int(scene.hero(0).hero) * lay.ABILITIES
    scene.m.missile_count[0] = lay.MISSILES
    scene.cast(0, k, aim=1)
    scene.step(4)
    assert scene.faults() == {"missile_pool_full": 1}
    assert scene.m.missile_count[0] == lay.MISSILES
    scene.m.missile_count[0] = lay.MISSILES - 1
    scene.hero(0).cooldown[k] = 0
    scene.cast(0, k, aim=1)
    scene.step(4)
    assert scene.faults() == {"missile_pool_full": 1}
    assert scene.m.peak[:, lay.MISSILE_POOL].tolist() == [lay.MISSILES, 0]


def test_lasting_effects_for_which_there_is_no_room_in_a_tick_are_counted() -> None:
    scene, _ = caster("Mire", 3, 100.0)
    for slot in range(80):
        scene.creep(1, lay.MELEE, -425.0 + slot % 10 * 50.0, -175.0 + slot // 10 * 50.0)
    caught = 81  # and the hero; all within the radius
    scene.cast(0, 3)
    scene.step(4)
    assert 2 * caught > lay.PENDING
    assert scene.faults()["pending_full"] == 2 * caught - lay.PENDING
    assert scene.m.effect_count[1] == lay.EFFECTS == lay.PENDING
    assert scene.m.peak[0].tolist() == [0, 0, 0, lay.PENDING]
    assert scene.m.peak[1].tolist() == [0, 0, lay.EFFECTS, 0]
