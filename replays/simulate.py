"""Matches played again, exactly, from their setup and their actions.

The rules are the same compiled functions that played the match, and nobody decides: each decision's actions come
from the stream. So every number of the match is there again, bit for bit.

Letters: n matches, D decisions of a match, T ticks of a stretch, U units of the game's record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba import layout as lay
from arena.specs import MatchSpec, match_setup
from arena.streams import Actions
from replays.errors import StreamDisagrees

STRETCH_TICKS = 450
"""Ticks of a match that are held at once; each is a copy of the whole record, about 100 kB."""


@dataclass(frozen=True, eq=False)
class Recording:
    """All that a match is played again from."""

    match: MatchSpec
    variant: str
    limit_s: float | None
    actions: Actions
    """(D, 10, 4) int64."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Some seconds of a match, tick by tick, for who compares each tick with the one before."""

    states: NDArray[Any]
    """(T + 1,) of layout.MATCH: the record before the first tick and after each."""
    killers: NDArray[np.int64]
    """(T, U): for a unit that died in the tick the unit whose damage claimed it, -1 nobody's; else without
    meaning."""

    @property
    def before(self) -> NDArray[Any]:
        """(T,): the record before each tick."""
        return self.states[:-1]

    @property
    def now(self) -> NDArray[Any]:
        """(T,): the record after each tick."""
        return self.states[1:]


@dataclass(frozen=True, eq=False)
class PlayedAgain:
    """Matches that were played again together."""

    batch: moba.Batch
    """As it is where their actions end: its results, figures and faults are the matches'."""
    problems: tuple[str | None, ...]
    """For each match what is wrong with its stream: it ends too early, or goes on too long; None where nothing."""


def play_again(recordings: Sequence[Recording]) -> PlayedAgain:
    """Play matches of one variant and cap again, together: what one costs the others do not pay twice."""
    batch = _batch(recordings)
    lengths = np.array([len(recording.actions) for recording in recordings])
    played = np.zeros(batch.n, np.int64)
    actions = np.zeros((batch.n, *batch.active.shape[1:], len(moba.ACTION_RANGES)), np.int64)
    for decision in range(int(lengths.max(initial=0))):
        running = batch.running
        if not running.any():
            break
        played += running
        for place in np.flatnonzero(running & (decision < lengths)):
            actions[place] = recordings[int(place)].actions[decision]
        batch.observe()
        batch.step(actions)
    ended = ~batch.running & (played <= lengths)  # beside longer ones, one goes on past its last action
    found = zip(lengths.tolist(), played.tolist(), ended.tolist(), strict=True)
    return PlayedAgain(batch, tuple(_problem(*one) for one in found))


def walk(recording: Recording, *, ticks: int = STRETCH_TICKS) -> Iterator[Stretch]:
    """Play one match again and yield it in stretches of some ticks.

    A stretch's arrays are overwritten by the next one: keep copies.

    Raises:
        StreamDisagrees: the match goes on after its last action, or ends before.
    """
    batch = _batch([recording])
    states = np.zeros(ticks + 1, batch.matches.dtype)
    killers = np.zeros((ticks, lay.UNITS), np.int64)
    into, record = (array.view(np.uint8).reshape(len(array), -1) for array in (states, batch.matches))
    batch.observe()
    into[0] = record[0]
    filled, played = 0, 0
    for action in recording.actions:
        if not batch.running[0]:
            break
        batch.observe()
        for _ in batch.step_by_tick(np.ascontiguousarray(action[None])):
            killers[filled] = batch.scratch["killer"]
            filled += 1
            into[filled] = record[0]
            if filled == ticks:
                yield Stretch(states, killers)
                into[0] = into[filled]
                filled = 0
        played += 1
    if filled:
        yield Stretch(states[: filled + 1], killers[:filled])
    problem = _problem(len(recording.actions), played, not batch.running[0])
    if problem:
        raise StreamDisagrees(f"match {recording.match.match_id}: {problem}")


def _batch(recordings: Sequence[Recording]) -> moba.Batch:
    ((variant, limit_s),) = {(recording.variant, recording.limit_s) for recording in recordings}
    setups = [match_setup(recording.match) for recording in recordings]
    return moba.Batch(variant, setups, limit_s=limit_s, observe_floats=False)


def _problem(stream: int, played: int, ended: bool) -> str | None:
    """What is wrong with a stream of so many decisions, of which so many were played."""
    if ended and stream == played:
        return None
    what = f"it ends after {played}" if ended else "it is not over after them"
    return (
        f"its stream holds {stream} decisions and {what}: they are not this match's, restore them from a copy"
    )
