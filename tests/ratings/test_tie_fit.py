"""Fits with a model of draws: closed forms, SciPy on the plain likelihood, and bounds by brute force."""

import numpy as np
import pytest
from scipy.optimize import minimize

from ratings import NoConvergence, Settings, rate
from ratings.bounds import one_sided_bounds
from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.likelihood import POINTS
from ratings.newton import maximise
from ratings.tie_fit import bootstrap_ties, bound_ties, fit_ties, sandwich_ties
from ratings.ties import DAVIDSON, RAO_KUPPER, TieLikelihood
from tests.ratings.tables import simulated, table

MODELS = pytest.mark.parametrize("model", [DAVIDSON, RAO_KUPPER], ids=lambda model: model.name)


def with_draws(entrants, matches, *, seed=0, side=0.3, nu=0.8):
    """Matches won, drawn and lost as Davidson has it."""
    results, theta = simulated(entrants, matches, seed=seed, side=side, spread=0.7)
    rng = np.random.default_rng(seed + 1000)
    x = theta[results.first] - theta[results.second] + side
    won, drawn, _ = DAVIDSON.chances(x, np.log(nu))
    luck = rng.random(matches)
    score = np.where(luck < won, 1.0, np.where(luck < won + drawn, 0.5, 0.0))
    return type(results)(
        results.names, results.first, results.second, score, results.side, results.weight
    ), theta


def fitted(results, model, prior):
    counts = count_matches(results)
    standing = find_standing(counts)
    return counts, standing, fit_ties(counts, standing, model, prior)


def test_two_entrants_have_the_odds_and_the_draws_they_had():
    rows = table(("a", "b", 1.0, 8), ("a", "b", 0.5, 6), ("a", "b", 0.0, 2))
    theta_a, theta_b, tie = fitted(rows, DAVIDSON, 0.0)[2].fit.parameters
    assert theta_a - theta_b == pytest.approx(np.log(4.0), abs=1e-9)
    assert np.exp(tie) == pytest.approx(6.0 / np.sqrt(16.0), abs=1e-9)
    theta_a, theta_b, tie = fitted(rows, RAO_KUPPER, 0.0)[2].fit.parameters
    up, down = np.log(8.0 / 8.0), np.log(2.0 / 14.0)
    assert theta_a - theta_b == pytest.approx((up - down) / 2.0, abs=1e-9)
    assert RAO_KUPPER.shown(tie) == pytest.approx(np.exp(-(up + down) / 2.0), abs=1e-9)


def plain_loss(results, model, prior, values):
    """Match by match, from the chances of the papers and the prior as the documentation writes it."""
    theta, side, tie = np.append(0.0, values[: len(results.names) - 1]), values[-2], values[-1]
    total, played = 0.0, set()
    for first, second, score in zip(results.first, results.second, results.score, strict=True):
        chances = model.chances(np.array(theta[first] - theta[second] + side), tie)
        total += np.log(chances[{1.0: 0, 0.5: 1, 0.0: 2}[score]])
        played.add((min(first, second), max(first, second)))
    x = np.array([theta[a] - theta[b] for a, b in played] + [side])
    total -= prior / 2 * (np.logaddexp(0, x) + np.logaddexp(0, -x)).sum()
    equal = model.chances(np.array(0.0), tie)
    return -float(total + prior / 2 * (np.log(equal.draw) + np.log(equal.win)))


@MODELS
def test_the_fit_is_where_scipy_finds_it(model):
    results, _ = with_draws(5, 120, seed=3)
    ours = fitted(results, model, 0.5)[2].fit.parameters
    found = minimize(
        lambda v: plain_loss(results, model, 0.5, v), np.zeros(6), method="BFGS", options={"gtol": 1e-6}
    ).x
    assert ours[1:5] - ours[0] == pytest.approx(found[:4], abs=1e-5)
    assert ours[5:] == pytest.approx(found[4:], abs=1e-5)


def test_of_a_balanced_round_robin_the_order_is_that_of_points():
    """Davidson 1970, section 3: two points for a win, one for a tie."""
    rng = np.random.default_rng(8)
    rows = []
    for a in range(6):
        for b in range(a + 1, 6):
            won, drawn = rng.integers(1, 5, 2)
            rows += [
                (f"p{a}", f"p{b}", 1.0, won),
                (f"p{a}", f"p{b}", 0.5, drawn),
                (f"p{a}", f"p{b}", 0.0, 12 - won - drawn),
            ]
    answer = rate(table(*rows), Settings(draws="davidson", prior=0.0, resamples=0))
    points = [e.wins + e.draws / 2 for e in answer.entrants]
    assert points == sorted(points, reverse=True) and len(set(points)) > 3


@MODELS
def test_resampled_tables_are_fitted_as_newton_fits_them(model):
    results, _ = with_draws(6, 400, seed=5)
    _, standing, estimate = fitted(results, model, 0.5)
    rng = np.random.default_rng(1)
    draws = bootstrap_ties(estimate, rng, 400)
    robust = sandwich_ties(estimate, np.random.default_rng(2), 4000)
    centred = [one[:6] - one[:6].mean(axis=0) for one in (draws, robust)]
    assert centred[0].std(axis=1) == pytest.approx(centred[1].std(axis=1), rel=0.2)
    assert draws[6:].std(axis=1) == pytest.approx(robust[6:].std(axis=1), rel=0.2)
    doubled = count_matches(
        type(results)(
            *(getattr(results, c) for c in ("names", "first", "second", "score", "side")),
            results.weight * 2.0,
        )
    )
    again = fit_ties(doubled, standing, model, 1.0).fit.parameters
    assert again == pytest.approx(estimate.fit.parameters, abs=1e-8)


@MODELS
def test_one_column_alone_is_the_maximum(model):
    results, _ = with_draws(5, 300, seed=6)
    _, _, estimate = fitted(results, model, 0.5)
    held = np.flatnonzero(estimate.fit.inverse.diagonal() == 0.0)
    assert estimate.table.fit_alone(0, held) == pytest.approx(estimate.fit.parameters, abs=1e-9)


@MODELS
def test_an_unbeaten_entrant_is_bounded_where_brute_force_finds_it(model):
    rows = table(
        ("a", "b", 1.0, 5), ("a", "b", 0.5, 4), ("a", "b", 0.0, 3), ("top", "a", 1.0, 4), ("top", "b", 1.0, 3)
    )
    counts, standing, estimate = fitted(rows, model, 0.5)
    low, high = bound_ties(counts, standing, estimate)
    assert np.isnan(high).all() and np.isnan(low[:2]).all()

    def loss(values, distance):
        """The two others' difference and τ, with the top at a distance from their mean."""
        difference, tie = values
        x = np.array([difference, distance - difference / 2, distance + difference / 2])
        chances = model.chances(x, tie)
        total = np.log([chances.win[0], chances.draw[0], chances.loss[0]]) @ [5, 4, 3]
        total += np.log(chances.win[1:]) @ [4, 3]
        total -= 0.25 * (np.logaddexp(0, x[0]) + np.logaddexp(0, -x[0]))  # no virtual draws with the top
        equal = model.chances(np.array(0.0), tie)
        return -float(total + 0.25 * (np.log(equal.draw) + np.log(equal.win)))

    def profile(distance):
        return minimize(loss, [0.0, 0.0], args=(distance,), method="BFGS", options={"gtol": 1e-8}).fun

    bound = low[list(counts.names).index("top")] / POINTS
    assert profile(bound) - profile(40.0) == pytest.approx(-np.log(0.05), abs=1e-4)


def test_without_draws_bounds_are_those_of_bradley_terry():
    rows = table(
        *(("a", "b", 1.0, 40), ("b", "a", 1.0, 30), ("x", "a", 1.0, 3), ("y", "x", 1.0, 2)),
        *(("y", "z", 1.0, 4), ("b", "w", 1.0, 5), ("a", "w", 1.0, 2)),
    )
    counts, standing, estimate = fitted(rows, DAVIDSON, 0.5)
    low, high = bound_ties(counts, standing, estimate)
    plain_low, plain_high = one_sided_bounds(counts, standing, 0.5)
    assert np.isfinite(plain_low).sum() == 2 and np.isfinite(plain_high).sum() == 1
    assert low == pytest.approx(plain_low, abs=6.0, nan_ok=True)
    assert high == pytest.approx(plain_high, abs=6.0, nan_ok=True)


def test_without_a_draw_davidson_is_bradley_terry_and_says_so():
    results, _ = simulated(6, 300, seed=2)
    plain, tied = (rate(results, Settings(draws=draws, resamples=0)) for draws in ("half", "davidson"))
    for entrant in plain.entrants:
        assert tied[entrant.name].rating == pytest.approx(entrant.rating, abs=0.5)
    assert any("no match was drawn" in line for line in tied.warnings)
    with pytest.raises(NoConvergence):
        rate(results, Settings(draws="davidson", resamples=0, prior=0.0))


def test_strengths_side_and_draws_are_recovered():
    results, theta = with_draws(8, 20_000, seed=4)
    for draws in ("davidson", "rao-kupper"):
        answer = rate(results, Settings(draws=draws, resamples=200))
        truth = (theta - theta.mean()) * POINTS
        if draws == "davidson":
            assert answer.settings["nu"] == pytest.approx(0.8, abs=0.04)
            assert answer.side.low < 0.3 * POINTS < answer.side.high
            assert (
                sum(answer[n].low <= t <= answer[n].high for n, t in zip(results.names, truth, strict=True))
                >= 6
            )
        assert [e.name for e in answer.entrants] == [results.names[k] for k in np.argsort(-truth)]


def test_the_maximum_does_not_depend_on_where_it_starts():
    results, _ = with_draws(5, 200, seed=9)
    _, _, estimate = fitted(results, RAO_KUPPER, 0.5)
    held = np.flatnonzero(estimate.fit.inverse.diagonal() == 0.0)
    start = np.where(estimate.fit.inverse.diagonal() == 0.0, 0.0, 4.0)
    far = maximise(TieLikelihood(estimate.table), held, start)
    assert far.parameters == pytest.approx(estimate.fit.parameters, abs=1e-7)
