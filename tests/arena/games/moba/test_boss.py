"""The boss: where and when it comes, how it grows, strikes and pays, and the second life of who kills it."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba import Batch, Setup, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.economy import RISE_TICKS
from arena.games.moba.neutrals import GROWTHS, LEASH
from arena.games.moba.setup import first_pit, side_keys
from tests.arena.games.moba.scenes import Scene, after_armour, number_of
from tests.arena.games.moba.test_economy import earned, kill, learnt, worth

PIT = lay.CAMPS  # the boss's place, counted as a camp


def with_boss(half: int = 0, steps: int = 0, west: tuple[str, ...] = ("Lance",)) -> tuple[Scene, int]:
    """A scene with the boss at rest in a half's pit, and its number."""
    scene = Scene(west, ("Lance",))
    scene.m.pit, scene.m.boss_due = half, 0
    return scene, scene.neutral(half, PIT, 0, lay.BEAST, steps=steps)


def beside(scene: Scene, number: int, dx: float, dy: float = 0.0) -> tuple[float, float]:
    """A point by a unit."""
    return float(scene.m.units[number].x) + dx, float(scene.m.units[number].y) + dy


def test_the_pit_is_part_of_the_setup_and_turns_with_the_sides() -> None:
    lineups = random_lineups("blitz", 1)
    setups = [Setup(seed, *lineups) for seed in range(200)]
    pits = Batch("blitz", setups, observe_floats=False).matches["pit"]
    turned = Batch("blitz", [one.exchanged() for one in setups], observe_floats=False).matches["pit"]
    assert (pits + turned == 1).all()
    assert 70 < pits.sum() < 130
    assert all(first_pit(seed, side_keys(seed)) == pit for seed, pit in enumerate(pits))


@pytest.mark.parametrize("variant", ["full", "blitz"])
def test_the_boss_comes_to_its_pit_at_its_time(variant: str) -> None:
    first = int(r.load(variant).variant.boss_first)
    scene = Scene(variant=variant, tick=first - 8)
    scene.m.boss_health = 1.25
    scene.step()
    bosses = scene.m.units[[lay.BOSS, lay.HALF + lay.BOSS]]
    assert not bosses["alive"].any() and scene.m.boss_due == first
    scene.step()
    bosses = scene.m.units[[lay.BOSS, lay.HALF + lay.BOSS]]
    assert list(bosses["alive"]) == [scene.m.pit == 0, scene.m.pit == 1] and scene.m.boss_due == 0
    boss, s = bosses[scene.m.pit], 1.0 - 2.0 * scene.m.pit
    assert [boss["x"], boss["y"]] == [s * scene.rules.boss_pit[0], s * scene.rules.boss_pit[1]]
    assert boss["health"] == boss["max_health"] == 1.25 * scene.rules.kinds[lay.BEAST].health


def test_there_is_no_boss_in_a_duel() -> None:
    scene = Scene(variant="duel", tick=20000)
    scene.step(3)
    assert scene.m.boss_due == 0
    assert not scene.m.units["alive"][[lay.BOSS, lay.HALF + lay.BOSS]].any()


def test_a_living_boss_grows_with_time() -> None:
    v, data = r.load("blitz").variant, r.load("blitz").kinds[lay.BEAST]
    due = int(v.boss_first + 3 * v.boss_growth)
    scene = Scene(tick=due - 4)
    steps = 2
    scene.m.boss_health, scene.m.boss_due, scene.m.pit = 1.5, 0, 1
    boss = scene.m.units[scene.neutral(1, PIT, 0, lay.BEAST, steps=steps)]
    scene.m.tick -= 4
    scene.step()
    assert boss.step == steps
    scene.step()
    assert boss.step == steps + 1
    assert boss.max_health == data.health + steps * data.health_growth + 1.5 * data.health_growth
    assert boss.damage == data.damage + (steps + 1) * data.damage_growth


@pytest.mark.parametrize("late", [0, 1, 30])
def test_a_boss_that_comes_late_is_as_strong_as_one_that_has_grown(late: int) -> None:
    v, data = r.load("blitz").variant, r.load("blitz").kinds[lay.BEAST]
    tick = int(v.boss_first) + late * int(v.boss_growth)
    scene = Scene(tick=tick)
    scene.m.boss_due = tick + 3
    scene.step()
    boss = scene.m.units[scene.m.pit * lay.HALF + lay.BOSS]
    steps = min(late, GROWTHS)
    assert (boss.max_health, boss.damage) == (
        data.health + steps * data.health_growth,
        data.damage + steps * data.damage_growth,
    )


def test_its_blow_reaches_all_who_stand_by_its_target() -> None:
    scene, boss = with_boss(west=("Lance", "Brute"))
    scene.put(0, *beside(scene, boss, 150.0))
    scene.put(1, *beside(scene, boss, 170.0, 150.0))
    scene.put(5, *beside(scene, boss, 170.0, -150.0))
    far = scene.put(6, *beside(scene, boss, 150.0, 270.0))
    creep = scene.creep(1, lay.MELEE, *beside(scene, boss, 250.0))
    for h in (0, 1, 5, 6):
        scene.unit(h).max_health = scene.unit(h).health = 5000.0
    before = {n: float(scene.m.units[n].health) for n in (0, 1, lay.HALF, far, creep)}
    scene.m.units[boss].open, scene.m.units[boss].target = lay.FIGHTING, 0
    scene.step(5)
    damage = float(scene.rules.kinds[lay.BEAST].damage)
    taken = {n: before[n] - float(scene.m.units[n].health) for n in before}
    armour = {n: float(scene.m.units[n].armour) for n in before}
    assert taken[0] == after_armour(damage, armour[0])
    for n in (1, lay.HALF, creep):
        assert taken[n] == after_armour(damage / 2, armour[n])
    assert taken[far] == 0.0


def test_it_keeps_to_its_pit_and_heals_there() -> None:
    scene, boss = with_boss(1)
    unit, place = scene.m.units[boss], beside(scene, boss, 0.0)
    scene.put(0, *beside(scene, boss, 200.0))
    scene.unit(0).max_health = scene.unit(0).health = 1e6
    unit.health = 0.6 * unit.max_health
    farthest = 0.0
    for _ in range(80):
        scene.step()
        scene.unit(0).y -= 35.0
        farthest = max(farthest, float(np.hypot(unit.x - place[0], unit.y - place[1])))
    assert farthest < LEASH + 90.0
    scene.unit(0).x, scene.unit(0).y = -4000.0, -4000.0
    scene.step(120)
    assert unit.open == lay.RESTING and unit.health == unit.max_health
    assert scene.faults() == {}


@pytest.mark.parametrize("half", [0, 1])
def test_its_death_pays_the_side_and_gives_a_second_life(half: int) -> None:
    scene, boss = with_boss(half, steps=2)
    for h in (0, 1):
        scene.put(h, *beside(scene, boss, -100.0, 100.0 * h))
    v, data = scene.rules.variant, scene.rules.kinds[lay.BEAST]
    share = 1.0 + 2 * data.reward_growth
    kill(scene, 0, boss)
    all_five = worth(scene, data.gold_each * share)
    assert [earned(scene, h) for h in range(6)] == [all_five + worth(scene, data.gold * share)] + 4 * [
        all_five
    ] + [0]
    assert [scene.tally(h, lay.EXPERIENCE) for h in (0, 1, 2)] == 2 * [
        learnt(scene, int(data.xp * share) // 2)
    ] + [0]
    assert (scene.tally(0, lay.BOSSES_KILLED), scene.tally(0, lay.NEUTRALS_KILLED)) == (1.0, 0.0)
    assert list(scene.m.heroes["second_life"]) == [1] + 9 * [0]
    assert list(scene.m.bosses) == [1, 0]
    died = int(scene.m.units[boss].born)
    assert scene.m.pit == 1 - half
    assert died + v.boss_least <= scene.m.boss_due < died + v.boss_most


def test_the_time_of_its_return_is_drawn_and_it_comes_to_the_other_pit() -> None:
    due = []
    for key in range(40):
        scene, boss = with_boss(0)
        scene.m.keys[0] = key
        scene.put(0, *beside(scene, boss, -100.0))
        kill(scene, 0, boss)
        due.append(int(scene.m.boss_due))
    v = scene.rules.variant
    assert len(set(due)) > 30 and max(due) - min(due) > 0.8 * (v.boss_most - v.boss_least)
    scene.m.tick = due[-1] - 3
    scene.m.units["anchor"] = scene.m.tick
    scene.step()
    assert not scene.m.units[lay.BOSS].alive and scene.m.units[lay.HALF + lay.BOSS].alive


def test_a_hero_walks_past_the_boss() -> None:
    scene, boss = with_boss()
    scene.m.units[boss].damage = 0.0
    scene.put(0, *beside(scene, boss, -160.0))
    for _ in range(40):
        scene.order(0, lay.MOVE, offset=44)  # straight on, through it
        scene.step()
    assert scene.unit(0).x > scene.m.units[boss].x
    assert scene.faults() == {}


def slay(scene: Scene, victim: int = 5) -> int:
    """Let hero 0 kill a hero in the middle; the tick of its death."""
    scene.put(victim, 60.0, health=1.0, level=8)
    scene.put(0, -60.0)
    scene.attack(0, number_of(victim))
    while scene.unit(victim).alive:
        scene.step()
    return int(scene.m.tick)


def test_a_second_life_is_a_death_that_does_not_last() -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.hero(5).second_life = 1
    slay(scene)
    hero, unit = scene.hero(5), scene.unit(5)
    fell = int(hero.rises) - RISE_TICKS
    assert scene.m.tick - 4 < fell <= scene.m.tick and hero.respawn == hero.rises
    assert (scene.tally(0, lay.KILLS), scene.tally(5, lay.DEATHS), int(scene.m.kills[0])) == (1.0, 1.0, 1)
    assert earned(scene, 0) == worth(scene, 150 + 12 * 8)
    assert hero.second_life == 0
    place = (float(unit.x), float(unit.y))
    hero.mana = 1.0
    scene.unit(0).x = -3000.0
    scene.until(fell + RISE_TICKS - 4)
    assert not unit.alive
    scene.until(fell + RISE_TICKS + 3)
    assert unit.alive and (float(unit.x), float(unit.y)) == place
    assert unit.health == unit.max_health and hero.mana == hero.max_mana
    assert (scene.tally(5, lay.SECOND_LIVES), hero.rises, hero.respawn) == (1.0, 0, 0)


def test_it_is_used_once_and_the_next_death_is_a_whole_one() -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.hero(5).second_life = 1
    slay(scene)
    scene.until(scene.m.tick + RISE_TICKS + 4)
    fell = slay(scene)
    seconds = scene.rules.variant.respawn_base + scene.rules.variant.respawn_level * 8
    assert fell - 4 < scene.hero(5).respawn - int(seconds * 30) <= fell
    scene.until(int(scene.hero(5).respawn) + 4)
    assert scene.unit(5).alive and scene.unit(5).x > 3000.0
    assert scene.tally(5, lay.SECOND_LIVES) == 1.0


def fight(names: tuple[str, ...], level: int) -> tuple[float, int]:
    """Blows alone, with three items each: what is left of the boss, as a share, and how many heroes have died."""
    scene, boss = with_boss(west=names)
    for h, _ in enumerate(names):
        scene.hero(h).items[:3] = [r.item_names().index(n) + 1 for n in ITEMS]
        scene.put(h, *beside(scene, boss, -150.0, 90.0 * (h - 2)), level=level)
        scene.attack(h, boss)
    unit, dead = scene.m.units[boss], 0.0
    while unit.alive and dead < len(names) and scene.m.tick < 3000:
        scene.step()
        dead = sum(scene.tally(h, lay.DEATHS) for h, _ in enumerate(names))
        for h, _ in enumerate(names):
            scene.hero(h).respawn = min(int(scene.hero(h).respawn), 1) * 9000
    return float(unit.health / unit.max_health) if unit.alive else 0.0, int(dead)


ITEMS = ("Vital Gem", "Greatsword", "Padded Mail")
THREE = ("Bulwark", "Thorn", "Lance")


def test_it_takes_a_few_grown_heroes_to_kill_the_boss() -> None:
    left, dead = fight(("Brute",), 10)
    assert left > 0.3 and dead == 1
    assert fight(("Brute", "Thorn"), 10) == (0.0, 1)
    left, dead = fight(THREE, 2)
    assert left > 0.1 and dead == 3
    assert fight(THREE, 10) == (0.0, 0)
    assert fight((*THREE, "Ember", "Mercy"), 10) == (0.0, 0)
