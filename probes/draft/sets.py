"""Sets of heroes as bit masks, and their ranks: see `loops`."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from math import comb

import numpy as np
from numpy.typing import NDArray

Int32 = NDArray[np.int32]
Int64 = NDArray[np.int64]


@functools.cache
def ranks(heroes: int) -> Int32:
    """(2^heroes,) int32: the rank of each mask among those with as many bits, in numeric order."""
    bits = np.bitwise_count(np.arange(1 << heroes))
    found = np.empty(1 << heroes, np.int32)
    for count in range(heroes + 1):
        rows = np.flatnonzero(bits == count)
        found[rows] = np.arange(len(rows))
    return found


@functools.cache
def sets(heroes: int, count: int) -> Int64:
    """(C(heroes, count),) int64: the masks of `count` bits below 2^heroes, in numeric order, which is that of rank."""
    return np.flatnonzero(np.bitwise_count(np.arange(1 << heroes)) == count).astype(np.int64)


def layer_shape(heroes: int, a: int, b: int) -> tuple[int, int]:
    """The shape of the layer of partial drafts with `a` and `b` picked of a pool."""
    return comb(heroes, a), comb(heroes - a, b)


def mask_of(members: Iterable[int]) -> int:
    """The mask of some heroes."""
    return sum(1 << member for member in members)


def members_of(mask: int) -> tuple[int, ...]:
    """The heroes of a mask, in order."""
    return tuple(place for place in range(mask.bit_length()) if mask >> place & 1)


def squeeze(mask: int, without: int) -> int:
    """A mask written over the heroes that are not in another, disjoint one."""
    while without:
        place = without.bit_length() - 1
        mask = (mask >> (place + 1)) << place | mask & ((1 << place) - 1)
        without ^= 1 << place
    return mask
