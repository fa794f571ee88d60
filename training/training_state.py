"""The state of a run: a tree of arrays and plain values, kept exactly, bit for bit, without a pickle.

What a run needs to continue is its optimiser's moments, normalisers, opponents, counters, seeds, matches at play
and memories. It says so in one tree, which lies in the folder `state/` of the checkpoint that it belongs to: both are
there at once, or neither. `state.json` holds the tree with a reference in each array's place, and
`arrays.safetensors` the arrays.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import safetensors.numpy
from numpy.lib import format as numpy_format
from numpy.typing import NDArray
from safetensors import SafetensorError

from training.errors import BadTree, DamagedState
from training.strict import Unreadable, check_format, parse_object, read_regular

Tree = Any
"""None, bool, int, float, str, bytes, NumPy scalars and arrays (records too); lists, tuples, dictionaries of them."""

STATE = "state"
TREE = "state.json"
ARRAYS = "arrays.safetensors"
FORMAT = "palaestra state"
FORMAT_VERSION = 1
TREE_MOST_BYTES = 64 << 20
ARRAYS_MOST_BYTES = 64 << 30
DEEPEST = 100


def state_files(tree: Tree, checkpoint: str) -> dict[str, bytes]:
    """The files that keep a tree, content by name.

    Args:
        tree: what is kept.
        checkpoint: identity of the checkpoint that it belongs to.

    Raises:
        BadTree: something in the tree is of another type, or it is deeper than 100.
    """
    arrays: dict[str, NDArray[np.uint8]] = {}
    node = _encode(tree, "", arrays, DEEPEST)
    content = safetensors.numpy.save(arrays)
    fields = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "checkpoint": checkpoint,
        "arrays_sha256": hashlib.sha256(content).hexdigest(),
        "tree_sha256": _hash_of(node),
        "tree": node,
    }
    return {ARRAYS: content, TREE: json.dumps(fields).encode()}


def read_state(folder: Path, checkpoint: str) -> Tree:
    """The tree that a checkpoint's folder has in `state/`; arrays are new and may be written to.

    Args:
        folder: the checkpoint's.
        checkpoint: its identity.

    Raises:
        DamagedState: there is none, or it is not whole, or of another checkpoint; in one line.
    """
    place = folder / STATE
    try:
        fields = parse_object(read_regular(place / TREE, most=TREE_MOST_BYTES))
        _check_fields(fields, checkpoint)
        content = read_regular(place / ARRAYS, most=ARRAYS_MOST_BYTES)
        _check_arrays(fields, content)
        return _decode_checked(fields["tree"], content)
    except FileNotFoundError as error:
        raise DamagedState(
            f"{place} has no {Path(error.filename).name}: continue from an earlier one"
        ) from error
    except Unreadable as error:
        raise DamagedState(f"{place} {error}: continue from an earlier one") from error


def has_state(folder: Path) -> bool:
    """Whether a checkpoint's folder has the state of its run."""
    return (folder / STATE / TREE).is_file()


def drop_state(folder: Path) -> None:
    """Remove the state from a checkpoint's folder; cut short, it leaves what counts as no state."""
    (folder / STATE / TREE).unlink(missing_ok=True)
    shutil.rmtree(folder / STATE, ignore_errors=True)


def _check_fields(fields: Mapping[str, Any], checkpoint: str) -> None:
    check_format(fields, FORMAT, FORMAT_VERSION)
    if fields.get("checkpoint") != checkpoint:
        raise Unreadable("belongs to another checkpoint")
    if fields.get("tree_sha256") != _hash_of(fields.get("tree")):
        raise Unreadable(f"has a {TREE} that was altered")


def _check_arrays(fields: Mapping[str, Any], content: bytes) -> None:
    if hashlib.sha256(content).hexdigest() != fields.get("arrays_sha256"):
        raise Unreadable(f"has arrays of another hash than {TREE} says")


def _hash_of(node: object) -> str:
    return hashlib.sha256(json.dumps(node, sort_keys=True).encode()).hexdigest()


def _encode(tree: Tree, place: str, arrays: dict[str, NDArray[np.uint8]], depth: int) -> Any:
    """The tree as JSON: what JSON has exactly as it is, else a list of a letter for the type and what it holds."""
    if depth == 0:
        raise BadTree(f"a state is at most {DEEPEST} deep, got more at '{place}'")
    kind = type(tree)  # exactly: an enumeration or a named tuple would come back as something else
    if tree is None or kind in (bool, str):
        return tree
    if kind is np.ndarray or isinstance(tree, np.generic):
        return _encode_array(tree, place, arrays)
    if kind in (int, float, bytes):
        return [kind.__name__, str(tree) if kind is int else tree.hex()]
    if kind in (list, tuple):
        parts = [_encode(part, f"{place}/{n}", arrays, depth - 1) for n, part in enumerate(tree)]
        return [kind.__name__, *parts]
    if kind is dict and all(type(name) is str for name in tree):
        return {name: _encode(part, f"{place}/{name}", arrays, depth - 1) for name, part in tree.items()}
    what = "a dictionary with keys that are no text" if kind is dict else f"a {kind.__name__}"
    raise BadTree(
        f"a state holds arrays, numbers, text, lists, tuples and dictionaries by text, got {what} at '{place}': "
        "turn it into these"
    )


def _decode_checked(node: Any, content: bytes) -> Tree:
    """The tree; whatever is wrong in spite of right hashes was made by hand."""
    try:
        return _decode(node, safetensors.numpy.load(content))
    except (SafetensorError, ValueError, TypeError, KeyError, IndexError, RecursionError) as error:
        raise Unreadable(f"is not as it was written ({' '.join(str(error).split())[:120]})") from error


def _encode_array(array: Any, place: str, arrays: dict[str, NDArray[np.uint8]]) -> list[Any]:
    if array.dtype.hasobject:
        raise BadTree(f"a state holds arrays of numbers or text, got one of objects at '{place}'")
    name = str(len(arrays))  # not its place: "a/b" may be one key, or b in a
    arrays[name] = np.frombuffer(array.tobytes(), np.uint8)
    kind = "array" if isinstance(array, np.ndarray) else "scalar"
    return [kind, name, numpy_format.dtype_to_descr(array.dtype), list(array.shape)]


def _decode(node: Any, arrays: Mapping[str, NDArray[np.uint8]]) -> Tree:
    if isinstance(node, dict):
        return {name: _decode(part, arrays) for name, part in node.items()}
    if not isinstance(node, list):
        return node
    kind, *parts = node
    if kind in ("array", "scalar"):
        return _decode_array(kind, *parts, arrays=arrays)
    if kind in ("list", "tuple"):
        found = [_decode(part, arrays) for part in parts]
        return found if kind == "list" else tuple(found)
    (text,) = parts
    return _READERS[kind](text)


_READERS: Mapping[str, Callable[[str], object]] = {
    "int": int,
    "float": float.fromhex,
    "bytes": bytes.fromhex,
}


def _decode_array(
    kind: str, name: str, descr: Any, shape: list[int], *, arrays: Mapping[str, NDArray[np.uint8]]
) -> Any:
    dtype = numpy_format.descr_to_dtype(_tuples(descr))
    if dtype.hasobject:
        raise Unreadable("has an array of objects")
    array = np.frombuffer(arrays[name].tobytes(), dtype).reshape(shape).copy()
    return array if kind == "array" else array[()]


def _tuples(descr: Any) -> Any:
    """A description of a type as NumPy takes it, whose fields and shapes JSON has turned into lists."""
    if not isinstance(descr, list):
        return descr
    return [(name, _tuples(part), *(tuple(size) for size in shape)) for name, part, *shape in descr]
