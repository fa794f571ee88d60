"""The page on ratings: its example is run, and what it should name it names."""

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from ratings.commands import register
from ratings.table import ENTRANT_KEYS

PAGE = (Path(__file__).parents[2] / "docs" / "ratings.md").read_text(encoding="utf-8")


def fenced(language):
    return re.findall(rf"```{language}\n(.*?)```", PAGE, flags=re.DOTALL)


def test_the_worked_example_gives_the_table_that_is_printed(tmp_path):
    app = typer.Typer()
    register(app)
    (tmp_path / "example.csv").write_text(fenced("csv")[0])
    answer = CliRunner().invoke(app, [str(tmp_path / "example.csv"), "--anchor", "Bob"])
    assert answer.exit_code == 0
    assert answer.stdout.startswith(fenced("text")[0])


def test_the_example_in_python_runs():
    scope = {}
    exec(fenced("python")[0], scope)  # noqa: S102 - the code is the page's own
    assert scope["table"]["bob"].rating == 0.0


@pytest.mark.parametrize(
    "key", [*ENTRANT_KEYS, "gradient_norm", "converged", "settings", "warnings", "model"]
)
def test_every_key_of_the_json_is_documented(key):
    assert f"`{key}`" in PAGE


OPTIONS = [
    "a",
    "b",
    "score-a",
    "score-b",
    "winner",
    "outcome",
    "neutral",
    "weight",
    "block",
    "time",
    "model",
    "draws",
    "side",
    "no-side",
    "prior",
    "anchor",
    "json",
]


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_that_changes_the_answer_is_documented(option):
    assert f"--{option}" in PAGE
