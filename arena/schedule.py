"""Which matches are worth playing: pairings in balanced blocks, with seeds fixed beforehand.

A block is one pairing on one seed: four matches, both sides times both lineups. Its seed derives from the
plan's seed, the two names and the block's number alone, so that adding entrants or blocks changes no other
block.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from arena.errors import BadSchedule

Pairing = tuple[str, str]
"""Two entrants' names, the one that sorts first in front."""


@dataclass(frozen=True)
class Block:
    """The smallest balanced set of a pairing's matches."""

    first: str
    second: str
    index: int
    """Number of the block within its pairing and ladder, from 0."""
    seed: int
    """Seed of its four matches, 0 to 2**63 - 1."""


def pairing(a: str, b: str) -> Pairing:
    """The pairing of two entrants, whichever is named first."""
    return (a, b) if a < b else (b, a)


def round_robin(names: Sequence[str]) -> tuple[Pairing, ...]:
    """Everyone against everyone.

    Raises:
        BadSchedule: fewer than two names, or one twice.
    """
    _check_names(names, at_least=2)
    return tuple(sorted(pairing(a, b) for a, b in combinations(names, 2)))


def gauntlet(newcomers: Sequence[str], references: Sequence[str]) -> tuple[Pairing, ...]:
    """Every newcomer against every reference, and nobody against their own kind.

    Raises:
        BadSchedule: either list is empty, or a name stands twice.
    """
    if not newcomers or not references:
        raise BadSchedule("a gauntlet needs at least one newcomer and one reference: name both")
    _check_names([*newcomers, *references], at_least=2)
    return tuple(sorted(pairing(a, b) for a in newcomers for b in references))


def make_blocks(
    pairings: Sequence[Pairing], count: int, seed: int, *, played: Mapping[Pairing, int] | None = None
) -> tuple[Block, ...]:
    """`count` new blocks for every pairing, one of each before the second of any.

    Args:
        pairings: the pairings, in the order of play.
        count: blocks for each.
        seed: the plan's seed.
        played: blocks that a pairing has had before; its new ones continue the numbering.

    Raises:
        BadSchedule: `count` is not positive.
    """
    if count < 1:
        raise BadSchedule(f"a schedule needs at least one block for each pairing, got {count}")
    before = played or {}
    blocks = [
        Block(first, second, index, block_seed(seed, first, second, index))
        for step in range(count)
        for first, second in pairings
        for index in (before.get((first, second), 0) + step,)
    ]
    if len({block.seed for block in blocks}) < len(blocks):
        raise BadSchedule(f"two blocks under plan seed {seed} have the same seed: choose another plan seed")
    return tuple(blocks)


def block_seed(seed: int, first: str, second: str, index: int) -> int:
    """A block's seed: 63 bits of a hash of the plan's seed, the pairing and the block's number."""
    name, other = pairing(first, second)
    # Lengths are part of the text, so that no two different pairings read alike.
    text = f"{seed}|{len(name)}:{name}|{len(other)}:{other}|{index}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def _check_names(names: Sequence[str], *, at_least: int) -> None:
    if len(names) < at_least:
        raise BadSchedule(f"a schedule needs at least {at_least} entrants, got {len(names)}")
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise BadSchedule(
            f"entrant '{twice[0]}' stands twice in the schedule: give each a name of its own (NAME=PLAYER)"
        )
