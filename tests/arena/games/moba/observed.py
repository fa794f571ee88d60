"""What a hero is given, by the names of the columns."""

from __future__ import annotations

from arena.games.moba import Batch
from arena.games.moba.fields import columns

NAMES = [name for name, _ in columns()]
PLACE = {name: place for place, name in enumerate(NAMES)}


def observed(batch: Batch, h: int, b: int = 0) -> dict[str, float]:
    """Observe, and give the columns of hero `h` (0-9) of match `b`."""
    batch.observe()
    return dict(zip(NAMES, batch.observations[b, h].tolist(), strict=True))


def block(batch: Batch, h: int, name: str) -> dict[str, float]:
    """Observe, and give one row's fields, such as those of `world` or `camps[3]`, by their own names."""
    return {
        column.partition(".")[2]: value
        for column, value in observed(batch, h).items()
        if column.partition(".")[0] == name
    }
