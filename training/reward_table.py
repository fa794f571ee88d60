"""Reward tables: what can be paid for, and tables of weights, read from CSV.

A row names an event, the unit that its weight is for, and who is paid: the hero it happened to, or all of its side.
The weights are per unit: an event of the ledger (docs/contract.md, Event ledger) by how much it grew between two
decisions, or one that the state alone can tell. What the game cannot tell is refused by name: no weight does nothing.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from arena.games.moba.contract_page import LEDGER as LEDGER_UNITS
from arena.games.moba.layout import TALLY
from training import reward_loops as loops
from training.errors import BadRewardTable

FOLDER = Path(__file__).parent / "data" / "rewards"
COLUMNS = ("event", "unit", "scope", "weight", "note")
SCOPES = ("hero", "team")
HEALTH_UNIT = "full bar, through (x + 1 - (1 - x)^4) / 2"


@dataclass(frozen=True, slots=True)
class Event:
    """Something that can be paid for."""

    unit: str
    source: int
    """A column of reward_loops.Moment.hero, or a source that is known of a side alone."""
    second: int = -1
    """A column that is added to it, -1 none."""

    @property
    def of_side(self) -> bool:
        """Known of the side alone, so that it can be paid to the team only."""
        return self.source >= loops.HERO_COLUMNS


EVENTS = {
    **{name: Event(unit, TALLY[name]) for name, (unit, _) in LEDGER_UNITS.items()},
    "health_changed": Event(HEALTH_UNIT, loops.HEALTH),
    "mana_changed": Event("full bar", loops.MANA),
    "advance": Event("1,000 units", loops.ADVANCE),
    "experience_gained": Event("point", TALLY["experience"]),
    "gold_gained": Event("gold", TALLY["gold"]),
    "gold_spent": Event("gold", TALLY["gold_spent_alive"], TALLY["gold_spent_dead"]),
    "death": Event("event", TALLY["deaths"]),
    "last_hit": Event("creep", TALLY["last_hits"]),
    "neutral_last_hit": Event("creep", TALLY["neutrals_killed"]),
    "kill": Event("hero", TALLY["kills"]),
    "assist": Event("hero", TALLY["assists"]),
    "deny": Event("creep", TALLY["denies"]),
    "structure_damage": Event("full health bar", TALLY["structure_health_taken"]),
    "lane_left_early": Event("decision", loops.LANE_LEFT),
    "tower_tier_1": Event("tower", loops.TOWER_TIER_1),
    "tower_tier_2": Event("tower", loops.TOWER_TIER_2),
    "tower_tier_3": Event("tower", loops.TOWER_TIER_3),
    "base_tower": Event("tower", loops.BASE_TOWERS),
    "barracks": Event("barracks", loops.ALL_BARRACKS),
    "ancient_damage": Event("full health bar", loops.ANCIENT_DAMAGE),
    "boss_life": Event("event", loops.BOSS_LIFE),
    "super_creeps": Event("event", loops.SUPER_CREEPS),
    "courier_death": Event("event", loops.COURIER_DEATH),
    "win": Event("match", loops.WIN),
}
"""By name. What they are, and when they mislead, is in docs/rewards.md."""

REFUSED = {
    "shrine": "the game has no shrines",
    "ward": "the game has no wards",
    "damage_taken": "the ledger has health_lost, which is after shields and healing",
    "draw": "a match that nobody won pays nobody: see the setting `capped`",
    "loss": "the zero sum takes from the loser what the win pays: see the setting `zero_sum`",
}
"""Events that tables elsewhere have and this game cannot tell, with the reason."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table."""

    event: str
    scope: str
    weight: float
    note: str = ""

    @property
    def unit(self) -> str:
        """What the weight is for one of."""
        return EVENTS[self.event].unit


@dataclass(frozen=True, slots=True)
class RewardTable:
    """A named table of weights.

    Raises:
        BadRewardTable: an event that is unknown or refused, or that comes twice; a wrong scope; a weight that is 0,
            which would do nothing, or not finite; no row at all.
    """

    name: str
    rows: tuple[Row, ...]

    def __post_init__(self) -> None:
        if not self.rows:
            raise BadRewardTable(f"expected rows in the reward table {self.name}; got none: add one")
        seen: set[str] = set()
        for row in self.rows:
            _check(self.name, row)
            if row.event in seen:
                raise BadRewardTable(
                    f"reward table {self.name}: {row.event} comes twice: keep one of its rows"
                )
            seen.add(row.event)

    def packed(self) -> loops.Rows:
        """The rows as the kernel takes them."""
        events = [EVENTS[row.event] for row in self.rows]
        return loops.Rows(
            np.array([event.source for event in events], np.int64),
            np.array([event.second for event in events], np.int64),
            np.array([row.scope == "team" for row in self.rows]),
            np.array([event.source != loops.WIN for event in events]),
            np.array([row.weight for row in self.rows], np.float64),
        )

    def text(self) -> str:
        """The table as CSV, as `parse_table` reads it."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows((row.event, row.unit, row.scope, repr(row.weight), row.note) for row in self.rows)
        return out.getvalue()


def _check(table: str, row: Row) -> None:
    place = f"reward table {table}: {row.event}"
    if row.event in REFUSED:
        raise BadRewardTable(f"{place} cannot be paid for, {REFUSED[row.event]}: remove the row")
    if row.event not in EVENTS:
        raise BadRewardTable(f"{place} is no event: expected one of {', '.join(EVENTS)}")
    if row.scope not in SCOPES:
        raise BadRewardTable(f"{place}: expected the scope hero or team; got {row.scope!r}")
    if EVENTS[row.event].of_side and row.scope == "hero":
        raise BadRewardTable(f"{place} is known of a side alone: give it the scope team")
    if not math.isfinite(row.weight) or row.weight == 0.0:
        raise BadRewardTable(
            f"{place}: expected a finite weight other than 0; got {row.weight}: or remove the row"
        )


def table_names() -> tuple[str, ...]:
    """The tables that come with the trainer."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.csv")))


def load_table(name: str) -> RewardTable:
    """A table that comes with the trainer, by name, or one in a CSV file, by path.

    Raises:
        BadRewardTable: there is no such table, or it has a wrong row.
    """
    path = Path(name) if name.endswith(".csv") else FOLDER / f"{name}.csv"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        known = ", ".join(table_names())
        raise BadRewardTable(
            f"expected a reward table, one of {known}, or a CSV file; got {name!r}"
        ) from error
    return parse_table(path.stem, text)


def parse_table(name: str, text: str) -> RewardTable:
    """A table from CSV with the columns event, unit, scope, weight and note.

    Raises:
        BadRewardTable: as RewardTable, and for other columns, a unit that is not the event's, or no number.
    """
    lines = [line for line in csv.reader(io.StringIO(text)) if line]
    if not lines or tuple(lines[0]) != COLUMNS:
        head = ",".join(lines[0]) if lines else ""
        raise BadRewardTable(f"reward table {name}: expected the columns {','.join(COLUMNS)}; got {head!r}")
    return RewardTable(name, tuple(_row(name, line) for line in lines[1:]))


def _row(table: str, line: Sequence[str]) -> Row:
    if len(line) != len(COLUMNS):
        raise BadRewardTable(f"reward table {table}: expected {len(COLUMNS)} columns; got {','.join(line)!r}")
    event, unit, scope, weight, note = line
    try:
        row = Row(event, scope, float(weight), note)
    except ValueError as error:
        raise BadRewardTable(f"reward table {table}: {event}: expected a number; got {weight!r}") from error
    _check(table, row)
    if unit != row.unit:
        raise BadRewardTable(f"reward table {table}: {event} is paid by {row.unit!r}; got the unit {unit!r}")
    return row
