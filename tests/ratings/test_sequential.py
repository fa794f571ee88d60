"""Sequential tests: likelihood ratios by another optimiser, error rates over simulated tests, and sure ends."""

import numpy as np
import pytest
from scipy.optimize import minimize

from ratings import BadSettings
from ratings.sequential import (
    NOT_STRONGER,
    REGULAR,
    STRONGER,
    UNDECIDED,
    SequentialTest,
    decide,
    expected_score,
    log_ratio,
)

TEST = SequentialTest(elo0=0.0, elo1=60.0, most_blocks=400)


def nearest(share, values, mean):
    """The distribution of this mean that makes the shares seen most likely, by SciPy."""
    found = minimize(
        lambda q: -(share * np.log(np.maximum(q, 1e-300))).sum(),
        np.full(len(values), 1 / len(values)),
        bounds=[(1e-9, 1.0)] * len(values),
        constraints=[
            {"type": "eq", "fun": lambda q: q.sum() - 1.0},
            {"type": "eq", "fun": lambda q: q @ values - mean},
        ],
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    return found.x


def test_the_ratio_is_that_of_the_nearest_distributions_of_either_mean():
    test = SequentialTest(elo0=-10.0, elo1=50.0, block_matches=2)
    counts = np.array([12.0, 9.0, 30.0, 14.0, 22.0])
    regular = counts + REGULAR
    share = regular / regular.sum()
    one, other = (nearest(share, test.values, expected_score(elo)) for elo in (50.0, -10.0))
    assert log_ratio(test, counts) == pytest.approx((counts * np.log(one / other)).sum(), abs=1e-3)


def simulate(elo, tests, seed, *, draws=0.15, spread=0.0):
    """Scores of blocks (as indices of the values) for many tests at once: [tests, blocks]; spread makes a block go together."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(0.0, spread, (tests, TEST.most_blocks, 1)) if spread else 0.0
    chance = np.clip(expected_score(elo) + luck, 0.0, 1.0)
    chance = chance + (expected_score(elo) - np.mean(chance)) if spread else chance
    uniform = rng.random((tests, TEST.most_blocks, 4))
    drawn = rng.random((tests, TEST.most_blocks, 4)) < draws * (1 - np.abs(2 * chance - 1))
    won = uniform < (chance - 0.5 * draws * (1 - np.abs(2 * chance - 1))) / (
        1 - draws * (1 - np.abs(2 * chance - 1))
    )
    return (2 * np.where(drawn, 0.5, won)).sum(axis=2).astype(int)


def outcomes(scores):
    """Decisions of all tests, stepped side by side: +1, −1, 0, and the blocks each took."""
    tests = len(scores)
    counts, decision, taken = np.zeros((tests, 9)), np.zeros(tests, int), np.full(tests, TEST.most_blocks)
    low, high = TEST.bounds
    for number in range(scores.shape[1]):
        at_work = np.flatnonzero(decision == 0)
        if not len(at_work):
            break
        counts[at_work, scores[at_work, number]] += 1.0
        ratio = log_ratio(TEST, counts[at_work])
        ended = np.where(ratio >= high, 1, np.where(ratio <= low, -1, 0))
        decision[at_work] = ended
        taken[at_work[ended != 0]] = number + 1
    return decision, taken


@pytest.mark.parametrize("elo", [0.0, 60.0])
def test_error_rates_over_two_thousand_tests_are_within_the_statement(elo):
    """1,000 tests under each hypothesis; at a true rate of 5 % more than 6.4 % would come one time in fifty."""
    decision, taken = outcomes(simulate(elo, 1000, seed=int(elo)))
    wrong = (decision == (1 if elo == 0.0 else -1)).mean()
    assert wrong <= 0.064
    assert (decision == 0).mean() < 0.01
    assert 10 < np.median(taken) < 120


def test_blocks_that_go_together_take_longer_and_err_no_more():
    """Matches of one block are alike, so that a test of single matches would err far more often."""
    decision, taken = outcomes(simulate(0.0, 400, seed=9, spread=0.25))
    assert (decision == 1).mean() < 0.09
    assert np.median(taken) > np.median(outcomes(simulate(0.0, 400, seed=9))[1])


@pytest.mark.parametrize(("score", "word"), [(0.0, NOT_STRONGER), (1.0, STRONGER)])
def test_it_is_sure_to_stop_where_one_side_takes_everything(score, word):
    verdict = decide(SequentialTest(elo0=0.0, elo1=20.0), [score] * 2000)
    assert verdict.decision == word and verdict.blocks < 150


def test_the_first_prefix_that_crosses_counts_whatever_comes_after():
    scores = [1.0] * 30 + [0.0] * 300
    verdict = decide(TEST, scores)
    assert verdict.decision == STRONGER and verdict.blocks <= 30
    assert decide(TEST, scores[: verdict.blocks]) == verdict
    assert decide(TEST, scores[: verdict.blocks - 1]).decision == UNDECIDED
    assert decide(TEST, []) == decide(TEST, ())


def test_a_cap_ends_it_undecided():
    capped = SequentialTest(elo0=0.0, elo1=5.0, most_blocks=10)
    verdict = decide(capped, [0.5] * 50)
    assert (verdict.decision, verdict.blocks, verdict.score) == (UNDECIDED, 10, 0.5)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"elo0": 5.0, "elo1": 5.0}, "expected elo0 below elo1"),
        ({"elo0": 0.0, "elo1": 5.0, "alpha": 0.6}, "expected alpha between 0 and 0.5"),
        ({"elo0": 0.0, "elo1": 5.0, "most_blocks": 0}, "at least one match a block and one block"),
    ],
)
def test_numbers_out_of_range_are_refused(wrong, message):
    with pytest.raises(BadSettings, match=message):
        SequentialTest(**wrong)


def test_a_score_that_no_block_can_have_is_refused():
    with pytest.raises(BadSettings, match=r"steps of 0\.125"):
        decide(TEST, [0.3])
