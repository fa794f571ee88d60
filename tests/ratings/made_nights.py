"""Tables of made-up nights, from known strengths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from ratings.results import Results


def nights(
    strengths: Sequence[float],
    before: int,
    tonight: int,
    *,
    seed: int,
    later: Mapping[int, float] | None = None,
) -> tuple[Results, NDArray[np.bool_]]:
    """A round robin of so many blocks a pairing before and tonight, and which matches were before.

    Args:
        strengths: points of the entrants e0, e1, …
        before, tonight: blocks of four matches.
        seed: of the matches.
        later: the strength tonight of those who have another.
    """
    rng = np.random.default_rng(seed)
    rows: list[tuple[str, str, float, int, bool]] = []
    for a, b in combinations(range(len(strengths)), 2):
        for block in range(before + tonight):
            old = block < before
            now = dict(enumerate(strengths)) if old else {**dict(enumerate(strengths)), **(later or {})}
            for slot in range(4):
                west, east = (a, b) if slot < 2 else (b, a)
                won = rng.random() < 1 / (1 + 10 ** ((now[east] - now[west]) / 400))
                rows.append((f"e{west}", f"e{east}", float(won), 1000 * (100 * a + b) + block, old))
    first, second, score, blocks, earlier = map(list, zip(*rows, strict=True))
    return Results.from_columns(first, second, score, side=[True] * len(rows), block=blocks), np.array(
        earlier
    )
