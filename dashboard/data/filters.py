"""Which matches are meant: settings of an address, checked, and the condition in SQL that they are.

No text of an address becomes SQL: it is compared with what is known, or bound as a value.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from arena.games.moba.rules import TICKS_PER_SECOND
from dashboard.errors import BadAddress

LONGEST_TEXT = 300
"""Characters of a setting at most; names of entrants are shorter."""

LARGEST = 2**63 - 1

SORTS = {
    "match_id": "m.match_id",
    "west": "m.west",
    "east": "m.east",
    "ending": "m.ending",
    "ticks": "m.ticks",
    "faults": "m.faults",
    "variant": "m.variant",
    "west_kills": "m.west_kills",
    "east_kills": "m.east_kills",
}
"""Columns that matches are sorted by, as SQL."""

FAULTS = {"any": "m.faults > 0", "none": "m.faults = 0"}
WINNERS = {"west": "m.winner = 1", "east": "m.winner = -1", "nobody": "m.winner = 0"}
STATUSES = {"played": "m.status = 'played'", "void": "m.status = 'void'"}


@dataclass(frozen=True)
class MatchFilter:
    """Which matches are shown; what is None is not asked."""

    entrant: str | None = None
    opponent: str | None = None
    variant: str | None = None
    ending: str | None = None
    winner: str | None = None
    status: str | None = None
    faults: str | None = None
    fault: str | None = None
    run: str | None = None
    min_s: float | None = None
    max_s: float | None = None

    @classmethod
    def parse(cls, query: Mapping[str, str]) -> MatchFilter:
        """The filter that an address asks for.

        Raises:
            BadAddress: a value cannot be.
        """
        return cls(
            **{
                name: text_of(query, name)
                for name in ("entrant", "opponent", "variant", "ending", "fault", "run")
            },
            winner=one_of(query, "winner", WINNERS),
            status=one_of(query, "status", STATUSES),
            faults=one_of(query, "faults", FAULTS),
            min_s=minutes_of(query, "min"),
            max_s=minutes_of(query, "max"),
        )

    def condition(self) -> tuple[str, list[object]]:
        """The condition on `matches m`, and the values that are bound in it."""
        bound: list[tuple[str, object | None]] = [
            ("? IN (m.west, m.east)", self.entrant),
            ("? IN (m.west, m.east)", self.opponent),
            ("m.variant = ?", self.variant),
            ("m.ending = ?", self.ending),
            ("m.match_id IN (SELECT match_id FROM match_faults WHERE fault = ?)", self.fault),
            ("m.run_id IN (SELECT run_id FROM runs WHERE name = ?)", self.run),
            ("m.ticks >= ?", None if self.min_s is None else self.min_s * TICKS_PER_SECOND),
            ("m.ticks <= ?", None if self.max_s is None else self.max_s * TICKS_PER_SECOND),
        ]
        asked = [(sql, value) for sql, value in bound if value is not None]
        fixed = [
            words[word]
            for words, word in ((WINNERS, self.winner), (STATUSES, self.status), (FAULTS, self.faults))
            if word is not None
        ]
        return " AND ".join([sql for sql, _ in asked] + fixed) or "true", [value for _, value in asked]


def text_of(query: Mapping[str, str], name: str) -> str | None:
    """A setting's text; None where it is empty or not there.

    Raises:
        BadAddress: it is longer than any name.
    """
    value = query.get(name, "")
    if len(value) > LONGEST_TEXT:
        raise BadAddress(
            f"expected at most {LONGEST_TEXT} characters in '{name}', got {len(value)}: shorten the address"
        )
    return value or None


def one_of(query: Mapping[str, str], name: str, allowed: Mapping[str, object]) -> str | None:
    """A setting that is one of some words; None where it is not there.

    Raises:
        BadAddress: it is another word.
    """
    value = text_of(query, name)
    if value is not None and value not in allowed:
        raise BadAddress(
            f"expected '{name}' to be {', '.join(allowed)}, got '{value[:40]}': correct the address"
        )
    return value


def minutes_of(query: Mapping[str, str], name: str) -> float | None:
    """A setting in minutes, as seconds; None where it is not there.

    Raises:
        BadAddress: it is no number, or less than none or more than a day.
    """
    text = text_of(query, name)
    if text is None:
        return None
    try:
        minutes = float(text)
    except ValueError:
        minutes = math.nan
    if not 0 <= minutes <= 1440:
        raise BadAddress(
            f"expected '{name}' to be minutes from 0 to 1440, got '{text[:40]}': correct the address"
        )
    return 60 * minutes


def number_of(text: str, what: str) -> int:
    """A number of a match, a snapshot or the like.

    Raises:
        BadAddress: it is no whole number, or none that is stored anywhere.
    """
    if not (text.isascii() and text.isdigit() and len(text) < 20 and int(text) <= LARGEST):
        raise BadAddress(f"expected the number of a {what}, got '{text[:40]}': correct the address")
    return int(text)
