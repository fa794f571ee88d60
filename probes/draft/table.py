"""The table of all lineups: 4,900,896 of 17 heroes, each pair of lineups of five once for either side."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray
from scipy.special import expit

from arena.files import write_atomically
from probes.draft.model import LineupModel
from probes.draft.order import Draft, Order
from probes.draft.sets import mask_of, members_of, ranks, sets, squeeze
from probes.draft.solve import final_layer, pool_of


@dataclass(frozen=True)
class LineupTable:
    """The log-odds of every pair of lineups."""

    names: tuple[str, ...]
    size: int
    logits: NDArray[np.float32]
    """(C(n, k), C(n - k, k)) float32: the first lineup's; rows and columns as a layer has them (`loops`)."""

    def logit(self, west: Sequence[int], east: Sequence[int]) -> float:
        """The log-odds of one lineup against another."""
        one, rank = mask_of(west), ranks(len(self.names))
        return float(self.logits[rank[one], rank[squeeze(mask_of(east), one)]])

    def lineups(self) -> list[tuple[int, ...]]:
        """The heroes of each row's lineup."""
        return [members_of(mask) for mask in sets(len(self.names), self.size).tolist()]

    def best(self) -> pl.DataFrame:
        """Every lineup with its mean probability of winning, and that against the reply that hurts it most; best first.

        Columns: `lineup` (names), `mean`, `least` (probabilities), `reply` (the names of that reply).
        """
        share = expit(self.logits)
        worst = self.logits.argmin(1)
        lineups = self.lineups()
        inner = sets(len(self.names) - self.size, self.size)
        replies = [
            [
                hero
                for place, hero in enumerate(_others(lineup, len(self.names)))
                if int(inner[at]) >> place & 1
            ]
            for lineup, at in zip(lineups, worst.tolist(), strict=True)
        ]
        return pl.DataFrame(
            {
                "lineup": [[self.names[hero] for hero in lineup] for lineup in lineups],
                "mean": share.mean(1, dtype=np.float64),
                "least": share[np.arange(len(share)), worst].astype(np.float64),
                "reply": [[self.names[hero] for hero in reply] for reply in replies],
            }
        ).sort("mean", descending=True)

    def against(self, east: Sequence[int]) -> pl.DataFrame:
        """Every lineup against a given one: `lineup` (names) and `wins` (probability), best first."""
        rank, n = ranks(len(self.names)), len(self.names)
        others = _others(east, n)
        rows = sets(n - self.size, self.size).tolist()
        # Antisymmetric: the row of the given lineup has all of them, with the sign changed.
        wins = expit(-self.logits[rank[mask_of(east)]]).astype(np.float64)
        lineups = [[self.names[others[place]] for place in members_of(mask)] for mask in rows]
        return pl.DataFrame({"lineup": lineups, "wins": wins}).sort("wins", descending=True)

    def frame(self) -> pl.DataFrame:
        """All of it: `west` and `east` as bit masks over the heroes (i32), `west_wins` (f32)."""
        n, rank = len(self.names), self.logits.shape
        west = np.repeat(sets(n, self.size), rank[1]).astype(np.int32)
        inner = sets(n - self.size, self.size)
        east = np.concatenate([_spread(inner, lineup, n) for lineup in self.lineups()])
        return pl.DataFrame({"west": west, "east": east, "west_wins": expit(self.logits).ravel()})


def tabulate(model: LineupModel) -> LineupTable:
    """The table of a model."""
    order = Order("A" * model.size + "B" * model.size)
    logits = final_layer(pool_of(model, Draft(order)), model.size, model.size)
    return LineupTable(model.names, model.size, logits)


def write_table(path: Path, table: LineupTable) -> None:
    """Write all of a table as Parquet; the heroes of bits 0, 1, … stand in its metadata, `heroes`."""
    out = io.BytesIO()
    table.frame().write_parquet(out, metadata={"heroes": ",".join(table.names)})
    write_atomically(path, out.getvalue())


def _others(lineup: Sequence[int], heroes: int) -> list[int]:
    return [hero for hero in range(heroes) if hero not in lineup]


def _spread(inner: NDArray[np.int64], lineup: Sequence[int], heroes: int) -> NDArray[np.int32]:
    """Masks over the heroes that a lineup leaves, as masks over all."""
    found = np.zeros(len(inner), np.int32)
    for place, hero in enumerate(_others(lineup, heroes)):
        found |= ((inner >> place & 1) << hero).astype(np.int32)
    return found
