"""How well a fit foretells matches that it has not seen: log loss, Brier score and calibration over folds of blocks."""

from dataclasses import dataclass

import numpy as np

from ratings.arrays import BoolArray, FloatArray, IntArray
from ratings.counts import count_matches
from ratings.errors import NoConvergence
from ratings.graph import find_standing
from ratings.inference import infer
from ratings.results import Results
from ratings.settings import Settings

FOLDS = 5
EDGES = np.linspace(0.5, 1.0, 6)  # of the favourite's expected score
NORMAL_95 = 1.959963984540054


@dataclass(frozen=True, slots=True)
class CalibrationBin:
    """Matches whose favourite was expected to take between ``low`` and ``high`` of the win.

    Attributes:
        low, high: edges.
        matches: how many.
        expected, observed: the favourite's mean share of the win.
        margin: half a 95 % interval of what would be observed if the expectation were right.
    """

    low: float
    high: float
    matches: int
    expected: float
    observed: float
    margin: float


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Foretelling of matches left out of the fit, a fold of blocks at a time.

    Attributes:
        matches: foretold; those between components of the rest have no forecast and are left out.
        log_loss: mean of −s·ln p − (1 − s)·ln(1 − p), s being the first's share of the win. A coin has ln 2 = 0.693.
        brier: mean of (s − p)².
        bins: calibration, by what the favourite was expected to take.
    """

    matches: int
    log_loss: float
    brier: float
    bins: tuple[CalibrationBin, ...]


def foretell(results: Results, settings: Settings) -> HeldOut | None:
    """Fit all but a fold of blocks, foretell the fold, and so through all folds; None if no match can be foretold.

    Matches count once each, whatever their weight.
    """
    fold = folds(results, settings.seed)
    expected = np.full(len(results), np.nan)
    plain = Settings(draws=settings.draws, side=settings.side, prior=settings.prior or 0.5, resamples=0)
    for number in range(FOLDS):
        if (fold != number).any() and (fold == number).any():
            expected[fold == number] = _expect(results, fold != number, fold == number, plain)
    known = np.isfinite(expected) & ((results.score != 0.5) | (settings.draws != "drop"))
    return _score(expected[known], results.score[known]) if known.any() else None


def folds(results: Results, seed: int) -> IntArray:
    """[M]: the fold of each match; a block is in one, and blocks go round the folds in random order."""
    block = np.arange(len(results)) if results.block is None else results.block
    label = np.unique(block, return_inverse=True)[1]
    order = np.random.default_rng(seed).permutation(int(label.max()) + 1)
    place: IntArray = np.argsort(order)[label] % FOLDS
    return place


def _expect(results: Results, train: BoolArray, test: BoolArray, settings: Settings) -> FloatArray:
    """The first's expected share of the win in the matches to foretell; NaN where nothing compares the two."""
    rest = Results(
        results.names,
        *(getattr(results, column)[train] for column in ("first", "second", "score", "side", "weight")),
    )
    counts = count_matches(rest, sides=settings.side, drop_draws=settings.draws == "drop")
    first, second = results.first[test], results.second[test]
    if not counts.matches:
        return np.full(len(first), np.nan)
    standing = find_standing(counts)
    try:
        found = infer(counts, standing, settings)
    except NoConvergence:
        return np.full(len(first), np.nan)
    expected = found.expected_score(first, second, results.side[test].astype(float))
    met: FloatArray = np.where(standing.component[first] == standing.component[second], expected, np.nan)
    return met


def _score(expected: FloatArray, score: FloatArray) -> HeldOut:
    p = np.clip(expected, 1e-12, 1.0 - 1e-12)
    favourite, taken = np.where(p >= 0.5, p, 1.0 - p), np.where(p >= 0.5, score, 1.0 - score)
    bin_of = np.clip(np.searchsorted(EDGES, favourite, side="right") - 1, 0, len(EDGES) - 2)
    bins = []
    for k in np.unique(bin_of).tolist():
        here = bin_of == k
        spread = np.sqrt((favourite[here] * (1.0 - favourite[here])).sum()) / here.sum()
        bins.append(
            CalibrationBin(
                low=float(EDGES[k]),
                high=float(EDGES[k + 1]),
                matches=int(here.sum()),
                expected=float(favourite[here].mean()),
                observed=float(taken[here].mean()),
                margin=float(NORMAL_95 * spread),
            )
        )
    return HeldOut(
        matches=len(p),
        log_loss=float(-(score * np.log(p) + (1.0 - score) * np.log(1.0 - p)).mean()),
        brier=float(((score - p) ** 2).mean()),
        bins=tuple(bins),
    )
