"""Runs are found where the home says, and read while they are being written."""

from __future__ import annotations

from pathlib import Path
from threading import Thread

import pytest

from arena.home import Home
from dashboard.bench.runs import made_report, made_run
from dashboard.data import runs as module
from dashboard.data.runs import Runs
from training.metrics import FOLDER, drop_reports, read_reports, write_report


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made_run(tmp_path / "home" / "lineages" / "one")
    return Home(tmp_path / "home")


def test_they_are_found_by_the_configuration_and_by_patterns_beside_it(home: Home, tmp_path: Path) -> None:
    made_run(tmp_path / "else" / "one", record=False)
    made_run(tmp_path / "nights" / "two", reports=0)
    (tmp_path / "else" / "no run").mkdir()
    assert [one.name for one in Runs(home).found()] == ["one"]
    both = Runs(home, [f"{tmp_path}/else/*"]).found()
    assert [(one.name, one.variant, one.problem) for one in both] == [
        ("one", "duel", None),
        ("one (2)", "", None),
    ]
    home.config.write_text('[nightly]\nlineages = ["../nights/*"]\n')
    assert [one.name for one in Runs(home).found()] == ["two"]
    home.config.write_text("damaged")
    assert [one.name for one in Runs(home).found()] == ["one"]
    assert Runs(Home(tmp_path / "nowhere")).found() == []


def test_a_run_is_what_its_own_reader_reads_with_hours_by_hand(home: Home) -> None:
    runs = Runs(home)
    (place,) = runs.found()
    run = runs.read(place)
    assert run.reports.drop("hours").equals(read_reports(place.folder))
    hours = run.reports.unique("step").sort("step")["hours"].to_list()
    assert hours == pytest.approx([100 / 3600, 150 / 3600, (150 + 1000 / 30) / 3600])
    assert [change.what for change in run.log] == ["began", "epochs = 3 (was 2)"]
    assert (run.problems, run.written) == (
        (),
        pytest.approx((place.folder / FOLDER / "00000060.parquet").stat().st_mtime),
    )


def test_only_what_is_new_is_read_and_what_was_taken_away_is_gone(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[str]()
    whole = module._read_report
    monkeypatch.setattr(module, "_read_report", lambda path: (read.append(path.stem), whole(path))[1])
    runs = Runs(home)
    (place,) = runs.found()
    before, mark = runs.read(place), runs.mark()
    assert runs.read(place).reports is before.reports and runs.mark() == mark
    write_report(place.folder, made_report(4))
    assert runs.mark() != mark
    assert runs.read(place).reports["step"].unique().sort().to_list() == [20, 40, 60, 80]
    assert read == ["00000020", "00000040", "00000060", "00000080"]
    drop_reports(place.folder, after=40)
    assert runs.read(place).reports["step"].max() == 40


def test_what_cannot_be_read_is_said_and_the_rest_is_shown(home: Home, tmp_path: Path) -> None:
    runs = Runs(home)
    (place,) = runs.found()
    reports = place.folder / FOLDER
    (reports / "00000040.parquet").write_bytes(b"PAR1 nonsense")
    (reports / "00000080.parquet").symlink_to("/etc/passwd")
    (place.folder / "log.jsonl").write_text("nonsense\n")
    run = runs.read(place)
    assert run.reports["step"].unique().sort().to_list() == [20, 60]
    assert [
        words for words in ("log.jsonl", "00000040.parquet", "is a link") if words not in str(run.problems)
    ] == []
    (place.folder / "lineage.json").write_text("{}")
    assert "lineage.json" in str(runs.found()[0].problem)


def test_a_run_is_read_while_it_is_written(home: Home) -> None:
    runs = Runs(home)
    (place,) = runs.found()

    def write() -> None:
        for number in range(4, 40):
            write_report(place.folder, made_report(number))

    writer = Thread(target=write)
    writer.start()
    seen = list[int]()
    while writer.is_alive() or not seen:
        run = runs.read(place)
        assert run.problems == ()
        assert run.reports.group_by("step").len()["len"].min() >= 17  # whole reports
        seen.append(run.reports["step"].max())
    writer.join()
    assert seen == sorted(seen)
    assert runs.read(place).reports["step"].max() == 20 * 39


def test_the_lineages_that_come_with_palaestra_are_shown_only_when_asked_for(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    assert Runs(home).found() == []
    assert [place.name for place in Runs(home, ["shipped"]).found()] == ["first"]
