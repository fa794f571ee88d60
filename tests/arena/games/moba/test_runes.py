"""Runes: when they come, which, who takes them and what they do."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.numbers import draw
from arena.games.moba.runes import RUNE_STREAM, TAKE_RANGE
from tests.arena.games.moba.scenes import Scene, number_of
from tests.arena.games.moba.test_economy import earned, learnt, worth


def at_rune(half: int = 0, rune: int = lay.HASTE_RUNE, level: int = 6) -> Scene:
    """A scene in which a rune lies at a half's point and hero 0 stands out of its reach."""
    scene = Scene(("Lance",), ("Lance",))
    scene.m.rune[half] = rune
    scene.put(0, *point(scene, half, 400.0), level=level)
    return scene


def point(scene: Scene, half: int, dx: float = 0.0, dy: float = 0.0) -> tuple[float, float]:
    """A place by a half's rune."""
    s = 1.0 - 2.0 * half
    return s * float(scene.rules.rune[0]) + dx, s * float(scene.rules.rune[1]) + dy


def take(scene: Scene, half: int = 0, h: int = 0) -> None:
    """Let a hero stand on the rune."""
    scene.unit(h).x, scene.unit(h).y = point(scene, half)
    scene.step()
    assert scene.m.rune[half] == 0


@pytest.mark.parametrize("variant", ["full", "blitz"])
def test_runes_come_at_their_times_and_the_old_give_way(variant: str) -> None:
    v = r.load(variant).variant
    scene = Scene(variant=variant, tick=int(v.rune_first) - 4)
    for times in range(3):
        scene.m.tick = due = int(v.rune_first + times * v.rune_every)
        scene.m.tick -= 4
        before = scene.m.rune.copy()
        scene.m.units["anchor"] = scene.m.tick
        assert list(before) == [0, 0] if times == 0 else (before > 0).all()
        scene.step()
        wanted = [1 + int(draw(1, key, due, RUNE_STREAM) * lay.RUNES) for key in (11, 22)]
        assert list(scene.m.rune) == wanted


def test_every_kind_of_rune_comes_as_often() -> None:
    count: Counter[int] = Counter(
        1 + int(draw(7, 5, tick, RUNE_STREAM) * lay.RUNES) for tick in range(0, 60_000, 10)
    )
    assert sorted(count) == list(range(1, lay.RUNES + 1))
    assert all(900 < n < 1100 for n in count.values())


def test_no_rune_comes_in_a_duel() -> None:
    scene = Scene(variant="duel", tick=0)
    scene.until(4000)
    assert list(scene.m.rune) == [0, 0]


@pytest.mark.parametrize("half", [0, 1])
@pytest.mark.parametrize("h", [0, 5])
@pytest.mark.parametrize(("gap", "taken"), [(149.0, True), (151.0, False)])
def test_a_hero_of_either_side_takes_what_lies_near(half: int, h: int, gap: float, taken: bool) -> None:
    assert TAKE_RANGE == 150.0
    scene = Scene(("Lance",), ("Lance",))
    scene.m.rune[:] = lay.MIGHT_RUNE
    scene.put(h, *point(scene, half, gap))
    scene.step()
    assert (scene.m.rune[half] == 0) == taken and scene.m.rune[1 - half] == lay.MIGHT_RUNE
    assert scene.tally(h, lay.RUNES_TAKEN) == taken


def test_the_dead_take_nothing() -> None:
    scene = at_rune()
    scene.unit(0).alive, scene.hero(0).respawn = 0, 9000
    scene.unit(0).x, scene.unit(0).y = point(scene, 0)
    scene.step()
    assert scene.m.rune[0] == lay.HASTE_RUNE


@pytest.mark.parametrize(
    ("half", "gaps", "taker"),
    [
        (0, {0: 90.0, 1: 60.0, 5: 80.0}, 1),
        (0, {0: 90.0, 5: 80.0}, 5),
        (0, {5: 80.0, 3: -80.0, 2: 80.0}, 2),
        (0, {4: 80.0, 5: -80.0}, 4),
        (1, {4: 80.0, 5: -80.0}, 5),
        (1, {0: 80.0, 9: -80.0}, 9),
    ],
)
def test_the_nearest_takes_it_then_the_own_half_then_the_lower_slot(
    half: int, gaps: dict[int, float], taker: int
) -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.m.rune[half] = lay.ARCANE_RUNE
    for h, gap in gaps.items():
        scene.put(h, *point(scene, half, gap))
    scene.step()
    assert [h for h in range(10) if scene.tally(h, lay.RUNES_TAKEN)] == [taker]


def lasting(rune: int) -> int:
    """For how many ticks a rune's effect lasts."""
    return int(r.load("blitz").runes[rune].ticks)


def changed(scene: Scene, read: str, rune: int) -> tuple[float, float, float]:
    """A hero's number before it takes a rune, while that lasts, and after."""

    def now() -> float:
        return float(getattr(scene.unit(0) if read in ("speed", "damage") else scene.hero(0), read))

    before = now()
    take(scene)
    scene.step()
    during = now()
    scene.until(scene.m.tick + lasting(rune) - 12)
    assert now() == during
    scene.until(scene.m.tick + 16)
    return before, during, now()


def test_haste_doubles_speed_up_to_the_fastest() -> None:
    scene = at_rune(rune=lay.HASTE_RUNE)
    before, during, after = changed(scene, "speed", lay.HASTE_RUNE)
    assert (before, during, after) == (315.0, 550.0, 315.0)


def test_might_doubles_damage() -> None:
    scene = at_rune(rune=lay.MIGHT_RUNE)
    before, during, after = changed(scene, "damage", lay.MIGHT_RUNE)
    assert during == pytest.approx(2 * before, abs=1 / 1024) and after == before


def test_regeneration_restores_a_share_of_health_a_second() -> None:
    scene = at_rune(rune=lay.REGENERATION_RUNE)
    share = float(scene.rules.runes[lay.REGENERATION_RUNE].amount)
    scene.hero(0).base_regen = 0.0
    before, during, after = changed(scene, "health_regen", lay.REGENERATION_RUNE)
    assert (before, after) == (0.0, 0.0)
    assert during == pytest.approx(share * float(scene.unit(0).max_health), abs=1 / 1024)
    scene = at_rune(rune=lay.REGENERATION_RUNE)
    take(scene)
    scene.unit(0).health = 100.0
    scene.step(15)
    assert scene.unit(0).health == pytest.approx(100.0 + 2 * share * scene.unit(0).max_health, abs=0.1)


def test_invisibility_hides_from_the_other_side() -> None:
    scene = at_rune(rune=lay.INVISIBILITY_RUNE)
    scene.put(5, *point(scene, 0, 200.0, 200.0))
    take(scene)
    scene.step(2)
    assert scene.unit(0).status & lay.HIDDEN and not scene.unit(0).seen
    scene.until(scene.m.tick + lasting(lay.INVISIBILITY_RUNE) + 8)
    assert scene.unit(0).seen


def test_arcane_fills_mana_and_halves_what_is_left_of_cooldowns() -> None:
    scene = at_rune(rune=lay.ARCANE_RUNE)
    hero = scene.hero(0)
    hero.mana, hero.mana_regen = 5.0, 0.0
    hero.cooldown[:] = [0, scene.m.tick + 101, scene.m.tick + 2001, scene.m.tick - 50]
    scene.unit(0).x, scene.unit(0).y = point(scene, 0)
    tick = int(scene.m.tick) + 1
    scene.step()
    assert hero.mana == hero.max_mana
    assert [max(int(c) - tick, 0) for c in hero.cooldown] == [0, 50, 1000, 0]


@pytest.mark.parametrize("times", [0, 7])
def test_bounty_pays_more_with_time(times: int) -> None:
    v, data = r.load("blitz").variant, r.load("blitz").runes[lay.BOUNTY_RUNE]
    scene = at_rune(rune=lay.BOUNTY_RUNE)
    scene.m.tick = int(v.rune_first + times * v.rune_every) + 20
    gold = int(scene.tally(0, lay.GOLD))
    take(scene)
    each = int(v.gold_ticks)
    clock = int(scene.m.tick) // each - (int(scene.m.tick) - 4) // each
    share = 1.0 + times * float(data.growth)
    assert scene.tally(0, lay.GOLD) - gold - clock == worth(scene, data.gold * share)
    assert scene.tally(0, lay.EXPERIENCE) == learnt(scene, data.xp * share)
    assert earned(scene, 1) + scene.tally(1, lay.EXPERIENCE) <= clock


def test_a_second_rune_of_a_kind_renews_the_first() -> None:
    scene = at_rune(rune=lay.MIGHT_RUNE)
    take(scene)
    scene.step(20)
    scene.m.rune[0] = lay.MIGHT_RUNE
    scene.step()
    found = scene.effects(number_of(0), r.MIGHT)
    assert len(found) == 1
    assert scene.m.tick - 4 < found[0].end - lasting(lay.MIGHT_RUNE) <= scene.m.tick


def test_the_points_lie_on_free_ground_by_the_river() -> None:
    for variant in ("full", "blitz"):
        assert np.allclose(r.load(variant).rune[0], -r.load(variant).rune[1])
