"""TrueSkill free of order: expectation propagation over all matches at once, to convergence.

The model is TrueSkill's without drift (Herbrich, Minka & Graepel 2007, sections 2 and 3): skills are normal beforehand,
a performance adds noise of standard deviation β, the higher performance wins, and a difference within the margin ε is
a draw. Filtering takes the matches one after another and forgets each; here every match keeps a message, and
messages are passed until none changes (Minka 2001). The belief in all skills is one joint normal, so a difference of
two entrants has the spread it should have: their beliefs are correlated, which the filter's are not.

Matches of one pairing with one result send the same message at the fixed point, so the work grows with pairings.
Letters of axes: K entrants, S sites (a pairing with a result).
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import erfcx, ndtri

from ratings.arrays import BoolArray, FloatArray, IntArray
from ratings.counts import Counts
from ratings.errors import NoConvergence

TOLERANCE = 1e-9  # change of a mean or variance, as a share of the standard deviation or variance beforehand
MAX_ROUNDS = 2000
KEPT = 0.2  # of the last message: all are renewed at once, which would overshoot where they are many
FAR = -1e4  # beyond it v + x cancels, and the series in 1/x² is exact


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """A joint normal of skills: mean [K], covariance [K, K], and the rounds of messages it took."""

    mean: FloatArray
    covariance: FloatArray
    rounds: int


@dataclass(frozen=True, slots=True, eq=False)
class Sites:
    """Matches by pairing and result, four arrays [S]: winner and loser (of a draw either), how many, whether drawn."""

    winner: IntArray
    loser: IntArray
    matches: FloatArray
    drawn: BoolArray

    @classmethod
    def of(cls, counts: Counts) -> "Sites":
        """From counts; who had the side does not matter here."""
        won, lost = counts.score - counts.draws / 2, counts.played - counts.score - counts.draws / 2
        matches = np.concatenate([won, lost, counts.draws])
        sites = cls(
            winner=np.concatenate([counts.low, counts.high, counts.low]),
            loser=np.concatenate([counts.high, counts.low, counts.high]),
            matches=matches,
            drawn=np.repeat([False, False, True], len(won)),
        )
        there = matches > 0.0
        return cls(*(getattr(sites, name)[there] for name in ("winner", "loser", "matches", "drawn")))


def draw_margin(draw_probability: float, beta: float) -> float:
    """ε such that equals draw with this chance (Herbrich et al., section 3)."""
    return float(ndtri((1.0 + draw_probability) / 2.0) * np.sqrt(2.0)) * beta


def pass_messages(
    sites: Sites, mu: FloatArray, sigma: FloatArray, *, beta: float, draw_probability: float
) -> Belief:
    """The belief in all skills after all matches.

    Args:
        sites: the matches.
        mu, sigma: [K], mean and standard deviation of each skill beforehand.
        beta: standard deviation of a performance about the skill.
        draw_probability: of two equals.

    Raises:
        NoConvergence: if after ``MAX_ROUNDS`` rounds a belief still moves.
    """
    margin = draw_margin(draw_probability, beta)
    precision, shift = np.zeros((2, len(sites.matches)))
    belief = _combine(sites, mu, sigma, precision, shift)
    for rounds in range(1, MAX_ROUNDS + 1):
        new_precision, new_shift = _messages(sites, belief, precision, shift, margin, beta)
        precision = KEPT * precision + (1.0 - KEPT) * new_precision
        shift = KEPT * shift + (1.0 - KEPT) * new_shift
        before, belief = belief, _combine(sites, mu, sigma, precision, shift)
        moved = np.abs(belief[0] - before[0]) / sigma
        spread = np.abs(belief[1] - before[1]).diagonal() / sigma**2
        if max(moved.max(), spread.max()) < TOLERANCE:
            return Belief(*belief, rounds)
    raise NoConvergence(
        f"expected TrueSkill's messages to settle, they still move after {MAX_ROUNDS} rounds; rate in the order "
        "played: --order played"
    )


def _combine(
    sites: Sites, mu: FloatArray, sigma: FloatArray, precision: FloatArray, shift: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Mean and covariance of the product of what was believed beforehand and all messages."""
    size = len(mu)
    weight, push = sites.matches * precision, sites.matches * shift
    flat = np.bincount(sites.winner * size + sites.loser, weight, size * size)
    matrix = -flat.reshape(size, size)
    matrix += matrix.T
    matrix[np.diag_indices(size)] = (
        np.bincount(sites.winner, weight, size) + np.bincount(sites.loser, weight, size) + 1.0 / sigma**2
    )
    covariance = np.linalg.inv(matrix)
    pushed = np.bincount(sites.winner, push, size) - np.bincount(sites.loser, push, size) + mu / sigma**2
    return covariance @ pushed, covariance


def _messages(
    sites: Sites,
    belief: tuple[FloatArray, FloatArray],
    precision: FloatArray,
    shift: FloatArray,
    margin: float,
    beta: float,
) -> tuple[FloatArray, FloatArray]:
    """Each site's new message, precision and precision × mean of the difference of skills, from what all others say."""
    mean, covariance = belief
    i, j = sites.winner, sites.loser
    variance = covariance[i, i] + covariance[j, j] - 2.0 * covariance[i, j]
    others = 1.0 / variance - precision
    centre, spread = ((mean[i] - mean[j]) / variance - shift) / others, 1.0 / others
    noisy = spread + 2.0 * beta**2
    scale = np.sqrt(noisy)
    drawn = sites.drawn
    v, w = corrections_of_win((centre - margin) / scale)
    v[drawn], w[drawn] = corrections_of_draw((centre / scale)[drawn], (margin / scale)[drawn])
    new_precision = w / (noisy - spread * w)
    new_shift = centre * new_precision + v / scale * (1.0 + spread * new_precision)
    return new_precision, new_shift


def corrections_of_win(x: FloatArray) -> FloatArray:
    """v and w of a win, Herbrich et al. section 3.1, at x = (difference − margin)/spread: [2, S]."""
    with np.errstate(over="ignore"):
        v = np.sqrt(2.0 / np.pi) / erfcx(-x / np.sqrt(2.0))
    far = np.minimum(x, FAR)
    return np.stack([v, np.where(x < FAR, 1.0 - 1.0 / (far * far), v * (v + x))])


def corrections_of_draw(difference: FloatArray, margin: FloatArray) -> FloatArray:
    """v and w of a draw: [2, S]. Masses and densities are divided by the density at the nearer edge."""
    lead = np.abs(difference)
    a, b = margin - lead, -margin - lead
    scale = np.where(a > 0.0, 0.0, a * a / 2.0)
    near, far = np.exp(scale - a * a / 2.0), np.exp(scale - b * b / 2.0)
    mass = np.sqrt(np.pi / 2.0) * (_tail(a, scale) - _tail(b, scale))
    v = (far - near) / mass
    return np.stack([np.sign(difference) * v, v * v + (a * near - b * far) / mass])


def _tail(x: FloatArray, scale: FloatArray) -> FloatArray:
    """erfc(−x/√2)·exp(scale), without overflow where scale is x²/2 or less for negative x."""
    below = np.exp(scale - x * x / 2.0) * erfcx(np.maximum(-x, 0.0) / np.sqrt(2.0))
    above = np.exp(np.where(x > 0.0, scale, 0.0)) * (
        2.0 - np.exp(-x * x / 2.0) * erfcx(np.maximum(x, 0.0) / np.sqrt(2.0))
    )
    tail: FloatArray = np.where(x > 0.0, above, below)
    return tail
