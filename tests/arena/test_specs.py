from __future__ import annotations

import pickle
from collections import Counter
from dataclasses import replace

from arena.games import moba
from arena.specs import batch_spec, match_of_row, match_setup
from tests.arena.made import made_plan, made_result


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


def test_a_setup_is_the_match_s_seed_lineups_and_start() -> None:
    match = batch_spec(made_plan(), 1, 0, {}).matches[0]
    assert match_setup(match) == moba.Setup(match.seed, match.west_lineup, match.east_lineup)
    plan = replace(made_plan(), start="midgame", randomisation="gold=0.5")
    match = batch_spec(plan, 1, 0, {}).matches[3]
    assert match_setup(match) == moba.Setup(
        match.seed,
        match.west_lineup,
        match.east_lineup,
        start="midgame",
        randomisation=moba.Randomisation(gold=0.5),
    )


def test_a_row_of_the_store_gives_the_match_that_was_played() -> None:
    plan = replace(made_plan(), start="midgame", randomisation=moba.PRESETS["wide"].text)
    result = made_result(plan, 1, 0)
    rows = [dict(zip(result.matches, row, strict=True)) for row in zip(*result.matches.values(), strict=True)]
    assert tuple(match_of_row(row) for row in rows) == result.spec.matches
