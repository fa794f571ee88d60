"""Comparing drafters: the plan is balanced, and outcomes drawn from the model are summed up rightly."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from arena.errors import BadSchedule
from probes.draft.compare import Comparison, sum_up
from probes.draft.errors import BadDraft, BadResults
from probes.draft.order import Order
from probes.draft.results import make_results
from tests.probes.draft.made import model_of

ORDER = Order.parse("snake")


@pytest.fixture(scope="module")
def wanted():
    return Comparison(model_of(17, 5, 31), ORDER, 40, pool=11)


@pytest.fixture(scope="module")
def plan(wanted):
    return wanted.checked().plan()


def rows_of(plan, names, won):
    return [
        (one.match.seed, [names[h] for h in one.match.west], [names[h] for h in one.match.east], win, 1, 0)
        for one, win in zip(plan, won, strict=True)
    ]


def test_every_block_has_both_first_picks_on_both_sides(wanted, plan):
    assert plan == wanted.plan()
    assert len({one.match.seed for one in plan}) == len(plan) == 120
    blocks = Counter((one.pair, one.block, one.first, one.first_is_west) for one in plan)
    assert set(blocks.values()) == {1} and len(blocks) == 120
    pools = [
        {h for one in plan if one.block == block for h in one.match.west + one.match.east}
        for block in range(10)
    ]
    assert all(len(pool) <= 11 for pool in pools) and len({frozenset(pool) for pool in pools}) > 5


def test_shares_are_those_of_the_drafter_whatever_its_side(wanted, plan):
    """Whoever drafts as the pair's first wins every match."""
    won = [1 if one.first_is_west == (one.first == 0) else -1 for one in plan]
    found = sum_up(
        plan, make_results("blitz", "x", "0", rows_of(plan, wanted.model.names, won)), wanted.model.names
    )
    assert [(pair["won"], pair["low"], pair["high"]) for pair in found] == [(1.0, 1.0, 1.0)] * 3
    assert [pair["first"] for pair in found] == ["minimax", "minimax", "greedy"]
    assert found[0]["expected"] >= 0.5 and found[1]["expected"] > 0.6


def test_what_the_model_says_is_what_comes_out_where_the_model_is_the_truth(wanted, plan):
    rng = np.random.default_rng(3)
    expected = []
    for one in plan:
        west = wanted.model.probability(one.match.west, one.match.east)[0]
        expected.append(1 if rng.random() < west else -1)
    found = sum_up(
        plan, make_results("blitz", "x", "0", rows_of(plan, wanted.model.names, expected)), wanted.model.names
    )
    for pair in found:
        assert abs(pair["won"] - pair["expected"]) < 3 * (0.25 / pair["matches"]) ** 0.5
        assert pair["low"] <= pair["won"] <= pair["high"] and pair["blocks"] == 10


def test_matches_of_another_models_drafts_are_refused(wanted, plan):
    rows = rows_of(plan, wanted.model.names, [1] * len(plan))
    rows[5] = (rows[5][0], rows[5][2], rows[5][1], *rows[5][3:])
    with pytest.raises(BadResults, match="the model has changed since"):
        sum_up(plan, make_results("blitz", "x", "0", rows), wanted.model.names)


@pytest.mark.parametrize(
    ("changes", "error", "why"),
    [
        ({"matches": 6}, BadSchedule, "a multiple of 4"),
        ({"drafters": ("greedy",)}, BadDraft, "two or three different drafters"),
        ({"pool": 9}, BadDraft, "expected a pool of 10 heroes, as many as this order takes, to 17; got 9"),
    ],
)
def test_what_cannot_be_compared_is_refused(changes, error, why):
    settings = {"matches": 4, **changes}
    with pytest.raises(error, match=why):
        Comparison(model_of(17, 5, 31), ORDER, **settings).checked()
