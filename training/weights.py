"""The weights of a network as the bytes of a safetensors file, and back, checked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np
import safetensors.numpy
from numpy.typing import NDArray
from safetensors import SafetensorError

from training.errors import UnfitWeights
from training.strict import Unreadable

Weights = Mapping[str, NDArray[np.float32]]
"""Arrays by the name that the network gives them."""

DTYPES = ("float32", "float16")
MOST_BYTES = 1 << 30
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.]{0,199}")


def encode_weights(weights: Mapping[str, NDArray[Any]], *, half: bool = False) -> bytes:
    """The bytes of a file that keeps float32 weights, exactly, or in half precision.

    Raises:
        UnfitWeights: there are none, or some are not float32, not finite, or too large for half precision.
    """
    if not weights:
        raise UnfitWeights("expected weights to keep, got none")
    for name, array in weights.items():
        if not NAME.fullmatch(name) or array.dtype != np.float32:
            raise UnfitWeights(
                f"expected float32 weights under plain names, got {array.dtype} under {name!r}: convert them"
            )
        _check_finite(name, array, UnfitWeights)
    kept = {
        name: np.ascontiguousarray(_halved(name, array) if half else array) for name, array in weights.items()
    }
    return safetensors.numpy.save(kept)


def _halved(name: str, array: NDArray[np.float32]) -> NDArray[np.float16]:
    with np.errstate(over="ignore", under="ignore"):
        halved = array.astype(np.float16)
    if not np.isfinite(halved).all():
        raise UnfitWeights(
            f"expected weights below 65,520 to keep in half precision, {name!r} has {np.abs(array).max():g}: "
            "keep them in single precision"
        )
    return halved


def decode_weights(content: bytes, dtype: str) -> dict[str, NDArray[np.float32]]:
    """Float32 weights from the bytes of a file, whose arrays must all have the type that is said.

    Raises:
        Unreadable: it is no safetensors file, has another type, or weights that are not finite.
    """
    try:
        found = safetensors.numpy.load(content)
    except (SafetensorError, KeyError, ValueError, OverflowError, MemoryError) as error:  # KeyError: bfloat16
        raise Unreadable(f"cannot be read as safetensors ({' '.join(str(error).split())[:120]})") from error
    if not found:
        raise Unreadable("holds no weights")
    for name, array in found.items():
        if not NAME.fullmatch(name):
            raise Unreadable(f"has weights under {name[:60]!a}, which is no name of a network's")
        if array.dtype != np.dtype(dtype):
            raise Unreadable(f"has '{name}' as {array.dtype}, its record says {dtype}")
        _check_finite(name, array, Unreadable)
    return {name: array.astype(np.float32) for name, array in found.items()}


def _check_finite(name: str, array: NDArray[Any], error: type[ValueError]) -> None:
    if not np.isfinite(array).all():
        raise error(f"has numbers in '{name}' that are not finite")


def count_parameters(weights: Weights) -> int:
    """How many numbers the weights are."""
    return sum(array.size for array in weights.values())
