"""What no single number a player explains: cycles, and Nash averaging, which does not ask for one.

Letters of axes: K entrants, Q pairings that met.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import FloatArray, IntArray
from ratings.counts import Counts
from ratings.likelihood import POINTS

SMOOTHING = 0.5  # of a win added to either side of a pairing, so that shut-outs have finite logits
NOTHING = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class Transitivity:
    """How much of the differences between pairings one number a player explains.

    Attributes:
        share: of the variance of true log-odds between pairings, what is left when each player has one number; what
            chance alone would leave is taken off both. 0 is a perfect order, 1 nothing but cycles; None if the pairings
            differ by no more than chance.
        chi_square, freedom: of the misfit (Pearson), and its degrees of freedom; None without pairings to spare.
        p_value: chance of a misfit this large if one number a player were all.
    """

    share: float | None
    chi_square: float
    freedom: int
    p_value: float | None


def log_odds(counts: Counts) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """Of each pairing that met: low, high, smoothed log-odds that low wins, their inverse variance; four arrays [Q].

    Sides are summed over.
    """
    played = np.bincount(counts.pairing, counts.played)
    score = np.bincount(counts.pairing, counts.score)
    first = np.unique(counts.pairing, return_index=True)[1]
    won, lost = score + SMOOTHING, played - score + SMOOTHING
    return counts.low[first], counts.high[first], np.log(won / lost), won * lost / (won + lost)


def transitivity(counts: Counts) -> Transitivity:
    """Weighted least squares of the pairings' log-odds on one number a player, and what it leaves over.

    This is the combinatorial Hodge decomposition (Jiang, Lim, Yao & Ye 2011; Balduzzi et al. 2018, section 2.2) with
    the pairings' precisions as weights, less the noise of so few matches.
    """
    from scipy.stats import chi2

    low, high, logit, weight = log_odds(counts)
    design = np.zeros((len(low), len(counts.names)))
    design[np.arange(len(low)), low], design[np.arange(len(low)), high] = 1.0, -1.0
    root = np.sqrt(weight)
    fit, _, rank, _ = np.linalg.lstsq(design * root[:, None], logit * root, rcond=None)
    misfit = float((weight * (logit - design @ fit) ** 2).sum())
    freedom = len(low) - int(rank)
    cyclic = max(misfit - freedom, 0.0)
    whole = float((weight * logit**2).sum()) - len(low)
    return Transitivity(
        share=min(cyclic / whole, 1.0) if whole > 0.0 else None,
        chi_square=misfit,
        freedom=freedom,
        p_value=float(chi2.sf(misfit, freedom)) if freedom else None,
    )


def cyclic_triples(counts: Counts, most: int = 5) -> list[tuple[str, str, str, float]]:
    """Triples of which each beat the next and the last the first, surest first.

    The number is that of standard errors by which the least sure of the three is above even.
    """
    low, high, logit, weight = log_odds(counts)
    sure = np.full((len(counts.names),) * 2, -np.inf)
    sure[low, high], sure[high, low] = logit * np.sqrt(weight), -logit * np.sqrt(weight)
    found: list[tuple[float, int, int, int]] = []
    for a in range(len(sure)):
        beaten = np.flatnonzero(sure[a] > 0.0)
        beaten = beaten[beaten > a]  # each triple once, its first name in front
        through = np.minimum(np.minimum(sure[a, beaten][:, None], sure[beaten]), sure[:, a][None, :])
        through[:, : a + 1] = -np.inf
        for place in np.argsort(-through, axis=None)[:most]:
            row, c = divmod(int(place), len(sure))
            if through.size and through[row, c] > 0.0:
                found.append((float(through[row, c]), a, int(beaten[row]), c))
    best = sorted(found, reverse=True)[:most]
    return [(counts.names[a], counts.names[b], counts.names[c], size) for size, a, b, c in best]


def nash_average(logits: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The maximum-entropy Nash equilibrium of an antisymmetric game, and each one's payoff against it: two arrays [K].

    Balduzzi et al. 2018, section 3: entrants are weighed as a player would who must choose one without knowing the
    opponent, so copies of one entrant change nothing, and a cycle of equals is equal.

    Args:
        logits: [K, K] antisymmetric payoffs, log-odds that the row beats the column.
    """
    from scipy.optimize import minimize

    start = _inner_equilibrium(logits)
    support = np.flatnonzero(start > NOTHING)
    if len(support) == 1:
        return start, logits @ start
    inside = logits[np.ix_(support, support)]
    outside = np.delete(logits, support, axis=0)[:, support]
    basis = _null_space(np.vstack([inside, np.ones(len(support))]))
    if basis.shape[1]:
        chosen = minimize(
            lambda z: _negative_entropy(start[support] + basis @ z),
            np.zeros(basis.shape[1]),
            jac=lambda z: basis.T @ (1.0 + np.log(np.maximum(start[support] + basis @ z, 1e-300))),
            method="SLSQP",
            constraints=[
                {"type": "ineq", "fun": lambda z: start[support] + basis @ z, "jac": lambda _: basis},
                {
                    "type": "ineq",
                    "fun": lambda z: -outside @ (start[support] + basis @ z),
                    "jac": lambda _: -outside @ basis,
                },
            ],
            options={"ftol": 1e-14, "maxiter": 1000},
        )
        start[support] = np.maximum(start[support] + basis @ chosen.x, 0.0)
        start /= start.sum()
    return start, logits @ start


def _negative_entropy(p: FloatArray) -> float:
    p = np.maximum(p, 1e-300)
    return float((p * np.log(p)).sum())


def _inner_equilibrium(logits: FloatArray) -> FloatArray:
    """An equilibrium with the largest support: the mean over entrants of those that give the entrant most weight.

    p is an equilibrium of an antisymmetric game if and only if nobody gains against it: logits·p ≤ 0.
    """
    from scipy.optimize import linprog

    size = len(logits)
    total = np.zeros(size)
    for k in range(size):
        found = linprog(
            -(np.arange(size) == k).astype(float),
            A_ub=logits,
            b_ub=np.full(size, 1e-12),
            A_eq=np.ones((1, size)),
            b_eq=[1.0],
            method="highs",
        )
        total += np.maximum(found.x, 0.0)
    total[total < size * NOTHING] = 0.0
    mean: FloatArray = total / total.sum()
    return mean


def _null_space(matrix: FloatArray) -> FloatArray:
    _, singular, right = np.linalg.svd(matrix)
    rank = int((singular > 1e-9 * max(1.0, singular.max(initial=0.0))).sum())
    space: FloatArray = right[rank:].T
    return space


def nash_points(logits: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Nash averaging with payoffs in rating points: weights and averages, two arrays [K]."""
    weight, average = nash_average(logits)
    return weight, average * POINTS
