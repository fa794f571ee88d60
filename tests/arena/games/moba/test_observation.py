"""Observations: images of one another, blind to what fog hides, the same in the interpreter, each field right."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.games.moba import Batch
from arena.games.moba import layout as lay
from arena.games.moba.contract import MISSILE_SLOTS
from arena.games.moba.fields import BLOCKS, OBSERVATION, OBSERVATION_SIZE, columns
from arena.games.moba.randomise import Randomisation
from tests.arena.games.moba.images import image
from tests.arena.games.moba.observed import NAMES, PLACE
from tests.arena.games.moba.random_play import choose, play, setups, view
from tests.arena.games.moba.scenes import enrich, pit, place_creep


def pits(count: int, seed: int = 0, limit_s: float | None = None) -> Batch:
    """Pits with observations."""
    batch = Batch("blitz", setups("blitz", count, first=seed), limit_s=limit_s)
    for b in range(count):
        pit(batch, b, seed + b)
        tell_a_past(batch.matches[b], seed + b)
    return batch


def tell_a_past(m: Any, seed: int) -> None:
    """What the few seconds in a pit leave no time for: a second life, bosses killed."""
    m.heroes[seed % 10].second_life = 1
    m.bosses[:] = seed % 2, seed // 2 % 2
    m.boss_died = 30 * (m.bosses.sum() > 0)


def turned(batch: Batch) -> Batch:
    """The image of a batch under the exchange of the sides."""
    other = Batch(batch.variant, [setup.exchanged() for setup in batch.setups])
    other.matches[:] = image(batch.matches, int(batch.rules.n))
    return other


def check_images(batch: Batch, other: Batch) -> None:
    """Each side of `other` was given what the other side of `batch` was."""
    for b in range(batch.n):
        for half in range(2):
            one, two = view(batch, b, half), view(other, b, 1 - half)
            assert one["observations"] == two["observations"], (b, half, batch.decision)
            assert one["masks"] == two["masks"], (b, half, batch.decision)
            swapped = np.where(two["slots"] >= 0, two["slots"] ^ lay.HALF, -1)
            assert (one["slots"] == swapped).all(), (b, half, batch.decision)


@pytest.mark.parametrize("variant", ["blitz", "duel"])
def test_the_sides_are_given_images_of_one_another(variant: str) -> None:
    starts = setups(variant, 2)
    turned_starts = [start.exchanged() for start in starts]
    batch, other = Batch(variant, starts, limit_s=300.0), Batch(variant, turned_starts, limit_s=300.0)
    while batch.running.any():
        batch.observe()
        other.observe()
        if batch.decision % 9 == 0:
            check_images(batch, other)
        batch.step(choose(batch))
        other.step(choose(other))
    assert batch.observations[:, 0].tobytes() != batch.observations[:, 5].tobytes()


def test_the_sides_are_given_images_of_one_another_where_all_meet() -> None:
    batch = pits(20)
    other = turned(batch)
    for _ in range(8):
        batch.observe()
        other.observe()
        check_images(batch, other)
        batch.step(choose(batch))
        other.step(choose(other))


def save_moments(folder: Path) -> None:
    """Moments, the decisions taken in them, and every byte that was observed."""
    batch = Batch("blitz", setups("blitz", 2, first=3))
    play(batch, 500)
    pit(batch, 1, 5)
    before, seen, actions = batch.matches.copy(), [], []
    for _ in range(3):
        batch.observe()
        seen += [batch.observations.copy(), batch.masks.copy(), batch.slots.copy()]
        actions.append(choose(batch))
        batch.step(actions[-1])
    raw = np.frombuffer(before.tobytes(), np.uint8)
    np.savez(
        folder / "moments.npz",
        before=raw,
        actions=np.array(actions),
        **{f"seen{i}": s for i, s in enumerate(seen)},
    )


def replay_moments(folder: Path) -> None:
    """Observe the saved moments again and compare (run in the interpreter)."""
    saved = np.load(folder / "moments.npz")
    batch = Batch("blitz", setups("blitz", 2, first=3))
    batch.matches[:] = saved["before"].view(lay.MATCH)
    for decision, actions in enumerate(saved["actions"]):
        batch.observe()
        for place, array in enumerate((batch.observations, batch.masks, batch.slots)):
            assert array.tobytes() == saved[f"seen{3 * decision + place}"].tobytes(), (decision, place)
        batch.step(actions)


def test_the_interpreter_observes_what_the_compiled_kernel_observes(tmp_path: Path) -> None:
    save_moments(tmp_path)
    code = (
        "from pathlib import Path\nfrom tests.arena.games.moba.test_observation import replay_moments\n"
        f"replay_moments(Path({str(tmp_path)!r}))\n"
    )
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]


def test_enemy_missiles_over_dark_cells_are_not_observed() -> None:
    batch = pits(1)
    batch.step(np.zeros((1, 10, 4), np.int64))
    m = batch.matches[0]
    m.missile_count[1] = 1
    m.missiles[1, 0]["x"], m.missiles[1, 0]["y"] = m.units[0].x + 100.0, m.units[0].y
    m.missiles[1, 0]["target"], m.missiles[1, 0]["ability"] = 0, -1
    m.missile_count[0] = 0
    batch.observe()
    present = [PLACE[f"missiles[{k}].present"] for k in range(MISSILE_SLOTS)]
    assert batch.observations[0, 0, present].tolist() == [1.0] + [0.0] * (MISSILE_SLOTS - 1)
    assert batch.observations[0, 0, PLACE["missiles[0].at_me"]] == 1.0
    m.lit[0] = 0
    batch.observe()
    assert not batch.observations[0, :5, present].any()
    assert batch.observations[0, 5, present].sum() == 1.0


def test_the_flight_of_an_own_missile_does_not_tell_where_its_hidden_target_is() -> None:
    batch = pits(1)
    batch.step(np.zeros((1, 10, 4), np.int64))
    m = batch.matches[0]
    m.missile_count[:] = (1, 0)
    m.missiles[0, 0]["x"], m.missiles[0, 0]["y"], m.missiles[0, 0]["speed"] = (
        m.units[0].x,
        m.units[0].y,
        900.0,
    )
    m.missiles[0, 0]["target"] = lay.HALF
    m.units[lay.HALF].x, m.units[lay.HALF].y = m.units[0].x + 400.0, m.units[0].y
    way = [PLACE["missiles[0].vx"], PLACE["missiles[0].vy"]]
    for seen, expected in ((1, [np.float32(0.45), 0.0]), (0, [0.0, 0.0])):
        m.units[lay.HALF].seen = seen
        batch.observe()
        assert batch.observations[0, 0, way].tolist() == expected


def test_an_enemy_out_of_sight_stands_where_it_was_last_seen() -> None:
    batch = pits(1)
    play(batch, 1)
    m = batch.matches[0]
    hero, unit = m.heroes[5], m.units[lay.HALF]
    hero.seen_x, hero.seen_y, hero.seen_health, hero.seen_max_health = 1500.0, -300.0, 200.0, 800.0
    hero.seen_mana, hero.seen_level, hero.seen_tick = 500.0, 5, m.tick - 300
    unit.alive, unit.seen = 1, 0
    batch.observe()
    slot = int(np.flatnonzero(batch.slots[0, 0, 4:9] == lay.HALF)[0])
    seen = {name: float(batch.observations[0, 0, PLACE[f"enemies[{slot}].{name}"]]) for name in (
        "present", "hero", "seen", "since_seen", "x", "y", "health_share", "health", "mana", "level", "damage", "legal"
    )}  # fmt: skip
    expected = {"present": 1, "hero": hero.hero + 1, "seen": 0, "since_seen": 0.5, "x": 0.2, "y": -0.04}
    expected |= {"health_share": 0.25, "health": 0.05, "mana": 0.25, "level": 0.2, "damage": 0, "legal": 0}
    assert seen == pytest.approx(expected)


def test_a_known_scene_reads_as_it_stands() -> None:
    """Worked by hand: an eastern hero of level 6 and a western creep 300 units to the world's west of it."""
    batch = Batch("blitz", setups("blitz", 1))
    m, rules = batch.matches[0], batch.rules
    m.tick, m.wave = 1800, 10
    unit, hero = m.units[lay.HALF], m.heroes[5]
    unit.x, unit.y, unit.health, unit.max_health, unit.damage = 900.0, -1500.0, 300.0, 600.0, 59.0
    unit.ready, unit.status, unit.hurt = 1830, lay.SILENCED, 1740
    hero.gold, hero.level, hero.mana, hero.recall = 250, 6, 100.0, 1
    hero.items[2], hero.recall, hero.cooldown[1] = 4, 0, 2100
    creep = place_creep(m, rules, 0, 0, lay.MELEE, 600.0, -1500.0, 240.0)
    m.units[creep].armour, m.units[creep].seen, m.units[creep].target = 0.0, 1, lay.HALF
    batch.observe()
    column = dict(zip(NAMES, batch.observations[0, 5].tolist(), strict=True))
    expected = {
        "own.x": -0.12, "own.y": 0.2, "own.health_share": 0.5, "own.health": 0.075, "own.damage": 59 / 400,
        "own.gold": 0.2, "own.level": 0.24, "own.mana": 0.05, "own.attack_wait": 0.25, "own.silenced": 1.0,
        "own.stunned": 0.0, "own.hurt": 0.5, "items[2].item_number": 4.0, "items[0].item_number": 0.0,
        "abilities[1].cooldown": 0.5, "abilities[0].ready": 0.0, "common.clock": 1800 / 19800, "common.waves": 0.2,
        "common.own_alive": 1.0, "lanes[0].enemy_creeps": 0.0, "lanes[1].enemy_creeps": 1 / 9,
        "enemy_creeps[0].present": 1.0, "enemy_creeps[0].dx": 300 / 1300, "enemy_creeps[0].dy": 0.0,
        "enemy_creeps[0].distance": 300 / 1300, "enemy_creeps[0].x": -0.08, "enemy_creeps[0].y": 0.2,
        "enemy_creeps[0].melee": 1.0, "enemy_creeps[0].health": 0.12, "enemy_creeps[0].health_share": 0.5,
        "enemy_creeps[0].blow": 59 / 240, "enemy_creeps[0].attacks_me": 1.0, "enemy_creeps[0].attacks_hero": 1.0,
        "enemy_creeps[1].present": 0.0, "own_creeps[0].present": 0.0, "own_buildings[14].building": 1.0,
    }  # fmt: skip
    assert {name: column[name] for name in expected} == pytest.approx(expected)


def test_lanes_and_buildings_are_named_in_the_own_frame() -> None:
    """West's top lane is what east calls its bottom: 0 to the one is 2 to the other."""
    batch = Batch("blitz", setups("blitz", 1))
    m = batch.matches[0]
    tower, barracks = lay.FIRST_STRUCTURE + 1, lay.BARRACKS
    m.units[tower].health = 0.25 * m.units[tower].max_health
    m.units[barracks].alive, m.rebuild[0, 0] = 0, 30
    batch.observe()
    west, east = (dict(zip(NAMES, batch.observations[0, h].tolist(), strict=True)) for h in (0, 5))
    assert west["own_buildings[1].building"] == 0.25 and east["enemy_buildings[7].building"] == 0.25
    assert west["own_buildings[9].building"] == 0.0 and east["enemy_buildings[11].building"] == 0.0
    left = pytest.approx(30 / int(batch.rules.variant.rebuild))
    assert west["lanes[0].own_rebuild"] == left and east["lanes[2].enemy_rebuild"] == left
    assert sum(east[f"enemy_buildings[{k}].building"] for k in range(15)) == 13.25


def test_an_observation_does_not_depend_on_the_place_in_the_batch() -> None:
    starts = setups("blitz", 3)
    together = Batch("blitz", starts)
    play(together, 60)
    alone = Batch("blitz", starts[1:2])
    play(alone, 60)
    assert alone.observations[0].tobytes() == together.observations[1].tobytes()


def test_columns_are_named_once_and_laid_out_as_the_record_says() -> None:
    assert len(set(NAMES)) == len(NAMES) == OBSERVATION_SIZE == OBSERVATION.itemsize // 4
    filled = np.arange(OBSERVATION_SIZE, dtype=np.float32)
    record = filled.view(OBSERVATION)[0]
    for name, path in {
        "own.hero": record["own"][0]["who"]["hero"],
        "items[5].item_number": record["items"][5]["item_number"],
        "enemy_buildings[14].building": record["shared"]["enemy_buildings"][14]["building"],
        "enemies[4].level": record["enemies"][4]["known"]["level"],
        "missiles[6].at_me": record["missiles"][6]["at_me"],
        "uses[1].for_allies": record["uses"][1]["for_allies"],
        "camps[11].neutrals": record["later"]["camps"][11]["neutrals"],
        "neutrals[5].boss": record["neutrals"][5]["known"]["boss"],
        "enemy_courier.health_share": record["enemy_courier"][0]["known"]["health_share"],
    }.items():
        assert path == PLACE[name]
    taken = {field.name for block in BLOCKS for field in block.fields} | {
        name for b in BLOCKS for name, _ in b.parts
    }
    assert not [name for name in taken if hasattr(np.record, name)]  # such a name would be the array's own


class Extremes:
    """Least and greatest of every column over all that was observed."""

    def __init__(self) -> None:
        self.low = np.full(OBSERVATION_SIZE, np.inf)
        self.high = np.full(OBSERVATION_SIZE, -np.inf)

    def play(self, batch: Batch, decisions: int) -> None:
        """Play on, and note what is observed after so many decisions each."""
        while batch.running.any() and batch.decision < 10_000:
            play(batch, decisions)
            rows = batch.observations[batch.active & batch.running[:, None]]
            if len(rows):
                self.low = np.minimum(self.low, rows.min(0))
                self.high = np.maximum(self.high, rows.max(0))


def among_structures(count: int, seed: int) -> Batch:
    """Matches of 40 decisions whose heroes begin somewhere in the enemy's base, too strong to fall at once."""
    batch, rng = Batch("blitz", setups("blitz", count, first=seed)), np.random.default_rng(seed)
    places = batch.rules.structures[lay.BARRACKS - lay.FIRST_STRUCTURE :]
    for m in batch.matches:
        for h in range(10):
            unit, side = m.units[h // lay.HEROES * lay.HALF + h % lay.HEROES], 1.0 - 2.0 * (h // lay.HEROES)
            near = rng.choice(places)[:2] + rng.uniform(-400.0, 400.0, 2)
            (unit.x, unit.y), unit.health, unit.max_health = -side * near, 20_000.0, 20_000.0
        m.limit = m.tick + 4 * 40
    return batch


@pytest.fixture(scope="module")
def extremes() -> Extremes:
    """Whole matches of random players on lanes of the setup, a longer one, and pits for what meets seldom."""
    found = Extremes()
    lanes = Randomisation(lanes=0.5)
    for variant, count, limit_s in (("duel", 8, None), ("blitz", 12, None), ("full", 1, 600.0)):
        starts = [replace(start, randomisation=lanes) for start in setups(variant, count, first=60)]
        found.play(Batch(variant, starts, limit_s=limit_s), 7)
    for seed in range(3):
        found.play(pits(60, seed=100 * seed, limit_s=20.0), 1)
    wild = pits(20, seed=400)
    for b in range(wild.n):
        enrich(wild.matches[b], wild.rules, 400 + b)
    wild.matches["limit"] = wild.matches["tick"] + 200
    found.play(wild, 1)
    found.play(among_structures(20, seed=500), 1)
    return found


def test_every_column_keeps_its_range(extremes: Extremes) -> None:
    outside = [
        (name, low, high)
        for (name, field), low, high in zip(columns(), extremes.low, extremes.high, strict=True)
        if not field.low <= low <= high <= field.high
    ]
    assert outside == []


def test_every_column_is_seen_to_change(extremes: Extremes) -> None:
    same = [name for name, low, high in zip(NAMES, extremes.low, extremes.high, strict=True) if low == high]
    assert same == ["enemies[0].present"]  # always 1: every variant has an enemy hero
