"""Ladders as they were published: their tables, earlier fits of the same ladder, and warnings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from arena.errors import BadSchedule
from arena.ladder import MODELS, LadderKey
from arena.scoring import SCORINGS
from arena.store import Database
from dashboard.data.filters import one_of, text_of
from dashboard.data.rescored import rescored_table
from dashboard.errors import BadAddress
from ratings import RatingError

FLOORS = ("idle", "random")
"""Players that decide nothing: what any agent must be above."""


@dataclass(frozen=True)
class LadderName:
    """A ladder in one variant under one set of rules, with when it was last rated."""

    ladder: str
    variant: str
    rules_hash: str
    contract_version: int
    fit_id: int

    @property
    def key(self) -> str:
        """How the address names it: the newest rules' ladder by name and variant, older ones by their rules too."""
        return f"{self.ladder}/{self.variant}/{self.rules_hash}/{self.contract_version}"


@dataclass(frozen=True)
class Ladder:
    """A rated ladder."""

    name: LadderName
    model: str
    scoring: str
    settings: Mapping[str, Any]
    rated_at: datetime
    matches: int
    lines: list[dict[str, Any]]
    """Best first: the keys of `ratings`, with `player`, `kind` and `provisional`."""
    warnings: list[str]
    previous: Mapping[str, Mapping[str, Any]]
    """Lines of the fit before this one of the same ladder and model, by entrant; none if there is none."""

    @property
    def anchor(self) -> str | None:
        """The entrant at 0; None where ratings are relative to the pool."""
        return self.settings.get("anchor")


def ladder_names(database: Database, model: str = "bt") -> list[LadderName]:
    """Every ladder that is rated by a model, the one rated last first."""
    found = database.rows(
        "SELECT ladder, variant, rules_hash, contract_version, max(fit_id) FROM rating_fits WHERE model = ? "
        "GROUP BY ALL ORDER BY max(fit_id) DESC",
        [model],
    )
    return [LadderName(*row) for row in found]


def chosen_ladder(database: Database, query: Mapping[str, str]) -> Ladder | None:
    """The ladder that an address asks for, the one rated last if it asks for none; None if there is no such one.

    Raises:
        BadAddress: the model or the scoring rule is unknown, or the ladder cannot be rated by both.
    """
    scoring = one_of(query, "scoring", SCORINGS)
    model = one_of(query, "model", dict.fromkeys(MODELS)) or MODELS[0]
    wanted = text_of(query, "ladder")
    for name in ladder_names(database, model):
        if wanted in (None, name.key):
            ladder = read_ladder(database, name, model)
            return ladder if scoring in (None, ladder.scoring) else _rescored(database, ladder, str(scoring))
    return None


def read_ladder(database: Database, name: LadderName, model: str) -> Ladder:
    """The last fit of a ladder by a model."""
    scoring, settings, rated_at, matches, result = database.rows(
        "SELECT scoring, settings, created_at, matches, result FROM rating_fits WHERE fit_id = ?",
        [name.fit_id],
    )[0]
    lines = _known(database, name, _lines(database, name.fit_id))
    warnings = [str(one) for one in json.loads(result).get("warnings", [])]
    return Ladder(
        name,
        model,
        scoring,
        json.loads(settings),
        rated_at,
        matches,
        lines,
        warnings,
        _previous(database, name, model),
    )


def _rescored(database: Database, ladder: Ladder, scoring: str) -> Ladder:
    """A ladder under another scoring rule than it was published by; nothing is known of how it moved."""
    if ladder.model != "bt":
        raise BadAddress(
            f"expected the scoring rule '{ladder.scoring}' with {ladder.model}, got '{scoring}': other rules are rated "
            "by Bradley-Terry alone, choose that model"
        )
    name = ladder.name
    key = LadderKey(name.ladder, name.variant, name.rules_hash, name.contract_version)
    try:
        table = rescored_table(database, key, scoring, anchor=ladder.anchor)
    except (RatingError, BadSchedule) as error:
        raise BadAddress(
            f"this ladder cannot be rated by the scoring rule '{scoring}' ({error}): choose another"
        ) from error
    lines = [
        {**line, "entrant": line["name"], "position": place}
        for place, line in enumerate(table["entrants"], 1)
    ]
    return Ladder(
        name,
        ladder.model,
        scoring,
        table["settings"],
        ladder.rated_at,
        table["matches"],
        _known(database, name, lines),
        [str(one) for one in table["warnings"]],
        {},
    )


def _known(database: Database, name: LadderName, lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Lines of a table with `player`, `kind` and `provisional`."""
    players = _players(database, name.ladder)
    least = _provisional_below(lines)
    return [
        {
            **line,
            "player": (player := players.get(line["entrant"], "")),
            "kind": kind_of(player),
            "provisional": line["matches"] < least,
        }
        for line in lines
    ]


def stored_scoring(database: Database, name: LadderName) -> str:
    """The scoring rule that a ladder was last published by."""
    return str(database.rows("SELECT scoring FROM rating_fits WHERE fit_id = ?", [name.fit_id])[0][0])


def kind_of(player: str) -> str:
    """`floor`, `bot`, `checkpoint` or `other`, of a player as the registry reads it."""
    if player in FLOORS:
        return "floor"
    kind = player.partition(":")[0]
    return kind if kind in ("bot", "checkpoint") else "other"


def _provisional_below(lines: list[dict[str, Any]]) -> float:
    """Matches below which a rating is provisional: 20, or a tenth of what the ladder's median entrant has."""
    counts = sorted(line["matches"] for line in lines)
    return max(20, counts[len(counts) // 2] / 10) if counts else 0


def _lines(database: Database, fit_id: int) -> list[dict[str, Any]]:
    return database.frame("SELECT * FROM ratings WHERE fit_id = ? ORDER BY position", [fit_id]).to_dicts()


def _previous(database: Database, name: LadderName, model: str) -> dict[str, dict[str, Any]]:
    found = database.rows(
        "SELECT max(fit_id) FROM rating_fits WHERE ladder = ? AND variant = ? AND rules_hash = ? "
        "AND contract_version = ? AND model = ? AND fit_id < ?",
        [name.ladder, name.variant, name.rules_hash, name.contract_version, model, name.fit_id],
    )[0][0]
    return {} if found is None else {line["entrant"]: line for line in _lines(database, int(found))}


def _players(database: Database, ladder: str) -> dict[str, str]:
    query = (
        "SELECT e.name, arg_max(e.player, e.run_id) FROM entrants e JOIN runs r USING (run_id) "
        "WHERE r.ladder = ? GROUP BY e.name"
    )
    return dict(database.rows(query, [ladder]))
