"""Numbers become the bytes that the page reads, and come back; what never changes costs next to nothing."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from replays.blocks import (
    Reader,
    coded_bits,
    coded_changes,
    coded_moves,
    coded_numbers,
    coded_places,
    coded_words,
    differences,
    summed,
    toggled,
    toggles,
)


def reader_of(*blocks: np.ndarray) -> Reader:
    return Reader(b"".join(np.ascontiguousarray(block).tobytes() for block in blocks))


@pytest.mark.parametrize(
    ("places", "coded"),
    [
        ([], []),
        ([0], [0]),
        ([0, 1, 5], [0, 0, 3]),
        ([254], [254]),
        ([255], [255, 0]),
        ([10, 11 + 255 * 2 + 7], [10, 255, 255, 7]),
    ],
)
def test_places_are_gaps(places: list[int], coded: list[int]) -> None:
    changed = np.zeros(600, np.uint8)
    changed[places] = 9
    found = coded_places(changed)
    assert found.tolist() == [len(coded), 0, 0, 0, *coded]
    assert reader_of(found).places().tolist() == places


def test_words_have_their_low_bytes_first_and_signs_in_the_lowest_bit() -> None:
    words = np.array([1, 0x0203, 0xFFFE], np.uint16)
    assert coded_words(words).ravel().tolist() == [1, 3, 0xFE, 0, 2, 0xFF]
    assert reader_of(coded_words(words)).words(3).tolist() == words.tolist()
    numbers = np.array([0, -1, 1, -2, 32767, -32768], np.int16)
    assert coded_numbers(numbers).ravel().tolist() == [0, 1, 2, 3, 254, 255, 0, 0, 0, 0, 255, 255]
    assert reader_of(coded_numbers(numbers)).numbers(6).tolist() == numbers.tolist()


@settings(max_examples=50, deadline=None)
@given(
    seed=st.integers(0, 2**32 - 1), frames=st.integers(1, 40), share=st.sampled_from([0.0, 0.01, 0.5, 1.0])
)
def test_changes_moves_and_bits_come_back(seed: int, frames: int, share: float) -> None:
    rng = np.random.default_rng(seed)

    def some(kind: type[np.integer]) -> np.ndarray:
        limits = np.iinfo(kind)
        values = rng.integers(limits.min, limits.max, (frames, 30), kind, endpoint=True)
        return np.where(rng.random(values.shape) < share, values, 0).astype(kind)

    small, large, x, y = some(np.uint8), some(np.uint16), some(np.int16), some(np.int16)
    reader = reader_of(*coded_changes(small), *coded_changes(large), *coded_moves(x, y), coded_bits(small))
    assert np.array_equal(reader.changes(frames, 30, np.uint8), small)
    assert np.array_equal(reader.changes(frames, 30, np.uint16), large)
    found_x, found_y = reader.moves(frames, 30)
    assert np.array_equal(found_x, x) and np.array_equal(found_y, y)
    assert np.array_equal(reader.bits(frames, 30), small)
    for values in (small, x):
        assert np.array_equal(summed(differences(values)), values)
        assert np.array_equal(toggled(toggles(values)), values)


def test_a_straight_walk_costs_a_byte_a_step_and_rest_next_to_nothing() -> None:
    still = np.zeros((450, 1), np.int16)
    assert sum(block.size for block in coded_moves(still, still)) == 4
    walk = still + np.int16(43)
    places, x, y = coded_moves(walk, still)
    assert places.size == 4 + 450
    assert np.count_nonzero(x) == 1 and not y.any()
