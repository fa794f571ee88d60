"""Attacks: wind-up, missiles, armour, and what rides on a hero's attack."""

from __future__ import annotations

import pytest

from arena.games.moba import layout as lay
from tests.arena.games.moba.scenes import Scene, after_armour, cut

FIRST = 201  # tick at which an order of the first decision is obeyed


def duel_of(attacker: str, victim: str = "Lance", gap: float = 100.0) -> tuple[Scene, int]:
    """Two heroes `gap` apart; the number of the victim."""
    scene = Scene((attacker,), (victim,))
    scene.put(0, -gap / 2)
    return scene, scene.put(5, gap / 2)


def lost(scene: Scene, number: int) -> float:
    """Health a unit lacks."""
    return float(scene.m.units[number].max_health - scene.m.units[number].health)


def blow(scene: Scene, h: int, number: int) -> float:
    """What an attack of hero `h` takes from a unit: its damage after armour."""
    return after_armour(float(scene.unit(h).damage), float(scene.m.units[number].armour))


def test_a_blow_lands_when_the_wind_up_is_over() -> None:
    scene, victim = duel_of("Lance")
    data = scene.rules.heroes[scene.hero(0).hero]
    lands = FIRST + int(data.windup)
    scene.attack(0, victim)
    scene.until(lands - 1)
    assert scene.m.tick < lands and lost(scene, victim) == 0.0
    scene.until(lands)
    assert lost(scene, victim) == blow(scene, 0, victim)
    assert scene.m.units[victim].hurt == lands


def test_attacks_follow_one_another_by_the_interval() -> None:
    scene, victim = duel_of("Lance")
    data = scene.rules.heroes[scene.hero(0).hero]
    scene.attack(0, victim)
    second = FIRST + int(data.interval) + int(data.windup)
    scene.until(second + 3)
    assert scene.m.units[victim].hurt == second
    assert lost(scene, victim) == 2 * blow(scene, 0, victim)


@pytest.mark.parametrize("haste", [100.0, -50.0])
def test_attack_speed_shortens_interval_and_wind_up_alike(haste: float) -> None:
    scene, victim = duel_of("Lance")
    scene.hero(0).haste = scene.hero(0).base_haste = haste
    data = scene.rules.heroes[scene.hero(0).hero]
    scene.attack(0, victim)
    scene.step()
    speed = 1.0 + haste / 100.0
    assert scene.unit(0).windup == FIRST + int(int(data.windup) / speed)
    assert scene.unit(0).ready == FIRST + int(int(data.interval) / speed)


def test_a_move_breaks_the_wind_up_and_the_next_attack_may_begin_at_once() -> None:
    scene, victim = duel_of("Lance")
    scene.attack(0, victim)
    scene.step(2)
    assert scene.unit(0).windup > 0
    scene.order(0, lay.MOVE)
    scene.step()
    assert scene.unit(0).windup == 0 and scene.unit(0).target == -1
    scene.attack(0, victim)
    scene.step()
    assert scene.unit(0).windup == scene.m.tick - 3 + int(scene.rules.heroes[scene.hero(0).hero].windup)
    assert lost(scene, victim) == 0.0


def test_a_held_hero_ends_the_blow_it_has_begun_and_no_more() -> None:
    scene, victim = duel_of("Lance")
    scene.attack(0, victim)
    scene.step()
    del scene.orders[0]
    scene.step(40)
    assert lost(scene, victim) == blow(scene, 0, victim)


def test_a_shot_flies_at_its_speed() -> None:
    scene, victim = duel_of("Ember", gap=390.0)
    data = scene.rules.heroes[scene.hero(0).hero]
    scene.attack(0, victim)
    leaves = FIRST + int(data.windup)
    step = float(data.missile) / 30.0
    flights = next(n for n in range(1, 99) if 390.0 - (n - 1) * step <= step)
    arrives = leaves + flights - 1  # the shot flies in the tick it leaves in
    scene.until(leaves)
    assert scene.m.missile_count[0] == 1 and lost(scene, victim) == 0.0
    scene.until(arrives)
    assert scene.m.units[victim].hurt == arrives
    assert lost(scene, victim) == blow(scene, 0, victim)
    assert scene.m.missile_count[0] == 0


def test_a_shot_whose_target_dies_hits_nobody() -> None:
    scene, victim = duel_of("Ember", gap=500.0)
    scene.attack(0, victim)
    scene.until(FIRST + 12)
    assert scene.m.missile_count[0] == 1
    scene.unit(5).health = 1.0
    other = scene.put(1, 150.0)
    scene.unit(1).damage = 500.0
    scene.unit(1).target, scene.unit(1).windup = victim, scene.m.tick + 1
    scene.hero(1).order, scene.hero(1).order_unit = lay.ATTACK, victim
    scene.attack(1, victim)
    scene.step()
    assert not scene.unit(5).alive and scene.unit(other).alive
    assert scene.m.missile_count[0] == 0
    assert scene.tally(0, lay.DAMAGE_TO_HEROES) == 0.0


@pytest.mark.parametrize("armour", [-5.0, 0.0, 4.0, 25.0])
def test_armour_takes_a_share_of_a_blow(armour: float) -> None:
    scene, victim = duel_of("Lance")
    scene.unit(5).armour = scene.hero(5).base_armour = armour
    scene.unit(0).damage = scene.hero(0).base_damage = 60.0
    scene.attack(0, victim)
    scene.until(FIRST + 12)
    share = 1 - 0.06 * armour / (1 + 0.06 * abs(armour))
    assert lost(scene, victim) == cut(60.0 * share)


def test_a_critical_blow_is_its_factor_as_hard() -> None:
    scene, victim = duel_of("Lance")
    scene.hero(0).crit, scene.hero(0).crit_factor = 1.0, 2.5
    scene.attack(0, victim)
    scene.until(FIRST + 12)
    assert lost(scene, victim) == after_armour(2.5 * float(scene.unit(0).damage), float(scene.unit(5).armour))


def test_as_many_blows_are_critical_as_the_chance_says() -> None:
    scene, victim = duel_of("Lance")
    scene.unit(5).max_health = scene.unit(5).health = 1e6
    scene.unit(5).armour = scene.hero(5).base_armour = 0.0
    for h, (x, y) in enumerate(((-50.0, 0.0), (50.0, 110.0), (50.0, -110.0), (160.0, 0.0), (-50.0, 85.0))):
        scene.put(h, x, y)
        hero, unit = scene.hero(h), scene.unit(h)
        hero.crit, hero.crit_factor, hero.haste, hero.base_haste = 0.25, 2.0, 400.0, 400.0
        unit.damage = hero.base_damage = 10.0
        scene.attack(h, victim)
    scene.until(780)
    blows = sum(scene.tally(h, lay.DAMAGE_TO_HEROES) for h in range(5)) / 10.0
    # blows = attacks x (1 + share of critical ones); melee intervals are 9 ticks, ranged ones less their last flight
    attacks = 5 * (780 - FIRST) / 9
    share = blows / attacks - 1.0
    assert 0.25 - 5 * 0.0243 < share < 0.25 + 5 * 0.0243  # standard deviation of 320 draws


def test_lifesteal_heals_by_what_arrives() -> None:
    scene, victim = duel_of("Lance")
    scene.unit(0).health = 100.0
    scene.hero(0).lifesteal = scene.hero(0).base_lifesteal = 0.2
    scene.attack(0, victim)
    scene.until(FIRST + 12)
    assert scene.unit(0).health == 100.0 + cut(0.2 * lost(scene, victim))


def test_lifesteal_takes_nothing_from_structures() -> None:
    scene = Scene(("Lance",))
    tower = scene.structure(1, 3)
    scene.put(0, float(scene.m.units[tower].x) - 150.0, float(scene.m.units[tower].y), health=500.0)
    scene.hero(0).lifesteal = scene.hero(0).base_lifesteal = 0.2
    scene.m.units[tower].seen, scene.m.units[tower].damage = 1, 0.0
    scene.attack(0, tower)
    scene.until(FIRST + 12)
    assert lost(scene, tower) > 0.0 and scene.unit(0).health == 500.0


def test_a_cleaving_blow_cuts_those_beside_its_target() -> None:
    scene, victim = duel_of("Brute")
    hero = scene.hero(0)
    hero.cleave, hero.cleave_radius = 0.5, 260.0
    beside = scene.creep(1, lay.MELEE, 50.0, 200.0)
    apart = scene.creep(1, lay.MELEE, 50.0, -270.0)
    own = scene.creep(0, lay.MELEE, -100.0, 100.0)
    damage = float(scene.unit(0).damage)
    scene.attack(0, victim)
    scene.until(FIRST + 12)
    assert lost(scene, victim) == blow(scene, 0, victim)
    assert lost(scene, beside) == after_armour(0.5 * damage, float(scene.m.units[beside].armour))
    assert lost(scene, apart) == lost(scene, own) == 0.0


def test_thorns_return_a_share_of_what_arrived() -> None:
    scene, victim = duel_of("Lance")
    scene.hero(5).thorns = scene.hero(5).base_thorns = 0.3
    scene.attack(0, victim)
    scene.until(FIRST + 12)
    assert lost(scene, 0) == cut(0.3 * lost(scene, victim)) > 0.0
    assert scene.tally(5, lay.DAMAGE_TO_HEROES) == lost(scene, 0)


@pytest.mark.parametrize("status", [lay.STUNNED, lay.DISARMED])
def test_the_stunned_and_the_disarmed_do_not_strike(status: int) -> None:
    scene, victim = duel_of("Lance")
    scene.attack(0, victim)
    scene.step()
    scene.unit(0).status = status
    scene.step(10)
    assert lost(scene, victim) == 0.0 and scene.unit(0).windup == 0


def test_a_target_out_of_sight_is_let_go() -> None:
    scene, victim = duel_of("Lance")
    scene.attack(0, victim)
    scene.step()
    scene.unit(5).status = lay.HIDDEN
    scene.step(8)
    assert lost(scene, victim) == 0.0 and scene.unit(0).target == -1


def test_a_victim_that_ran_is_missed_by_the_blow() -> None:
    scene, victim = duel_of("Lance")
    scene.attack(0, victim)
    scene.step()
    scene.unit(5).x = 600.0
    scene.until(FIRST + 15)
    assert lost(scene, victim) == 0.0


@pytest.mark.parametrize("kind", [lay.MELEE, lay.RANGED, lay.SIEGE])
def test_creeps_hurt_structures_by_their_siege_factor(kind: int) -> None:
    scene = Scene()
    tower = scene.structure(1, 3)
    unit = scene.m.units[tower]
    creep = scene.creep(0, kind, float(unit.x) - 150.0, float(unit.y), active=True)
    unit.seen, unit.damage = 1, 0.0
    data = scene.rules.kinds[kind]
    while unit.hurt == 0:
        scene.step()
    assert lost(scene, tower) == after_armour(cut(data.damage * data.siege), float(unit.armour))
    assert scene.m.units[creep].target == tower


@pytest.mark.parametrize("kind", [lay.MELEE, lay.RANGED, lay.SIEGE])
def test_creeps_hurt_heroes_by_their_factor_for_heroes(kind: int) -> None:
    scene = Scene((), ("Lance",))
    victim = scene.put(5, 60.0)
    scene.creep(0, kind, -60.0, active=True)
    data = scene.rules.kinds[kind]
    while scene.unit(5).hurt == 0:
        scene.step()
    assert lost(scene, victim) == after_armour(cut(data.damage * data.to_heroes), float(scene.unit(5).armour))
