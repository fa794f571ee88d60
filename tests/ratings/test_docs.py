"""The page on ratings: its example is run, and what it should name it names."""

import re
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from ratings import Settings, diagnose, rate
from ratings.commands import register
from ratings.counts import count_matches
from ratings.cycles import nash_average
from ratings.table import ENTRANT_KEYS
from ratings.trueskill import BETA
from ratings.trueskill_free import Sites, pass_messages
from tests.ratings.tables import table


def page_of(name):
    return (Path(__file__).parents[2] / "docs" / f"{name}.md").read_text(encoding="utf-8")


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
        page = page_of("ratings-draws")
        shown = {"davidson": "= 1.5.", "rao-kupper": "= 2.65"}.get(draws, "")
        value = answer.settings.get("nu") or answer.settings.get("theta") or 0.0
        assert f"{value:.3g}" in shown or draws == "half"
        assert shown in page
    assert apart == {"half": 137, "davidson": 241, "rao-kupper": 169}
    assert all(f"{points}" in page for points in apart.values())


def test_the_example_of_trueskill_has_the_numbers_of_the_page():
    page = page_of("ratings-trueskill")
    assert f"= {BETA:.2f}" in page
    for score, shown in ((1.0, ("29.396", "20.604", "7.171")), (0.5, ("25 ±", "6.458"))):
        belief = pass_messages(
            Sites.of(count_matches(table(("a", "b", score, 1)))),
            np.full(2, 25.0),
            np.full(2, np.hypot(25 / 3, 25 / 300)),
            beta=25 / 6,
            draw_probability=0.1,
        )
        numbers = [*belief.mean, *np.sqrt(belief.covariance.diagonal())]
        for text in shown:
            assert text in page
            assert any(abs(float(text.split()[0]) - number) < 6e-4 for number in numbers)


def test_the_example_of_elo_has_the_numbers_of_the_page():
    answer = rate(table(("a", "b", 1.0, 2)), Settings(model="elo"))
    assert [f"{e.rating:.2f}" for e in answer.entrants] == ["1519.42", "1480.58"]
    assert "1519.42 against 1480.58" in page_of("ratings-elo")


def test_the_examples_of_diagnostics_have_the_numbers_of_the_page():
    page = page_of("ratings-diagnostics")
    rows = [(a, b, s, n) for a, b in ("ab", "bc", "ca") for s, n in ((1.0, 70), (0.0, 30))]
    found = diagnose(table(*rows), Settings(resamples=0))
    assert f"share is {found.transitivity.share:.0%}".replace("%", " %") in page
    assert f"certain by {found.cycles[0][3]:.1f} standard errors" in page
    cycle = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]]) + 0.2 * np.array(
        [[0.0, 1, 2], [-1, 0, 1], [-2, -1, 0]]
    )
    weights = ", ".join(f"{weight:.1f}" for weight in nash_average(cycle)[0])
    assert f"weights are {weights}" in " ".join(page.split())
    assert all(
        f"`{field}`" in page or f"`{field}." in page
        for field in found.to_dict()
        if field not in ("names", "drawn")
    )
