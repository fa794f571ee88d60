"""Some matches between two players, summed up, without a store."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from arena.batches import Batches
from arena.errors import BatchFailed
from arena.executor import Executor
from arena.plan import Plan
from arena.play import play_batch
from arena.rows import BatchResult
from arena.specs import batch_spec
from arena.tournament import Progress

TICKS_PER_SECOND = 30


@dataclass(frozen=True)
class MatchesSummary:
    """What some matches between two entrants came to."""

    first: str
    second: str
    matches: int
    """Played matches; void ones are not in any of the numbers."""
    first_wins: int
    second_wins: int
    draws: int
    west_wins: int
    east_wins: int
    endings: dict[str, int]
    """Matches by how they ended."""
    median_s: float | None
    """Median length in seconds of the game; None if nothing was played."""
    longest_s: float | None
    faults: dict[str, int]
    """Sums of the fault counters that are not zero."""
    set_aside: dict[str, str]
    """Entrants that raised or answered nonsense, with the reason."""

    def to_dict(self) -> dict[str, Any]:
        """The summary as JSON-ready data."""
        return asdict(self)


def play_and_sum_up(
    plan: Plan,
    executor: Executor,
    *,
    first: str | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> MatchesSummary:
    """Play a plan of one pairing and sum its matches up. Nothing is stored.

    Args:
        plan: what is played.
        executor: what plays it.
        first: the entrant that the summary names first; the plan's own first if None.
        report: called once at the start and after every batch.

    Raises:
        BatchFailed: a batch could not be played.
    """
    results = list[BatchResult]()
    report(Progress(plan.batches, 0, 0))
    batches = Batches(batch_spec(plan, 0, batch, {}) for batch in range(plan.batches))
    for done in executor.run(play_batch, batches):
        if done.result is None and batches.without_culprit(done):
            continue
        if done.result is None:
            raise BatchFailed(f"a batch could not be played: {done.error}")
        results.append(done.result)
        report(Progress(plan.batches, len(results), len(done.task.matches)))
    one, other = plan.blocks[0].first, plan.blocks[0].second
    return sum_up(other, one, results) if first == other else sum_up(one, other, results)


def sum_up(first: str, second: str, results: Iterable[BatchResult]) -> MatchesSummary:
    """Sum up the matches of some batches, all between the same two entrants."""
    results = list(results)
    rows = [
        dict(zip(result.matches, row, strict=True))
        for result in results
        for row in zip(*result.matches.values(), strict=True)
    ]
    played: list[dict[str, Any]] = [row for row in rows if row["status"] == "played"]
    winners = Counter(row["west"] if row["winner"] > 0 else row["east"] for row in played if row["winner"])
    sides = Counter(row["winner"] for row in played)
    lengths = [row["ticks"] / TICKS_PER_SECOND for row in played]
    faults: Counter[str] = Counter()
    for result in results:
        for fault, count in zip(
            result.match_faults.get("fault", ()), result.match_faults.get("count", ()), strict=True
        ):
            faults[str(fault)] += int(str(count))
    return MatchesSummary(
        first, second, len(played), winners[first], winners[second], sides[0], sides[1], sides[-1],
        dict(Counter(row["ending"] for row in played)),
        median(lengths) if lengths else None, max(lengths, default=None), dict(faults),
        {name: reason for result in results for name, reason in result.failures.items()},
    )  # fmt: skip
