"""Which pairing to play next: the one whose block most reduces the variance that was asked about.

A block of n matches in a pairing adds n·p·(1 − p) to the information on θᵢ − θⱼ (the Hessian of Bradley–Terry), so what
it does to the variance of any contrast of ratings is known before it is played. The choice is greedy, block after
block; within a round the information is updated as if blocks went as expected. Targets conflict, so one is named.

Letters of axes: K entrants, T contrasts.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray
from ratings.errors import BadSettings
from ratings.likelihood import POINTS, win_probability

TARGETS = ("anchor", "neighbours", "entrant")
VAGUE = 4.0  # standard deviation of a rating before any match, natural logarithms of odds


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How blocks are chosen.

    Attributes:
        target: "anchor", every entrant's distance to the anchor; "neighbours", the gaps between entrants next to each
            other in rating; "entrant", one entrant's distance to the anchor.
        anchor: index of the anchor (of "neighbours" it is not asked).
        entrant: index, for the target "entrant".
        block_matches: matches of a block.
        most_share: no entrant is in more than this share of a round's blocks, so that a newcomer does not take all;
            where no pairing is left under it, it binds nobody.
        far_share: this share of blocks goes to the most informative pairing at least a third of the ranks apart: chains
            of neighbours alone would let an error grow from link to link.
    """

    target: str = "anchor"
    anchor: int = 0
    entrant: int | None = None
    block_matches: int = 4
    most_share: float = 0.5
    far_share: float = 0.1

    def __post_init__(self) -> None:
        if self.target not in TARGETS:
            raise BadSettings(f"expected a target of {', '.join(TARGETS)}, got {self.target!r}")
        if self.target == "entrant" and self.entrant is None:
            raise BadSettings("expected an entrant for the target 'entrant', got none; name one")
        if not 0.0 < self.most_share <= 1.0 or not 0.0 <= self.far_share < 1.0:
            raise BadSettings(
                f"expected a share above 0 and at most 1 and a far share of 0 to 1, got {self.most_share:g} and "
                f"{self.far_share:g}"
            )


def contrasts(choice: Choice, rating: FloatArray) -> FloatArray:
    """The differences whose variance is to fall: [T, K]."""
    size = len(rating)
    if choice.target == "neighbours":
        order = np.argsort(-rating, kind="stable")
        upper, lower = order[:-1], order[1:]
    else:
        everyone = [choice.entrant] if choice.target == "entrant" else range(size)
        upper = np.array([k for k in everyone if k != choice.anchor], np.int64)
        lower = np.full(len(upper), choice.anchor)
    matrix = np.zeros((len(upper), size))
    matrix[np.arange(len(upper)), upper] = 1.0
    matrix[np.arange(len(upper)), lower] -= 1.0
    return matrix


def information(played: FloatArray, rating: FloatArray) -> FloatArray:
    """Covariance of the ratings after so many matches of each pairing ([K, K] symmetric): [K, K], squared log-odds."""
    x = rating[:, None] - rating[None, :]
    chance = win_probability(np.clip(x, -30.0, 30.0))
    weight = played * chance * (1.0 - chance)
    hessian = np.diag(weight.sum(axis=1) + 1.0 / VAGUE**2) - weight
    covariance: FloatArray = np.linalg.inv(hessian).astype(np.float64, copy=False)
    return covariance


def standard_errors(choice: Choice, played: FloatArray, rating: FloatArray) -> FloatArray:
    """Of the target's contrasts, in points: [T]."""
    matrix = contrasts(choice, rating)
    variance = np.einsum("tk,kl,tl->t", matrix, information(played, rating), matrix)
    errors: FloatArray = np.sqrt(variance) * POINTS
    return errors


def choose_blocks(
    choice: Choice, played: FloatArray, rating: FloatArray, blocks: int, *, allowed: BoolArray | None = None
) -> list[tuple[int, int]]:
    """The pairings of the next round's blocks, in order; the same one may come more than once.

    Args:
        choice: see the class.
        played: [K, K] symmetric, matches of each pairing so far.
        rating: [K], natural logarithms of odds, as fitted.
        blocks: how many.
        allowed: [K, K] bool, pairings that may be played; all if left out.
    """
    size = len(rating)
    covariance = information(played, rating)
    chance = win_probability(np.clip(rating[:, None] - rating[None, :], -30.0, 30.0))
    weight = choice.block_matches * chance * (1.0 - chance)
    matrix = contrasts(choice, rating)
    possible = np.triu(np.ones((size, size), bool) if allowed is None else allowed, 1)
    rank = np.argsort(np.argsort(-rating, kind="stable"), kind="stable")
    far = np.abs(rank[:, None] - rank[None, :]) >= max(1.0, size / 3.0)
    most = max(1, int(np.ceil(choice.most_share * blocks)))
    taken, chosen, distant = np.zeros(size, np.int64), list[tuple[int, int]](), 0
    for number in range(1, blocks + 1):
        free = possible & (taken < most)[:, None] & (taken < most)[None, :]
        free = free if free.any() else possible
        wants_far = distant < choice.far_share * number - 0.5 and (free & far).any()
        gain = _gains(covariance, matrix, weight)
        gain[~(free & far if wants_far else free)] = -np.inf
        i, j = divmod(int(np.argmax(gain)), size)
        chosen.append((i, j))
        distant += bool(far[i, j])
        taken[[i, j]] += 1
        covariance = _after(covariance, i, j, float(weight[i, j]))
    return chosen


def _gains(covariance: FloatArray, matrix: FloatArray, weight: FloatArray) -> FloatArray:
    """Sum over contrasts of what a block of each pairing takes off their variances: [K, K]."""
    reach = matrix @ covariance
    square = reach.T @ reach
    spread = covariance.diagonal()
    apart = square.diagonal()[:, None] + square.diagonal()[None, :] - 2.0 * square
    variance = spread[:, None] + spread[None, :] - 2.0 * covariance
    gain: FloatArray = weight * apart / (1.0 + weight * variance)
    return gain


def _after(covariance: FloatArray, i: int, j: int, weight: float) -> FloatArray:
    """With so much more information on θᵢ − θⱼ (Sherman & Morrison)."""
    reach = covariance[i] - covariance[j]
    smaller: FloatArray = covariance - np.outer(reach, reach) * weight / (
        1.0 + weight * (reach[i] - reach[j])
    )
    return smaller


def played_matrix(names: Sequence[str], pairs: Sequence[tuple[str, str, float]]) -> FloatArray:
    """[K, K] symmetric from (one, other, matches) by name."""
    index = {name: k for k, name in enumerate(names)}
    matrix = np.zeros((len(names),) * 2)
    for one, other, matches in pairs:
        matrix[index[one], index[other]] += matches
        matrix[index[other], index[one]] += matches
    return matrix
