"""Frames: what a viewer draws at each decision of a match, in whole numbers.

Frames are for looking, and lossy: positions are whole world units, health a share in 255ths. What is exact
is their coding (`replays.coding`): what is read from the bytes is what was written.

Letters: F frames, U units of the game's record, H seats, N cells along a side of the map, M flights
of missiles.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.games.moba import layout as lay
from arena.games.moba.rules import TICKS_PER_DECISION, TICKS_PER_SECOND
from replays.cast import HERO_UNITS, SIDES, is_structure, seat_of
from replays.simulate import Stretch

CHUNK_FRAMES = 450
"""Frames coded together: a minute of the match."""

FLAGS = (
    "alive",
    "seen",
    "stunned",
    "rooted",
    "silenced",
    "disarmed",
    "hidden",
    "open",
    "casting",
    "recalling",
    "seen at home",
)
"""Bits of a unit's flags, the lowest first. `open` is as in layout.UNIT; `casting` and `recalling` are heroes'; a unit
is `seen` by the side of the other half, and a neutral `seen at home` by the side of its own."""

MISSILE_KINDS = ("creep", "hero", "structure", "ability")
"""What sent a missile: a creep's, a hero's or a structure's attack, or an ability."""

FLIGHT = np.dtype(
    [
        ("begin", "u2"),
        ("frames", "u2"),
        ("kind", "u1"),
        ("side", "u1"),
        ("x", "i2"),
        ("y", "i2"),
        ("to_x", "i2"),
        ("to_y", "i2"),
    ]
)
"""A missile's flight: the first frame it is in, how many more it is in, from where to where it then flies.

A flight is straight and even to the eye; one that crosses the border of a chunk is two.
"""


@dataclass(frozen=True, eq=False)
class Frames:
    """The frames of a match: its start, each decision, its end."""

    tick: NDArray[np.int64]
    """(F,): tick of each frame, rising."""
    kind: NDArray[np.uint8]
    """(F, U): kind of unit, `layout.KIND_NAMES`."""
    flags: NDArray[np.uint16]
    """(F, U): `FLAGS`, a bit each."""
    x: NDArray[np.int16]
    """(F, U): world units; 0 in nobody."""
    y: NDArray[np.int16]
    """(F, U)."""
    health: NDArray[np.uint8]
    """(F, U): share of greatest health in 255ths, 0 in the dead alone."""
    mana: NDArray[np.uint8]
    """(F, H): share of greatest mana in 255ths."""
    fog: NDArray[np.uint64]
    """(F, 2, N): rows of cells that west and east see, a bit a cell."""
    rune: NDArray[np.uint8]
    """(F, 2): kind of the rune that lies at the point of west's half and of east's, 0 none."""
    flights: NDArray[np.void]
    """(M,) of FLIGHT, by first frame, which counts from the start of the match."""

    def __eq__(self, other: object) -> bool:
        """Equal in every number."""
        return isinstance(other, Frames) and all(
            np.array_equal(getattr(self, one.name), getattr(other, one.name)) for one in fields(self)
        )

    __hash__ = None  # type: ignore[assignment]

    @property
    def count(self) -> int:
        """How many frames there are."""
        return len(self.tick)


class _Row(NamedTuple):
    """A missile of one frame."""

    key: tuple[float, ...]
    """What stays the same while it flies: who sent it, at whom, and what it carries."""
    x: float
    y: float
    speed: float


@dataclass
class _Missile:
    """A missile while it flies."""

    begin: int
    last: int
    half: int
    start: _Row
    x: float
    y: float

    def can_be(self, row: _Row) -> bool:
        """Whether a missile of the next frame can be this one, by what it is and how far it can get."""
        reach = row.speed * TICKS_PER_DECISION / TICKS_PER_SECOND + 1.0
        return row.key == self.start.key and abs(row.x - self.x) <= reach and abs(row.y - self.y) <= reach

    def flight(self) -> tuple[int, ...]:
        """The flight as a row of FLIGHT."""
        source, ability = int(self.start.key[0]), int(self.start.key[2])
        where = _units(np.array([self.start.x, self.start.y, self.x, self.y])).tolist()
        return (self.begin, self.last - self.begin, _missile_kind(source, ability), self.half, *where)


@dataclass
class Camera:
    """Takes the frames while a match is played again."""

    cells: int
    """N, the map's."""
    _parts: list[dict[str, NDArray[Any]]] = field(default_factory=list)
    _flights: list[tuple[int, ...]] = field(default_factory=list)
    _flying: list[_Missile] = field(default_factory=list)
    _count: int = 0

    def see(self, stretch: Stretch) -> None:
        """Take the frames of a stretch; the first stretch also gives the start."""
        states = stretch.now if self._parts else stretch.states
        due = (states["tick"] % TICKS_PER_DECISION == 0) | (states["ending"] != lay.RUNNING)
        due[0] |= not self._parts
        taken = states[due]
        first = self._count
        self._parts.append(_columns(taken, self.cells))
        for place, state in enumerate(taken):
            self._follow(state, first + place)
        self._count = first + len(taken)

    def frames(self) -> Frames:
        """The frames taken."""
        for missile in self._flying:
            self._flights.append(missile.flight())
        self._flying = []
        flights = np.array(sorted(self._flights), dtype=FLIGHT)
        columns = {name: np.concatenate([part[name] for part in self._parts]) for name in self._parts[0]}
        return Frames(**columns, flights=flights)

    def _follow(self, state: Any, frame: int) -> None:
        """Go on with the missiles of one frame.

        The game keeps a half's missiles without gaps and in the order of their launch, so those that still fly
        come first, in the order in which they were.
        """
        flying: list[_Missile] = []
        for half in range(len(SIDES)):
            rows = _missile_rows(state, half)
            place = 0
            for missile in (one for one in self._flying if one.half == half):
                if place < len(rows) and missile.can_be(rows[place]):
                    flying.append(self._go_on(missile, rows[place], frame))
                    place += 1
                else:
                    self._flights.append(missile.flight())
            flying += [_launched(row, half, frame) for row in rows[place:]]
        self._flying = flying

    def _go_on(self, missile: _Missile, row: _Row, frame: int) -> _Missile:
        """A missile a frame later; across the border of a chunk it is a new flight."""
        if frame % CHUNK_FRAMES == 0:
            self._flights.append(missile.flight())
            return _launched(row, missile.half, frame)
        missile.last, missile.x, missile.y = frame, row.x, row.y
        return missile


def _launched(row: _Row, half: int, frame: int) -> _Missile:
    return _Missile(frame, frame, half, row, row.x, row.y)


def _missile_rows(state: Any, half: int) -> list[_Row]:
    flying = state["missiles"][half][: state["missile_count"][half]]
    names = ("source", "target", "ability", "attack", "damage")
    keys = zip(*(flying[name].tolist() for name in names), strict=True)
    places = (flying[name].tolist() for name in ("x", "y", "speed"))
    return [_Row(*row) for row in zip(keys, *places, strict=True)]


def _missile_kind(source: int, ability: int) -> int:
    if ability >= 0:
        return MISSILE_KINDS.index("ability")
    if is_structure(source):
        return MISSILE_KINDS.index("structure")
    return MISSILE_KINDS.index("creep" if seat_of(source) is None else "hero")


def _columns(states: NDArray[Any], cells: int) -> dict[str, NDArray[Any]]:
    """The columns of `Frames` for some records."""
    units, heroes = states["units"], states["heroes"]
    alive, there = units["alive"] > 0, units["kind"] != lay.NOBODY
    return {
        "tick": states["tick"].copy(),
        "kind": units["kind"].astype(np.uint8),
        "flags": _flags(units, heroes),
        "x": _units(np.where(there, units["x"], 0.0)),
        "y": _units(np.where(there, units["y"], 0.0)),
        "health": np.where(alive, np.maximum(_share(units["health"], units["max_health"]), 1), 0).astype(
            np.uint8
        ),
        "mana": _share(heroes["mana"], heroes["max_mana"]),
        "rune": states["rune"].astype(np.uint8),
        "fog": states["lit"][:, :, :cells].astype(np.uint64),
    }


def _flags(units: NDArray[Any], heroes: NDArray[Any]) -> NDArray[np.uint16]:
    """(F, U): see `FLAGS`."""
    status = units["status"]
    casting, recalling = np.zeros_like(status), np.zeros_like(status)
    casting[:, HERO_UNITS] = (heroes["cast"] >= 0) | (heroes["channel"] >= 0)
    recalling[:, HERO_UNITS] = heroes["recall"] > 0
    bits = {
        "alive": units["alive"],
        "seen": units["seen"] & 1,
        "seen at home": units["seen"] & 2,
        "stunned": status & lay.STUNNED,
        "rooted": status & lay.ROOTED,
        "silenced": status & lay.SILENCED,
        "disarmed": status & lay.DISARMED,
        "hidden": status & lay.HIDDEN,
        "open": units["open"],
        "casting": casting,
        "recalling": recalling,
    }
    flags = np.zeros(status.shape, np.uint16)
    for place, name in enumerate(FLAGS):
        flags |= ((bits[name] != 0) & (units["alive"] > 0)).astype(np.uint16) << np.uint16(place)
    return flags


def _units(values: NDArray[Any]) -> NDArray[np.int16]:
    return np.asarray(np.rint(values), np.int16)


def _share(part: NDArray[Any], whole: NDArray[Any]) -> NDArray[np.uint8]:
    return np.rint(255.0 * np.clip(part / np.where(whole > 0, whole, 1.0), 0.0, 1.0)).astype(np.uint8)
