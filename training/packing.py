"""From a batch's observations to what a network is fed: the hero's own block, the world, and occupied unit slots alone.

Rows are (match, hero). Units stand row after row, within a row class after class, so that a row's units, and those of a
class in it, lie together: empty slots are not stored and not computed. docs/contract.md says what every number means,
`columns.Columns` which of them a network of which version of the contract reads.

Letters: R rows, U units of all rows, C columns of a block.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.contract import CONTRACT_VERSION
from arena.games.moba.layout import ABILITIES, HEROES
from arena.games.moba.rule_records import MAX_HEROES
from arena.games.moba.rules import CHANNEL_MODE, LINE_MODE, POINT_MODE, UNIT_MODE, load
from training.columns import Columns, columns_of
from training.forms import AIMED, AT_TARGET
from training.hidden import hidden_of, hidden_width
from training.packing_loops import count_units, pack_rows, pack_units, take_units


@dataclass(frozen=True, slots=True)
class Packed:
    """What a network is fed for R rows; arrays are C-contiguous, and are not changed once packed.

    Attributes:
        own: (R, len(own)) float32, the hero's own block, its abilities, items and effects.
        world: (R, len(world)) float32, what the side knows of the match.
        names: (R, len(own_names)) int32, numbers to embed: hero + 1, items + 1, items in use + 1; 0 none.
        legal: (R, kinds) bool, legal kinds; of a kind that needs a target one is legal.
        forms: (R, kinds) int8, what the kind takes, of training.forms.
        targets: (R, target_rows, targets) bool, legal targets of the kinds, by forms.TARGET_ROW; each is a
            unit below, or the hero itself.
        teams: (R,) int32, place in the batch * 2 + side: rows of one decision that have the same are a team.
        hidden: (R, hidden_width) float32, what the other side knows, for a value to be trained by; (R, 0) where it was
            not asked for.
        units: (U, unit_width) float32, `unit_columns` and zeros.
        slots: (U,) int32, a unit's target slot, columns.NOT_A_TARGET for missiles.
        classes: (U,) int32, its class.
        unit_names: (U,) int32, class * heroes + its hero + 1, or + 0 where it is none.
        starts: (R + 1,) int64, where a row's units begin, and after the last where they end.
    """

    own: NDArray[np.float32]
    world: NDArray[np.float32]
    names: NDArray[np.int32]
    legal: NDArray[np.bool_]
    forms: NDArray[np.int8]
    targets: NDArray[np.bool_]
    teams: NDArray[np.int32]
    hidden: NDArray[np.float32]
    units: NDArray[np.float32]
    slots: NDArray[np.int32]
    classes: NDArray[np.int32]
    unit_names: NDArray[np.int32]
    starts: NDArray[np.int64]

    def __len__(self) -> int:
        """R."""
        return len(self.own)

    def between(self, first: int, last: int) -> Packed:
        """Rows from `first` to before `last`, without copying them."""
        begin, end = int(self.starts[first]), int(self.starts[last])
        arrays = {name: getattr(self, name)[first:last] for name in BY_ROW}
        units = {name: getattr(self, name)[begin:end] for name in BY_UNIT}
        return Packed(**arrays, **units, starts=self.starts[first : last + 1] - begin)

    def take(self, rows: NDArray[np.int64]) -> Packed:
        """The rows (k,) in this order, copied."""
        rows = np.ascontiguousarray(rows, np.int64)
        starts = np.zeros(len(rows) + 1, np.int64)
        np.cumsum(self.starts[rows + 1] - self.starts[rows], out=starts[1:])
        arrays = {name: getattr(self, name)[rows] for name in BY_ROW}
        units = {
            name: np.empty((int(starts[-1]), *getattr(self, name).shape[1:]), getattr(self, name).dtype)
            for name in BY_UNIT
        }
        source = (getattr(self, name) for name in BY_UNIT)
        take_units(self.starts, rows, starts, *source, *units.values())
        return Packed(**arrays, **units, starts=starts)

    def take_sequences(self, sequences: NDArray[np.int64], *, length: int) -> Packed:
        """Of `length` decisions of N sequences, row t N + n, those of some sequences (k,): row t k + i."""
        n = len(self) // length
        return self.take((np.arange(length)[:, None] * n + sequences).ravel())


BY_ROW = ("own", "world", "names", "legal", "forms", "targets", "teams", "hidden")
BY_UNIT = ("units", "slots", "classes", "unit_names")
assert {*BY_ROW, *BY_UNIT, "starts"} == {field.name for field in fields(Packed)}


def concatenate(parts: Sequence[Packed]) -> Packed:
    """The rows of all parts, one after the other: parts of successive decisions become time-major rows."""
    arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in BY_ROW + BY_UNIT}
    counts = np.concatenate([np.diff(part.starts) for part in parts])
    return Packed(**arrays, starts=np.concatenate([[0], np.cumsum(counts)]))


def ability_forms(rules: Any) -> NDArray[np.int8]:
    """(heroes of the rules + 1, ABILITIES) int8 by hero + 1: what abilities take; nobody's take nothing."""
    modes = np.asarray(rules["heroes"]["abilities"]["mode"])
    forms = np.zeros((MAX_HEROES + 1, ABILITIES), np.int8)
    forms[1:][modes == UNIT_MODE] = AT_TARGET
    forms[1:][np.isin(modes, (POINT_MODE, LINE_MODE, CHANNEL_MODE))] = AIMED
    return forms


class Packer:
    """Packs decision after decision into buffers that grow, and gives views of them: nothing is copied twice.

    `clear` begins anew in the same buffers: what was packed before is then overwritten.
    """

    def __init__(self, variant: str, *, contract: int = CONTRACT_VERSION, hidden: bool = False) -> None:
        """A packer of a variant's batches, as they are shown to players of a version of the contract.

        With `hidden` it packs, too, what the other side knows, for training alone; a batch shows that to no player.
        """
        self._columns = columns_of(contract)
        self._hidden = hidden
        self._forms = ability_forms(load(variant))
        self._rows = 0
        self._buffers = _new_buffers(self._columns, 64, 64, hidden=hidden)

    def clear(self) -> None:
        """Forget all rows, and keep the memory for those to come."""
        self._rows = 0

    def add(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.bool_],
        matches: NDArray[np.int64],
        heroes: NDArray[np.int64],
    ) -> Packed:
        """Pack one decision of the heroes (matches[i], heroes[i]), k rows after those before, and give these k.

        Args:
            observations: (n, 10, columns of the contract) float32, of a `moba.Batch` after `observe`.
            masks: (n, 10, mask size of the contract) bool, of the same.
            matches: (k,) int64, places in the batch.
            heroes: (k,) int64, seats, 0-9.
        """
        matches, heroes = np.ascontiguousarray(matches, np.int64), np.ascontiguousarray(heroes, np.int64)
        first, last = self._rows, self._rows + len(matches)
        self._buffers = _with_room(self._buffers, first, len(matches))
        room = self._buffers
        count_units(observations, matches, heroes, self._columns.slots, room.starts[first:])
        self._buffers = room = _with_unit_room(room, first, int(room.starts[last]))
        self._rows = last
        packed = self.packed().between(first, last)
        self._write(observations, masks, matches, heroes, packed)
        return packed

    def _write(
        self,
        observations: NDArray[np.float32],
        masks: NDArray[np.bool_],
        matches: NDArray[np.int64],
        heroes: NDArray[np.int64],
        to: Packed,
    ) -> None:
        """Fill rows whose `starts` are known."""
        places, read = (matches, heroes), self._columns
        pack_units(
            *(observations, *places, read.slots, read.field_places, read.hero_fields, read.heroes),
            *(to.starts, to.units, to.slots, to.classes, to.unit_names),
        )
        pack_rows(
            *(observations, masks, *places),
            *(read.own, read.world, read.own_names, read.name_limits, read.use_aims, read.self_target),
            *(self._forms, to.starts, to.slots),
            *(to.own, to.world, to.names, to.legal, to.forms, to.targets),
        )
        to.teams[:] = matches * 2 + heroes // HEROES
        if self._hidden:
            to.hidden[:] = hidden_of(observations, matches, heroes, read)

    def packed(self) -> Packed:
        """All rows since the last `clear`, as views."""
        room, end = self._buffers, int(self._buffers.starts[self._rows])
        arrays = {name: getattr(room, name)[: self._rows] for name in BY_ROW}
        units = {name: getattr(room, name)[:end] for name in BY_UNIT}
        return Packed(**arrays, **units, starts=room.starts[: self._rows + 1])


def pack(
    variant: str,
    observations: NDArray[np.float32],
    masks: NDArray[np.bool_],
    matches: NDArray[np.int64],
    heroes: NDArray[np.int64],
) -> Packed:
    """One decision, packed once; who packs many keeps a `Packer`, whose arguments these are."""
    return Packer(variant).add(observations, masks, matches, heroes)


def _new_buffers(read: Columns, rows: int, units: int, *, hidden: bool) -> Packed:
    return Packed(
        own=np.empty((rows, len(read.own)), np.float32),
        world=np.empty((rows, len(read.world)), np.float32),
        names=np.empty((rows, len(read.own_names)), np.int32),
        legal=np.empty((rows, read.kinds), np.bool_),
        forms=np.empty((rows, read.kinds), np.int8),
        targets=np.empty((rows, read.target_rows, read.targets), np.bool_),
        teams=np.empty(rows, np.int32),
        hidden=np.empty((rows, hidden_width(read) if hidden else 0), np.float32),
        units=np.zeros((units, read.unit_width), np.float32),
        slots=np.empty(units, np.int32),
        classes=np.empty(units, np.int32),
        unit_names=np.empty(units, np.int32),
        starts=np.zeros(rows + 1, np.int64),
    )


def _with_room(room: Packed, used: int, more: int) -> Packed:
    """The buffers, or where the rows do not fit larger ones with the rows so far: at least twice as many."""
    if used + more <= len(room):
        return room
    return _grown(room, used, rows=max(used + more, 2 * len(room)), units=len(room.units))


def _with_unit_room(room: Packed, used: int, needed: int) -> Packed:
    """The same for units, of which `needed` there will be."""
    if needed <= len(room.units):
        return room
    return _grown(room, used, rows=len(room), units=max(needed, 2 * len(room.units)))


def _grown(room: Packed, used: int, *, rows: int, units: int) -> Packed:
    end = int(room.starts[used])
    by_row = {name: _longer(getattr(room, name), rows, used) for name in BY_ROW}
    by_unit = {name: _longer(getattr(room, name), units, end) for name in BY_UNIT}
    return Packed(**by_row, **by_unit, starts=_longer(room.starts, rows + 1, len(room.starts)))


def _longer(array: NDArray[Any], length: int, used: int) -> NDArray[Any]:
    """An array of so many rows, the first `used` of them those of another."""
    found = np.zeros((length, *array.shape[1:]), array.dtype)
    found[:used] = array[:used]
    return found
