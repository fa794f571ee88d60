"""What a kill pays: level, streak, and how far the victim's side is ahead."""

from __future__ import annotations

import pytest

from arena.games.moba import item_names
from arena.games.moba import layout as lay
from tests.arena.games.moba.scenes import Scene
from tests.arena.games.moba.test_economy import earned, kill, worth


def killed(variant: str = "blitz", *, west: int = 0, east: int = 0, item: str | None = None) -> float:
    """What hero 0 earns by killing hero 5, beyond level and streak, when the sides hold some gold, and east an item."""
    scene = Scene(("Lance",), ("Lance",), variant)
    victim = scene.put(5, 60.0, level=3)
    scene.put(0, -60.0)
    scene.hero(0).gold, scene.hero(5).gold = west, east  # neither is at home, where potions are bought
    scene.hero(8).items[0] = 0 if item is None else 1 + item_names().index(item)
    kill(scene, 0, victim)
    return earned(scene, 0) - worth(scene, 150 + 12 * 3)


@pytest.mark.parametrize(
    ("lead", "more"), [(0, 0), (49, 0), (50, 1), (1000, 20), (14_999, 299), (15_000, 300), (90_000, 300)]
)
def test_a_kill_pays_one_gold_for_every_fifty_the_victims_side_is_ahead(lead: int, more: int) -> None:
    assert killed("full", west=700, east=700 + lead) == more


def test_items_are_net_worth_too() -> None:
    assert killed("full", east=300, item="Greatsword") == (300 + 2200) // 50


def test_the_lead_is_counted_in_gold_of_the_full_game() -> None:
    assert killed("blitz", east=2500) == int((150 + 36 + 20) * 2.5) - int((150 + 36) * 2.5)


def test_the_side_that_is_ahead_earns_no_more() -> None:
    assert killed("full", west=50_000) == 0


def test_who_helped_shares_what_the_kill_would_have_paid() -> None:
    scene = Scene(("Lance", "Brute"), ("Lance",), "full")
    victim = scene.put(5, 60.0, health=1.0)
    scene.hero(5).gold = 5000
    scene.hero(5).hurt_by[:2] = scene.m.tick - 30
    scene.creep(0, lay.MELEE, 0.0, active=True)
    while scene.m.units[victim].alive:
        scene.step()
    share = (150 + 12 + 100) // 2
    assert [earned(scene, h) for h in range(3)] == [60 + share, 60 + share, 0]
