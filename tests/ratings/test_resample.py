"""Bootstrap tables: totals kept, mean and variance those of drawing blocks with replacement."""

import numpy as np
import pytest

from ratings import Results
from ratings.bench import simulate
from ratings.counts import count_matches
from ratings.resample import FEW, MANY, Resampler
from tests.ratings.tables import table

DRAWS = 4000


def drawn_kinds(results, columns=DRAWS, seed=0):
    counts = count_matches(results)
    return counts, Resampler(counts).draw_kinds(np.random.default_rng(seed), columns)


# One pairing for each way of drawing: few blocks, a rare kind, two well-filled kinds, three, and one alone.
PAIRINGS = {
    "poisson": (("a", "b", 1.0, 3), ("a", "b", 0.0, 2)),
    "multinomial": (("a", "b", 1.0, 30), ("a", "b", 0.5, 9), ("a", "b", 0.0, 4)),
    "normal, two kinds": (("a", "b", 1.0, 60), ("a", "b", 0.0, 40)),
    "normal, three kinds": (("a", "b", 1.0, 60), ("a", "b", 0.5, 30), ("a", "b", 0.0, 40)),
    "a shut-out": (("a", "b", 1.0, 50),),
}


@pytest.mark.parametrize("rows", PAIRINGS.values(), ids=PAIRINGS)
def test_every_kind_is_drawn_as_often_as_it_occurs_on_average(rows):
    counts, kinds = drawn_kinds(table(*rows))
    error = 4.0 * np.sqrt(counts.kind_blocks / DRAWS)
    assert np.all(np.abs(kinds.mean(axis=1) - counts.kind_blocks) <= error)


@pytest.mark.parametrize("rows", list(PAIRINGS.values())[1:], ids=list(PAIRINGS)[1:])
def test_pairings_of_many_blocks_keep_their_number_and_the_covariance_of_the_multinomial(rows):
    counts, kinds = drawn_kinds(table(*rows))
    blocks = counts.kind_blocks.sum()
    assert kinds.sum(axis=0) == pytest.approx(blocks, rel=1e-4)
    share = counts.kind_blocks / blocks
    expected = blocks * (np.diag(share) - np.outer(share, share))
    assert np.cov(kinds).reshape(expected.shape) == pytest.approx(expected, abs=0.08 * blocks * share.max())


def test_pairings_of_few_blocks_draw_each_a_poisson_number_of_times():
    counts, kinds = drawn_kinds(table(*PAIRINGS["poisson"]))
    assert counts.kind_blocks.sum() < FEW
    assert kinds.var(axis=1) == pytest.approx(counts.kind_blocks, rel=0.1)
    assert abs(np.corrcoef(kinds)[0, 1]) < 0.06


def test_every_pairing_of_a_large_table_keeps_its_mean():
    counts = count_matches(simulate(30, None, 30_000))
    assert counts.kind_blocks.min() < MANY  # all ways of drawing are in it
    kinds = Resampler(counts).draw_kinds(np.random.default_rng(3), 800)
    z = (kinds.mean(axis=1) - counts.kind_blocks) / np.sqrt(counts.kind_blocks / 800)
    assert np.abs(z).max() < 5.0


def test_tables_add_up_what_their_kinds_hold():
    rng = np.random.default_rng(1)
    blocks = np.repeat(np.arange(40), 4)
    results = Results.from_columns(
        ["a", "b"] * 80, ["b", "a"] * 80, rng.integers(0, 2, 160), side=[True] * 160, block=blocks
    )
    counts = count_matches(results)
    resampler = Resampler(counts)
    played, score = resampler.draw(np.random.default_rng(5), 7)
    kinds = resampler.draw_kinds(np.random.default_rng(5), 7)
    for cell in range(len(counts.low)):
        entries = counts.entry_cell == cell
        expected = (counts.entry_score[entries, None] * kinds[counts.entry_kind[entries]]).sum(axis=0)
        assert score[cell] == pytest.approx(expected, rel=1e-5)
    assert played.sum(axis=0) == pytest.approx(160.0, rel=1e-4)


def test_blocks_that_vary_less_than_matches_give_narrower_tables():
    """Blocks that always split one to one have no variance at all; single matches have the binomial one."""
    columns = (["a"] * 80, ["b"] * 80, [1, 0] * 40)
    paired = Results.from_columns(*columns, block=np.repeat(np.arange(40), 2))
    _, score_paired = Resampler(count_matches(paired)).draw(np.random.default_rng(0), 500)
    _, score_single = Resampler(count_matches(Results.from_columns(*columns))).draw(
        np.random.default_rng(0), 500
    )
    assert score_paired.std() == 0.0
    assert score_single.std() == pytest.approx(np.sqrt(80 / 4), rel=0.1)
