"""Elo by hand."""

import pytest

from ratings import BadSettings, Results, Settings, rate
from tests.ratings.tables import table

ELO = Settings(model="elo")


def test_the_first_match_between_equals_moves_half_of_k():
    answer = rate(table(("a", "b", 1.0, 1)), ELO)
    assert (answer["a"].rating, answer["b"].rating) == (1510.0, 1490.0)


def test_a_favourite_gains_less_and_a_draw_costs_it():
    answer = rate(table(("a", "b", 1.0, 1), ("a", "b", 0.5, 1)), ELO)
    expected = 1.0 / (1.0 + 10.0 ** (-20.0 / 400.0))
    assert answer["a"].rating == pytest.approx(1510.0 + 20.0 * (0.5 - expected))


def test_points_are_kept_and_the_anchor_is_zero():
    rows = (("a", "b", 1.0, 3), ("b", "c", 0.5, 2), ("c", "a", 1.0, 1))
    assert sum(e.rating for e in rate(table(*rows), ELO).entrants) == pytest.approx(4500.0)
    anchored = rate(table(*rows), Settings(model="elo", anchor="b"))
    assert anchored["b"].rating == 0.0
    assert anchored["a"].low is None


def test_the_order_matters_and_is_warned_of():
    one = rate(table(("a", "b", 1.0, 2), ("a", "b", 0.0, 2)), ELO)
    other = rate(table(("a", "b", 0.0, 2), ("a", "b", 1.0, 2)), ELO)
    assert one["a"].rating != other["a"].rating
    assert one.warnings == ("elo depends on the order of the matches: another order gives other ratings",)


def test_weights_are_refused():
    with pytest.raises(BadSettings, match="rows of weight 1"):
        rate(Results.from_columns(["a"], ["b"], [1], weight=[2.0]), ELO)
