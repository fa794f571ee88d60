"""Cycles and Nash averaging: closed forms, the published properties, and chance alone."""

import numpy as np
import pytest

from ratings.counts import count_matches
from ratings.cycles import cyclic_triples, nash_average, transitivity
from tests.ratings.tables import simulated, table

CYCLE = np.array([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])
ORDER = np.array([[0.0, 1.0, 2.0], [-1.0, 0.0, 1.0], [-2.0, -1.0, 0.0]])


@pytest.mark.parametrize("tilt", [0.0, 0.2, 0.45])
def test_a_tilted_cycle_has_the_equilibrium_of_balduzzi(tilt):
    """Balduzzi et al. 2018, on C + εT: it is ((1 + ε)/3, (1 − 2ε)/3, (1 + ε)/3), averages 0, for ε ≤ ½."""
    weight, average = nash_average(CYCLE + tilt * ORDER)
    assert weight == pytest.approx([(1 + tilt) / 3, (1 - 2 * tilt) / 3, (1 + tilt) / 3], abs=1e-7)
    assert average == pytest.approx(0.0, abs=1e-7)


def test_beyond_one_half_the_best_takes_all():
    """The same example: ε > ½ gives (1, 0, 0) with averages (0, −1 − ε, 1 − 2ε)."""
    weight, average = nash_average(CYCLE + 0.7 * ORDER)
    assert weight == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)
    assert average == pytest.approx([0.0, -1.7, -0.4], abs=1e-9)


def test_copies_of_an_entrant_share_its_weight_and_change_nothing():
    """Balduzzi et al. 2018, theorem 1, invariance; rock, paper, and scissors twice."""
    copied = CYCLE[np.ix_([0, 1, 2, 2], [0, 1, 2, 2])]
    weight, average = nash_average(copied)
    assert weight == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-6)
    assert average == pytest.approx(0.0, abs=1e-7)


def test_an_equilibrium_cannot_be_gained_against():
    rng = np.random.default_rng(3)
    for size in (4, 7, 12):
        a = rng.normal(size=(size, size))
        logits = a - a.T
        weight, average = nash_average(logits)
        assert weight.sum() == pytest.approx(1.0) and weight.min() >= 0.0
        assert average.max() <= 1e-8


def test_among_equals_the_weights_are_equal():
    assert nash_average(np.zeros((5, 5)))[0] == pytest.approx(0.2, abs=1e-6)


def test_a_cycle_is_found_and_an_order_is_not():
    rows = [
        ("a", "b", 1.0, 70),
        ("a", "b", 0.0, 30),
        ("b", "c", 1.0, 70),
        ("b", "c", 0.0, 30),
        ("c", "a", 1.0, 70),
        ("c", "a", 0.0, 30),
    ]
    counts = count_matches(table(*rows))
    found = transitivity(counts)
    assert found.share == pytest.approx(1.0) and found.freedom == 1 and found.p_value < 1e-9
    (triple,) = cyclic_triples(counts)
    assert triple[:3] == ("a", "b", "c") and triple[3] == pytest.approx(
        np.log(70.5 / 30.5) * np.sqrt(70.5 * 30.5 / 101)
    )
    ordered = [(a, b, s, n) for a, b in ("ab", "bc") for s, n in ((1.0, 70), (0.0, 30))]
    assert transitivity(count_matches(table(*ordered, ("a", "c", 1.0, 84), ("a", "c", 0.0, 16)))).share < 0.02
    assert cyclic_triples(count_matches(table(*ordered))) == []


def test_of_tables_without_cycles_the_misfit_is_chance():
    p_values = [transitivity(count_matches(simulated(8, 3000, seed=seed)[0])).p_value for seed in range(60)]
    assert 0.35 < np.mean(p_values) < 0.65
    assert np.mean([p < 0.1 for p in p_values]) < 0.25
