"""Scripted players: legal, fair between the sides, repeatable, blind to what is hidden, and ordered by strength."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.games.moba import layout as lay
from arena.games.moba.batch import Batch
from arena.games.moba.bots import KERNELS, scripted
from arena.games.moba.contract import (
    ABILITY_MASK,
    ATTACK_MASK,
    COURIER_SLOT,
    ITEM_MASK,
    OFFSETS,
    TARGETS,
)
from arena.games.moba.rules import (
    AURA_MODE,
    CHANNEL_MODE,
    LINE_MODE,
    PASSIVE_MODE,
    POINT_MODE,
    UNIT_MODE,
    load,
)
from arena.games.moba.setup import Setup
from tests.arena.games.moba.play import Seats, new_batch, play, setups_of
from tests.arena.games.moba.scenes import Scene

NAMES = sorted(KERNELS)
POINTED = (POINT_MODE, LINE_MODE, CHANNEL_MODE)


def test_an_unknown_name_is_refused_in_one_line() -> None:
    with pytest.raises(
        ValueError, match=r"expected a scripted player, one of easy, hard, idle.*; got 'huge'"
    ):
        scripted("huge")


class LegalityWatch:
    """Holds every action against the mask by the contract's text, not by the engine's decoder."""

    def __init__(self) -> None:
        self.seen = np.zeros(lay.KINDS, np.int64)

    def __call__(self, batch: Batch, actions: NDArray[np.int64]) -> None:
        kinds, targets = actions[..., 0], actions[..., 1]
        match, hero = np.indices(kinds.shape)
        running = batch.running[:, None] & batch.active
        assert batch.masks[match, hero, kinds][running].all()
        assert ((actions[..., 2] >= 0) & (actions[..., 2] < OFFSETS))[running].all()
        attacks = running & (kinds == lay.ATTACK)
        assert batch.masks[match, hero, ATTACK_MASK + targets][attacks].all()
        k = np.clip(kinds - lay.CAST_1, 0, 3)
        casts = running & (kinds >= lay.CAST_1) & (kinds <= lay.CAST_4)
        mode = batch.rules.heroes["abilities"]["mode"][batch.matches["heroes"]["hero"], k]
        wants_target = casts & ((mode == UNIT_MODE) | (np.isin(mode, POINTED) & (actions[..., 3] == 0)))
        assert batch.masks[match, hero, ABILITY_MASK + k * TARGETS + targets][wants_target].all()
        for b, h in np.argwhere(running & np.isin(kinds, (lay.USE_1, lay.USE_2))):
            self.check_use(batch, b, h, *actions[b, h])
        self.seen += np.bincount(kinds[running], minlength=lay.KINDS)

    def check_use(self, batch: Batch, b: int, h: int, kind: int, target: int, _: int, aim: int) -> None:
        """The item in use wants its target, if it wants one, by the data of the first or second that has a use."""
        held = [int(item) - 1 for item in batch.matches["heroes"]["items"][b, h] if item > 0]
        usable = [item for item in held if batch.rules.items["usable"][item]]
        mode = batch.rules.items["active"]["mode"][usable[kind - lay.USE_1]]
        if mode == UNIT_MODE or (mode in POINTED and aim == 0):
            assert batch.masks[b, h, ITEM_MASK + (kind - lay.USE_1) * TARGETS + target]


@pytest.mark.parametrize("name", NAMES)
def test_every_action_of_whole_matches_is_legal(name: str) -> None:
    batch = new_batch("blitz", setups_of("blitz", 50, 3))
    watch = LegalityWatch()
    play(batch, name, "random", watch=watch)
    assert batch.tally[..., lay.ILLEGAL_ACTIONS].sum() == 0
    assert (batch.matches["ending"] == lay.BY_ANCIENT).all()
    assert not batch.faults().any()
    assert watch.seen[lay.HOLD] > 0 and watch.seen[lay.MOVE] > 0


@pytest.mark.parametrize("name", [name for name in NAMES if name != "idle"])
def test_exchanged_sides_choose_the_same_to_the_end(name: str) -> None:
    (setup,) = setups_of("blitz", 77, 1)
    batch = new_batch("blitz", [setup, setup.exchanged()], limit_s=None)
    seats = Seats(name, np.repeat([0, 1], 10), np.tile(np.arange(10), 2))
    actions = np.zeros((2, 10, 4), np.int64)
    while batch.running.any():
        batch.observe()
        seats.act(batch, actions)
        np.testing.assert_array_equal(actions[1], np.roll(actions[0], 5, axis=0))
        batch.step(actions)
    results = batch.results()
    assert results["winner"][0] == -results["winner"][1] != 0
    assert batch.tally[0].tobytes() == np.roll(batch.tally[1], 5, axis=0).tobytes()


@pytest.mark.parametrize("name", NAMES)
def test_a_choice_depends_neither_on_the_place_in_the_batch_nor_on_the_order_of_seats(name: str) -> None:
    setups = setups_of("blitz", 5, 3)
    many, alone = new_batch("blitz", setups), new_batch("blitz", setups[2:])
    scrambled = np.random.default_rng(1).permutation(30)
    all_seats = Seats(name, scrambled // 10, scrambled % 10)
    its_seats = Seats(name, np.zeros(10, np.int64), np.arange(10))
    actions, own = np.zeros((3, 10, 4), np.int64), np.zeros((1, 10, 4), np.int64)
    for _ in range(600):
        many.observe()
        alone.observe()
        all_seats.act(many, actions)
        its_seats.act(alone, own)
        np.testing.assert_array_equal(actions[2], own[0])
        many.step(actions)
        alone.step(own)


def sample(name: str, seed: int, decisions: int) -> Batch:
    """A match of a player against itself, somewhere in the middle, observed."""
    batch = new_batch("blitz", setups_of("blitz", seed, 1))
    play(batch, name, name, decisions=decisions)
    batch.observe()
    return batch


INTERPRETED = """
import sys
import numpy as np
from arena.games.moba.batch import Batch
from arena.games.moba.bots import KERNELS, scripted
from arena.games.moba.layout import MATCH
from arena.games.moba.setup import Setup

with np.load(sys.argv[1]) as saved:
    for moment in range(len(saved["slots"])):
        batch = Batch("blitz", [Setup(1, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9))], observe_floats=False)
        batch.matches.view(np.uint8)[:] = saved["matches"][moment]
        batch.slots[0], batch.masks[0] = saved["slots"][moment], saved["masks"][moment]
        for name in KERNELS:
            out = np.zeros((10, 4), np.int64)
            scripted(name)(batch, np.zeros(10, np.int64), np.arange(10), out)
            np.testing.assert_array_equal(out, saved[name][moment], err_msg=f"{name} at moment {moment}")
"""


def test_interpreter_and_compiled_code_choose_alike(tmp_path: Path) -> None:
    kept: dict[str, list[NDArray[np.generic]]] = {key: [] for key in ("matches", "slots", "masks", *NAMES)}
    for seed, decisions in ((1, 2), (2, 300), (3, 900), (4, 1500), (5, 2000)):
        batch = sample("medium", seed, decisions)
        assert batch.running.all()
        kept["matches"].append(batch.matches.view(np.uint8).copy())
        kept["slots"].append(batch.slots[0].copy())
        kept["masks"].append(batch.masks[0].copy())
        for name in NAMES:
            seats = Seats(name, np.zeros(10, np.int64), np.arange(10))
            seats.act(batch, np.zeros((1, 10, 4), np.int64))
            kept[name].append(seats.out)
    path = tmp_path / "moments.npz"
    arrays: dict[str, Any] = {key: np.stack(values) for key, values in kept.items()}
    np.savez(path, **arrays)
    done = subprocess.run(
        [sys.executable, "-c", INTERPRETED, str(path)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_what_a_side_cannot_see_changes_no_choice_of_its_heroes(name: str) -> None:
    batch = new_batch("blitz", setups_of("blitz", 11, 6))
    watch = HiddenWatch(name, batch.n)
    play(batch, "medium", "medium", decisions=2000, watch=watch)
    assert watch.hidden > 20_000 and watch.compared > 5000


class HiddenWatch:
    """Every 16 decisions and for each side: choices before and after all that it cannot see is disturbed."""

    def __init__(self, name: str, n: int) -> None:
        self.sides = [
            Seats(name, np.repeat(np.arange(n), 5), np.tile(np.arange(5) + 5 * half, n)) for half in (0, 1)
        ]
        self.random = np.random.default_rng(5)
        self.hidden = self.compared = 0

    def __call__(self, batch: Batch, actions: NDArray[np.int64]) -> None:
        if batch.decision % 16 != 4:
            return
        kept, spare = batch.matches.copy(), actions.copy()
        for half, seats in enumerate(self.sides):
            seats.act(batch, spare)
            before = seats.out.copy()
            for b in np.flatnonzero(batch.running):
                self.hidden += disturb_hidden(batch.matches[b], 1 - half, self.random)
            assert (batch.matches != kept).any()
            batch.observe()
            seats.act(batch, spare)
            np.testing.assert_array_equal(seats.out, before)
            self.compared += len(before)
            batch.matches[:] = kept
            batch.observe()


def disturb_hidden(m: Any, half: int, random: np.random.Generator) -> int:
    """Change all of a side that the other does not see, in place; how many units that were."""
    count = 0
    m.boss_due = random.integers(0, 9000)
    if m.boss_died == 0:
        m.pit = random.integers(0, 2)
    for slot in range(lay.HALF):
        unit = m.units[half * lay.HALF + slot]
        if slot < lay.HEROES:
            disturb_hero(m.heroes[half * lay.HEROES + slot], unit.seen and unit.alive, random)
        if unit.alive and not unit.seen:
            count += 1
            unit.health = random.uniform(1.0, unit.max_health)
            unit.target = random.integers(-1, lay.UNITS)
            unit.windup, unit.ready = random.integers(0, 9000, 2)
            if slot < lay.FIRST_STRUCTURE or slot >= lay.FIRST_CREEP:
                unit.x, unit.y = random.uniform(-4000, 4000, 2)
                unit.status, unit.lane = random.integers(0, 64), random.integers(0, 3)
                unit.damage, unit.armour, unit.speed = random.uniform(1, 400, 3)
    return count


def disturb_hero(hero: Any, seen: bool, random: np.random.Generator) -> None:
    """Change what nobody on the other side sees of a hero: all but what it was last seen with."""
    hero.xp, hero.gold, hero.bought_back = random.integers(0, 4000, 3)
    hero.got, hero.next_item, hero.potions = random.integers(0, 6, 3)
    hero.item_ready = random.integers(0, 9000, 6)
    hero.cooldown, hero.items = random.integers(0, 9000, 4), random.integers(0, 9, 6)
    hero.order, hero.order_unit = random.integers(0, 8), random.integers(0, lay.UNITS)
    hero.order_x, hero.order_y = random.uniform(-4000, 4000, 2)
    if not seen:
        hero.mana, hero.shield, hero.haste, hero.resist = random.uniform(0, 500, 4)
        hero.level, hero.cast, hero.channel, hero.recall = random.integers(1, 4, 4)
        hero.skill = random.integers(0, 5, 4)


def answer(name: str, scene: Scene, h: int) -> list[int]:
    """What a player answers for one hero of a scene."""
    scene.batch.observe()
    seats = Seats(name, np.zeros(1, np.int64), np.array([h]))
    seats.act(scene.batch, np.zeros((1, 10, 4), np.int64))
    return [int(number) for number in seats.out[0]]


def lanes_after_the_walk(name: str, dealt: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """Lane of the own frame where each of the ten heroes stands after 20 s of a `blitz`."""
    batch = new_batch("blitz", setups_of("blitz", 3, 1))
    if dealt is not None:
        batch.matches["heroes"]["lane"][0] = dealt
    play(batch, name, name, decisions=150)
    units = batch.matches["units"][0].reshape(2, lay.HALF)[:, : lay.HEROES].ravel()
    x, y = (units[axis] * np.repeat([1.0, -1.0], lay.HEROES) for axis in ("x", "y"))
    return np.where(y - x > 2000, 0, np.where(x - y > 2000, 2, 1))


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_heroes_go_to_the_lanes_they_are_dealt(name: str) -> None:
    dealt = np.array([2, 2, 1, 0, 0, 1, 0, 0, 2, 2])
    np.testing.assert_array_equal(lanes_after_the_walk(name, dealt), dealt)


@pytest.mark.parametrize("name", ["easy", "medium"])
def test_heroes_that_are_dealt_none_take_two_lanes_by_two_and_the_middle(name: str) -> None:
    np.testing.assert_array_equal(lanes_after_the_walk(name, None), [0, 0, 1, 2, 2] * 2)


def test_hard_begins_together_where_it_is_dealt_no_lanes() -> None:
    sides = lanes_after_the_walk("hard", None).reshape(2, lay.HEROES)
    assert max(np.bincount(sides[0])) >= 4 and max(np.bincount(sides[1])) >= 4


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_sides_fight_in_a_skirmish(name: str) -> None:
    batch = new_batch("skirmish", setups_of("skirmish", 3, 8))
    play(batch, name, name)
    assert (batch.tally[:, :, lay.DAMAGE_TO_HEROES].sum(1) > 2000).all()
    assert (batch.matches["kills"].sum(1) > 0).sum() >= 6


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_a_potion_is_drunk_when_it_heals_in_full_and_no_hero_disturbs_it(name: str) -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.put(0, -2500.0, -2500.0, level=6)
    scene.hero(0).potions = 1
    heals = float(scene.rules.potion.health)
    scene.unit(0).health = scene.unit(0).max_health - heals + 1.0
    assert answer(name, scene, 0)[0] != lay.POTION
    scene.unit(0).health -= 1.0
    assert answer(name, scene, 0)[0] == lay.POTION
    scene.hero(0).hurt_by[3] = scene.m.tick - 89
    assert answer(name, scene, 0)[0] != lay.POTION
    scene.hero(0).hurt_by[3] -= 1
    assert answer(name, scene, 0)[0] == lay.POTION


@pytest.mark.parametrize("name", ["easy", "medium", "hard"])
def test_a_long_death_is_bought_back_from_when_the_base_is_attacked(name: str) -> None:
    scene = Scene(("Lance",), ("Lance",))
    scene.kill(0, 240)
    scene.hero(0).build[:] = -1
    scene.hero(0).gold = 5000
    assert answer(name, scene, 0)[0] == lay.HOLD
    scene.m.units[scene.structure(0, 13)].hurt = scene.m.tick
    assert answer(name, scene, 0)[0] == lay.BUYBACK
    scene.hero(0).respawn -= 1
    assert answer(name, scene, 0)[0] == lay.HOLD


def test_medium_strikes_at_a_courier_near_by() -> None:
    scene = Scene(("Thorn",), ("Lance",))
    scene.put(0, -1500.0, -1500.0, level=6)
    number = scene.courier(1, -1000.0, -1500.0)
    kind, target, _, _ = answer("medium", scene, 0)
    assert (kind, target) == (lay.ATTACK, COURIER_SLOT)
    scene.m.units[number].seen = 0
    assert answer("medium", scene, 0)[:2] != [lay.ATTACK, COURIER_SLOT]


def test_medium_blinks_away_from_what_it_flees() -> None:
    scene = Scene(("Lance",), ("Lance", "Brute", "Oath"))
    scene.put(0, 0.0, level=6)
    scene.give(0, "Blinkstone")
    for h in (5, 6, 7):
        scene.put(h, 350.0 + 20.0 * h, 100.0 * (h - 6), level=9)
    scene.step()
    scene.unit(0).health = 150.0
    kind, _, _, aim = answer("medium", scene, 0)
    assert (kind, aim) == (lay.USE_1, 11), "south-west, where home is"
    scene.hero(0).items[:] = 0
    assert answer("medium", scene, 0)[0] != lay.USE_1


def test_medium_casts_every_ability_uses_what_it_buys_and_hunts_couriers() -> None:
    count = int(load("blitz").hero_count)
    lineups = [tuple((first + place) % count for place in range(10)) for first in range(0, 4 * count, 5)]
    setups = [Setup(40 + i, heroes[:5], heroes[5:]) for i, heroes in enumerate(lineups)]
    batch = new_batch("blitz", setups)
    play(batch, "medium", "medium")
    heroes = batch.matches["heroes"]["hero"]
    casts = batch.tally[..., lay.CASTS : lay.CASTS + 4]
    modes = batch.rules.heroes["abilities"]["mode"]
    assert not batch.faults().any()
    supplies = (lay.POTIONS_USED, lay.ITEMS_USED, lay.BUYBACKS, lay.COURIERS_KILLED)
    assert (batch.tally[..., supplies].sum((0, 1)) > len(setups) / 4).all()
    for hero in range(count):
        cast = casts[heroes == hero].sum(0) > 0
        castable = ~np.isin(modes[hero], (PASSIVE_MODE, AURA_MODE))
        np.testing.assert_array_equal(cast, castable, err_msg=f"hero {hero}")
