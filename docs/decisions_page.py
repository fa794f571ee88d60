"""The index of the decision records, written from their headings."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "decisions"

HEAD = """# Decisions

Generated from the records' headings by `python -m docs.generate`; do not edit by hand.

A record is written when a decision is made: what it answers (context), what was chosen, what it costs. A decision
that is taken back gets a new record, and a line in the old one.
"""


def records() -> list[Path]:
    """The records, by number."""
    return sorted(FOLDER.glob("[0-9][0-9][0-9][0-9]-*.md"))


def decisions_page() -> str:
    """The page, in Markdown: a line for every record."""
    lines = [f"- [{_heading(record)}]({record.name})" for record in records()]
    return "\n".join([HEAD, *lines]) + "\n"


def _heading(record: Path) -> str:
    return record.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
