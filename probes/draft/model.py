"""The lineup model: the probability that one lineup of five beats another, with its interval.

Log-odds of west = strengths of west - strengths of east + synergies within west - within east + counters of west's
heroes against east's. The table of matches is the model: what is kept beside it are the priors that were chosen and
what they are worth on matches unseen; the fit itself takes a moment, and is made when a model is loaded.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import expit

from arena.files import write_atomically
from arena.games import moba
from probes.draft.choosing import FOLDS, evaluate
from probes.draft.columns import Columns
from probes.draft.errors import BadResults, NoModel
from probes.draft.fitting import Fitter, Outcomes, Prior
from probes.draft.results import played_with, read_results

Float64 = NDArray[np.float64]
Int64 = NDArray[np.int64]

LEAST_MATCHES = 200
SHIPPED = Path(__file__).parent / "data" / "blitz-bot-hard.parquet"
"""Matches that are installed with palaestra, so that there is a model on the first day."""
Z95 = 1.959963984540054


@dataclass(frozen=True)
class LineupModel:
    """A fitted model of n heroes."""

    names: tuple[str, ...]
    """(n,) names of the heroes by number."""
    size: int
    """Heroes of a lineup."""
    weights: Float64
    """(K,) log-odds, `Columns`."""
    covariance: Float64
    """(K, K) of the weights' posterior."""
    prior: Prior
    about: dict[str, Any] = field(default_factory=dict)
    """What it was fitted to, and its `Evaluation`, JSON-ready; empty for a model that is only made up."""

    @property
    def columns(self) -> Columns:
        """Of its design."""
        return Columns(len(self.names))

    def logits(self, west: Int64, east: Int64) -> Float64:
        """(m,): log-odds of west for lineups (m, k) and (m, l) of heroes by number."""
        return np.asarray(self.columns.design(west, east) @ self.weights)

    def feature(self, west: Sequence[int], east: Sequence[int]) -> Float64:
        """(K,): the row of the design of two lineups, or of the parts of them that are drafted."""
        row = self.columns.design(np.array([west], np.int64), np.array([east], np.int64))
        found: Float64 = np.asarray(row.todense())[0]
        return found

    def error(self, feature: Float64) -> float:
        """The standard deviation of the log-odds of a row of the design, or of a difference of rows."""
        variance = float(feature @ self.covariance @ feature)
        return float(np.sqrt(max(variance, 0.0)))

    def probability(self, west: Sequence[int], east: Sequence[int]) -> tuple[float, float, float]:
        """That west wins: estimate, and the ends of its 95 % interval."""
        row = self.feature(west, east)
        middle, half = float(row @ self.weights), Z95 * self.error(row)
        return float(expit(middle)), float(expit(middle - half)), float(expit(middle + half))

    def only(self, heroes: Sequence[int]) -> LineupModel:
        """The model of some of its heroes, who are then numbered in the order given."""
        columns, few = self.columns, Columns(len(heroes))
        kept = np.array(heroes, np.int64)
        first, second = np.triu_indices(len(heroes), 1)
        place = columns.pair()[kept[first], kept[second]]
        rows = np.concatenate([kept, columns.heroes + place, columns.heroes + columns.pairs + place])
        sign = np.ones(few.count)
        sign[few.heroes + few.pairs :] = np.where(kept[first] < kept[second], 1.0, -1.0)
        return LineupModel(
            tuple(self.names[hero] for hero in heroes),
            self.size,
            sign * self.weights[rows],
            sign[:, None] * self.covariance[np.ix_(rows, rows)] * sign,
            self.prior,
            self.about,
        )

    def hero_effects(self) -> tuple[Float64, Float64]:
        """(n,) log-odds of a random lineup with the hero against a random other, and their standard deviations.

        The mean over all lineups of the others: the strength, the synergies with four of them at random, the counters
        against five, less what the same gives the average hero.
        """
        n, other = len(self.names), len(self.names) - 1
        columns, pair = self.columns, self.columns.pair()
        rows = np.zeros((n, columns.count))
        for hero in range(n):
            rows[hero, hero] = 1.0
            for mate in range(n):
                if mate != hero:
                    rows[hero, n + pair[hero, mate]] = (self.size - 1) / other
                    rows[hero, n + columns.pairs + pair[hero, mate]] = (
                        (1 if hero < mate else -1) * self.size / other
                    )
        rows -= rows.mean(0)
        return rows @ self.weights, np.sqrt(np.einsum("hk,kl,hl->h", rows, self.covariance, rows))


def made_up(
    names: Sequence[str],
    size: int,
    strengths: Any,
    synergies: Any,
    counters: Any,
    *,
    covariance: Float64 | None = None,
) -> LineupModel:
    """A model with given weights, such as `Columns.unpack` gives, and no uncertainty unless a covariance is given."""
    columns = Columns(len(names))
    unsure = np.zeros((columns.count, columns.count)) if covariance is None else covariance
    return LineupModel(tuple(names), size, columns.pack(strengths, synergies, counters), unsure, Prior(1.0))


def outcomes_of(results: pl.DataFrame, names: Sequence[str]) -> tuple[Outcomes, int]:
    """A table of drafted matches as a fit takes it, and the heroes of a lineup.

    Raises:
        BadResults: it has too few matches, an unknown hero, lineups of different sizes, or a hero twice in a match.
    """
    if len(results) < LEAST_MATCHES:
        raise BadResults(
            f"expected at least {LEAST_MATCHES} matches to fit {len(names)} heroes to, got {len(results)}: "
            "play more with palaestra draft collect"
        )
    number = {name: place for place, name in enumerate(names)}
    unknown = sorted(
        {name for column in ("west", "east") for name in results[column].explode().to_list()} - number.keys()
    )
    if unknown:
        raise BadResults(f"expected heroes of the game ({', '.join(names)}), got {unknown[0]!r}")
    sizes = {len(side) for column in ("west", "east") for side in results[column].to_list()}
    if len(sizes) != 1 or not 0 < min(sizes) <= len(names) // 2:
        raise BadResults(
            f"expected all lineups to have as many heroes, got {sorted(sizes)}: fit each size apart"
        )
    west, east = (
        np.array([[number[name] for name in side] for side in results[column].to_list()], np.int64)
        for column in ("west", "east")
    )
    both = np.sort(np.concatenate([west, east], axis=1), axis=1)
    if (both[:, 1:] == both[:, :-1]).any():
        raise BadResults("expected ten different heroes in every match, got a match with one twice")
    won = (results["winner"].to_numpy() + 1) / 2.0
    design = Columns(len(names)).design(west, east)
    return Outcomes(design, won.astype(np.float64), np.zeros(len(results))), west.shape[1]


def fit_model(
    results: pl.DataFrame, *, seed: int = 0, report: Callable[[int, int], None] = lambda done, total: None
) -> LineupModel:
    """Choose priors by cross-validation and fit a table of matches; where pairs do not help, heroes alone.

    Args:
        results: as `results.SCHEMA`.
        seed: of the folds and the resamples.
        report: called with how many of how many steps are done.

    Raises:
        BadResults: see `outcomes_of`.
    """
    outcomes, size = outcomes_of(results, moba.HERO_NAMES)
    prior, alone, evaluation = evaluate(Columns(len(moba.HERO_NAMES)), outcomes, seed=seed, report=report)
    about = {
        **played_with(results),
        "matches": len(results),
        "folds": FOLDS,
        "chosen": prior.to_dict(),
        "heroes_alone": alone.to_dict(),
        "evaluation": evaluation.to_dict(),
    }
    return _fit(outcomes, size, prior if evaluation.better else alone, about)


def _fit(outcomes: Outcomes, size: int, prior: Prior, about: dict[str, Any]) -> LineupModel:
    fitter = Fitter(Columns(len(moba.HERO_NAMES)), outcomes)
    fit = fitter.fit(prior)
    if not fit.converged:
        raise BadResults(
            f"the fit did not converge (gradient {fit.gradient:.1e} matches after {fit.steps} steps): "
            "are the lineups of these matches too much alike?"
        )
    return LineupModel(moba.HERO_NAMES, size, fit.weights, fitter.covariance(prior, fit), prior, about)


def record_of(path: Path) -> Path:
    """Where the record of a table's model lies: beside the table."""
    return path.with_suffix(".json")


def save_model(path: Path, model: LineupModel) -> None:
    """Keep what makes a model of a table again: the prior and what it is about."""
    record = {"prior": model.prior.to_dict(), "about": model.about}
    write_atomically(record_of(path), (json.dumps(record, indent=1, allow_nan=False) + "\n").encode())


def load_model(path: Path = SHIPPED) -> LineupModel:
    """The model of a table of matches, fitted anew with the priors that were chosen for it.

    Raises:
        NoModel: the table has no record of a model, or it cannot be read.
        BadResults: the table cannot be read or fitted.
    """
    record = record_of(path)
    if not path.exists() or not record.exists():
        raise NoModel(
            f"expected a table of matches {path} with {record.name} beside it, found none: "
            f"palaestra draft collect plays one, palaestra draft fit makes the model"
        )
    try:
        kept = json.loads(record.read_text(encoding="utf-8"))
        prior, about = Prior(**kept["prior"]), dict(kept["about"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise NoModel(
            f"cannot read the record {record} ({type(error).__name__}): make it again with draft fit"
        ) from error
    results = read_results(path)
    outcomes, size = outcomes_of(results, moba.HERO_NAMES)
    return _fit(outcomes, size, prior, {**about, "table": str(path), "table_matches": len(results)})


def model_to_dict(model: LineupModel) -> dict[str, Any]:
    """A model as JSON-ready data: what it is about, its heroes and its pairs, log-odds."""
    effects, errors = model.hero_effects()
    strengths, synergies, counters = model.columns.unpack(model.weights)
    return {
        **model.about,
        "prior": model.prior.to_dict(),
        "heroes": [
            {
                "name": name,
                "effect": float(effects[place]),
                "low": float(effects[place] - Z95 * errors[place]),
                "high": float(effects[place] + Z95 * errors[place]),
                "strength": float(strengths[place]),
            }
            for place, name in enumerate(model.names)
        ],
        "synergies": synergies.tolist(),
        "counters": counters.tolist(),
    }
