"""Gold, experience, deaths and what they cost."""

from __future__ import annotations

import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from tests.arena.games.moba.scenes import Scene, number_of
from tests.arena.games.moba.test_effects import plant


def worth(scene: Scene, gold: float) -> int:
    """Gold by the variant's factor."""
    return int(gold * float(scene.rules.variant.gold))


def learnt(scene: Scene, xp: float) -> int:
    """Experience by the variant's factor."""
    return int(xp * float(scene.rules.variant.xp))


def income(scene: Scene, begin: int) -> int:
    """What the clock alone has paid since a tick."""
    each = int(scene.rules.variant.gold_ticks)
    return int(scene.m.tick) // each - begin // each


def earned(scene: Scene, h: int) -> float:
    """What a hero has earned beyond the clock's pay."""
    return scene.tally(h, lay.GOLD) - income(scene, 200)


def kill(scene: Scene, h: int, victim: int, ticks: int = 24) -> None:
    """Let hero `h` end a unit with one point of health left."""
    scene.m.units[victim].health = 1.0
    scene.attack(h, victim)
    scene.until(scene.m.tick + ticks)
    assert not scene.m.units[victim].alive


def test_gold_comes_with_time_to_everyone() -> None:
    scene = Scene(("Lance",))
    scene.step(30)
    each = int(scene.rules.variant.gold_ticks)
    for h in range(10):
        assert scene.hero(h).gold == scene.tally(h, lay.GOLD) == 320 // each - 200 // each


@pytest.mark.parametrize("kind", [lay.MELEE, lay.RANGED, lay.SIEGE])
def test_a_last_hit_pays_and_teaches(kind: int) -> None:
    scene = Scene(("Lance",))
    creep = scene.creep(1, kind, 60.0)
    scene.put(0, -60.0)
    kill(scene, 0, creep)
    data = scene.rules.kinds[kind]
    assert earned(scene, 0) == worth(scene, data.gold)
    assert scene.tally(0, lay.LAST_HITS) == 1.0
    assert scene.tally(0, lay.EXPERIENCE) == learnt(scene, data.xp)
    assert earned(scene, 1) == 0.0


def test_the_larger_damage_of_a_tick_takes_the_last_hit() -> None:
    scene = Scene(("Lance", "Brute"))
    creep = scene.creep(1, lay.MELEE, 0.0, health=10.0)
    for h, x, damage in ((0, -100.0, 60.0), (1, 100.0, 61.0)):
        scene.put(h, x)
        unit, hero = scene.unit(h), scene.hero(h)
        unit.damage = hero.base_damage = damage
        unit.target, unit.windup, unit.ready = creep, 201, 300
        hero.order, hero.order_unit = lay.ATTACK, creep
        scene.attack(h, creep)
    scene.step()
    assert (scene.tally(0, lay.LAST_HITS), scene.tally(1, lay.LAST_HITS)) == (0.0, 1.0)


def test_a_creep_killed_by_creeps_pays_nobody() -> None:
    scene = Scene(("Lance",))
    creep = scene.creep(1, lay.MELEE, 60.0, health=1.0)
    scene.creep(0, lay.MELEE, -60.0, active=True)
    scene.put(0, -60.0, 200.0)
    scene.step(10)
    assert not scene.m.units[creep].alive
    assert earned(scene, 0) == 0.0
    assert scene.tally(0, lay.EXPERIENCE) == learnt(scene, scene.rules.kinds[lay.MELEE].xp)


def test_a_denied_creep_pays_nobody_and_teaches_half() -> None:
    scene = Scene(("Lance",), ("Lance",))
    creep = scene.creep(0, lay.MELEE, 60.0, health=1.0)
    scene.put(0, -60.0)
    scene.put(5, 300.0)
    kill(scene, 0, creep)
    assert scene.tally(0, lay.DENIES) == 1.0 and scene.tally(0, lay.LAST_HITS) == 0.0
    assert earned(scene, 0) == earned(scene, 5) == 0.0
    assert scene.tally(0, lay.EXPERIENCE) == 0.0
    assert scene.tally(5, lay.EXPERIENCE) == learnt(scene, scene.rules.kinds[lay.MELEE].xp // 2)


@pytest.mark.parametrize(("share", "legal"), [(0.49, True), (0.51, False)])
def test_a_creep_may_be_denied_below_half_its_health(share: float, legal: bool) -> None:
    scene = Scene(("Lance",))
    creep = scene.creep(0, lay.MELEE, 60.0, health=share * float(scene.rules.kinds[lay.MELEE].health))
    scene.put(0, -60.0)
    scene.batch.observe()
    slot = list(scene.batch.slots[0, 0]).index(creep)
    assert scene.batch.masks[0, 0, lay.KINDS + slot] == legal


def test_experience_is_shared_among_those_within_1500() -> None:
    scene = Scene(("Lance", "Brute", "Oath", "Ember"), ("Lance",))
    creep = scene.creep(1, lay.MELEE, 60.0)
    scene.put(0, -60.0)
    scene.put(1, 60.0, 300.0)
    scene.put(2, 60.0 - 1480.0)
    scene.put(3, 60.0 + 1520.0)
    kill(scene, 0, creep)
    each = learnt(scene, scene.rules.kinds[lay.MELEE].xp // 3)
    assert [scene.tally(h, lay.EXPERIENCE) for h in range(5)] == [each, each, each, 0.0, 0.0]


def test_the_dead_learn_nothing() -> None:
    scene = Scene(("Lance", "Brute"))
    creep = scene.creep(1, lay.MELEE, 60.0)
    scene.put(0, -60.0)
    scene.put(1, 60.0, 300.0)
    scene.unit(1).alive, scene.hero(1).respawn = 0, 9000
    kill(scene, 0, creep)
    assert scene.tally(0, lay.EXPERIENCE) == learnt(scene, scene.rules.kinds[lay.MELEE].xp)
    assert scene.tally(1, lay.EXPERIENCE) == 0.0


@pytest.mark.parametrize(("level", "streak"), [(1, 0), (6, 0), (6, 3), (11, 20)])
def test_a_kill_pays_by_level_and_streak(level: int, streak: int) -> None:
    scene = Scene(("Lance",), ("Lance",))
    victim = scene.put(5, 60.0, level=level)
    scene.hero(5).streak = streak
    scene.put(0, -60.0)
    kill(scene, 0, victim)
    assert earned(scene, 0) == worth(scene, 150 + 12 * level + 45 * min(streak, 8))
    assert scene.tally(0, lay.EXPERIENCE) == learnt(scene, 80 + 45 * level)
    assert (scene.tally(0, lay.KILLS), scene.tally(5, lay.DEATHS)) == (1.0, 1.0)
    assert list(scene.m.kills) == [1, 0]
    assert scene.hero(0).streak == 1 and scene.hero(5).streak == 0


@pytest.mark.parametrize(("age", "counts"), [(290, True), (400, False)])
def test_who_hurt_the_victim_lately_assists(age: int, counts: bool) -> None:
    scene = Scene(("Lance", "Brute"), ("Lance",))
    victim = scene.put(5, 60.0)
    scene.put(0, -60.0)
    scene.m.tick = 600
    scene.hero(5).hurt_by[1] = 613 - age
    scene.unit(1).x = scene.unit(1).y = 3000.0
    gold = scene.tally(1, lay.GOLD)
    kill(scene, 0, victim, ticks=16)
    assert scene.tally(1, lay.ASSISTS) == float(counts)
    assert scene.tally(1, lay.GOLD) - gold - income(scene, 600) == (worth(scene, 60) if counts else 0)
    assert scene.tally(0, lay.ASSISTS) == 0.0


def test_a_hero_killed_by_creeps_pays_those_who_hurt_it() -> None:
    scene = Scene(("Lance", "Brute"), ("Lance",))
    victim = scene.put(5, 60.0, level=3, health=1.0)
    scene.creep(0, lay.MELEE, -60.0, active=True)
    scene.hero(5).hurt_by[0] = scene.hero(5).hurt_by[1] = 190
    scene.step(8)
    assert not scene.m.units[victim].alive
    share = worth(scene, 60) + worth(scene, (150 + 12 * 3) // 2)
    assert [earned(scene, h) for h in (0, 1, 2)] == [share, share, 0.0]
    assert scene.tally(0, lay.KILLS) == 0.0 and list(scene.m.kills) == [1, 0]


def test_two_who_kill_each_other_are_both_paid_by_what_they_were_before() -> None:
    scene = Scene(("Lance",), ("Lance",))
    for h, x in ((0, -50.0), (5, 50.0)):
        number = scene.put(h, x, health=1.0)
        unit, hero = scene.unit(h), scene.hero(h)
        unit.target, unit.windup, unit.ready = number ^ lay.HALF, 201, 300
        hero.order, hero.order_unit = lay.ATTACK, number ^ lay.HALF
        scene.attack(h, number ^ lay.HALF)
    scene.step()
    assert not scene.unit(0).alive and not scene.unit(5).alive
    assert earned(scene, 0) == earned(scene, 5) == worth(scene, 150 + 12)
    assert list(scene.m.kills) == [1, 1]


@pytest.mark.parametrize("place", [0, 10, 12])
def test_a_structure_pays_all_five_and_more_to_who_felled_it(place: int) -> None:
    scene = Scene(("Thorn",))
    number = scene.structure(1, place)
    unit = scene.m.units[number]
    unit.open, unit.seen, unit.damage = 1, 1, 0.0
    scene.put(0, float(unit.x) - 150.0, float(unit.y))
    kill(scene, 0, number, ticks=40)
    data = scene.rules.kinds[int(unit.kind)]
    others = worth(scene, data.gold_each)
    assert [earned(scene, h) for h in range(5)] == [others + worth(scene, data.gold), *[others] * 4]
    assert [earned(scene, h) for h in range(5, 10)] == [0.0] * 5
    assert scene.tally(0, lay.STRUCTURES_FELLED) == 1.0
    entry = lay.BARRACKS_FELLED if place == 10 else lay.TOWERS_FELLED
    assert scene.tally(0, entry) == 1.0
    assert scene.tally(0, lay.EXPERIENCE) == learnt(scene, data.xp)


@pytest.mark.parametrize("level", [1, 7, 25])
def test_death_lasts_by_level_and_ends_whole_at_home(level: int) -> None:
    scene = Scene(("Lance",), ("Lance",))
    victim = scene.put(5, 60.0, level=level)
    scene.put(0, -60.0)
    scene.hero(5).mana = 0.0
    kill(scene, 0, victim)
    v = scene.rules.variant
    died = int(scene.hero(5).respawn) - int(30.0 * (float(v.respawn_base) + float(v.respawn_level) * level))
    assert scene.m.tick - 24 < died <= scene.m.tick
    assert scene.unit(5).health == 0.0
    scene.m.tick = int(scene.hero(5).respawn) - 2
    scene.step()
    unit, hero = scene.unit(5), scene.hero(5)
    assert unit.alive and unit.health == unit.max_health and hero.mana == hero.max_mana
    assert hero.respawn == 0 and unit.born == scene.m.tick - 2
    fountain = scene.rules.fountain
    assert (unit.x + fountain[0]) ** 2 + (unit.y + fountain[1]) ** 2 < 300.0**2


def test_the_dead_do_nothing() -> None:
    scene = Scene(("Lance",), ("Lance",))
    victim = scene.put(5, 60.0)
    scene.put(0, -60.0)
    kill(scene, 0, victim)
    place = float(scene.unit(5).x), float(scene.unit(5).y)
    scene.batch.observe()
    assert list(scene.batch.masks[0, 5, : lay.KINDS]) == [True] + [False] * (lay.KINDS - 1)
    scene.orders.clear()
    scene.step(10)
    assert (scene.unit(5).x, scene.unit(5).y) == place
    scene.batch.observe()
    row = list(scene.batch.slots[0, 0]).index(victim)
    assert not scene.batch.masks[0, 0, lay.KINDS + row]


def test_the_fountain_restores() -> None:
    scene = Scene(("Lance",))
    unit, hero = scene.unit(0), scene.hero(0)
    unit.health, hero.mana = 100.0, 10.0
    scene.step(5)
    assert unit.health == pytest.approx(100.0 + 20 * 0.08 * unit.max_health / 30, abs=20 / 1024)
    assert hero.mana == pytest.approx(10.0 + 20 * 0.08 * hero.max_mana / 30, abs=20 / 1024)
    unit.health, hero.mana = unit.max_health - 0.5, hero.max_mana - 0.5
    scene.step()
    assert unit.health == unit.max_health and hero.mana == hero.max_mana


def test_heroes_regenerate_abroad_by_their_own_numbers() -> None:
    scene = Scene(("Lance",))
    scene.put(0, 0.0, health=100.0)
    hero = scene.hero(0)
    hero.base_regen = hero.health_regen = 3.0
    hero.mana_regen, hero.mana = 1.5, 0.0
    scene.step(15)
    assert scene.unit(0).health == pytest.approx(100.0 + 60 * 3.0 / 30, abs=60 / 1024)
    assert hero.mana == pytest.approx(60 * 1.5 / 30, abs=60 / 1024)


def test_the_ledger_sums_health_lost_and_gained() -> None:
    scene = Scene(("Lance",), ("Lance",))
    hero = scene.put(5, 60.0, health=500.0)
    scene.hero(5).resist = 0.0
    plant(scene, hero, r.BURN, 40.0, ticks=16, source=number_of(0))
    plant(scene, hero, r.REGENERATION, 30.0, ticks=8, ability=7)
    scene.step(6)
    assert scene.tally(5, lay.HEALTH_LOST) == 20.0
    assert scene.tally(5, lay.HEALTH_GAINED) == 8.0
    assert scene.tally(0, lay.DAMAGE_TO_HEROES) == 20.0
