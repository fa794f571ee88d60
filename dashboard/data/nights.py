"""The last night of a ladder, as its report says."""

from __future__ import annotations

from collections.abc import Mapping

from arena.nights.record import Night
from arena.nights.reports import last_night
from arena.store import Database
from dashboard.data.filters import text_of
from dashboard.data.ladders import LadderName, ladder_names


def chosen_night(database: Database, query: Mapping[str, str]) -> Night | None:
    """The last night of the ladder that an address asks for, of any if it asks for none; None if there is none."""
    wanted = text_of(query, "ladder")
    if wanted is None:
        return last_night(database)
    for name in ladder_names(database):
        if name.key == wanted:
            return last_night(database, name.ladder, name.variant, name.rules_hash)
    return None


def ladders_of_nights(database: Database) -> list[LadderName]:
    """Every rated ladder, that of the last night first."""
    night = last_night(database)
    names = ladder_names(database)
    if night is None:
        return names
    key = (night.ladder, night.variant, night.rules_hash)
    return sorted(names, key=lambda name: (name.ladder, name.variant, name.rules_hash) != key)
