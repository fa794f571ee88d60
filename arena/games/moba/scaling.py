"""How speed changes with the number of matches in an array, and with threads on slices of it.

Kernels release the interpreter lock, so two threads with a batch each use two cores. A stretch of matches between
bots is played once and its actions kept; then it is played again from the same state, observations written at each
decision, without the bots: only the simulator runs while the clock does.
"""

from __future__ import annotations

import copy
import itertools
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.batch import Batch
from arena.games.moba.bots import scripted
from arena.games.moba.setup import Setup, random_lineups

SIZES = ((1, 1), (64, 1), (64, 2), (256, 1), (256, 2))
"""(matches in the array, threads)."""
DISTINCT = 16
BEGIN = 900
MATCH_DECISIONS = 6000
"""Decisions of one match, over all matches of the array, that are timed."""


@dataclass(frozen=True)
class Stretch:
    """A stretch of play: the state it begins with, and every decision; n matches."""

    batch: Batch
    actions: NDArray[np.int64]
    """(decisions, n, 10, 4)."""


def act(batch: Batch, player: str) -> NDArray[np.int64]:
    """Actions (n, 10, 4) of one scripted player on all seats of the running matches."""
    matches, heroes = np.nonzero(batch.active & batch.running[:, None])
    out = np.zeros((len(matches), 4), np.int64)
    scripted(player)(batch, matches, heroes, out)
    actions = np.zeros((batch.n, 10, 4), np.int64)
    actions[matches, heroes] = out
    return actions


def middle(variant: str, player: str, *, begin: int = BEGIN, distinct: int = DISTINCT) -> Batch:
    """Different matches, `begin` decisions after their start; ten of one player in each."""
    setups = [Setup(seed, *random_lineups(variant, seed)) for seed in range(1, distinct + 1)]
    batch = Batch(variant, setups, observe_floats=False)
    for _ in range(begin):
        batch.observe()
        batch.step(act(batch, player))
    return batch


def stretch(source: Batch, player: str, matches: int, decisions: int) -> Stretch:
    """Play on from copies of the source's running matches, to `matches` in all, and keep the actions."""
    places = np.resize(np.flatnonzero(source.running), matches)
    batch = Batch(source.variant, [source.setups[place] for place in places])
    batch.matches[:] = source.matches[places]
    batch.decision = source.decision
    played = copy.copy(batch)
    played.matches = batch.matches.copy()
    actions = np.zeros((decisions, matches, 10, 4), np.int64)
    for decision in range(decisions):
        played.observe()
        actions[decision] = act(played, player)
        played.step(actions[decision])
    return Stretch(batch, actions)


def slices(whole: Stretch, threads: int) -> list[Stretch]:
    """The stretch in as many parts, each a batch on a slice of the arrays with scratch memory of its own."""
    edges = np.linspace(0, whole.batch.n, threads + 1).astype(int)
    parts = []
    for first, last in itertools.pairwise(edges):
        part = Batch(whole.batch.variant, whole.batch.setups[first:last])
        part.matches = whole.batch.matches[first:last]
        parts.append(Stretch(part, np.ascontiguousarray(whole.actions[:, first:last])))
    return parts


def play_again(part: Stretch) -> int:
    """Observe and step through the stretch; how many decisions of a match were taken."""
    decisions = part.batch.matches["decision"]
    before = int(decisions.sum())
    for actions in part.actions:
        part.batch.observe()
        part.batch.step(actions)
    return int(decisions.sum()) - before


def time_stretch(whole: Stretch, threads: int) -> float:
    """Microseconds on the clock for one decision of one match."""
    before = whole.batch.matches.copy()
    parts = slices(whole, threads)
    with ThreadPoolExecutor(threads) as pool:
        start = time.perf_counter()
        taken = sum(pool.map(play_again, parts))
        seconds = time.perf_counter() - start
    whole.batch.matches[:] = before
    return seconds / taken * 1e6


def measure(
    variant: str,
    player: str,
    sizes: Sequence[tuple[int, int]] = SIZES,
    *,
    match_decisions: int = MATCH_DECISIONS,
    begin: int = BEGIN,
) -> list[dict[str, Any]]:
    """A row for each (matches, threads): `matches`, `threads` and `decision_us`, on the clock, bots not counted."""
    source = middle(variant, player, begin=begin)
    rows = []
    kept: dict[int, Stretch] = {}
    for matches, threads in sizes:
        decisions = max(match_decisions // matches, 10)
        if matches not in kept:
            kept = {matches: stretch(source, player, matches, decisions)}
        rows.append(
            {"matches": matches, "threads": threads, "decision_us": time_stretch(kept[matches], threads)}
        )
    return rows
