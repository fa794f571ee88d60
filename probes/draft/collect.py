"""Collecting drafted matches: random lineups of one player on both sides, kept batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from arena.balance.sweep import read_kept
from arena.errors import BadSchedule, RulesChanged
from arena.executor import Executor
from arena.games import moba
from arena.lock import holding
from arena.play import warm_up
from arena.registry import check_player
from arena.setting import check_variant
from arena.tournament import Progress
from probes.draft.playing import BATCH_MATCHES, Drafted, DraftedBatch, Row, play_all
from probes.draft.results import PLAYED_WITH, make_results, read_results, write_results


@dataclass(frozen=True)
class Collection:
    """What is to be collected: so many matches on the seeds from `seed` on, each of which draws its lineups."""

    variant: str
    player: str
    matches: int
    seed: int = 0

    def checked(self) -> Collection:
        """The same.

        Raises:
            BadSchedule, UnknownPlayer: it cannot be played.
        """
        check_variant(self.variant)
        check_player(self.player)
        if self.matches < 1:
            raise BadSchedule(f"a collection has at least one match, got {self.matches}")
        if not 0 <= self.seed <= 2**63 - 1 - self.matches:
            raise BadSchedule(
                f"a seed is 0 to 2**63 - 1, that of the last match too, got {self.seed}: choose another"
            )
        return self

    @property
    def drafted(self) -> list[Drafted]:
        """All its matches."""
        return [
            Drafted(seed, *moba.random_lineups(self.variant, seed))
            for seed in range(self.seed, self.seed + self.matches)
        ]


def collected(path: Path, variant: str, player: str) -> pl.DataFrame:
    """The matches in a file, which must be of a variant, a player and the installed rules; none where there is no file.

    Raises:
        RulesChanged: the file holds matches of another variant, player or version of the rules.
        BadResults: the file cannot be read.
    """
    asked = (variant, player, moba.rules_hash())
    if not path.exists():
        return make_results(*asked, [])
    results = read_results(path)
    others = [row for row in results.select(PLAYED_WITH).unique().rows() if row != asked]
    if others:
        raise RulesChanged(
            f"{path} holds matches of {', '.join(others[0])}, and {', '.join(asked)} is asked for: "
            "matches of different rules are not pooled; name another file with --out"
        )
    return results


def missing(
    results: pl.DataFrame, variant: str, player: str, matches: Sequence[Drafted]
) -> list[DraftedBatch]:
    """Those of some matches whose seed is not in a table yet, in batches."""
    have = set(results["seed"].to_list())
    left = [match for match in matches if match.seed not in have]
    return [
        DraftedBatch(
            first // BATCH_MATCHES,
            variant,
            player,
            moba.rules_hash(),
            tuple(left[first : first + BATCH_MATCHES]),
        )
        for first in range(0, len(left), BATCH_MATCHES)
    ]


def seconds_a_match(variant: str, player: str) -> float | None:
    """Seconds of one core a match, by the sweep of docs/balance.md on its machine; None where there was none."""
    for one in read_kept():
        if (one["variant"], one["player"]) == (variant, player):
            return float(one["elapsed_s"]) * int(one["machine"]["cores"]) / int(one["matches"])
    return None


def collect(
    path: Path,
    wanted: Collection,
    executor: Executor,
    *,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> pl.DataFrame:
    """Play what a file is missing of a collection, and write the file anew after each batch; give what it then holds.

    Killed at any moment, it loses the batches in flight; the same call goes on.

    Raises:
        BadSchedule, UnknownPlayer: it cannot be played.
        RulesChanged, BadResults: see `collected`.
        HomeLocked: another process writes to the file's folder.
        BatchFailed: a batch could not be played.
    """
    wanted.checked()
    return play_missing(path, wanted.variant, wanted.player, wanted.drafted, executor, report=report)


def play_missing(
    path: Path,
    variant: str,
    player: str,
    matches: Sequence[Drafted],
    executor: Executor,
    *,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> pl.DataFrame:
    """Play those of some matches that a file is missing; see `collect`."""
    with holding(path.parent, option="--out"):
        results = collected(path, variant, player)
        batches = missing(results, variant, player, matches)
        if not batches:
            return results
        report("compiling", Progress(1, 0, 0))
        list(executor.run(warm_up, iter([(variant, (player,))])))
        report("playing", Progress(len(batches), 0, 0))

        def store(_batch: DraftedBatch, rows: list[Row]) -> None:
            nonlocal results
            results = pl.concat([results, make_results(variant, player, moba.rules_hash(), rows)])
            write_results(path, results)

        for done, batch in enumerate(play_all(batches, executor, store), 1):
            report("playing", Progress(len(batches), done, len(batch.matches)))
    return results
