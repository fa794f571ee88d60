"""What is said about a table beside its numbers: tallies, the status of each entrant, warnings by name."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ratings.arrays import FloatArray, IntArray, sum_by
from ratings.counts import Counts, count_matches
from ratings.graph import Standing, matches_of
from ratings.results import Results
from ratings.settings import Settings
from ratings.table import EntrantRating
from ratings.ties import TIE_MODELS

MUCH_PRIOR = 0.1  # virtual draws per match from which the shrinkage is worth a warning
MOST_NAMES = 40  # of a longer list the first are named, and the rest counted


@dataclass(frozen=True, slots=True, eq=False)
class Tallies:
    """Weighted matches, wins, draws and losses of each entrant: four arrays [K] float64."""

    matches: FloatArray
    wins: FloatArray
    draws: FloatArray
    losses: FloatArray

    @classmethod
    def of(cls, results: Results) -> "Tallies":
        """Of all results, whatever a model makes of draws and sides."""
        counts = count_matches(results, sides=False)
        size = len(counts.names)
        played = sum_by(counts.low, counts.played, size) + sum_by(counts.high, counts.played, size)
        draws = sum_by(counts.low, counts.draws, size) + sum_by(counts.high, counts.draws, size)
        won_by_low = counts.score - counts.draws / 2.0
        won_by_high = counts.played - counts.draws - won_by_low
        wins = sum_by(counts.low, won_by_low, size) + sum_by(counts.high, won_by_high, size)
        losses = sum_by(counts.low, won_by_high, size) + sum_by(counts.high, won_by_low, size)
        return cls(played, wins, draws, losses)


def statuses(standing: Standing, tally: Tallies) -> list[str]:
    """A word for each entrant: "ok", or why its rating is not bounded on both sides by the results."""
    group_size = np.bincount(standing.group)[standing.group]
    component_size = np.bincount(standing.component)[standing.component]
    alone = (group_size == 1) & (component_size > 1)
    words = np.where(alone | ~standing.core, "outside core", "ok")
    words = np.where(alone & (tally.losses == 0) & (tally.draws == 0), "unbeaten", words)
    words = np.where(alone & (tally.wins == 0) & (tally.draws == 0), "winless", words)
    return [_with_component(str(word), int(c)) for word, c in zip(words, standing.component, strict=True)]


def _with_component(word: str, component: int) -> str:
    if component == 0:
        return word
    return f"component {component + 1}" + ("" if word == "ok" else f"; {word}")


def warnings_of(
    counts: Counts,
    standing: Standing,
    tally: Tallies,
    settings: Settings,
    entrants: Sequence[EntrantRating],
) -> Iterator[str]:
    """One line for each thing that a reader of the numbers must know."""
    yield from _components_line(counts, standing)
    yield from _outside_lines(entrants)
    if settings.anchor is not None and not standing.core[counts.names.index(settings.anchor)]:
        yield (
            f"the anchor {settings.anchor} is outside the core: distances to it are bounded on one side only; "
            "compare ratings with one another, or choose an anchor inside the core"
        )
    yield from _side_lines(counts)
    drawn = tally.draws.sum() / tally.matches.sum()
    if drawn > 0.5:
        yield f"{drawn:.0%} of the matches are draws: most matches decide nothing"
    if settings.draws in TIE_MODELS and drawn == 0.0:
        yield (
            "no match was drawn: the parameter of draws stands on the prior alone; --draws half does without"
        )
    virtual = settings.prior * counts.pairings / counts.played.sum()
    if virtual > MUCH_PRIOR:
        yield (
            f"the prior's virtual draws are {virtual:.0%} as many as the matches: they pull ratings together, and "
            "the intervals do not show it; compare with a smaller --prior"
        )


def _components_line(counts: Counts, standing: Standing) -> Iterator[str]:
    if standing.components == 1:
        return
    matches = matches_of(counts)
    best = [_best_known(standing, matches, c) for c in range(standing.components)]
    for component in range(1, standing.components):
        members = standing.members(component)
        yield (
            f"component {component + 1} ({len(members)} entrants: {_listed(counts.names, members)}) never met "
            f"component 1 ({len(standing.members(0))} entrants): their ratings cannot be compared; "
            f"a pairing such as {counts.names[best[0]]} – {counts.names[best[component]]} would join them"
        )


def _best_known(standing: Standing, matches: FloatArray, component: int) -> int:
    members = standing.members(component)
    return int(members[np.lexsort((-matches[members], ~standing.core[members]))[0]])


def _outside_lines(entrants: Sequence[EntrantRating]) -> Iterator[str]:
    outside = [e for e in entrants if e.status != "ok"]
    if not outside:
        return
    yield (
        f"{len(outside)} of {len(entrants)} entrants are outside the strongly connected core: "
        f"{_sentence([f'{e.name} ({e.status})' for e in outside])}; "
        "the results bound their ratings on one side at most, the other side is the prior's"
    )


def _side_lines(counts: Counts) -> Iterator[str]:
    sided = counts.side != 0
    if not sided.any():
        return
    taken = np.where(counts.side > 0, counts.score, counts.played - counts.score)[sided].sum()
    total = counts.played[sided].sum()
    if taken in (0.0, total):
        what = "won" if taken else "lost"
        yield f"the side {what} every match: its term stands on the prior alone; --no-side leaves it out"


def _listed(names: Sequence[str], members: IntArray) -> str:
    return _sentence([names[k] for k in members.tolist()])


def _sentence(items: Sequence[str]) -> str:
    more = len(items) - MOST_NAMES
    return ", ".join(items[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")
