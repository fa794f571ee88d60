"""Columns and tables of the results store as values: what each holds, and the SQL that makes it."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Column:
    """One column: its DuckDB type, what it means, and what it may hold."""

    name: str
    type: str
    text: str
    null: bool = False
    check: str | None = None

    def ddl(self) -> str:
        """The column's part of a CREATE TABLE statement."""
        parts = [f'"{self.name}"', self.type]
        if not self.null:
            parts.append("NOT NULL")
        if self.check:
            parts.append(f"CHECK ({self.check})")
        return " ".join(parts)


@dataclass(frozen=True)
class Table:
    """One table: what a row is, its key, its columns."""

    name: str
    text: str
    key: tuple[str, ...]
    columns: tuple[Column, ...] = field(repr=False)

    def ddl(self) -> str:
        """The CREATE TABLE statement."""
        columns = ", ".join(column.ddl() for column in self.columns)
        key = ", ".join(f'"{name}"' for name in self.key)
        return f"CREATE TABLE {self.name} ({columns}, PRIMARY KEY ({key}))"


def count(name: str, text: str) -> Column:
    """A number of things."""
    return Column(name, "BIGINT", text, check=f'"{name}" >= 0')


def result(name: str, type_: str, text: str, check: str) -> Column:
    """A column of a match that a played one has and a void one has not."""
    return Column(name, type_, text, null=True, check=f"({check}) AND ({name} IS NULL) = (status = 'void')")


def one_of(name: str, values: tuple[str, ...], text: str) -> Column:
    """A word, one of a few; `text` says of what."""
    quoted = ", ".join(f"'{value}'" for value in values)
    return Column(
        name,
        "VARCHAR",
        f"{text}: {', '.join(f'`{value}`' for value in values)}",
        check=f'"{name}" IN ({quoted})',
    )
