"""Choosing the priors by held-out log loss, and saying what the chosen model is worth on matches it never saw.

Cross-validation within cross-validation: each of the outer folds is predicted by a model whose priors were chosen, and
whose weights were fitted, on the others alone. So the reported log loss has no part in the choice.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize_scalar
from scipy.special import expit, log_expit

from probes.draft.columns import Columns
from probes.draft.fitting import Fitter, Outcomes, Prior

Float64 = NDArray[np.float64]

FOLDS = 6
HERO_DEVIATIONS = (0.05, 0.1, 0.2, 0.4, 0.8)
PAIR_DEVIATIONS = (0.0, 0.02, 0.04, 0.08, 0.16)
"""The grid of priors, in log-odds."""
BINS = 10
RESAMPLES = 2000


@dataclass(frozen=True)
class Evaluation:
    """What a model is worth on held-out matches; losses are in nats a match."""

    matches: int
    log_loss: float
    baseline: float
    """Log loss of the model of heroes alone, chosen and fitted the same way."""
    coin: float
    """Log loss of saying one half."""
    gain: tuple[float, float, float]
    """Baseline less log loss: estimate, and the ends of its 95 % interval by resampling matches."""
    slope: tuple[float, float, float]
    """Of the outcome on the predicted log-odds: 1 is calibrated, less is too bold; with its 95 % interval."""
    brier: float
    auc: float
    bins: tuple[tuple[float, float, float, float, int], ...]
    """Predictions in equally filled bins: mean predicted, observed, the observed's 95 % interval, matches."""

    @property
    def better(self) -> bool:
        """Whether it surely predicts better than heroes alone."""
        return self.gain[1] > 0.0

    @property
    def calibrated(self) -> bool:
        """Whether a slope of 1 is within its interval."""
        return self.slope[1] <= 1.0 <= self.slope[2]

    def to_dict(self) -> dict[str, Any]:
        """As JSON-ready data."""
        return {**self.__dict__, "better": self.better, "calibrated": self.calibrated}


def folds_of(matches: int, seed: int) -> list[NDArray[np.int64]]:
    """Equal parts of the matches, drawn by a seed: the rows of each."""
    order = np.random.default_rng(seed).permutation(matches)
    return [np.sort(part) for part in np.array_split(order, min(FOLDS, matches))]


def choose(fitter: Fitter, *, without: int | None = None) -> tuple[Prior, Prior]:
    """The priors of least held-out log loss: of all groups, and of heroes alone.

    Args:
        fitter: prepared with folds.
        without: a fold that takes no part, neither to fit nor to judge.
    """
    judged = [fold for fold in range(len(fitter.folds)) if fold != without]
    out = frozenset[int]() if without is None else frozenset([without])

    def loss(prior: Prior) -> float:
        return sum(
            float(
                log_losses(
                    predict(fitter, prior, fold, out | {fold}), fitter.matches.west[fitter.folds[fold]]
                ).sum()
            )
            for fold in judged
        )

    alone = min((Prior(deviation) for deviation in HERO_DEVIATIONS), key=loss)
    pairs = (
        Prior(alone.heroes, synergies, counters)
        for synergies, counters in product(PAIR_DEVIATIONS, PAIR_DEVIATIONS)
    )
    return min(pairs, key=loss), alone


def predict(fitter: Fitter, prior: Prior, fold: int, without: frozenset[int]) -> Float64:
    """Log-odds of the matches of a fold, by a fit that saw none of the folds `without`."""
    rows, matches = fitter.folds[fold], fitter.matches
    return np.asarray(matches.design[rows] @ fitter.weights_without(prior, without) + matches.offset[rows])


def evaluate(
    columns: Columns,
    matches: Outcomes,
    *,
    seed: int = 0,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> tuple[Prior, Prior, Evaluation]:
    """The priors chosen on all matches, those of heroes alone, and what such a choice is worth on matches unseen.

    Args:
        columns: of the design.
        matches: at least FOLDS of them.
        seed: of the folds and the resamples.
        report: called with how many choices of how many are made.
    """
    folds = folds_of(len(matches), seed)
    fitter = Fitter(columns, matches, folds)
    logits, baseline = np.zeros(len(matches)), np.zeros(len(matches))
    for fold, rows in enumerate(folds):
        report(fold, len(folds) + 1)
        prior, alone = choose(fitter, without=fold)
        logits[rows] = predict(fitter, prior, fold, frozenset([fold]))
        baseline[rows] = predict(fitter, alone, fold, frozenset([fold]))
    report(len(folds), len(folds) + 1)
    prior, alone = choose(fitter)
    report(len(folds) + 1, len(folds) + 1)
    return prior, alone, judge(logits, baseline, matches.west, seed=seed)


def judge(logits: Float64, baseline: Float64, west: Float64, *, seed: int = 0) -> Evaluation:
    """What held-out log-odds (m,) are worth beside those of a baseline, given outcomes (m,)."""
    losses, others = log_losses(logits, west), log_losses(baseline, west)
    gains = others - losses
    rng = np.random.default_rng(seed)
    means = [float(gains[rng.integers(0, len(gains), len(gains))].mean()) for _ in range(RESAMPLES)]
    low, high = np.percentile(means, [2.5, 97.5])
    share = expit(logits)
    return Evaluation(
        matches=len(west),
        log_loss=float(losses.mean()),
        baseline=float(others.mean()),
        coin=float(np.log(2.0)),
        gain=(float(gains.mean()), float(low), float(high)),
        slope=_slope(logits, west),
        brier=float(((share - west) ** 2).mean()),
        auc=_auc(logits, west),
        bins=_bins(share, west),
    )


def log_losses(logits: Float64, west: Float64) -> Float64:
    """(m,): minus the log of the probability given to what happened; a draw is half of each."""
    return np.asarray(-west * log_expit(logits) - (1.0 - west) * log_expit(-logits))


def _slope(logits: Float64, west: Float64) -> tuple[float, float, float]:
    """The slope of a logistic regression through the origin, with Wald's interval."""
    if not np.any(logits):
        return 1.0, -np.inf, np.inf
    found = float(
        minimize_scalar(lambda b: float(log_losses(b * logits, west).sum()), bounds=(-20.0, 20.0)).x
    )
    share = expit(found * logits)
    error = float(1.0 / np.sqrt((share * (1.0 - share) * logits**2).sum()))
    return found, found - 1.96 * error, found + 1.96 * error


def _auc(logits: Float64, west: Float64) -> float:
    """The share of pairs of a match won and a match lost that the log-odds order rightly, ties half; draws left out."""
    won, lost = np.sort(logits[west == 1.0]), logits[west == 0.0]
    if not len(won) or not len(lost):
        return 0.5
    below, at_most = np.searchsorted(won, lost, "left"), np.searchsorted(won, lost, "right")
    return float((len(won) - (below + at_most) / 2.0).mean() / len(won))


def _bins(share: Float64, west: Float64) -> tuple[tuple[float, float, float, float, int], ...]:
    from arena.balance.figures import wilson

    found = []
    for rows in np.array_split(np.argsort(share, kind="stable"), BINS):
        if len(rows):
            wins = float(west[rows].sum())
            low, high = wilson(wins, len(rows), 0.95)
            found.append((float(share[rows].mean()), wins / len(rows), low, high, len(rows)))
    return tuple(found)
