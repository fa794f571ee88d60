"""Playing matches of given lineups: one player on both sides, a batch at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from arena.errors import BatchFailed
from arena.executor import Executor
from arena.games import moba
from arena.play import EntrantFailed, play_matches
from arena.specs import MatchSpec

BATCH_MATCHES = 32

Row = tuple[int, list[str], list[str], int, int, int]
"""A match: seed, heroes of west and of east by seat, winner (+1 west, -1 east, 0 nobody), ticks, faults."""


@dataclass(frozen=True)
class Drafted:
    """A match to play: its seed and the heroes of both sides by number, each in the order of its seats."""

    seed: int
    west: tuple[int, ...]
    east: tuple[int, ...]


@dataclass(frozen=True)
class DraftedBatch:
    """Matches of given lineups that are played together; `place` is its place in what it belongs to."""

    place: int
    variant: str
    player: str
    rules_hash: str
    matches: tuple[Drafted, ...]


def play_drafted(batch: DraftedBatch) -> list[Row]:
    """Play a batch; the same rows wherever and beside whatever it is played.

    Raises:
        BatchFailed: the player failed, or the installed rules are others than the batch was made for.
    """
    if batch.rules_hash != moba.rules_hash():
        raise BatchFailed(f"a batch for rules {batch.rules_hash} came to a worker with {moba.rules_hash()}")
    specs = [
        MatchSpec(place, 0, 0, match.seed, "both", "both", match.west, match.east)
        for place, match in enumerate(batch.matches)
    ]
    try:
        played = play_matches(specs, batch.variant, {"both": batch.player}, None)
    except EntrantFailed as failure:
        raise BatchFailed(f"{batch.player} {failure.reason}: only a sound player can be used") from failure
    return [
        (
            match.seed,
            [moba.HERO_NAMES[hero] for hero in match.west],
            [moba.HERO_NAMES[hero] for hero in match.east],
            int(result["winner"]),
            int(result["ticks"]),
            int(faults.sum()),
        )
        for match, result, faults in zip(batch.matches, played.results, played.faults, strict=True)
    ]


def play_all(
    batches: Sequence[DraftedBatch], executor: Executor, store: Callable[[DraftedBatch, list[Row]], None]
) -> Iterator[DraftedBatch]:
    """Play batches in any order, hand each to `store` when it is finished, then yield it.

    Raises:
        BatchFailed: a batch could not be played; those before it are stored.
    """
    for finished in executor.run(play_drafted, iter(batches)):
        if finished.result is None:
            raise BatchFailed(f"a batch could not be played: {finished.error}")
        store(finished.task, finished.result)
        yield finished.task
