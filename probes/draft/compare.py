"""Drafters against one another: they draft, and the matches are played.

A drafter does the same whenever it is asked the same, so each draft is of a pool of its own, some of the heroes drawn
at random. A block is one pool and four matches: either drafter begins, and who begins has either side. Its seats are
dealt at random, as in the matches that the model was fitted to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from arena.errors import BadSchedule
from arena.executor import Executor
from arena.tournament import Progress
from probes.draft.collect import play_missing
from probes.draft.drafters import DRAFTERS, find_drafter, play_draft
from probes.draft.errors import BadDraft, BadResults
from probes.draft.model import LineupModel
from probes.draft.order import Draft, Order
from probes.draft.playing import Drafted
from probes.draft.solve import solve

BLOCK = 4
POOL = 13


@dataclass(frozen=True)
class Planned:
    """A match of the comparison."""

    pair: tuple[str, str]
    block: int
    first: int
    """Which of the pair picks first: 0 or 1."""
    first_is_west: bool
    match: Drafted
    expected: float
    """The probability that the pair's first wins, by the model."""


@dataclass(frozen=True)
class Comparison:
    """What is to be played."""

    model: LineupModel
    order: Order
    matches: int
    """For each pair; whole blocks."""
    drafters: tuple[str, ...] = tuple(DRAFTERS)
    pool: int = POOL
    seed: int = 0

    def checked(self) -> Comparison:
        """The same.

        Raises:
            BadSchedule, BadDraft: it cannot be played.
        """
        for name in self.drafters:
            find_drafter(name)
        if len(set(self.drafters)) != len(self.drafters) or len(self.drafters) < 2:
            raise BadDraft(f"expected two or three different drafters, got {', '.join(self.drafters)}")
        if self.matches < BLOCK or self.matches % BLOCK:
            raise BadSchedule(f"expected a multiple of {BLOCK} matches for each pair, got {self.matches}")
        if not len(self.order) <= self.pool <= len(self.model.names):
            raise BadDraft(
                f"expected a pool of {len(self.order)} heroes, as many as this order takes, to "
                f"{len(self.model.names)}; got {self.pool}"
            )
        return self

    def plan(self) -> list[Planned]:
        """All matches, pair by pair; the same for the same model."""
        pairs = list(combinations(self.drafters, 2))
        blocks = self.matches // BLOCK
        found: list[Planned] = []
        for block in range(blocks):
            found += self._block(block, pairs)
        return sorted(found, key=lambda one: (pairs.index(one.pair), one.block))

    def _block(self, block: int, pairs: Sequence[tuple[str, str]]) -> list[Planned]:
        rng = np.random.default_rng([self.seed, block])
        heroes = np.sort(rng.choice(len(self.model.names), self.pool, replace=False))
        model = self.model.only(heroes.tolist())
        solution = solve(model, Draft(self.order))
        found = []
        for pair_number, pair in enumerate(pairs):
            for first in (0, 1):
                local = play_draft(model, solution, pair[first], pair[1 - first], rng)
                lineups = [[int(heroes[one]) for one in side] for side in local]
                expected = self.model.probability(*lineups)[0]
                for west in (True, False):
                    number = (block * len(pairs) + pair_number) * BLOCK + 2 * first + (not west)
                    sides = [tuple(rng.permutation(side).tolist()) for side in lineups]
                    match = Drafted(self.seed + number, *(sides if west else sides[::-1]))
                    found.append(
                        Planned(pair, block, first, west, match, expected if first == 0 else 1 - expected)
                    )
        return found


def compare(
    path: Path,
    wanted: Comparison,
    variant: str,
    player: str,
    executor: Executor,
    *,
    report: Callable[[str, Progress], None] = lambda stage, progress: None,
) -> dict[str, Any]:
    """Play what a file is missing of a comparison, as `collect.collect` does, and sum it up.

    Raises:
        BadSchedule, BadDraft: it cannot be played.
        BadResults: the file holds matches of other drafts.
        RulesChanged, HomeLocked, BatchFailed: see `collect.collect`.
    """
    plan = wanted.checked().plan()
    results = play_missing(path, variant, player, [one.match for one in plan], executor, report=report)
    return {
        "variant": variant,
        "player": player,
        "order": wanted.order.text,
        "pool": wanted.pool,
        "seed": wanted.seed,
        "matches": len(plan),
        "pairs": sum_up(plan, results, wanted.model.names),
    }


def sum_up(plan: Sequence[Planned], results: pl.DataFrame, names: Sequence[str]) -> list[dict[str, Any]]:
    """For each pair the share that the first drafter won, with its 95 % interval from whole blocks.

    Raises:
        BadResults: a match was played with other lineups than the plan's.
    """
    played = {row["seed"]: row for row in results.iter_rows(named=True)}
    rows: dict[tuple[str, str], list[tuple[int, float, float, bool]]] = {}
    for one in plan:
        row = played[one.match.seed]
        if [row["west"], row["east"]] != [
            [names[h] for h in side] for side in (one.match.west, one.match.east)
        ]:
            raise BadResults(
                "expected the matches of this comparison in the file, got others' drafts: the model has changed since; "
                "name another file with --out"
            )
        west_won = (row["winner"] + 1) / 2.0
        first_won = west_won if one.first_is_west else 1.0 - west_won
        won = first_won if one.first == 0 else 1.0 - first_won
        rows.setdefault(one.pair, []).append((one.block, won, one.expected, one.first == 0))
    return [_pair(pair, found) for pair, found in rows.items()]


def _pair(pair: tuple[str, str], found: list[tuple[int, float, float, bool]]) -> dict[str, Any]:
    block, won, expected, began = (np.array(column) for column in zip(*found, strict=True))
    means = np.array([won[block == one].mean() for one in np.unique(block)])
    half = 1.96 * float(means.std(ddof=1)) / len(means) ** 0.5 if len(means) > 1 else float("inf")
    middle = float(won.mean())
    return {
        "first": pair[0],
        "second": pair[1],
        "matches": len(won),
        "blocks": len(means),
        "won": middle,
        "low": max(middle - half, 0.0),
        "high": min(middle + half, 1.0),
        "expected": float(expected.mean()),
        "won_picking_first": float(won[began].mean()),
        "won_picking_second": float(won[~began].mean()),
    }
