"""α-rank against published numbers, against plain arithmetic, and where plain arithmetic fails."""

import numpy as np
import pytest

from ratings.alpha_rank import alpha_rank, log_stationary, log_takeover


def test_the_five_strategies_of_han_have_the_shares_published_with_alpha_rank():
    """Payoffs of Han et al. 2013, m = 20, α = 0.1: OpenSpiel's alpharank_test.py prints the shares, to four decimals."""
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = np.array(
        [
            [r - eps / 2, r - eps, 0, s + delta - eps, r - eps],
            [r, r, s, s, s],
            [0, t, p, p, p],
            [t - delta, t, p, p, p],
            [r, t, p, p, p],
        ]
    )
    share = np.exp(alpha_rank(payoffs, alpha=0.1, population=20))
    assert share == pytest.approx([0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039], abs=5e-5)


def test_a_neutral_mutant_takes_over_one_time_in_m():
    takeover = log_takeover(np.full((3, 3), 0.5), alpha=5.0, population=20)
    assert np.exp(takeover[0, 1]) == pytest.approx(1 / 20)


def test_a_stationary_distribution_is_the_eigenvector():
    rng = np.random.default_rng(0)
    rates = rng.uniform(0.01, 0.1, (6, 6))
    np.fill_diagonal(rates, 0.0)
    chain = rates + np.diag(1.0 - rates.sum(axis=1))
    share = np.exp(log_stationary(np.log(np.where(rates > 0, rates, 1e-300))))
    assert share @ chain == pytest.approx(share, abs=1e-12)
    assert share.sum() == pytest.approx(1.0)


def test_under_the_strongest_selection_nothing_becomes_zero_or_nan():
    payoffs = np.array([[0.5, 0.9, 0.99], [0.1, 0.5, 0.8], [0.01, 0.2, 0.5]])
    log_share = alpha_rank(payoffs, alpha=1000.0)
    assert np.isfinite(log_share).all()
    assert log_share[0] == pytest.approx(0.0, abs=1e-12) and log_share[0] > log_share[1] > log_share[2]
    cycle = np.array([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]])
    assert np.exp(alpha_rank(cycle, alpha=1000.0)) == pytest.approx(1 / 3)
