"""What a rollout hands to the learner: one segment of every hero of the learner's, with what was drawn and paid.

Letters: T decisions, N heroes (sequences).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from training.foretold import Foretold
from training.gae import Segment
from training.packing import Packed, Packer


@dataclass(frozen=True, slots=True)
class Experience:
    """A segment of N heroes.

    Attributes:
        packer: holds the rows, until the rollout is handed it back; None where they were read from a state.
        packed: T N rows, the first N of the first decision.
        memory: (N, memory_width), what the first decision began with; zero where a match began with it.
        starts: (T, N) bool, a match began with this decision.
        actions: (T, N, 4) int64.
        log_prob: (T, N) float32, of the actions by the network that took them.
        values: (T, N) float32, its values, in the rewards' unit.
        value_after: (N,) float32, of the state after the last decision.
        rewards: (T, N) float64.
        ended: (T, N) bool, the match ended with this decision.
        truncated: (T, N) bool, it was cut with this decision.
        values_cut: (T, N) float32, the value of the state after where truncated, else 0.
        version: updates that the network had had.
        foretold: what the network foretold, and what came of it; None where it foretells nothing.
    """

    packer: Packer | None
    packed: Packed
    memory: Tensor
    starts: Tensor
    actions: Tensor
    log_prob: Tensor
    values: NDArray[np.float32]
    value_after: NDArray[np.float32]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    values_cut: NDArray[np.float32]
    version: int
    foretold: Foretold | None = None

    @property
    def agent_steps(self) -> int:
        """T N."""
        return int(self.rewards.size)

    def segment(self) -> Segment:
        """As advantages are estimated from it."""
        return Segment(
            self.rewards, self.values, self.value_after, self.ended, self.truncated, self.values_cut
        )

    def state(self) -> dict[str, Any]:
        """As plain arrays, for a run that is to continue before it has learnt from this."""
        found: dict[str, Any] = {name: getattr(self, name) for name in ARRAYS}
        found |= {name: getattr(self, name).numpy() for name in TENSORS}
        packed = {field.name: getattr(self.packed, field.name) for field in fields(Packed)}
        foretold = None if self.foretold is None else self.foretold.state()
        return {**found, "packed": packed, "version": self.version, "foretold": foretold}

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Experience:
        """What `state` gave, also that of a version without teams, hidden columns and forecasts."""
        arrays: dict[str, Any] = {name: state[name] for name in ARRAYS}
        arrays |= {name: torch.from_numpy(state[name]) for name in TENSORS}
        rows = len(state["packed"]["own"])
        later = {"teams": np.zeros(rows, np.int32), "hidden": np.zeros((rows, 0), np.float32)}
        return cls(
            packer=None,
            packed=Packed(**{**later, **state["packed"]}),
            version=state["version"],
            foretold=Foretold.from_state(state.get("foretold")),
            **arrays,
        )


TENSORS = ("memory", "starts", "actions", "log_prob")
ARRAYS = ("values", "value_after", "rewards", "ended", "truncated", "values_cut")


class Recorder:
    """Room for a segment, filled decision by decision."""

    def __init__(
        self, decisions: int, memory: Tensor, begun: NDArray[np.bool_], *, forecasts: int = 0
    ) -> None:
        shape = (decisions, len(memory))
        self.memory = memory
        self.starts = np.zeros(shape, np.bool_)
        self.starts[0] = begun
        self.actions = torch.zeros((*shape, 4), dtype=torch.int64)
        self.log_prob = torch.zeros(shape)
        self.values = np.zeros(shape, np.float32)
        self.rewards = np.zeros(shape)
        self.ended = np.zeros(shape, np.bool_)
        self.truncated = np.zeros(shape, np.bool_)
        self.values_cut = np.zeros(shape, np.float32)
        self.foretold = Foretold.room(*shape, forecasts) if forecasts else None

    def finish(self, packer: Packer, value_after: NDArray[np.float32], version: int) -> Experience:
        """The segment."""
        return Experience(
            packer,
            packer.packed(),
            self.memory,
            torch.from_numpy(self.starts),
            self.actions,
            self.log_prob,
            self.values,
            value_after,
            self.rewards,
            self.ended,
            self.truncated,
            self.values_cut,
            version,
            self.foretold,
        )
