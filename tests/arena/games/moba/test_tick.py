"""How a match ends: by the ancient, by kills, by a tower, by its limit, by the safety stop; and drawn."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games.moba import ENDINGS, Batch, Setup, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.rules import BURN
from tests.arena.games.moba.scenes import Scene
from tests.arena.games.moba.test_effects import plant

WEST_WINS, EAST_WINS, NOBODY_WINS = 1, -1, 0


def fall(scene: Scene, *numbers: int) -> None:
    """Let structures fall in the next tick, each by a blow of the first hero of the other side."""
    for number in numbers:
        h = 0 if number >= lay.HALF else 5
        victim, unit, hero = scene.m.units[number], scene.unit(h), scene.hero(h)
        victim.health, victim.open, victim.seen, victim.damage = 0.5, 1, 1, 0.0
        unit.x, unit.y = float(victim.x) - 140.0, float(victim.y)
        unit.target, unit.windup, unit.ready, unit.damage = number, scene.m.tick + 1, scene.m.tick + 90, 500.0
        hero.order, hero.order_unit = lay.ATTACK, number
        scene.attack(h, number)
    scene.step()


def ancient(scene: Scene, half: int) -> int:
    """The number of a side's ancient."""
    return scene.structure(half, 14)


@pytest.mark.parametrize(("half", "winner"), [(1, WEST_WINS), (0, EAST_WINS)])
def test_the_fall_of_an_ancient_ends_a_match(half: int, winner: int) -> None:
    scene = Scene(("Lance",), ("Lance",))
    fall(scene, ancient(scene, half))
    result = scene.batch.results()[0]
    assert (ENDINGS[result["ending"]], result["winner"]) == ("ancient", winner)
    assert result["ticks"] == 201, "the match ends in the tick, not at the end of the decision"
    assert scene.tally(0 if half else 5, lay.ANCIENT_FELLED) == 1.0


def test_both_ancients_in_one_tick_make_a_draw() -> None:
    scene = Scene(("Lance",), ("Lance",))
    fall(scene, ancient(scene, 0), ancient(scene, 1))
    result = scene.batch.results()[0]
    assert (ENDINGS[result["ending"]], result["winner"]) == ("both ancients", NOBODY_WINS)


@pytest.mark.parametrize(
    ("kills", "winner"), [((2, 0), WEST_WINS), ((1, 2), EAST_WINS), ((2, 2), NOBODY_WINS)]
)
def test_two_kills_win_a_duel(kills: tuple[int, int], winner: int) -> None:
    scene = Scene(("Lance",), ("Lance",), variant="duel")
    scene.m.kills[:] = kills
    scene.step()
    result = scene.batch.results()[0]
    assert (ENDINGS[result["ending"]], result["winner"]) == ("kills", winner)


def test_a_duel_is_played_to_its_second_kill() -> None:
    scene = Scene(("Lance",), ("Ember",), variant="duel")
    for kills in (1, 2):
        scene.put(0, -60.0)
        victim = scene.put(5, 60.0, health=1.0)
        scene.attack(0, victim)
        scene.step(5)
        assert list(scene.m.kills) == [kills, 0] and not scene.unit(5).alive
        assert scene.batch.running[0] == (kills == 1)
        scene.m.tick = int(scene.hero(5).respawn) - int(scene.hero(5).respawn) % 4
        scene.step()
    assert ENDINGS[scene.batch.results()[0]["ending"]] == "kills"


def test_one_kill_each_does_not_end_a_duel_nor_any_number_another_variant() -> None:
    scene = Scene(("Lance",), ("Lance",), variant="duel")
    scene.m.kills[:] = 1
    scene.step()
    assert scene.batch.running[0]
    scene = Scene()
    scene.m.kills[:] = 50
    scene.step()
    assert scene.batch.running[0]


@pytest.mark.parametrize(("halves", "winner"), [((1,), WEST_WINS), ((0,), EAST_WINS), ((0, 1), NOBODY_WINS)])
def test_a_tower_ends_a_duel(halves: tuple[int, ...], winner: int) -> None:
    scene = Scene(("Lance",), ("Lance",), variant="duel")
    fall(scene, *(scene.structure(half, 3) for half in halves))
    result = scene.batch.results()[0]
    assert (ENDINGS[result["ending"]], result["winner"]) == ("tower", winner)


def test_a_tower_does_not_end_another_variant() -> None:
    scene = Scene(("Lance",), ("Lance",))
    fall(scene, scene.structure(1, 3))
    assert not scene.m.units[scene.structure(1, 3)].alive and scene.batch.running[0]


@pytest.mark.parametrize("seconds", [0.01, 1.0, 7.55])
def test_a_limit_ends_a_match_undecided(seconds: float) -> None:
    batch = Batch("blitz", [Setup(1, *random_lineups("blitz", 1))], limit_s=seconds, observe_floats=False)
    while batch.running.any():
        batch.observe()
        batch.step(np.zeros((1, 10, 4), np.int64))
    result = batch.results()[0]
    assert (ENDINGS[result["ending"]], result["winner"]) == ("limit", NOBODY_WINS)
    assert result["ticks"] == max(int(seconds * 30), 1)


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan")])
def test_a_limit_is_positive(seconds: float) -> None:
    with pytest.raises(ValueError, match="expected a limit of more than 0 seconds"):
        Batch("blitz", [Setup(1, *random_lineups("blitz", 1))], limit_s=seconds)


def test_a_match_that_will_not_end_is_stopped_and_says_so() -> None:
    scene = Scene()
    scene.m.tick = int(scene.rules.variant.safety) - 4
    scene.step()
    result = scene.batch.results()[0]
    assert (ENDINGS[result["ending"]], result["winner"]) == ("safety stop", NOBODY_WINS)
    assert result["ticks"] == scene.rules.variant.safety == 2 * 3600 * 30


def test_an_ended_match_stands_still() -> None:
    scene = Scene(("Lance",), ("Lance",))
    fall(scene, ancient(scene, 1))
    before = scene.batch.matches.tobytes()
    scene.orders.clear()
    scene.step(3)
    assert scene.batch.matches.tobytes() == before


def test_an_order_the_rules_do_not_know_is_refused_and_counted() -> None:
    """No action leads to one: it is laid under a held recall, which a burn ends within the decision."""
    scene = Scene(("Lance",))
    hero = scene.put(0, 0.0)
    scene.hero(0).recall, scene.hero(0).order = 1000, 99
    plant(scene, hero, BURN, 10.0, ticks=16)
    scene.m.effects[0, 0].begin -= 14
    scene.step()
    assert scene.hero(0).order == lay.HOLD
    assert scene.faults() == {"refused_order": 1}


def test_a_decision_is_four_ticks() -> None:
    scene = Scene()
    scene.step(5)
    assert scene.m.tick == 220 and scene.m.decision == 5
