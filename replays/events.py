"""What happens in a match, found by comparing the record of each tick with the one before.

Each kind of event is a detector: a small function from a stretch of ticks to the events in it, listed in
`DETECTORS`. A mechanic that the game gains is one more function and one more line there.

Letters: T ticks of a stretch, H seats.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba.rewards import ASSIST_TICKS
from replays.cast import (
    HERO_UNITS,
    SIDES,
    Cast,
    half_of_seat,
    is_neutral,
    is_structure,
    seat_of,
    structure_name,
    unit_of_seat,
)
from replays.simulate import Stretch


@dataclass(frozen=True)
class Event:
    """Something that happened in a tick."""

    tick: int
    kind: str
    """What happened: the name of a detector's kind, such as `kill` or `purchase`."""
    text: str
    """The same in words."""
    side: str | None = None
    """`west` or `east`: who did it, or whom it befell; None where it is nobody's."""
    seat: int | None = None
    """Seat of the hero who did it, or whom it befell."""
    unit: int | None = None
    """The unit that it befell, where that is no hero."""
    x: int | None = None
    y: int | None = None
    """Where, in whole world units; None where it has no place."""
    details: Mapping[str, Any] = field(default_factory=dict)
    """What else is known, by name; plain values."""

    def to_dict(self) -> dict[str, Any]:
        """The event as plain values; what is None is left out."""
        plain = {
            "tick": self.tick, "kind": self.kind, "text": self.text, "side": self.side, "seat": self.seat,
            "unit": self.unit, "x": self.x, "y": self.y,
        }  # fmt: skip
        return {**{name: value for name, value in plain.items() if value is not None}, **self.details}


DEEDS = {
    "rune": (lay.RUNES_TAKEN, "took a rune"),
    "potion": (lay.POTIONS_USED, "drank a potion"),
    "item used": (lay.ITEMS_USED, "used an item"),
    "buyback": (lay.BUYBACKS, "bought itself back"),
    "second life": (lay.SECOND_LIVES, "rose again where it fell"),
}
"""Events that are a figure of the ledger rising: kind, figure, words."""

Detector = Callable[[Stretch, Cast], Iterator[Event]]


def find_events(stretch: Stretch, cast: Cast) -> list[Event]:
    """All events of a stretch, by tick; within a tick in the order of the detectors."""
    found = [event for detector in DETECTORS for event in detector(stretch, cast)]
    return sorted(found, key=lambda event: event.tick)


def events_frame(events: Iterable[Event]) -> pl.DataFrame:
    """Events as a frame: a column for each field of `Event`, the details as JSON."""
    rows = list(events)
    columns: dict[str, tuple[Any, Callable[[Event], object]]] = {
        "tick": (pl.Int64, lambda event: event.tick),
        "kind": (pl.String, lambda event: event.kind),
        "side": (pl.String, lambda event: event.side),
        "seat": (pl.Int64, lambda event: event.seat),
        "unit": (pl.Int64, lambda event: event.unit),
        "x": (pl.Int64, lambda event: event.x),
        "y": (pl.Int64, lambda event: event.y),
        "text": (pl.String, lambda event: event.text),
        "details": (pl.String, lambda event: json.dumps(event.details, sort_keys=True)),
    }
    return pl.DataFrame(
        {name: pl.Series(name, [value(row) for row in rows], kind) for name, (kind, value) in columns.items()}
    )


def deaths(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A hero died: `kill` where a hero of the other side took it, else `death`."""
    died = _tally_rise(stretch, lay.DEATHS)
    helped = _tally_rise(stretch, lay.ASSISTS)
    for t, seat in np.argwhere(died > 0):
        number = unit_of_seat(int(seat))
        killer = int(stretch.killers[t, number])
        taker = seat_of(killer) if killer >= 0 else None
        if taker is not None and half_of_seat(taker) == half_of_seat(int(seat)):
            taker = None
        assists = _assists(stretch, int(t), int(seat), taker, died[t], helped[t])
        victim = cast.hero(int(seat))
        x, y = _where(stretch.before, t, number)
        with_help = f", with {_list(cast.hero(one) for one in assists)}" if assists else ""
        if taker is not None:
            text = f"{cast.hero(taker)} killed {victim}{with_help}"
        else:
            by = f" by {cast.unit(stretch.before[t], killer)}" if killer >= 0 else ""
            text = f"{victim} was killed{by}{with_help}"
        yield Event(
            _when(stretch, t),
            "kill" if taker is not None else "death",
            text,
            side=SIDES[1 - half_of_seat(int(seat))],
            seat=taker,
            x=x,
            y=y,
            details={
                "victim": int(seat),
                "killer": None if killer < 0 else killer,
                "assists": assists,
                "level": int(stretch.before["heroes"]["level"][t, seat]),
            },
        )


def returns(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A hero came back at its fountain."""
    alive = stretch.states["units"]["alive"][:, HERO_UNITS]
    for t, seat in np.argwhere((alive[1:] > 0) & (alive[:-1] == 0)):
        yield _of_hero(stretch, t, seat, "return", f"{cast.hero(int(seat))} is back")


def structures(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A structure fell (`fall`), or stands again (`rebuilt`)."""
    numbers = np.array([number for number in range(lay.UNITS) if is_structure(number)])
    alive = stretch.states["units"]["alive"][:, numbers].astype(np.int64)
    for t, place in np.argwhere(np.diff(alive, axis=0) != 0):
        number = int(numbers[place])
        fell = alive[t, place] > 0
        name = structure_name(stretch.now["units"][t, number], number)
        killer = int(stretch.killers[t, number]) if fell else -1
        taker = seat_of(killer) if killer >= 0 else None
        by = f", felled by {cast.unit(stretch.before[t], killer)}" if killer >= 0 else ""
        half = number // lay.HALF
        x, y = _where(stretch.before, t, number)
        yield Event(
            _when(stretch, t),
            "fall" if fell else "rebuilt",
            f"{name} fell{by}" if fell else f"{name} stands again",
            side=SIDES[1 - half if fell else half],
            seat=taker,
            unit=number,
            x=x,
            y=y,
            details={"structure": name, "killer": None if killer < 0 else killer},
        )


def levels(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A hero rose a level or several."""
    level = stretch.states["heroes"]["level"]
    for t, seat in np.argwhere(np.diff(level, axis=0) > 0):
        reached = int(level[t + 1, seat])
        text = f"{cast.hero(int(seat))} is level {reached}"
        yield _of_hero(stretch, t, seat, "level", text, level=reached)


def purchases(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A hero bought the next item of its list (`purchase`); one that had to be brought has arrived (`delivery`)."""
    heroes = stretch.states["heroes"]
    for name, kind, words in (("next_item", "purchase", "bought"), ("got", "delivery", "has")):
        for t, seat in np.argwhere(np.diff(heroes[name], axis=0) > 0):
            bought_before = int(heroes["next_item"][t, seat]) if kind == "delivery" else lay.BUILD
            for place in range(
                int(heroes[name][t, seat]), min(int(heroes[name][t + 1, seat]), bought_before)
            ):
                item = moba.ITEM_NAMES[int(heroes["build"][t, seat, place])]
                yield _of_hero(stretch, t, seat, kind, f"{cast.hero(int(seat))} {words} {item}", item=item)


def deeds(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """What the ledger alone tells of a hero: a rune taken, a potion drunk, an item used, a buyback, a second life."""
    for kind, (figure, words) in DEEDS.items():
        for t, seat in np.argwhere(_tally_rise(stretch, figure) > 0):
            yield _of_hero(stretch, t, seat, kind, f"{cast.hero(int(seat))} {words}")


def neutrals(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A camp was emptied (`camp`); the boss came (`boss here`) or was killed (`boss`)."""
    alive: NDArray[np.bool_] = np.asarray(stretch.states["units"]["alive"] > 0)
    for half in range(len(SIDES)):
        for camp in range(lay.CAMPS):
            first = half * lay.HALF + lay.FIRST_NEUTRAL + camp * lay.CAMP_SIZE
            there = np.asarray(alive[:, first : first + lay.CAMP_SIZE].any(axis=1))
            for (t,) in np.argwhere(there[:-1] & ~there[1:]):
                last = first + int(np.flatnonzero(alive[t, first : first + lay.CAMP_SIZE])[0])
                yield _felled(stretch, cast, t, last, "camp", f"a camp of {SIDES[half]}'s half was cleared")
        number = half * lay.HALF + lay.BOSS
        boss = alive[:, number]
        for (t,) in np.argwhere(boss[:-1] & ~boss[1:]):
            yield _felled(stretch, cast, t, number, "boss", "the boss was killed")
        for (t,) in np.argwhere(~boss[:-1] & boss[1:]):
            x, y = _where(stretch.now, t, number)
            yield Event(_when(stretch, t), "boss here", "the boss is here", unit=number, x=x, y=y)


def couriers(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A side's courier was killed."""
    for half, side in enumerate(SIDES):
        number = half * lay.HALF + lay.COURIER
        alive = stretch.states["units"]["alive"][:, number] > 0
        for (t,) in np.argwhere(alive[:-1] & ~alive[1:]):
            yield _felled(stretch, cast, t, number, "courier", f"{side}'s courier was killed")


def recalls(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A recall was begun, took its hero home, or was broken off."""
    begun = _tally_rise(stretch, lay.RECALLS_BEGUN) > 0
    done = _tally_rise(stretch, lay.RECALLS_DONE) > 0
    ends = stretch.states["heroes"]["recall"]
    broken = (ends[:-1] > 0) & (ends[1:] != ends[:-1]) & ~done
    for kind, found, words in (
        ("recall broken", broken, "no longer recalls"),
        ("recall done", done, "is home by recall"),
        ("recall begun", begun, "recalls"),
    ):
        for t, seat in np.argwhere(found):
            yield _of_hero(stretch, t, seat, kind, f"{cast.hero(int(seat))} {words}")


def casts(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """A hero's ability took effect."""
    for place in range(lay.ABILITIES):
        for t, seat in np.argwhere(_tally_rise(stretch, lay.CASTS + place) > 0):
            name = cast.ability(int(seat), place)
            text = f"{cast.hero(int(seat))} cast {name}"
            yield _of_hero(stretch, t, seat, "cast", text, ability=name, place=place + 1)


def waves(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """Both sides' creeps set out."""
    del cast
    wave = stretch.states["wave"]
    for (t,) in np.argwhere(np.diff(wave) > 0):
        number = int(wave[t + 1])
        yield Event(_when(stretch, t), "wave", f"wave {number}", details={"wave": number})


def ends(stretch: Stretch, cast: Cast) -> Iterator[Event]:
    """The match is over."""
    del cast
    ending = stretch.states["ending"]
    for (t,) in np.argwhere((ending[1:] != lay.RUNNING) & (ending[:-1] == lay.RUNNING)):
        winner, how = int(stretch.now["winner"][t]), moba.ENDINGS[int(ending[t + 1])]
        side = {1: "west", -1: "east", 0: None}[winner]
        yield Event(
            _when(stretch, t), "end", f"{side or 'nobody'} wins ({how})", side=side, details={"ending": how}
        )


DETECTORS: tuple[Detector, ...] = (
    waves,
    casts,
    recalls,
    levels,
    purchases,
    deeds,
    neutrals,
    couriers,
    deaths,
    returns,
    structures,
    ends,
)


def _tally_rise(stretch: Stretch, figure: int) -> NDArray[np.float64]:
    """(T, H): what each tick added to a figure of the heroes' ledger."""
    return np.asarray(np.diff(stretch.states["heroes"]["tally"][:, :, figure], axis=0))


def _assists(
    stretch: Stretch, t: int, victim: int, taker: int | None, died: NDArray[Any], helped: NDArray[Any]
) -> list[int]:
    """Seats that were given an assist for this death.

    The ledger counts a tick's assists by hero, not by death: where several heroes of a side die in one tick, a
    helper is taken for this one's if it had hurt it lately, or helped with all.
    """
    half = half_of_seat(victim)
    together = int((died[half * lay.HEROES : (half + 1) * lay.HEROES] > 0).sum())
    hurt = stretch.before["heroes"]["hurt_by"][t, victim]
    tick = int(stretch.now["tick"][t])
    first = (1 - half) * lay.HEROES
    return [
        first + slot
        for slot in range(lay.HEROES)
        if helped[first + slot] > 0
        and first + slot != taker
        and (helped[first + slot] >= together or 0 < tick - ASSIST_TICKS <= hurt[slot])
    ]


def _when(stretch: Stretch, t: Any) -> int:
    return int(stretch.now["tick"][t])


def _where(states: NDArray[Any], t: Any, number: int) -> tuple[int, int]:
    """Where a unit stands, in whole world units."""
    unit = states["units"][t, number]
    return round(float(unit["x"])), round(float(unit["y"]))


def _felled(stretch: Stretch, cast: Cast, t: Any, number: int, kind: str, words: str) -> Event:
    """An event of a unit that died, with who felled it and for which side."""
    killer = int(stretch.killers[int(t), number])
    x, y = _where(stretch.before, t, number)
    by = "" if killer < 0 else f" by {cast.unit(stretch.before[int(t)], killer)}"
    return Event(
        _when(stretch, t),
        kind,
        words + by,
        side=None if killer < 0 or is_neutral(killer) else SIDES[killer // lay.HALF],
        seat=None if killer < 0 else seat_of(killer),
        unit=number,
        x=x,
        y=y,
        details={"killer": None if killer < 0 else killer},
    )


def _of_hero(stretch: Stretch, t: Any, seat: Any, kind: str, text: str, **details: object) -> Event:
    """An event of one hero, where it stood."""
    x, y = _where(stretch.before, t, unit_of_seat(int(seat)))
    return Event(
        _when(stretch, t),
        kind,
        text,
        side=SIDES[half_of_seat(int(seat))],
        seat=int(seat),
        x=x,
        y=y,
        details=details,
    )


def _list(words: Iterable[str]) -> str:
    """Words as `a, b and c`."""
    *head, last = words
    return f"{', '.join(head)} and {last}" if head else last


def events_of_kind(events: Sequence[Event], *kinds: str) -> list[Event]:
    """The events of some kinds."""
    return [event for event in events if event.kind in kinds]
