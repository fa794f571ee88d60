"""What files of an older schema lack: added in one transaction when such a file is next opened for writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import duckdb

from arena import schema

STEPS: Mapping[int, Sequence[str]] = {
    2: (
        schema.NIGHTS.ddl(),
        "ALTER TABLE action_streams ALTER file DROP NOT NULL",
    ),
}
"""By version, what makes the next one of it. Tables and columns are added; nothing that is there changes."""


def can_upgrade(version: int | None) -> bool:
    """Whether a file of this version gains what is new, rather than being refused."""
    return version in STEPS


def upgrade(connection: duckdb.DuckDBPyConnection, version: int) -> None:
    """Bring a file to the present version, within the caller's transaction."""
    for step in range(version, schema.SCHEMA_VERSION):
        for statement in STEPS[step]:
            connection.execute(statement)
    connection.execute("UPDATE meta SET value = ? WHERE key = 'schema_version'", [str(schema.SCHEMA_VERSION)])
