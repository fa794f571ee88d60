"""Who plays the seats that are not the learner's: past selves, by checkpoint, and players by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from arena.games import moba
from arena.players import Player
from arena.registry import make_player
from training.errors import BadRunSettings
from training.opponents import Opponents
from training.packing import Packer
from training.seating import LATEST, PAST, Seating
from training.uniforms import action_uniforms

Int64 = NDArray[np.int64]


class Opposition:
    """Decides for the seats of opponents; each past self in one call, with a memory for each of its heroes."""

    def __init__(self, variant: str, seating: Seating, pool: Opponents, *, memory_width: int) -> None:
        """Players are made; past selves are drawn when a match begins.

        Raises:
            BadRunSettings: a player cannot play in matches that begin anew in place.
        """
        self.pool = pool
        self._seating = seating
        self._packer = Packer(variant)
        self._memory = torch.zeros(len(seating.opponents), seating.others.shape[1], memory_width)
        self._steps = np.full(len(seating.opponents), -1, np.int64)
        named = sorted(set(seating.opponents) - {LATEST, PAST})
        self._players = [(name, make_lasting(name), *self._seats(seating.places(name))) for name in named]
        self._groups: list[tuple[int, Int64, Int64]] = []

    def name(self, place: int) -> str:
        """Who plays at a place."""
        opponent = self._seating.opponents[place]
        return str(self._steps[place]) if opponent == PAST else opponent

    def begin(self, places: Iterable[int]) -> None:
        """New matches have begun in places: draw who plays there, with nothing in its memory."""
        for place in places:
            if self._seating.opponents[place] == PAST:
                self._steps[place] = self.pool.next()
                self._memory[place] = 0.0
        begun = np.array(list(places), np.int64)
        for name, player, _, _ in self._players:
            player.forget(begun[np.isin(begun, self._seating.places(name))])  # type: ignore[attr-defined]
        self._group()

    def _group(self) -> None:
        """Note who plays where."""
        playing = sorted({int(step) for step in self._steps if step >= 0})
        self._groups = [(step, *self._seats(np.flatnonzero(self._steps == step))) for step in playing]
        self.pool.keep(set(playing))

    def _seats(self, places: Int64) -> tuple[Int64, Int64]:
        """Place and seat of the opponents' heroes at places."""
        rows, seats = np.nonzero(self._seating.others[places])
        return places[rows], seats

    def act(self, batch: moba.Batch, actions: Int64) -> None:
        """Write the opponents' actions of one decision into (n, 10, 4)."""
        for step, places, seats in self._groups:
            self._packer.clear()
            packed = self._packer.add(batch.observations, batch.masks, places, seats)
            uniforms = torch.from_numpy(action_uniforms(batch.matches, places, seats))
            choice = self.pool.policy(step).step(packed, self._memory[places, seats], uniforms)
            self._memory[places, seats] = choice.memory
            actions[places, seats] = choice.actions.numpy()
        for _, player, places, seats in self._players:
            actions[places, seats] = player.act(batch, places, seats)

    def state(self) -> dict[str, Any]:
        """All that a continued run needs to oppose the same; players by name are made anew."""
        return {
            "pool": self.pool.state(),
            "steps": self._steps.copy(),
            "memory": self._memory.numpy().copy(),
        }

    def load_state(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave."""
        self.pool.load_state(state["pool"])
        self._steps[:] = state["steps"]
        self._memory[:] = torch.from_numpy(state["memory"])
        self._group()


def make_lasting(name: str) -> Player:
    """A player whose matches may begin anew in place.

    Raises:
        BadRunSettings: it has no method `forget`.
    """
    player = make_player(name)
    if not callable(getattr(player, "forget", None)):
        raise BadRunSettings(f"expected opponents with a method forget(matches); {name!r} has none")
    return player
