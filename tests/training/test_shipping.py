"""Lineages that are passed on: which checkpoints, under which name, and what is left behind."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.training.made import made_lineage, made_provenance, made_weights
from training.checkpoint import read_checkpoint
from training.errors import LineageError
from training.lineage import Lineage, open_lineage
from training.lineage_log import append_change, read_log
from training.shipping import portable, ship, spread


def run_with(folder: Path, *steps: int) -> Lineage:
    lineage = made_lineage(folder, name="run")
    for step in steps:
        command = "palaestra train duel --out /home/somebody/run"
        provenance = made_provenance(lineage="run", step=step, agent_steps=100 * step, command=command)
        lineage.write(provenance, made_weights(step), state={"step": step})
        append_change(
            folder, step=step, agent_steps=100 * step, subject="learning", what=f"at {step}", why="to see"
        )
    return lineage


def test_what_is_shipped_is_the_run_s_rounded_and_without_its_state(tmp_path: Path) -> None:
    lineage = run_with(tmp_path / "run", 3, 7, 9)
    made = open_lineage(ship(lineage, tmp_path / "out", name="first", steps=[7, 3]).folder)
    assert (made.name, made.steps(), made.steps_with_state()) == ("first", [3, 7], [])
    for step in (3, 7):
        found, source = read_checkpoint(made.checkpoint(step)), read_checkpoint(lineage.checkpoint(step))
        assert found.record.title == f"first/{step}" and made.read_record(step) == found.record
        assert found.record.command == "palaestra train duel --out run"
        same = ("agent_steps", "network", "variant", "seed", "rules_hash", "contract_version", "returns")
        assert all(getattr(found.record, name) == getattr(source.record, name) for name in same)
        for name, array in source.weights.items():
            np.testing.assert_array_equal(found.weights[name], array.astype(np.float16).astype(np.float32))
    assert [change.what for change in read_log(made.folder)] == [
        "at 3",
        "at 7",
        "2 checkpoints passed on in half precision",
    ]
    assert read_log(made.folder)[0].at == read_log(lineage.folder)[0].at


@pytest.mark.parametrize(("steps", "words"), [([], "got none"), ([7, 8, 12], "of steps 3, 7; got 8, 12")])
def test_steps_that_there_are_not_are_named_and_nothing_is_written(
    tmp_path: Path, steps: list[int], words: str
) -> None:
    lineage = run_with(tmp_path / "run", 3, 7)
    with pytest.raises(LineageError, match=words):
        ship(lineage, tmp_path / "out", name="first", steps=steps)
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_over(tmp_path: Path) -> None:
    lineage = run_with(tmp_path / "run", 3)
    (tmp_path / "out").mkdir()
    with pytest.raises(LineageError, match="is there already"):
        ship(lineage, tmp_path / "out", name="first", steps=[3])
    assert not list((tmp_path / "out").iterdir())


def test_steps_are_spread_evenly_with_the_first_and_the_last() -> None:
    assert spread([4, 9]) == [4, 9]
    assert spread(range(0, 101, 10), 5) == [0, 20, 50, 80, 100]
    assert spread(range(100), 8)[0::7] == [0, 99] and len(set(spread(range(100), 8))) == 8
    assert spread([1, 2, 3], 1) == [3]


def test_a_command_keeps_the_last_part_of_its_paths() -> None:
    assert (
        portable("palaestra train blitz --out /home/me/a run/first")
        == "palaestra train blitz --out a run/first"
    )
    assert portable("palaestra train ~/x/mine.toml --set seed=3") == "palaestra train mine.toml --set seed=3"
    assert portable("palaestra train duel --out palaestra-data/lineages/first").endswith(
        "palaestra-data/lineages/first"
    )
    assert portable("it is ' no shell") == "it is ' no shell"
    assert portable("palaestra train duel --set begin_from=/home/me/x/00000600 --out=~/y") == (
        "palaestra train duel --set begin_from=00000600 --out=y"
    )


def test_what_fails_on_the_way_leaves_nothing(tmp_path: Path) -> None:
    lineage = run_with(tmp_path / "run", 3)
    with pytest.raises(LineageError, match="cannot be made"):
        ship(lineage, tmp_path / "out", name="no/name", steps=[3])
    assert [path.name for path in tmp_path.iterdir()] == ["run"]
