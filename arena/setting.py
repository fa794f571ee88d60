"""How the matches of a plan are played: what is asked for, and whether the game has it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arena.errors import BadSchedule
from arena.games import moba

LONGEST_S = 7200.0
"""The longest cap on a match in seconds of the game: far beyond what any match lasts."""


@dataclass(frozen=True)
class Setting:
    """How a match is played, apart from who plays it on which seed."""

    variant: str
    limit_s: float | None = None
    """Cap on a match in seconds of the game; None leaves only the game's safety stop."""
    start: str = "fresh"
    """How it begins, one of the variant's starts."""
    randomisation: str = "none"
    """What its setup changes at random, as `moba.parse_randomisation` reads it."""

    def checked(self) -> Setting:
        """The same, its randomisation in the words of its ranges.

        Raises:
            BadSchedule: the variant, its start or the randomisation is unknown, or the cap is out of range.
        """
        check_variant(self.variant)
        if self.limit_s is not None and not 0 < self.limit_s <= LONGEST_S:
            raise BadSchedule(
                f"a cap on matches is a positive number of seconds, at most {LONGEST_S:g}, got {self.limit_s:g}: "
                "leave it out to play every match to its end"
            )
        try:
            moba.check_start(self.variant, self.start)
            ranges = moba.parse_randomisation(self.randomisation)
        except ValueError as error:
            raise BadSchedule(str(error)) from error
        return replace(self, randomisation=ranges.text)


def check_variant(variant: str) -> None:
    """Raise BadSchedule unless the game has this variant."""
    if variant not in moba.VARIANTS:
        raise BadSchedule(
            f"{moba.NAME} has no variant '{variant}': the known ones are {', '.join(moba.VARIANTS)}"
        )
