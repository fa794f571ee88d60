"""A ladder under every scoring rule, side by side: where the ratings part, the matches decided too little."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl

from arena.errors import BadSchedule
from arena.ladder import LadderKey, LadderMatches, published_ladder, rate_ladder, select_matches
from arena.scoring import CAPPED, SCORINGS
from arena.store import Database
from ratings import RatingError, Settings

MOSTLY = 0.5
"""Share of matches without a winner above which a ladder is warned about."""
REPEATED = 0.5
"""Share of distinct matches below which players are said to repeat themselves."""
SIGNATURE = (
    *("west", "east", "winner", "ticks", "west_structures", "east_structures"),
    *("west_net_worth", "east_net_worth", "west_kills", "east_kills"),
)
"""What two matches have in common if they are the same match played twice."""


@dataclass(frozen=True)
class SideBySide:
    """A ladder's ratings under each rule."""

    key: LadderKey
    matches: int
    capped: float
    """Share of matches that a cap ended."""
    undecided: float
    """Share of matches without a winner, capped or not."""
    distinct: float
    """Distinct matches as a share of all: deterministic players repeat themselves."""
    tables: Mapping[str, dict[str, Any]]
    """By rule, as `rate` gives it."""
    failures: Mapping[str, str]
    """Why a rule has no table."""
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """As JSON-ready data."""
        return {
            "ladder": self.key.ladder,
            "variant": self.key.variant,
            "matches": self.matches,
            "capped": self.capped,
            "undecided": self.undecided,
            "distinct": self.distinct,
            "scorings": dict(self.tables),
            "failures": dict(self.failures),
            "warnings": list(self.warnings),
        }


def side_by_side(
    database: Database, ladder: str | None, variant: str | None, *, anchor: str, resamples: int
) -> SideBySide:
    """Rate the matches of a ladder under every scoring rule.

    Args:
        database: a snapshot.
        ladder, variant: of the ladder; None stands for the last one rated.
        anchor: the entrant at 0, where it is on the ladder.
        resamples: of the bootstrap.

    Raises:
        NothingPublished: there is no such ladder.
        BadSchedule: it has no match.
    """
    key = published_ladder(database, ladder, "bt", variant=variant).key
    chosen = select_matches(database, key)
    if chosen.played.is_empty():
        raise BadSchedule(f"ladder '{key.ladder}' has no match to rate: play some first")
    names = set(chosen.played["west"]) | set(chosen.played["east"])
    settings = Settings(anchor=anchor if anchor in names else None, resamples=resamples)
    tables, failures = dict[str, dict[str, Any]](), dict[str, str]()
    for rule in SCORINGS:
        try:
            tables[rule] = rate_ladder(chosen, settings, rule)
        except (RatingError, BadSchedule) as error:
            failures[rule] = str(error)
    capped, undecided, distinct = _shares(chosen)
    return SideBySide(
        key, chosen.played.height, capped, undecided, distinct, tables, failures,
        tuple(_warnings(undecided, distinct, tables)),
    )  # fmt: skip


def _shares(chosen: LadderMatches) -> tuple[float, float, float]:
    """Of capped, undecided and distinct matches."""
    played = chosen.played
    capped = int(played["ending"].is_in(CAPPED).sum()) / played.height
    undecided = int((played["winner"] == 0).sum()) / played.height
    return capped, undecided, played.select(pl.struct(SIGNATURE).n_unique()).item() / played.height


def _warnings(undecided: float, distinct: float, tables: Mapping[str, dict[str, Any]]) -> list[str]:
    said = []
    if undecided > MOSTLY:
        said.append(
            f"{undecided:.0%} of the matches have no winner: most matches decide nothing, the rule decides the ladder"
        )
    if distinct < REPEATED:
        said.append(
            f"only {distinct:.0%} of the matches are distinct: players repeat themselves, and intervals are too narrow"
        )
    spans = {rule: span(table) for rule, table in tables.items()}
    known = {rule: width for rule, width in spans.items() if width}
    if known and max(known.values()) > 2.0 * min(known.values()):
        said.append(
            "the rules part: from best to worst it is "
            + ", ".join(f"{width:.0f} points by {rule}" for rule, width in known.items())
        )
    return said


def span(table: Mapping[str, Any]) -> float:
    """Points from the worst to the best finite rating of a table."""
    ratings = [line["rating"] for line in table["entrants"] if line["rating"] is not None]
    return max(ratings) - min(ratings) if ratings else 0.0


def format_side_by_side(found: SideBySide) -> str:
    """For a terminal: an entrant a line, a rule a column."""
    from arena.report import MISSING, format_table

    by_rule = {
        rule: {line["name"]: line for line in table["entrants"]} for rule, table in found.tables.items()
    }
    first = next(iter(found.tables.values()))
    rows = [
        (line["name"], *(_rating(by_rule[rule].get(line["name"]), MISSING) for rule in by_rule))
        for line in first["entrants"]
    ]
    heading = (
        f"ladder '{found.key.ladder}', variant {found.key.variant}: {found.matches} matches, {found.capped:.1%} "
        f"ended by a cap, {found.undecided:.1%} without a winner, {found.distinct:.1%} distinct"
    )
    return "\n".join(
        [
            heading,
            format_table(("name", *by_rule), rows, left=1),
            *(f"note: {rule}: {reason}" for rule, reason in found.failures.items()),
            *(f"warning: {line}" for line in found.warnings),
        ]
    )


def _rating(line: Mapping[str, Any] | None, missing: str) -> str:
    if line is None or line["rating"] is None:
        return missing
    low, high = (missing if line[end] is None else f"{line[end]:.0f}" for end in ("low", "high"))
    return f"{line['rating']:.0f} ({low} to {high})"
