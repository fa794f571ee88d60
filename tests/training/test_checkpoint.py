"""Checkpoints on disk: whole, damaged, foreign, from the future, or made to do harm."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import safetensors.numpy
import torch
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.training.made import made_provenance, made_weights
from training.checkpoint import read_checkpoint, read_record, write_checkpoint
from training.checkpoint_record import seal
from training.errors import (
    CheckpointError,
    CheckpointExists,
    DamagedCheckpoint,
    ForeignCheckpoint,
    NoCheckpoint,
    PickleRefused,
    UnfitWeights,
)
from training.training_state import read_state


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    write_checkpoint(tmp_path / "00000600", made_provenance(), made_weights())
    return tmp_path / "00000600"


def refused(folder: Path, error: type[CheckpointError], message: str) -> None:
    with pytest.raises(error, match=message) as raised:
        read_checkpoint(folder)
    assert "\n" not in str(raised.value)


def rewritten(folder: Path, content: bytes, **weights: Any) -> None:
    """Put other weights in place, with a record that vouches for them: its hashes are anybody's to compute."""
    (folder / "weights.safetensors").write_bytes(content)
    fields = json.loads((folder / "checkpoint.json").read_text())
    found = {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    fields["weights"] = {**fields["weights"], **found, **weights}
    (folder / "checkpoint.json").write_text(json.dumps(seal(fields)))


@pytest.mark.parametrize("half", [False, True])
def test_a_checkpoint_comes_back(tmp_path: Path, half: bool) -> None:
    weights = made_weights()
    written = write_checkpoint(tmp_path / "one", made_provenance(), weights, half=half)
    found = read_checkpoint(tmp_path / "one")
    assert found.record == written == read_record(tmp_path / "one")
    assert found.record.weights.parameters == sum(array.size for array in weights.values())
    for name, array in weights.items():
        kept = array.astype(np.float16).astype(np.float32) if half else array
        assert found.weights[name].tobytes() == kept.tobytes()
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == [
        "checkpoint.json",
        "weights.safetensors",
    ]


def test_the_same_checkpoint_has_the_same_identity_and_another_another(tmp_path: Path) -> None:
    def identity(name: str, seed: int = 0, **more: Any) -> str:
        return write_checkpoint(tmp_path / name, made_provenance(**more), made_weights(seed)).identity

    assert identity("a") == identity("b") != identity("c", 1)
    assert identity("d", step=601) not in (identity("e", 1), identity("f"))


def test_the_state_of_the_run_is_there_at_once_with_its_checkpoint(tmp_path: Path) -> None:
    record = write_checkpoint(
        tmp_path / "one", made_provenance(), made_weights(), state={"moments": np.arange(4.0)}
    )
    assert read_state(tmp_path / "one", record.identity)["moments"].tolist() == [0, 1, 2, 3]
    assert read_checkpoint(tmp_path / "one").record == record


def test_a_checkpoint_is_never_written_over(whole: Path) -> None:
    before = read_checkpoint(whole).record
    with pytest.raises(CheckpointExists, match="is there already, and a checkpoint is never written over"):
        write_checkpoint(whole, made_provenance(), made_weights(1))
    assert read_checkpoint(whole).record == before


def test_weights_that_are_not_finite_are_never_written(tmp_path: Path) -> None:
    with pytest.raises(UnfitWeights, match="not finite"):
        write_checkpoint(tmp_path / "one", made_provenance(), {"a": np.full(3, np.nan, np.float32)})
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["weights.safetensors", "checkpoint.json"])
def test_a_file_with_any_byte_flipped_or_its_end_cut_off_is_refused(whole: Path, name: str) -> None:
    content = (whole / name).read_bytes()
    for place in range(0, len(content), max(1, len(content) // 150)):
        flipped = content[:place] + bytes([content[place] ^ 1 << place % 8]) + content[place + 1 :]
        for damaged in (content[:place], flipped):
            (whole / name).write_bytes(damaged)
            if name == "checkpoint.json" and _equal_json(damaged, content):
                continue  # a blank became another blank
            with pytest.raises(CheckpointError) as raised:
                read_checkpoint(whole)
            assert "\n" not in str(raised.value)
    (whole / name).write_bytes(content + b" ")
    if name != "checkpoint.json":
        refused(whole, DamagedCheckpoint, "bytes, its record says")


def _equal_json(one: bytes, other: bytes) -> bool:
    try:
        return bool(json.loads(one) == json.loads(other))
    except ValueError:
        return False


@given(content=st.binary(max_size=200))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_in_place_of_either_file_are_refused(whole: Path, content: bytes) -> None:
    for name in ("weights.safetensors", "checkpoint.json"):
        before = (whole / name).read_bytes()
        (whole / name).write_bytes(content)
        with pytest.raises(CheckpointError):
            read_checkpoint(whole)
        (whole / name).write_bytes(before)


@given(content=st.binary(max_size=200))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_that_the_record_vouches_for_are_refused(whole: Path, content: bytes) -> None:
    rewritten(whole, content or b"x")
    with pytest.raises((DamagedCheckpoint, PickleRefused)):
        read_checkpoint(whole)


def test_what_is_missing_or_elsewhere_is_named(whole: Path, tmp_path: Path) -> None:
    refused(tmp_path / "nothing", NoCheckpoint, "there is no checkpoint at .*nothing: check the path")
    refused(tmp_path, NoCheckpoint, "has no checkpoint.json, so it is no checkpoint: name the folder")
    refused(
        whole / "checkpoint.json",
        ForeignCheckpoint,
        "is a file: a checkpoint is a folder with checkpoint.json",
    )
    refused(Path("a\0b"), NoCheckpoint, "there is no checkpoint at|cannot look")
    refused(Path("x" * 5000), NoCheckpoint, "cannot look for a checkpoint")
    (whole / "weights.safetensors").unlink()
    refused(whole, DamagedCheckpoint, "has no weights.safetensors")


@pytest.mark.parametrize("name", ["weights.safetensors", "checkpoint.json"])
def test_a_link_a_pipe_or_a_folder_in_a_file_s_place_is_refused(whole: Path, name: str) -> None:
    (whole / name).rename(whole.parent / name)
    (whole / name).symlink_to(whole.parent / name)
    refused(whole, DamagedCheckpoint, f"{name} is a link, expected a plain file")
    (whole / name).unlink()
    os.mkfifo(whole / name)
    refused(whole, DamagedCheckpoint, f"{name} is no plain file")
    (whole / name).unlink()
    (whole / name).mkdir()
    refused(whole, DamagedCheckpoint, f"{name} is no plain file")


def test_a_record_beyond_all_measure_is_not_read(whole: Path) -> None:
    with (whole / "checkpoint.json").open("ab") as file:
        file.truncate(10**12)  # sparse: it takes no room, and reading it would take all memory
    refused(whole, DamagedCheckpoint, "has 1000000000000 bytes, expected at most 262144")
    with (whole / "weights.safetensors").open("ab") as file:
        file.truncate(10**12)
    (whole / "checkpoint.json").unlink()
    write_checkpoint(whole.parent / "other", made_provenance(), made_weights())
    (whole.parent / "other" / "checkpoint.json").rename(whole / "checkpoint.json")
    refused(whole, DamagedCheckpoint, "has 1000000000000 bytes, expected at most")


class RunsCode:
    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, ("it ran",)


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_pickle_in_the_weights_place_is_refused_and_never_runs(
    whole: Path, protocol: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rewritten(whole, pickle.dumps(RunsCode(), protocol))
    wanted = PickleRefused if protocol >= 2 else DamagedCheckpoint  # older ones are text without a mark
    with pytest.raises(wanted):
        read_checkpoint(whole)
    assert not (tmp_path / "it ran").exists()


def test_torch_s_own_files_are_refused_by_name_wherever_they_lie(whole: Path, tmp_path: Path) -> None:
    torch.save({"a": torch.zeros(2)}, tmp_path / "model.pt")
    refused(tmp_path / "model.pt", PickleRefused, "model.pt is, or may hold, a pickle, which can run code")
    rewritten(whole, (tmp_path / "model.pt").read_bytes())
    refused(whole, PickleRefused, "weights.safetensors is, or may hold, a pickle")
    for suffix in (".pt", ".PTH", ".pkl", ".bin", ".npz"):
        extra = whole / f"optimiser{suffix}"
        extra.write_bytes(b"")
        refused(whole, PickleRefused, f"optimiser{suffix} is, or may hold, a pickle")
        extra.unlink()


def test_weights_that_are_not_finite_are_refused_though_their_hash_is_right(whole: Path) -> None:
    weights = made_weights()
    for bad in (np.nan, np.inf, -np.inf):
        weights["units.bias"][3] = bad
        rewritten(whole, safetensors.numpy.save(weights))
        refused(whole, DamagedCheckpoint, "numbers in 'units.bias' that are not finite")


def test_another_type_or_number_of_weights_than_the_record_s_is_refused(whole: Path) -> None:
    weights = made_weights()
    rewritten(whole, safetensors.numpy.save(weights), parameters=7)
    refused(whole, DamagedCheckpoint, "has 424 weights, its record says 7")
    rewritten(whole, safetensors.numpy.save({"a": np.zeros(7, np.float16)}), parameters=7)
    refused(whole, DamagedCheckpoint, "has 'a' as float16, its record says float32")
    rewritten(whole, safetensors.numpy.save({"a": np.zeros(7)}), parameters=7)
    refused(whole, DamagedCheckpoint, "has 'a' as float64, its record says float32")


def test_another_project_s_weights_are_named_as_such(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    folder.mkdir()
    (folder / "model.safetensors").write_bytes(safetensors.numpy.save(made_weights()))
    refused(folder, NoCheckpoint, "has no checkpoint.json")
    (folder / "checkpoint.json").write_text('{"model_type": "llama"}')
    refused(folder, ForeignCheckpoint, "is no record of a checkpoint of palaestra")
