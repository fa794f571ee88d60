"""The pages and the sheets that there are, by their address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dashboard.pages import ladder, matches
from dashboard.parts import Content
from dashboard.sheet import Sheet
from dashboard.view import View


@dataclass(frozen=True)
class Page:
    """A page: what it is called, and what draws it."""

    title: str
    layout: Callable[[View], Content]
    listed: bool = True
    """Whether the menu has it."""


PAGES: Mapping[str, Page] = {
    "/ladder": Page("Ladder", ladder.layout),
    "/matches": Page("Matches", matches.layout),
}
START = "/ladder"
"""The page of the bare address."""

SHEETS: Mapping[str, Callable[[View], Sheet]] = {
    "ladder": ladder.csv_sheet,
    "training": ladder.training_sheet,
    "matches": matches.csv_sheet,
}
"""What is given as CSV under /data/NAME.csv, with the settings of its page."""
