"""The pages and the sheets that there are, by their address."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dashboard.pages import (
    compare,
    draft,
    entrant,
    experiments,
    faults,
    ladder,
    matches,
    matchups,
    tonight,
    training,
    training_run,
)
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
    "/compare": Page("Compare", compare.layout),
    "/matches": Page("Matches", matches.layout),
    "/entrant": Page("Entrant", entrant.layout),
    "/training": Page("Training", training.layout),
    **{f"/{topic.sheet}": Page(topic.title, experiments.layout_of(topic)) for topic in experiments.TOPICS},
    draft.PATH: Page("Draft", draft.layout),
    "/faults": Page("Faults", faults.layout),
}
START = "/tonight"
"""The page of the bare address."""

SHEETS: Mapping[str, Callable[[View], Sheet]] = {
    "runs": tonight.runs_sheet,
    "changes": tonight.changes_sheet,
    "regressions": tonight.regressions_sheet,
    "ladder": ladder.csv_sheet,
    "training": ladder.training_sheet,
    "bots": ladder.against_sheet,
    "matchups": matchups.pairs_sheet,
    "cycles": matchups.cycles_sheet,
    "between": compare.between_sheet,
    "heroes": compare.heroes_sheet,
    "others": compare.others_sheet,
    "styles": compare.styles_sheet,
    "matches": matches.csv_sheet,
    "record": entrant.record_sheet,
    "style": entrant.style_sheet,
    "lineages": training.lineages_sheet,
    "curve": training.curve_sheet,
    "audit": training_run.audit_sheet,
    "endings": training_run.endings_sheet,
    "actions": training_run.actions_sheet,
    "upkeep": training_run.upkeep_sheet,
    "parts": training_run.parts_sheet,
    "alarms": training_run.alarms_sheet,
    "log": training_run.log_sheet,
    **{topic.sheet: experiments.sheet_of(topic) for topic in experiments.TOPICS},
    "draft": draft.csv_sheet,
    "review": draft.review_sheet,
    "faults": faults.faults_sheet,
    "lengths": faults.lengths_sheet,
    "survival": faults.survival_sheet,
}
"""What is given as CSV under /data/NAME.csv, with the settings of its page."""
