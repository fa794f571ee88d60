"""Weights as a safetensors file."""

from __future__ import annotations

import json
import struct

import numpy as np
import pytest
import safetensors.numpy
from hypothesis import given
from hypothesis import strategies as st

from tests.training.made import made_weights
from training.errors import UnfitWeights
from training.strict import Unreadable
from training.weights import count_parameters, decode_weights, encode_weights


def test_single_precision_comes_back_bit_for_bit() -> None:
    weights = {"tiny": np.array([1e-45, -0.0, 3.4e38, 1 / 3], np.float32), **made_weights()}
    found = decode_weights(encode_weights(weights), "float32")
    assert {name: array.tobytes() for name, array in found.items()} == {
        name: array.tobytes() for name, array in weights.items()
    }
    assert {name: array.shape for name, array in found.items()} == {
        name: array.shape for name, array in weights.items()
    }
    assert count_parameters(found) == 4 + 16 * 24 + 16 + 24


def test_half_precision_is_half_as_large_and_rounded_to_eleven_bits() -> None:
    weights = made_weights()
    content = encode_weights(weights, half=True)
    assert len(content) < 0.6 * len(encode_weights(weights)) + 200
    for name, array in decode_weights(content, "float16").items():
        assert array.dtype == np.float32
        np.testing.assert_allclose(array, weights[name], rtol=2.0**-11, atol=2.0**-24)


def test_an_array_that_is_not_in_rows_is_kept_as_it_reads() -> None:
    turned = np.arange(6, dtype=np.float32).reshape(2, 3).T
    assert decode_weights(encode_weights({"turned": turned}), "float32")["turned"].tolist() == turned.tolist()


@pytest.mark.parametrize(
    ("weights", "half", "message"),
    [
        ({}, False, "expected weights to keep, got none"),
        ({"a": np.zeros(2)}, False, "expected float32 weights under plain names, got float64 under 'a'"),
        ({"a/../b": np.zeros(2, np.float32)}, False, "got float32 under 'a/../b'"),
        ({"a": np.array([0, np.nan], np.float32)}, False, "numbers in 'a' that are not finite"),
        ({"a": np.array([0, np.inf], np.float32)}, True, "numbers in 'a' that are not finite"),
        (
            {"a": np.array([0, -7e4], np.float32)},
            True,
            "below 65,520 to keep in half precision, 'a' has 70000",
        ),
    ],
)
def test_weights_that_cannot_be_kept_are_refused(
    weights: dict[str, np.ndarray], half: bool, message: str
) -> None:
    with pytest.raises(UnfitWeights, match=message):
        encode_weights(weights, half=half)


def file_of(header: object, data: bytes = b"", *, length: int | None = None) -> bytes:
    """A safetensors file by hand, as its documentation says: the header's length, the header, the data."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text) if length is None else length) + text + data


ONE = {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}


def test_a_file_made_by_hand_is_read() -> None:
    found = decode_weights(file_of({"a": ONE}, struct.pack("<f", 1.5)), "float32")
    assert found["a"].tolist() == [1.5]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"1234567",
        file_of({}, length=2**63),
        file_of({}, length=2**64 - 1),
        file_of({"a": ONE}, bytes(4), length=10**9),
        file_of({"a": ONE}, bytes(3)),
        file_of({"a": ONE}, bytes(8)),
        file_of({"a": ONE, "b": ONE}, bytes(4)),
        file_of({"a": {**ONE, "data_offsets": [4, 0]}}, bytes(4)),
        file_of({"a": {**ONE, "data_offsets": [0, 2**60]}}, bytes(4)),
        file_of({"a": {**ONE, "shape": [2**40, 2**40]}}, bytes(4)),
        file_of({"a": {**ONE, "shape": [-1]}}, bytes(4)),
        file_of({"a": {**ONE, "dtype": "O"}}, bytes(4)),
        file_of({"a": {**ONE, "dtype": "BF16", "data_offsets": [0, 2]}}, bytes(2)),
        file_of({"a": {**ONE, "dtype": "I32"}}, bytes(4)),
        file_of({"a": {**ONE, "dtype": "F16", "data_offsets": [0, 2]}}, bytes(2)),
        file_of({"a b": ONE}, bytes(4)),
        file_of({"": ONE}, bytes(4)),
        file_of({"a": ONE}, struct.pack("<f", float("nan"))),
        file_of({"a": ONE}, struct.pack("<f", float("-inf"))),
        file_of({}),
        file_of(b"[" * 50_000),
        file_of(b"\xff\xff"),
        safetensors.numpy.save({"a": np.zeros(3)}),
    ],
    ids=lambda content: ascii(content)[:40],
)
def test_other_files_are_refused_in_one_line(content: bytes) -> None:
    with pytest.raises(Unreadable) as raised:
        decode_weights(content, "float32")
    assert "\n" not in str(raised.value)


@given(st.binary(max_size=300), st.booleans())
def test_any_bytes_are_read_or_refused(content: bytes, framed: bool) -> None:
    try:
        decode_weights(file_of(content) if framed else content, "float32")
    except Unreadable:
        return
    raise AssertionError("random bytes were taken for weights")
