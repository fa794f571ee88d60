"""Newton's method against closed forms, SciPy's optimiser and the published baseball fit."""

import numpy as np
import pytest
from scipy.optimize import minimize

from ratings.counts import count_matches
from ratings.errors import NoConvergence
from ratings.graph import find_standing
from ratings.newton import fit_newton
from ratings.posterior import fit_posterior
from ratings.prior import penalise
from tests.ratings.tables import BASEBALL_TEAMS, baseball, plain_log_likelihood, simulated, table


def fitted(results, prior):
    counts = count_matches(results)
    return fit_posterior(counts, find_standing(counts), prior)


def test_two_entrants_are_apart_by_the_odds_they_had():
    parameters = fitted(table(("a", "b", 1.0, 3), ("a", "b", 0.0, 1)), 0.0).fit.parameters
    assert parameters[0] - parameters[1] == pytest.approx(np.log(3.0), abs=1e-9)


def test_a_virtual_draw_adds_half_a_win_to_each():
    parameters = fitted(table(("a", "b", 1.0, 3)), 1.0).fit.parameters
    assert parameters[0] - parameters[1] == pytest.approx(np.log(3.5 / 0.5), abs=1e-9)


def test_along_a_chain_the_odds_multiply():
    chain = table(("a", "b", 1.0, 3), ("a", "b", 0.0, 1), ("b", "c", 1.0, 5), ("b", "c", 0.0, 1))
    parameters = fitted(chain, 0.0).fit.parameters
    assert parameters[0] - parameters[2] == pytest.approx(np.log(15.0), abs=1e-9)


def test_side_and_strength_of_two_entrants_solve_two_equations():
    # a at home wins 9 of 10, b at home 4 of 10: θ + γ = ln 9 and γ − θ = ln(2/3).
    rows = table(("a", "b", 1.0, 9), ("a", "b", 0.0, 1), ("b", "a", 1.0, 4), ("b", "a", 0.0, 6), side=True)
    parameters = fitted(rows, 0.0).fit.parameters
    assert parameters[-1] == pytest.approx((np.log(9.0) + np.log(2.0 / 3.0)) / 2.0, abs=1e-9)
    assert parameters[0] - parameters[1] == pytest.approx((np.log(9.0) - np.log(2.0 / 3.0)) / 2.0, abs=1e-9)


def test_the_season_of_1987_is_that_of_agresti():
    """Agresti 2002, Categorical Data Analysis, 2nd edition, section 10.6 and table 10.11, columns 3 and 5."""
    without = fitted_without_side(baseball())
    names = sorted(BASEBALL_TEAMS)
    from_baltimore = without.parameters - without.parameters[names.index("Baltimore")]
    ranked = {name: round(float(from_baltimore[k]), 2) for k, name in enumerate(names)}
    assert ranked == {
        "Milwaukee": 1.58,
        "Detroit": 1.44,
        "Toronto": 1.29,
        "New York": 1.25,
        "Boston": 1.11,
        "Cleveland": 0.68,
        "Baltimore": 0.0,
    }
    home = fitted(baseball(), 0.0).fit.parameters
    share = np.exp(home[:-1]) / np.exp(home[:-1]).sum()
    assert sorted(np.round(share, 3).tolist()) == [0.044, 0.088, 0.137, 0.157, 0.164, 0.190, 0.220]
    assert round(float(home[-1]), 3) == 0.302


def fitted_without_side(results):
    counts = count_matches(results, sides=False)
    return fit_posterior(counts, find_standing(counts), 0.0).fit


def test_the_standard_errors_of_1987_are_about_three_tenths():
    """Agresti 2002, p. 438: the standard error of the difference from Baltimore is about 0.3 for each team."""
    fit = fitted_without_side(baseball())
    baltimore = sorted(BASEBALL_TEAMS).index("Baltimore")
    for k in range(len(BASEBALL_TEAMS)):
        if k != baltimore:
            variance = fit.inverse[k, k] + fit.inverse[baltimore, baltimore] - 2.0 * fit.inverse[k, baltimore]
            assert round(float(np.sqrt(variance)), 1) == 0.3


def test_the_posterior_is_where_scipy_finds_it():
    results, _ = simulated(6, 80, seed=8, side=0.6, draws=0.3)
    estimate = fitted(results, 0.5)

    def loss(values):
        theta = dict(zip(results.names, np.append(0.0, values[:-1]), strict=True))
        return -plain_log_likelihood(results, theta, values[-1], 0.5)

    found = minimize(loss, np.zeros(len(results.names)), method="BFGS", options={"gtol": 1e-7}).x
    ours = estimate.fit.parameters
    assert ours[1:-1] - ours[0] == pytest.approx(found[:-1], abs=1e-5)
    assert ours[-1] == pytest.approx(found[-1], abs=1e-5)


def test_the_gradient_at_the_solution_is_the_norm_that_is_reported():
    results, _ = simulated(8, 500, seed=2, side=0.3)
    estimate = fitted(results, 0.5)
    assert estimate.fit.converged
    assert 0.0 <= estimate.fit.gradient_norm < 1e-6
    assert 1 <= estimate.fit.steps < 20


def test_results_that_bound_nothing_are_an_error_and_not_a_number():
    cells = penalise(count_matches(table(("a", "b", 1.0, 5))), 0.0)
    played, score = cells.with_virtual(cells.virtual)
    with pytest.raises(NoConvergence, match="set a prior above 0"):
        fit_newton(cells.design, played, score * 1.0, np.array([], dtype=np.int64))


def test_a_start_far_away_reaches_the_same_maximum():
    cells = penalise(count_matches(simulated(6, 200, seed=5)[0]), 0.5)
    played, score = cells.with_virtual(cells.virtual)
    grounded = np.array([0])
    near = fit_newton(cells.design, played, score, grounded)
    far = fit_newton(cells.design, played, score, grounded, start=np.array([0.0, 9, -9, 9, -9, 9]))
    assert far.parameters == pytest.approx(near.parameters, abs=1e-8)
