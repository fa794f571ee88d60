"""Reports for TensorBoard, read back by TensorBoard's own reader."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from training.event_file import EventFile
from training.metrics import Report, Value, drop_reports, read_reports, write_report


def report_of(step: int, kl: float = 0.5, alarms: int = 0) -> Report:
    values = [
        Value("kl", "", kl),
        Value("entropy", "kind", 1.0 + step),
        Value("win_rate", "past", float("nan")),
    ]
    values += [Value("alarm", f"{number} is wrong", 1.0) for number in range(alarms)]
    return Report(step, 10 * step, tuple(values), ())


def read_events(folder: Path) -> dict[str, list[tuple[int, float]]]:
    """By tag, (step, value) in the order in which they stand."""
    found = EventAccumulator(str(folder / "metrics"), size_guidance={"scalars": 0}).Reload()
    return {tag: [(each.step, each.value) for each in found.Scalars(tag)] for tag in found.Tags()["scalars"]}


def report(folder: Path, events: EventFile, *steps: int, kl: float = 0.5) -> None:
    for step in steps:
        events.add(write_report(folder, report_of(step, kl)))


def test_tensorboard_reads_every_number_of_every_report_once(tmp_path: Path) -> None:
    report(tmp_path, EventFile(tmp_path), 2, 4, 6)
    assert read_events(tmp_path) == {
        "agent_steps": [(2, 20.0), (4, 40.0), (6, 60.0)],
        "alarm": [(2, 0.0), (4, 0.0), (6, 0.0)],
        "kl": [(2, 0.5), (4, 0.5), (6, 0.5)],
        "entropy/kind": [(2, 3.0), (4, 5.0), (6, 7.0)],
    }


def test_what_is_played_again_stands_there_once_and_what_came_after_is_gone(tmp_path: Path) -> None:
    report(tmp_path, EventFile(tmp_path), 2, 4, 6)
    drop_reports(tmp_path, 2)
    events = EventFile(tmp_path)
    events.renew()
    assert read_events(tmp_path)["kl"] == [(2, 0.5)]
    report(tmp_path, events, 4, 6, kl=0.25)
    assert read_events(tmp_path)["kl"] == [(2, 0.5), (4, 0.25), (6, 0.25)]


def test_a_torn_end_costs_nothing(tmp_path: Path) -> None:
    report(tmp_path, EventFile(tmp_path), 2, 4)
    (path,) = (tmp_path / "metrics").glob("events*")
    path.write_bytes(path.read_bytes()[:-7])
    assert read_events(tmp_path)["kl"] == [(2, 0.5)]
    events = EventFile(tmp_path)
    events.renew()
    report(tmp_path, events, 6)
    assert [step for step, _ in read_events(tmp_path)["kl"]] == [2, 4, 6]


def test_who_has_read_the_file_before_sees_no_step_twice_when_it_is_renewed(tmp_path: Path) -> None:
    """As a page that is open while the run is killed and continued."""
    report(tmp_path, EventFile(tmp_path), 2, 4, 6)
    watching = EventAccumulator(str(tmp_path / "metrics"), size_guidance={"scalars": 0}).Reload()
    assert [each.step for each in watching.Scalars("kl")] == [2, 4, 6]
    drop_reports(tmp_path, 2)
    report(tmp_path, EventFile(tmp_path), 4)
    watching.Reload()
    assert [each.step for each in watching.Scalars("kl")] == [2, 4]


def test_a_run_that_began_without_tensorboard_has_its_whole_past(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "tensorboard", None)  # as if it were not there: importing it fails
        events = EventFile(tmp_path)
        report(tmp_path, events, 2, 4)
        events.renew()
    assert not list((tmp_path / "metrics").glob("events*"))
    assert len(read_reports(tmp_path)) == 6
    report(tmp_path, EventFile(tmp_path), 6)
    assert [step for step, _ in read_events(tmp_path)["kl"]] == [2, 4, 6]


def test_alarms_are_counted(tmp_path: Path) -> None:
    EventFile(tmp_path).add(write_report(tmp_path, report_of(2, alarms=3)))
    assert read_events(tmp_path)["alarm"] == [(2, 3.0)]


def test_events_bear_the_time_at_which_their_report_was_written(tmp_path: Path) -> None:
    path = write_report(tmp_path, report_of(2))
    EventFile(tmp_path).add(path)
    found = EventAccumulator(str(tmp_path / "metrics")).Reload()
    assert found.Scalars("kl")[0].wall_time == pytest.approx(path.stat().st_mtime)
