"""The blocks of a chunk of frames: numbers as bytes, and back (docs/decisions/0040).

What changes seldom is stored where it changes, in flat arrays. *Places* say where: how many bytes follow (uint32),
then for each place how many places lie between it and the one before, 255 for 255 and what follows. *Words* are
two-byte numbers, all low bytes, then all high bytes; *numbers* are words with a sign, folded (0, -1, 1, -2, … to
0, 1, 2, 3, …). All is little-endian.

Letters: F frames, C columns, such as units, P places.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

LONG = 255
"""The byte of a gap that says: so many places, and what follows."""
Bytes = NDArray[np.uint8]
Number = TypeVar("Number", np.uint8, np.uint16, np.int16)


class Reader:
    """Takes blocks off the bytes of a chunk, one after the other."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = 0

    def take(self, kind: str, count: int) -> NDArray[Any]:
        """The next `count` numbers of a kind."""
        found = np.frombuffer(self._content, kind, count, self._place)
        self._place += found.nbytes
        return found

    def table(self, frames: int, columns: int) -> Bytes:
        """The next bytes as (F, C)."""
        return self.take("u1", frames * columns).reshape(columns, frames).T

    def words(self, count: int) -> NDArray[np.uint16]:
        """The next words."""
        low, high = (self.take("u1", count).astype(np.uint16) for _ in range(2))
        return low | high << np.uint16(8)

    def numbers(self, count: int) -> NDArray[np.int16]:
        """The next numbers."""
        folded = self.words(count)
        return ((folded >> 1) ^ -(folded & 1).astype(np.int16).view(np.uint16)).view(np.int16)

    def places(self) -> NDArray[np.int64]:
        """The next places, rising."""
        gaps = self.take("u1", int(self.take("<u4", 1)[0]))
        ends = np.flatnonzero(gaps < LONG)
        return np.cumsum(gaps, dtype=np.int64)[ends] + np.arange(len(ends))

    def changes(self, frames: int, columns: int, kind: type[Number]) -> NDArray[Number]:
        """The next changes as (F, C), 0 where nothing changes."""
        places = self.places()
        found = self.words(len(places)) if kind is np.uint16 else self.take("u1", len(places))
        return _scattered(places, found.astype(kind), frames, columns)

    def moves(self, frames: int, columns: int) -> Iterator[NDArray[np.int16]]:
        """The next steps: in x, then in y, (F, C)."""
        places = self.places()
        for _ in range(2):
            yield _scattered(places, summed(self.numbers(len(places))), frames, columns)

    def bits(self, frames: int, width: int) -> Bytes:
        """The next bits that change, as the bytes of each frame, (F, width)."""
        found = np.zeros(8 * frames * width, np.uint8)
        found[self.places()] = 1
        return np.packbits(found, bitorder="little").reshape(frames, width)


def coded_words(values: NDArray[np.uint16]) -> Bytes:
    """(P,) as words."""
    return np.stack([values & 0xFF, values >> 8]).astype(np.uint8)


def coded_numbers(values: NDArray[np.int16]) -> Bytes:
    """(P,) as numbers."""
    return coded_words(((values << 1) ^ (values >> 15)).view(np.uint16))


def coded_places(changed: NDArray[Any]) -> Bytes:
    """The places of a flat array that are not 0."""
    gaps = np.diff(np.flatnonzero(changed), prepend=-1) - 1
    ends = np.cumsum(gaps // LONG + 1)
    coded = np.full(ends[-1] if len(ends) else 0, LONG, np.uint8)
    coded[ends - 1] = gaps % LONG
    return np.concatenate([np.array([len(coded)], "<u4").view(np.uint8), coded])


def coded_changes(changes: NDArray[np.uint8] | NDArray[np.uint16]) -> Iterator[Bytes]:
    """(F, C) changes, column after column: the places that are not 0, and what they are."""
    series = np.ravel(changes.T)
    found = series[series != 0]
    yield coded_places(series)
    yield coded_words(found) if found.dtype == np.uint16 else found


def coded_moves(x: NDArray[np.int16], y: NDArray[np.int16]) -> Iterator[Bytes]:
    """(F, C) steps, column after column: the places where a unit moves, and by how much a step differs there.

    A step is compared with the one at the place before: who walks straight on mostly differs by nothing.
    """
    steps = np.ravel(x.T), np.ravel(y.T)
    moves = np.logical_or(*steps)
    yield coded_places(moves)
    for step in steps:
        yield coded_numbers(differences(step[moves]))


def coded_bits(changes: Bytes) -> Bytes:
    """(F, width) bytes: the places of the bits that are 1, frame after frame, the lowest bit first."""
    return coded_places(np.unpackbits(np.ravel(changes), bitorder="little"))


def differences(values: NDArray[Any]) -> NDArray[Any]:
    """From one to the next over the first axis, the first against 0; they wrap round."""
    return np.diff(values, axis=0, prepend=np.zeros_like(values[:1]))


def summed(found: NDArray[Any]) -> NDArray[Any]:
    """What has these `differences`."""
    return np.cumsum(found, axis=0, dtype=found.dtype)


def toggles(values: NDArray[Any]) -> NDArray[Any]:
    """The bits that change over the first axis, the first against 0."""
    return np.asarray(values ^ np.concatenate([np.zeros_like(values[:1]), values[:-1]]))


def toggled(found: NDArray[Any]) -> NDArray[Any]:
    """What has these `toggles`."""
    return np.bitwise_xor.accumulate(found, axis=0)


def _scattered(
    places: NDArray[np.int64], values: NDArray[Number], frames: int, columns: int
) -> NDArray[Number]:
    """(F, C): the values at their places, 0 elsewhere."""
    series = np.zeros(columns * frames, values.dtype)
    series[places] = values
    return series.reshape(columns, frames).T
