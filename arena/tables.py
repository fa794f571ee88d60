"""Putting rows into tables, and the checks that they pass first. Works inside the store's transactions."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import duckdb
import polars as pl

from arena.columns import Table
from arena.errors import StoreError
from arena.rows import Columns
from arena.schema import MATCH_RESULT, MATCHES_PER_BLOCK


class _ArrowOnly:
    """Offers a frame to DuckDB by the Arrow C interface alone; given the frame, it would ask for pyarrow."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self._frame.__arrow_c_stream__(requested_schema)


def insert(connection: duckdb.DuckDBPyConnection, table: Table, columns: Columns) -> None:
    """Insert rows that fit their table exactly; no rows insert nothing.

    Raises:
        StoreError: a column is unknown, missing, of another length than the others, or not finite.
    """
    if not any(len(values) for values in columns.values()):
        return
    _check_columns(table, columns)
    filled = {name: values for name, values in columns.items() if any(value is not None for value in values)}
    names = ", ".join(f'"{name}"' for name in filled)
    frame = pl.DataFrame({name: pl.Series(name, values, strict=True) for name, values in filled.items()})
    connection.register("incoming_rows", _ArrowOnly(frame))
    try:
        connection.execute(f"INSERT INTO {table.name} ({names}) SELECT {names} FROM incoming_rows")
    except duckdb.ConversionException as error:
        raise StoreError(f"the store refused rows for {table.name}, nothing was written: {error}") from error
    connection.unregister("incoming_rows")


def check_batch(connection: duckdb.DuckDBPyConnection, run_id: int, batch: int) -> None:
    """Check that a batch's rows are complete and that totals agree with their parts.

    Raises:
        StoreError: they do not; the message names the rule and a match.
    """
    scope = "(SELECT block_id FROM blocks WHERE run_id = $run AND batch = $batch)"
    for rule, query in _RULES.items():
        broken = connection.execute(query.format(scope=scope), {"run": run_id, "batch": batch}).fetchone()
        if broken is not None:
            raise StoreError(
                f"batch {batch} of run {run_id} was refused, nothing was written: {rule} (see {broken[0]})"
            )


_RULES = {
    f"a block has {MATCHES_PER_BLOCK} matches between its two entrants on its seed": f"""
        SELECT b.block_id FROM blocks b LEFT JOIN matches m ON m.block_id = b.block_id AND m.seed = b.seed
          AND least(m.west, m.east) = b."first" AND greatest(m.west, m.east) = b."second"
        WHERE b.block_id IN {{scope}} GROUP BY b.block_id HAVING count(m.match_id) <> {MATCHES_PER_BLOCK}""",
    "a played match has a row for every hero of both lineups, a void one has none": """
        SELECT m.match_id FROM matches m LEFT JOIN match_heroes h USING (match_id) WHERE m.block_id IN {scope}
        GROUP BY m.match_id, m.status, m.west_lineup, m.east_lineup
        HAVING count(h.seat) <>
            CASE m.status WHEN 'played' THEN len(m.west_lineup) + len(m.east_lineup) ELSE 0 END""",
    "a match's faults are the sum of its counters": """
        SELECT m.match_id FROM matches m LEFT JOIN match_faults f USING (match_id) WHERE m.block_id IN {scope}
        GROUP BY m.match_id, m.faults HAVING coalesce(sum(f."count"), 0) <> coalesce(m.faults, 0)""",
    "a side's kills are the deaths of the other side's heroes": """
        SELECT m.match_id FROM matches m JOIN match_heroes h USING (match_id) WHERE m.block_id IN {scope}
        GROUP BY m.match_id, m.west_kills, m.east_kills
        HAVING m.west_kills <> coalesce(sum(h.deaths) FILTER (WHERE h.seat >= 5), 0)
            OR m.east_kills <> coalesce(sum(h.deaths) FILTER (WHERE h.seat < 5), 0)""",
    "a played match has its actions, a void one has none": """
        SELECT m.match_id FROM matches m LEFT JOIN action_streams a USING (match_id) WHERE m.block_id IN
        {scope}
        AND (a.match_id IS NULL) = (m.status = 'played')""",
}


def void_matches(
    connection: duckdb.DuckDBPyConnection, run_id: int, batch: int, failures: Mapping[str, str]
) -> None:
    """Set entrants that failed in a batch aside, and void the run's stored matches of all who are set aside.

    A match is void if it lies in the batch in which one of its entrants first failed, or in a later one.
    """
    for name, reason in failures.items():
        connection.execute(
            "UPDATE entrants SET status = 'set aside', reason = ?, batch = ? "
            "WHERE run_id = ? AND name = ? AND (batch IS NULL OR batch > ?)",
            [reason, batch, run_id, name, batch],
        )
    void: list[tuple[Any, ...]] = connection.execute(
        """SELECT m.match_id, 'set aside: ' || string_agg(e.name || ' ' || e.reason, '; ' ORDER BY e.name)
           FROM matches m JOIN blocks b USING (block_id)
           JOIN entrants e ON e.run_id = m.run_id AND e.name IN (m.west, m.east) AND e.batch <= b.batch
           WHERE m.run_id = ? GROUP BY m.match_id""",
        [run_id],
    ).fetchall()
    blank = ", ".join(f"{column.name} = NULL" for column in MATCH_RESULT)
    for match_id, reason in void:
        connection.execute(
            f"UPDATE matches SET status = 'void', reason = ?, {blank} "
            "WHERE match_id = ? AND reason IS DISTINCT FROM ?",
            [reason, match_id, reason],
        )
        for table in ("match_heroes", "match_faults", "action_streams"):
            connection.execute(f"DELETE FROM {table} WHERE match_id = ?", [match_id])


def forgettable(
    connection: duckdb.DuckDBPyConnection, before: datetime | None, keep: Sequence[int]
) -> list[int]:
    """The matches of runs that ended before a time, whose actions are there and share no file with those in `keep`."""
    if before is None:
        return []
    found: list[tuple[int]] = connection.execute(
        """SELECT a.match_id FROM action_streams a JOIN matches m USING (match_id) JOIN runs r USING (run_id)
           WHERE r.ended_at < $1 AND a.file IS NOT NULL
             AND a.file NOT IN (SELECT file FROM action_streams WHERE file IS NOT NULL AND list_contains($2, match_id))
           ORDER BY a.match_id""",
        [before, list(keep)],
    ).fetchall()
    return [match for (match,) in found]


def forget(connection: duckdb.DuckDBPyConnection, matches: Sequence[int]) -> None:
    """Forget which file the actions of matches are in."""
    connection.execute(
        "UPDATE action_streams SET file = NULL WHERE list_contains(?, match_id)", [list(matches)]
    )


def _check_columns(table: Table, columns: Columns) -> None:
    known = {column.name: column for column in table.columns}
    unknown = sorted(columns.keys() - known.keys())
    missing = sorted(name for name, column in known.items() if not column.null and name not in columns)
    if unknown or missing:
        raise StoreError(
            f"rows for {table.name} do not fit its columns: "
            f"unknown {unknown or 'none'}, missing {missing or 'none'}"
        )
    lengths = {len(values) for values in columns.values()}
    if len(lengths) > 1:
        raise StoreError(f"rows for {table.name} have columns of different lengths {sorted(lengths)}")
    for name, values in columns.items():
        if any(isinstance(value, float) and not math.isfinite(value) for value in values):
            raise StoreError(f"rows for {table.name} hold a number that is not finite in column '{name}'")
