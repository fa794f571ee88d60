"""Models and matches with known weights."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy.special import expit

from arena.games import moba
from probes.draft.columns import Columns
from probes.draft.model import LineupModel, made_up
from probes.draft.results import make_results


def planted(heroes: int, seed: int, *, strength: float = 0.3, pairs: float = 0.3) -> tuple[np.ndarray, ...]:
    """Strengths (n,), symmetric synergies (n, n), antisymmetric counters (n, n), normal."""
    rng = np.random.default_rng(seed)
    synergies, counters = (np.triu(rng.normal(0, pairs, (heroes, heroes)), 1) for _ in range(2))
    return rng.normal(0, strength, heroes), synergies + synergies.T, counters - counters.T


def model_of(heroes: int, size: int, seed: int, *, unsure: float = 0.0) -> LineupModel:
    names = moba.HERO_NAMES if heroes == len(moba.HERO_NAMES) else [f"H{place}" for place in range(heroes)]
    covariance = unsure**2 * np.eye(Columns(heroes).count)
    return made_up(names, size, *planted(heroes, seed), covariance=covariance)


def random_sides(
    heroes: int, size: int, matches: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    dealt = np.argsort(rng.random((matches, heroes)), axis=1)[:, : 2 * size]
    return dealt[:, :size], dealt[:, size:]


def simulated(
    matches: int, seed: int, *, strength: float = 0.2, pairs: float = 0.08
) -> tuple[pl.DataFrame, np.ndarray]:
    """A table of matches whose outcomes are drawn from planted weights, and the weights (K,)."""
    heroes = len(moba.HERO_NAMES)
    columns, rng = Columns(heroes), np.random.default_rng(seed)
    weights = columns.pack(*planted(heroes, seed + 1, strength=strength, pairs=pairs))
    west, east = random_sides(heroes, 5, matches, rng)
    won = rng.random(matches) < expit(columns.design(west, east) @ weights)
    names = moba.HERO_NAMES
    rows = [
        (seed, [names[h] for h in one], [names[h] for h in other], 1 if win else -1, 9000, 0)
        for seed, (one, other, win) in enumerate(zip(west.tolist(), east.tolist(), won.tolist(), strict=True))
    ]
    return make_results("blitz", "made", "0" * 16, rows), weights
