"""What is fitted and what is held: components, and cores without a prior."""

import numpy as np
import pytest

from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.posterior import busiest, fit_posterior
from tests.ratings.tables import table

ISLANDS = table(
    *(("a", "b", 1.0, 3), ("b", "a", 1.0, 1), ("x", "y", 1.0, 2), ("y", "x", 1.0, 2), ("z", "a", 1.0, 4))
)


def test_each_component_is_measured_from_an_entrant_of_its_own():
    counts = count_matches(ISLANDS)
    held = busiest(counts, find_standing(counts))
    assert [counts.names[k] for k in held] == ["a", "x"]


def test_islands_are_fitted_as_if_alone():
    counts = count_matches(ISLANDS)
    together = fit_posterior(counts, find_standing(counts), 0.5).fit.parameters
    alone = count_matches(table(("x", "y", 1.0, 2), ("y", "x", 1.0, 2)))
    apart = fit_posterior(alone, find_standing(alone), 0.5).fit.parameters
    x, y = counts.names.index("x"), counts.names.index("y")
    assert together[x] - together[y] == pytest.approx(apart[0] - apart[1], abs=1e-9)


def test_without_a_prior_what_is_outside_the_core_is_not_fitted_and_harms_nobody():
    counts = count_matches(ISLANDS)
    estimate = fit_posterior(counts, find_standing(counts), 0.0)
    finite = {name for name, yes in zip(counts.names, estimate.finite, strict=True) if yes}
    assert finite == {"a", "b", "x", "y"}
    a, b = counts.names.index("a"), counts.names.index("b")
    parameters = estimate.fit.parameters
    assert parameters[a] - parameters[b] == pytest.approx(np.log(3.0), abs=1e-9)
