"""The table of results: the one record every rating model reads, wherever the matches were played.

Names are mapped to integers here, once, at the border. Letters of axes: M matches, K entrants.
"""

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.arrays import BoolArray, FloatArray, IntArray
from ratings.errors import BadResults

SCORES = (0.0, 0.5, 1.0)
MOST_WEIGHT = 1e9  # matches a row may count for: their sums and squares then stay exact enough to fit
# What would break a line of a table or a message, or move a terminal's cursor.
CONTROL = r"[\x00-\x1f\x7f-\x9f\u2028\u2029]"
COLUMNS = ("first", "second", "score", "side", "weight", "block", "order")


@dataclass(frozen=True, slots=True, eq=False)
class Results:
    """Matches between pairs of entrants, one row each.

    Attributes:
        names: the K entrants' names, sorted; every other column speaks of them by index.
        first, second: [M] int64, who played whom. Whether ``first`` is the home team, white, or nothing at
            all is said by ``side``.
        score: [M] float64, the share of the win that ``first`` took: 1, 0.5 (a draw) or 0.
        side: [M] bool, ``first`` had the advantage of the side; False on neutral ground.
        weight: [M] float64, > 0 and at most 1e9; how many matches the row counts for.
        block: [M] int64 or None. Rows of one pairing with the same number were played as one block and are
            resampled together; None makes each match its own block.
        order: [M] int64 or None, the rank of the match in time (equal ranks: played in the order of the
            rows); None means that the rows are in order.

    Raises:
        BadResults: if the columns do not fit together or a row is not a match; the line names the row,
            counted from 1.
    """

    names: tuple[str, ...]
    first: IntArray
    second: IntArray
    score: FloatArray
    side: BoolArray
    weight: FloatArray
    block: IntArray | None = None
    order: IntArray | None = None

    def __post_init__(self) -> None:
        _check_lengths(self)
        _check_rows(self)
        for column in COLUMNS:
            values = getattr(self, column)
            if values is not None:
                view = values.view()
                view.setflags(write=False)
                object.__setattr__(self, column, view)

    def __len__(self) -> int:
        return len(self.first)

    @property
    def has_sides(self) -> bool:
        """True if in at least one match one entrant had the advantage of the side."""
        return bool(self.side.any())

    @classmethod
    def from_columns(
        cls,
        first: Sequence[str],
        second: Sequence[str],
        score: Sequence[float] | FloatArray,
        *,
        side: Sequence[bool] | BoolArray | None = None,
        weight: Sequence[float] | FloatArray | None = None,
        block: Sequence[Hashable] | IntArray | None = None,
        order: Sequence[Any] | NDArray[Any] | None = None,
    ) -> "Results":
        """Build the table from columns of names and scores.

        Left out, ``side`` means that no match had one, ``weight`` that every match counts once, ``block``
        that each match is its own block, ``order`` that the rows are in the order played. ``block`` takes
        any labels (a seed, a string), ``order`` anything that sorts (a number, an ISO date).

        Raises:
            BadResults: see the class.
        """
        _check_names(first, "first")
        _check_names(second, "second")
        names = tuple(sorted(set(first) | set(second)))
        index = {name: k for k, name in enumerate(names)}
        rows = len(first)
        return cls(
            names=names,
            first=_codes(first, index),
            second=_codes(second, index),
            score=_floats(score, "score"),
            side=np.zeros(rows, bool) if side is None else _flags(side),
            weight=np.ones(rows) if weight is None else _floats(weight, "weight"),
            block=None if block is None else _label_codes(block),
            order=None if order is None else _ranks(order),
        )


def _check_names(names: Sequence[str], column: str) -> None:
    for row, name in enumerate(names, start=1):
        if not isinstance(name, str) or not name:
            raise BadResults(
                f"row {row}: expected a name in column {column!r}, got {name!r}; name every player"
            )
        if re.search(CONTROL, name):
            raise BadResults(
                f"row {row}: expected a name of one line without control characters in column {column!r}, "
                f"got {name!r}; rename the player"
            )


def _codes(labels: Iterable[Hashable], index: dict[Any, int]) -> IntArray:
    return np.fromiter((index[label] for label in labels), dtype=np.int64)


def _label_codes(labels: Sequence[Hashable] | IntArray) -> IntArray:
    if isinstance(labels, np.ndarray):
        return np.unique(labels, return_inverse=True)[1].astype(np.int64)
    index = {label: k for k, label in enumerate(dict.fromkeys(labels))}
    return _codes(labels, index)


def _floats(values: Sequence[float] | FloatArray, column: str) -> FloatArray:
    try:
        return np.array(values, dtype=np.float64)
    except (TypeError, ValueError):
        row, value = next((r, v) for r, v in enumerate(values, start=1) if not _is_number(v))
        raise BadResults(f"row {row}: expected a number in column {column!r}, got {value!r}") from None


def _flags(values: Sequence[bool] | BoolArray) -> BoolArray:
    flags = np.asarray(values)
    if flags.dtype != np.bool_ and not np.isin(flags, (0, 1)).all():
        raise BadResults(
            "expected True or False in column 'side' (has the first player the side's advantage?)"
        )
    return flags.astype(np.bool_)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | np.number)


def _ranks(keys: Sequence[Any] | NDArray[Any]) -> IntArray:
    try:
        return np.unique(np.asarray(keys), return_inverse=True)[1].astype(np.int64)
    except TypeError:
        raise BadResults(
            "expected times that can be sorted in column 'order', got a mixture of kinds"
        ) from None


def _check_lengths(results: Results) -> None:
    rows = len(results.first)
    for column in COLUMNS:
        values = getattr(results, column)
        if values is not None and values.shape != (rows,):
            raise BadResults(
                f"expected {rows} rows in column {column!r} as in 'first', got {'×'.join(map(str, values.shape))}"
            )
    if rows == 0:
        raise BadResults("expected at least one match, got an empty table; give a table with results")


def _check_rows(results: Results) -> None:
    last = len(results.names) - 1
    for column in (results.first, results.second):
        if column.min() < 0 or column.max() > last:
            raise BadResults(
                f"expected indices of entrants between 0 and {last}, got {column.min()}..{column.max()}"
            )
    _refuse(
        results.first == results.second, lambda r: f"{results.names[results.first[r]]!r} plays against itself"
    )
    _refuse(
        ~np.isin(results.score, SCORES),
        lambda r: f"expected a score of 1, 0.5 or 0 for the first player, got {results.score[r]:g}",
    )
    _refuse(
        ~(np.isfinite(results.weight) & (results.weight > 0)),
        lambda r: f"expected a finite weight above 0, got {results.weight[r]:g}",
    )
    _refuse(
        results.weight > MOST_WEIGHT,
        lambda r: f"expected a weight of at most {MOST_WEIGHT:g}, got {results.weight[r]:g}",
    )


def _refuse(bad: BoolArray, message: Any) -> None:
    """Raise for the first row that is bad, if there is one."""
    if bad.any():
        row = int(bad.argmax())
        raise BadResults(f"row {row + 1}: {message(row)}; correct or leave out the row")
