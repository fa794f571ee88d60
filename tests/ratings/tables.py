"""Small tables of results that several tests read, and a plain likelihood that shares no code with the package."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ratings import Results

# Wins at home and away of the teams of the Eastern Division, American League, 1987: Agresti 2002, Categorical
# Data Analysis, 2nd edition, table 10.10. Rows are home teams.
BASEBALL_TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
BASEBALL_HOME_AWAY = (
    ((0, 0), (4, 3), (4, 2), (4, 3), (6, 1), (4, 2), (6, 0)),
    ((3, 3), (0, 0), (4, 2), (4, 3), (6, 0), (6, 1), (4, 3)),
    ((2, 5), (4, 3), (0, 0), (2, 4), (4, 3), (4, 2), (6, 0)),
    ((3, 3), (5, 1), (2, 5), (0, 0), (4, 3), (4, 2), (6, 1)),
    ((5, 1), (2, 5), (3, 3), (4, 2), (0, 0), (5, 2), (6, 0)),
    ((2, 5), (3, 3), (3, 4), (4, 3), (4, 2), (0, 0), (2, 4)),
    ((2, 5), (1, 5), (1, 6), (2, 4), (1, 6), (3, 4), (0, 0)),
)


def table(
    *rows: tuple[str, str, float, int], side: bool = False, blocks: Sequence[int] | None = None
) -> Results:
    """Rows of (first, second, score, how many times)."""
    first, second, score = [], [], []
    for a, b, s, times in rows:
        first += [a] * times
        second += [b] * times
        score += [s] * times
    return Results.from_columns(first, second, score, side=[side] * len(first), block=blocks)


def baseball() -> Results:
    """The season, with the home team as the first side."""
    rows = []
    for i, home in enumerate(BASEBALL_TEAMS):
        for j, away in enumerate(BASEBALL_TEAMS):
            won, lost = BASEBALL_HOME_AWAY[i][j]
            rows += [(home, away, 1.0, won), (home, away, 0.0, lost)]
    return table(*rows, side=True)


def simulated(
    entrants: int,
    matches: int,
    *,
    seed: int = 1,
    spread: float = 1.0,
    side: float = 0.0,
    draws: float = 0.0,
    strength: NDArray[np.float64] | None = None,
) -> tuple[Results, NDArray[np.float64]]:
    """Random pairings between entrants of known strength (natural logarithms of odds), and the strengths.

    ``side`` is what the first player's side is worth, ``draws`` the share of matches drawn by lot.
    """
    rng = np.random.default_rng(seed)
    theta = rng.normal(0.0, spread, entrants) if strength is None else strength
    first = rng.integers(0, entrants, matches)
    second = (first + rng.integers(1, entrants, matches)) % entrants
    chance = 1.0 / (1.0 + np.exp(theta[second] - theta[first] - side))
    score = (rng.random(matches) < chance).astype(float)
    score[rng.random(matches) < draws] = 0.5
    names = [f"e{k:02}" for k in range(entrants)]
    results = Results.from_columns(
        [names[k] for k in first], [names[k] for k in second], score, side=[side != 0.0] * matches
    )
    return results, theta


def plain_log_likelihood(results: Results, theta: dict[str, float], side: float, prior: float) -> float:
    """The Bradley–Terry log-posterior, match by match, as the documentation writes it."""
    total = 0.0
    played = set()
    for first, second, score, sided in zip(
        results.first, results.second, results.score, results.side, strict=True
    ):
        a, b = results.names[first], results.names[second]
        x = theta[a] - theta[b] + (side if sided else 0.0)
        total += score * -np.log1p(np.exp(-x)) + (1.0 - score) * -np.log1p(np.exp(x))
        played.add(frozenset((a, b)))
    for pair in played:
        a, b = sorted(pair)
        x = theta[a] - theta[b]
        total += prior / 2.0 * (-np.log1p(np.exp(-x)) - np.log1p(np.exp(x)))
    if results.side.any():
        total += prior / 2.0 * (-np.log1p(np.exp(-side)) - np.log1p(np.exp(side)))
    return float(total)
