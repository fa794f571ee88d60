"""What the README and the tutorial show is what happens."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.config import Config
from arena.entrants import gather_entrants
from arena.home import Home
from arena.report import LADDER_HEAD

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
TUTORIAL = ROOT / "docs" / "first-night.md"


@dataclass(frozen=True)
class Step:
    """A command that is shown after `$`, and the lines shown below it; a last line `...` stands for the rest."""

    command: tuple[str, ...]
    shown: tuple[str, ...]


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def steps(page: Path) -> list[Step]:
    found = []
    for block in blocks(page, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.splitlines()
            found.append(Step(tuple(command.split()), tuple(shown)))
    return found


def python_files(page: Path) -> dict[str, str]:
    """Files that the reader is told to write: blocks that begin with the file's name."""
    return {block.split("\n")[0].removeprefix("# "): block for block in blocks(page, "python")}


def looks_like(output: str, shown: tuple[str, ...]) -> bool:
    """Whether an output has the shown lines: the same words, numbers but for the last digit, any widths of columns."""
    given = output.splitlines()
    if shown[-1] == "...":
        shown, given = shown[:-1], given[: len(shown) - 1]
    return len(given) == len(shown) and all(map(same_line, given, shown))


def same_line(given: str, shown: str) -> bool:
    number = r"\d+(?:\.\d+)?"
    words = [re.sub(number, "0", " ".join(line.split())) for line in (given, shown)]
    numbers = [[float(one) for one in re.findall(number, line)] for line in (given, shown)]
    return words[0] == words[1] and numbers[0] == pytest.approx(numbers[1], rel=0.01)


def follow(step: Step, folder: Path) -> None:
    """Do what a step says: `cat` stands for writing the file that it shows."""
    program, *arguments = step.command
    if program == "cat":
        (folder / arguments[0]).write_text("\n".join(step.shown) + "\n", encoding="utf-8")
        return
    assert program == "palaestra", step.command
    run = subprocess.run(
        [sys.executable, "-m", "palaestra", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    seen = (run.stdout, run.stderr + run.stdout)  # progress on stderr is a bar that a terminal wipes away
    assert any(looks_like(text, step.shown) for text in seen), seen[1]
    assert run.returncode == 0


@pytest.mark.parametrize("page", [README, TUTORIAL], ids=lambda page: page.name)
def test_the_examples_answer_as_shown(page: Path, tmp_path: Path) -> None:
    assert steps(page)
    for name, text in python_files(page).items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    for step in steps(page):
        follow(step, tmp_path)


@pytest.mark.parametrize("other", ["b 1 [-200, 3]", "a 1 [200, 3]", "a 1 [-200, 4]", "a 1 [-203, 3]", "a 1"])
def test_a_difference_from_what_is_shown_is_noticed(other: str) -> None:
    assert looks_like("a   1 [-201, 3]\nb\nc\n", ("a 1 [-200, 3]", "..."))
    assert not looks_like(f"{other}\nb\n", ("a 1 [-200, 3]", "..."))
    assert not looks_like("a 1 [-200, 3]\nb\n", ("a 1 [-200, 3]",))


def test_the_ladder_that_is_shown_has_the_columns_and_the_entrants_of_a_first_night(tmp_path: Path) -> None:
    head, _, *rows = blocks(README, "text")[0].splitlines()
    assert re.split(r"\s{2,}", head) == [*LADDER_HEAD, "TrueSkill"]
    names = [re.split(r"\s{2,}", row)[1].removesuffix(" (outside core)") for row in rows]
    entrants = gather_entrants(Home(tmp_path), Config().nightly).all
    assert sorted(names) == sorted(entrant.name for entrant in entrants)


def test_the_two_commands_of_the_set_up_are_in_the_makefile() -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    told = re.findall(r"(?:^|`)make (\w+)", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert {"nightly", "test"} <= set(told) <= set(targets)


def test_the_integration_runs_the_readmes_test_command() -> None:
    assert re.search(r"^make test\b", (ROOT / ".ci" / "run").read_text(encoding="utf-8"), re.MULTILINE)
