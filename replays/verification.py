"""Whether stored matches come out again as they are stored, bit for bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np

from arena.columns import Table
from arena.errors import PalaestraError
from arena.executor import Finished, ProcessPool
from arena.games import moba
from arena.home import Home
from arena.rows import PlayedMatches, make_result
from arena.schema import MATCH_FAULTS, MATCH_HEROES, MATCHES
from arena.specs import BatchSpec
from arena.store import Database
from replays.simulate import Recording, play_again
from replays.stored import StoredMatch, check_replayable, read_actions

BATCH = 24
"""Matches that a worker plays again together, at most."""

SHOWN = 4
"""Differences of a match that are named; the others are counted."""

TABLES = (MATCHES, MATCH_HEROES, MATCH_FAULTS)
"""What is compared: every column of a match's rows in them."""

Row = dict[str, Any]
Rows = dict[str, dict[tuple[Any, ...], Row]]
"""A match's rows: by table, then by key."""


@dataclass(frozen=True)
class Verdict:
    """What came of one match."""

    match_id: int
    good: bool
    """Whether it was played again and all is as stored."""
    played: bool
    """Whether it could be played again to its end."""
    reason: str
    """A line that says what differs, or why it could not be played again; empty where all is as stored."""


@dataclass(frozen=True)
class _Task:
    """Some matches of one run, for one worker."""

    home: Home
    matches: tuple[StoredMatch, ...]


@dataclass(frozen=True)
class _Again:
    """What a worker found."""

    rows: dict[int, Rows]
    problems: dict[int, str]
    """Matches that could not be played again, with the reason."""


def verify(
    home: Home,
    database: Database,
    matches: Sequence[StoredMatch],
    *,
    workers: int,
    report: Callable[[int, int], None] = lambda done, total: None,
) -> list[Verdict]:
    """Play stored matches again and compare every column of their rows with what is stored.

    Args:
        matches: those that cannot be played again, for instance void ones, have verdicts that say so.
        workers: worker processes.
        report: called with how many matches are done, and how many there are.

    Returns:
        A verdict for each match, by number.
    """
    verdicts = {match.match_id: _refusal(match) for match in matches}
    fit = [match for match in matches if verdicts[match.match_id] is None]
    report(len(matches) - len(fit), len(matches))
    with ProcessPool(workers) as pool:
        found: Iterator[Finished[_Task, _Again]] = pool.run(_play_task, iter(_tasks(home, fit, workers)))
        for finished in found:
            for verdict in _judge(database, finished):
                verdicts[verdict.match_id] = verdict
            report(sum(verdict is not None for verdict in verdicts.values()), len(matches))
    return [verdict for _, verdict in sorted(verdicts.items()) if verdict is not None]


def _refusal(match: StoredMatch) -> Verdict | None:
    """The verdict on a match that cannot be played again here, None where it can."""
    try:
        check_replayable(match)
    except PalaestraError as error:
        return Verdict(match.match_id, good=False, played=False, reason=str(error))
    return None


def _tasks(home: Home, matches: Sequence[StoredMatch], workers: int) -> Iterator[_Task]:
    """Matches that can be played together, which those of a run can, so many that every worker has some."""
    size = max(1, min(BATCH, -(-len(matches) // workers)))

    def kind(match: StoredMatch) -> tuple[Any, ...]:
        return match.run_id, match.variant, match.contract_version

    for _, group in groupby(sorted(matches, key=lambda match: (*kind(match), match.match_id)), key=kind):
        together = tuple(group)
        for first in range(0, len(together), size):
            yield _Task(home, together[first : first + size])


def _play_task(task: _Task) -> _Again:
    """Play some matches again: their rows as they would be stored now."""
    problems: dict[int, str] = {}
    recordings: list[Recording] = []
    for match in task.matches:
        try:
            actions = read_actions(task.home, match)
        except PalaestraError as error:
            problems[match.match_id] = f"match {match.match_id}: {error}"
        else:
            recordings.append(Recording(match.spec, match.variant, match.limit_s, actions))
    if not recordings:
        return _Again({}, problems)
    again = play_again(recordings)
    for recording, problem in zip(recordings, again.problems, strict=True):
        if problem:
            problems[recording.match.match_id] = f"match {recording.match.match_id}: {problem}"
    return _Again(_rows(task.matches[0], recordings, again.batch), problems)


def _rows(of: StoredMatch, recordings: Sequence[Recording], batch: moba.Batch) -> dict[int, Rows]:
    """The rows of matches that were played again, made as the arena makes them."""
    matches = tuple(recording.match for recording in recordings)
    spec = BatchSpec(
        of.run_id, 0, of.variant, of.rules_hash, of.contract_version, of.limit_s, {}, matches, set_aside={}
    )
    nothing = [np.zeros((0, 0, 0), np.uint16) for _ in matches]
    played = PlayedMatches(
        matches, batch.active, batch.results(), batch.hero_results(), batch.faults(), nothing
    )
    result = make_result(spec, played, {}, {})
    rows: dict[int, Rows] = {match.match_id: {table.name: {} for table in TABLES} for match in matches}
    for table, columns in zip(
        TABLES, (result.matches, result.match_heroes, result.match_faults), strict=True
    ):
        for values in zip(*columns.values(), strict=True):
            _enter(rows, table, dict(zip(columns, values, strict=True)))
    return rows


def _enter(rows: dict[int, Rows], table: Table, row: Row) -> None:
    rows[row["match_id"]][table.name][tuple(row[name] for name in table.key)] = row


def _judge(database: Database, finished: Finished[_Task, _Again]) -> Iterator[Verdict]:
    """The verdicts on the matches of a task."""
    numbers = [match.match_id for match in finished.task.matches]
    if finished.result is None:
        for number in numbers:
            reason = f"match {number} could not be played again: {finished.error}"
            yield Verdict(number, good=False, played=False, reason=reason)
        return
    stored = _stored_rows(database, numbers)
    for number in numbers:
        problem = finished.result.problems.get(number)
        differing = "" if problem else differences(stored[number], finished.result.rows[number])
        reason = problem or (differing and f"match {number} differs: {differing}")
        yield Verdict(number, good=not reason, played=not problem, reason=reason)


def _stored_rows(database: Database, numbers: Sequence[int]) -> dict[int, Rows]:
    rows: dict[int, Rows] = {number: {table.name: {} for table in TABLES} for number in numbers}
    for table in TABLES:
        frame = database.frame(
            f"SELECT * FROM {table.name} WHERE list_contains(?, match_id)", [list(numbers)]
        )
        for row in frame.iter_rows(named=True):
            _enter(rows, table, row)
    return rows


def differences(stored: Rows, again: Rows) -> str:
    """What differs between a match's stored rows and those of its being played again; empty where nothing does."""
    found = []
    for table in TABLES:
        before, now = stored[table.name], again[table.name]
        for key in sorted({*before, *now}, key=repr):
            found += _row_differences(table, key, before.get(key), now.get(key))
    more = f", and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
    return ", ".join(found[:SHOWN]) + more


def _row_differences(table: Table, key: tuple[Any, ...], stored: Row | None, now: Row | None) -> list[str]:
    where = " ".join(
        [table.name, *(f"{name} {value}" for name, value in zip(table.key[1:], key[1:], strict=True))]
    )
    if stored is None or now is None:
        return [f"{where}: {'not stored' if stored is None else 'stored, and did not come again'}"]
    return [
        f"{where}: {name} stored as {stored[name]}, now {now[name]}"
        for name in stored
        if stored[name] != now[name]
    ]
