"""Changing the settings of a run under way."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.training.runs import tiny_run
from training.errors import BadRunSettings
from training.lineage_log import read_log
from training.run import Until, train
from training.run_changes import FIXED, SUBJECTS, SettingChange, check_changes, find_changes
from training.run_settings import RunSettings


def test_changes_are_found_and_named_by_subject() -> None:
    changes = find_changes(tiny_run(), tiny_run(rewards="five", entropy=0.02, matches=6, limit_s=9))
    assert {change.name: change.subject for change in changes} == {
        "rewards": "reward",
        "entropy": "learning",
        "matches": "environment",
        "limit_s": "task",
    }
    assert changes[0].text.count("was") == 1
    assert find_changes(tiny_run(), tiny_run()) == []


def test_subjects_are_of_settings_that_there_are() -> None:
    names = {name for group in SUBJECTS.values() for name in group} | set(FIXED)
    assert names <= set(RunSettings.model_fields)


def test_a_change_needs_a_reason_and_some_settings_never_change() -> None:
    change = [SettingChange("entropy", "0.01", "0.02")]
    check_changes(Path("a"), change, "to see")
    check_changes(Path("a"), [], None)
    with pytest.raises(BadRunSettings, match=r"other settings \(entropy\): leave RUN and --set out.*--why"):
        check_changes(Path("a"), change, None)
    with pytest.raises(BadRunSettings, match="another seed, which cannot change: leave RUN and --set out to"):
        check_changes(Path("a"), [SettingChange("seed", 1, 2)], "to see")


def test_a_run_goes_on_with_other_settings_and_says_so_in_its_log(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    train(folder, tiny_run(), Until(agent_steps=200), command="a test", why="to learn")
    changed = tiny_run(matches=12, rewards="five", entropy="0.02")
    done = train(folder, changed, Until(agent_steps=500), command="a test", why="more of them")
    assert done.rollout.batch.n == 12
    assert done.agent_steps >= 500
    log = read_log(folder)
    assert [(line.subject, line.why) for line in log[1:]] == [
        ("environment", "more of them"),
        ("reward", "more of them"),
        ("learning", "more of them"),
    ]
    assert log[0].what == "began" and log[1].step == 3
    assert log[1].what == "matches = 12 (was 8)"
    assert train(folder, None, Until(agent_steps=500), command="a test").settings == changed
    numbers = done.rollout.state()["number"]
    assert numbers >= 8 + 12
