"""Every page is measured, on what it is said to be measured on."""

from __future__ import annotations

from dashboard.bench.pages import run
from dashboard.pages.registry import PAGES


def test_every_page_and_the_rows_of_the_grid_are_timed() -> None:
    report = run(entrants=6, matches=240, repeats=1)
    names = [case["case"] for case in report["cases"]]
    assert names[: len(PAGES)] == list(PAGES)
    assert [name for name in names if name.startswith("rows")]
    assert all(case["ms"] > 0 and case["kb"] > 0 for case in report["cases"])
    assert (report["machine"]["matches"], report["machine"]["entrants"]) == (240, 6)
