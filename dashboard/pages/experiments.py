"""Probes, Memory and Critic: the experiments that are stored of each kind, and what each will tell."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from dash import html

from dashboard.data.experiments import experiment_rows
from dashboard.parts import Content, command, notice, table_card
from dashboard.sheet import Column, Sheet
from dashboard.view import View

COLUMNS = (
    Column("experiment_id", "experiment"),
    Column("name", "name"),
    Column("kind", "kind"),
    Column("created_at", "when"),
    Column("subject", "of"),
    Column("measure", "measure"),
    Column("value", "value", 3),
    Column("low", "low", 3),
    Column("high", "high", 3),
    Column("unit", "unit"),
)


@dataclass(frozen=True)
class Topic:
    """A page of experiments."""

    title: str
    sheet: str
    kinds: tuple[str, ...]
    """As they are stored."""
    asks: str
    """The question that they answer."""
    run: str | None = None
    """The command that makes them; None as long as there is none."""


TOPICS = (
    Topic("Probes", "probes", ("probe",), "What can be read from a network's memory that it was never told?"),
    Topic(
        "Memory",
        "memory",
        ("memory wipe", "intervention"),
        "What is lost when a network's memory is wiped in mid-match?",
    ),
    Topic(
        "Critic",
        "critic",
        ("win probability", "critic"),
        "How well does a network judge who is winning, and when does it know?",
    ),
)


def layout_of(topic: Topic) -> Callable[[View], Content]:
    """What draws a topic's page."""

    def layout(view: View) -> Content:
        sheet = sheet_of(topic)(view)
        asks = html.P(topic.asks, className="note")
        if not sheet.rows:
            how: Content = "This version of palaestra has no command that makes one."
            if topic.run:
                how = ["Make one with ", command(topic.run), "; the next night publishes it."]
            kinds = " or ".join(f"“{kind}”" for kind in topic.kinds)
            none = notice("No experiment is stored yet", f"Experiments of the kind {kinds} stand here.", how)
            return [html.H1(topic.title), asks, none]
        note = "The newest first. Low and high are the interval that the experiment states."
        return [html.H1(topic.title), asks, table_card(view, sheet, note=note)]

    return layout


def sheet_of(topic: Topic) -> Callable[[View], Sheet]:
    """What reads a topic's numbers."""

    def sheet(view: View) -> Sheet:
        rows = experiment_rows(view.reading.database, topic.kinds)
        made = [{**row, "created_at": f"{row['created_at']:%Y-%m-%d %H:%M}"} for row in rows]
        return Sheet(topic.sheet, "Experiments", COLUMNS, made)

    return sheet
