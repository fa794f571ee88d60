"""The description of a batch: what is sent to whoever plays it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

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


def match_setup(match: MatchSpec) -> moba.Setup:
    """What the game makes a match from: the same whether it is played or played again from its actions."""
    return moba.Setup(match.seed, match.west_lineup, match.east_lineup)


def batch_spec(plan: Plan, run_id: int, batch: int, set_aside: Mapping[str, str]) -> BatchSpec:
    """The description of one batch of a plan."""
    matches = tuple(
        match
        for place, block in plan.blocks_of(batch)
        for match in match_specs(plan.variant, block_id(run_id, place), block)
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


def match_specs(variant: str, number: int, block: Block) -> tuple[MatchSpec, ...]:
    """The four matches of a block: both sides times both lineups on one seed.

    The keys of the sides derive from the seed and stay where they are, so the four matches differ.
    """
    one, other = moba.random_lineups(variant, block.seed)
    sides = ((block.first, block.second), (block.second, block.first))
    games = [(west, east, *lineups) for west, east in sides for lineups in ((one, other), (other, one))]
    return tuple(
        MatchSpec(number * MATCHES_PER_BLOCK + slot, number, slot, block.seed, *game)
        for slot, game in enumerate(games)
    )


def block_id(run_id: int, place: int) -> int:
    """The number of a block in the store, from its run and its place in the plan."""
    return run_id * BLOCKS_PER_RUN + place
