"""`palaestra bench draft`: how long the fit, the table, the solution and an answer take, on made-up weights."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from arena.games import moba
from probes.draft.advice import Adviser
from probes.draft.columns import Columns
from probes.draft.fitting import Fitter, Outcomes, Prior
from probes.draft.model import LineupModel, made_up
from probes.draft.order import Draft, Order
from probes.draft.solve import solve
from probes.draft.table import tabulate

MATCHES = 10_000
REPEATS = 3
SIZE = 5


def run(*, bans: bool = True) -> dict[str, Any]:
    """The cases `fit`, `table`, `solve`, `bans` (four of them), `pick`, `review`: seconds, clock and processor."""
    model = _model()
    order = Order.parse("snake")
    solution = solve(model, Draft(order))
    adviser = Adviser(model, solution)
    cases = [
        _case("fit", _fit(), REPEATS, matches=MATCHES),
        _case("table", lambda: tabulate(model), REPEATS, lineups=tabulate(model).logits.size),
        _case("solve", lambda: solve(model, Draft(order)), REPEATS, order=order.text),
        _case("pick", lambda: Adviser(model, solution).advise(Draft(order, (2,))), REPEATS, order=order.text),
        _case("review", lambda: Adviser(model, solution).review(_whole(adviser)), REPEATS, order=order.text),
    ]
    if bans:
        banned = Order.parse("four-bans")
        solve(model, Draft(banned, tuple(range(11))))
        cases.insert(3, _case("bans", lambda: solve(model, Draft(banned)), 1, order=banned.text))
    return {"cases": cases}


def _model() -> LineupModel:
    rng, n = np.random.default_rng(0), len(moba.HERO_NAMES)
    synergies, counters = (np.triu(rng.normal(0, 0.05, (n, n)), 1) for _ in range(2))
    unsure = 0.04**2 * np.eye(Columns(n).count)
    strengths = rng.normal(0, 0.2, n)
    return made_up(
        moba.HERO_NAMES, SIZE, strengths, synergies + synergies.T, counters - counters.T, covariance=unsure
    )


def _fit() -> Callable[[], object]:
    rng, columns = np.random.default_rng(1), Columns(len(moba.HERO_NAMES))
    dealt = np.argsort(rng.random((MATCHES, columns.heroes)), axis=1)
    design = columns.design(dealt[:, :SIZE], dealt[:, SIZE : 2 * SIZE])
    matches = Outcomes(design, rng.integers(0, 2, MATCHES).astype(np.float64), np.zeros(MATCHES))
    return lambda: Fitter(columns, matches).fit(Prior(0.2, 0.05, 0.05))


def _whole(adviser: Adviser) -> Draft:
    draft = adviser.solution.root
    return Draft(draft.order, adviser.line(draft))


def _case(name: str, work: Callable[[], object], repeats: int, **more: object) -> dict[str, Any]:
    """Medians over some runs; the first compiles, where there is more than one, and is not counted."""
    if repeats > 1:
        work()
    clock, processor = [], []
    for _ in range(repeats):
        begun, used = time.perf_counter(), time.process_time()
        work()
        clock.append(time.perf_counter() - begun)
        processor.append(time.process_time() - used)
    return {
        "case": name,
        "seconds": statistics.median(clock),
        "processor_seconds": statistics.median(processor),
        **more,
    }
