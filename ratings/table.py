"""The table of ratings: what ``rate`` answers, whichever model was asked."""

from dataclasses import dataclass
from typing import Any

MISSING = "–"


@dataclass(frozen=True, slots=True)
class EntrantRating:
    """One entrant's line. Ratings in points: 400 are odds of 10 to 1 (TrueSkill: its own points, see settings).

    Attributes:
        name: the entrant.
        rating: the point estimate from the full data; None if it has no finite value.
        low, high: ends of the 95 % interval; None where the results set no bound on that side.
        rank_low, rank_high: best and worst rank within the component that the data leave open.
        matches, wins, draws, losses: weighted counts of all its results.
        status: "ok", "unbeaten", "winless", "outside core", after "component 2; " outside the main component.
        pool_rating, pool_low, pool_high: the same measured from the mean of the core instead of the anchor
            (the same numbers if there is no anchor).
    """

    name: str
    rating: float | None
    low: float | None
    high: float | None
    rank_low: int | None
    rank_high: int | None
    matches: float
    wins: float
    draws: float
    losses: float
    status: str
    pool_rating: float | None = None
    pool_low: float | None = None
    pool_high: float | None = None


@dataclass(frozen=True, slots=True)
class SideRating:
    """What having the side is worth, in points, with its 95 % interval."""

    rating: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class RatingTable:
    """Ratings of a table of results, best first, with everything that made them.

    Attributes:
        model: "bt", "trueskill" or "elo".
        settings: what was asked and what was assumed, by name.
        converged: True; a fit that did not converge is an error, and updates in order have nothing to converge.
        gradient_norm: largest component of the gradient in wins; None for models without a likelihood.
        side: the side term; None if the model has none.
        entrants: best first, the main component before the others.
        warnings: one line each.
        matches: rows that were rated.
    """

    model: str
    settings: dict[str, Any]
    converged: bool
    gradient_norm: float | None
    side: SideRating | None
    entrants: tuple[EntrantRating, ...]
    warnings: tuple[str, ...]
    matches: int

    def __getitem__(self, name: str) -> EntrantRating:
        """The line of an entrant. Raises KeyError if it is not in the table."""
        for entrant in self.entrants:
            if entrant.name == name:
                return entrant
        raise KeyError(name)

    def to_dict(self) -> dict[str, Any]:
        """The table as plain values for JSON; the keys are documented in docs/ratings.md."""
        return {
            "model": self.model,
            "settings": dict(self.settings),
            "converged": self.converged,
            "gradient_norm": self.gradient_norm,
            "side": None
            if self.side is None
            else {k: getattr(self.side, k) for k in ("rating", "low", "high")},
            "entrants": [{key: _plain(key, entrant) for key in ENTRANT_KEYS} for entrant in self.entrants],
            "warnings": list(self.warnings),
            "matches": self.matches,
        }

    def render(self) -> str:
        """The table as text for a terminal, then the settings and the warnings."""
        lines = [_row(HEADINGS)] + [_row(_cells(entrant)) for entrant in self.entrants]
        width = max(len(e.name) for e in self.entrants)
        text = [line[0].ljust(max(width, len(HEADINGS[0]))) + line[1] for line in lines]
        if self.side is not None:
            text += ["", f"side: {_number(self.side.rating)} {_interval(self.side.low, self.side.high)}"]
        settings = ", ".join(f"{key} {value}" for key, value in self.settings.items() if value is not None)
        text += ["", f"{self.matches} matches; {self.model}: {settings}"]
        return "\n".join(text + [f"warning: {line}" for line in self.warnings])


ENTRANT_KEYS = (
    *("name", "rating", "low", "high", "rank_low", "rank_high"),
    *("matches", "wins", "draws", "losses", "status"),
)
COUNT_KEYS = frozenset({"matches", "wins", "draws", "losses"})
HEADINGS = ("entrant", "rating", "95 %", "rank", "matches", "won", "drawn", "lost", "status")


def _cells(entrant: EntrantRating) -> tuple[str, ...]:
    ranks = (entrant.rank_low, entrant.rank_high)
    return (
        entrant.name,
        _number(entrant.rating),
        _interval(entrant.low, entrant.high),
        MISSING
        if None in ranks
        else str(ranks[0])
        if ranks[0] == ranks[1]
        else f"{ranks[0]}{MISSING}{ranks[1]}",
        *(f"{count:g}" for count in (entrant.matches, entrant.wins, entrant.draws, entrant.losses)),
        entrant.status,
    )


def _row(cells: tuple[str, ...]) -> tuple[str, str]:
    widths = (9, 18, 9, 9, 8, 7, 7)
    return cells[0], "".join(c.rjust(w) for c, w in zip(cells[1:-1], widths, strict=True)) + "  " + cells[-1]


def _number(value: float | None) -> str:
    return MISSING if value is None else f"{value:z.0f}" if abs(value) >= 50 else f"{value:z.1f}"


def _interval(low: float | None, high: float | None) -> str:
    return "" if low is None and high is None else f"[{_number(low)}, {_number(high)}]"


def _plain(key: str, entrant: EntrantRating) -> Any:
    """Whole numbers of matches as integers; a rating of zero has no sign."""
    value = getattr(entrant, key)
    if key in COUNT_KEYS and float(value).is_integer():
        return int(value)
    return value + 0.0 if isinstance(value, float) else value
