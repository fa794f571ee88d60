"""How long a rating takes, on two simulated tables, beside choix where that is installed.

The sizes are those of a ladder's night ("small": 17 entrants, 43 pairings, 10,688 matches) and of a public model
arena ("large": 200 entrants, 1,000,000 matches). Timed is all that ``rate`` does with results in memory: counts,
graph, fit, resampled tables, intervals. choix is timed on what it offers for the same question: one fit of
the full table and one for each resampled table, without making those tables.
"""

import importlib.util
import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ratings.arrays import FloatArray, IntArray
from ratings.models import rate
from ratings.results import Results
from ratings.settings import Settings

SIZES = {"small": (17, 43, 10_688), "large": (200, None, 1_000_000)}
REPEATS = {"small": 9, "large": 3}
SEED = 20_261
SPREAD = 1.0  # standard deviation of the true ratings, natural logarithms of odds


def run(*, resamples: int = 300) -> dict[str, Any]:
    """Time every case; gives {"machine": …, "cases": [{"case", "seconds", …}, …]}, seconds being medians."""
    return {"machine": machine(), "cases": [_case(name, resamples) for name in SIZES]}


def machine() -> dict[str, Any]:
    """What the figures were measured on."""
    return {
        "cpu": _cpu_model(),
        "cores": len(_usable_cores()),
        "python": platform.python_version(),
        "numpy": np.__version__,
    }


def render(report: dict[str, Any]) -> str:
    """The report as a table for a terminal."""
    lines = [f"{'case':8}{'matches':>10}{'resamples':>11}{'seconds':>10}{'choix':>10}{'ratio':>8}"]
    for case in report["cases"]:
        peer, ratio = case.get("choix_seconds"), case.get("ratio")
        shown = f"{'–':>10}{'–':>8}" if peer is None else f"{peer:>10.4f}{ratio:>8.1f}"
        lines.append(
            f"{case['case']:8}{case['matches']:>10}{case['resamples']:>11}{case['seconds']:>10.4f}{shown}"
        )
    return "\n".join([*lines, "", ", ".join(f"{key} {value}" for key, value in report["machine"].items())])


def simulate(entrants: int, pairings: int | None, matches: int, seed: int = SEED) -> Results:
    """Matches without draws or sides between entrants of normal strength; None plays every pairing."""
    rng = np.random.default_rng(seed)
    strength = rng.normal(0.0, SPREAD, entrants)
    low, high = _neighbours(entrants, pairings)
    pair = np.sort(rng.integers(0, len(low), matches))
    pair[: len(low)] = np.arange(len(low))  # every pairing meets
    chance = 1.0 / (1.0 + np.exp(strength[high[pair]] - strength[low[pair]]))
    return Results(
        names=tuple(f"entrant {k:03}" for k in range(entrants)),
        first=low[pair],
        second=high[pair],
        score=(rng.random(matches) < chance).astype(np.float64),
        side=np.zeros(matches, bool),
        weight=np.ones(matches),
    )


def _neighbours(entrants: int, pairings: int | None) -> tuple[IntArray, IntArray]:
    """The pairings of a table, nearest neighbours first."""
    low, high = np.triu_indices(entrants, 1)
    nearest = np.argsort(high - low, kind="stable")[:pairings]
    return low[nearest].astype(np.int64), high[nearest].astype(np.int64)


def _case(name: str, resamples: int) -> dict[str, Any]:
    entrants, pairings, matches = SIZES[name]
    results = simulate(entrants, pairings, matches)
    settings = Settings(resamples=resamples)
    seconds = _median_seconds(lambda: rate(results, settings), REPEATS[name])
    case: dict[str, Any] = {
        "case": name,
        "entrants": entrants,
        "matches": matches,
        "resamples": resamples,
        "seconds": seconds,
        "fit_seconds": _median_seconds(lambda: rate(results, Settings(resamples=0)), REPEATS[name]),
    }
    peer = _choix_seconds(results, resamples)
    return case if peer is None else {**case, "choix_seconds": peer, "ratio": peer / seconds}


def _median_seconds(work: Callable[[], object], repeats: int) -> float:
    work()  # the first run pays for imports and page faults
    return statistics.median(_seconds(work) for _ in range(repeats))


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


def _choix_seconds(results: Results, resamples: int) -> float | None:
    """One fit of the table and of each resampled one by choix's dense spectral method; None without choix."""
    if importlib.util.find_spec("choix") is None:
        return None
    import choix

    wins = _win_matrix(results)
    rng = np.random.default_rng(SEED)

    def fit(table: FloatArray) -> float:
        return _seconds(lambda: choix.ilsr_pairwise_dense(table, alpha=0.01))

    fit(wins)
    return fit(wins) + sum(fit(_resampled(wins, rng)) for _ in range(resamples))


def _win_matrix(results: Results) -> FloatArray:
    size = len(results.names)
    winner = np.where(results.score == 1.0, results.first, results.second)
    loser = np.where(results.score == 1.0, results.second, results.first)
    return np.bincount(winner * size + loser, minlength=size * size).reshape(size, size).astype(np.float64)


def _resampled(wins: FloatArray, rng: np.random.Generator) -> FloatArray:
    total = np.triu(wins + wins.T, 1).astype(np.int64)
    share = np.divide(wins, total, out=np.zeros_like(wins), where=total > 0)
    drawn = rng.binomial(total, share).astype(np.float64)
    table: FloatArray = drawn + (total - drawn).T
    return table


def _cpu_model() -> str:
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        for line in cpuinfo.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def _usable_cores() -> set[int]:
    import os

    return os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
