"""The nightly ladder: plays rounds for as long as its time lasts, rates, publishes.

A round is a plan: one block, or more, for every pairing. A round starts only if, by the pace measured so far,
it will end in time, and only complete rounds are rated, so that pairings stay balanced. How many rounds there
are depends on the clock, which is recorded; what is in each does not.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from arena.config import Config
from arena.entrants import gather_entrants, keep_names
from arena.errors import BadSchedule, BatchFailed
from arena.executor import ProcessPool, default_workers
from arena.games import moba
from arena.home import Home
from arena.ladder import LadderKey, RatedLadder, rate_and_store, select_matches
from arena.lock import writing
from arena.nights.gather import Facts, gather_night
from arena.nights.prune import prune_home
from arena.nights.record import Night as NightRecord
from arena.nights.reports import store_night, write_reports
from arena.plan import Entrant, Plan, make_plan
from arena.play import warm_up
from arena.registry import is_built_in
from arena.schedule import Pairing, make_blocks, round_robin
from arena.setting import Setting
from arena.snapshots import Snapshot, next_number
from arena.store import Store
from arena.tournament import Progress, RunOutcome, play_run

ROUND_S = 45.0
"""Length in seconds that later rounds aim for: what a stop by the clock wastes is at most one."""

SPARE = 1.2
"""A round starts only if this many times its expected length is left."""

CLOSING_S = 6.0
"""Seconds kept for rating, publishing and printing."""

LOADING = "loading the game"

NAMED = 6
"""Pairings named in a line at most."""


@dataclass(frozen=True)
class NightReport:
    """What a night came to."""

    matches: int
    """Matches stored by this night."""
    rounds: int
    """Rounds completed by this night."""
    rated: RatedLadder
    snapshot: Snapshot
    problems: tuple[str, ...]
    """What could not be played, a line each."""
    notes: tuple[str, ...]
    """Who was left out, then what the deadline cut off, which the next night goes on with; a line each."""
    elapsed_s: float
    night: NightRecord
    """Its report, as it is stored and published."""


@dataclass
class Clock:
    """The night's time, and the pace at which matches were played."""

    started: float
    budget_s: float
    played: int = 0
    playing_s: float = 0.0

    @property
    def deadline(self) -> float:
        """The time of `time.monotonic` at which playing stops."""
        return self.started + self.budget_s - min(CLOSING_S, self.budget_s / 5)

    @property
    def left_s(self) -> float:
        """Seconds until playing stops."""
        return self.deadline - time.monotonic()

    def add(self, matches: int, seconds: float) -> None:
        """Count matches played in so many seconds."""
        self.played += matches
        self.playing_s += seconds

    def blocks_that_fit(self, pairings: int) -> int:
        """Blocks for each pairing in the next round; 0 if not even one fits. The first round has one."""
        if self.left_s <= 0:
            return 0
        if not self.played:
            return 1
        block_s = SPARE * pairings * 4 * self.playing_s / self.played
        return int(min(self.left_s, max(ROUND_S, block_s)) / block_s)


@dataclass
class Night:
    """A night in progress."""

    store: Store
    pool: ProcessPool
    config: Config
    clock: Clock
    report: Callable[[str, Progress], None]
    matches: int = 0
    rounds: int = 0
    problems: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)
    """What the deadline cut off, a line each, with those who were at play."""


def run_nightly(
    home: Home,
    config: Config,
    *,
    started: float,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> NightReport:
    """Play a night, rate its ladder and publish it.

    Args:
        home: where the store is.
        config: what is played, for how long.
        started: the time of `time.monotonic` at which the command started; the minutes count from there, but for the
            time in which the game itself is loaded.
        report: called with what is being done and how far it is.

    Raises:
        HomeLocked: another process writes to the home.
        PlanChanged: an entrant of the ladder has another player than before under its name.
        UnknownPlayer, BadSchedule: the configuration asks for what there is not.
    """
    began = datetime.now(UTC) - timedelta(seconds=time.monotonic() - started)
    gathered = gather_entrants(home, config.nightly)
    plan_round(config, gathered.all, {}, 1, 1)  # refuses what cannot be played, before anything is touched
    workers = config.nightly.workers or default_workers()
    with writing(home), Store(home) as store, ProcessPool(workers) as pool:
        gathered = keep_names(gathered, store.players(config.nightly.ladder), config.nightly.ladder)
        entrants = gathered.all
        night = Night(store, pool, config, Clock(started, config.nightly.minutes * 60), report)
        _warm_up(night, entrants)
        _finish_open_rounds(night)
        _play_rounds(night, entrants)
        report("rating", Progress(1, 0, 0))
        _check_some_match(night)
        rated = rate_and_store(store, night_key(config), **config.ratings.model_dump())
        facts = _facts(night, gathered.notes, started, began)
        report("comparing", Progress(1, 0, 0))
        record = gather_night(store, night_key(config), rated, config, facts)
        store_night(store, record, rated.fits.get("bt"))
        snapshots = list[Snapshot]()

        def publish() -> None:
            snapshots.append(store.publish(keep=config.store.snapshots))
            write_reports(home, store, keep=config.store.reports)

        pruning = prune_home(home, store, config.store, publish=publish)
    return NightReport(
        night.matches,
        night.rounds,
        rated,
        snapshots[0],
        facts.problems,
        (*facts.notes, *pruning.failed),
        time.monotonic() - started,
        record,
    )


def _facts(night: Night, notes: Sequence[str], started: float, began: datetime) -> Facts:
    """What the night says of itself, when its ladder has been rated."""
    # A night cut short goes on tomorrow; one that could play nothing at all needs someone to look.
    problems, cut = (night.problems, night.cut) if night.matches else ([*night.problems, *night.cut], [])
    return Facts(
        number=night.store.next_night(),
        snapshot=next_number(night.store.home),
        started_at=began,
        elapsed_s=time.monotonic() - started,
        matches=night.matches,
        rounds=night.rounds,
        problems=tuple(problems),
        notes=(*notes, *cut),
    )


def plan_round(
    config: Config, entrants: Sequence[Entrant], played: Mapping[Pairing, int], number: int, blocks: int
) -> Plan:
    """The plan of a round: so many new blocks for every pairing."""
    night = config.nightly
    pairings = round_robin([entrant.name for entrant in entrants])
    return make_plan(
        name=f"{night.ladder}/{night.variant}/round {number}",
        ladder=night.ladder,
        schedule="round robin",
        setting=Setting(night.variant),
        seed=night.seed,
        entrants=entrants,
        blocks=make_blocks(pairings, blocks, night.seed, played=played),
        batch_blocks=night.batch_blocks,
        reproducible=False,
    )


def night_key(config: Config) -> LadderKey:
    """The ladder that a configuration's nights add to."""
    return LadderKey(config.nightly.ladder, config.nightly.variant, moba.rules_hash(), moba.CONTRACT_VERSION)


def _warm_up(night: Night, entrants: Sequence[Entrant]) -> None:
    """Compile the game, or load what is compiled, in one worker first: the others then load it.

    One player after another, so that one that never answers is known by name. The game's own come first, and their time
    is none of the night's: compiling, which only new rules need, would leave a busy machine no time to play.
    """
    night.report(LOADING, Progress(len(entrants), 0, 0))
    ours = [entrant for entrant in entrants if is_built_in(entrant.player)]
    others = [entrant for entrant in entrants if not is_built_in(entrant.player)]
    for place, entrant in enumerate([*ours, *others], 1):
        task, begun = (night.config.nightly.variant, (entrant.player,)), time.monotonic()
        deadline = None if place <= len(ours) else night.clock.deadline
        if not list(night.pool.run(warm_up, iter([task]), deadline=deadline)):
            night.cut.append(
                f"the time was up while '{entrant.name}' played its first seconds, before any match"
            )
            return
        if deadline is None:
            night.clock.started += time.monotonic() - begun
        night.report(LOADING, Progress(len(entrants), place, 0))


def _finish_open_rounds(night: Night) -> None:
    """Continue what a killed night left; rounds of other rules can only be closed.

    One that even this night cannot finish is closed too: a player that never answers would cost every night to come.
    """
    for run_id, plan in night.store.open_runs(night.config.nightly.ladder):
        if plan.variant != night.config.nightly.variant:
            continue
        if (plan.rules_hash, plan.contract_version) == (moba.rules_hash(), moba.CONTRACT_VERSION):
            outcome = _play(night, run_id, plan, "finishing")
            if outcome.complete:
                continue
            night.problems.append(
                f"'{plan.name}' was not finished by a second night{_at_play(outcome)} and is closed as it is"
            )
        night.store.end_run(run_id, "abandoned")


def _play_rounds(night: Night, entrants: Sequence[Entrant]) -> None:
    """Play rounds while they fit; who is set aside in one is not in the next of the same night."""
    ladder, most = night.config.nightly.ladder, night.config.nightly.rounds
    sound = list(entrants)
    for _ in range(most) if most else itertools.count():
        if len(sound) < 2:
            return
        blocks = night.clock.blocks_that_fit(math.comb(len(sound), 2))
        if not blocks:
            return
        number = night.store.count_runs(ladder) + 1
        plan = plan_round(night.config, sound, night.store.blocks_played(ladder), number, blocks)
        run_id = night.store.add_run(plan)
        outcome = _play(night, run_id, plan, "playing")
        if outcome.in_flight:
            night.cut.append(f"the time was up in '{plan.name}'{_at_play(outcome)}")
        if not outcome.complete:
            return
        aside = night.store.set_aside(run_id)
        sound = [entrant for entrant in sound if entrant.name not in aside]


def _play(night: Night, run_id: int, plan: Plan, what: str) -> RunOutcome:
    """Play a round, and count what it came to."""
    begun = time.monotonic()
    outcome = play_run(
        night.store, run_id, plan, night.pool, deadline=night.clock.deadline,
        report=lambda progress: night.report(f"{what} {plan.name.rpartition('/')[2]}", progress),
    )  # fmt: skip
    night.clock.add(outcome.matches, time.monotonic() - begun)
    night.matches += outcome.matches
    night.rounds += outcome.complete
    night.problems.extend(outcome.failed)
    if outcome.failed:  # what cannot be played must not keep every later night waiting for it
        night.store.end_run(run_id, "abandoned")
    return outcome


def _check_some_match(night: Night) -> None:
    """Check that the ladder has a match to rate; if not, raise what stopped the first one from being played."""
    matches = select_matches(night.store, night_key(night.config))
    if not matches.played.is_empty():
        return
    if night.problems:
        raise BatchFailed(f"the ladder has no match yet: {'; '.join(night.problems)}")
    if night.rounds and matches.set_aside:  # a whole round, and void all of it
        reasons = "; ".join(f"'{name}' {reason}" for name, reason in sorted(matches.set_aside.items()))
        raise BadSchedule(
            f"the ladder has no match yet, since fewer than two entrants are left: set aside were {reasons}"
        )
    when = f" ({'; '.join(night.cut)})" if night.cut else ""
    raise BadSchedule(
        f"the night's {night.config.nightly.minutes:g} minutes ended before its first round did{when}: give it more "
        "with --minutes, or leave out a player that never answers; what was played is kept, and the next night "
        "finishes it"
    )


def _at_play(outcome: RunOutcome) -> str:
    """Which pairings a deadline dropped, the first few of them, to follow a statement."""
    if not outcome.in_flight:
        return ""
    more = len(outcome.in_flight) - NAMED
    rest = f" and {more} more" if more > 0 else ""
    return f" while playing {', '.join(outcome.in_flight[:NAMED])}{rest}"
