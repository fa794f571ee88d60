"""The commands of the draft as a user has them."""

from __future__ import annotations

import json

import polars as pl
import pytest
from typer.testing import CliRunner

from palaestra import app
from probes.draft.results import write_results
from tests.probes.draft.made import simulated

WHOLE = "thorn,falcon,ember,lantern,tempest,mire,bulwark,tabor,anvil,oath"


def run(*arguments: str, code: int = 0, home) -> str:
    result = CliRunner().invoke(app, ["draft", *arguments, "--home", str(home)])
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory):
    """A home with a table of 600 made-up matches and its model."""
    home = tmp_path_factory.mktemp("draft") / "home"
    path = home / "draft" / "blitz-bot-hard.parquet"
    write_results(path, simulated(600, 4)[0])
    text = run("fit", home=home)
    assert "600 matches of blitz, made" in text and (
        "pairs help" in text or "pairs do not surely help" in text
    )
    assert "calibrated" in text and path.with_suffix(".json").exists()
    return home


def test_solve_says_what_to_pick(home) -> None:
    text = run("solve", "thorn,kn", home=home)
    assert "A  Thorn\nB  Knot\n" in text and "B picks:" in text
    answer = json.loads(run("solve", "thorn,kn", "--json", home=home))
    assert answer["turn"] == "B" and len(answer["options"]) == 15
    best = answer["options"][0]
    assert best["rank"] == 1 and best["replies"][0] == best["line"][0]
    other = json.loads(run("solve", "thorn,kn", "--b-first", "--json", home=home))
    assert other["a_wins"]["value"] == pytest.approx(1 - answer["a_wins"]["value"], abs=1e-6)


def test_review_and_bans(home) -> None:
    assert "Thorn" in run("review", WHOLE, home=home)
    steps = json.loads(run("review", WHOLE, "--json", home=home))
    assert [step["number"] for step in steps] == list(range(1, 11))
    answer = json.loads(run("solve", "oath", "--order", "aABBAABBAAB", "--json", home=home))
    assert answer["banned"] == ["Oath"] and len(answer["options"]) == 16


def test_table_and_show(home, tmp_path) -> None:
    rows = json.loads(run("table", "--top", "3", "--json", home=home))
    assert len(rows) == 3 and rows[0]["mean"] >= rows[1]["mean"] >= rows[0]["least"]
    lineup = "thorn,falcon,ember,lantern,tempest"
    (best,) = json.loads(run("table", "--against", lineup, "--top", "1", "--json", home=home))
    assert len(set(best["lineup"]) & {"Thorn", "Falcon", "Ember", "Lantern", "Tempest"}) == 0
    out = tmp_path / "all.parquet"
    run("table", "--top", "1", "--out", str(out), home=home)
    assert pl.scan_parquet(out).select(pl.len()).collect().item() == 4_900_896
    assert "heroes" in json.loads(run("show", "--json", home=home))
    assert "wins in a random lineup" in run("show", home=home)


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("solve", "zed"), "expected a hero"),
        (("solve", "--order", "AB"), "expected 5 picks of A"),
        (("table", "--against", "thorn"), "expected a lineup of 5 heroes, got 1"),
        (("solve", "--table", "none.parquet"), "draft collect plays one"),
        (("fit", "none.parquet"), "expected a Parquet file of drafted matches"),
        (("compare", "best", "greedy"), "expected a drafter, minimax, greedy, random"),
        (("collect", "--variant", "huge"), "has no variant 'huge'"),
    ],
)
def test_what_cannot_be_is_one_line(home, arguments, why) -> None:
    said = run(*arguments, code=1, home=home)
    assert said.startswith("error: ") and said.count("\n") == 1 and why in said


def test_the_cost_is_said_and_nothing_played(home, tmp_path) -> None:
    result = CliRunner().invoke(
        app, ["draft", "collect", "--cost", "--workers", "2", "--out", str(tmp_path / "t.parquet")]
    )
    assert result.exit_code == 0 and result.stdout == ""
    assert (
        result.stderr.startswith("10,000 matches to play, 0 are in ")
        and " with 2 workers on idle cores" in result.stderr
    )
    assert list(tmp_path.iterdir()) == []
