"""The folder of a run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from arena.errors import HomeLocked
from arena.lock import holding
from tests.training.made import made_lineage, made_provenance, made_weights
from tests.training.runs import tiny_run
from training.errors import BadRunSettings, LineageError
from training.lineage_log import read_log
from training.run import Until, train
from training.run_folder import SETTINGS, check_resumable, open_run


def test_a_new_run_records_what_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "first"
    lineage, settings = open_run(folder, tiny_run(), command="palaestra train", why="to see")
    assert settings == tiny_run()
    assert lineage.record.name == "first"
    assert (lineage.record.variants, lineage.record.seed) == (("duel",), 5)
    assert (lineage.record.command, lineage.record.why) == ("palaestra train", "to see")
    assert json.loads(read_log(folder)[0].why) == json.loads((folder / SETTINGS).read_text())
    again, same = open_run(folder, None, command="other")
    assert (again.record, same) == (lineage.record, settings)
    check_resumable(folder)


def test_a_run_that_was_killed_before_its_settings_were_written_begins(tmp_path: Path) -> None:
    folder = tmp_path / "first"
    open_run(folder, tiny_run(), command="a")
    (folder / SETTINGS).unlink()
    assert open_run(folder, tiny_run(), command="a")[1] == tiny_run()


def test_another_s_checkpoints_are_not_taken_for_a_run(tmp_path: Path) -> None:
    lineage = made_lineage(tmp_path / "first")
    lineage.write(made_provenance(), made_weights())
    with pytest.raises(BadRunSettings, match=r"without its run\.json"):
        open_run(tmp_path / "first", tiny_run(), command="a")


def test_what_is_wrong_with_a_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LineageError, match="name"):
        open_run(tmp_path / "a b", tiny_run(), command="a")
    folder = tmp_path / "first"
    open_run(folder, tiny_run(), command="a")
    for text, said in (("{", "is damaged"), ("{}x", "is damaged"), ('{"foo": 1}', "unknown setting 'foo'")):
        (folder / SETTINGS).write_text(text)
        with pytest.raises(BadRunSettings, match=said) as caught:
            open_run(folder, None, command="a")
        assert "\n" not in str(caught.value)
    with pytest.raises(BadRunSettings, match="to continue"):
        check_resumable(tmp_path / "other")


def test_one_process_at_a_time_trains_in_a_folder(tmp_path: Path) -> None:
    with holding(tmp_path / "run", option="--out"), pytest.raises(HomeLocked, match="with --out"):
        train(tmp_path / "run", tiny_run(), Until(agent_steps=1), command="a")
