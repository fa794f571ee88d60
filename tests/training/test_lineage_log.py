"""A lineage's log outlives its writers."""

from __future__ import annotations

import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from training.errors import LineageError
from training.lineage_log import LOG, append_change, read_log


def add(folder: Path, step: int, why: str = "it helps") -> None:
    append_change(
        folder, step=step, agent_steps=100 * step, subject="reward", what="spirit 0.3 to 1", why=why
    )


def test_lines_come_back_in_order(tmp_path: Path) -> None:
    assert read_log(tmp_path) == []
    when = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
    made = append_change(
        tmp_path, step=3, agent_steps=9, subject="model", what="wider ×2", why="plateau", at=when
    )
    add(tmp_path, 4)
    first, second = read_log(tmp_path)
    assert first == made
    assert (first.at, first.what, second.step) == ("2026-11-30T12:00:00+00:00", "wider ×2", 4)


@pytest.mark.parametrize("torn", [b"{", b'{"at": "2026', b"\x00" * 9000, b"x" * 4096])
def test_a_torn_last_line_is_passed_over_and_mended(tmp_path: Path, torn: bytes) -> None:
    add(tmp_path, 1)
    add(tmp_path, 2)
    with (tmp_path / LOG).open("ab") as file:
        file.write(torn)
    assert [change.step for change in read_log(tmp_path)] == [1, 2]
    add(tmp_path, 3)
    assert [change.step for change in read_log(tmp_path)] == [1, 2, 3]
    assert (tmp_path / LOG).read_bytes().count(b"\n") == 3


def test_a_log_that_is_torn_from_its_beginning_begins_again(tmp_path: Path) -> None:
    (tmp_path / LOG).write_bytes(b'{"at"')
    add(tmp_path, 1)
    assert [change.step for change in read_log(tmp_path)] == [1]


def test_a_torn_line_of_any_length_is_mended(tmp_path: Path) -> None:
    add(tmp_path, 1)
    add(tmp_path, 2)
    content = (tmp_path / LOG).read_bytes()
    first = content.index(b"\n") + 1
    for cut in range(first, len(content)):
        (tmp_path / LOG).write_bytes(content[:cut])
        assert [change.step for change in read_log(tmp_path)] == [1]
    add(tmp_path, 3)
    assert [change.step for change in read_log(tmp_path)] == [1, 3]


WRITER = """
import sys
from pathlib import Path
from training.lineage_log import append_change
step = int(sys.argv[2])
while True:
    append_change(Path(sys.argv[1]), step=step, agent_steps=0, subject="task", what="w" * 50, why="y" * 200)
    print(step, flush=True)
    step += 1
"""


def test_no_line_that_was_written_is_lost_when_its_writer_is_killed(tmp_path: Path) -> None:
    told = 0
    for _ in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), str(told + 1)], stdout=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.01)
            process.kill()
            told = int(process.stdout.read().split()[-1])
        steps = [change.step for change in read_log(tmp_path)]
        assert steps == list(range(1, len(steps) + 1))
        assert len(steps) in (told, told + 1), "one may be written that was not told"
        told = len(steps)


@pytest.mark.parametrize("line", ["not json", '{"at": 1}', "[]", "\x00\x00"])
def test_a_damaged_line_before_the_last_is_named(tmp_path: Path, line: str) -> None:
    add(tmp_path, 1)
    with (tmp_path / LOG).open("a") as file:
        file.write(line + "\n")
    add(tmp_path, 2)
    with pytest.raises(LineageError, match=r"log.jsonl, line 2.*mend that line") as raised:
        read_log(tmp_path)
    assert "\n" not in str(raised.value)


def test_a_change_says_what_why_and_of_which_kind(tmp_path: Path) -> None:
    for wrong in ({"subject": "weather"}, {"why": ""}, {"what": "two\nlines"}, {"step": -1}):
        change = {"step": 1, "agent_steps": 1, "subject": "task", "what": "a", "why": "b", **wrong}
        with pytest.raises(LineageError, match=f"this cannot stand in a log: '{next(iter(wrong))}'"):
            append_change(tmp_path, **change)
    assert not (tmp_path / LOG).exists()
