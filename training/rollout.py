"""Playing: a batch of matches, from weights to segments, in which matches that end are replaced in place.

A rollout owns all that play needs and reads nothing global: policies and terms go in, segments and tallies come out,
so that it could stand in another process. Draws hang on the match, the side, the decision and the hero alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from arena.games import moba
from arena.games.moba.layout import HEROES
from arena.games.moba.rules import TICKS_PER_SECOND
from training.audit import Audit
from training.clock import Clock
from training.dead_units import dead_share
from training.draws import Course
from training.experience import Experience, Recorder
from training.foretold import Watcher, probabilities
from training.network import Choice, Policy
from training.opposition import Opposition
from training.packing import Packed, Packer
from training.reward_table import load_table
from training.rewards import Scorer, endings, winners
from training.run_settings import RunSettings
from training.seating import BOTH, Seating
from training.tallies import Finished, Tallies
from training.uniforms import action_uniforms


@dataclass(frozen=True, slots=True)
class Terms:
    """What holds during one segment.

    Attributes:
        course: how matches begin that begin in it.
        team_spirit: of the rewards.
        mean: of returns, and `deviation`: what turns the network's values into the rewards' unit.
        version: updates that the network has had.
    """

    course: Course
    team_spirit: float
    mean: float
    deviation: float
    version: int


class Rollout:
    """`matches` matches, played a segment at a time."""

    def __init__(
        self,
        settings: RunSettings,
        seating: Seating,
        opposition: Opposition,
        *,
        memory_width: int,
        clock: Clock,
    ) -> None:
        """Nothing is played before `begin` or `load_state`."""
        self.seating = seating
        self.places, self.seats = seating.rows()
        self.tallies = Tallies()
        self._settings = settings
        self.opposition = opposition
        self._clock = clock
        table = load_table(settings.rewards)
        self.scorer = Scorer(table, settings.matches, settings.reward_settings)
        self.audit = Audit(table, settings.matches)
        self._memory = torch.zeros(len(self.places), memory_width)
        self._begun = np.ones(len(self.places), np.bool_)
        self._number = 0
        self._spare: list[Packer] = []
        self._watcher = Watcher(settings.network_settings, self.places, self.seats)
        self._packer = self._new_packer()

    def _new_packer(self) -> Packer:
        hidden = self._settings.network_settings.value_hidden > 0
        return Packer(self._settings.variant, hidden=hidden)

    def begin(self, course: Course) -> None:
        """Begin the first matches of a run."""
        self._start(self._new_setups(course, self._settings.matches))
        course.limit(self.batch, np.arange(self.batch.n), stagger=True)
        self.opposition.begin(range(self.batch.n))
        self._look()

    def _new_setups(self, course: Course, count: int) -> list[moba.Setup]:
        first, self._number = self._number, self._number + count
        return [course.setup(self._settings.seed, first + place) for place in range(count)]

    def _start(self, setups: list[moba.Setup]) -> None:
        self.batch = moba.Batch(self._settings.variant, setups)
        self._actions = np.zeros((self.batch.n, 2 * HEROES, 4), np.int64)

    def _look(self) -> None:
        """Observe the batch as it stands, and pack the first decision of the next segment."""
        self.scorer.begin(self.batch)
        self._watcher.begin(self.batch)
        self.batch.observe()
        self._rows = self._pack(self._packer)

    def _pack(self, packer: Packer) -> Packed:
        with self._clock.on("infer"):
            return packer.add(self.batch.observations, self.batch.masks, self.places, self.seats)

    def play(self, policy: Policy, terms: Terms) -> Experience:
        """Play a segment with a policy; hand the experience back with `take_back` when it was learnt from."""
        packer, length = self._packer, self._settings.segment
        record = Recorder(length, self._memory, self._begun, forecasts=self._watcher.count)
        for t in range(length):
            if t > 0:
                record.starts[t] = self._begun
                self._rows = self._pack(packer)
            choice = self._decide(policy)
            record.actions[t], record.log_prob[t] = choice.actions, choice.log_prob
            record.values[t] = _in_rewards(choice.value, terms)
            if record.foretold is not None:
                record.foretold.forecasts[t] = probabilities(choice.forecasts)
            self._memory = choice.memory
            self._advance(policy, record, t, terms)
        self._packer = self._spare.pop() if self._spare else self._new_packer()
        self._packer.clear()
        self._rows = self._pack(self._packer)
        after = self._decide(policy)
        if record.foretold is not None:
            record.foretold.after[:] = probabilities(after.forecasts)
        experience = record.finish(packer, _in_rewards(after.value, terms), terms.version)
        self.tallies.add(experience)
        return experience

    def take_back(self, experience: Experience) -> None:
        """Use an experience's buffers again."""
        if experience.packer is not None:
            self._spare.append(experience.packer)

    def dead_units(self, policy: Policy) -> float:
        """The share of the joined layer's units that are 0 for every row of the decision that comes next."""
        return dead_share(policy, self._rows, self._memory)

    def _decide(self, policy: Policy) -> Choice:
        with self._clock.on("infer"):
            uniforms = action_uniforms(self.batch.matches, self.places, self.seats)
            return policy.step(self._rows, self._memory, torch.from_numpy(uniforms))

    def _advance(self, policy: Policy, record: Recorder, t: int, terms: Terms) -> None:
        """Play what was decided, pay for it, and replace the matches that are over."""
        self._actions[self.places, self.seats] = record.actions[t].numpy()
        with self._clock.on("infer"):
            self.opposition.act(self.batch, self._actions)
        with self._clock.on("simulate"):
            self.batch.step(self._actions)
        rewards = self.scorer.pay(self.batch, team_spirit=terms.team_spirit)
        ended, cut = endings(self.batch, self._settings.reward_settings)
        over = ended | cut
        record.rewards[t] = rewards[self.places, self.seats]
        record.ended[t], record.truncated[t] = ended[self.places], cut[self.places]
        self.audit.add(self.scorer, over, counted=self.seating.learner)
        if record.foretold is not None:
            won = winners(self.batch, self._settings.capped)
            record.foretold.happened[t], record.foretold.over[t] = self._watcher.look(self.batch, ended, won)
        if cut.any():
            self._judge_cut(policy, record, t, cut, terms)
        if over.any():
            self._replace(np.flatnonzero(over), terms.course)
        self._begun = over[self.places]
        with self._clock.on("simulate"):
            self.batch.observe()

    def _judge_cut(
        self, policy: Policy, record: Recorder, t: int, cut: NDArray[np.bool_], terms: Terms
    ) -> None:
        """Note values and forecasts of the states in which matches were cut, for the learner's rows in them."""
        self.batch.observe_places(np.flatnonzero(cut))
        rows = np.flatnonzero(cut[self.places])
        packed = self._new_packer().add(
            self.batch.observations, self.batch.masks, self.places[rows], self.seats[rows]
        )
        choice = policy.step(packed, self._memory[torch.from_numpy(rows)], torch.zeros(len(rows), 4))
        record.values_cut[t, rows] = _in_rewards(choice.value, terms)
        if record.foretold is not None:
            record.foretold.cut[t, rows] = probabilities(choice.forecasts)

    def _replace(self, over: NDArray[np.int64], course: Course) -> None:
        won = winners(self.batch, self._settings.capped)
        for place in over:
            self.tallies.finished.append(self._finished(int(place), int(won[place])))
        self.batch.reset_matches(over, self._new_setups(course, len(over)))
        course.limit(self.batch, over)
        gone = np.isin(self.places, over)
        self._memory[torch.from_numpy(gone)] = 0.0
        self.opposition.begin([int(place) for place in over])
        self.scorer.begin(self.batch)
        self._watcher.begin(self.batch)

    def _finished(self, place: int, won: int) -> Finished:
        match = self.batch.matches[place]
        side = int(self.seating.sides[place])
        return Finished(
            self.opposition.name(place),
            won if side in (BOTH, 0) else -won,
            int(match["ending"]),
            float(match["tick"] - match["began"]) / TICKS_PER_SECOND,
            int(match["kills"].sum()),
        )

    def state(self) -> dict[str, Any]:
        """All that a continued run needs to play the same, between two segments, after a report."""
        return {
            "seats": self._seats(),
            "matches": self.batch.matches.copy(),
            "setups": [setup.to_dict() for setup in self.batch.setups],
            "memory": self._memory.numpy().copy(),
            "begun": self._begun.copy(),
            "number": self._number,
            "opposition": self.opposition.state(),
        }

    def _seats(self) -> dict[str, Any]:
        """What matches under way must have been seated by to go on."""
        return {
            "rules": moba.rules_hash(),
            "variant": self._settings.variant,
            "opponents": list(self.seating.opponents),
            "sides": self.seating.sides.tolist(),
        }

    def load_state(self, state: Mapping[str, Any], course: Course) -> None:
        """Go on from what `state` gave, of a run with the same network.

        Where roles, the variant or the rules are others, all matches begin anew; none is played again.
        """
        self._number = state["number"]
        self.opposition.pool.load_state(state["opposition"]["pool"])
        if state.get("seats") != self._seats():
            self.begin(course)
            return
        setups = [moba.Setup.from_dict(setup) for setup in state["setups"]]
        # Their places are written over, and a mid-game start takes long to make.
        self._start([moba.Setup(0, setup.west, setup.east) for setup in setups])
        self.batch.setups = tuple(setups)
        self.batch.matches[:] = state["matches"]
        self._memory[:] = torch.from_numpy(state["memory"])
        self._begun = np.array(state["begun"])
        self.opposition.load_state(state["opposition"])
        self._packer.clear()
        self._look()


def _in_rewards(values: Tensor, terms: Terms) -> NDArray[np.float32]:
    """Values of a network in the rewards' unit."""
    return values.numpy() * np.float32(terms.deviation) + np.float32(terms.mean)
