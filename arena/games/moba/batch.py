"""Many matches of one variant played together: the game's native, preallocated interface."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.games.moba import layout as lay
from arena.games.moba import map_tables
from arena.games.moba.contract import MASK_SIZE, TARGETS
from arena.games.moba.fields import OBSERVATION, OBSERVATION_SIZE, SCRATCH
from arena.games.moba.rules import TICKS_PER_DECISION, load, map_name, read
from arena.games.moba.setup import Setup, new_matches
from arena.games.moba.tick import advance, decode_all, observe, tick

RESULT = np.dtype(
    [
        ("winner", "i8"),
        ("ending", "i8"),
        ("ticks", "i8"),
        ("structures", "i8", (2,)),
        ("net_worth", "i8", (2,)),
        ("kills", "i8", (2,)),
    ]
)
HERO_RESULT_FIELDS = ("hero", "level", *lay.TALLY_NAMES)
HERO_RESULT = np.dtype([(name, "i8" if name in ("hero", "level") else "f8") for name in HERO_RESULT_FIELDS])


class Tables(NamedTuple):
    """The map's look-up tables as the kernels take them; see map_tables.Tables."""

    step: NDArray[np.uint8]
    nearest_free: NDArray[np.int64]
    sight: NDArray[np.int64]


def kernel_tables(variant: str) -> Tables:
    """The tables of a variant's map."""
    found = map_tables.tables(map_name(variant))
    return Tables(found.step, found.nearest_free, found.sight)


@functools.cache
def _prices() -> NDArray[np.int64]:
    """Prices by item + 1, 0 for an empty slot."""
    return np.array([0, *(item["cost"] for item in read("items")["items"])], np.int64)


def net_worths(heroes: NDArray[Any]) -> NDArray[np.int64]:
    """(...): gold and price of the items of heroes (...) of layout.HERO_STATE, those on their way included."""
    prices = _prices()
    place = np.arange(lay.BUILD)
    waiting = (place >= heroes["got"][..., None]) & (place < heroes["next_item"][..., None])
    bought = np.where(waiting, prices[heroes["build"] + 1], 0).sum(-1)
    return np.asarray(heroes["gold"] + prices[heroes["items"]].sum(-1) + bought)


class Batch:
    """`n` matches of a variant, advanced together by one thread; a match's play does not depend on the others.

    Arrays, all preallocated and owned by the batch (h: hero 0-9, west first):
    `matches` (n,) layout.MATCH; `observations` (n, 10, OBSERVATION_SIZE) float32, empty when not asked for;
    `masks` (n, 10, MASK_SIZE) bool; `slots` (n, 10, TARGETS) int64, units that target slots name, -1 empty;
    `active` (n, 10) bool, seats that exist in the variant; `running` (n,) bool. `rules_row` (1,) rule_records.RULES and
    `scratch_row` (1,) fields.SCRATCH are what kernels called from Python take.

    `decision` counts the batch's own decisions; how far a match is, which differs where `reset_matches` replaced some,
    says `matches["decision"]`. `resets` counts calls of `reset_matches`, for who keeps what depends on lineups.
    """

    def __init__(
        self,
        variant: str,
        setups: Sequence[Setup],
        *,
        limit_s: float | None = None,
        observe_floats: bool = True,
    ) -> None:
        self.variant = variant
        self.setups = tuple(setups)
        self.n = len(self.setups)
        self.decision = 0
        self.resets = 0
        self._limit_s = limit_s
        self.rules = load(variant)
        self.tables = kernel_tables(variant)
        self.matches = new_matches(variant, setups, limit_s=limit_s)
        self.slots = np.full((self.n, 10, TARGETS), -1, np.int64)
        self.masks = np.zeros((self.n, 10, MASK_SIZE), np.bool_)
        floats = self.n if observe_floats else 0
        self.observations = np.zeros((floats, 10, OBSERVATION_SIZE), np.float32)
        self._records = self.observations.view(OBSERVATION)[..., 0]
        self.scratch_row = np.zeros(1, SCRATCH)
        self._gaps = np.zeros(TARGETS)

    @property
    def rules(self) -> Any:
        """The rules it is played by: the record in `rules_row`; of others given to it, it keeps a copy."""
        return self.rules_row[0]

    @rules.setter
    def rules(self, rules: Any) -> None:
        self.rules_row = np.zeros(1, rules.dtype)
        self.rules_row[0] = rules

    @property
    def scratch(self) -> Any:
        """What the tick notes: the record in `scratch_row`."""
        return self.scratch_row[0]

    @property
    def active(self) -> NDArray[np.bool_]:
        """(n, 10): the seats a hero sits on."""
        return np.asarray(self.matches["heroes"]["hero"] >= 0)

    @property
    def running(self) -> NDArray[np.bool_]:
        """(n,): matches that have not ended."""
        return np.asarray(self.matches["ending"] == lay.RUNNING)

    @property
    def tally(self) -> NDArray[np.float64]:
        """(n, 10, len(TALLY_NAMES)): the event ledger, summed since the start of each match."""
        return np.asarray(self.matches["heroes"]["tally"])

    def reset_matches(self, ids: Sequence[int] | NDArray[np.int64], setups: Sequence[Setup]) -> None:
        """Begin new matches in the places of others: places `ids`, all different, each by the setup beside it.

        A place is then, bit for bit, what it would be in a new batch, wherever it lies, and the others are as they
        were: no array moves. The new matches have the batch's variant and cap. `observe` comes next.

        Raises ValueError, and changes nothing, for a place that is not there or named twice, another number of
        setups, or a setup that no match can begin from.
        """
        places = [operator.index(place) for place in ids]
        if len(places) != len(setups):
            raise ValueError(f"expected a setup for each of {len(places)} matches; got {len(setups)}")
        if len(set(places)) != len(places) or not all(0 <= place < self.n for place in places):
            raise ValueError(f"expected different places from 0 to {self.n - 1}; got {places}")
        self.matches[places] = new_matches(self.variant, setups, limit_s=self._limit_s)
        self.slots[places] = -1
        self.masks[places] = False
        if len(self.observations):
            self.observations[places] = 0.0
        new = dict(zip(places, setups, strict=True))
        self.setups = tuple(new.get(place, setup) for place, setup in enumerate(self.setups))
        self.resets += 1

    def observe(self) -> None:
        """Fill slots, masks and observations of the running matches."""
        observe(
            self.matches,
            self.rules_row,
            self.tables,
            self.scratch_row,
            self.slots,
            self._gaps,
            self.masks,
            self._records,
        )

    def observe_places(self, ids: Sequence[int] | NDArray[np.int64]) -> None:
        """Fill them for some matches, also for those that have ended: how things stood at the end."""
        endings = self.matches["ending"]
        for place in ids:
            one, ending = slice(place, place + 1), int(endings[place])
            endings[place] = lay.RUNNING  # the kernel leaves ended matches alone
            observe(
                self.matches[one],
                self.rules_row,
                self.tables,
                self.scratch_row,
                self.slots[one],
                self._gaps,
                self.masks[one],
                self._records[one],
            )
            endings[place] = ending

    def step(self, actions: NDArray[np.int64]) -> None:
        """Take one decision, (n, 10, 4) int64: kind, target slot, offset, aim; four ticks of each running match.

        `observe` comes first: actions name the slots it filled. Raises ValueError for another shape or type.
        """
        self.give_orders(actions)
        self.advance()

    def step_by_tick(self, actions: NDArray[np.int64]) -> Iterator[None]:
        """`step`, pausing after each tick, for who looks at what happens within a decision; go on to its end.

        `scratch` then holds what the last running match noted in the tick, such as who killed whom.
        """
        self.give_orders(actions)
        for _ in range(TICKS_PER_DECISION):
            running = np.flatnonzero(self.running)
            if len(running) == 0:
                break
            for b in running:
                tick(self.matches[b], self.rules, self.tables, self.scratch)
            yield
        self.decision += 1

    def give_orders(self, actions: NDArray[np.int64]) -> None:
        """The first half of `step`, for who times it: actions become orders."""
        if actions.shape != (self.n, 10, 4) or actions.dtype != np.int64:
            raise ValueError(
                f"expected actions of shape {(self.n, 10, 4)} and type int64; got {actions.shape}, {actions.dtype}"
            )
        decode_all(self.matches, actions, self.rules_row, self.slots, self.masks)

    def advance(self) -> None:
        """The second half of `step`: the ticks of the decision."""
        advance(self.matches, self.rules_row, self.tables, self.scratch_row)
        self.decision += 1

    def results(self) -> NDArray[Any]:
        """(n,) of RESULT: how each match stands or ended; sides west, east."""
        found = np.zeros(self.n, RESULT)
        found["winner"] = self.matches["winner"]
        found["ending"] = self.matches["ending"]
        found["ticks"] = self.matches["tick"]
        found["kills"] = self.matches["kills"]
        alive = self.matches["units"]["alive"].reshape(self.n, 2, lay.HALF)
        found["structures"] = alive[:, :, lay.FIRST_STRUCTURE : lay.COURIER].sum(2)
        worth = np.where(self.active, net_worths(self.matches["heroes"]), 0)
        found["net_worth"] = worth.reshape(self.n, 2, lay.HEROES).sum(2)
        return found

    def hero_results(self) -> NDArray[Any]:
        """(n, 10) of HERO_RESULT; a seat that is not in the variant has hero -1."""
        found = np.zeros((self.n, 10), HERO_RESULT)
        found["hero"] = self.matches["heroes"]["hero"]
        found["level"] = self.matches["heroes"]["level"]
        for place, name in enumerate(lay.TALLY_NAMES):
            found[name] = self.tally[:, :, place]
        return found

    def faults(self) -> NDArray[np.int64]:
        """(n, len(FAULT_NAMES)): what the simulator counted as going wrong."""
        return np.array(self.matches["faults"])
