"""The page on ratings: its example is run, and what it should name it names."""

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from ratings import Settings, rate
from ratings.commands import register
from ratings.table import ENTRANT_KEYS
from tests.ratings.tables import table

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


def test_the_example_of_draws_with_a_parameter_has_the_numbers_of_the_page():
    rows = table(("a", "b", 1.0, 8), ("a", "b", 0.5, 6), ("a", "b", 0.0, 2))
    apart = {}
    for draws in ("half", "davidson", "rao-kupper"):
        answer = rate(rows, Settings(draws=draws, prior=0.0, resamples=0))
        apart[draws] = round(answer["a"].rating - answer["b"].rating)
        shown = {"davidson": "= 1.5.", "rao-kupper": "= 2.65"}.get(draws, "")
        value = answer.settings.get("nu") or answer.settings.get("theta") or 0.0
        assert f"{value:.3g}" in shown or draws == "half"
        assert shown in PAGE
    assert apart == {"half": 137, "davidson": 241, "rao-kupper": 169}
    assert all(f"{points}" in PAGE for points in apart.values())
