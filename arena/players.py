"""What a player is, and the check that what it answers can be played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from arena.games import moba

Int64 = NDArray[np.int64]

CHOICES = len(moba.ACTION_RANGES)
"""Numbers in an action: kind, target slot, move offset, aim."""


class Player(Protocol):
    """What decides for heroes.

    A player is made anew for every batch, so what it remembers belongs to that batch. It may keep a memory
    for each (match, hero) it is asked about. Its random draws must come from the match's seed, the key of its
    side, the decision and the hero, never from a place in the batch: see `docs/players.md`.

    It may have a method `forget(matches)`: the matches at these places, (r,) int64, have been replaced by new ones, so
    that what it remembers of the old ones must go. On a ladder that never happens; an environment whose matches begin
    anew in place (`arena.environments`) takes no player without it for an opponent.

    It may have a method `close()`, called once when its batch is over, however that ended.

    It may say in an attribute `contract_version` which version of the observation and action contract it is
    written for; without one it is the newest. Of an older one it is shown what that had.
    """

    needs_observations: bool
    """Whether it reads `batch.observations`; when no player of a batch does, they are not written."""

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Int64:
        """Answer one decision for all its heroes at once.

        Args:
            batch: the matches being played; observations and masks of running matches are fresh. Read only: a class
                from outside gets an `arena.outside.fence.View` in its place, which has its own heroes' rows alone.
            matches: (k,) int64, for each hero asked about, the place of its match in the batch.
            heroes: (k,) int64, its seat, 0 to 4 west, 5 to 9 east.

        Returns:
            (k, 4) integers: kind, target slot, move offset, aim, each within the ranges of its contract, which are
            `moba.ACTION_RANGES` for the newest.
        """
        ...


class ScriptedPlayer:
    """A player that ships with the game, compiled: a bot, `idle` or `random`."""

    needs_observations = False

    def __init__(self, name: str) -> None:
        self._act = moba.scripted(name)

    def act(self, batch: moba.Batch, matches: Int64, heroes: Int64) -> Int64:
        """Answer one decision; see `Player.act`."""
        actions = np.zeros((len(matches), CHOICES), np.int64)
        self._act(batch, matches, heroes, actions)
        return actions

    def forget(self, matches: Int64) -> None:
        """It remembers nothing."""


class NotAPlayer(Exception):
    """An object was made in a player's place that lacks what a player has."""


def check_protocol(made: object) -> None:
    """Check that an object has what a `Player` has.

    Raises:
        NotAPlayer: `act` cannot be called, `needs_observations` is no truth value, or the game does not know its
            `contract_version`.
    """
    if not callable(getattr(made, "act", None)):
        raise NotAPlayer("it has no method act(batch, matches, heroes)")
    if not hasattr(made, "needs_observations"):
        raise NotAPlayer("it has no attribute needs_observations: set it to True or False")
    needs = made.needs_observations
    if not isinstance(needs, bool | np.bool_):
        raise NotAPlayer(f"its needs_observations is a {type(needs).__name__}: set it to True or False")
    check_version(made)


def contract_version(made: object) -> int:
    """The version of the contract a player is written for: what it says, else the newest."""
    return int(getattr(made, "contract_version", moba.CONTRACT_VERSION))


def check_version(made: object) -> None:
    """Check that a player, or its class, is written for a version of the contract that this game has.

    Raises:
        NotAPlayer: it says another.
    """
    version = getattr(made, "contract_version", moba.CONTRACT_VERSION)
    if isinstance(version, bool) or not isinstance(version, int | np.integer) or version not in moba.VERSIONS:
        known = " or ".join(str(number) for number in moba.VERSIONS)
        raise NotAPlayer(
            f"its contract_version is {version!r}, and this game plays contract {known}: set it to one of these"
        )


class BadAnswer(Exception):
    """A player answered something that cannot be played."""


def check_answer(answer: object, k: int, ranges: Sequence[int] = moba.ACTION_RANGES) -> Int64:
    """`answer` as (k, 4) int64 actions, each number below that of `ranges`.

    Raises:
        BadAnswer: it is not an array of integers of that shape within the ranges.
    """
    if not isinstance(answer, np.ndarray):
        raise BadAnswer(f"answered a {type(answer).__name__}, expected an array of shape ({k}, {CHOICES})")
    if answer.shape != (k, CHOICES):
        raise BadAnswer(f"answered shape {answer.shape}, expected ({k}, {CHOICES})")
    if answer.dtype.kind not in "iu":
        finite = not np.issubdtype(answer.dtype, np.inexact) or bool(np.isfinite(answer).all())
        what = f"{answer.dtype}" if finite else f"{answer.dtype} with non-finite numbers"
        raise BadAnswer(f"answered {what}, expected integers")
    actions = np.ascontiguousarray(answer, dtype=np.int64)
    outside = actions.view(np.uint64) >= np.array(
        ranges, np.uint64
    )  # one comparison for both ends: below 0 reads as very large
    if outside.any():
        row, choice = (int(place) for place in np.argwhere(outside)[0])
        name, last = ("kind", "target", "offset", "aim")[choice], ranges[choice] - 1
        raise BadAnswer(f"answered {answer[row, choice]} for {name}, expected 0 to {last}")
    return actions


def close_player(player: Player) -> None:
    """Call what a player has to do when its batch is over, if it has anything to do."""
    close = getattr(player, "close", None)
    if callable(close):
        close()
