"""Who fell: checkpoints below their predecessors, entrants below what they were, beyond chance.

All comparisons of a night are one family: Holm (1979) keeps the chance that any of them is wrong below the level.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.nights.record import Compared, Regression
from ratings.differences import Comparison, Difference

VERSION = re.compile(r"(?P<line>.+)/(?P<number>[0-9]+)")
"""Names of the members of a line: those of a lineage's checkpoints, and of your own players if you like."""


@dataclass(frozen=True)
class Pair:
    """An entrant and its predecessor."""

    name: str
    predecessor: str


@dataclass(frozen=True)
class Found:
    """What a night's comparisons came to."""

    compared: Compared
    regressions: list[Regression]


def predecessors(names: Iterable[str], wanted: Iterable[str]) -> list[Pair]:
    """Each of some entrants with the one before it in its line, where the ladder has one.

    A line is made of the entrants named LINE/NUMBER, by number.

    Args:
        names: everyone on the ladder.
        wanted: those whose predecessors are asked for.
    """
    lines: dict[str, list[tuple[int, str]]] = {}
    for name in names:
        if found := VERSION.fullmatch(name):
            lines.setdefault(found["line"], []).append((int(found["number"]), name))
    asked = set(wanted)
    pairs = []
    for _, members in sorted(lines.items()):
        ordered = [name for _, name in sorted(members)]
        pairs += [Pair(late, early) for early, late in pairwise(ordered) if late in asked]
    return pairs


def find_regressions(
    comparison: Comparison,
    names: Sequence[str],
    played: Sequence[str],
    *,
    level: float,
    accepted: Sequence[str] = (),
) -> Found:
    """Compare those who played tonight with their predecessors, and with what they were before.

    Args:
        comparison: of all matches, with those of before as its earlier part.
        names: everyone on the ladder.
        played: those who played tonight.
        level: the chance that any comparison is wrong where nobody fell, two-sided.
        accepted: those whose regressions are known.
    """
    pairs = predecessors(names, played)
    versions = {pair: comparison.between(pair.name, pair.predecessor) for pair in pairs}
    nights = {Pair(name, name): comparison.change(name) for name in played}
    made = {pair: found for pair, found in {**versions, **nights}.items() if found is not None}
    apart = sum(found is None for found in versions.values())
    compared = Compared(
        level=level,
        checkpoints=len(versions) - apart,
        nights=sum(pair in made for pair in nights),
        reason=f"{apart} could not be compared with their predecessors, having met nobody in common"
        if apart
        else "",
    )
    fell = significant({pair: _p(found) for pair, found in made.items()}, level)
    regressions = [
        _regression(pair, made[pair], pair.name in accepted)
        for pair in made
        if pair in fell and (made[pair].points or 0.0) < 0.0
    ]
    return Found(compared, sorted(regressions, key=lambda one: one.points))


def significant(chances: Mapping[Pair, float], level: float) -> set[Pair]:
    """Those whose p stands the correction for their number: Holm (1979), step by step from the smallest."""
    kept: set[Pair] = set()
    for place, pair in enumerate(sorted(chances, key=lambda pair: chances[pair])):
        if chances[pair] >= level / (len(chances) - place):
            break
        kept.add(pair)
    return kept


def _p(found: Difference) -> float:
    return 1.0 if found.p is None else found.p


def _regression(pair: Pair, found: Difference, accepted: bool) -> Regression:
    assert found.points is not None
    return Regression(
        kind="night" if pair.name == pair.predecessor else "checkpoint",
        name=pair.name,
        against=pair.predecessor,
        points=found.points,
        low=found.low,
        high=found.high,
        p=_p(found),
        accepted=accepted,
    )
