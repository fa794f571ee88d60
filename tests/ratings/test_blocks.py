"""Blocks against independent matches, by simulation."""

import numpy as np
import pytest

from ratings import Results
from ratings.blocks import block_variance
from ratings.counts import count_matches


def played(blocks, scores):
    rows = blocks * 4
    return count_matches(
        Results.from_columns(["a"] * rows, ["b"] * rows, scores, block=np.repeat(np.arange(blocks), 4))
    )


def test_independent_matches_have_a_ratio_of_one():
    rng = np.random.default_rng(0)
    for chances in ((0.7, 0.0, 0.3), (0.5, 0.3, 0.2)):
        found = block_variance(played(800, rng.choice([1.0, 0.5, 0.0], 3200, p=chances)))
        assert found.ratio == pytest.approx(1.0, abs=3.0 * found.spread)
        assert found.blocks == 800


def test_a_block_that_repeats_its_first_match_has_a_ratio_of_four():
    once = np.random.default_rng(1).integers(0, 2, 400).astype(float)
    assert block_variance(played(400, np.repeat(once, 4))).ratio == pytest.approx(4.0, rel=0.01)


def test_a_perfectly_balanced_block_does_not_vary():
    found = block_variance(played(50, [1.0, 0.0, 1.0, 0.0] * 50))
    assert found.ratio == 0.0


def test_matches_that_are_their_own_blocks_and_few_blocks_say_nothing():
    assert block_variance(count_matches(Results.from_columns(["a"] * 9, ["b"] * 9, [1, 0, 1] * 3))) is None
    assert block_variance(played(8, [1.0, 0.0, 1.0, 0.0] * 8)) is None
