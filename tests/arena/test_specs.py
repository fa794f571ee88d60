from __future__ import annotations

import pickle
from collections import Counter

from arena.games import moba
from arena.specs import batch_spec, match_setup
from tests.arena.made import made_plan


def test_a_block_is_both_sides_times_both_lineups_on_one_seed() -> None:
    plan = made_plan(players=("idle", "random"), blocks=3, batch_blocks=3)
    spec = batch_spec(plan, 1, 0, {})
    for block in plan.blocks:
        four = [match for match in spec.matches if match.seed == block.seed]
        one, other = moba.random_lineups("duel", block.seed)
        assert Counter(
            (match.west, match.east, match.west_lineup, match.east_lineup) for match in four
        ) == Counter(
            (west, east, *lineups)
            for west, east in (("idle", "random"), ("random", "idle"))
            for lineups in ((one, other), (other, one))
        )
        assert sorted(match.slot for match in four) == [0, 1, 2, 3]


def test_match_numbers_are_distinct_over_batches_and_runs() -> None:
    plan = made_plan(blocks=5, batch_blocks=4)
    numbers = [
        match.match_id
        for run in (1, 2)
        for batch in range(plan.batches)
        for match in batch_spec(plan, run, batch, {}).matches
    ]
    assert len(numbers) == len(set(numbers)) == 2 * 4 * len(plan.blocks)


def test_a_batch_can_be_sent_elsewhere() -> None:
    spec = batch_spec(made_plan(), 1, 0, {"idle": "raised"})
    assert pickle.loads(pickle.dumps(spec)) == spec


def test_a_setup_is_the_match_s_seed_and_lineups() -> None:
    match = batch_spec(made_plan(), 1, 0, {}).matches[0]
    assert match_setup(match) == moba.Setup(match.seed, match.west_lineup, match.east_lineup)
