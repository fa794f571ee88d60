"""A match is the same match, bit for bit: with everything exchanged, in the interpreter, alone or among others."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba.neutrals import appear
from tests.arena.games.moba.images import differences, image, settled
from tests.arena.games.moba.scenes import crowded, pits, place_creep

PLAYERS = ("random", "medium", "hard")
CHECK_EVERY = 250


def take(batch: moba.Batch, player: str) -> None:
    """One decision of a batch in which one scripted player holds all seats."""
    batch.observe()
    matches, heroes = np.nonzero(batch.active & batch.running[:, None])
    out = np.zeros((len(matches), 4), np.int64)
    moba.scripted(player)(batch, matches, heroes, out)
    actions = np.zeros((batch.n, 10, 4), np.int64)
    actions[matches, heroes] = out
    batch.step(actions)


def setups(variant: str, count: int, first: int = 0) -> list[moba.Setup]:
    """Setups of different seeds and lineups."""
    return [moba.Setup(first + i, *moba.random_lineups(variant, first + i)) for i in range(count)]


def exchange_differences(batch: moba.Batch, other: moba.Batch) -> list[str]:
    """Where `other` is not the exact image of `batch`."""
    return differences(settled(image(batch.matches, int(batch.rules.n))), settled(other.matches))


@pytest.mark.parametrize(
    ("variant", "start"), [*((name, "fresh") for name in moba.VARIANTS), ("blitz", "siege")]
)
@pytest.mark.parametrize("player", PLAYERS)
def test_exchanging_the_sides_plays_the_exchanged_match(variant: str, start: str, player: str) -> None:
    starts = setups(variant, 1 if variant == "full" else 3, first=40)
    if start != "fresh":
        starts = [replace(one, start=start, randomisation=moba.PRESETS["wide"]) for one in starts]
    batch = moba.Batch(variant, starts, observe_floats=False)
    other = moba.Batch(variant, [start.exchanged() for start in starts], observe_floats=False)
    assert exchange_differences(batch, other) == []
    while batch.running.any():
        take(batch, player)
        take(other, player)
        if batch.decision < 10 or batch.decision % CHECK_EVERY == 0:
            assert exchange_differences(batch, other) == [], f"at decision {batch.decision}"
    assert not other.running.any()
    assert exchange_differences(batch, other) == []


@pytest.mark.parametrize("variant", moba.VARIANTS)
def test_exchange_holds_where_everyone_meets_everyone(variant: str) -> None:
    batch, other = pits(variant, 40), pits(variant, 40)
    other.matches[:] = image(batch.matches, int(batch.rules.n))
    for decision in range(15):
        take(batch, "random")
        take(other, "random")
        assert exchange_differences(batch, other) == [], f"at decision {decision}"
    happened = batch.tally.sum((0, 1))
    assert happened[lay.LAST_HITS] > 0
    if variant in ("full", "blitz"):  # the two heroes of a duel seldom meet, a skirmish soon ends
        kinds = (
            lay.KILLS,
            lay.ITEMS_USED,
            lay.POTIONS_USED,
            lay.COURIERS_KILLED,
            lay.BUYBACKS,
            lay.NEUTRALS_KILLED,
            lay.BOSSES_KILLED,
            lay.RUNES_TAKEN,
        )
        assert all(happened[kind] > 0 for kind in kinds)


def play_block(seed: int) -> np.ndarray[Any, Any]:
    """The four matches of a block of two players: both sides by both lineups, on one seed."""
    one, other = moba.random_lineups("blitz", seed)
    batch = moba.Batch(
        "blitz", [moba.Setup(seed, *pair) for pair in ((one, other), (other, one)) * 2], observe_floats=False
    )
    west_player = ("medium", "medium", "easy", "easy")
    while batch.running.any():
        batch.observe()
        actions = np.zeros((batch.n, 10, 4), np.int64)
        for player in ("medium", "easy"):
            west = np.array([name == player for name in west_player])
            seats = np.repeat(np.stack([west, ~west], axis=1), lay.HEROES, axis=1)
            matches, heroes = np.nonzero(seats & batch.running[:, None])
            out = np.zeros((len(matches), 4), np.int64)
            moba.scripted(player)(batch, matches, heroes, out)
            actions[matches, heroes] = out
        batch.step(actions)
    return settled(batch.matches)


def test_the_four_matches_of_a_block_differ() -> None:
    """A block exchanges players and lineups but leaves the keys: no match is another's, nor another's image."""
    played = play_block(3)
    turned = settled(image(played, int(moba.load("blitz").n)))
    assert len({match.tobytes() for match in (*played, *turned)}) == 8


def test_a_match_does_not_depend_on_its_company() -> None:
    starts = setups("duel", 5)
    together = moba.Batch("duel", starts, observe_floats=False)
    while together.running.any():
        take(together, "random")
    for b, start in enumerate(starts):
        alone = moba.Batch("duel", [start], observe_floats=False)
        while alone.running.any():
            take(alone, "random")
        assert alone.matches[0].tobytes() == together.matches[b].tobytes()


def tie_scene(half: int, kind: int) -> moba.Batch:
    """A creep, a neutral or the boss of `half` about to die of two equal blows, one of each side's hero."""
    batch = moba.Batch("blitz", setups("blitz", 1), observe_floats=False)
    m, rules = batch.matches[0], batch.rules
    m.tick = 400
    victim = place_creep(m, rules, half, 0, kind, 0.0, 0.0, 10.0)
    if kind != lay.MELEE:
        m.units[victim].alive = m.units[victim].kind = 0
        victim = half * lay.HALF + (lay.BOSS if kind == lay.BEAST else lay.FIRST_NEUTRAL)
        appear(m, rules, victim, kind, 0)
        m.units[victim].x, m.units[victim].y, m.units[victim].health = 0.0, 0.0, 10.0
        m.units[victim].hurt = m.tick  # it does not heal before it dies
    for side, x in ((0, -60.0), (1, 60.0)):
        number = side * lay.HALF
        hero, unit = m.heroes[side * 5], m.units[number]
        hero.crit, hero.base_damage = 0.0, 60.0
        unit.x, unit.y, unit.damage = x, 0.0, 60.0
        unit.target, unit.windup, unit.ready, unit.seen = victim, 401, 480, 1
        hero.order, hero.order_unit = lay.ATTACK, victim
    m.units[victim].seen = 1
    return batch


@pytest.mark.parametrize("kind", [lay.MELEE, lay.SMALL, lay.BEAST])
@pytest.mark.parametrize("half", [0, 1])
def test_equal_blows_give_the_last_hit_to_the_half_where_the_victim_lives(half: int, kind: int) -> None:
    batch = tie_scene(half, kind)
    melee = [h for h in range(int(batch.rules.hero_count)) if batch.rules.heroes[h].missile == 0.0]
    for h in (0, 5):
        batch.matches[0].heroes[h].hero = melee[0]
    batch.observe()
    batch.matches[0].units["seen"] = 1
    keep = np.zeros((1, 10, 4), np.int64)
    batch.step(keep)
    own, other = batch.tally[0, half * 5], batch.tally[0, (1 - half) * 5]
    taken = {lay.MELEE: lay.DENIES, lay.SMALL: lay.NEUTRALS_KILLED, lay.BEAST: lay.BOSSES_KILLED}[kind]
    assert own[taken] == 1.0 and other[lay.LAST_HITS] == other[taken] == 0.0
    assert list(batch.matches["bosses"][0]) == [int(kind == lay.BEAST and half == side) for side in range(2)]


def moments(variant: str, folder: Path) -> int:
    """Save moments of whole matches and of pits, the next three decisions, and what comes of them."""
    found = []
    for player in PLAYERS:
        batch = moba.Batch(variant, setups(variant, 2, first=7), observe_floats=False)
        while batch.running.any() and len(found) < (4 if player == "random" else 8):
            take(batch, player)
            if batch.decision % (120 if variant in ("duel", "skirmish") else 350) == 0:
                found.append(batch.matches[len(found) % 2].copy())
    found += [m.copy() for m in pits(variant, 2).matches]
    batch = moba.Batch(variant, setups(variant, len(found)))
    batch.rules = crowded(batch.rules, 0)
    batch.matches[:] = np.array(found, lay.MATCH)
    before, actions = batch.matches.copy(), []
    for decision in range(3):
        batch.observe()
        matches, heroes = np.nonzero(batch.active & batch.running[:, None])
        out = np.zeros((len(matches), 4), np.int64)
        moba.scripted(PLAYERS[decision % 2])(batch, matches, heroes, out)
        actions.append(np.zeros((batch.n, 10, 4), np.int64))
        actions[-1][matches, heroes] = out
        batch.step(actions[-1])
    batch.observe()
    np.savez(folder / f"{variant}.npz", before=_raw(before), actions=np.array(actions), **_state(batch))
    return len(found)


def _raw(matches: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    return np.frombuffer(matches.tobytes(), np.uint8)


def _state(batch: moba.Batch) -> dict[str, np.ndarray[Any, Any]]:
    views = {"observations": batch.observations, "masks": batch.masks, "slots": batch.slots}
    return {"after": _raw(settled(batch.matches)), **{name: _raw(array) for name, array in views.items()}}


def replay(variant: str, folder: Path) -> None:
    """Play the saved decisions again, and the players too, and compare every byte (run in the interpreter)."""
    saved = np.load(folder / f"{variant}.npz")
    before = saved["before"].view(lay.MATCH)
    batch = moba.Batch(variant, setups(variant, len(before)))
    batch.rules = crowded(batch.rules, 0)
    batch.matches[:] = before
    for decision, actions in enumerate(saved["actions"]):
        batch.observe()
        matches, heroes = np.nonzero(batch.active & batch.running[:, None])
        out = np.zeros((len(matches), 4), np.int64)
        moba.scripted(PLAYERS[decision % 2])(batch, matches, heroes, out)
        assert (out == actions[matches, heroes]).all(), f"{variant}: actions of decision {decision}"
        batch.step(actions)
    batch.observe()
    after = saved["after"].view(lay.MATCH)
    assert differences(settled(batch.matches), after) == [], variant
    for name, array in _state(batch).items():
        assert array.tobytes() == saved[name].tobytes(), f"{variant}: {name}"


def test_the_interpreter_plays_what_the_compiled_rules_play(tmp_path: Path) -> None:
    count = sum(moments(variant, tmp_path) for variant in moba.VARIANTS)
    assert count >= 20
    code = "from tests.arena.games.moba.test_exactness import replay\nfrom pathlib import Path\n" + "".join(
        f"replay({variant!r}, Path({str(tmp_path)!r}))\n" for variant in moba.VARIANTS
    )
    settings = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], env=settings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
