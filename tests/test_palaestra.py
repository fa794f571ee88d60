"""The command line as a whole."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

REPLAY = tuple(f"replay {name}" for name in ("list", "show", "verify", "watch"))
COMMANDS = (
    "nightly",
    "play",
    "tournament",
    "adaptive",
    "sprt",
    "scorings",
    "ladder",
    "dashboard",
    "rate",
    "doctor",
    "train",
    "bench sim",
    "bench ratings",
    "bench balance",
    "bench train",
    "compare-rules",
    "checkpoint show",
    "checkpoint list",
    *REPLAY,
)


def palaestra(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "COLUMNS": "120", "NO_COLOR": "1", **more}
    return subprocess.run(
        [sys.executable, "-m", "palaestra", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_help_names_every_command() -> None:
    run = palaestra("--help")
    assert run.returncode == 0
    for command in COMMANDS:
        assert command.split()[0] in run.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_an_example(command: str) -> None:
    run = palaestra(*command.split(), "--help")
    assert run.returncode == 0
    text = " ".join(re.sub(r"[^\w\s.:*/=-]", " ", run.stdout).split())
    assert f"Example: palaestra {command}" in text


def test_help_loads_nothing_heavy_and_answers_at_once() -> None:
    code = (
        "import sys, palaestra; "
        "print(sorted({'numba', 'polars', 'duckdb', 'scipy', 'pydantic', 'torch', 'dash', 'flask', 'plotly'} & set(sys.modules)))"
    )
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"
    assert min(seconds_of_help() for _ in range(3)) < 0.5


def seconds_of_help() -> float:
    """Processor time of a process that prints the help: what a busy machine does not stretch."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    palaestra("--help")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def test_no_command_shows_the_help() -> None:
    run = palaestra()
    assert "nightly" in run.stdout + run.stderr


def test_an_unknown_command_is_exit_code_2() -> None:
    run = palaestra("dance")
    assert run.returncode == 2
    assert "dance" in run.stderr


def test_a_path_that_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    run = palaestra("tournament", "x", "idle", "random", "--home", str(tmp_path / "file" / "home"))
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith(f"error: {tmp_path / 'file' / 'home'}: Not a directory")
    assert run.stderr.count("\n") == 1


def test_the_doctor_finds_this_machine_well(tmp_path: Path) -> None:
    run = palaestra("doctor", "--json", "--home", str(tmp_path))
    assert run.returncode == 0, run.stdout
    assert all(finding["good"] for finding in json.loads(run.stdout))


def test_an_output_that_is_full_is_one_line(tmp_path: Path) -> None:
    command = f"{sys.executable} -m palaestra doctor --json --home {tmp_path} > /dev/full"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert run.stderr == "error: the output: No space left on device: make room and run again\n"


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    command = f"{sys.executable} -m palaestra doctor --home {tmp_path} | true"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert run.stderr == ""
