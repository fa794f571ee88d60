"""Sequential tests on blocks: is A stronger than B by x points? It stops as soon as the answer is sure enough.

The generalised sequential probability ratio test (Van den Bergh 2020, *A practical introduction to the GSPRT*)
asks nothing of how a block's score is distributed: what is compared is the likelihood of the scores seen under the
nearest distributions whose means are those of the two hypotheses. So matches of one block may depend on each other,
and the balance of a block shortens the test.

Letters of axes: V values that a block's score can have, … any axes in front (tests side by side).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ratings.arrays import FloatArray
from ratings.errors import BadSettings

REGULAR = (
    0.05  # blocks added to every score: without, a test that saw one score alone has no likelihood to compare
)
BISECTIONS = 60
UNDECIDED, STRONGER, NOT_STRONGER = "undecided", "stronger", "not stronger"


@dataclass(frozen=True, slots=True, kw_only=True)
class SequentialTest:
    """A test of H1, A is ``elo1`` points above B, against H0, it is ``elo0`` above.

    Attributes:
        elo0, elo1: the hypotheses on the 400-point scale, elo0 < elo1.
        alpha: chance to accept H1 although H0 holds.
        beta: chance to accept H0 although H1 holds.
        block_matches: matches of a block; its score then has 2·block_matches + 1 values.
        most_blocks: after so many the test ends undecided.

    Raises:
        BadSettings: a number is out of its range.
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    block_matches: int = 4
    most_blocks: int = 2000

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadSettings(f"expected elo0 below elo1, got {self.elo0:g} and {self.elo1:g}; exchange them")
        for name in ("alpha", "beta"):
            value = getattr(self, name)
            if not 0.0 < value < 0.5:
                raise BadSettings(f"expected {name} between 0 and 0.5, got {value:g}; 0.05 is usual")
        if self.block_matches < 1 or self.most_blocks < 1:
            raise BadSettings(
                f"expected at least one match a block and one block, got {self.block_matches} and {self.most_blocks}"
            )

    @property
    def bounds(self) -> tuple[float, float]:
        """Log-likelihood ratios at which H0 and H1 are accepted (Wald 1945)."""
        return float(np.log(self.beta / (1.0 - self.alpha))), float(np.log((1.0 - self.beta) / self.alpha))

    @property
    def values(self) -> FloatArray:
        """Scores that a block can have, as shares of its matches: [V]."""
        return np.linspace(0.0, 1.0, 2 * self.block_matches + 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a test came to.

    Attributes:
        decision: "stronger" (H1), "not stronger" (H0), or "undecided".
        blocks: blocks of the prefix on which it stopped (all of them while undecided).
        log_ratio: log-likelihood ratio there.
        score: A's mean share of the win over those blocks; None without a block.
    """

    decision: str
    blocks: int
    log_ratio: float
    score: float | None


def expected_score(elo: float) -> float:
    """A's share of the win at a lead of so many points."""
    return float(1.0 / (1.0 + 10.0 ** (-elo / 400.0)))


def log_ratio(test: SequentialTest, counts: FloatArray) -> FloatArray:
    """Log-likelihood ratio of H1 to H0 after so many blocks of each score: […] for counts […, V]."""
    regular = counts + REGULAR
    one = _log_tilt(regular, test.values - expected_score(test.elo1))
    other = _log_tilt(regular, test.values - expected_score(test.elo0))
    ratio: FloatArray = (counts * (one - other)).sum(axis=-1)
    return ratio


def _log_tilt(counts: FloatArray, distance: FloatArray) -> FloatArray:
    """ln of the most likely distribution of a given mean ÷ the shares seen: […, V].

    It is 1/(1 + λ·distance), with λ such that the mean distance is 0 (Van den Bergh 2020, proposition 1.1).
    """
    share = counts / counts.sum(axis=-1, keepdims=True)
    low = np.full(counts.shape[:-1], -1.0 / distance.max())
    high = np.full(counts.shape[:-1], -1.0 / distance.min())
    for _ in range(BISECTIONS):
        middle = (low + high) / 2.0
        slope = (share * distance / (1.0 + middle[..., None] * distance)).sum(axis=-1)
        low, high = np.where(slope > 0.0, middle, low), np.where(slope > 0.0, high, middle)
    tilt: FloatArray = -np.log1p((low + high)[..., None] / 2.0 * distance)
    return tilt


def decide(test: SequentialTest, scores: Sequence[float]) -> Verdict:
    """The verdict on blocks' scores (shares of the win of A) in the order of the schedule.

    Prefixes are judged one after another, and the first that crosses a bound counts, whatever came after: blocks that
    end early, or that were played ahead, decide nothing.

    Raises:
        BadSettings: a score that no block of this test can have.
    """
    values = test.values
    counts = np.zeros(len(values))
    reached = 0.0
    for number, score in enumerate(scores[: test.most_blocks], start=1):
        place = round(score * (len(values) - 1))
        if not 0 <= place < len(values) or abs(values[place] - score) > 1e-9:
            raise BadSettings(
                f"expected scores of blocks in steps of {values[1]:g} from 0 to 1, got {score:g}; name block_matches"
            )
        counts[place] += 1.0
        reached = float(log_ratio(test, counts))
        low, high = test.bounds
        if reached >= high or reached <= low:
            word = STRONGER if reached >= high else NOT_STRONGER
            return Verdict(word, number, reached, float(counts @ values / number))
    played = int(counts.sum())
    return Verdict(UNDECIDED, played, reached, float(counts @ values / played) if played else None)
