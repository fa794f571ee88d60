"""Day and night: they follow each other from the start, and night shortens sight."""

from __future__ import annotations

from arena.games.kernel import kernel


@kernel
def is_night(m, r):
    """The sun is down: the second, fourth, sixth span of the variant's `day`."""
    return m.tick // r.variant.day % 2 == 1


@kernel
def sight_class(r, kind, night):
    """Class of map_tables.SIGHT_RADII by which a kind of unit sees."""
    return r.kinds[kind].night_sight if night else r.kinds[kind].sight
