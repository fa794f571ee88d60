"""How long a rating takes, on two simulated tables, beside other packages where they are installed.

The sizes are those of a ladder's night ("small": 17 entrants, 43 pairings, 10,688 matches) and of a public model
arena ("large": 200 entrants, 1,000,000 matches). Timed is all that ``rate`` does with results in memory: counts,
graph, fit, resampled tables, intervals. Others are timed on what they offer for the same question, without making
resampled tables: choix and evalica one fit of the full table and one for each resampled table, arena-rank its ratings
with its own intervals, trueskill each match once, in order. What takes too long is done for fewer resamples and scaled
up, and says so.
"""

import platform
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from ratings.arrays import IntArray
from ratings.bench_peers import PEERS, peer_seconds
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
    peers = [peer for peer in PEERS if any(f"{peer}_seconds" in case for case in report["cases"])]
    head = f"{'case':8}{'matches':>10}{'resamples':>11}{'seconds':>10}"
    lines = [head + "".join(f"{peer:>13}{'ratio':>8}" for peer in peers)]
    for case in report["cases"]:
        shown = ""
        for peer in peers:
            taken = case.get(f"{peer}_seconds")
            shown += f"{'–':>13}{'–':>8}" if taken is None else f"{taken:>13.4f}{case[f'{peer}_ratio']:>8.1f}"
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
    return {**case, **peer_seconds(name, results, resamples, seconds)}


def _median_seconds(work: Callable[[], object], repeats: int) -> float:
    work()  # the first run pays for imports and page faults
    return statistics.median(_seconds(work) for _ in range(repeats))


def _seconds(work: Callable[[], object]) -> float:
    begin = time.perf_counter()
    work()
    return time.perf_counter() - begin


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
