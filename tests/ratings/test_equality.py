"""The likelihood of equal strengths, against closed forms."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ratings.counts import count_matches
from ratings.equality import chance_at_the_edge, chance_inside, drop_if_equal
from ratings.graph import find_standing
from ratings.posterior import busiest, fit_posterior
from ratings.results import Results


def drop(results: Results, one: str, other: str, prior: float = 1e-7) -> float:
    counts = count_matches(results)
    standing = find_standing(counts)
    estimate = fit_posterior(counts, standing, prior)
    places = [results.names.index(name) for name in (one, other)]
    return drop_if_equal(estimate, busiest(counts, standing), *places)


def of_two(wins: int, losses: int) -> Results:
    return Results.from_columns(
        ["a"] * (wins + losses), ["b"] * (wins + losses), [1.0] * wins + [0.0] * losses
    )


@pytest.mark.parametrize("wins", [1, 5, 12])
def test_n_wins_of_n_are_as_likely_between_equals_as_n_heads(wins: int) -> None:
    found = drop(of_two(wins, 0), "a", "b")
    assert found == pytest.approx(wins * math.log(2), rel=1e-4)
    assert chance_at_the_edge(found) == pytest.approx(min(1.0, 2 * 0.5**wins), rel=1e-3)


def test_of_two_it_is_the_binomial_likelihood_ratio_whoever_is_named_first() -> None:
    won, lost = 16, 7
    wanted = won * math.log(2 * won / 23) + lost * math.log(2 * lost / 23)
    assert drop(of_two(won, lost), "a", "b") == pytest.approx(wanted, rel=1e-4)
    assert drop(of_two(won, lost), "b", "a") == pytest.approx(wanted, rel=1e-4)


def test_through_a_third_who_lost_to_one_and_beat_the_other_both_count() -> None:
    results = Results.from_columns(["a"] * 4 + ["m"] * 3, ["m"] * 4 + ["b"] * 3, [1.0] * 7)
    assert drop(results, "a", "b") == pytest.approx(-(4 * math.log(4 / 7) + 3 * math.log(3 / 7)), rel=1e-4), (
        "held equal, the two together won 4 of 7 against m"
    )


def test_in_a_table_with_sides_it_is_the_gain_of_one_parameter() -> None:
    rng = np.random.default_rng(3)
    names = ["a", "b", "c", "d"]
    first, second = zip(*[rng.choice(names, 2, replace=False) for _ in range(400)], strict=True)
    score = rng.integers(0, 2, 400).astype(float)
    results = Results.from_columns(list(first), list(second), score, side=[True] * 400)
    for one in names:
        for other in names:
            if one != other:
                assert 0.0 <= drop(results, one, other) < 8.0
    assert drop(results, "a", "b") == pytest.approx(drop(results, "b", "a"), abs=1e-6)


def test_the_tail_inside_is_the_normal_one() -> None:
    assert chance_inside(1.959963985**2 / 2) == pytest.approx(0.05)
    assert chance_inside(0.0) == 1.0
    assert chance_at_the_edge(0.0) == 1.0
