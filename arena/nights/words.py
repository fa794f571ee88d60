"""A night in words: what its page and the dashboard say alike."""

from __future__ import annotations

from arena.nights.record import LadderLine, Lengths, Night
from arena.report import MISSING, format_number, game_clock

UNFINISHED = {
    "open": "is not finished: the next night goes on with it",
    "abandoned": "was closed before all of it was played",
}
"""Of a run that is not complete, by its state."""


def headline(night: Night) -> str:
    """A night in one sentence."""
    words = [
        (len(night.problems), "problem", "problems"),
        (len(night.alarms), "regression", "regressions"),
        (len(night.set_aside), "entrant set aside", "entrants set aside"),
        (sum(run.faulty for run in night.runs), "match with faults", "matches with faults"),
    ]
    said = [f"{count} {one if count == 1 else many}" for count, one, many in words if count]
    return f"{', '.join(said)}." if said else "Nothing failed, nobody fell."


def to_look_at(night: Night) -> list[str]:
    """What someone has to look at, a line each; the worst first."""
    return [
        *(f"problem: {problem}" for problem in night.problems),
        *(f"regression: {one.sentence}" for one in night.alarms),
        *(f"set aside: {one.name} {one.reason}" for one in night.set_aside),
        *(f"fault: {one.fault}, {one.count} in {one.matches} matches" for one in night.faults),
        *(f"{run.name} {UNFINISHED[run.status]}" for run in night.runs if run.status in UNFINISHED),
    ]


def lengths_words(lengths: Lengths | None) -> str:
    """How long matches were."""
    if lengths is None:
        return "no matches"
    return (
        f"median {game_clock(lengths.median_s)}, eight in ten from {game_clock(lengths.tenth_s)} to "
        f"{game_clock(lengths.ninetieth_s)}, longest {game_clock(lengths.longest_s)} ({lengths.matches:,} matches)"
    )


def rank_words(low: int | None, high: int | None, place: int) -> str:
    """A rank as the range that intervals leave open."""
    if low is None or high is None:
        return str(place)
    return str(low) if low == high else f"{low}{MISSING}{high}"


def interval_words(low: float | None, high: float | None, *, sign: bool = False) -> str:
    """An interval; nothing where both ends are open."""
    if low is None and high is None:
        return MISSING
    return f"{format_number(low, sign=sign)} to {format_number(high, sign=sign)}"


def place_words(line: LadderLine) -> str:
    """The place on the ladder, with where it was."""
    if line.place_before is None:
        return f"{line.place} (new)"
    return f"{line.place} (was {line.place_before})" if line.place_before != line.place else str(line.place)
