"""TrueSkill at once: the package's reference cases, choix on tables without draws, and the mean over orders."""

import math

import choix
import numpy as np
import pytest

from ratings import BadSettings, Results, Settings, rate
from ratings.counts import count_matches
from ratings.trueskill import StableTrueSkill
from ratings.trueskill_free import Sites, corrections_of_draw, corrections_of_win, draw_margin, pass_messages
from tests.ratings.tables import simulated, table

FREE = Settings(model="trueskill", order="free")
PACKAGE = {"beta": 25.0 / 6.0, "draw_probability": 0.1}
TAU = 25.0 / 300.0  # the package adds it to each skill before a match


def after(rows, mu, sigma):
    sites = Sites.of(count_matches(table(*rows)))
    return pass_messages(sites, np.array(mu), np.hypot(sigma, TAU), **PACKAGE)


@pytest.mark.parametrize(
    ("score", "mu", "sigma", "expected"),
    [
        (1.0, (25.0, 25.0), (25 / 3, 25 / 3), ((29.396, 7.171), (20.604, 7.171))),
        (0.5, (25.0, 25.0), (25 / 3, 25 / 3), ((25.000, 6.458), (25.000, 6.458))),
        (0.5, (25.0, 50.0), (25 / 3, 12.5), ((31.662, 7.137), (35.010, 7.910))),
    ],
)
def test_one_match_is_the_reference_case_of_the_package(score, mu, sigma, expected):
    """trueskill 0.4.5, trueskilltest.py, test_n_vs_n and test_upset: three decimals, checked there against other ports."""
    belief = after([("a", "b", score, 1)], mu, sigma)
    answer = zip(
        np.round(belief.mean, 3).tolist(),
        np.round(np.sqrt(belief.covariance.diagonal()), 3).tolist(),
        strict=True,
    )
    assert np.array(list(answer)) == pytest.approx(np.array(expected), abs=0.0011)


def test_without_draws_it_is_the_expectation_propagation_of_choix():
    """choix.ep_pairwise with a probit link, another implementation: noise of variance 1, so skills are in units of √2·β."""
    results, _ = simulated(5, 60, seed=4)
    data = [
        (one, other) if won else (other, one)
        for one, other, won in zip(results.first, results.second, results.score == 1.0, strict=True)
    ]
    unit = np.sqrt(2.0) * 6.97
    theirs, covariance = choix.ep_pairwise(5, data, alpha=(unit / 8.0) ** 2, model="probit")
    ours = pass_messages(
        Sites.of(count_matches(results)), np.zeros(5), np.full(5, 8.0), beta=6.97, draw_probability=0.0
    )
    assert ours.mean / unit == pytest.approx(theirs, abs=1e-4)
    assert ours.covariance / unit**2 == pytest.approx(covariance, abs=1e-4)


def test_many_equal_matches_send_the_message_of_each_alone():
    """Split into sites of one match each, the fixed point is the same."""
    rows = [("a", "b", 1.0, 3), ("a", "b", 0.5, 2), ("b", "c", 1.0, 2), ("c", "a", 1.0, 1)]
    sites = Sites.of(count_matches(table(*rows)))
    each = np.repeat(np.arange(len(sites.matches)), sites.matches.astype(int))
    split = Sites(sites.winner[each], sites.loser[each], np.ones(len(each)), sites.drawn[each])
    one, other = (
        pass_messages(s, np.zeros(3), np.full(3, 8.0), beta=6.97, draw_probability=0.2)
        for s in (sites, split)
    )
    assert one.mean == pytest.approx(other.mean, abs=1e-6)
    assert one.covariance == pytest.approx(other.covariance, abs=1e-5)


def test_the_order_of_the_rows_does_not_matter_and_is_near_the_mean_over_orders():
    results, _ = simulated(5, 150, seed=2, draws=0.15)
    free = rate(results, FREE)
    orders = []
    for seed in range(20):
        shuffled = np.random.default_rng(seed).permutation(len(results))
        again = Results(
            results.names,
            *(getattr(results, c)[shuffled] for c in ("first", "second", "score", "side", "weight")),
        )
        if seed == 0:
            assert [e.rating for e in rate(again, FREE).entrants] == pytest.approx(
                [e.rating for e in free.entrants], abs=1e-6
            )
        filtered = rate(again, Settings(model="trueskill"))
        orders.append([filtered[name].rating - filtered["e00"].rating for name in results.names])
    mean = np.mean(orders, axis=0)
    ours = np.array([free[name].rating - free["e00"].rating for name in results.names])
    assert ours == pytest.approx(mean, abs=0.6)
    assert free.settings["order"] == "free" and free.warnings == ()


def test_corrections_are_those_of_the_package_s_stable_form():
    environment = StableTrueSkill(draw_probability=0.1)
    x = np.array([-2e4, -30.0, -1.0, 0.0, 2.0, 60.0])
    v, w = corrections_of_win(x)
    assert v == pytest.approx([environment.v_win(one, 0.0) for one in x])
    assert w == pytest.approx([environment.w_win(one, 0.0) for one in x], abs=1e-7)
    lead = np.array([-200.0, -3.0, -0.4, 0.0, 0.4, 30.0])
    v, w = corrections_of_draw(lead, np.full(6, 0.8))
    assert v == pytest.approx([environment.v_draw(one, 0.8) for one in lead])
    assert w == pytest.approx([environment.w_draw(one, 0.8) for one in lead], abs=1e-6)


def test_equals_draw_as_often_as_stated():
    margin = draw_margin(0.3, 5.0)
    assert math.erf(margin / (5.0 * math.sqrt(2.0)) / math.sqrt(2.0)) == pytest.approx(0.3)


def test_a_late_upset_after_thousands_of_one_sided_matches_is_rated():
    answer = rate(table(("a", "b", 1.0, 3000), ("b", "a", 1.0, 1)), FREE)
    assert answer["a"].rating > answer["b"].rating + 20.0


def test_from_the_anchor_the_spread_is_that_of_the_difference():
    results, _ = simulated(4, 400, seed=3)
    anchored = rate(results, Settings(model="trueskill", order="free", anchor="e01"))
    assert (anchored["e01"].rating, anchored["e01"].low, anchored["e01"].high) == (0.0, 0.0, 0.0)
    free = rate(results, FREE)
    assert anchored["e00"].high - anchored["e00"].rating < free["e00"].high - free["e00"].rating


def test_free_of_order_is_a_choice_of_trueskill():
    with pytest.raises(BadSettings, match="order 'free' is a choice of the model 'trueskill'"):
        Settings(order="free")
