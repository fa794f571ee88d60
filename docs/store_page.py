"""The page of the results store, from its tables."""

from __future__ import annotations

from arena.columns import Table
from arena.schema import SCHEMA_VERSION, TABLES

HEAD = f"""# The results store

Generated from `arena/schema.py` by `python -m docs.generate`; do not edit by hand.

Schema version {SCHEMA_VERSION}. Every table has the key named in its first line; columns may not be null unless they \
say so. [The first night](first-night.md#ask-the-database) has queries to begin with.
"""


def store_page() -> str:
    """The tables as a Markdown page."""
    return HEAD + "".join(_section(table) for table in TABLES)


def _section(table: Table) -> str:
    key = ", ".join(f"`{name}`" for name in table.key)
    rows = "".join(
        f"| `{column.name}` | {column.type} | {column.text}{' (may be null)' if column.null else ''} |\n"
        for column in table.columns
    )
    return (
        f"\n## {table.name}\n\n{table.text} Key: {key}.\n\n| column | type | holds |\n|---|---|---|\n{rows}"
    )
