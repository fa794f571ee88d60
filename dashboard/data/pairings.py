"""Who won how often against whom, what the ratings expected of it, and where strength goes in circles."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.store import Database
from dashboard.data.ladders import Ladder

Z_95 = 1.959964
MOST_CYCLES = 20

SCORES = """
    SELECT a, b, count(*)::BIGINT AS matches, sum(score) AS score, sum((winner = 0)::INT)::BIGINT AS draws FROM (
        SELECT west AS a, east AS b, (winner + 1) / 2 AS score, winner FROM counted
        UNION ALL SELECT east, west, (1 - winner) / 2, winner FROM counted) GROUP BY a, b"""

COUNTED = """
    WITH counted AS (SELECT west, east, winner FROM matches m JOIN runs r USING (run_id)
        WHERE r.ladder = ? AND m.variant = ? AND m.rules_hash = ? AND m.contract_version = ? AND m.status = 'played'
        AND r.status <> 'open')"""


@dataclass(frozen=True)
class Pairings:
    """The results of a ladder's entrants against one another; K entrants, the order of the ladder."""

    names: list[str]
    matches: NDArray[np.int64]
    """(K, K) int64: matches of row against column, 0 where they never met."""
    share: NDArray[np.float64]
    """(K, K) float64, 0 to 1: share of the matches that the row won, a draw half; NaN where they never met."""
    expected: NDArray[np.float64]
    """(K, K) float64, 0 to 1: share that the ratings expect; NaN where one has none."""

    @cached_property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each pairing that met, its better placed entrant first; the most surprising row comes first."""
        rows = [self._row(a, b) for a, b in zip(*np.nonzero(np.triu(self.matches, 1)), strict=True)]
        return sorted(rows, key=lambda row: -abs(row["surprise"] or 0.0))

    def _row(self, a: int, b: int) -> dict[str, Any]:
        n, share, expected = int(self.matches[a, b]), float(self.share[a, b]), float(self.expected[a, b])
        low, high = wilson(share, n)
        known = math.isfinite(expected)
        spread = math.sqrt(max(expected * (1 - expected), 1e-4) / n) if known else math.nan
        return {
            "first": self.names[a],
            "second": self.names[b],
            "matches": n,
            "share": share,
            "low": low,
            "high": high,
            "expected": expected if known else None,
            "surprise": (share - expected) / spread if known else None,
        }


def wilson(share: float, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of n independent trials (Wilson 1927)."""
    centre = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    half = Z_95 / (1 + Z_95**2 / n) * math.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def read_pairings(database: Database, ladder: Ladder) -> Pairings:
    """The pairings of a ladder, its entrants in their order on it."""
    key = ladder.name
    found = database.rows(COUNTED + SCORES, [key.ladder, key.variant, key.rules_hash, key.contract_version])
    names = [str(line["entrant"]) for line in ladder.lines]
    place = {name: number for number, name in enumerate(names)}
    matches = np.zeros((len(names), len(names)), np.int64)
    share = np.full(matches.shape, np.nan)
    for a, b, count, score, _ in found:
        if a in place and b in place:
            matches[place[a], place[b]] = count
            share[place[a], place[b]] = score / count
    return Pairings(names, matches, share, _expected(ladder))


def _expected(ladder: Ladder) -> NDArray[np.float64]:
    """The share that each is expected to win, by Bradley-Terry: odds of 10 to 1 for 400 points; unknown by others."""
    ratings = np.array([np.nan if line["rating"] is None else line["rating"] for line in ladder.lines], float)
    if ladder.model != "bt":
        ratings[:] = np.nan
    expected: NDArray[np.float64] = 1.0 / (1.0 + 10.0 ** ((ratings[None, :] - ratings[:, None]) / 400.0))
    return expected


def cycles(pairings: Pairings) -> list[dict[str, Any]]:
    """Three entrants of whom each beat the next, the clearest first: by the least of the three shares.

    Only pairings of which even the lower end of the interval is above a half count: others are in circles by chance.
    """
    wins = _surely_wins(pairings)
    triples = [
        (a, b, int(c))
        for a, b in zip(*(part.tolist() for part in np.nonzero(wins)), strict=True)
        for c in np.nonzero(wins[b] & wins[:, a])[0]
        if a < b and a < c
    ]
    rows = [_cycle(pairings, triple) for triple in triples]
    return sorted(rows, key=lambda row: -row["least"])[:MOST_CYCLES]


def _surely_wins(pairings: Pairings) -> NDArray[np.bool_]:
    n = np.maximum(pairings.matches, 1)
    share = np.nan_to_num(pairings.share, nan=0.0)
    centre = (share + Z_95**2 / (2 * n)) / (1 + Z_95**2 / n)
    half = Z_95 / (1 + Z_95**2 / n) * np.sqrt(share * (1 - share) / n + Z_95**2 / (4 * n * n))
    return np.asarray((centre - half > 0.5) & (pairings.matches > 0), np.bool_)


def _cycle(pairings: Pairings, triple: tuple[int, int, int]) -> dict[str, Any]:
    a, b, c = triple
    shares = [float(pairings.share[one]) for one in ((a, b), (b, c), (c, a))]
    counts = [int(pairings.matches[one]) for one in ((a, b), (b, c), (c, a))]
    names = [pairings.names[one] for one in triple]
    return {
        "first": names[0],
        "second": names[1],
        "third": names[2],
        "first_second": shares[0],
        "second_third": shares[1],
        "third_first": shares[2],
        "least": min(shares),
        "matches": min(counts),
    }


def shares_of(row: Mapping[str, Any]) -> str:
    """The three shares of a cycle in words."""
    return ", ".join(f"{100 * row[key]:.0f} %" for key in ("first_second", "second_third", "third_first"))
