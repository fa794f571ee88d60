"""From the store and a night that was just rated to its report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arena.config import Config
from arena.ladder import LadderKey, RatedLadder, results_of, score_matches, select_matches
from arena.nights.record import (
    REGRESSION_EXIT,
    AddedEntrant,
    Compared,
    FaultLine,
    LadderLine,
    Lengths,
    Night,
    RunLine,
    SetAside,
)
from arena.nights.regressions import Found, find_regressions
from arena.schema import BLOCKS_PER_RUN
from arena.scoring import CAPPED
from arena.store import Database
from arena.summary import TICKS_PER_SECOND
from ratings import RatingError, Settings
from ratings.bench import machine
from ratings.differences import Comparison

MOST_RESAMPLES = 400
"""Of the comparisons at most: their deviations are then known to 4 %, at twice the cost of a fit with its intervals."""

CHECKPOINT = "checkpoint:"


@dataclass(frozen=True)
class Facts:
    """What only the night itself knows."""

    number: int
    """Number of the night."""
    snapshot: int
    """Number of the snapshot that will be published."""
    started_at: datetime
    elapsed_s: float
    matches: int
    rounds: int
    problems: tuple[str, ...]
    notes: tuple[str, ...]


def gather_night(
    database: Database, key: LadderKey, rated: RatedLadder, config: Config, facts: Facts
) -> Night:
    """The report of a night.

    Args:
        database: the store, which has the night's matches and its fit.
        key: the ladder.
        rated: its tables, with the numbers of their fits.
        config: what was played and how it is judged.
        facts: what the night says of itself.
    """
    fit = rated.fits.get("bt")
    since, rules_before = _before(database, key, fit)
    scope = [key.ladder, key.variant, key.rules_hash, key.contract_version, since]
    table = rated.tables.get("bt")
    entrants, found = _ladder(database, key, table, config, since) if table else ([], _unrated(config))
    problems = [*facts.problems, *([rated.failures["bt"]] if "bt" in rated.failures else [])]
    alarms = [one for one in found.regressions if not one.accepted]
    players = {line.name: line.player for line in entrants}
    return Night(
        night=facts.number,
        snapshot=facts.snapshot,
        ladder=key.ladder,
        variant=key.variant,
        rules_hash=key.rules_hash,
        contract_version=key.contract_version,
        rules_before=rules_before,
        code_version=version("palaestra"),
        machine=machine(),
        started_at=facts.started_at,
        ended_at=datetime.now(UTC),
        elapsed_s=round(facts.elapsed_s, 1),
        minutes=config.nightly.minutes,
        exit_code=1 if problems else REGRESSION_EXIT if alarms else 0,
        matches=facts.matches,
        rounds=facts.rounds,
        since=since,
        runs=[RunLine(**row) for row in database.frame(_RUNS, [*scope, list(CAPPED)]).to_dicts()],
        lengths=_lengths(database, [*scope, "tonight"]),
        lengths_before=_lengths(database, [*scope, "before"]),
        added=[
            AddedEntrant(name=name, player=players[name], checkpoint=players[name].startswith(CHECKPOINT))
            for name in _added(database, key, fit, list(players))
        ],
        set_aside=[SetAside(name=name, reason=reason) for name, reason in database.rows(_ASIDE, scope)],
        faults=[FaultLine(**row) for row in database.frame(_FAULTS, scope).to_dicts()],
        anchor=table["settings"].get("anchor") if table else None,
        scoring=config.ratings.scoring,
        entrants=entrants,
        compared=found.compared,
        regressions=found.regressions,
        problems=problems,
        notes=[
            *facts.notes,
            *(table["warnings"] if table else []),
            *(why for model, why in rated.failures.items() if model != "bt"),
        ],
    )


def _before(database: Database, key: LadderKey, fit: int | None) -> tuple[datetime | None, str | None]:
    """When the fit before was made under the same rules, and the rules of the last fit under whatever rules."""
    found = database.rows(_FITS, [key.ladder, key.variant, fit])
    same = [row for row in found if row[:2] == (key.rules_hash, key.contract_version)]
    return (same[0][2] if same else None), (found[0][0] if found else None)


def _ladder(
    database: Database, key: LadderKey, table: Mapping[str, Any], config: Config, since: datetime | None
) -> tuple[list[LadderLine], Found]:
    """The lines of the ladder with their changes, and who fell."""
    scored = score_matches(select_matches(database, key), config.ratings.scoring)
    earlier = _earlier(database, scored, since)
    later = scored.filter(pl.Series(~earlier))
    tonight = dict(pl.concat([later["west"], later["east"]]).value_counts().iter_rows())
    names = [line["name"] for line in table["entrants"]]
    comparison, reason = _compare(scored, config, earlier)
    if comparison is None:
        found = Found(Compared(level=config.report.level, checkpoints=0, nights=0, reason=reason), [])
    else:
        played = [name for name in names if name in tonight]
        found = find_regressions(
            comparison, names, played, level=config.report.level, accepted=config.report.accepted
        )
    players = database.players(key.ladder)
    lines = [
        _line(place, line, players.get(line["name"], ""), tonight.get(line["name"], 0), comparison)
        for place, line in enumerate(table["entrants"], 1)
    ]
    return lines, found


def _earlier(database: Database, scored: pl.DataFrame, since: datetime | None) -> NDArray[np.bool_]:
    """[matches] bool: those of runs that had ended when the fit before was made."""
    if since is None:
        return np.zeros(scored.height, bool)
    ended = [run for (run,) in database.rows("SELECT run_id FROM runs WHERE ended_at <= ?", [since])]
    return (scored["block_id"] // BLOCKS_PER_RUN).is_in(ended).to_numpy()


def _compare(
    scored: pl.DataFrame, config: Config, earlier: NDArray[np.bool_]
) -> tuple[Comparison | None, str]:
    """The comparison of a ladder's entrants, or why there is none."""
    if config.ratings.resamples < 2:
        return None, "without resamples there are no intervals to compare by"
    settings = Settings(prior=config.ratings.prior, resamples=min(config.ratings.resamples, MOST_RESAMPLES))
    try:
        return Comparison(results_of(scored), settings, earlier), ""
    except RatingError as error:
        return None, str(error)


def _line(
    place: int, line: Mapping[str, Any], player: str, tonight: int, comparison: Comparison | None
) -> LadderLine:
    change = comparison.change(line["name"]) if comparison else None
    names = (
        "name",
        "rating",
        "low",
        "high",
        "rank_low",
        "rank_high",
        "matches",
        "wins",
        "draws",
        "losses",
        "status",
    )
    return LadderLine(
        **{name: line[name] for name in names},
        player=player,
        place=place,
        place_before=comparison.place_before(line["name"]) if comparison else None,
        change=change.points if change else None,
        change_low=change.low if change else None,
        change_high=change.high if change else None,
        tonight=tonight,
    )


def _unrated(config: Config) -> Found:
    reason = "the ladder could not be rated"
    return Found(Compared(level=config.report.level, checkpoints=0, nights=0, reason=reason), [])


def _added(database: Database, key: LadderKey, fit: int | None, names: list[str]) -> list[str]:
    """Those of the ladder that no earlier fit of it had, in its order."""
    known = {name for (name,) in database.rows(_KNOWN, [key.ladder, key.variant, fit])}
    return [name for name in names if name not in known]


def _lengths(database: Database, scope: list[object]) -> Lengths | None:
    (row,) = database.frame(_LENGTHS, scope).to_dicts()
    if not row["matches"]:
        return None
    return Lengths(
        **{name: value if name == "matches" else value / TICKS_PER_SECOND for name, value in row.items()}
    )


_SCOPE = "r.ladder = $1 AND r.variant = $2 AND r.rules_hash = $3 AND r.contract_version = $4"
_SINCE = f"{_SCOPE} AND (r.ended_at IS NULL OR r.ended_at > coalesce($5, '-infinity'::TIMESTAMPTZ))"
"""The runs of a ladder, and those of them that the fit before did not have yet."""

_FITS = """
    SELECT rules_hash, contract_version, created_at FROM rating_fits
    WHERE ladder = ? AND variant = ? AND model = 'bt' AND fit_id < coalesce(?, fit_id + 1) ORDER BY fit_id DESC"""

_KNOWN = """
    SELECT DISTINCT entrant FROM ratings JOIN rating_fits USING (fit_id)
    WHERE ladder = ? AND variant = ? AND model = 'bt' AND fit_id < coalesce(?, fit_id + 1)"""

_RUNS = f"""
    SELECT r.name, r.status, r.started_at, r.ended_at, count(*) FILTER (m.status = 'played')::BIGINT AS played,
           count(*) FILTER (list_contains($6, m.ending))::BIGINT AS capped,
           count(*) FILTER (m.faults > 0)::BIGINT AS faulty, count(*) FILTER (m.status = 'void')::BIGINT AS void
    FROM runs r LEFT JOIN matches m USING (run_id) WHERE {_SINCE}
    GROUP BY r.run_id, r.name, r.status, r.started_at, r.ended_at ORDER BY r.run_id DESC"""

_ASIDE = f"""
    SELECT e.name, arg_max(e.reason, e.run_id) FROM entrants e JOIN runs r USING (run_id)
    WHERE e.status = 'set aside' AND {_SINCE} GROUP BY e.name ORDER BY e.name"""

_FAULTS = f"""
    SELECT f.fault, sum(f."count")::BIGINT AS "count", count(*)::BIGINT AS matches, max(f.match_id)::BIGINT AS newest
    FROM match_faults f JOIN matches m USING (match_id) JOIN runs r USING (run_id) WHERE {_SINCE}
    GROUP BY f.fault ORDER BY "count" DESC, f.fault"""

_LENGTHS = f"""
    SELECT count(*)::BIGINT AS matches, median(m.ticks)::DOUBLE AS median_s, quantile_cont(m.ticks, 0.1) AS tenth_s,
           quantile_cont(m.ticks, 0.9) AS ninetieth_s, max(m.ticks)::DOUBLE AS longest_s
    FROM matches m JOIN runs r USING (run_id)
    WHERE m.status = 'played' AND {_SCOPE} AND $6 = CASE WHEN {_SINCE} THEN 'tonight' ELSE 'before' END"""
