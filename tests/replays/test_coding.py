"""What is read from the bytes is what was written, whatever it is."""

from __future__ import annotations

import zlib
from dataclasses import fields, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.moba import layout as lay
from replays.coding import VERSION, decode, decode_chunk, encode
from replays.frames import CHUNK_FRAMES, FLIGHT, Frames
from tests.replays.made import filmed, replay_of


def same(one: Frames, other: Frames) -> bool:
    types = [(getattr(one, f.name).dtype, getattr(other, f.name).dtype) for f in fields(Frames)]
    return one == other and all(a == b for a, b in types)


@pytest.mark.parametrize("variant", ["duel", "blitz"])
def test_a_match_comes_back_exactly(variant: str) -> None:
    frames = replay_of(variant).frames
    assert same(decode(encode(frames)), frames)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), count=st.sampled_from([1, 2, CHUNK_FRAMES, CHUNK_FRAMES + 1]))
def test_any_frames_come_back_exactly(seed: int, count: int) -> None:
    """Numbers over the whole range of their types, so that every difference wraps round."""
    rng = np.random.default_rng(seed)

    def any_of(shape: tuple[int, ...], kind: type[np.integer]) -> np.ndarray:
        limits = np.iinfo(kind)
        return rng.integers(limits.min, limits.max, shape, kind, endpoint=True)

    units = (count, lay.UNITS)
    kind = any_of(units, np.uint8) * (rng.random(lay.UNITS) < 0.2).astype(np.uint8)
    there = kind != 0  # nobody has only zeros
    flights = np.zeros(9, FLIGHT)
    for name in FLIGHT.names or ():
        flights[name] = any_of((9,), FLIGHT[name].type)
    flights["begin"] = np.sort(rng.integers(0, count, 9))
    frames = Frames(
        tick=np.cumsum(rng.integers(0, 200, count)).astype(np.int64),
        kind=kind,
        flags=any_of(units, np.uint16) * there.astype(np.uint16),
        x=any_of(units, np.int16) * there.astype(np.int16),
        y=any_of(units, np.int16) * there.astype(np.int16),
        health=any_of(units, np.uint8) * there.astype(np.uint8),
        mana=any_of((count, 10), np.uint8),
        rune=any_of((count, 2), np.uint8),
        fog=any_of((count, 2, 12), np.uint64),
        flights=flights,
    )
    assert same(decode(encode(frames)), frames)


def test_a_chunk_can_be_read_by_itself() -> None:
    frames = replay_of("blitz").frames
    part = decode_chunk(encode(frames)[1])
    where = slice(CHUNK_FRAMES, 2 * CHUNK_FRAMES)
    for name in ("tick", "kind", "flags", "x", "y", "health", "mana", "rune", "fog"):
        assert np.array_equal(getattr(part, name), getattr(frames, name)[where]), name


def test_one_changed_number_changes_the_bytes() -> None:
    frames = replay_of("duel").frames
    mana = frames.mana.copy()
    mana[5, 0] ^= 1
    assert decode(encode(replace(frames, mana=mana))) != frames


def test_a_full_match_of_35_minutes_is_far_below_three_megabytes() -> None:
    """By the frames of a whole match of `full` at every decision, three times over."""
    frames = filmed("full", "hard", 1)
    assert frames.count > 20 * 60 * 7.5, (
        "expected a match of more than 20 minutes, as most are: take another seed"
    )
    size = sum(map(len, encode(frames))) / frames.count
    assert 3 * size * 35 * 60 * 7.5 < 3_000_000


def test_another_version_is_refused() -> None:
    content = bytearray(zlib.decompress(encode(replay_of("duel").frames)[0]))
    content[0] = VERSION + 1
    with pytest.raises(ValueError, match=f"expected frames of version {VERSION}, got {VERSION + 1}"):
        decode_chunk(zlib.compress(bytes(content)))
