"""How long pages take over a huge store that is made up: 200,000 matches, 200 entrants, a long run of training."""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from plotly.utils import PlotlyJSONEncoder

from arena.home import Home
from dashboard.app import draw, rows_for
from dashboard.bench.runs import made_run
from dashboard.bench.store import ENTRANTS, MATCHES, huge_home
from dashboard.data.source import Source
from dashboard.pages.registry import PAGES
from ratings.bench import machine

REPORTS = 600
REPEATS = 5

MORE = {
    "/entrant": "?name=run1/1101",
    "/compare": "?first=run1/1101&second=bot:hard",
}
"""Settings that a page is asked for with."""

SORT = [{"colId": "length", "sort": "asc"}]


def run(*, entrants: int = ENTRANTS, matches: int = MATCHES, repeats: int = REPEATS) -> dict[str, Any]:
    """Time every page; gives {"machine": …, "cases": [{"case", "first_ms", "ms", "processor_ms", "kb"}, …]}.

    `first_ms` is the first time, `ms` the median of the next ones by the clock, `processor_ms` the same in time of the
    processor; `kb` what is sent.
    """
    with tempfile.TemporaryDirectory() as folder:
        home = huge_home(Home(Path(folder) / "home"), entrants=entrants, matches=matches)
        made_run(home.root / "lineages" / "long", reports=REPORTS)
        source = Source(home)
        try:
            cases = [_case(name, work, repeats) for name, work in _cases(source).items()]
        finally:
            source.close()
    return {"machine": {**machine(), "matches": matches, "entrants": entrants}, "cases": cases}


def _cases(source: Source) -> dict[str, Callable[[], str]]:
    """What is timed, by name: from an address to what is sent."""

    def page(path: str, search: str) -> Callable[[], str]:
        return lambda: json.dumps(draw(source, path, search, dark=False)[0], cls=PlotlyJSONEncoder)

    def rows(search: str, start: int, sort: list[dict[str, str]]) -> Callable[[], str]:
        asked = {"startRow": start, "endRow": start + 100, "sortModel": sort}
        return lambda: json.dumps(rows_for(source, asked, search), default=str)

    return {
        **{path: page(path, MORE.get(path, "")) for path in PAGES},
        "/ladder, rescored": page("/ladder", "?scoring=wins"),
        "rows, newest": rows("", 0, []),
        "rows, far down by length": rows("", int(0.75 * MATCHES), SORT),
        "rows of an entrant": rows("?entrant=run1/1101", 0, []),
    }


def _case(name: str, work: Callable[[], str], repeats: int) -> dict[str, Any]:
    begun = time.perf_counter()
    sent = work()
    first = time.perf_counter() - begun
    taken = [_timed(work) for _ in range(repeats)]
    return {
        "case": name,
        "first_ms": 1000 * first,
        "ms": 1000 * median(clock for clock, _ in taken),
        "processor_ms": 1000 * median(processor for _, processor in taken),
        "kb": len(sent) / 1000,
    }


def _timed(work: Callable[[], str]) -> tuple[float, float]:
    """Seconds by the clock and of the processor."""
    clock, processor = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - clock, time.process_time() - processor
