"""Playing a sweep in parallel, and keeping the last one of each variant and player."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from arena.balance.figures import sum_up
from arena.balance.watch import MatchFigures, Watch
from arena.errors import BadSchedule, BatchFailed, NoFigures, StoreError
from arena.executor import Executor
from arena.files import write_atomically
from arena.games import moba
from arena.games.cache import cache_dir
from arena.play import EntrantFailed, play_matches, warm_up
from arena.registry import check_player
from arena.setting import check_variant
from arena.specs import MatchSpec
from arena.tournament import Progress

LAST = Path(__file__).with_name("last.json")
"""The last sweeps, one of each variant and player; docs/balance.md is written from here."""
BATCH_MATCHES = 32


@dataclass(frozen=True)
class SweepBatch:
    """Some matches of a sweep, played together: those of seeds `first` to `first + count - 1`."""

    variant: str
    player: str
    first: int
    count: int


def play_sweep_batch(batch: SweepBatch) -> list[MatchFigures]:
    """Play a batch of a sweep: each match on a seed of its own, which draws its lineups and keys."""
    matches = [
        MatchSpec(seed, 0, 0, seed, "both", "both", *moba.random_lineups(batch.variant, seed))
        for seed in range(batch.first, batch.first + batch.count)
    ]
    watches: list[Watch] = []

    def watch(played: moba.Batch) -> Watch:
        watches.append(Watch(played))
        return watches[0]

    try:
        play_matches(matches, batch.variant, {"both": batch.player}, None, watch=watch)
    except EntrantFailed as failure:
        raise BatchFailed(f"{batch.player} {failure.reason}: only a sound player can be swept") from failure
    return watches[0].figures()


def sweep(
    variant: str,
    player: str,
    matches: int,
    executor: Executor,
    *,
    seed: int = 0,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> dict[str, Any]:
    """Play matches between random lineups of one player and sum them up; the same for any number of workers.

    Args:
        seed: seed of the first match; the others count up from it.
        report: called with what is being done, at the start and after every batch.

    Raises:
        BadSchedule, UnknownPlayer: what is asked for cannot be played.
        BatchFailed: a batch could not be played.
    """
    _check(variant, player, matches, seed)
    begun, rules_hash = time.monotonic(), moba.rules_hash()
    report("compiling", Progress(1, 0, 0))
    list(executor.run(warm_up, iter([(variant, (player,))])))
    report("compiling", Progress(1, 1, 0))
    batches = [
        SweepBatch(variant, player, seed + first, min(BATCH_MATCHES, matches - first))
        for first in range(0, matches, BATCH_MATCHES)
    ]
    found = dict(_play(batches, executor, report))
    figures = [figure for batch in batches for figure in found[batch.first]]
    return {
        "variant": variant,
        "player": player,
        "seed": seed,
        "rules_hash": rules_hash,
        "made_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "command": f"palaestra bench balance --variant {variant} --matches {matches} --player {player}"
        + (f" --seed {seed}" if seed else ""),
        "elapsed_s": round(time.monotonic() - begun, 1),
        **sum_up(variant, figures),
    }


def keep(figures: dict[str, Any], path: Path = LAST) -> None:
    """Keep a sweep's figures as the last of its variant and player."""
    kept = [one for one in read_kept(path) if _key(one) != _key(figures)]
    kept = sorted([*kept, figures], key=_key)
    write_atomically(path, (json.dumps(kept, indent=1) + "\n").encode())


def own_figures() -> Path:
    """Where sweeps are kept if no file is named: beside the compiled game, so that a checkout stays as it is."""
    return cache_dir() / "balance.json"


def has(variant: str, player: str, path: Path) -> bool:
    """Whether figures of a variant and a player are kept in a file."""
    return any(_key(one) == (variant, player) for one in read_kept(path))


def last(variant: str, player: str, path: Path = LAST) -> dict[str, Any]:
    """The figures of the last sweep of a variant and a player.

    Raises:
        NoFigures: there are none.
        StoreError: the file cannot be read.
    """
    kept = read_kept(path)
    for one in kept:
        if _key(one) == (variant, player):
            return one
    known = ", ".join(f"{one['variant']} with {one['player']}" for one in kept) or "none at all"
    raise NoFigures(
        f"expected kept figures of {variant} with {player}, found {known}: leave --last out to play the matches"
    )


def read_kept(path: Path = LAST) -> list[dict[str, Any]]:
    """All sweeps that are kept; none where there is no file.

    Raises:
        StoreError: the file cannot be read.
    """
    if not path.exists():
        return []
    try:
        kept: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        assert all(_key(one) for one in kept)
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(
            f"cannot read the figures in {path} ({type(error).__name__}): move the file away"
        ) from error
    return kept


def _key(figures: dict[str, Any]) -> tuple[str, str]:
    return figures["variant"], figures["player"]


def _check(variant: str, player: str, matches: int, seed: int) -> None:
    check_variant(variant)
    check_player(player)
    if matches < 1:
        raise BadSchedule(f"a sweep has at least one match, got {matches}")
    if not 0 <= seed <= 2**63 - 1 - matches:
        raise BadSchedule(f"a seed is 0 to 2**63 - 1, that of the last match too, got {seed}: choose another")


def _play(
    batches: list[SweepBatch], executor: Executor, report: Callable[[str, Progress], None]
) -> Iterator[tuple[int, list[MatchFigures]]]:
    """(first seed, figures) of each batch as it is finished."""
    report("playing", Progress(len(batches), 0, 0))
    for done, finished in enumerate(executor.run(play_sweep_batch, iter(batches)), 1):
        if finished.result is None:
            raise BatchFailed(f"a batch could not be played: {finished.error}")
        report("playing", Progress(len(batches), done, finished.task.count))
        yield finished.task.first, finished.result
