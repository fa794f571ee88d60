"""The pages and the sheets that there are, by their address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dashboard.pages import entrant, faults, ladder, matches, matchups, tonight
from dashboard.parts import Content
from dashboard.sheet import Sheet
from dashboard.view import View


@dataclass(frozen=True)
class Page:
    """A page: what it is called, and what draws it."""

    title: str
    layout: Callable[[View], Content]


PAGES: Mapping[str, Page] = {
    "/tonight": Page("Tonight", tonight.layout),
    "/ladder": Page("Ladder", ladder.layout),
    "/matchups": Page("Match-ups", matchups.layout),
    "/matches": Page("Matches", matches.layout),
    "/entrant": Page("Entrant", entrant.layout),
    "/faults": Page("Faults", faults.layout),
}
START = "/tonight"
"""The page of the bare address."""

SHEETS: Mapping[str, Callable[[View], Sheet]] = {
    "runs": tonight.runs_sheet,
    "changes": tonight.changes_sheet,
    "ladder": ladder.csv_sheet,
    "training": ladder.training_sheet,
    "matchups": matchups.pairs_sheet,
    "cycles": matchups.cycles_sheet,
    "matches": matches.csv_sheet,
    "record": entrant.record_sheet,
    "style": entrant.style_sheet,
    "faults": faults.faults_sheet,
    "lengths": faults.lengths_sheet,
    "survival": faults.survival_sheet,
}
"""What is given as CSV under /data/NAME.csv, with the settings of its page."""
