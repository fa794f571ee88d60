"""A table that stands beside a figure, and its form as CSV: one record for both, so that they cannot differ."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.report import MISSING


@dataclass(frozen=True)
class Column:
    """A column of a sheet."""

    key: str
    label: str
    digits: int | None = None
    """Digits after the point; None for text and whole numbers."""
    sign: bool = False
    """Whether a plus is written too."""
    percent: bool = False
    """Whether the value is a share, written in per cent."""

    @property
    def numeric(self) -> bool:
        """Whether it is set to the right."""
        return self.digits is not None

    def text(self, value: object) -> str:
        """A value as the page shows it."""
        if value is None:
            return MISSING
        if self.digits is None or not isinstance(value, (int, float)):
            return str(value)
        number = 100 * value if self.percent else value
        rounded = round(number, self.digits) + 0.0  # + 0.0: no "-0"
        return (
            f"{rounded:{'+' if self.sign and rounded else ''},.{self.digits}f}{' %' if self.percent else ''}"
        )


RESULT_COLUMNS = (
    Column("matches", "matches", 0),
    Column("wins", "won", 0),
    Column("draws", "drawn", 0),
    Column("losses", "lost", 0),
    Column("share", "share", 0, percent=True),
    Column("low", "low", 0, percent=True),
    Column("high", "high", 0, percent=True),
    Column("minutes", "minutes", 1),
)
"""Of rows that sum up matches: counts, the share won with its interval, and how long they took."""


@dataclass(frozen=True)
class Sheet:
    """A table with a name: rows by key, which the columns order and word."""

    name: str
    """Its name in the address of its CSV."""
    title: str
    columns: Sequence[Column]
    rows: Sequence[Mapping[str, Any]]

    def csv(self) -> str:
        """All rows as CSV, numbers unrounded, headed by the columns' keys."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.key for column in self.columns])
        writer.writerows(
            ["" if row[column.key] is None else row[column.key] for column in self.columns]
            for row in self.rows
        )
        return out.getvalue()
