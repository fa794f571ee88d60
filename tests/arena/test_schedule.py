from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import BadSchedule
from arena.schedule import block_seed, gauntlet, make_blocks, pairing, round_robin

names = st.lists(st.text(min_size=1, max_size=6), min_size=2, max_size=6, unique=True)
seeds = st.integers(0, 2**63 - 1)


@given(names)
def test_round_robin_has_every_pairing_once(players: list[str]) -> None:
    pairings = round_robin(players)
    assert len(pairings) == len(set(pairings)) == len(players) * (len(players) - 1) // 2
    assert all(first < second for first, second in pairings)
    assert {name for pair in pairings for name in pair} == set(players)


@given(names)
def test_round_robin_does_not_depend_on_the_order_of_entrants(players: list[str]) -> None:
    assert round_robin(players) == round_robin(players[::-1])


@given(names, st.integers(1, 5))
def test_gauntlet_pairs_newcomers_with_references_alone(players: list[str], split: int) -> None:
    split = min(split, len(players) - 1)
    new, old = players[:split], players[split:]
    assert Counter(gauntlet(new, old)) == Counter(pairing(a, b) for a in new for b in old)


@given(names, st.integers(1, 4), seeds)
def test_blocks_are_balanced_and_their_seeds_distinct(players: list[str], count: int, seed: int) -> None:
    pairings = round_robin(players)
    blocks = make_blocks(pairings, count, seed)
    assert Counter((block.first, block.second) for block in blocks) == dict.fromkeys(pairings, count)
    assert len({block.seed for block in blocks}) == len(blocks)
    assert all(0 <= block.seed < 2**63 for block in blocks)
    for step in range(count):  # one block of each pairing before the next of any
        part = blocks[step * len(pairings) : (step + 1) * len(pairings)]
        assert [(block.first, block.second) for block in part] == list(pairings)


@given(names, st.integers(1, 3), st.integers(1, 3), seeds)
def test_adding_entrants_or_blocks_changes_no_block_that_was_there(
    players: list[str], count: int, more: int, seed: int
) -> None:
    before = set(make_blocks(round_robin(players[:-1]), count, seed)) if len(players) > 2 else set()
    after = set(make_blocks(round_robin(players), count + more, seed))
    assert before <= after


@given(names, st.integers(1, 3), st.integers(1, 3), seeds)
def test_blocks_continue_where_earlier_ones_ended(players: list[str], one: int, two: int, seed: int) -> None:
    pairings = round_robin(players)
    at_once = make_blocks(pairings, one + two, seed)
    later = make_blocks(pairings, two, seed, played=dict.fromkeys(pairings, one))
    assert (*make_blocks(pairings, one, seed), *later) == at_once


@given(seeds, st.text(max_size=4), st.text(max_size=4), st.integers(0, 100))
def test_a_seed_does_not_depend_on_who_is_named_first(seed: int, a: str, b: str, index: int) -> None:
    assert block_seed(seed, a, b, index) == block_seed(seed, b, a, index)


def test_names_that_run_together_alike_have_different_seeds() -> None:
    assert block_seed(0, "ab", "c", 0) != block_seed(0, "a", "bc", 0)


def test_seeds_are_those_of_the_first_ladder() -> None:
    """A changed derivation would change every schedule that was ever made: it must not happen unnoticed."""
    assert block_seed(0, "bot:easy", "random", 0) == 1226961331742798853
    assert block_seed(1, "bot:easy", "random", 12) == 3584169901776150849


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: round_robin(["a"]), "at least 2 entrants, got 1"),
        (lambda: round_robin(["a", "b", "a"]), "'a' stands twice"),
        (lambda: gauntlet(["a"], []), "at least one newcomer and one reference"),
        (lambda: gauntlet(["a"], ["a"]), "'a' stands twice"),
        (lambda: make_blocks([("a", "b")], 0, 1), "at least one block for each pairing, got 0"),
    ],
)
def test_impossible_schedules_are_refused(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(BadSchedule, match=message):
        make()
