"""Adaptive tournaments: the next blocks go where they most reduce the uncertainty asked about."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from arena.errors import BadSchedule
from arena.executor import ProcessPool
from arena.home import Home
from arena.ladder import LadderKey, LadderMatches, RatedLadder, check_rating, rate_and_store, select_matches
from arena.lock import writing
from arena.plan import Entrant
from arena.rounds import Rounds, play_rounds
from arena.schedule import Pairing
from arena.scoring import SCORINGS, check_scoring
from arena.setting import Setting
from arena.snapshots import Snapshot
from arena.store import Store
from arena.tournament import Progress
from ratings import Results
from ratings.adaptive import TARGETS, Choice, choose_blocks, played_matrix, standard_errors
from ratings.arrays import FloatArray
from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.posterior import fit_posterior

PRIOR = 0.5
"""Virtual draws per played pairing in the fits that choices are made from."""
WIDTH_95 = 2 * 1.959963984540054
"""Standard errors in the width of a 95 % interval."""


@dataclass(frozen=True)
class Question:
    """What an adaptive tournament asks, and when it stops."""

    target: str = "anchor"
    """`anchor`, `neighbours`, or `entrant:NAME`."""
    anchor: str = "random"
    width: float | None = None
    """Stop when the 95 % interval of everything asked about is narrower, in points."""
    most_blocks: int = 500
    """Stop after so many blocks."""
    minutes: float | None = None
    """Stop playing after so long."""
    most_share: float = 0.5
    """No entrant is in more than this share of a round's blocks."""
    far_share: float = 0.1
    """This share of blocks goes to pairings far apart."""
    scoring: str = "draws"
    """The rule that choices are made by, and the ladder is rated by."""

    @property
    def text(self) -> str:
        """In words, for the plans; the limits on blocks and time may change from start to start."""
        return (
            f"adaptive: {self.target} from {self.anchor}, share {self.most_share:g}, far {self.far_share:g}, "
            f"scoring {self.scoring}"
        )


@dataclass(frozen=True)
class AdaptiveReport:
    """What an adaptive tournament came to so far."""

    blocks: int
    """In complete rounds, those of earlier starts included."""
    matches: int
    """Matches stored by this start."""
    widest: float | None
    """The widest 95 % interval of what is asked about, in points; None before the first round."""
    stopped: str
    """Why it stopped: `width`, `blocks`, or `minutes`."""
    rated: RatedLadder
    snapshot: Snapshot


def adaptive_rounds(
    name: str,
    entrants: tuple[Entrant, ...],
    question: Question,
    *,
    setting: Setting,
    seed: int,
    batch_blocks: int,
) -> Rounds:
    """The rounds of an adaptive tournament.

    Raises:
        BadSchedule: the target, the anchor or a limit is not one.
    """
    names = [entrant.name for entrant in entrants]
    twice = sorted({name for name in names if names.count(name) > 1})
    if len(names) < 2 or twice:
        raise BadSchedule(f"expected two or more entrants, each once, got {', '.join(names)}")
    check_scoring(question.scoring)
    choice_of(question, names)
    if question.most_blocks < 1:
        raise BadSchedule(f"expected at least one block, got {question.most_blocks}")
    return Rounds(
        name, question.text, setting, seed, entrants, batch_blocks, reproducible=question.minutes is None
    )


def choice_of(question: Question, names: list[str]) -> Choice:
    """The rule of choice, entrants by their place among the sorted names.

    Raises:
        BadSchedule: the target is unknown, or names nobody; the anchor does not take part.
        RatingError: a share is out of range.
    """
    ordered = sorted(names)
    target, _, wanted = question.target.partition(":")
    if target not in TARGETS or (target == "entrant") != bool(wanted):
        raise BadSchedule(f"expected a target of anchor, neighbours or entrant:NAME, got '{question.target}'")
    for one in (*([wanted] if wanted else []), *([] if target == "neighbours" else [question.anchor])):
        if one not in ordered:
            raise BadSchedule(f"expected '{one}' among the entrants, which are {', '.join(ordered)}: add it")
    return Choice(
        target=target,
        anchor=ordered.index(question.anchor) if question.anchor in ordered else 0,
        entrant=ordered.index(wanted) if wanted else None,
        most_share=question.most_share,
        far_share=question.far_share,
    )


def run_adaptive(
    home: Home,
    rounds: Rounds,
    question: Question,
    *,
    round_blocks: int,
    workers: int,
    prior: float = PRIOR,
    resamples: int = 1000,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> AdaptiveReport:
    """Play rounds until a stop, rate and publish; the same call goes on where it was stopped.

    Args:
        home: where the store is.
        rounds: see `adaptive_rounds`.
        question: what is asked, and when to stop.
        round_blocks: blocks chosen from one fit.
        workers: worker processes.
        prior, resamples: of the ladder's ratings.
        report: called with what is being done and how far it is.

    Raises:
        HomeLocked, PlanChanged, RulesChanged, BatchFailed: see `arena.rounds.play_rounds` and `arena.lock.writing`.
        BadSchedule, RatingError: see `arena.ladder.check_rating`.
    """
    if round_blocks < 1:
        raise BadSchedule(f"a round has at least one block, got {round_blocks}")
    check_rating(anchor=question.anchor, scoring=question.scoring, prior=prior, resamples=resamples)
    deadline = None if question.minutes is None else time.monotonic() + 60.0 * question.minutes
    names = sorted(entrant.name for entrant in rounds.entrants)
    choice = choice_of(question, names)
    with writing(home), Store(home) as store:
        state = _State(store, rounds, question, choice, names)

        def choose() -> list[Pairing]:
            state.read()
            late = deadline is not None and time.monotonic() >= deadline
            if state.stop(late):
                return []
            return state.next_round(min(round_blocks, question.most_blocks - state.blocks))

        with ProcessPool(workers) as pool:
            matches = play_rounds(store, rounds, pool, choose, deadline=deadline, report=report)
        state.read()
        if not state.blocks:
            raise BadSchedule(
                "the time ended before the first round did: give it more with --minutes; what was played is kept"
            )
        report("rating", Progress(1, 0, 0))
        rated = rate_and_store(
            store,
            state.key,
            anchor=question.anchor,
            scoring=question.scoring,
            prior=prior,
            resamples=resamples,
        )
        reason = state.stop(late=True)
        return AdaptiveReport(state.blocks, matches, state.widest, reason, rated, store.publish())


class _State:
    """What complete rounds have come to, and what follows from it."""

    def __init__(
        self, store: Store, rounds: Rounds, question: Question, choice: Choice, names: list[str]
    ) -> None:
        self._store, self._rounds, self._question, self._choice, self._names = (
            store,
            rounds,
            question,
            choice,
            names,
        )
        self.blocks = 0
        self._played = np.zeros((len(names),) * 2)
        self._rating: FloatArray = np.zeros(len(names))
        self._allowed = np.ones((len(names),) * 2, bool)

    @property
    def key(self) -> LadderKey:
        """The ladder that rounds add to."""
        found = self._store.find_run(f"{self._rounds.name}/round 1")
        assert found is not None
        plan = found[1]
        return LadderKey(plan.ladder, plan.variant, plan.rules_hash, plan.contract_version)

    def read(self) -> None:
        """Fit what the complete rounds have."""
        if self._store.find_run(f"{self._rounds.name}/round 1") is None:
            return
        chosen = select_matches(self._store, self.key)
        self.blocks = chosen.played["block_id"].n_unique()
        for name in chosen.set_aside:
            k = self._names.index(name)
            self._allowed[k], self._allowed[:, k] = False, False
        self._played, self._rating = _fitted(chosen, self._names, self._question.scoring)

    @property
    def widest(self) -> float | None:
        """The widest interval of what is asked about, in points."""
        if not self.blocks:
            return None
        return float(standard_errors(self._choice, self._played, self._rating).max()) * WIDTH_95

    def stop(self, late: bool) -> str:
        """Why to stop; empty to go on."""
        if self.blocks >= self._question.most_blocks:
            return "blocks"
        widest = self.widest
        if self._question.width is not None and widest is not None and widest <= self._question.width:
            return "width"
        return "minutes" if late else ""

    def next_round(self, blocks: int) -> list[Pairing]:
        """The pairings of the next round."""
        if not np.triu(self._allowed, 1).any():
            return []
        pairs = choose_blocks(self._choice, self._played, self._rating, blocks, allowed=self._allowed)
        return [(self._names[i], self._names[j]) for i, j in pairs]


def _fitted(chosen: LadderMatches, names: list[str], scoring: str) -> tuple[FloatArray, FloatArray]:
    """Matches of each pairing [K, K], and ratings [K] in natural logarithms of odds."""
    scored = SCORINGS[scoring](chosen.played)
    pairs = scored.group_by("west", "east").len().sort("west", "east").rows()
    played = played_matrix(names, pairs)
    if scored.is_empty():
        return played, np.zeros(len(names))
    index = {name: k for k, name in enumerate(names)}
    west, east = (np.array([index[name] for name in scored[side]], np.int64) for side in ("west", "east"))
    counts = count_matches(
        Results(
            names=tuple(names),
            first=west,
            second=east,
            score=scored["score"].to_numpy().astype(np.float64),
            side=np.ones(scored.height, bool),
            weight=np.ones(scored.height),
        )
    )
    fit = fit_posterior(counts, find_standing(counts), PRIOR).fit
    return played, fit.parameters[: len(names)]
