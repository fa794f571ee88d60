"""What a policy draws its actions by: numbers that depend on the match, the side, the decision and the hero alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.kernel import kernel
from arena.games.moba.layout import HEROES
from arena.games.moba.numbers import draw

Int64 = NDArray[np.int64]

STREAM = 200_000
"""The first of the streams of checkpoints; see docs/players.md, A player that draws random numbers."""
DRAWS = 4
"""Numbers to a decision of a hero: for kind, target, offset, aim."""


def action_uniforms(records: NDArray[Any], matches: Int64, heroes: Int64) -> NDArray[np.float64]:
    """(k, 4) in [0, 1): what the heroes (matches[i], heroes[i]) draw their next action by.

    Args:
        records: (n,) layout.MATCH, `batch.matches`.
        matches: (k,) int64, places in the batch.
        heroes: (k,) int64, seats, 0 to 9.
    """
    out = np.empty((len(matches), DRAWS))
    _fill(records["seed"], records["keys"], records["decision"], matches, heroes, out)
    return out


@kernel
def _fill(
    seeds: Int64, keys: Int64, decisions: Int64, matches: Int64, heroes: Int64, out: NDArray[np.float64]
) -> None:
    for row in range(len(matches)):
        m, side, slot = matches[row], heroes[row] // HEROES, heroes[row] % HEROES
        for place in range(DRAWS):
            stream = STREAM + HEROES * place + slot
            out[row, place] = draw(seeds[m], keys[m, side], decisions[m], stream)  # type: ignore[no-untyped-call]
