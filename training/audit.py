"""The reward audit: what share of the return came from what.

Each hero's return (the sum of its rewards over a match, without discount) is kept by row of the table, as the row paid
it (`raw`) and as it was paid out, after team spirit, zero sum and decay (`paid`). A row's share is of the absolute
returns: |what the row gave a hero in a match|, summed over heroes and matches, against the same of all rows. Health
that went down and up again within a match so counts for nothing, and rows that cancel do not hide each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from training.errors import BadState
from training.reward_table import RewardTable
from training.rewards import Scorer


@dataclass(frozen=True, slots=True)
class Origin:
    """What one row of the table gave, by return: a hero's in a match, or in the part of one that a report saw.

    Attributes:
        event: of the row.
        raw: the mean over returns, before team spirit, zero sum and decay.
        raw_share: its share of all rows' absolute returns, 0 to 1.
        paid: the mean over returns as they were paid out; near 0 with a zero sum where both sides are counted.
        paid_share: its share of the absolute returns as they were paid out.
        gained: mean of what it gave where it gave, as paid out.
        lost: mean of what it took where it took, as paid out, at most 0; `gained` and `lost` add up to `paid`.
    """

    event: str
    raw: float
    raw_share: float
    paid: float
    paid_share: float
    gained: float
    lost: float


@dataclass(frozen=True, slots=True)
class AuditReport:
    """Where returns came from since the last report.

    Attributes:
        table: name of the reward table.
        returns: how many returns were counted, matches under way among them.
        mean: the mean return as paid out: the sum of `paid` over the rows.
        rows: a line for each row, in the table's order.
    """

    table: str
    returns: int
    mean: float
    rows: tuple[Origin, ...]


class Audit:
    """Adds up what each row pays, return by return, for matches whose rewards a Scorer pays."""

    def __init__(self, table: RewardTable, n: int) -> None:
        shape = (2, n, 10, len(table.rows))
        self.table = table
        self._open = np.zeros(shape)
        """Returns of the matches under way, raw and paid."""
        self._seen = np.zeros((n, 10), np.bool_)
        """Those that have something in `_open`."""
        self._closed = np.zeros((4, len(table.rows)))
        """Sums over closed returns: raw, paid, and the absolute values of both."""
        self._returns = 0

    def add(
        self, scorer: Scorer, over: NDArray[np.bool_], *, counted: NDArray[np.bool_] | None = None
    ) -> None:
        """Count the decision that the scorer has just paid.

        `over` (n,) bool: matches that ended with it, or were truncated. `counted` (n, 10) bool: seats to count, such as
        the learner's; all that play where it is left out.
        """
        seats = scorer.played if counted is None else counted & scorer.played
        self._open[0] += np.where(seats[..., None], scorer.raw, 0.0)
        self._open[1] += np.where(seats[..., None], scorer.parts, 0.0)
        self._seen |= seats
        if over.any():
            self._close(over)

    def _close(self, over: NDArray[np.bool_]) -> None:
        done = self._open[:, over]
        self._closed[:2] += done.sum((1, 2))
        self._closed[2:] += np.abs(done).sum((1, 2))
        self._returns += int(self._seen[over].sum())
        self._open[:, over] = 0.0
        self._seen[over] = False

    def report(self) -> AuditReport:
        """Where returns came from, those under way as far as they have come; the next report begins here."""
        self._close(np.ones(len(self._seen), np.bool_))
        count = max(self._returns, 1)
        means = self._closed / count
        totals = self._closed[2:].sum(1, keepdims=True)
        shares = np.divide(self._closed[2:], totals, out=np.zeros_like(self._closed[2:]), where=totals > 0.0)
        rows = tuple(
            Origin(
                row.event,
                raw=float(means[0, k]),
                raw_share=float(shares[0, k]),
                paid=float(means[1, k]),
                paid_share=float(shares[1, k]),
                gained=float(means[3, k] + means[1, k]) / 2.0,
                lost=float(means[1, k] - means[3, k]) / 2.0,
            )
            for k, row in enumerate(self.table.rows)
        )
        report = AuditReport(self.table.name, self._returns, float(means[1].sum()), rows)
        self._closed[:] = 0.0
        self._returns = 0
        return report

    def state(self) -> dict[str, Any]:
        """All that a continued run needs to report the same: arrays and a number."""
        return {
            "open": self._open.copy(),
            "seen": self._seen.copy(),
            "closed": self._closed.copy(),
            "returns": self._returns,
        }

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave.

        Raises:
            BadState: it is of another table or another number of matches.
        """
        for name, array in (("open", self._open), ("seen", self._seen), ("closed", self._closed)):
            if np.shape(state[name]) != array.shape:
                raise BadState(
                    f"expected {name} of shape {array.shape} for the audit; got {np.shape(state[name])}: "
                    "continue with the table and the number of matches it was saved with"
                )
            array[:] = state[name]
        self._returns = int(state["returns"])
