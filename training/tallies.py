"""What is counted of play between two reports: how matches ended, and what the learner's heroes did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from arena.games.moba.layout import KINDS
from training.experience import Experience


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that ended or was cut.

    Attributes:
        opponent: `latest`, a past checkpoint's step, or a player's name.
        won: +1 the learner, -1 its opponent, 0 nobody; where the learner played itself +1 is west.
        ending: a place in moba.ENDINGS.
        seconds: of the match, from where it began.
        kills: of both sides.
    """

    opponent: str
    won: int
    ending: int
    seconds: float
    kills: int


class Tallies:
    """Counts since the last report.

    `finished` are the matches; `chosen` and `legal` (KINDS,) the agent-steps of the learner in which a kind was
    answered, and in which it was legal.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Begin anew."""
        self.finished: list[Finished] = []
        self.chosen = np.zeros(KINDS, np.int64)
        self.legal = np.zeros(KINDS, np.int64)

    def add(self, experience: Experience) -> None:
        """Count what was done in a segment."""
        kinds = torch.bincount(experience.actions[..., 0].flatten(), minlength=KINDS)
        self.chosen += kinds.numpy()
        self.legal += _sum_columns(experience.packed.legal)

    def state(self) -> dict[str, Any]:
        """All that a continued run needs to report the same."""
        return {
            "finished": [astuple(match) for match in self.finished],
            "chosen": self.chosen.copy(),
            "legal": self.legal.copy(),
        }

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.finished = [Finished(*match) for match in state["finished"]]
        self.chosen[:], self.legal[:] = state["chosen"], state["legal"]


def _sum_columns(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    """(k,): how many rows of (r, k) are true in each column."""
    return np.asarray(flags.view(np.int8).sum(0, dtype=np.int64))
