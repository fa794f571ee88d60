"""Two by two: what was expected of each pairing and what came, how surely one is stronger, and by how much.

Letters of axes: K entrants, C draws.
"""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import FloatArray
from ratings.counts import Counts
from ratings.graph import Standing
from ratings.inference import Inference
from ratings.intervals import SAME, percentile_interval
from ratings.likelihood import POINTS


@dataclass(frozen=True, slots=True)
class PairingCheck:
    """A pairing that met.

    Attributes:
        a, b: the two.
        matches: weighted.
        observed, expected: a's mean share of the win, and what the fit makes of it.
        z: the difference in standard deviations of so many independent matches (draws make it a little too small).
    """

    a: str
    b: str
    matches: float
    observed: float
    expected: float
    z: float


def check_pairings(counts: Counts, found: Inference) -> list[PairingCheck]:
    """Expected against observed, by pairing, the largest misfit first."""
    expected = found.expected_score(counts.low, counts.high, counts.side)
    played = np.bincount(counts.pairing, counts.played)
    taken = np.bincount(counts.pairing, counts.score)
    due = np.bincount(counts.pairing, counts.played * expected)
    spread = np.sqrt(np.bincount(counts.pairing, counts.played * expected * (1.0 - expected)))
    z = np.divide(taken - due, spread, out=np.zeros_like(due), where=spread > 0.0)
    first = np.unique(counts.pairing, return_index=True)[1]
    return [
        PairingCheck(
            a=counts.names[counts.low[first[q]]],
            b=counts.names[counts.high[first[q]]],
            matches=float(played[q]),
            observed=float(taken[q] / played[q]),
            expected=float(due[q] / played[q]),
            z=float(z[q]),
        )
        for q in np.argsort(-np.abs(z), kind="stable").tolist()
    ]


def superiority(found: Inference, standing: Standing) -> FloatArray:
    """Likelihood that the row is stronger than the column: [K, K], the share of draws in which it is.

    NaN where the results do not say both ways (between components, or with one outside the core), ½ on the diagonal.
    """
    size = len(standing.core)
    matrix = np.full((size, size), np.nan)
    if found.draws is not None:
        for group in np.unique(standing.group[standing.core]):
            members = np.flatnonzero(standing.group == group)
            draws = found.draws[members].astype(np.float64) * POINTS
            for row, k in enumerate(members.tolist()):
                lead = draws[row] - draws
                matrix[k, members] = (lead > SAME).mean(axis=1) + (np.abs(lead) <= SAME).mean(axis=1) / 2.0
    return matrix


def differences(found: Inference, standing: Standing) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Rating of the row less that of the column, with the ends of 95 % intervals: three arrays [K, K] in points.

    NaN as in ``superiority``; the difference itself is there wherever both have a rating in one component.
    """
    size = len(standing.core)
    rating = np.where(found.finite, found.fit.parameters[:size], np.nan) * POINTS
    apart = rating[:, None] - rating[None, :]
    apart[standing.component[:, None] != standing.component[None, :]] = np.nan
    low, high = np.full((2, size, size), np.nan)
    if found.draws is not None:
        for group in np.unique(standing.group[standing.core]):
            members = np.flatnonzero(standing.group == group)
            draws = found.draws[members].astype(np.float64) * POINTS
            for row, k in enumerate(members.tolist()):
                low[k, members], high[k, members] = percentile_interval(draws[row] - draws)
    return apart, low, high
