"""A sequential test of two entrants on the arena: rounds of blocks until the answer is sure enough."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from arena.errors import BadSchedule
from arena.executor import ProcessPool
from arena.home import Home
from arena.ladder import LadderKey, select_matches
from arena.lock import writing
from arena.plan import Entrant
from arena.rounds import Rounds, play_rounds
from arena.schedule import Pairing
from arena.scoring import SCORINGS
from arena.setting import Setting
from arena.snapshots import Snapshot
from arena.store import Store
from arena.tournament import Progress
from ratings.sequential import (
    NOT_STRONGER,
    STRONGER,
    UNDECIDED,
    SequentialTest,
    Verdict,
    decide,
    expected_score,
)

SEQUENTIAL_SCORINGS = ("draws", "settled")
"""Rules under which every match of a block counts; wins alone would leave blocks of all sizes."""


@dataclass(frozen=True)
class SequentialReport:
    """What a sequential test came to so far."""

    first: str
    second: str
    test: SequentialTest
    verdict: Verdict
    matches: int
    """Matches stored by this start."""
    snapshot: Snapshot

    def to_dict(self) -> dict[str, Any]:
        """As JSON-ready data."""
        low, high = self.test.bounds
        return {
            "first": self.first,
            "second": self.second,
            **{name: getattr(self.test, name) for name in ("elo0", "elo1", "alpha", "beta", "most_blocks")},
            "decision": self.verdict.decision,
            "blocks": self.verdict.blocks,
            "log_ratio": self.verdict.log_ratio,
            "bounds": [low, high],
            "score": self.verdict.score,
            "expected_scores": [expected_score(self.test.elo0), expected_score(self.test.elo1)],
            "matches": self.matches,
        }


def sequential_rounds(
    name: str, entrants: tuple[Entrant, Entrant], test: SequentialTest, *, scoring: str, setting: Setting, seed: int,
    batch_blocks: int, round_blocks: int,
) -> Rounds:  # fmt: skip
    """The rounds of a test.

    Raises:
        BadSchedule: the scoring rule does not give every match of a block a score, or a number is out of range.
    """
    if scoring not in SEQUENTIAL_SCORINGS:
        raise BadSchedule(
            f"a sequential test scores every match of a block, expected scoring {' or '.join(SEQUENTIAL_SCORINGS)}, "
            f"got '{scoring}'"
        )
    if round_blocks < 1:
        raise BadSchedule(f"a round has at least one block, got {round_blocks}")
    question = (
        f"sequential test of {entrants[0].name} against {entrants[1].name}: {test.elo0:g} or {test.elo1:g} points, "
        f"alpha {test.alpha:g}, beta {test.beta:g}, at most {test.most_blocks} blocks, scoring {scoring}, "
        f"rounds of {round_blocks}"
    )
    return Rounds(name, question, setting, seed, entrants, batch_blocks)


def run_sequential(
    home: Home,
    rounds: Rounds,
    test: SequentialTest,
    *,
    scoring: str,
    round_blocks: int,
    workers: int,
    minutes: float | None = None,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> SequentialReport:
    """Play rounds until the test decides, its blocks are used up or its time is; then publish.

    The verdict is that of the first prefix of the schedule that crosses a bound, so it does not depend on the number of
    workers, on rounds or on restarts.

    Args:
        home: where the store is.
        rounds: see `sequential_rounds`.
        test: the hypotheses and error rates.
        scoring: the rule that rounds were made with.
        round_blocks: blocks of a round.
        workers: worker processes.
        minutes: time after which playing stops; the same call goes on.
        report: called with what is being done and how far it is.

    Raises:
        HomeLocked, PlanChanged, RulesChanged, BatchFailed: see `arena.rounds.play_rounds` and `arena.lock.writing`.
        BadSchedule: an entrant was set aside, so that the question has no answer.
    """
    deadline = None if minutes is None else time.monotonic() + 60.0 * minutes
    first, second = (entrant.name for entrant in rounds.entrants)
    with writing(home), Store(home) as store:

        def choose() -> list[Pairing]:
            verdict = decide(test, block_scores(store, rounds, scoring))
            left = test.most_blocks - verdict.blocks
            late = deadline is not None and time.monotonic() >= deadline
            if verdict.decision != UNDECIDED or left <= 0 or late:
                return []
            return [(first, second)] * min(round_blocks, left)

        with ProcessPool(workers) as pool:
            matches = play_rounds(store, rounds, pool, choose, deadline=deadline, report=report)
        verdict = decide(test, block_scores(store, rounds, scoring))
        return SequentialReport(first, second, test, verdict, matches, store.publish())


def block_scores(store: Store, rounds: Rounds, scoring: str) -> list[float]:
    """The first entrant's share of the win in each block of the complete rounds, in the order of the schedule.

    Raises:
        BadSchedule: an entrant was set aside.
    """
    found = store.find_run(f"{rounds.name}/round 1")
    if found is None:
        return []
    plan = found[1]
    key = LadderKey(plan.ladder, plan.variant, plan.rules_hash, plan.contract_version)
    chosen = select_matches(store, key)
    if chosen.set_aside:
        name, reason = next(iter(sorted(chosen.set_aside.items())))
        raise BadSchedule(f"'{name}' was set aside, so the test has no answer: {reason}")
    first = rounds.entrants[0].name
    scored = SCORINGS[scoring](chosen.played)
    blocks: dict[int, list[float]] = {}
    for block, west, score in scored.sort("match_id").select("block_id", "west", "score").iter_rows():
        blocks.setdefault(int(block), []).append(score if west == first else 1.0 - score)
    return [sum(scores) / len(scores) for scores in blocks.values()]


def format_sequential(report: SequentialReport) -> str:
    """For a terminal: the answer in a sentence, then the numbers behind it."""
    test, verdict = report.test, report.verdict
    answer = {
        STRONGER: f"{report.first} is stronger than {report.second}: {test.elo1:g} points rather than {test.elo0:g}",
        NOT_STRONGER: f"{report.first} is not {test.elo1:g} points stronger than {report.second}: {test.elo0:g} rather",
        UNDECIDED: f"undecided whether {report.first} is {test.elo0:g} or {test.elo1:g} points above {report.second}",
    }[verdict.decision]
    low, high = test.bounds
    score = "" if verdict.score is None else f", mean score {verdict.score:.3f}"
    return (
        f"{answer}\n{verdict.blocks} blocks{score}; log-likelihood ratio {verdict.log_ratio:.2f}, decided below "
        f"{low:.2f} or above {high:.2f} (alpha {test.alpha:g}, beta {test.beta:g})"
    )
