"""`bot:hard` and the boss: who is near goes for it when the enemy is short of heroes, and not otherwise."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba import layout as lay
from arena.games.moba.bots import scripted
from tests.arena.games.moba.scenes import Scene, number_of
from tests.arena.games.moba.test_boss import PIT

WEST = ("Lance", "Bulwark", "Ember", "Rime", "Thorn")
SECOND = 30 / 4  # decisions


def by_the_pit(near: int, dead: int, *, level: int = 9, share: float = 1.0) -> tuple[Scene, int]:
    """Some west heroes of a level stand by the boss, as many enemy heroes have just died, the others are at home."""
    scene = Scene(WEST, WEST, tick=6000)
    scene.m.pit, scene.m.boss_due = 0, 0
    boss = scene.neutral(0, PIT, 0, lay.BEAST)
    x, y = (float(part) for part in scene.rules.boss_pit)
    for h in range(near):
        scene.put(h, x - 500.0 + 120.0 * h, y - 300.0, level=level)
        scene.unit(h).health *= share
    for h in range(5, 5 + dead):
        scene.m.units[number_of(h)].alive = 0
        scene.m.heroes[h].respawn = scene.m.tick + 60 * 30
    return scene, boss


def live(scene: Scene, seconds: float) -> None:
    """Let `bot:hard` play all heroes for a while."""
    batch = scene.batch
    play = scripted("hard")
    matches, heroes = np.zeros(10, np.int64), np.arange(10)
    actions = np.zeros((1, 10, 4), np.int64)
    for _ in range(int(seconds * SECOND)):
        batch.observe()
        play(batch, matches, heroes, actions[0])
        batch.step(actions)


def test_four_near_take_the_boss_while_two_enemies_are_dead_and_one_carries_its_life() -> None:
    scene, _ = by_the_pit(4, 2)
    live(scene, 30.0)
    assert scene.m.boss_died > 6000
    assert scene.m.heroes["second_life"][:5].sum() == 1


@pytest.mark.parametrize(
    ("near", "dead", "level", "share"),
    [(4, 0, 9, 1.0), (2, 2, 9, 1.0), (4, 2, 1, 1.0), (4, 2, 9, 0.35)],
    ids=["the enemy is whole", "two are too few", "their blows are too weak", "they are hurt"],
)
def test_the_boss_is_left_alone(near: int, dead: int, level: int, share: float) -> None:
    scene, boss = by_the_pit(near, dead, level=level, share=share)
    live(scene, 8.0)
    assert scene.m.units[boss].health == scene.m.units[boss].max_health


def test_a_raid_that_has_begun_goes_on_when_the_enemy_is_whole_again() -> None:
    scene, boss = by_the_pit(4, 0)
    scene.m.units[boss].health *= 0.5
    live(scene, 15.0)
    assert scene.m.boss_died > 6000
