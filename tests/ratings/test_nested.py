"""A table and its earlier part, resampled together."""

from __future__ import annotations

import numpy as np

from ratings.counts import Counts, count_matches
from ratings.graph import find_standing
from ratings.nested import nested_draws
from ratings.posterior import Estimate, fit_posterior
from ratings.results import Results
from tests.ratings.made_nights import nights


def fitted(results: Results) -> Estimate:
    counts = count_matches(results)
    return fit_posterior(counts, find_standing(counts), 0.5)


def parts_of(seed: int) -> tuple[Estimate, Estimate, Counts]:
    """The fits of a whole table and of its earlier two thirds, and the counts of the rest."""
    results, earlier = nights([0, 60, 120, 180], 8, 4, seed=seed)
    first, later = (
        Results.from_columns(
            [results.names[k] for k in results.first[rows]],
            [results.names[k] for k in results.second[rows]],
            results.score[rows],
            side=results.side[rows],
            block=results.block[rows],  # type: ignore[index]
        )
        for rows in (earlier, ~earlier)
    )
    return fitted(results), fitted(first), count_matches(later)


def test_its_spread_is_that_of_the_change_over_tables_of_the_same_strengths() -> None:
    tables = [parts_of(seed) for seed in range(100)]
    moved = np.array([whole.fit.parameters - before.fit.parameters for whole, before, _ in tables])
    drawn = []
    for whole, before, later in tables[:8]:
        now, then = nested_draws(whole, before, later, np.random.default_rng(1), 100)
        drawn.append(now - then)
        assert np.corrcoef(now[0] - now[3], then[0] - then[3])[0, 1] > 0.6, "they have most matches in common"
    for one, other in ((0, 1), (2, 3), (0, 3)):
        true = (moved[:, one] - moved[:, other]).std()
        found = np.mean([(draws[one] - draws[other]).std() for draws in drawn])
        assert 0.8 < found / true < 1.25, "the deviation of 100 is known to 7 %"


def test_the_same_source_gives_the_same_draws() -> None:
    results, earlier = nights([0, 60, 120], 3, 2, seed=4)
    estimate = fitted(results)
    drawn = [
        nested_draws(estimate, estimate, count_matches(results), np.random.default_rng(7), 16)
        for _ in range(2)
    ]
    assert np.array_equal(drawn[0][0], drawn[1][0])
    assert drawn[0][0].shape == drawn[0][1].shape == (4, 16)
    assert earlier.any()
