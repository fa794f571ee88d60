"""A lineage's folder: what is in it, in order, and where its run continues."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.made import made_lineage, made_provenance, made_weights
from training.errors import CheckpointError, CheckpointExists, DamagedState, LineageError
from training.lineage import Lineage, new_lineage, open_lineage, resume


def filled(folder: Path, *steps: int, state: bool = True) -> Lineage:
    lineage = made_lineage(folder)
    for step in steps:
        tree = {"step": step, "moments": np.full(3, step)} if state else None
        lineage.write(made_provenance(step=step), made_weights(step), state=tree)
    return lineage


def test_a_lineage_comes_back(tmp_path: Path) -> None:
    made = made_lineage(tmp_path / "a", name="blitz-1", variants=("blitz", "duel"))
    found = open_lineage(tmp_path / "a")
    assert found == made
    assert (found.name, found.record.variants, found.steps()) == ("blitz-1", ("blitz", "duel"), [])
    assert resume(found) is None


def test_checkpoints_are_in_the_order_of_their_steps(tmp_path: Path) -> None:
    lineage = filled(tmp_path, 900, 5, 123_456_789_012, 100_000_000, state=False)
    assert lineage.steps() == [5, 900, 100_000_000, 123_456_789_012]
    assert lineage.read_record(900).title == "first/900"
    assert lineage.checkpoint(900).name == "00000900"


def test_what_is_no_checkpoint_of_it_is_passed_over(tmp_path: Path) -> None:
    lineage = filled(tmp_path, 5, state=False)
    for name in ("12", "0000000000012", ".00000007.1.tmp", "notes", "00000009x"):
        (tmp_path / name).mkdir()
    (tmp_path / "00000008").write_text("a file")
    assert lineage.steps() == [5]


def test_a_checkpoint_in_another_s_place_is_refused(tmp_path: Path) -> None:
    lineage = filled(tmp_path, 5)
    lineage.checkpoint(5).rename(lineage.checkpoint(6))
    with pytest.raises(CheckpointError, match="holds first/5, expected first/6: move it where it belongs"):
        lineage.read_record(6)


def test_the_last_two_states_are_kept_and_every_checkpoint(tmp_path: Path) -> None:
    lineage = filled(tmp_path, 1, 2, 3, 4)
    assert lineage.steps() == [1, 2, 3, 4]
    assert lineage.steps_with_state() == [3, 4]
    lineage.write(made_provenance(step=5), made_weights())
    assert lineage.steps_with_state() == [3, 4], "a checkpoint without a state takes none away"


def test_a_run_continues_from_its_last_state(tmp_path: Path) -> None:
    found = resume(filled(tmp_path, 1, 2, 3))
    assert found is not None
    assert (found.record.step, found.state["step"], found.passed_over) == (3, 3, ())
    assert found.state["moments"].tolist() == [3, 3, 3]


def test_where_the_last_state_is_damaged_the_one_before_is_taken_and_it_is_said(tmp_path: Path) -> None:
    lineage = filled(tmp_path, 1, 2, 3)
    (lineage.checkpoint(3) / "state" / "arrays.safetensors").write_bytes(b"")
    found = resume(lineage)
    assert found is not None
    assert found.state["step"] == 2
    (problem,) = found.passed_over
    assert "00000003/state has arrays of another hash" in problem
    (lineage.checkpoint(2) / "state" / "arrays.safetensors").unlink()
    with pytest.raises(
        DamagedState, match=r"no state of lineage first can be read: .*00000003.*; .*00000002"
    ):
        resume(lineage)


def test_a_lineage_is_begun_once(tmp_path: Path) -> None:
    made_lineage(tmp_path)
    with pytest.raises(CheckpointExists, match="has a lineage already"):
        made_lineage(tmp_path, name="second")
    assert open_lineage(tmp_path).name == "first"


@pytest.mark.parametrize("wrong", [{"name": "a b"}, {"seed": -1}, {"why": ""}, {"command": "a\nb"}])
def test_what_cannot_be_recorded_is_refused_before_anything_is_made(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    right: dict[str, Any] = {"name": "a", "variants": ("duel",), "seed": 1, "command": "c", "why": "w"}
    with pytest.raises(LineageError, match=f"a lineage cannot be made of this: '{next(iter(wrong))}'"):
        new_lineage(tmp_path / "new", **{**right, **wrong})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format_version": 2}, "is not of the format 'palaestra lineage', version 1"),
        ({"format": "x"}, "is not of the format"),
        ({"owner": "me"}, "unknown key 'owner'"),
        ({"name": "../x"}, "'name'"),
        ({"variants": "duel"}, "'variants'"),
    ],
)
def test_another_record_is_refused_in_one_line(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    made_lineage(tmp_path)
    fields = json.loads((tmp_path / "lineage.json").read_text())
    (tmp_path / "lineage.json").write_text(json.dumps({**fields, **change}))
    with pytest.raises(LineageError, match=message) as raised:
        open_lineage(tmp_path)
    assert "\n" not in str(raised.value)


def test_a_folder_without_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(
        LineageError, match=r"there is no lineage in .*, which has no lineage\.json: check the path"
    ):
        open_lineage(tmp_path)
    (tmp_path / "lineage.json").symlink_to("/dev/zero")
    with pytest.raises(LineageError, match="is a link"):
        open_lineage(tmp_path)
