"""What other packages take for the same question, where they are installed."""

import importlib.util
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ratings.arrays import FloatArray
from ratings.results import Results

SEED = 20_262
LIMIT_S = 20.0  # of one package on one case: beyond it fewer resamples are timed, and the rest is scaled
MODULES = {"choix": "choix", "evalica": "evalica", "trueskill": "trueskill", "arena_rank": "arena_rank"}
PEERS = tuple(MODULES)


def peer_seconds(case: str, results: Results, resamples: int, ours: float) -> dict[str, Any]:
    """For each installed package `NAME_seconds`, `NAME_ratio` to ours, and `NAME_timed` resamples if not all were."""
    found: dict[str, Any] = {}
    for peer, work in _works(case, results).items():
        if importlib.util.find_spec(MODULES[peer]) is None:
            continue
        taken, timed = work(resamples)
        found |= {f"{peer}_seconds": taken, f"{peer}_ratio": taken / ours}
        if timed < resamples:
            found[f"{peer}_timed"] = timed
    return found


Work = Callable[[int], tuple[float, int]]
"""From a number of resamples to seconds, and how many resamples were really timed."""


def _works(case: str, results: Results) -> dict[str, Work]:
    works: dict[str, Work] = {
        "choix": lambda resamples: _choix(results, resamples),
        "evalica": lambda resamples: _evalica(results, resamples),
        "arena_rank": lambda resamples: _arena_rank(results, resamples),
    }
    if case == "small":  # a million matches one by one would take minutes
        works["trueskill"] = lambda resamples: (_trueskill(results), resamples)
    return works


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _repeated(fit: Callable[[FloatArray], object], wins: FloatArray, resamples: int) -> tuple[float, int]:
    """A fit of the table and one of each resampled table, for as long as the limit lasts."""
    rng = np.random.default_rng(SEED)
    fit(wins)  # the first pays for imports
    full = _seconds(lambda: fit(wins))
    spent, timed = 0.0, 0
    while timed < resamples and spent < LIMIT_S:
        table = resampled(wins, rng)
        spent += _seconds(lambda table=table: fit(table))  # type: ignore[misc]
        timed += 1
    return full + (spent * resamples / timed if timed else 0.0), timed


def _choix(results: Results, resamples: int) -> tuple[float, int]:
    """choix's dense spectral method on a matrix of wins."""
    import choix

    return _repeated(
        lambda table: choix.ilsr_pairwise_dense(table, alpha=0.01), win_matrix(results), resamples
    )


def _evalica(results: Results, resamples: int) -> tuple[float, int]:
    """evalica's Bradley–Terry on weighted pairs, as it reads them: a row for each direction that was won."""
    import evalica

    names = list(results.names)

    def fit(table: FloatArray) -> object:
        first, second = np.nonzero(table)
        return evalica.bradley_terry(
            [names[k] for k in first],
            [names[k] for k in second],
            [evalica.Winner.X] * len(first),
            weights=table[first, second].tolist(),
            limit=10_000,
        )

    return _repeated(fit, win_matrix(results), resamples)


def _arena_rank(results: Results, resamples: int) -> tuple[float, int]:
    """arena-rank's own intervals come with its ratings; resamples are not asked for."""
    import arena_rank.models.bradley_terry as package
    import pandas as pd
    from arena_rank.utils.data_utils import PairDataset

    frame = pd.DataFrame(
        {
            "model_a": np.array(results.names)[results.first],
            "model_b": np.array(results.names)[results.second],
            "winner": np.where(results.score == 1.0, "model_a", "model_b"),
        }
    )

    def fit() -> object:
        data = PairDataset.from_pandas(frame)
        return package.BradleyTerry(n_competitors=len(results.names)).compute_ratings_and_cis(data)

    fit()
    return _seconds(fit), resamples


def _trueskill(results: Results) -> float:
    """The package's rating of each match once, in order."""
    import trueskill

    environment = trueskill.TrueSkill(draw_probability=0.0)
    rows = list(zip(results.first.tolist(), results.second.tolist(), results.score.tolist(), strict=True))

    def run() -> None:
        beliefs = [environment.create_rating() for _ in results.names]
        for one, other, score in rows:
            winner, loser = (one, other) if score == 1.0 else (other, one)
            beliefs[winner], beliefs[loser] = trueskill.rate_1vs1(
                beliefs[winner], beliefs[loser], env=environment
            )

    return _seconds(run)


def win_matrix(results: Results) -> FloatArray:
    """[K, K], wins of the row over the column; results without draws."""
    size = len(results.names)
    winner = np.where(results.score == 1.0, results.first, results.second)
    loser = np.where(results.score == 1.0, results.second, results.first)
    return np.bincount(winner * size + loser, minlength=size * size).reshape(size, size).astype(np.float64)


def resampled(wins: FloatArray, rng: np.random.Generator) -> FloatArray:
    """A table of as many matches of each pairing, drawn by its shares."""
    total = np.triu(wins + wins.T, 1).astype(np.int64)
    share = np.divide(wins, total, out=np.zeros_like(wins), where=total > 0)
    drawn = rng.binomial(total, share).astype(np.float64)
    table: FloatArray = drawn + (total - drawn).T
    return table
