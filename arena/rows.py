"""From a plan, and from a batch that was played, to the rows of the store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games import moba
from arena.plan import Plan
from arena.schema import MATCH_RESULT
from arena.specs import BatchSpec, MatchSpec, block_id
from arena.streams import pack_streams

Columns = Mapping[str, Sequence[object]]
"""Rows by column: every list is equally long."""


@dataclass(frozen=True)
class PlayedMatches:
    """The matches of a batch that were played, and what the game says of them; n matches."""

    matches: tuple[MatchSpec, ...]
    active: NDArray[np.bool_]
    """(n, seats) bool: seats that exist."""
    results: NDArray[np.void]
    """(n,) records: `moba.Batch.results`."""
    hero_results: NDArray[np.void]
    """(n, seats) records: `moba.Batch.hero_results`."""
    faults: NDArray[np.int64]
    """(n, counters) int64: `moba.Batch.faults`."""
    streams: Sequence[NDArray[np.uint16]]
    """n arrays (decisions, seats, choices)."""


@dataclass(frozen=True)
class BatchResult:
    """What a batch gave: columns of rows, ready for the store."""

    spec: BatchSpec
    failures: Mapping[str, str]
    """Entrants that failed in this batch, with the reason."""
    matches: Columns
    match_heroes: Columns
    match_faults: Columns
    decisions: Mapping[int, int]
    """Decisions recorded, by match."""
    streams: bytes
    """The npz file of the actions of its played matches."""


def run_row(run_id: int, plan: Plan, started_at: datetime) -> dict[str, object]:
    """The row of a plan that is being stored as an open run."""
    names = (
        "name",
        "ladder",
        "schedule",
        "game",
        "variant",
        "rules_hash",
        "contract_version",
        "seed",
        "reproducible",
    )
    return {
        **{name: getattr(plan, name) for name in names},
        "run_id": run_id,
        "plan_hash": plan.identity,
        "plan": plan.to_json(),
        "status": "open",
        "code_version": version("palaestra"),
        "started_at": started_at,
    }


def block_rows(run_id: int, plan: Plan) -> list[dict[str, object]]:
    """The rows of a run's blocks."""
    return [
        {
            "block_id": block_id(run_id, place),
            "run_id": run_id,
            "batch": plan.batch_of(place),
            "first": block.first,
            "second": block.second,
            "block_index": block.index,
            "seed": block.seed,
        }
        for place, block in enumerate(plan.blocks)
    ]


def make_result(
    spec: BatchSpec, played: PlayedMatches | None, void: Mapping[str, str], failures: Mapping[str, str]
) -> BatchResult:
    """The rows of a batch: of its played matches, and of those void for an entrant in `void`."""
    rows = [_void_row(spec, match, void) for match in spec.matches if {match.west, match.east} & void.keys()]
    if played is None:
        return BatchResult(spec, dict(failures), columns_of(rows), {}, {}, {}, pack_streams({}))
    rows = sorted([*rows, *_played_rows(spec, played)], key=lambda row: int(row["match_id"]))
    streams = {match.match_id: stream for match, stream in zip(played.matches, played.streams, strict=True)}
    return BatchResult(
        spec,
        dict(failures),
        columns_of(rows),
        _hero_columns(played),
        _fault_columns(played),
        {match_id: len(stream) for match_id, stream in streams.items()},
        pack_streams({str(match_id): stream for match_id, stream in streams.items()}),
    )


def columns_of(rows: Sequence[Mapping[str, object]]) -> Columns:
    """Rows with the same names, by column; no rows, no columns."""
    return {name: [row[name] for row in rows] for name in rows[0]} if rows else {}


def _played_rows(spec: BatchSpec, played: PlayedMatches) -> list[dict[str, Any]]:
    totals = played.faults.sum(axis=1)
    return [
        {
            **_identity(spec, match),
            "status": "played",
            "reason": None,
            "winner": int(result["winner"]),
            "ending": moba.ENDINGS[int(result["ending"])],
            "ticks": int(result["ticks"]),
            **{
                f"{side}_{field}": int(result[field][place])
                for field in ("structures", "net_worth", "kills")
                for place, side in enumerate(("west", "east"))
            },
            "faults": int(total),
        }
        for match, result, total in zip(played.matches, played.results, totals, strict=True)
    ]


def _void_row(spec: BatchSpec, match: MatchSpec, void: Mapping[str, str]) -> dict[str, Any]:
    reasons = [f"{name} {void[name]}" for name in sorted({match.west, match.east} & void.keys())]
    return {
        **_identity(spec, match),
        "status": "void",
        "reason": f"set aside: {'; '.join(reasons)}",
        **{column.name: None for column in MATCH_RESULT},
    }


def _identity(spec: BatchSpec, match: MatchSpec) -> dict[str, Any]:
    return {
        "match_id": match.match_id,
        "block_id": match.block_id,
        "run_id": spec.run_id,
        "slot": match.slot,
        "variant": spec.variant,
        "start": match.start,
        "randomisation": match.randomisation,
        "rules_hash": spec.rules_hash,
        "contract_version": spec.contract_version,
        "seed": match.seed,
        "west": match.west,
        "east": match.east,
        "west_lineup": list(match.west_lineup),
        "east_lineup": list(match.east_lineup),
    }


def _hero_columns(played: PlayedMatches) -> Columns:
    """A row for every seat that exists in every played match."""
    places, seats = np.nonzero(played.active)
    records = played.hero_results[places, seats]
    west = played.active.shape[1] // 2
    sides = [
        played.matches[place].west if seat < west else played.matches[place].east
        for place, seat in zip(places, seats, strict=True)
    ]
    columns: dict[str, Sequence[object]] = {
        "match_id": [played.matches[place].match_id for place in places],
        "seat": seats.tolist(),
        "entrant": sides,
        "hero": [moba.HERO_NAMES[hero] for hero in records["hero"].tolist()],
    }
    for name in moba.HERO_RESULT_FIELDS:
        if name != "hero":
            columns[name] = records[name].tolist()
    return columns


def _fault_columns(played: PlayedMatches) -> Columns:
    places, counters = np.nonzero(played.faults)
    return {
        "match_id": [played.matches[place].match_id for place in places],
        "fault": [moba.FAULT_NAMES[counter] for counter in counters],
        "count": played.faults[places, counters].tolist(),
    }
