"""The matches that the store holds, as replays need them: what each was made from, and what came of it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from arena.errors import DamagedStream, StoreError
from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba.setup import check as check_setup
from arena.home import Home
from arena.schema import MATCH_RESULT
from arena.specs import MatchSpec, match_of_row, match_setup
from arena.store import Database
from arena.streams import Actions, read_stream, stream_path
from replays.errors import NoSuchMatch, NotPlayed, OtherRules

RESULT_COLUMNS = tuple(column.name for column in MATCH_RESULT)
LISTED = (
    "match_id", "run", "variant", "west", "east", "seed", "status", "winner",
    *(name for name in RESULT_COLUMNS if name != "winner"), "rules_hash", "replayable",
)  # fmt: skip
"""What `StoredMatch.to_dict` has."""


@dataclass(frozen=True)
class StoredMatch:
    """One row of the store's matches, with what its run adds to it."""

    spec: MatchSpec
    variant: str
    rules_hash: str
    contract_version: int
    run_id: int
    run: str
    """Name of the run that it was played in."""
    limit_s: float | None
    """The cap its plan set on a match, in seconds of the game."""
    status: str
    """`played` or `void`."""
    reason: str | None
    """Why it is void."""
    result: Mapping[str, Any]
    """`arena.schema.MATCH_RESULT` by name; all None in a void match."""
    file: str | None
    """SHA-256 of the file its actions are in."""
    decisions: int
    pruned: bool = False
    """Whether its actions were let go, by the rule that the nights prune by."""

    @property
    def match_id(self) -> int:
        """Number of the match."""
        return self.spec.match_id

    @property
    def same_rules(self) -> bool:
        """Whether it was played under the installed game's rules."""
        return self.rules_hash == moba.rules_hash()

    @property
    def due_again(self) -> bool:
        """Whether it must be possible to play it again here: played under the installed rules, and not pruned."""
        return self.status == "played" and self.same_rules and not self.pruned

    @property
    def replayable(self) -> bool:
        """Whether it can be played again here, as far as its row tells."""
        return self.due_again and self.file is not None

    @property
    def length(self) -> str:
        """Its length as minutes and seconds."""
        return clock(int(self.result["ticks"] or 0))

    def to_dict(self) -> dict[str, Any]:
        """The match as plain values, for JSON and CSV."""
        return {
            "match_id": self.match_id,
            "run": self.run,
            "variant": self.variant,
            "west": self.spec.west,
            "east": self.spec.east,
            "seed": self.spec.seed,
            "status": self.status,
            "winner": winner_of(self),
            **{name: self.result[name] for name in RESULT_COLUMNS if name != "winner"},
            "rules_hash": self.rules_hash,
            "replayable": self.replayable,
        }


def clock(ticks: int) -> str:
    """Match ticks as `minutes:seconds`."""
    seconds = ticks // 30
    return f"{seconds // 60}:{seconds % 60:02d}"


def winner_of(match: StoredMatch) -> str | None:
    """The entrant that won, `nobody`, or None in a void match."""
    if match.result["winner"] is None:
        return None
    return {1: match.spec.west, -1: match.spec.east, 0: "nobody"}[int(match.result["winner"])]


def stored_matches(
    database: Database,
    *,
    matches: Sequence[int] | None = None,
    run: str | None = None,
    entrant: str | None = None,
    variant: str | None = None,
    last: int | None = None,
) -> list[StoredMatch]:
    """The stored matches that fit, by number; `last` keeps the newest of them.

    Raises:
        NoSuchMatch: one of `matches` is not stored.
        StoreError: the file is damaged, or a match's run is missing from it.
    """
    where = {
        "list_contains(?, m.match_id)": None if matches is None else list(matches),
        "r.name = ?": run,
        "? IN (m.west, m.east)": entrant,
        "m.variant = ?": variant,
    }
    asked = {condition: value for condition, value in where.items() if value is not None}
    conditions = " AND ".join(asked) or "true"
    order = "ORDER BY m.match_id DESC" + ("" if last is None else f" LIMIT {int(last)}")
    frame = database.frame(
        "SELECT m.*, r.name AS run, r.plan, a.file, coalesce(a.decisions, 0) AS decisions, "
        "(a.match_id IS NOT NULL AND a.file IS NULL) AS pruned FROM matches m "
        "LEFT JOIN runs r USING (run_id) LEFT JOIN action_streams a USING (match_id) "
        f"WHERE {conditions} {order}",
        list(asked.values()),
    )
    found = _from_rows(frame, database.path)[::-1]
    for number in matches or ():
        if number not in {match.match_id for match in found}:
            raise NoSuchMatch(
                f"expected a match that is stored and published, got {number}: `palaestra replay list` names them"
            )
    return found


def check_replayable(match: StoredMatch) -> None:
    """Check that a match can be played again here.

    Raises:
        NotPlayed: it is void.
        OtherRules: it was played under other rules; the line says what is known of it without playing it.
        DamagedStream: the store has no actions of it.
        StoreError: no match can begin from what is stored of it.
    """
    if match.status != "played":
        why = " ".join((match.reason or "for no stored reason").split())
        raise NotPlayed(
            f"match {match.match_id} is void, and was not played again ({why}): name one that was played"
        )
    if not match.same_rules:
        raise OtherRules(
            f"match {match.match_id} was played under rules {match.rules_hash}, the installed game has "
            f"{moba.rules_hash()}: it cannot be played again here, install that version for it. Stored: "
            f"{_summary(match)}"
        )
    _file_of(match)
    try:
        check_setup(match.variant, match_setup(match.spec))
    except ValueError as error:
        raise StoreError(
            f"match {match.match_id} cannot have been played as it is stored ({error}): the store is damaged, "
            "restore it from a copy"
        ) from error


def read_actions(home: Home, match: StoredMatch) -> Actions:
    """The actions of a match, (decisions, seats, choices) int64.

    Raises:
        DamagedStream: the store has none, or their file is missing or altered.
    """
    path = stream_path(home.streams, _file_of(match))
    actions = read_stream(path, str(match.match_id))
    shape = (match.decisions, 2 * lay.HEROES, len(moba.ACTION_RANGES))
    if actions.shape != shape:
        raise DamagedStream(
            f"expected actions of shape {shape} for match {match.match_id} in {path}, got {actions.shape}: "
            "restore it from a copy"
        )
    return actions


def _file_of(match: StoredMatch) -> str:
    """The hash of the file that a match's actions are in.

    Raises:
        DamagedStream: the store names none.
    """
    if match.pruned:
        raise DamagedStream(
            f"the actions of match {match.match_id} were let go after the days that `streams_days` of palaestra.toml "
            f"gives them, and it cannot be played again. Stored: {_summary(match)}"
        )
    if match.file is None:
        raise DamagedStream(
            f"match {match.match_id} has no stored actions: restore the store from a copy, or play the match again"
        )
    return match.file


def _summary(match: StoredMatch) -> str:
    """A stored result in words."""
    result = match.result
    pairs = (f"{name} {result[f'west_{name}']}–{result[f'east_{name}']}" for name in ("kills", "structures"))
    worth = f"net worth {result['west_net_worth']}–{result['east_net_worth']}"
    return (
        f"{match.spec.west} (west) against {match.spec.east} (east) on {match.variant}, won by "
        f"{winner_of(match)} ({result['ending']}) in {match.length}, {', '.join((*pairs, worth))}"
    )


def _from_rows(frame: pl.DataFrame, path: Path) -> list[StoredMatch]:
    """The matches of a query's rows; `path` names the file in errors."""
    plans = frame.select("run_id", "run", "plan").unique()
    limits = {row["run_id"]: _limit_of(row, path) for row in plans.iter_rows(named=True)}
    return [_from_row(row, limits[row["run_id"]]) for row in frame.iter_rows(named=True)]


def _limit_of(row: Mapping[str, Any], path: Path) -> float | None:
    """The cap on a match in a run's plan."""
    damaged = f"run {row['run_id']} in {path}: the file is damaged, restore it from a copy"
    if row["run"] is None:
        raise StoreError(f"expected a record of {damaged}")
    try:
        limit: float | None = json.loads(row["plan"])["limit_s"]
    except (ValueError, KeyError, TypeError) as error:
        raise StoreError(f"cannot read the plan ({type(error).__name__}) of {damaged}") from error
    return limit


def _from_row(row: Mapping[str, Any], limit_s: float | None) -> StoredMatch:
    return StoredMatch(
        match_of_row(row),
        row["variant"],
        row["rules_hash"],
        row["contract_version"],
        row["run_id"],
        row["run"],
        limit_s,
        row["status"],
        row["reason"],
        {name: row[name] for name in RESULT_COLUMNS},
        row["file"],
        row["decisions"],
        bool(row["pruned"]),
    )
