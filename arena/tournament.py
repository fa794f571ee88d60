"""Playing a plan: what the store is missing of it, nothing twice, however often it was stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from arena.batches import Batches
from arena.errors import BadSchedule
from arena.executor import Executor, Finished, ProcessPool
from arena.home import Home
from arena.ladder import RatedLadder, check_rating, ladder_key, rate_and_store
from arena.lock import writing
from arena.plan import Plan, check_rules, check_same, check_text, make_plan, parse_entrant
from arena.play import play_batch
from arena.rows import BatchResult
from arena.schedule import gauntlet, make_blocks, round_robin
from arena.setting import Setting
from arena.snapshots import Snapshot
from arena.specs import BatchSpec, batch_spec
from arena.store import Store


@dataclass(frozen=True)
class Progress:
    """How far a run is, for whoever shows it."""

    batches: int
    stored: int
    """Batches stored so far, those of earlier starts included."""
    matches: int
    """Matches of the batch that was just stored."""


@dataclass(frozen=True)
class RunOutcome:
    """What one start of a run came to."""

    run_id: int
    complete: bool
    matches: int
    """Matches stored by this start, void ones included."""
    failed: tuple[str, ...]
    """Batches that could not be played, a line each."""
    in_flight: tuple[str, ...] = ()
    """Pairings, as `a against b`, of the batches that the deadline dropped; one of them may never answer."""


@dataclass(frozen=True)
class TournamentReport:
    """What a start of a tournament came to."""

    outcome: RunOutcome
    rated: RatedLadder | None
    """None until the tournament is complete."""
    snapshot: Snapshot | None
    """What was published; None until the tournament is complete."""


def plan_tournament(
    name: str,
    entrants: Sequence[str],
    references: Sequence[str],
    *,
    setting: Setting,
    blocks: int,
    seed: int,
    batch_blocks: int,
) -> Plan:
    """The plan of a tournament: a round robin, or a gauntlet against the references if there are any.

    Raises:
        BadSchedule, UnknownPlayer: what is asked for cannot be played.
    """
    new, old = [parse_entrant(text) for text in entrants], [parse_entrant(text) for text in references]
    names = [[entrant.name for entrant in group] for group in (new, old)]
    pairings = gauntlet(*names) if old else round_robin(names[0])
    return make_plan(
        name=name,
        ladder=name,
        schedule="gauntlet" if old else "round robin",
        setting=setting,
        seed=seed,
        entrants=[*new, *old],
        blocks=make_blocks(pairings, blocks, seed),
        batch_blocks=batch_blocks,
    )


def run_tournament(
    home: Home,
    plan: Plan,
    *,
    workers: int,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
    **rating: Any,
) -> TournamentReport:
    """Play a plan or what is missing of it; once it is complete, rate and publish it.

    Args:
        workers: worker processes.
        report: called with what is being done and how far it is.
        rating: see `arena.ladder.rate_and_store`.

    Raises:
        HomeLocked, PlanChanged, RulesChanged: see `start_run` and `arena.lock.writing`.
        BadSchedule, RatingError: see `arena.ladder.check_rating`.
    """
    check_rating(**rating)
    with writing(home), Store(home) as store:
        run_id = start_run(store, plan)
        with ProcessPool(workers) as pool:
            outcome = play_run(store, run_id, plan, pool, report=lambda progress: report("playing", progress))
        if not outcome.complete:
            return TournamentReport(outcome, None, None)
        report("rating", Progress(1, 0, 0))
        rated = rate_and_store(store, ladder_key(plan), **rating)
        return TournamentReport(outcome, rated, store.publish())


def stored_plan(home: Home, name: str) -> Plan:
    """The plan that the store holds under a name.

    Raises:
        BadSchedule: it holds none.
    """
    check_text(name)
    found = None
    if home.live.exists():
        with writing(home), Store(home) as store:
            found = store.find_run(name)
    if found is None:
        raise BadSchedule(
            f"no tournament '{name}' is stored under {home.root}: name its entrants to start it"
        )
    return found[1]


def start_run(store: Store, plan: Plan) -> int:
    """The run of a plan, stored now unless it already is.

    Raises:
        PlanChanged: the store holds another plan under this name.
        RulesChanged: the plan was made under other rules than the installed game's.
    """
    check_rules(plan)
    found = store.find_run(plan.name)
    if found is None:
        return store.add_run(plan)
    run_id, stored = found
    check_same(stored, plan)
    return run_id


def play_run(
    store: Store,
    run_id: int,
    plan: Plan,
    executor: Executor,
    *,
    deadline: float | None = None,
    report: Callable[[Progress], None] = lambda progress: None,
) -> RunOutcome:
    """Play the batches of a run that the store is missing, and store each as it is finished.

    Args:
        deadline: a time of `time.monotonic` at which batches in flight are dropped; the run then stays open.
        report: called once at the start and after every stored batch.
    """
    missing = store.missing_batches(run_id)
    stored, matches, failed = plan.batches - len(missing), 0, list[str]()
    report(Progress(plan.batches, stored, 0))
    in_flight: dict[int, BatchSpec] = {}
    batches = Batches(_specs(store, run_id, plan, missing, in_flight))
    finished: Iterator[Finished[BatchSpec, BatchResult]] = executor.run(
        play_batch, batches, deadline=deadline
    )
    for done in finished:
        del in_flight[done.task.batch]
        if done.result is None:
            if again := batches.without_culprit(done):
                in_flight[again.batch] = again
                continue
            failed.append(f"batch {done.task.batch} of '{plan.name}' could not be played: {done.error}")
            continue
        store.write_batch(done.result)
        stored, matches = stored + 1, matches + len(done.task.matches)
        report(Progress(plan.batches, stored, len(done.task.matches)))
    complete = stored == plan.batches
    if complete:  # also when the last start was killed between its last batch and this line
        store.end_run(run_id, "complete")
    return RunOutcome(run_id, complete, matches, tuple(failed), _pairings(in_flight.values()))


def _specs(
    store: Store, run_id: int, plan: Plan, batches: list[int], in_flight: dict[int, BatchSpec]
) -> Iterator[BatchSpec]:
    """The descriptions of batches, each made when it is about to be played, knowing who failed by then.

    Each is noted in `in_flight`, from which the caller takes what is finished.
    """
    for batch in batches:
        in_flight[batch] = batch_spec(plan, run_id, batch, store.set_aside(run_id, before_batch=batch))
        yield in_flight[batch]


def _pairings(specs: Iterable[BatchSpec]) -> tuple[str, ...]:
    """Who plays whom in some batches, those set aside left out."""
    pairs = {
        tuple(sorted((match.west, match.east)))
        for spec in specs
        for match in spec.matches
        if not {match.west, match.east} & spec.void.keys()
    }
    return tuple(f"{one} against {other}" for one, other in sorted(pairs))
