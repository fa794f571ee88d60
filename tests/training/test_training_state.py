"""The state of a run comes back bit for bit, or not at all."""

from __future__ import annotations

import enum
import json
import math
from collections import OrderedDict
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from arena.games import moba
from training import training_state
from training.errors import BadTree, DamagedState
from training.strict import write_folder
from training.training_state import STATE, drop_state, has_state, read_state, state_files

ID = "a" * 64


def kept(tree: Any, folder: Path) -> Path:
    write_folder(folder, {f"{STATE}/{name}": content for name, content in state_files(tree, ID).items()})
    return folder


def same(one: Any, other: Any) -> bool:
    """Equal in type, structure and every bit."""
    if type(one) is not type(other):
        return False
    if isinstance(one, np.ndarray | np.generic):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other and str(one) == str(other)) or one != one


TYPES = st.sampled_from(["f2", "f4", "f8", "i1", "i8", "u8", "?", ">i4", "c16", "<U3", "S2", "M8[s]"])
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**130), 2**130)
    | st.floats()
    | st.text()
    | st.binary(max_size=9)
    | TYPES.flatmap(
        lambda kind: hnp.arrays(np.dtype(kind), hnp.array_shapes(min_dims=0, min_side=0, max_side=3))
    )
    | st.sampled_from([np.float32(0.1), np.int64(-3), np.bool_(True), np.float64("nan")])
)
TREES = st.recursive(
    LEAVES,
    lambda below: (
        st.lists(below, max_size=3)
        | st.lists(below, max_size=3).map(tuple)
        | st.dictionaries(st.text(max_size=8), below, max_size=3)
    ),
    max_leaves=8,
)


@given(TREES)
@settings(max_examples=80, deadline=None)
def test_any_tree_comes_back_exactly(tmp_path_factory: pytest.TempPathFactory, tree: Any) -> None:
    folder = kept(tree, tmp_path_factory.mktemp("tree") / "one")
    assert same(read_state(folder, ID), tree)


def test_names_that_look_like_places_do_not_collide(tmp_path: Path) -> None:
    tree = {"a/b": np.arange(3), "a": {"b": np.arange(4)}, "": {"": np.arange(5)}, "/": np.arange(6)}
    assert same(read_state(kept(tree, tmp_path / "one"), ID), tree)


def test_matches_at_play_go_on_from_a_state_as_they_would_have(tmp_path: Path) -> None:
    setups = [moba.Setup(seed, *moba.random_lineups("duel", seed)) for seed in (3, 4)]
    batch = moba.Batch("duel", setups)
    act, actions = moba.scripted("medium"), np.zeros((2, 10, 4), np.int64)
    places, heroes = (found.astype(np.int64) for found in np.nonzero(batch.active))

    def play(decisions: int) -> None:
        for _ in range(decisions):
            batch.observe()
            answers = np.zeros((len(places), 4), np.int64)
            act(batch, places, heroes, answers)
            actions[places, heroes] = answers
            batch.step(actions)

    play(40)
    folder = kept({"matches": batch.matches, "decision": batch.decision}, tmp_path / "one")
    play(40)
    expected = batch.matches.copy()
    state = read_state(folder, ID)
    assert state["matches"].flags.writeable
    batch.matches[:] = state["matches"]
    batch.decision = state["decision"]
    assert batch.matches.tobytes() != expected.tobytes()
    play(40)
    assert batch.matches.tobytes() == expected.tobytes()


def test_random_generators_of_numpy_go_on_from_a_state(tmp_path: Path) -> None:
    generator = np.random.default_rng(1)
    generator.random(7)
    folder = kept(generator.bit_generator.state, tmp_path / "one")
    expected = generator.random(5)
    generator.bit_generator.state = read_state(folder, ID)
    assert generator.random(5).tolist() == expected.tolist()


class Colour(enum.IntEnum):
    RED = 1


def deep(depth: int) -> list[Any]:
    return [deep(depth - 1)] if depth else []


@pytest.mark.parametrize(
    ("tree", "message"),
    [
        ({"a": [0, {1, 2}]}, "got a set at '/a/1'"),
        ({"a": {1: 2}}, "got a dictionary with keys that are no text at '/a'"),
        ({"a": len}, "got a builtin_function_or_method at '/a'"),
        ({"a": Colour.RED}, "got a Colour at '/a'"),
        (OrderedDict(), "got a OrderedDict at ''"),
        ({"a": np.array([None])}, "got one of objects at '/a'"),
        (deep(101), "at most 100 deep"),
    ],
)
def test_what_would_not_come_back_is_refused(tree: Any, message: str) -> None:
    with pytest.raises(BadTree, match=message):
        state_files(tree, ID)


def test_a_state_is_there_until_it_is_dropped(tmp_path: Path) -> None:
    folder = kept({"a": 1}, tmp_path / "one")
    assert has_state(folder)
    drop_state(folder)
    drop_state(folder)
    assert not has_state(folder)
    assert list(folder.iterdir()) == []
    with pytest.raises(DamagedState, match=r"has no state\.json: continue from an earlier one"):
        read_state(folder, ID)


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return kept({"a": np.arange(50), "b": [1, 2.5, "c", math.inf]}, tmp_path / "whole")


@pytest.mark.parametrize("name", ["state.json", "arrays.safetensors"])
def test_a_state_with_any_byte_flipped_or_its_end_cut_off_is_refused(whole: Path, name: str) -> None:
    path = whole / STATE / name
    content = path.read_bytes()
    for place in range(0, len(content), 7):
        for damaged in (
            content[:place],
            content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :],
        ):
            path.write_bytes(damaged)
            with pytest.raises(DamagedState, match="continue from an earlier one") as raised:
                read_state(whole, ID)
            assert "\n" not in str(raised.value)


def test_a_state_of_another_checkpoint_or_without_arrays_is_refused(whole: Path) -> None:
    with pytest.raises(DamagedState, match="belongs to another checkpoint"):
        read_state(whole, "b" * 64)
    (whole / STATE / "arrays.safetensors").unlink()
    with pytest.raises(DamagedState, match=r"has no arrays\.safetensors"):
        read_state(whole, ID)


@pytest.mark.parametrize(
    "node",
    [
        ["array", "0", "|O", [1]],
        ["array", "0", "<i8", [7]],
        ["array", "/nothing", "<i8", [1]],
        ["array", "0", [["x", "<i8", 2, 2]], [1]],
        ["array", "0"],
        ["float", "nonsense"],
        ["eval", "1"],
        [],
        [["array"]],
    ],
)
def test_a_tree_made_by_hand_with_right_hashes_is_refused(tmp_path: Path, node: Any) -> None:
    """The hashes are anybody's to compute, so what they vouch for is still only data of the known types."""
    files = state_files({"a": np.arange(1)}, ID)
    fields = {**json.loads(files["state.json"]), "tree": node, "tree_sha256": training_state._hash_of(node)}
    written = {f"{STATE}/{name}": part for name, part in files.items()}
    write_folder(tmp_path / "one", {**written, f"{STATE}/state.json": json.dumps(fields).encode()})
    with pytest.raises(DamagedState, match="continue from an earlier one"):
        read_state(tmp_path / "one", ID)
