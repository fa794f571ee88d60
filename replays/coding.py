"""The coding of frames: compressed chunks of a minute, each readable by itself (docs/decisions/0040).

A chunk is a zlib stream (what a browser's `DecompressionStream("deflate")` reads) of little-endian blocks:

| block | type | holds |
|---|---|---|
| head | uint32 × 8 | version, first frame, frames F, first tick, units U, seats H, rows of fog N, flights M |
| ticks | uint8 × F | ticks since the frame before |
| slots | uint16 × U | the units that are ever there in this chunk |
| x, y | bytes × 2FU, each | differences |
| kind | uint8 × FU | differences |
| flags | bytes × 2FU | exclusive or with the frame before |
| health | uint8 × FU | differences |
| mana | uint8 × FH | differences |
| rune | uint8 × 2F | differences |
| fog | uint8 × 16FN | exclusive or with the frame before |
| flights | columns of FLIGHT | as they are, first frames counted from the chunk's |

A series of one unit stands together, the first value against 0. Two-byte numbers are folded (0, -1, 1, -2, … to
0, 1, 2, 3, …) where they have a sign, and stored as all low bytes, then all high bytes. Differences wrap round. A
unit that is not among the slots is nobody, in all frames of the chunk.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.games.moba import layout as lay
from replays.frames import CHUNK_FRAMES, FLIGHT, Frames

VERSION = 1
HEAD = ("version", "first", "frames", "tick", "units", "seats", "rows", "flights")
Bytes = NDArray[np.uint8]


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
        _split(_fold(_rise(frames.x[part, used]))),
        _split(_fold(_rise(frames.y[part, used]))),
        _rise(frames.kind[part, used]).T,
        _split(_toggle(frames.flags[part, used])),
        _rise(frames.health[part, used]).T,
        _rise(frames.mana[part]).T,
        _rise(frames.rune[part]).T,
        _toggle(frames.fog[part].astype("<u8").reshape(len(tick), -1).view(np.uint8)).T,
        *(flights[name].astype(FLIGHT[name].newbyteorder("<")) for name in FLIGHT.names or ()),
    ]
    return zlib.compress(b"".join(np.ascontiguousarray(block).tobytes() for block in blocks), 9)


def decode_chunk(chunk: bytes) -> Frames:
    """The frames of one chunk.

    Raises:
        ValueError: it has another version.
    """
    reader = _Reader(zlib.decompress(chunk))
    head = dict(zip(HEAD, reader.take("<u4", len(HEAD)).tolist(), strict=True))
    if head["version"] != VERSION:
        raise ValueError(
            f"expected frames of version {VERSION}, got {head['version']}: record the match again"
        )
    count, units = head["frames"], head["units"]
    tick = head["tick"] + np.cumsum(reader.take("u1", count), dtype=np.int64)
    used = reader.take("<u2", units)
    x, y = (_sum(_unfold(_join(reader, count, units))) for _ in range(2))
    columns = {
        "x": x,
        "y": y,
        "kind": _sum(reader.table(count, units)),
        "flags": _untoggle(_join(reader, count, units)),
        "health": _sum(reader.table(count, units)),
    }
    mana, rune = _sum(reader.table(count, head["seats"])), _sum(reader.table(count, 2))
    fog = np.ascontiguousarray(_untoggle(reader.table(count, 16 * head["rows"]))).view("<u8")
    flights = np.zeros(head["flights"], FLIGHT)
    for name in FLIGHT.names or ():
        flights[name] = reader.take(FLIGHT[name].newbyteorder("<").str, len(flights))
    flights["begin"] += head["first"]
    return Frames(
        tick=tick,
        mana=mana,
        rune=rune,
        fog=fog.astype(np.uint64).reshape(count, 2, head["rows"]),
        flights=flights,
        **{name: _spread(values, used) for name, values in columns.items()},
    )


class _Reader:
    """Takes blocks off the bytes of a chunk, one after the other."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0

    def take(self, kind: str, count: int) -> NDArray[Any]:
        """The next `count` numbers."""
        found = np.frombuffer(self._content, kind, count, self._place)
        self._place += found.nbytes
        return found

    def table(self, frames: int, columns: int) -> Bytes:
        """The next bytes as (frames, columns)."""
        return self.take("u1", frames * columns).reshape(columns, frames).T


def _rise(values: NDArray[Any]) -> NDArray[Any]:
    """Differences over the first axis, the first value against 0; they wrap round."""
    return np.diff(values, axis=0, prepend=np.zeros_like(values[:1]))


def _sum(rises: NDArray[Any]) -> NDArray[Any]:
    return np.cumsum(rises, axis=0, dtype=rises.dtype)


def _toggle(values: NDArray[Any]) -> NDArray[Any]:
    """What changes, bit by bit, over the first axis."""
    return np.asarray(values ^ np.concatenate([np.zeros_like(values[:1]), values[:-1]]))


def _untoggle(changes: NDArray[Any]) -> NDArray[Any]:
    return np.bitwise_xor.accumulate(changes, axis=0)


def _fold(values: NDArray[np.int16]) -> NDArray[np.uint16]:
    return ((values << 1) ^ (values >> 15)).view(np.uint16)


def _unfold(values: NDArray[np.uint16]) -> NDArray[np.int16]:
    return ((values >> 1) ^ -(values & 1).astype(np.int16).view(np.uint16)).view(np.int16)


def _split(values: NDArray[np.uint16]) -> Bytes:
    """(F, U) two-byte numbers as all low bytes, then all high bytes, a unit's series together."""
    series = np.ascontiguousarray(values.T)
    return np.stack([series & 0xFF, series >> 8]).astype(np.uint8)


def _join(reader: _Reader, frames: int, units: int) -> NDArray[np.uint16]:
    low, high = (reader.table(frames, units).astype(np.uint16) for _ in range(2))
    return low | high << np.uint16(8)


def _spread(values: NDArray[Any], used: NDArray[np.uint16]) -> NDArray[Any]:
    """A column of the used units as one of all units."""
    full = np.zeros((len(values), lay.UNITS), values.dtype)
    full[:, used] = values
    return full
