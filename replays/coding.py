"""The coding of frames: compressed chunks of a minute, each readable by itself (docs/decisions/0040).

A chunk is a zlib stream (what a browser's `DecompressionStream("deflate")` reads) of little-endian blocks; `places`,
`words` and `numbers` are explained in `replays.blocks`:

| block | type | holds |
|---|---|---|
| head | uint32 × 8 | version, first frame, frames F, first tick, units U, seats H, rows of fog N, flights M |
| ticks | uint8 × F | ticks since the frame before |
| slots | uint16 × U | the units that are ever there in this chunk |
| moves | places | where in UF a unit's x or y changes, P of them |
| x, y | numbers × P, each | by how much the step differs from the one at the place before |
| kind | places in UF, uint8 × P | differences |
| flags | places in UF, words × P | exclusive or with the frame before |
| health | places in UF, uint8 × P | differences |
| mana | uint8 × HF | differences |
| rune | uint8 × 2F | differences |
| fog | places in F × 128N | the bits of a frame's rows, west's first, that are not as in the frame before |
| flights | words, numbers, uint8 × M | FLIGHT by column; `begin` from the chunk's first frame, `to_…` from x, y |

A series of one unit stands together, the first value against 0. Differences wrap round. A unit that is not among
the slots is nobody, in all frames of the chunk.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba import layout as lay
from replays.blocks import (
    Bytes,
    Reader,
    coded_bits,
    coded_changes,
    coded_moves,
    coded_numbers,
    coded_words,
    differences,
    summed,
    toggled,
    toggles,
)
from replays.frames import CHUNK_FRAMES, FLIGHT, Frames

VERSION = 2
HEAD = ("version", "first", "frames", "tick", "units", "seats", "rows", "flights")
FLIGHT_ENDS = {"to_x": "x", "to_y": "y"}
"""Columns of FLIGHT that are stored as what they are more than another: a flight is short, the map wide."""


def encode(frames: Frames) -> list[bytes]:
    """The chunks of a match's frames, in order."""
    return [encode_chunk(frames, first) for first in range(0, frames.count, CHUNK_FRAMES)]


def decode(chunks: Sequence[bytes]) -> Frames:
    """The frames that `encode` wrote.

    Raises:
        ValueError: a chunk has another version.
    """
    parts = [decode_chunk(chunk) for chunk in chunks]
    return Frames(
        **{one.name: np.concatenate([getattr(part, one.name) for part in parts]) for one in fields(Frames)}
    )


def encode_chunk(frames: Frames, first: int) -> bytes:
    """The chunk that begins with frame `first`, a multiple of CHUNK_FRAMES."""
    part = slice(first, first + CHUNK_FRAMES)
    begin = frames.flights["begin"]
    flights = frames.flights[(begin >= first) & (begin < part.stop)].copy()
    flights["begin"] -= first
    tick = frames.tick[part]
    used = np.flatnonzero((frames.kind[part] != lay.NOBODY).any(0))
    head = (
        VERSION,
        first,
        len(tick),
        tick[0],
        len(used),
        frames.mana.shape[1],
        frames.fog.shape[2],
        len(flights),
    )
    blocks = [
        np.array(head, "<u4"),
        np.diff(tick, prepend=tick[0]).astype(np.uint8),
        used.astype("<u2"),
        *coded_moves(differences(frames.x[part, used]), differences(frames.y[part, used])),
        *coded_changes(differences(frames.kind[part, used])),
        *coded_changes(toggles(frames.flags[part, used])),
        *coded_changes(differences(frames.health[part, used])),
        differences(frames.mana[part]).T,
        differences(frames.rune[part]).T,
        coded_bits(toggles(frames.fog[part].astype("<u8").reshape(len(tick), -1).view(np.uint8))),
        *_coded_flights(flights),
    ]
    return zlib.compress(b"".join(np.ascontiguousarray(block).tobytes() for block in blocks), 9)


def decode_chunk(chunk: bytes) -> Frames:
    """The frames of one chunk.

    Raises:
        ValueError: it has another version.
    """
    reader = Reader(zlib.decompress(chunk))
    head = dict(zip(HEAD, reader.take("<u4", len(HEAD)).tolist(), strict=True))
    if head["version"] != VERSION:
        raise ValueError(
            f"expected frames of version {VERSION}, got {head['version']}: record the match again"
        )
    count, units = head["frames"], head["units"]
    tick = head["tick"] + np.cumsum(reader.take("u1", count), dtype=np.int64)
    used = reader.take("<u2", units)
    x, y = (summed(steps) for steps in reader.moves(count, units))
    columns = {
        "x": x,
        "y": y,
        "kind": summed(reader.changes(count, units, np.uint8)),
        "flags": toggled(reader.changes(count, units, np.uint16)),
        "health": summed(reader.changes(count, units, np.uint8)),
    }
    mana, rune = summed(reader.table(count, head["seats"])), summed(reader.table(count, 2))
    fog = toggled(reader.bits(count, 16 * head["rows"])).view("<u8")
    flights = _flights(reader, head["flights"])
    flights["begin"] += head["first"]
    return Frames(
        tick=tick,
        mana=mana,
        rune=rune,
        fog=fog.astype(np.uint64).reshape(count, 2, head["rows"]),
        flights=flights,
        **{name: _spread(values, used) for name, values in columns.items()},
    )


def _coded_flights(flights: NDArray[np.void]) -> Iterator[Bytes]:
    """The columns of FLIGHT, in order."""
    for name in FLIGHT.names or ():
        values = flights[name]
        if name in FLIGHT_ENDS:
            values = values - flights[FLIGHT_ENDS[name]]
        match FLIGHT[name].str:
            case "<u2":
                yield coded_words(values)
            case "<i2":
                yield coded_numbers(values)
            case _:
                yield values


def _flights(reader: Reader, count: int) -> NDArray[np.void]:
    """What `_coded_flights` wrote."""
    found = np.zeros(count, FLIGHT)
    for name in FLIGHT.names or ():
        match FLIGHT[name].str:
            case "<u2":
                found[name] = reader.words(count)
            case "<i2":
                found[name] = reader.numbers(count)
            case _:
                found[name] = reader.take("u1", count)
    for end, begin in FLIGHT_ENDS.items():
        found[end] += found[begin]
    return found


def _spread(values: NDArray[Any], used: NDArray[np.uint16]) -> NDArray[Any]:
    """A column of the used units as one of all units."""
    full = np.zeros((len(values), lay.UNITS), values.dtype)
    full[:, used] = values
    return full
