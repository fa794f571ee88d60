"""The player `random` draws kinds evenly, then arguments evenly, and nothing that the mask forbids."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from arena.games.moba import ITEM_NAMES
from arena.games.moba import layout as lay
from arena.games.moba.contract import (
    ABILITY_MASK,
    ATTACK_MASK,
    COMPASS,
    ITEM_MASK,
    OFFSETS,
    TARGETS,
)
from arena.games.moba.rules import CHANNEL_MODE, LINE_MODE, POINT_MODE, load
from tests.arena.games.moba.play import Seats, new_batch, setups_of

POINTED = (POINT_MODE, LINE_MODE, CHANNEL_MODE)


def draws_of_random(allowed: dict[str, list[int]], ability: int, n: int = 20_000) -> NDArray[np.int64]:
    """What `random` does in `n` decisions with a made mask: legal kinds, attack targets, targets of an ability."""
    batch = new_batch("blitz", setups_of("blitz", 3, 1))
    batch.observe()
    mask = batch.masks[0, 0]
    mask[:] = False
    mask[allowed["kinds"]] = True
    mask[ATTACK_MASK + np.array(allowed["attack"], int)] = True
    mask[ABILITY_MASK + ability * TARGETS + np.array(allowed["ability"], int)] = True
    seats = Seats("random", np.zeros(1, np.int64), np.zeros(1, np.int64))
    drawn = np.zeros((n, 4), np.int64)
    for decision in range(n):
        batch.matches["decision"] = decision
        seats.act(batch, np.zeros((1, 10, 4), np.int64))
        drawn[decision] = seats.out[0]
    return drawn


def is_even(found: NDArray[np.int64], among: list[int]) -> bool:
    """All values are among the given, each as often as the others, at a significance of one in 10,000."""
    values, counts = np.unique(found, return_counts=True)
    return values.tolist() == sorted(among) and bool(stats.chisquare(counts).pvalue > 1e-4)


def pointed_ability() -> int:
    """Number of an ability, of the hero on seat 0 of `draws_of_random`'s match, that wants a point."""
    (setup,) = setups_of("blitz", 3, 1)
    modes = load("blitz").heroes[setup.west[0]].abilities["mode"]
    return int(np.flatnonzero(np.isin(modes, POINTED))[0])


def test_random_picks_kinds_evenly_and_then_arguments_evenly() -> None:
    k = pointed_ability()
    kinds = [lay.HOLD, lay.MOVE, lay.ATTACK, lay.CAST_1 + k, lay.RECALL]
    drawn = draws_of_random({"kinds": kinds, "attack": [4, 9, 22], "ability": [5, 30]}, k)
    assert is_even(drawn[:, 0], kinds)
    assert is_even(drawn[drawn[:, 0] == lay.MOVE, 2], list(range(OFFSETS)))
    assert is_even(drawn[drawn[:, 0] == lay.ATTACK, 1], [4, 9, 22])
    casts = drawn[drawn[:, 0] == lay.CAST_1 + k]
    assert is_even(casts[:, 3], list(range(COMPASS + 1)))
    assert is_even(casts[casts[:, 3] == 0, 1], [5, 30])


def test_random_picks_the_targets_of_items() -> None:
    batch = new_batch("blitz", setups_of("blitz", 3, 1))
    batch.observe()
    batch.matches["heroes"]["items"][0, 0, 2] = 1 + ITEM_NAMES.index("Frost Wand")
    mask = batch.masks[0, 0]
    mask[:] = False
    mask[lay.USE_1] = True
    mask[ITEM_MASK + np.array([4, 7])] = True
    seats, drawn = Seats("random", np.zeros(1, np.int64), np.zeros(1, np.int64)), []
    for decision in range(2000):
        batch.matches["decision"] = decision
        seats.act(batch, np.zeros((1, 10, 4), np.int64))
        drawn.append(seats.out[0].copy())
    found = np.array(drawn)
    assert (found[:, 0] == lay.USE_1).all() and not found[:, 3].any()
    assert is_even(found[:, 1], [4, 7])


def test_random_aims_by_the_compass_alone_when_no_target_is_legal() -> None:
    k = pointed_ability()
    drawn = draws_of_random({"kinds": [lay.HOLD, lay.CAST_1 + k], "attack": [], "ability": []}, k, n=8_000)
    assert is_even(drawn[drawn[:, 0] == lay.CAST_1 + k, 3], list(range(1, COMPASS + 1)))
