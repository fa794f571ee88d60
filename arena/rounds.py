"""Tournaments that are decided as they go: round after round, each a plan in the store, each chosen from complete ones.

What is next is decided only when a round is complete, so that short matches, which end first, sway nothing; a round is
played in batches like any plan, and killed at any point it is continued. The question that is asked is part of every
round's plan, and another question under the same name is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arena.errors import BatchFailed
from arena.executor import Executor
from arena.plan import Entrant, Plan, check_rules, check_same, make_plan
from arena.schedule import Block, Pairing, block_seed, pairing
from arena.setting import Setting
from arena.store import Store
from arena.tournament import Progress, play_run


@dataclass(frozen=True)
class Rounds:
    """What all rounds of a tournament have in common."""

    name: str
    """Of the tournament, which is also its ladder's."""
    question: str
    """What is asked, in words and numbers; stored as the schedule of every round."""
    setting: Setting
    seed: int
    entrants: tuple[Entrant, ...]
    batch_blocks: int
    reproducible: bool = True
    """False where a clock may end it."""

    def plan(self, number: int, blocks: Sequence[Block]) -> Plan:
        """The plan of a round.

        Raises:
            BadSchedule, UnknownPlayer, BrokenPlayer: see `arena.plan.make_plan`.
        """
        return make_plan(
            name=f"{self.name}/round {number}",
            ladder=self.name,
            schedule=self.question,
            setting=self.setting,
            seed=self.seed,
            entrants=self.entrants,
            blocks=blocks,
            batch_blocks=self.batch_blocks,
            reproducible=self.reproducible,
        )


def next_blocks(pairs: Sequence[Pairing], seed: int, played: dict[Pairing, int]) -> tuple[Block, ...]:
    """A block for each of some pairings, in this order; a pairing may come more than once.

    Args:
        pairs: the pairings.
        seed: the tournament's.
        played: blocks that each pairing has had; the new ones continue the numbering.
    """
    index, blocks = dict(played), list[Block]()
    for one, other in pairs:
        pair = pairing(one, other)
        number = index.get(pair, 0)
        index[pair] = number + 1
        blocks.append(Block(*pair, number, block_seed(seed, *pair, number)))
    return tuple(blocks)


def play_rounds(
    store: Store,
    rounds: Rounds,
    executor: Executor,
    choose: Callable[[], Sequence[Pairing]],
    *,
    deadline: float | None = None,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> int:
    """Play rounds until none is chosen, those that an earlier start left first; the number of matches stored.

    Args:
        store: where rounds are, and go.
        rounds: what they have in common.
        executor: plays batches.
        choose: called when all rounds so far are complete; the pairings of the next round's blocks, or none to end.
        deadline: a time of `time.monotonic` at which batches in flight are dropped; the round stays open.
        report: called with what is being done and how far it is.

    Raises:
        PlanChanged: the rounds stored under this name ask another question.
        RulesChanged: they were made under other rules.
        BatchFailed: a batch could not be played.
    """
    matches = 0
    _check_question(store, rounds)
    while True:
        for run_id, plan in store.open_runs(rounds.name):
            check_rules(plan)
            label = plan.name.rpartition("/")[2]
            outcome = play_run(
                store, run_id, plan, executor, deadline=deadline,
                report=lambda progress, label=label: report(label, progress),  # type: ignore[misc]
            )  # fmt: skip
            matches += outcome.matches
            if outcome.failed:
                raise BatchFailed("; ".join(outcome.failed))
            if not outcome.complete:
                return matches
        pairs = choose()
        if not pairs:
            return matches
        number = store.count_runs(rounds.name) + 1
        blocks = next_blocks(pairs, rounds.seed, store.blocks_played(rounds.name))
        store.add_run(rounds.plan(number, blocks))


def _check_question(store: Store, rounds: Rounds) -> None:
    """Compare the first round stored under the name, if there is one, in all but its blocks."""
    found = store.find_run(f"{rounds.name}/round 1")
    if found is None:
        return
    stored = found[1]
    check_same(stored, replace(rounds.plan(1, stored.blocks), reproducible=stored.reproducible))
