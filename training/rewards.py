"""Rewards of the ten heroes of each match, decision by decision, from a table of weights.

What a decision pays is what changed between two moments of a batch: the ledger, and the state it lacks. Each hero's
sum is shared in the team (team spirit), the other team's mean is taken off (zero sum), and all but the win counts less
as the match goes on (Five, appendix G). Nothing is clamped. See docs/decisions/0065.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.batch import Batch
from arena.games.moba.layout import BY_LIMIT, BY_SAFETY, RUNNING, STRUCTURES
from arena.games.moba.rules import TICKS_PER_SECOND
from training import reward_loops as loops
from training.errors import BadRewardSettings
from training.reward_table import RewardTable

CAPPED = ("draw", "structures", "net_worth")


@dataclass(frozen=True, slots=True, kw_only=True)
class RewardSettings:
    """How parts become rewards.

    Attributes:
        zero_sum: subtract the other team's mean from each hero's reward.
        decay: factor for each `decay_s` seconds of the match's time, on all rows but the win; 1 for none.
        decay_s: see `decay`.
        capped: who wins a match that was cut: `draw`, nobody; `structures`, who has more standing; `net_worth`, who
            has more gold and items. Even, nobody has won.

    Raises:
        BadRewardSettings: a value out of range.
    """

    zero_sum: bool = True
    decay: float = 0.6
    decay_s: float = 600.0
    capped: str = "draw"

    def __post_init__(self) -> None:
        if not 0.0 < self.decay <= 1.0:
            raise BadRewardSettings(f"expected a decay above 0, at most 1; got {self.decay}")
        if not (self.decay_s > 0.0 and math.isfinite(self.decay_s)):
            raise BadRewardSettings(f"expected decay_s of more than 0 seconds; got {self.decay_s}")
        if self.capped not in CAPPED:
            raise BadRewardSettings(f"expected capped to be one of {', '.join(CAPPED)}; got {self.capped!r}")

    @property
    def decay_per_tick(self) -> float:
        """The factor of one tick."""
        return float(self.decay ** (1.0 / (self.decay_s * TICKS_PER_SECOND)))


def empty_moment(n: int) -> loops.Moment:
    """Room for a moment of `n` matches."""
    return loops.Moment(
        np.zeros((n, 10, loops.HERO_COLUMNS)),
        np.zeros((n, 2, STRUCTURES)),
        np.zeros((n, 2, loops.SIDE_COLUMNS)),
        np.zeros((n, 10), np.bool_),
        np.zeros(n, np.int64),
        np.full(n, RUNNING, np.int64),
    )


def read_moment(batch: Batch, moment: loops.Moment | None = None) -> loops.Moment:
    """What rewards read of a batch as it stands, in `moment` where one is given."""
    moment = empty_moment(batch.n) if moment is None else moment
    loops.read(batch.matches, batch.rules_row, moment)
    return moment


def winners(batch: Batch, capped: str) -> NDArray[np.int64]:
    """(n,): +1 west, -1 east, 0 nobody; matches that were cut as the setting `capped` settles them."""
    won = np.array(batch.matches["winner"])
    cut = is_cut(batch)
    if capped != "draw" and cut.any():
        sides = batch.results()[capped]
        won[cut] = np.sign(sides[cut, 0] - sides[cut, 1])
    return won


def is_cut(batch: Batch) -> NDArray[np.bool_]:
    """(n,): matches that ended by a limit or by the safety stop."""
    ending = batch.matches["ending"]
    return np.asarray((ending == BY_LIMIT) | (ending == BY_SAFETY))


def endings(batch: Batch, settings: RewardSettings) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """(n,) twice: matches that ended, and those that were truncated, as advantages tell them apart.

    A match that was cut and is settled has ended: its reward has been paid. One left undecided is truncated, and the
    value of the state after stands for what would have come.
    """
    over = ~batch.running
    truncated = is_cut(batch) & (settings.capped == "draw")
    return over & ~truncated, truncated


class Scorer:
    """Pays a batch of `n` matches, decision by decision; all arrays are its own, and overwritten by the next decision.

    `rewards` (n, 10) float64; `raw` and `parts` (n, 10, rows) float64: what each row of the table pays each hero before
    and after spirit, zero sum and decay; the rewards are the sums of `parts`. `played` (n, 10) bool: seats of a hero in
    a match that was running before the decision; all others get 0.
    """

    def __init__(self, table: RewardTable, n: int, settings: RewardSettings | None = None) -> None:
        self.table = table
        self.settings = settings or RewardSettings()
        self._rows = table.packed()
        self._before, self._after = empty_moment(n), empty_moment(n)
        self.played = np.zeros((n, 10), np.bool_)
        self.rewards = np.zeros((n, 10))
        self.raw = np.zeros((n, 10, len(table.rows)))
        self.parts = np.zeros((n, 10, len(table.rows)))

    def begin(self, batch: Batch) -> None:
        """Note the batch as it stands: at the start, and whenever matches were begun anew or put in its places."""
        read_moment(batch, self._before)

    def pay(self, batch: Batch, *, team_spirit: float = 0.0) -> NDArray[np.float64]:
        """Rewards (n, 10) of what has happened since `begin` or the last `pay`.

        `team_spirit` (τ, Five appendix G) is the share of each hero's reward that is its team's mean.

        Raises:
            BadRewardSettings: a team spirit that is not from 0 to 1.
        """
        if not 0.0 <= team_spirit <= 1.0:
            raise BadRewardSettings(f"expected a team spirit from 0 to 1; got {team_spirit}")
        read_moment(batch, self._after)
        mixing = loops.Mixing(float(team_spirit), self.settings.zero_sum, self.settings.decay_per_tick)
        won = winners(batch, self.settings.capped)
        loops.pay(self._before, self._after, won, self._rows, mixing, self.raw, self.parts, self.rewards)
        self.played[:] = self._after.seated & (self._before.ending == RUNNING)[:, None]
        self._before, self._after = self._after, self._before
        return self.rewards
