"""Past selves as opponents: checkpoints of the run, drawn evenly, whose weights nothing changes.

An opponent that is drawn meets the learner in as many matches, one after the other, as there are places for such
matches: so few are at play at once, and each decides for its heroes in one call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from training.draws import Stream, generator
from training.errors import BadState
from training.network import Policy


class Opponents:
    """The pool of a run.

    `steps` are the checkpoints in it, in the order in which they joined.
    """

    def __init__(self, read: Callable[[int], Policy], *, seed: int, turns: int) -> None:
        """An empty pool.

        Args:
            read: the frozen policy of the checkpoint of a step.
            seed: the run's.
            turns: matches that an opponent plays when it is drawn.
        """
        self.steps: list[int] = []
        self._read = read
        self._seed = seed
        self._turns = max(turns, 1)
        self._matches = 0
        self._drawn = -1
        self._policies: dict[int, Policy] = {}

    def join(self, step: int) -> None:
        """Add a checkpoint; matches under way keep their opponents."""
        self.steps.append(step)

    def next(self) -> int:
        """The opponent, by its step, of the match that begins now."""
        turn, since = divmod(self._matches, self._turns)
        if since == 0:
            place = int(generator(self._seed, Stream.OPPONENT, turn).integers(len(self.steps)))
            self._drawn = self.steps[place]
        self._matches += 1
        return self._drawn

    def policy(self, step: int) -> Policy:
        """What decides for an opponent; read once while it plays."""
        if step not in self._policies:
            self._policies[step] = self._read(step)
        return self._policies[step]

    def keep(self, playing: set[int]) -> None:
        """Forget the weights of those that no longer play."""
        self._policies = {step: policy for step, policy in self._policies.items() if step in playing}

    def state(self) -> dict[str, Any]:
        """All that a continued run needs to draw the same."""
        return {"steps": list(self.steps), "matches": self._matches, "drawn": self._drawn}

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave.

        Raises:
            BadState: it is no pool's.
        """
        if set(state) != {"steps", "matches", "drawn"}:
            raise BadState(f"expected the state of opponents; got {', '.join(state)}")
        self.steps = list(state["steps"])
        self._matches, self._drawn = state["matches"], state["drawn"]
