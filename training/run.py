"""A self-play run: play a segment, learn from it, and so on; checkpoints and reports on schedules.

A run lies in the folder of its lineage: checkpoints, the log, `run.json` with its settings, `metrics/` with its
reports. Everything that it does follows from its settings, so a run that was killed continues as if it had not been.
"""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from arena.games import moba
from arena.interrupts import deferring_interrupts
from training.checkpoint import read_checkpoint
from training.checkpoint_record import Provenance, ReturnsScale
from training.clock import Clock
from training.draws import course_at
from training.errors import BadRunSettings
from training.event_file import EventFile
from training.experience import Experience
from training.learner import Learner, Learnt
from training.lineage import Lineage, Resumable, resume
from training.lineage_log import append_change
from training.metrics import Report, drop_reports, write_report
from training.network import Policy
from training.opponents import Opponents
from training.opposition import Opposition
from training.policies import policy_of, weights_of
from training.report import Period, make_report
from training.rollout import Rollout, Terms
from training.run_folder import OpenedRun, holding_run, open_run
from training.run_settings import RunSettings
from training.seating import PAST, seat
from training.time_left import format_left, seconds_left

SCHEDULES = ("learning_rate", "entropy", "horizon_s", "team_spirit", "randomised", "limit_s")


class Run:
    """A run under way."""

    def __init__(
        self,
        settings: RunSettings,
        lineage: Lineage,
        *,
        show: Callable[[Report], None] = lambda report: None,
        clock: Clock | None = None,
    ) -> None:
        """A run that begins, or continues from the lineage's last state; `show` is handed each report.

        Nothing is written for a run that begins: its first checkpoint is the caller's to write.
        """
        torch.set_num_threads(settings.threads)
        self.settings = settings
        self.lineage = lineage
        self.clock = clock or Clock()
        self._show = show
        self._learnt: list[Learnt] = []
        self._played = 0
        self._events = EventFile(lineage.folder)
        self._queue: deque[Experience] = deque()
        self._parent: str | None = None
        policy = Policy(settings.network_settings, seed=settings.seed % 2**32)
        self.learner = Learner(settings, policy, clock=self.clock)
        self.rollout = self._new_rollout(policy.memory_width)
        found = resume(lineage)
        if found is None:
            self._begin_from()
            self._pool.join(0)
            self.rollout.begin(course_at(settings, 0))
        else:
            self._continue(found)
        self.clock.lap()

    def _new_rollout(self, memory_width: int) -> Rollout:
        chosen = self.settings
        seating = seat(chosen.variant, chosen.matches, past=chosen.opponents, bots=chosen.bots)
        turns = len(seating.places(PAST))
        self._pool = Opponents(self._read_policy, seed=chosen.seed, turns=turns)
        opposition = Opposition(chosen.variant, seating, self._pool, memory_width=memory_width)
        return Rollout(chosen, seating, opposition, memory_width=memory_width, clock=self.clock)

    def _begin_from(self) -> None:
        """Take the weights of another run's checkpoint, and the scale that its values are in."""
        if not self.settings.begin_from:
            return
        checkpoint = read_checkpoint(Path(self.settings.begin_from).expanduser())
        if checkpoint.record.network != self.settings.network:
            raise BadRunSettings(
                f"begin_from: expected a checkpoint of the run's own network; {checkpoint.folder} is of another: "
                f"set network = {json.dumps(checkpoint.record.network)}"
            )
        self.learner.begin_from(policy_of(checkpoint).state_dict(), checkpoint.record.returns)
        self._parent = checkpoint.record.title

    def _read_policy(self, step: int) -> Policy:
        return policy_of(read_checkpoint(self.lineage.checkpoint(step)))

    def _continue(self, found: Resumable) -> None:
        step = found.record.step
        if found.record.contract_version != moba.CONTRACT_VERSION:
            raise BadRunSettings(
                f"the run in {self.lineage.folder} is of contract {found.record.contract_version}, and networks "
                f"are trained under contract {moba.CONTRACT_VERSION}: its checkpoints play on; name another --out"
            )
        self._parent = found.record.parent
        checkpoint = read_checkpoint(self.lineage.checkpoint(step))
        self.learner.load_state(found.state["learner"], checkpoint.weights)
        self.rollout.load_state(found.state["rollout"], course_at(self.settings, self.agent_steps))
        self._queue.extend(Experience.from_state(each) for each in found.state.get("queue", []))
        drop_reports(self.lineage.folder, step)
        self._events.renew()
        for problem in found.passed_over:
            append_change(
                self.lineage.folder,
                step=step,
                agent_steps=self.agent_steps,
                subject="run",
                what="continued from here, not from a later state",
                why=problem,
            )

    @property
    def agent_steps(self) -> int:
        """Agent-steps learnt from."""
        return self.learner.agent_steps

    def update(self) -> None:
        """Play a segment and learn from it, or with a delay from an older one; report and write what is due."""
        before = self.agent_steps
        self._queue.append(self.rollout.play(self.learner.policy, self._terms()))
        if len(self._queue) <= self.settings.delay:
            return
        experience = self._queue.popleft()
        self._learnt.append(self.learner.learn(experience))
        self._played += experience.agent_steps
        self.rollout.take_back(experience)
        every = self.settings.checkpoint_every
        if self.agent_steps // every > before // every:
            self._pool.join(self.learner.updates)
            self.checkpoint()
        elif self.learner.updates % self.settings.report_every == 0:
            self.report()

    def report(self) -> None:
        """Report on what happened since the last report, if anything did."""
        if not self._learnt:
            return
        period = Period(
            step=self.learner.updates,
            agent_steps=self.agent_steps,
            played=self._played,
            seconds=self.clock.lap(),
            learnt=self._learnt,
            tallies=self.rollout.tallies,
            audit=self.rollout.audit.report(),
            settings={name: self.settings.at(name, self.agent_steps) for name in SCHEDULES},
            state=self._state_metrics(),
        )
        report = make_report(period)
        self._events.add(write_report(self.lineage.folder, report))
        self.rollout.tallies.clear()
        self._learnt, self._played = [], 0
        self._show(report)

    def _state_metrics(self) -> dict[str, float]:
        scale = self.learner.normaliser
        return {
            "sample_reuse": float(self.settings.epochs),
            "skipped": float(self.learner.adam.skipped),
            "dead_units": self.rollout.dead_units(self.learner.policy),
            "returns_mean": scale.mean,
            "returns_deviation": scale.deviation,
        }

    def _terms(self) -> Terms:
        now = self.agent_steps
        scale = self.learner.normaliser
        return Terms(
            course_at(self.settings, now),
            self.settings.at("team_spirit", now),
            scale.mean,
            scale.deviation,
            self.learner.updates,
        )

    def checkpoint(self) -> None:
        """Report, and write a checkpoint to continue from, unless there is one of this update."""
        self.report()
        if self.learner.updates not in self.lineage.steps():
            self._write(
                {
                    "learner": self.learner.state(),
                    "rollout": self.rollout.state(),
                    "queue": [experience.state() for experience in self._queue],
                }
            )

    def _write(self, state: Any) -> None:
        scale = self.learner.normaliser
        provenance = Provenance(
            lineage=self.lineage.name,
            step=self.learner.updates,
            agent_steps=self.agent_steps,
            network=self.settings.network,
            variant=self.settings.variant,
            seed=self.settings.seed,
            command=self.lineage.record.command,
            parent=self._parent,
            returns=ReturnsScale(mean=scale.mean, deviation=scale.deviation),
            contract_version=self.learner.policy.contract,
        )
        self.lineage.write(provenance, weights_of(self.learner.policy), state=state)


@dataclass(frozen=True, slots=True)
class Until:
    """When a run pauses: after so many agent-steps in all, or minutes from when it is set up; None for never."""

    agent_steps: int | None = None
    minutes: float | None = None


def train(
    folder: Path,
    settings: RunSettings | None,
    until: Until,
    *,
    command: str,
    why: str | None = None,
    show: Callable[[Report, str], None] = lambda report, left: None,
    say: Callable[[str], None] = lambda text: None,
) -> Run:
    """Begin a run in a folder, or continue the one that is there, until it is time to pause; end with a checkpoint.

    Args:
        folder: of the lineage, whose name is the folder's.
        settings: of the run; None for those of the run that is there.
        until: when to pause.
        command: what is recorded as having begun it.
        why: it is run, or goes on with other settings than it has; for the lineage's log.
        show: is handed each report, and how long the sitting goes on, in words.
        say: is handed a line before what takes long.

    Raises:
        BadRunSettings: there is a run with other settings and no reason, or none where one is to continue; or there
            is not enough memory.
        HomeLocked: another process trains there.
        KeyboardInterrupt: Ctrl-C came; a checkpoint has been written.
    """
    with holding_run(folder):
        opened = open_run(folder, settings, command=command, why=why)
        say("loading the game; a first start compiles it, which takes a minute or two")
        began = time.monotonic()  # counted again from when it is set up
        run = _set_up(opened, lambda report: show(report, _left_of(report, until, time.monotonic() - began)))
        began = time.monotonic()
        try:
            while not _is_time(run, until, began):
                with deferring_interrupts():
                    run.update()
        except KeyboardInterrupt:
            run.checkpoint()
            raise
        run.checkpoint()
    return run


def _set_up(opened: OpenedRun, show: Callable[[Report], None]) -> Run:
    """The run, ready to play; what is new of it is written once that much is known to work."""
    settings = opened.settings
    try:
        run = Run(settings, opened.lineage, show=show)
    except MemoryError as error:
        raise BadRunSettings(
            f"there is not enough memory for matches = {settings.matches}, segment = {settings.segment}: lower them"
        ) from error
    opened.record()
    run.checkpoint()
    return run


def _left_of(report: Report, until: Until, elapsed_s: float) -> str:
    """In words, how long a sitting goes on after a report; empty if for ever."""
    return format_left(
        seconds_left(
            agent_steps=report.agent_steps,
            per_s=report.get("agent_steps_per_s", "total"),
            elapsed_s=elapsed_s,
            until_agent_steps=until.agent_steps,
            until_minutes=until.minutes,
        )
    )


def _is_time(run: Run, until: Until, began: float) -> bool:
    enough = until.agent_steps is not None and run.agent_steps >= until.agent_steps
    late = until.minutes is not None and time.monotonic() - began >= until.minutes * 60.0
    return enough or late
