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
from training.run_folder import SETTINGS, OpenedRun, change_recorded, check_resumable, holding_run, open_run
from training.run_settings import RunSettings


def opened(
    folder: Path, settings: RunSettings | None, command: str = "a", why: str | None = None
) -> OpenedRun:
    """A run whose record is written."""
    found = open_run(folder, settings, command=command, why=why)
    found.record()
    return found


def test_a_new_run_records_what_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "first"
    run = open_run(folder, tiny_run(), command="palaestra train", why="to see")
    assert not folder.exists()
    run.record()
    lineage, settings = run.lineage, run.settings
    assert settings == tiny_run()
    assert lineage.record.name == "first"
    assert (lineage.record.variants, lineage.record.seed) == (("duel",), 5)
    assert (lineage.record.command, lineage.record.why) == ("palaestra train", "to see")
    assert json.loads(read_log(folder)[0].why) == json.loads((folder / SETTINGS).read_text())
    again = opened(folder, None, "other")
    assert (again.lineage.record, again.settings) == (lineage.record, settings)
    check_resumable(folder)


def test_a_run_that_was_killed_before_its_settings_were_written_begins(tmp_path: Path) -> None:
    folder = tmp_path / "first"
    opened(folder, tiny_run())
    (folder / SETTINGS).unlink()
    assert opened(folder, tiny_run()).settings == tiny_run()


def test_another_s_checkpoints_are_not_taken_for_a_run(tmp_path: Path) -> None:
    lineage = made_lineage(tmp_path / "first")
    lineage.write(made_provenance(), made_weights())
    with pytest.raises(BadRunSettings, match=r"without its run\.json"):
        open_run(tmp_path / "first", tiny_run(), command="a")


def test_what_is_wrong_with_a_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(LineageError, match="name"):
        open_run(tmp_path / "a b", tiny_run(), command="a")
    folder = tmp_path / "first"
    opened(folder, tiny_run())
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


def test_a_run_that_cannot_be_set_up_leaves_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(MemoryError), holding_run(folder):
        raise MemoryError
    assert not folder.exists()
    with pytest.raises(MemoryError), holding_run(folder):
        _fail_after_writing(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["lineage.json", "lock", "log.jsonl", SETTINGS]


def _fail_after_writing(folder: Path) -> None:
    opened(folder, tiny_run())
    raise MemoryError


def test_recorded_settings_are_changed_by_name(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    with pytest.raises(BadRunSettings, match="there is no run"):
        change_recorded(folder, ["matches=4"])
    opened(folder, tiny_run())
    assert change_recorded(folder, ["matches=4"]) == tiny_run(matches=4)
    with pytest.raises(BadRunSettings, match=r"^--set: 'matches'"):
        change_recorded(folder, ["matches=0"])
