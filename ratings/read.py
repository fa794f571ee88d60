"""Tables of results from CSV, Parquet and PGN files, with their columns recognised or named.

Every fault of a file is one line that names the file, the row (counted from 1, without the header) and the
column. Polars reads and converts whole columns; no row is looped over.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from ratings.columns import Columns, recognise
from ratings.errors import BadResults, UnreadableFile
from ratings.outcomes import (
    EXPECTED_OUTCOME,
    EXPECTED_WINNER,
    score_of_outcome,
    score_of_scores,
    score_of_winner,
)
from ratings.pgn import read_pgn
from ratings.results import CONTROL, MOST_WEIGHT, Results

CSV_SUFFIXES = (".csv", ".tsv")
PARQUET_SUFFIXES = (".parquet", ".pq")
PGN_SUFFIXES = (".pgn",)
KINDS = {
    **dict.fromkeys(CSV_SUFFIXES, "csv"),
    **dict.fromkeys(PARQUET_SUFFIXES, "parquet"),
    **dict.fromkeys(PGN_SUFFIXES, "pgn"),
}
TRUE_WORDS = ("true", "1", "yes", "y", "t")
FALSE_WORDS = ("false", "0", "no", "n", "f")
ISO_TIME = r"^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?)?$"
ROW = "\0row"  # no file has a column of this name


def read_results(
    source: Path | bytes, asked: Columns | None = None, *, ordered: bool = False
) -> tuple[Results, Columns]:
    """Read a table of results.

    Args:
        source: a path that ends in .csv, .tsv, .parquet, .pq or .pgn, or the bytes of a CSV.
        asked: columns that are named rather than recognised.
        ordered: also read when each match was played (models that take matches in order want it); a time
            column that was asked for by name is always read.

    Returns:
        The results, and the columns they were read from.

    Raises:
        UnreadableFile: no such file, a directory, an unknown ending, not UTF-8, not Parquet, ragged, empty.
        UnknownColumns: see ``recognise``.
        BadResults: a row that is not a match.
    """
    asked = asked or Columns()
    kind = _kind(source)
    if kind == "pgn":
        frame = read_pgn(Path(str(source)))
        columns = recognise(frame.columns, asked)
        frame = _stripped(frame).with_row_index(ROW, offset=1)
    else:
        header, separator = _header(source, kind)
        columns = recognise(header, asked)
        frame = _load(source, kind, separator, columns.used())
    if frame.is_empty():
        raise UnreadableFile(
            f"expected matches in {_name(source)}, got a header and no rows; give a table with results"
        )
    frame = _with_names(frame, columns)
    return _results(frame, columns, ordered or asked.time is not None), columns


def _name(source: Path | bytes) -> str:
    if isinstance(source, bytes):
        return "standard input"
    return str(source) if str(source).isprintable() else repr(str(source))


def _kind(source: Path | bytes) -> str:
    if isinstance(source, bytes):
        return "csv"
    suffix = source.suffix.lower()
    if source.is_dir():
        raise UnreadableFile(f"expected a file, got the directory {_name(source)}; name one file")
    if suffix not in KINDS:
        known = ", ".join(KINDS)
        raise UnreadableFile(
            f"expected a file that ends in {known}, got {_name(source)}; rename or convert it"
        )
    if not source.exists():
        raise UnreadableFile(f"expected a file, {_name(source)} does not exist; check the path")
    return KINDS[suffix]


def _header(source: Path | bytes, kind: str) -> tuple[list[str], str]:
    """Names of the columns, and the separator of a CSV (the likeliest of comma, semicolon and tab)."""
    try:
        if kind == "parquet":
            return list(pl.read_parquet_schema(source)), ""
        line = _first_line(source)
        separator = max(",;\t", key=line.count)
        header = pl.read_csv(source, separator=separator, n_rows=0, infer_schema=False).columns
        # Polars renames the second of two columns with one name; the first row as data keeps both.
        raw = pl.read_csv(source, separator=separator, n_rows=1, infer_schema=False, has_header=False).row(0)
        return ([name or "" for name in raw] if len(raw) == len(header) else header), separator
    except (pl.exceptions.PolarsError, OSError, UnicodeDecodeError) as error:
        raise _unreadable(source, kind, error) from None


def _first_line(source: Path | bytes) -> str:
    if isinstance(source, bytes):
        return source.split(b"\n", 1)[0].decode()
    with source.open("rb") as file:
        return file.readline().decode()


def _load(source: Path | bytes, kind: str, separator: str, used: Sequence[str]) -> pl.DataFrame:
    try:
        if kind == "parquet":
            frame = pl.read_parquet(source, columns=list(used)).with_row_index(ROW, offset=1)
            return _stripped(_plain(frame, used))
        frame = pl.read_csv(source, separator=separator, columns=list(used), infer_schema=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise _unreadable(source, kind, error) from None
    frame = _stripped(frame).with_row_index(ROW, offset=1)
    return frame.filter(~pl.all_horizontal(pl.exclude(ROW).is_null()))  # blank lines


def _stripped(frame: pl.DataFrame) -> pl.DataFrame:
    """Text without the space around it, and none where nothing is left."""
    return frame.with_columns(pl.col(pl.String).str.strip_chars().replace("", None))


def _plain(frame: pl.DataFrame, used: Sequence[str]) -> pl.DataFrame:
    """Parquet's categories and bytes as text; a column whose cells are not single values is refused."""
    for column in used:
        dtype = frame[column].dtype
        if dtype.is_nested() or dtype == pl.Object:
            raise BadResults(
                f"expected one value a row in column {column!r}, got the type {dtype}; convert the column to "
                "text or numbers"
            )
        if dtype == pl.Binary:
            frame = frame.with_columns(_decoded(frame, column))
        elif dtype in (pl.Categorical, pl.Enum):
            frame = frame.with_columns(pl.col(column).cast(pl.String))
    return frame


def _decoded(frame: pl.DataFrame, column: str) -> pl.Series:
    try:
        return frame[column].cast(pl.String)
    except pl.exceptions.PolarsError:
        bad = next(k for k, value in enumerate(frame[column]) if value is not None and not _is_utf8(value))
        raise BadResults(
            f"row {frame[ROW][bad]}: expected UTF-8 text in column {column!r}, got other bytes; convert the column "
            "to text"
        ) from None


def _is_utf8(value: bytes) -> bool:
    try:
        value.decode()
    except UnicodeDecodeError:
        return False
    return True


def _unreadable(source: Path | bytes, kind: str, error: Exception) -> UnreadableFile:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    if isinstance(error, pl.exceptions.NoDataError):
        return UnreadableFile(
            f"expected a table in {_name(source)}, got an empty file; give a table with results"
        )
    if isinstance(error, UnicodeDecodeError) or "utf-8" in reason.lower():
        return UnreadableFile(f"expected UTF-8 text in {_name(source)}, got other bytes; save it as UTF-8")
    wanted = "Parquet" if kind == "parquet" else "a CSV with the same number of fields in every row"
    return UnreadableFile(f"expected {wanted} in {_name(source)}: {reason}")


def _with_names(frame: pl.DataFrame, columns: Columns) -> pl.DataFrame:
    """The players as text of one line, with nobody missing and nobody meeting itself."""
    _refuse_missing(frame, columns.used())
    a, b = columns.a or "", columns.b or ""
    frame = frame.with_columns(pl.col(a, b).cast(pl.String))
    for column in (a, b):
        bad = frame.filter(pl.col(column).str.contains(CONTROL)).head(1)
        if len(bad):
            raise BadResults(
                f"row {bad[ROW][0]}: expected a name of one line without control characters in column {column!r}, "
                f"got {bad[column][0]!r}; rename the player"
            )
    bad = frame.filter(pl.col(a) == pl.col(b)).head(1)
    if len(bad):
        raise BadResults(
            f"row {bad[ROW][0]}: {bad[a][0]!r} plays against itself; correct or leave out the row"
        )
    return frame


def _refuse_missing(frame: pl.DataFrame, used: Sequence[str]) -> None:
    for column in used:
        if frame[column].null_count():
            row = frame.filter(pl.col(column).is_null())[ROW][0]
            raise BadResults(
                f"row {row}: expected a value in column {column!r}, got none; fill or leave out the row"
            )


def _results(frame: pl.DataFrame, columns: Columns, ordered: bool) -> Results:
    names, first, second = _codes(frame, columns)
    return Results(
        names=names,
        first=first,
        second=second,
        score=_score(frame, columns).to_numpy(),
        side=_side(frame, columns),
        weight=_weight(frame, columns),
        block=None if columns.block is None else _ranks(frame[columns.block]),
        order=_ranks(_time(frame, columns.time)) if columns.time is not None and ordered else None,
    )


def _codes(frame: pl.DataFrame, columns: Columns) -> tuple[tuple[str, ...], np.ndarray, np.ndarray]:
    a, b = frame[columns.a or ""], frame[columns.b or ""]
    names = pl.concat([a.unique(), b.unique().alias(a.name)]).unique().sort()
    kind = pl.Enum(names)
    first, second = (side.cast(kind).to_physical().cast(pl.Int64).to_numpy() for side in (a, b))
    return tuple(names), first, second


def _score(frame: pl.DataFrame, columns: Columns) -> pl.Series:
    if columns.score_a is not None and columns.score_b is not None:
        numbers = frame.select(ROW, *(_numbers(frame, name) for name in (columns.score_a, columns.score_b)))
        return numbers.select(score_of_scores(pl.col(columns.score_a), pl.col(columns.score_b))).to_series()
    name = columns.winner or columns.outcome or ""
    if columns.outcome is not None and frame[name].dtype.is_numeric():
        number = frame[name].cast(pl.Float64)
        if number.is_in([0.0, 0.5, 1.0]).all():
            return number
    text = pl.col(name).cast(pl.String)
    if columns.winner is not None:
        expression, expected = score_of_winner(columns, text), EXPECTED_WINNER
    else:
        letters = frame.select(text.str.to_lowercase().unique()).to_series().to_list()
        expression, expected = score_of_outcome(text, frozenset(letters)), EXPECTED_OUTCOME
    score = frame.select(expression.alias("score")).to_series()
    if score.null_count():
        row = score.is_null().arg_max() or 0
        value = frame[name][row]
        raise BadResults(
            f"row {frame[ROW][row]}: expected {expected} in column {name!r}, got {str(value)!r}; "
            "correct or leave out the row"
        )
    return score


def _numbers(frame: pl.DataFrame, name: str) -> pl.Series:
    """A column as finite float64."""
    if frame[name].dtype.is_temporal():
        raise BadResults(
            f"expected numbers in column {name!r}, got the type {frame[name].dtype}; convert the column or name another"
        )
    values = frame[name].cast(pl.Float64, strict=False)
    good = values.is_finite().fill_null(False)
    if not good.all():
        row = good.arg_min() or 0
        raise BadResults(
            f"row {frame[ROW][row]}: expected a number in column {name!r}, got {str(frame[name][row])!r}; "
            "correct or leave out the row"
        )
    return values


def _side(frame: pl.DataFrame, columns: Columns) -> np.ndarray:
    if not columns.sided:
        return np.zeros(len(frame), bool)
    if columns.neutral is None:
        return np.ones(len(frame), bool)
    word = frame[columns.neutral].cast(pl.String).str.to_lowercase()
    neutral, sided = word.is_in(TRUE_WORDS), word.is_in(FALSE_WORDS)
    unknown = ~(neutral | sided)
    if unknown.any():
        row = unknown.arg_max() or 0
        raise BadResults(
            f"row {frame[ROW][row]}: expected true or false in column {columns.neutral!r}, "
            f"got {str(frame[columns.neutral][row])!r}; correct or leave out the row"
        )
    return sided.to_numpy()


def _weight(frame: pl.DataFrame, columns: Columns) -> np.ndarray:
    if columns.weight is None:
        return np.ones(len(frame))
    weight = _numbers(frame, columns.weight)
    bad = (weight <= 0.0) | (weight > MOST_WEIGHT)
    if bad.any():
        row = bad.arg_max() or 0
        raise BadResults(
            f"row {frame[ROW][row]}: expected a weight above 0 and at most {MOST_WEIGHT:g} in column "
            f"{columns.weight!r}, got {weight[row]:g}; correct or leave out the row"
        )
    return weight.to_numpy()


def _time(frame: pl.DataFrame, name: str) -> pl.Series:
    """A column that sorts in time: numbers, dates, or ISO text (which sorts as it is)."""
    values = frame[name]
    if values.dtype != pl.String:
        return values
    numbers = values.cast(pl.Float64, strict=False)
    if not numbers.null_count():
        return numbers
    iso = values.str.contains(ISO_TIME)
    if not iso.all():
        row = iso.arg_min() or 0
        raise BadResults(
            f"row {frame[ROW][row]}: expected a number or an ISO time such as 2026-11-29 in column {name!r}, "
            f"got {values[row]!r}; convert the column"
        )
    return values


def _ranks(values: pl.Series) -> np.ndarray:
    return values.rank("dense").cast(pl.Int64).to_numpy() - 1
