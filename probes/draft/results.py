"""Tables of drafted matches: who was drafted, and who won. One row is one match.

Columns: `variant`, `player`, `rules_hash` (text, what the match was played with), `seed` (i64), `west` and `east`
(lists of heroes' names by seat), `winner` (i8: +1 west, -1 east, 0 nobody), `ticks` (i32, 1/30 s), `faults` (i32).
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from arena.files import write_atomically
from probes.draft.errors import BadResults
from probes.draft.playing import Row

_TYPES: dict[str, Any] = {
    "variant": pl.String,
    "player": pl.String,
    "rules_hash": pl.String,
    "seed": pl.Int64,
    "west": pl.List(pl.String),
    "east": pl.List(pl.String),
    "winner": pl.Int8,
    "ticks": pl.Int32,
    "faults": pl.Int32,
}
SCHEMA = pl.Schema(_TYPES)
PLAYED_WITH = ("variant", "player", "rules_hash")


def make_results(variant: str, player: str, rules_hash: str, rows: Sequence[Row]) -> pl.DataFrame:
    """A table of matches that were played with one player under one version of the rules."""
    return pl.DataFrame([(variant, player, rules_hash, *row) for row in rows], schema=SCHEMA, orient="row")


def write_results(path: Path, results: pl.DataFrame) -> None:
    """Write a table, by seed, as Parquet: all of it or, if that fails or is killed, nothing."""
    out = io.BytesIO()
    results.sort("seed").write_parquet(out, compression="zstd", compression_level=19, statistics=False)
    write_atomically(path, out.getvalue())


def read_results(path: Path) -> pl.DataFrame:
    """A table as `write_results` wrote it.

    Raises:
        BadResults: it is not there, is no such table, or holds what no match can have.
    """
    try:
        results = pl.read_parquet(path)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise BadResults(
            f"expected a Parquet file of drafted matches, cannot read {path}: {_one_line(error)}"
        ) from error
    if results.schema != SCHEMA:
        raise BadResults(
            f"expected a table of drafted matches with the columns {', '.join(SCHEMA)}, "
            f"got {', '.join(results.columns)[:200] or 'none'} in {path}: make one with palaestra draft collect"
        )
    return results


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200]


def played_with(results: pl.DataFrame) -> dict[str, str]:
    """The variant, player and rules of a table, each one text, several joined by a comma."""
    return {name: ", ".join(sorted(results[name].unique().to_list())) for name in PLAYED_WITH}
