"""Replays as text: tables for the terminal, and CSV."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import polars as pl

from arena.report import format_table
from replays.stored import LISTED, StoredMatch, winner_of
from replays.verification import Verdict

MATCH_HEAD = ("match", "run", "variant", "west", "east", "winner", "ending", "length", "kills", "replay")


def format_matches(matches: Sequence[StoredMatch]) -> str:
    """A line for every match, the oldest first."""
    return format_table(MATCH_HEAD, [_match_row(match) for match in matches], left=7)


def csv_of_matches(matches: Sequence[StoredMatch]) -> str:
    """The same as CSV, with a head."""
    rows = [match.to_dict() for match in matches]
    return pl.DataFrame({name: [row[name] for row in rows] for name in LISTED}).write_csv()


def format_verdicts(verdicts: Sequence[Verdict]) -> str:
    """How many matches came out as they are stored, and how many could not be played again."""
    good = Counter(verdict.good for verdict in verdicts if verdict.played)
    refused = sum(not verdict.played for verdict in verdicts)
    more = f"; {_matches(refused)} not played again" if refused else ""
    return f"{_matches(good.total())} played again: {good[True]} as stored, {good[False]} not{more}"


def format_left_out(matches: Sequence[StoredMatch]) -> str:
    """Which matches are left out of what is asked of all that can be played again."""
    void = sum(match.status != "played" for match in matches)
    pruned = sum(match.status == "played" and match.same_rules for match in matches)
    counts = {"void": void, "of other rules": len(matches) - void - pruned, "pruned": pruned}
    parts = [f"{count} {what}" for what, count in counts.items() if count]
    return f"left out: {_matches(len(matches))}, {' and '.join(parts)}"


def _matches(count: int) -> str:
    return f"{count} {'match' if count == 1 else 'matches'}"


def _match_row(match: StoredMatch) -> tuple[str, ...]:
    known = match.status == "played"
    kills = f"{match.result['west_kills']}–{match.result['east_kills']}" if known else "–"
    return (
        str(match.match_id),
        match.run,
        match.variant,
        match.spec.west,
        match.spec.east,
        winner_of(match) or "–",
        str(match.result["ending"]) if known else "void",
        match.length if known else "–",
        kills,
        _replay_word(match),
    )


def _replay_word(match: StoredMatch) -> str:
    if match.status != "played":
        return "not played"
    if not match.same_rules:
        return "other rules"
    return "yes" if match.replayable else "no actions"
