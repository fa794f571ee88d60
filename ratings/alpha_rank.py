"""α-rank (Omidshafiei et al. 2019): how long evolution stays with each entrant, computed in logarithms.

A population of m all play one entrant; now and then a mutant appears that plays another, and takes over with the
chance of a birth-death process under selection of strength α. The share of time in each entrant is the answer. Strong
selection, where the ranking no longer depends on α, makes chances as small as exp(−α·m), which in plain numbers are
zero; in logarithms they stay, and the stationary distribution is found by an elimination that never subtracts
(Grassmann, Taksar & Heyman 1985).

Letters of axes: K entrants.
"""

import numpy as np

from ratings.arrays import FloatArray


def log_takeover(payoffs: FloatArray, *, alpha: float, population: int) -> FloatArray:
    """ln of the chance that one mutant of the column takes over a population of the row: [K, K], −inf on the diagonal.

    Omidshafiei et al. 2019, one population: with l mutants s among m, each has the mean payoff of playing the m − 1
    others, and the chance is 1/(1 + Σₗ Πₖ₌₁..ₗ exp(−α·(payoff of s − payoff of r))).
    """
    m = population
    mutants = np.arange(1, m)[:, None, None]
    own = payoffs.diagonal()
    # Row r is the resident, column s the mutant.
    of_mutant = ((mutants - 1) * own[None, None, :] + (m - mutants) * payoffs.T[None]) / (m - 1)
    of_resident = (mutants * payoffs[None] + (m - mutants - 1) * own[None, :, None]) / (m - 1)
    steps = np.cumsum(-alpha * (of_mutant - of_resident), axis=0)
    log_sum = np.logaddexp.reduce(np.concatenate([np.zeros((1, *payoffs.shape)), steps]), axis=0)
    chance: FloatArray = -log_sum
    np.fill_diagonal(chance, -np.inf)
    return chance


def alpha_rank(payoffs: FloatArray, *, alpha: float, population: int = 50) -> FloatArray:
    """ln of the share of time spent with each entrant: [K].

    Args:
        payoffs: [K, K], what the row gains against the column, such as its chance to win.
        alpha: strength of selection.
        population: m.
    """
    return log_stationary(log_takeover(payoffs, alpha=alpha, population=population))


def log_stationary(log_rates: FloatArray) -> FloatArray:
    """ln of the stationary distribution of a chain with these ln rates [K, K] (row to column): [K].

    Elimination of states from the last to the first; only sums, products and quotients of positive numbers occur.
    """
    rates = log_rates.copy()
    size = len(rates)
    for k in range(size - 1, 0, -1):
        leaving = np.logaddexp.reduce(rates[k, :k])
        rates[:k, k] -= leaving
        rates[:k, :k] = np.logaddexp(rates[:k, :k], rates[:k, k][:, None] + rates[k, :k][None, :])
    log_share = np.zeros(size)
    for k in range(1, size):
        log_share[k] = np.logaddexp.reduce(log_share[:k] + rates[:k, k])
    normalised: FloatArray = log_share - np.logaddexp.reduce(log_share)
    return normalised
