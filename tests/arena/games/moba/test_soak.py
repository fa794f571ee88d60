"""Long matches without a cap: all end by themselves, nothing is dropped, no pool comes near its end. `make soak`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from arena.games import moba
from arena.games.moba import layout as lay

pytestmark = [pytest.mark.soak, pytest.mark.timeout(7200)]

MIXES = [
    ("medium", "medium"),
    ("easy", "medium"),
    ("easy", "easy"),
    ("random", "medium"),
    ("random", "easy"),
    ("random", "random"),
]
NATURAL = {lay.BY_ANCIENT, lay.BY_BOTH}
FULLEST = 0.8
"""Share of a pool that a match may come to need: the next bot, or the next hero, needs more."""


def check_pools(what: str, peaks: np.ndarray) -> None:
    """Print the most that was held at once, (matches, pools), and hold it to what there is room for."""
    most, sizes = peaks.max(0), np.array(lay.POOL_SIZES)
    shares = ", ".join(
        f"{name} {peak} of {size} ({peak / size:.0%})"
        for name, peak, size in zip(lay.POOL_NAMES, most, sizes, strict=True)
    )
    print(f"{what}: most of a half at once: {shares}")
    assert (most <= FULLEST * sizes).all(), f"{what}: {shares}"


def counted(faults: np.ndarray) -> dict[str, int]:
    """The faults of some matches by name, without those that never happened."""
    return {name: int(n) for name, n in zip(lay.FAULT_NAMES, faults.sum(0), strict=True) if n}


def divided(seeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each seed's mix and side: all mixes in turn, then all with the sides exchanged."""
    return seeds % len(MIXES), seeds // len(MIXES) % 2


def chunks(variant: str, count: int, size: int) -> Iterator[tuple[moba.Batch, np.ndarray, np.ndarray]]:
    """Batches of fresh matches, the mix each match is played by, and which side (0, 1) its first player has."""
    for first in range(0, count, size):
        seeds = range(first, min(first + size, count))
        setups = [moba.Setup(1000 + seed, *moba.random_lineups(variant, 1000 + seed)) for seed in seeds]
        yield moba.Batch(variant, setups, observe_floats=False), *divided(np.array(seeds))


def play(batch: moba.Batch, mix: np.ndarray, turn: np.ndarray) -> None:
    """Whole matches, each side's seats held by one of the players of its match's mix."""
    holder = np.array(
        [[MIXES[k][h // lay.HEROES ^ t] for h in range(10)] for k, t in zip(mix, turn, strict=True)]
    )
    while batch.running.any():
        batch.observe()
        actions = np.zeros((batch.n, 10, 4), np.int64)
        seats = batch.active & batch.running[:, None]
        for name in ("easy", "medium", "random"):
            matches, heroes = np.nonzero(seats & (holder == name))
            if len(matches):
                out = np.zeros((len(matches), 4), np.int64)
                moba.scripted(name)(batch, matches, heroes, out)
                actions[matches, heroes] = out
        batch.step(actions)


@pytest.mark.parametrize(("variant", "count"), [("blitz", 300), ("full", 60)])
def test_matches_of_scripted_players_end_without_a_fault(variant: str, count: int) -> None:
    minutes, peaks, faults, endings, mixes = [], [], [], [], []
    bought: set[int] = set()
    supplies = np.zeros(len(lay.TALLY_NAMES))
    for batch, mix, turn in chunks(variant, count, 30):
        play(batch, mix, turn)
        minutes += list(batch.matches["tick"] / 1800.0)
        peaks += list(batch.matches["peak"].max(1))
        faults += list(batch.faults())
        endings += list(batch.matches["ending"])
        mixes += list(mix)
        heroes = batch.matches["heroes"]
        bought |= set(heroes["build"][np.arange(lay.BUILD) < heroes["next_item"][..., None]].tolist())
        supplies += batch.tally.sum((0, 1))
    for k, pair in enumerate(MIXES):
        mine = np.array(minutes)[np.array(mixes) == k]
        print(f"{variant} {pair}: {len(mine)} matches, minutes {np.percentile(mine, [0, 50, 100]).round(1)}")
    check_pools(variant, np.array(peaks))
    assert bought == set(range(len(moba.ITEM_NAMES)))
    assert (supplies[[lay.POTIONS_USED, lay.ITEMS_USED, lay.COURIERS_KILLED, lay.BUYBACKS]] > 0).all()
    assert len(minutes) == count
    assert set(endings) <= NATURAL
    assert counted(np.array(faults)) == {}


@pytest.mark.parametrize("name", ["random", "hard"])
def test_fifty_full_matches_without_a_cap_end_by_themselves(name: str) -> None:
    """A match that the safety stop ends is one that could not end."""
    count, player = 50, moba.scripted(name)
    setups = [moba.Setup(5000 + seed, *moba.random_lineups("full", 5000 + seed)) for seed in range(count)]
    batch = moba.Batch("full", setups, observe_floats=False)
    actions = np.zeros((count, 10, 4), np.int64)
    while batch.running.any():
        batch.observe()
        matches, heroes = np.nonzero(batch.active & batch.running[:, None])
        out = np.zeros((len(matches), 4), np.int64)
        player(batch, matches, heroes, out)
        actions[matches, heroes] = out
        batch.step(actions)
    minutes = np.percentile(batch.matches["tick"] / 1800.0, [0, 50, 100]).round(1)
    endings = [lay.ENDINGS[ending] for ending in batch.matches["ending"]]
    print(f"full, {name}: {count} matches, minutes {minutes}, endings {Counter(endings)}")
    assert {lay.ENDINGS[ending] for ending in NATURAL} >= set(endings)
    assert counted(batch.faults()) == {}
    check_pools(f"full, {name}", batch.matches["peak"].max(1))


@pytest.mark.parametrize(("variant", "count", "minutes"), [("blitz", 60, 20.0), ("full", 20, 60.0)])
def test_idle_against_idle_ends_in_good_time(variant: str, count: int, minutes: float) -> None:
    setups = [moba.Setup(seed, *moba.random_lineups(variant, seed)) for seed in range(count)]
    batch = moba.Batch(variant, setups, observe_floats=False)
    hold = np.zeros((count, 10, 4), np.int64)
    batch.observe()
    while batch.running.any():
        batch.step(hold)
    found = batch.matches["tick"] / 1800.0
    print(f"{variant}, idle: minutes {np.percentile(found, [0, 50, 100]).round(1)}")
    assert set(batch.matches["ending"]) <= NATURAL
    assert counted(batch.faults()) == {}
    check_pools(f"{variant}, idle", batch.matches["peak"].max(1))
    assert np.median(found) < minutes
