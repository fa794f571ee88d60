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
from arena.games.moba.bots import scripted
from arena.games.moba.rules import TICKS_PER_DECISION, TICKS_PER_SECOND
from arena.games.moba.setup import Setup, random_lineups
from arena.games.moba.tick import advance, decode_all

DECISION_S = TICKS_PER_DECISION / TICKS_PER_SECOND
YEAR_S = 365.25 * 86_400
CASES = (("blitz", "medium"), ("blitz", "random"), ("full", "medium"))
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


def act(batch: Batch, player: str) -> NDArray[np.int64]:
    """Actions (n, 10, 4) of one scripted player on all seats of the running matches."""
    matches, heroes = np.nonzero(batch.active & batch.running[:, None])
    out = np.zeros((len(matches), 4), np.int64)
    scripted(player)(batch, matches, heroes, out)
    actions = np.zeros((batch.n, 10, 4), np.int64)
    actions[matches, heroes] = out
    return actions


def step_in_parts(batch: Batch, actions: NDArray[np.int64], spent: dict[str, float]) -> None:
    """One decision as Batch.step takes it, orders and ticks timed apart."""
    start = time.perf_counter()
    decode_all(batch.matches, actions, batch.rules, batch.slots, batch.masks)
    orders = time.perf_counter()
    advance(batch.matches, batch.rules, batch.tables, batch.scratch)
    batch.decision += 1
    spent["orders"] += orders - start
    spent["ticks"] += time.perf_counter() - orders


def run_case(variant: str, player: str, matches: int, first_seed: int = 1) -> Case:
    """Play whole matches of ten of one player, observations written at each decision, and time the parts."""
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
        step_in_parts(batch, actions, spent)
    part = {name: seconds / decisions * 1e6 for name, seconds in spent.items()}
    decision_us = part["ticks"] + part["orders"] + part["observations"]
    realtime = DECISION_S / (decision_us * 1e-6)
    return Case(
        case=f"{variant}, {player}",
        matches=matches,
        decisions=decisions,
        realtime=realtime,
        decision_us=decision_us,
        ticks_us=part["ticks"],
        orders_us=part["orders"],
        observations_us=part["observations"],
        bots_us=part["bots"],
        game_years_a_day=realtime * 86_400 / YEAR_S,
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


def run(
    *, matches: int = 24, cases: Sequence[tuple[str, str]] = CASES, compiling: bool = True
) -> dict[str, Any]:
    """All cases: {"record_bytes": bytes of a match, "cases": [...]}, rows of `Case`, then the start-up times.

    `matches` a case (a third of it in `full`); `compiling` False leaves the start-up times out.
    """
    run_case(cases[0][0], cases[0][1], 1)  # load every kernel before the clock runs
    rows = [
        asdict(run_case(variant, player, max(matches // (3 if variant == "full" else 1), 1)))
        for variant, player in cases
    ]
    starts = start_seconds() if compiling else {}
    rows += [
        {"case": f"first decision, {name} cache", "seconds": seconds} for name, seconds in starts.items()
    ]
    return {"record_bytes": lay.MATCH.itemsize, "cases": rows}
