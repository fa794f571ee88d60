"""From stored matches to a rated ladder, stored beside them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime
from typing import Any

import polars as pl

from arena.errors import BadSchedule, NothingPublished
from arena.plan import Plan
from arena.schema import MATCH_RESULT
from arena.scoring import CAPPED, SCORINGS, check_scoring
from arena.store import Database, Store
from ratings import RatingError, Results, Settings, rate

MODELS = ("bt", "trueskill")
"""The models that every ladder is rated by; the first one is the ladder's own."""


@dataclass(frozen=True)
class LadderKey:
    """Which matches are pooled: those of one ladder under one set of rules."""

    ladder: str
    variant: str
    rules_hash: str
    contract_version: int


@dataclass(frozen=True)
class LadderMatches:
    """The matches that a ladder is fitted to, and those left out, counted."""

    key: LadderKey
    played: pl.DataFrame
    """match_id, block_id, west, east, faults and the result of each match that counts, by match_id."""
    void: int
    other_rules: int
    unfinished: int
    """Played, but in a run that is still open: short matches finish first, so half a run misleads."""
    set_aside: Mapping[str, str]
    """Entrants left out with all their matches, with the reason."""
    reproducible: bool

    @property
    def unsound(self) -> int:
        """Matches with a fault among those that count."""
        return int((self.played["faults"] > 0).sum())

    @property
    def capped(self) -> int:
        """Matches that a cap ended among those that count."""
        return int(self.played["ending"].is_in(CAPPED).sum())


def ladder_key(plan: Plan) -> LadderKey:
    """The ladder that a plan's matches count for."""
    return LadderKey(plan.ladder, plan.variant, plan.rules_hash, plan.contract_version)


@dataclass(frozen=True)
class RatedLadder:
    """A ladder's rating tables, by model, and why a model has none."""

    tables: Mapping[str, dict[str, Any]]
    failures: Mapping[str, str]
    """A line for each model that could not be fitted, such as one that needs a match with a winner."""
    fits: Mapping[str, int] = field(default_factory=dict)
    """Number of the stored fit, by model."""


def rate_and_store(
    store: Store, key: LadderKey, *, anchor: str | None, scoring: str, prior: float, resamples: int
) -> RatedLadder:
    """Rate a ladder by every model and store each fit. A model that cannot be fitted does not stop the others.

    Args:
        anchor: the entrant at 0; where it is not on the ladder, ratings are relative to the pool.
    """
    matches = select_matches(store, key)
    names = set(matches.played["west"]) | set(matches.played["east"])
    anchored = anchor if anchor in names else None
    tables, failures, fits = dict[str, dict[str, Any]](), dict[str, str](), dict[str, int]()
    for model in MODELS:
        try:
            settings = Settings(model=model, anchor=anchored, prior=prior, resamples=resamples)
            tables[model] = rate_ladder(matches, settings, scoring)
        except RatingError as error:
            failures[model] = f"no ratings by {model}: {error}"
        else:
            fits[model] = store_ladder(store, matches, scoring, tables[model])
    return RatedLadder(tables, failures, fits)


def check_rating(*, anchor: str | None, scoring: str, prior: float, resamples: int) -> None:
    """Check how a ladder is to be rated, before anything is played for it; see `rate_and_store`.

    Raises:
        BadSchedule: the scoring rule is unknown.
        RatingError: a number is out of range.
    """
    check_scoring(scoring)
    for model in MODELS:
        Settings(model=model, anchor=anchor, prior=prior, resamples=resamples)


@dataclass(frozen=True)
class PublishedLadder:
    """A rating table as it was published, with what it is a table of."""

    key: LadderKey
    table: dict[str, Any]
    """As `rate` gives it."""
    snapshot: int
    """Number of the snapshot that it was read from."""
    rated_at: datetime
    """When it was fitted; knows its time zone."""


def published_ladder(
    database: Database, ladder: str | None, model: str, *, variant: str | None = None
) -> PublishedLadder:
    """The last published rating table of a ladder and a variant; None stands for any.

    Args:
        database: a snapshot, see `arena.store.open_published`.

    Raises:
        NothingPublished: there is none; the message lists what there is.
    """
    found = database.rows(
        "SELECT ladder, variant, rules_hash, contract_version, result, created_at FROM rating_fits "
        "WHERE ladder = coalesce(?, ladder) AND variant = coalesce(?, variant) AND model = ? "
        "ORDER BY fit_id DESC LIMIT 1",
        [ladder, variant, model],
    )
    if not found:
        wanted = f"ladder '{ladder}'" if ladder else "any ladder"
        wanted += f" in variant '{variant}'" if variant else ""
        raise NothingPublished(
            f"no fit of {wanted} by model '{model}' is published: ladders are {_published_names(database)}; "
            f"models {', '.join(MODELS)}"
        )
    *key, result, rated_at = found[0]
    return PublishedLadder(LadderKey(*key), json.loads(result), int(database.path.stem), rated_at)


def _published_names(database: Database) -> str:
    """Each ladder with the variants that it is rated in, such as `nightly (blitz, duel)`."""
    variants = dict[str, list[str]]()
    for name, variant in database.rows("SELECT DISTINCT ladder, variant FROM rating_fits ORDER BY ALL"):
        variants.setdefault(name, []).append(variant)
    return ", ".join(f"{name} ({', '.join(those)})" for name, those in variants.items()) or "none"


def select_matches(database: Database, key: LadderKey) -> LadderMatches:
    """The matches of a ladder: those of its ended runs under its rules, without entrants that were set aside.

    An entrant is left out if the last run that it took part in set it aside.
    """
    scope = [key.ladder, key.variant]
    same = [key.rules_hash, key.contract_version]
    matches = database.frame(_MATCHES, scope)
    ours = matches.filter((pl.col("rules_hash") == same[0]) & (pl.col("contract_version") == same[1]))
    aside = {
        name: reason
        for name, reason, status in database.rows(_LAST_STATUS, [*scope, *same])
        if status == "set aside"
    }
    ended, played = pl.col("run_status") != "open", pl.col("status") == "played"
    sound = ~(pl.col("west").is_in(list(aside)) | pl.col("east").is_in(list(aside)))
    return LadderMatches(
        key,
        ours.filter(ended & played & sound).select(
            "match_id", "block_id", "west", "east", *(column.name for column in MATCH_RESULT)
        ),
        void=ours.filter(~played).height,
        other_rules=matches.height - ours.height,
        unfinished=ours.filter(~ended & played).height,
        set_aside=aside,
        reproducible=bool(ours["reproducible"].all()),
    )


def rate_ladder(matches: LadderMatches, settings: Settings, scoring: str) -> dict[str, Any]:
    """The rating table of a ladder, as JSON-ready data, with what was left out among its warnings.

    Raises:
        BadSchedule: the scoring rule is unknown, or it leaves no match.
    """
    table: dict[str, Any] = rate(results_of(score_matches(matches, scoring)), settings).to_dict()
    return {**table, "warnings": [*table["warnings"], *_left_out(matches)]}


def score_matches(matches: LadderMatches, scoring: str) -> pl.DataFrame:
    """The matches that a scoring rule counts, with their score.

    Raises:
        BadSchedule: the scoring rule is unknown, or it leaves no match.
    """
    check_scoring(scoring)
    scored = SCORINGS[scoring](matches.played)
    if scored.is_empty():
        raise BadSchedule(
            f"ladder '{matches.key.ladder}' has no match to rate under scoring '{scoring}': play some first"
        )
    return scored


def results_of(scored: pl.DataFrame) -> Results:
    """Scored matches as the ratings read them: blocks stay together, the west has the side."""
    return Results.from_columns(
        scored["west"].to_list(),
        scored["east"].to_list(),
        scored["score"].to_numpy(),
        side=[True] * scored.height,
        block=scored["block_id"].to_numpy(),
        order=scored["match_id"].to_numpy(),
    )


def store_ladder(store: Store, matches: LadderMatches, scoring: str, table: Mapping[str, Any]) -> int:
    """Store a rating table; the number of its fit."""
    fit = {
        **asdict(matches.key),
        "model": table["model"],
        "scoring": scoring,
        "settings": json.dumps(table["settings"], sort_keys=True),
        "result": json.dumps(table),
        "converged": table["converged"],
        "matches": table["matches"],
        "unsound": matches.unsound,
        "void": matches.void,
        "other_rules": matches.other_rules,
        "reproducible": matches.reproducible,
    }
    names = ("rating", "low", "high", "rank_low", "rank_high", "matches", "wins", "draws", "losses", "status")
    lines: Sequence[Mapping[str, object]] = [
        {"entrant": line["name"], "position": place, **{name: line[name] for name in names}}
        for place, line in enumerate(table["entrants"], 1)
    ]
    return store.write_fit(fit, lines)


def _left_out(matches: LadderMatches) -> list[str]:
    said = [
        f"{name} was set aside and is left out: {reason}"
        for name, reason in sorted(matches.set_aside.items())
    ]
    undecided = int((matches.played["winner"] == 0).sum())
    if 2 * undecided > matches.played.height:
        said.append(
            f"{undecided} of {matches.played.height} matches have no winner: most matches decide nothing; "
            f"`palaestra scorings {matches.key.ladder}` shows what other rules make of them"
        )
    for count, what in (
        (matches.unsound, "counted although the simulator reported faults in them"),
        (matches.capped, "ended by a cap, not by the game"),
        (matches.void, "void and left out"),
        (matches.unfinished, "left out because their run has not ended"),
        (matches.other_rules, "left out because they were played under other rules"),
    ):
        if count:
            said.append(f"{count} {'match' if count == 1 else 'matches'} {what}")
    return said


_MATCHES = """
    SELECT m.*, r.status AS run_status, r.reproducible
    FROM matches m JOIN runs r USING (run_id) WHERE r.ladder = ? AND m.variant = ? ORDER BY m.match_id"""

_LAST_STATUS = """
    SELECT e.name, arg_max(e.reason, e.run_id), arg_max(e.status, e.run_id)
    FROM entrants e JOIN runs r USING (run_id)
    WHERE r.ladder = ? AND r.variant = ? AND r.rules_hash = ? AND r.contract_version = ? GROUP BY e.name"""
