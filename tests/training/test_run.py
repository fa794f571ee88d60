"""Whole runs: checkpoints on schedule, and continued as if they had never been stopped."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.training.killed import fork_server, train_on, train_until_killed
from tests.training.runs import sha256_of, tiny_run
from tests.training.test_event_file import read_events
from training.checkpoint import read_checkpoint
from training.errors import BadRunSettings, CheckpointError
from training.lineage import open_lineage
from training.metrics import read_reports
from training.run import Run, Until, train
from training.run_folder import check_resumable
from training.run_settings import RunSettings

SETTINGS = tiny_run(
    checkpoint_every=500, report_every=3, limit_s=2.5, capped="net_worth", matches=6, opponents=0.3
)
"""An update is 80 agent-steps, so that a checkpoint comes every six or seven; a match has 19 decisions."""


def run(folder: Path, agent_steps: int, settings: RunSettings | None = SETTINGS) -> Run:
    return train(folder, settings, Until(agent_steps=agent_steps), command="a test")


def weights(folder: Path) -> dict[int, str]:
    lineage = open_lineage(folder)
    return {step: sha256_of(lineage.checkpoint(step)) for step in lineage.steps()}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was not interrupted."""
    folder = tmp_path_factory.mktemp("whole") / "run"
    run(folder, 2000)
    return folder


def test_checkpoints_are_written_when_due_and_at_the_end_and_join_the_opponents(whole: Path) -> None:
    lineage = open_lineage(whole)
    steps = lineage.steps()
    assert steps == [0, 7, 13, 19, 25]
    assert [lineage.read_record(step).agent_steps for step in steps] == [80 * step for step in steps]
    assert len(set(weights(whole).values())) == len(steps)
    state = Run(SETTINGS, lineage).rollout.state()
    assert state["opposition"]["pool"]["steps"] == steps


def killed_after(folder: Path, updates: int) -> None:
    arguments = (str(folder), SETTINGS.to_dict(), 2000, updates)
    process = fork_server().Process(target=train_until_killed, args=arguments)
    process.start()
    process.join()
    assert process.exitcode == -signal.SIGKILL


def test_a_run_that_is_killed_and_continued_has_bit_for_bit_the_weights_of_one_that_was_not(
    whole: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "run"
    killed_after(folder, 9)
    assert open_lineage(folder).steps() == [0, 7]
    killed_after(folder, 10)
    run(folder, 2000)
    assert weights(folder) == weights(whole)
    played = read_reports(folder).select("step", "metric", "label", "value")
    expected = read_reports(whole).select("step", "metric", "label", "value")
    timed = played["metric"] == "agent_steps_per_s"
    assert played.filter(~timed).equals(
        expected.filter(expected["metric"] != "agent_steps_per_s"), null_equal=True
    )
    assert_tensorboard_shows_the_reports(folder)


def assert_tensorboard_shows_the_reports(folder: Path) -> None:
    """Every number of every report once, in order, by TensorBoard's own reader."""
    expected: dict[str, list[tuple[int, float]]] = {}
    for step, _, metric, label, value in read_reports(folder).rows():
        if metric != "alarm" and not np.isnan(value):
            tag = f"{metric}/{label}" if label else metric
            expected.setdefault(tag, []).append((step, float(np.float32(value))))
    found = read_events(folder)
    assert {tag: found[tag] for tag in expected} == expected
    assert set(found) - set(expected) == {"agent_steps", "alarm"}


def test_a_kill_from_outside_at_any_moment_is_survived(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    process = fork_server().Process(target=train_on, args=(str(folder), SETTINGS.to_dict(), 10**9))
    process.start()
    while not (folder / "00000007").is_dir():
        assert process.is_alive()
        time.sleep(0.01)
    process.kill()
    process.join()
    run(folder, 2000)
    assert {step: weights(folder)[step] for step in weights(whole)} == weights(whole)
    assert_tensorboard_shows_the_reports(folder)


def test_a_pause_changes_nothing(whole: Path, tmp_path: Path) -> None:
    folder = tmp_path / "run"
    for agent_steps in (240, 1200, 2000):
        run(folder, agent_steps)
    assert sorted(weights(folder)) == [0, 3, 7, 13, 15, 19, 25]
    assert {step: weights(folder)[step] for step in weights(whole)} == weights(whole)


def test_a_pause_changes_nothing_for_a_network_with_every_option_and_late_learning(tmp_path: Path) -> None:
    options = {"team_pool": 8, "value_hidden": 4, "value_memory": 4, "win_head": True, "structure_head": True}
    settings = SETTINGS.model_copy(update={"network": {**SETTINGS.network, **options}, "delay": 1})
    for name, stops in {"whole": (480,), "paused": (160, 480)}.items():
        for agent_steps in stops:
            run(tmp_path / name, agent_steps, settings)
    one, other = (weights(tmp_path / name) for name in ("whole", "paused"))
    assert one[6] == other[6] and one[6] != one[0]
    record = open_lineage(tmp_path / "paused").read_record(6)
    assert {name: record.network[name] for name in options} == options


def test_a_run_of_an_older_contract_is_not_continued(whole: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("training.run.moba.CONTRACT_VERSION", 3)
    with pytest.raises(BadRunSettings, match="is of contract 2, and networks are trained under contract 3"):
        Run(SETTINGS, open_lineage(whole))


def test_a_run_goes_on_with_the_settings_that_it_recorded(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    run(folder, 80)
    assert run(folder, 160, settings=None).agent_steps == 160
    with pytest.raises(BadRunSettings, match="another seed, which cannot change"):
        run(folder, 240, settings=SETTINGS.model_copy(update={"seed": 6}))
    with pytest.raises(BadRunSettings, match="there is no run in"):
        run(tmp_path / "other", 240, settings=None)
    with pytest.raises(BadRunSettings, match=r"there is no run in .* to continue"):
        check_resumable(tmp_path / "other")


def test_opponents_weights_are_those_of_their_checkpoints_whatever_is_learnt(whole: Path) -> None:
    lineage = open_lineage(whole)
    continued = Run(SETTINGS, lineage)
    pool = continued.rollout.opposition.pool
    for _ in range(4):
        continued.update()
    for step in pool.steps[:4]:
        kept = read_checkpoint(lineage.checkpoint(step)).weights
        for name, weight in pool.policy(step).state_dict().items():
            np.testing.assert_array_equal(weight.numpy(), kept[name])


def test_learning_moves_the_weights_and_leaves_them_finite(whole: Path) -> None:
    first, last = (read_checkpoint(open_lineage(whole).checkpoint(step)).weights for step in (0, 25))
    for weight in last.values():
        assert np.isfinite(weight).all()
    assert (
        sum(float(np.abs(weight - first[name]).max()) > 1e-4 for name, weight in last.items()) > len(last) / 2
    )


def test_a_run_that_does_not_fit_into_memory_is_one_line_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*arguments: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr("training.run.Rollout", fail)
    with pytest.raises(BadRunSettings, match="not enough memory for matches = 6, segment = 8: lower them"):
        run(tmp_path / "run", 2000)
    assert not (tmp_path / "run").exists()


def test_a_short_run_has_its_first_and_its_last_checkpoint_and_no_row_twice(tmp_path: Path) -> None:
    shown: list[tuple[int, str]] = []
    train(
        tmp_path / "run",
        SETTINGS.model_copy(update={"checkpoint_every": 10**6}),
        Until(agent_steps=560),
        command="a test",
        show=lambda report, left: shown.append((report.step, left)),
    )
    assert open_lineage(tmp_path / "run").steps() == [0, 7]
    assert [step for step, _ in shown] == [3, 6, 7]
    assert shown[-1][1] == "0 s left"
    rows = read_reports(tmp_path / "run").select("step", "metric", "label")
    assert not rows.is_duplicated().any()


def test_minutes_end_a_run_with_a_checkpoint(tmp_path: Path) -> None:
    done: Any = train(tmp_path / "run", SETTINGS, Until(minutes=0.02), command="a test")
    assert open_lineage(tmp_path / "run").steps()[-1] == done.learner.updates > 0


def test_a_run_begins_from_the_weights_of_another_s_checkpoint(whole: Path, tmp_path: Path) -> None:
    """Its first checkpoint is that one under its own name, with the scale of its values; and it learns from there."""
    source = open_lineage(whole).checkpoint(25)
    settings = SETTINGS.model_copy(update={"begin_from": str(source), "seed": 9})
    begun = run(tmp_path / "on", 160, settings)
    lineage, given = open_lineage(tmp_path / "on"), read_checkpoint(source)
    first, last = (read_checkpoint(lineage.checkpoint(step)) for step in (0, begun.learner.updates))
    assert all((first.weights[name] == array).all() for name, array in given.weights.items())
    assert any((last.weights[name] != array).any() for name, array in given.weights.items())
    assert first.record.returns.deviation == pytest.approx(given.record.returns.deviation)
    assert first.record.returns.mean == pytest.approx(given.record.returns.mean)
    assert [each.record.parent for each in (first, last)] == [given.record.title] * 2
    again = run(tmp_path / "on", 320, None)
    assert lineage.read_record(again.learner.updates).parent == given.record.title


def test_a_run_that_cannot_begin_from_a_checkpoint_says_why_and_leaves_nothing(
    whole: Path, tmp_path: Path
) -> None:
    source = str(open_lineage(whole).checkpoint(25))
    wider = {**SETTINGS.network, "memory": 24}
    with pytest.raises(BadRunSettings, match=r"of another: set network = \{"):
        run(tmp_path / "on", 160, SETTINGS.model_copy(update={"begin_from": source, "network": wider}))
    with pytest.raises(CheckpointError, match="there is no checkpoint"):
        run(tmp_path / "on", 160, SETTINGS.model_copy(update={"begin_from": str(tmp_path / "none")}))
    assert not (tmp_path / "on").exists()
