"""The description of a batch: what is sent to whoever plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.games import moba
from arena.plan import Plan
from arena.schedule import Block
from arena.schema import BLOCKS_PER_RUN, MATCHES_PER_BLOCK


@dataclass(frozen=True)
class MatchSpec:
    """One match to play."""

    match_id: int
    block_id: int
    slot: int
    """Place in the block, see `match_specs`."""
    seed: int
    west: str
    east: str
    west_lineup: tuple[int, ...]
    east_lineup: tuple[int, ...]
    start: str = "fresh"
    randomisation: str = "none"
    """As `moba.parse_randomisation` reads it."""


@dataclass(frozen=True)
class BatchSpec:
    """All that is needed to play a batch, and nothing that depends on where it is played."""

    run_id: int
    batch: int
    variant: str
    rules_hash: str
    contract_version: int
    limit_s: float | None
    players: Mapping[str, str]
    """The player behind each entrant's name."""
    matches: tuple[MatchSpec, ...]
    set_aside: Mapping[str, str]
    """Entrants that failed in an earlier batch of the run, with the reason; their matches are not played."""
    killed: Mapping[str, str] = field(default_factory=dict)
    """Entrants that ended workers which played this batch, with the reason: they have failed in it."""

    @property
    def void(self) -> dict[str, str]:
        """Entrants whose matches are not played, with the reason."""
        return {**self.set_aside, **self.killed}


def match_setup(match: MatchSpec) -> moba.Setup:
    """What the game makes a match from: the same whether it is played or played again from its actions."""
    return moba.Setup(
        match.seed,
        match.west_lineup,
        match.east_lineup,
        start=match.start,
        randomisation=moba.parse_randomisation(match.randomisation),
    )


def match_of_row(row: Mapping[str, Any]) -> MatchSpec:
    """The match that a row of the store's `matches` tells of; `match_setup` of it is what was played."""
    return MatchSpec(
        int(row["match_id"]),
        int(row["block_id"]),
        int(row["slot"]),
        int(row["seed"]),
        str(row["west"]),
        str(row["east"]),
        tuple(int(hero) for hero in row["west_lineup"]),
        tuple(int(hero) for hero in row["east_lineup"]),
        str(row["start"]),
        str(row["randomisation"]),
    )


def batch_spec(plan: Plan, run_id: int, batch: int, set_aside: Mapping[str, str]) -> BatchSpec:
    """The description of one batch of a plan."""
    matches = tuple(
        match
        for place, block in plan.blocks_of(batch)
        for match in match_specs(plan, block_id(run_id, place), block)
    )
    players = {entrant.name: entrant.player for entrant in plan.entrants}
    return BatchSpec(
        run_id,
        batch,
        plan.variant,
        plan.rules_hash,
        plan.contract_version,
        plan.limit_s,
        players,
        matches,
        dict(set_aside),
    )


def match_specs(plan: Plan, number: int, block: Block) -> tuple[MatchSpec, ...]:
    """The four matches of a plan's block: both sides times both lineups on one seed.

    The keys of the sides derive from the seed and stay where they are, so the four matches differ.
    """
    one, other = moba.random_lineups(plan.variant, block.seed)
    sides = ((block.first, block.second), (block.second, block.first))
    games = [(west, east, *lineups) for west, east in sides for lineups in ((one, other), (other, one))]
    return tuple(
        MatchSpec(
            number * MATCHES_PER_BLOCK + slot, number, slot, block.seed, *game, plan.start, plan.randomisation
        )
        for slot, game in enumerate(games)
    )


def block_id(run_id: int, place: int) -> int:
    """The number of a block in the store, from its run and its place in the plan."""
    return run_id * BLOCKS_PER_RUN + place
