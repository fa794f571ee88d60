"""What a class from outside is shown of a batch: a copy of what it may know, and nothing that leads to the batch.

A class plays in the worker's own process, so this keeps it from reading and writing what is not its own by the ways
that lie open; who digs with `gc`, stack frames or `ctypes` is not kept out (docs/players.md, "What is shown").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba import layout as lay
from arena.players import Int64, Player

DRAWN_FROM = ("seed", "keys", "decision")
"""Fields of a match's record that a player is shown: what its draws come from."""
SHOWN_MATCH = np.dtype([(name, lay.MATCH[name]) for name in DRAWN_FROM])


@dataclass(frozen=True)
class View:
    """A batch as a player from outside is shown it: arrays as `moba.Batch` has them, copied, that cannot be written.

    Of observations, masks and slots the rows of the heroes that it is asked about are filled, the others are zero, or
    -1 in slots.
    """

    variant: str
    n: int
    decision: int
    """The batch's own count; `matches["decision"]` says how far each match is."""
    observations: NDArray[np.float32]
    """(n, 10, observation size of its contract); (0, 10, ...) for a player that does not need them."""
    masks: NDArray[np.bool_]
    """(n, 10, mask size of its contract)."""
    slots: Int64
    """(n, 10, target slots of its contract): the unit that each names, -1 none."""
    active: NDArray[np.bool_]
    """(n, 10): seats that a hero sits on."""
    running: NDArray[np.bool_]
    """(n,): matches that have not ended."""
    matches: NDArray[Any]
    """(n,) of SHOWN_MATCH; `keys` are those of the sides it is asked about, the others are 0."""


class Fenced:
    """A player from outside behind its fence: asked like any player, it is shown a `View` in place of the batch.

    All else of it, such as `needs_observations`, `forget` or `close`, is the player's own, or missing as it is there.
    """

    def __init__(self, player: Player) -> None:
        self._player = player
        self._copies: _Copies | None = None

    def __getattr__(self, name: str) -> Any:
        """What the player itself has under a name."""
        return getattr(self.__dict__["_player"], name)

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Int64:
        """Answer one decision; see `arena.players.Player.act`."""
        looks = bool(self._player.needs_observations)
        if self._copies is None or not self._copies.fit(batch, looks):
            self._copies = _Copies(batch, looks)
        view = self._copies.view(batch, matches, heroes)
        asked = _locked(matches.copy()), _locked(heroes.copy())
        return self._player.act(cast(moba.Batch, view), *asked)


def fenced(made: object) -> Player:
    """A player from outside behind a fence; what is no player as it is, for `check_protocol` to refuse."""
    if not callable(getattr(made, "act", None)):
        return cast(Player, made)
    return cast(Player, Fenced(cast(Player, made)))


class _Copies:
    """The arrays of one player's views, filled anew at each decision."""

    def __init__(self, batch: moba.Batch, looks: bool) -> None:
        self._looks = looks
        floats = len(batch.observations) if looks else 0
        self._observations = np.zeros((floats, *batch.observations.shape[1:]), np.float32)
        self._masks = np.zeros_like(batch.masks)
        self._slots = np.full_like(batch.slots, -1)
        self._rows: Int64 = np.zeros(0, np.int64)

    def fit(self, batch: moba.Batch, looks: bool) -> bool:
        """Whether they are of this batch's shapes."""
        return self._looks == looks and self._masks.shape == batch.masks.shape

    def view(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> View:
        """What a player is shown that is asked about these heroes."""
        rows = matches * self._masks.shape[1] + heroes
        if not np.array_equal(rows, self._rows):
            self._clear()
            self._rows = rows
        _copy_rows(batch.masks, self._masks, rows)
        _copy_rows(batch.slots, self._slots, rows)
        if len(self._observations):
            _copy_rows(batch.observations, self._observations, rows)
        return View(
            batch.variant,
            batch.n,
            batch.decision,
            _locked(self._observations),
            _locked(self._masks),
            _locked(self._slots),
            _locked(batch.active.copy()),
            _locked(batch.running.copy()),
            _locked(_shown_matches(batch, matches, heroes)),
        )

    def _clear(self) -> None:
        """Empty the rows of the heroes asked about before."""
        for array, empty in ((self._observations, 0), (self._masks, 0), (self._slots, -1)):
            if len(array):
                array.reshape(-1, array.shape[2])[self._rows] = empty


def _shown_matches(batch: moba.Batch, matches: Int64, heroes: Int64) -> NDArray[Any]:
    shown = np.zeros(batch.n, SHOWN_MATCH)
    shown["seed"] = batch.matches["seed"]
    shown["decision"] = batch.matches["decision"]
    sides = heroes // lay.HEROES
    shown["keys"][matches, sides] = batch.matches["keys"][matches, sides]
    return shown


def _copy_rows(source: NDArray[Any], target: NDArray[Any], rows: Int64) -> None:
    """Copy rows of (n, 10, ...) arrays, numbered through."""
    width = source.shape[2]
    target.reshape(-1, width)[rows] = source.reshape(-1, width)[rows]


def _locked(array: NDArray[Any]) -> NDArray[Any]:
    """A view of an array that cannot be written."""
    view = array.view()
    view.flags.writeable = False
    return view
