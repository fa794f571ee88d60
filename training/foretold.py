"""What was foretold in a segment, and what came of it: winners, structures that fell, and who took part.

Letters: T decisions, N heroes, F numbers of all forecasts, of `forecasts.forecast_places`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from arena.games.moba import Batch
from arena.games.moba.layout import COURIER, FIRST_STRUCTURE, HALF, HEROES, STRUCTURES
from training.forecasts import PART, STRUCTURE, WIN, forecast_count, forecast_places
from training.gae import Segment, advantages
from training.network_settings import NetworkSettings

NEAR = 1600.0
"""Who lives within so many units of a structure when it falls takes part in its fall, by attacking or defending it."""
TURNED = np.array([6, 7, 8, 3, 4, 5, 0, 1, 2, 11, 10, 9, 12, 13, 14])
"""By place of the own side's structures, which of the other side's is named there: lanes are those of the own frame."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """Forecasts of a segment, and what happened; probabilities, or discounted ones, from 0 to 1.

    Attributes:
        forecasts: (T, N, F) float32, of the state before each decision.
        after: (N, F) float32, of the state after the last.
        cut: (T, N, F) float32, of the state after, where the match was truncated, else 0.
        happened: (T, N, F) float32, what came true with the decision: 1, or 0.5 for a win that is nobody's.
        over: (T, N, F) bool, whether the decision settled what comes true; what follows is another question.
    """

    forecasts: NDArray[np.float32]
    after: NDArray[np.float32]
    cut: NDArray[np.float32]
    happened: NDArray[np.float32]
    over: NDArray[np.bool_]

    @classmethod
    def room(cls, decisions: int, heroes: int, numbers: int) -> Foretold:
        """Room for a segment, all zero."""
        shape = (decisions, heroes, numbers)
        return cls(
            forecasts=np.zeros(shape, np.float32),
            after=np.zeros(shape[1:], np.float32),
            cut=np.zeros(shape, np.float32),
            happened=np.zeros(shape, np.float32),
            over=np.zeros(shape, np.bool_),
        )

    def targets(
        self, where: slice, truncated: NDArray[np.bool_], *, gamma: float, lam: float
    ) -> NDArray[np.float64]:
        """(T, N, k): what the forecasts `where` should have been, TD(λ); `truncated` (T, N) as in gae.Segment."""
        over = self.over[..., where]
        shape = over.shape
        flat = (shape[0], shape[1] * shape[2])
        segment = Segment(
            rewards=self.happened[..., where].reshape(flat).astype(np.float64),
            values=self.forecasts[..., where].reshape(flat),
            value_after=self.after[..., where].reshape(flat[1]),
            ended=over.reshape(flat),
            truncated=(truncated[..., None] & ~over).reshape(flat),
            values_cut=self.cut[..., where].reshape(flat),
        )
        return advantages(segment, gamma=gamma, lam=lam)[1].reshape(shape)

    def state(self) -> dict[str, Any]:
        """As plain arrays."""
        return asdict(self)

    @classmethod
    def from_state(cls, state: Mapping[str, Any] | None) -> Foretold | None:
        """What `state` gave; None for None, which the state of a run without forecasts has."""
        return None if state is None else cls(**state)


class Happened(NamedTuple):
    """What came true with a decision, and what was settled, (N, F) each."""

    happened: NDArray[np.float32]
    over: NDArray[np.bool_]


class Watcher:
    """Watches a batch for what the forecasts of some heroes are about."""

    def __init__(
        self, settings: NetworkSettings, places: NDArray[np.int64], seats: NDArray[np.int64]
    ) -> None:
        """Heroes (places[i], seats[i]) (N,) each; `begin` comes first."""
        self.count = forecast_count(settings)
        self._where = forecast_places(settings)
        self._places, self._seats, self._sides = places, seats, seats // HEROES
        self._standing: NDArray[np.bool_] = np.zeros((0, 2, STRUCTURES), np.bool_)

    def begin(self, batch: Batch) -> None:
        """Note what stands: at the start, and whenever matches were begun anew or put in the batch's places."""
        self._standing = _standing(batch)

    def look(self, batch: Batch, ended: NDArray[np.bool_], won: NDArray[np.int64]) -> Happened:
        """What has happened since `begin` or the last look.

        Args:
            batch: after a decision, before matches that are over are replaced.
            ended: (n,) bool, matches that ended with the decision.
            won: (n,) +1 west, -1 east, 0 nobody, of matches that ended.
        """
        places = self._places
        found = Happened(
            np.zeros((len(places), self.count), np.float32), np.zeros((len(places), self.count), np.bool_)
        )
        found.over[:] = ended[places, None]
        if WIN in self._where:
            score = 0.5 + 0.5 * won[places] * np.where(self._sides == 0, 1, -1)
            found.happened[:, self._where[WIN]] = (score * ended[places])[:, None]
        standing = _standing(batch)
        fell, self._standing = self._standing & ~standing, standing
        if STRUCTURE in self._where and fell.any():
            falls = [fell[places, self._sides], fell[places, 1 - self._sides][:, TURNED]]
            found.happened[:, self._where[STRUCTURE]] = np.concatenate(falls, axis=1)
            found.happened[:, self._where[PART]] = self._near(batch, fell)[:, None]
            settled = np.asarray(fell.reshape(batch.n, -1).any(1))[places]
            for name in (STRUCTURE, PART):
                found.over[:, self._where[name]] |= settled[:, None]
        return found

    def _near(self, batch: Batch, fell: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """(N,): heroes that live near a structure that fell."""
        units, numbers = batch.matches["units"], self._sides * HALF + self._seats % HEROES
        near = np.zeros(len(self._places), np.bool_)
        for match, side, structure in np.argwhere(fell):
            at = units[match, side * HALF + FIRST_STRUCTURE + structure]
            rows = np.flatnonzero(self._places == match)
            heroes = units[match, numbers[rows]]
            gap = np.hypot(heroes["x"] - at["x"], heroes["y"] - at["y"])
            near[rows] |= (heroes["alive"] == 1) & (gap <= NEAR)
        return near


def probabilities(logits: Tensor) -> NDArray[np.float32]:
    """Forecasts as numbers from 0 to 1."""
    return np.asarray(torch.sigmoid(logits).numpy(), np.float32)


def _standing(batch: Batch) -> NDArray[np.bool_]:
    """(n, 2, STRUCTURES): structures that stand."""
    alive = batch.matches["units"]["alive"].reshape(batch.n, 2, HALF)
    return np.asarray(alive[:, :, FIRST_STRUCTURE:COURIER] == 1)
