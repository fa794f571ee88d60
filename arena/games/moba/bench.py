"""`palaestra bench sim`: whole matches on one core, by part, and what compiling costs."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba import layout as lay
from arena.games.moba.batch import Batch
from arena.games.moba.bots import KERNELS
from arena.games.moba.phases import PhaseClock
from arena.games.moba.rules import TICKS_PER_DECISION, TICKS_PER_SECOND
from arena.games.moba.scaling import SIZES, act, measure
from arena.games.moba.setup import Setup, random_lineups

DECISION_S = TICKS_PER_DECISION / TICKS_PER_SECOND
YEAR_S = 365.25 * 86_400
STRENGTHS = tuple(name for name in ("random", "easy", "medium", "hard") if name in KERNELS)
CASES = tuple((variant, player) for variant in ("full", "blitz") for player in STRENGTHS)
BUSIEST = ("full", STRENGTHS[-1])
FIRST_START = """
import time
start = time.perf_counter()
from arena.games.moba.batch import Batch
from arena.games.moba.setup import Setup, random_lineups
import numpy
batch = Batch("blitz", [Setup(1, *random_lineups("blitz", 1))])
batch.observe()
batch.step(numpy.zeros((1, 10, 4), numpy.int64))
print(time.perf_counter() - start)
"""


@dataclass(frozen=True)
class Case:
    """Figures of one kind of match; times are microseconds for one decision of one match."""

    case: str
    matches: int
    decisions: int
    realtime: float
    decision_us: float
    ticks_us: float
    orders_us: float
    observations_us: float
    bots_us: float
    game_years_a_day: float
    minutes_median: float
    faults: int


def speed(decision_us: float) -> dict[str, float]:
    """Times real time, and years of the game in a day, at so many microseconds a decision."""
    realtime = DECISION_S / (decision_us * 1e-6)
    return {"realtime": realtime, "game_years_a_day": realtime * 86_400 / YEAR_S}


def step_in_parts(
    batch: Batch, actions: NDArray[np.int64], spent: dict[str, float], clock: PhaseClock | None
) -> None:
    """One decision as Batch.step takes it, orders and ticks timed apart; by phase with a clock."""
    start = time.perf_counter()
    batch.give_orders(actions)
    orders = time.perf_counter()
    if clock is None:
        batch.advance()
    else:
        clock.advance(batch)
    spent["orders"] += orders - start
    spent["ticks"] += time.perf_counter() - orders


def run_case(
    variant: str, player: str, matches: int, first_seed: int = 1, clock: PhaseClock | None = None
) -> Case:
    """Play whole matches of ten of one player, observations written at each decision, and time the parts.

    `clock` adds up the phases of the ticks besides, which makes them a little slower.
    """
    setups = [Setup(first_seed + i, *random_lineups(variant, first_seed + i)) for i in range(matches)]
    batch = Batch(variant, setups)
    spent = dict.fromkeys(("ticks", "orders", "observations", "bots"), 0.0)
    decisions = 0
    while batch.running.any():
        decisions += int(batch.running.sum())
        start = time.perf_counter()
        batch.observe()
        observed = time.perf_counter()
        actions = act(batch, player)
        spent["observations"] += observed - start
        spent["bots"] += time.perf_counter() - observed
        step_in_parts(batch, actions, spent, clock)
    part = {name: seconds / decisions * 1e6 for name, seconds in spent.items()}
    decision_us = part["ticks"] + part["orders"] + part["observations"]
    return Case(
        case=f"{variant}, {player}",
        matches=matches,
        decisions=decisions,
        decision_us=decision_us,
        ticks_us=part["ticks"],
        orders_us=part["orders"],
        observations_us=part["observations"],
        bots_us=part["bots"],
        **speed(decision_us),
        minutes_median=float(np.median(batch.matches["tick"])) / TICKS_PER_SECOND / 60,
        faults=int(batch.faults().sum()),
    )


def start_seconds() -> dict[str, float]:
    """Seconds to the end of a first decision in a fresh process: with an empty cache, and with a full one."""
    with tempfile.TemporaryDirectory() as folder:
        settings = {**os.environ, "PALAESTRA_CACHE": folder}
        command = [sys.executable, "-c", FIRST_START]
        seconds = [
            float(subprocess.run(command, env=settings, check=True, capture_output=True, text=True).stdout)
            for _ in range(2)
        ]
    return {"empty": seconds[0], "full": seconds[1]}


def scaling(variant: str, player: str, sizes: Sequence[tuple[int, int]] = SIZES) -> list[dict[str, Any]]:
    """A row for each number of matches in one array and of threads on its slices, in the middle of matches."""
    return [
        {
            "case": f"{variant}, {player}: array of {row['matches']}, threads: {row['threads']}",
            **row,
            **speed(row["decision_us"]),
        }
        for row in measure(variant, player, sizes)
    ]


def profile(variant: str, player: str, matches: int) -> list[dict[str, Any]]:
    """A row for each phase of a tick, over whole matches: microseconds a decision (four ticks), and the share."""
    clock = PhaseClock()
    run_case(variant, player, matches, clock=clock)
    phases = clock.microseconds()
    whole = sum(phases.values())
    return [
        {"case": f"{variant}, {player}: {name}", "ticks_us": TICKS_PER_DECISION * each, "share": each / whole}
        for name, each in sorted(phases.items(), key=lambda phase: -phase[1])
    ]


def run(
    *,
    matches: int = 12,
    cases: Sequence[tuple[str, str]] = CASES,
    sizes: Sequence[tuple[int, int]] = SIZES,
    compiling: bool = True,
    by_phase: bool = False,
) -> dict[str, Any]:
    """All cases: {"record_bytes": bytes of a match, "cases": [...]}: rows of `Case`, of `scaling`, start-up times.

    `matches` a case (a third of it in `full`); `compiling` False leaves the start-up times out; `by_phase` adds the
    rows of `profile` under "phases".
    """
    for variant, player in cases:
        run_case(variant, player, 1)  # load every kernel before the clock runs
    few = max(matches // 3, 1)
    rows = [
        asdict(run_case(variant, player, few if variant == "full" else matches)) for variant, player in cases
    ]
    if sizes:
        rows += scaling(*BUSIEST, sizes)
    starts = start_seconds() if compiling else {}
    rows += [
        {"case": f"first decision, {name} cache", "seconds": seconds} for name, seconds in starts.items()
    ]
    phases = {"phases": profile(*BUSIEST, few)} if by_phase else {}
    return {"record_bytes": lay.MATCH.itemsize, "cases": rows, **phases}
