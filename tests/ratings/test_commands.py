"""The command: data on stdout, the rest on stderr, exact codes and lines."""

import csv
import io
import json
from types import SimpleNamespace

import pytest
import typer
from typer.testing import CliRunner

from ratings import Settings, rate
from ratings.commands import register, register_bench
from ratings.read import read_results

GAMES = (
    "white,black,result\nann,bob,1-0\nbob,ann,1/2-1/2\nbob,cid,1-0\ncid,ann,0-1\nann,cid,0-1\ncid,bob,1-0\n"
)


@pytest.fixture
def run(tmp_path):
    app = typer.Typer()
    register(app)
    bench = typer.Typer()
    register_bench(bench)
    app.add_typer(bench, name="bench")
    (tmp_path / "games.csv").write_text(GAMES)

    def invoke(*arguments, stdin=None):
        words = [word.replace("GAMES", str(tmp_path / "games.csv")) for word in arguments]
        return CliRunner().invoke(app, words, input=stdin)

    return invoke


def test_json_has_exactly_the_documented_keys(run):
    answer = run("rate", "GAMES", "--resamples", "50", "--json")
    assert answer.exit_code == 0
    table = json.loads(answer.stdout)
    assert list(table) == [
        "model", "settings", "converged", "gradient_norm", "side", "entrants", "warnings", "matches",
    ]  # fmt: skip
    assert list(table["side"]) == ["rating", "low", "high"]
    assert list(table["entrants"][0]) == [
        "name", "rating", "low", "high", "rank_low", "rank_high", "matches", "wins", "draws", "losses", "status",
    ]  # fmt: skip
    assert table["model"] == "bt"
    assert table["converged"] is True
    assert table["matches"] == 6
    assert sorted(e["name"] for e in table["entrants"]) == ["ann", "bob", "cid"]
    assert [e["rating"] for e in table["entrants"]] == sorted(
        (e["rating"] for e in table["entrants"]), reverse=True
    )


def test_it_prints_what_the_library_answers(run, tmp_path):
    answer = run(
        "rate", "GAMES", "--resamples", "50", "--seed", "3", "--anchor", "ann", "--prior", "1", "--json"
    )
    results, _ = read_results(tmp_path / "games.csv")
    expected = rate(results, Settings(resamples=50, seed=3, anchor="ann", prior=1.0)).to_dict()
    assert json.loads(answer.stdout) == json.loads(json.dumps(expected))


def test_what_was_recognised_is_said_on_stderr_alone(run):
    answer = run("rate", "GAMES", "--resamples", "0", "--json")
    assert (
        answer.stderr.splitlines()[0]
        == "columns: 'white' against 'black', outcome 'result', 'white' has the side"
    )
    assert "columns:" not in answer.stdout


def test_csv_has_one_row_an_entrant(run):
    answer = run("rate", "GAMES", "--resamples", "0", "--csv")
    read = list(csv.DictReader(io.StringIO(answer.stdout)))
    assert [row["name"] for row in read] == ["ann", "bob", "cid"] or len(read) == 3
    assert read[0]["matches"] == "4"
    assert read[0]["low"] == ""


def test_the_table_for_people_states_the_prior_and_the_warnings(run):
    answer = run("rate", "GAMES", "--resamples", "50")
    assert "prior 0.5" in answer.stdout and "virtual draws per played pairing" in answer.stdout
    assert "warning: the prior's virtual draws are" in answer.stdout
    assert "side:" in answer.stdout


def test_a_dash_reads_stdin(run):
    answer = run("rate", "-", "--resamples", "0", "--json", stdin=GAMES)
    assert json.loads(answer.stdout)["matches"] == 6


def test_a_closed_stdin_is_one_line(run, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr("ratings.commands.sys", SimpleNamespace(stdin=None))  # what <&- leaves to Python
        answer = run("rate", "-")
    assert answer.exit_code == 1
    assert answer.stderr == (
        "error: expected a CSV on standard input, got a closed one; pipe a table or name a file\n"
    )


def test_columns_can_be_named(run, tmp_path):
    (tmp_path / "games.csv").write_text("w,l,pw,pl\nann,bob,3,1\nbob,ann,2,2\n")
    answer = run(
        "rate",
        "GAMES",
        "--a",
        "w",
        "--b",
        "l",
        "--score-a",
        "pw",
        "--score-b",
        "pl",
        "--resamples",
        "0",
        "--json",
    )
    table = json.loads(answer.stdout)
    assert table["side"] is None
    assert (table["entrants"][0]["name"], table["entrants"][0]["draws"]) == ("ann", 1)
    with_side = run(
        *("rate", "GAMES", "--a", "w", "--b", "l", "--score-a", "pw", "--score-b", "pl", "--side"),
        *("--resamples", "0", "--json"),
    )
    assert json.loads(with_side.stdout)["side"] is not None


def test_the_side_can_be_left_out(run):
    assert json.loads(run("rate", "GAMES", "--no-side", "--resamples", "0", "--json").stdout)["side"] is None


@pytest.mark.parametrize("model", ["trueskill", "elo"])
def test_other_models_answer_in_the_same_shape(run, model):
    table = json.loads(run("rate", "GAMES", "--model", model, "--json").stdout)
    assert table["model"] == model
    assert table["gradient_norm"] is None
    assert len(table["entrants"]) == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("nowhere.csv",), "error: expected a file, nowhere.csv does not exist; check the path"),
        (("GAMES", "--a", "x", "--b", "y"), "error: expected a column 'x', the table has 'white', 'black', 'result'"),
        (("GAMES", "--anchor", "anne"), "got 'anne', which played no match; did you mean 'ann'?"),
        (("GAMES", "--model", "elo", "--draws", "drop"), "a choice of the model 'bt'"),
        (("GAMES", "--prior", "-1"), "error: expected a prior of 0 or more virtual draws per played pairing, got -1"),
        (("GAMES", "--json", "--csv"), "error: expected --json or --csv, got both; choose one"),
    ],
)  # fmt: skip
def test_errors_are_one_line_on_stderr_and_exit_code_one(run, arguments, message):
    answer = run("rate", *arguments)
    assert answer.exit_code == 1
    assert answer.stdout == ""
    errors = [line for line in answer.stderr.splitlines() if line.startswith("error: ")]
    assert len(errors) == 1 and message in errors[0]
    assert "Traceback" not in answer.stderr


def test_a_bad_setting_of_the_benchmark_is_one_line_too(run):
    answer = run("bench", "ratings", "--resamples", "1")
    assert answer.exit_code == 1
    assert answer.stderr == "error: expected 0 or at least 2 resamples, got 1; 300 to 1000 are usual\n"


def test_an_unknown_option_is_exit_code_two(run):
    assert run("rate", "GAMES", "--colour", "red").exit_code == 2


@pytest.mark.parametrize(
    ("option", "known"),
    [
        ("--model", "expected one of bt, trueskill, elo"),
        ("--draws", "expected one of half, davidson, rao-kupper, drop"),
    ],
)
def test_an_unknown_choice_is_exit_code_two_and_names_the_known(run, option, known):
    answer = run("rate", "GAMES", option, "foo")
    assert answer.exit_code == 2
    assert answer.stdout == ""
    text = " ".join(answer.stderr.replace("│", " ").split())
    assert f"{known}, got 'foo'" in text and option in text


def test_help_begins_with_a_sentence_and_has_an_example(run):
    answer = run("rate", "--help")
    assert "Rate the players of any table of results" in answer.stdout
    assert "Example: palaestra rate games.csv" in answer.stdout
    assert (
        "Example: palaestra bench ratings --json"
        in run("bench", "--help").stdout + run("bench", "ratings", "--help").stdout
    )


def test_diagnostics_are_added_when_asked_for(run):
    plain = json.loads(run("rate", "GAMES", "--resamples", "20", "--json").stdout)
    table = json.loads(run("rate", "GAMES", "--resamples", "20", "--json", "--diagnose").stdout)
    assert {key: table[key] for key in plain} == plain
    assert table["diagnostics"]["names"] == [entrant["name"] for entrant in plain["entrants"]]
    text = run("rate", "GAMES", "--resamples", "20", "--diagnose").stdout
    assert "held out: log loss" in text and text.startswith("entrant")
    refused = run("rate", "GAMES", "--csv", "--diagnose")
    assert refused.exit_code == 1 and "diagnostics are text or --json" in refused.stderr


def test_games_in_pgn_are_rated_without_options(run, tmp_path):
    (tmp_path / "games.pgn").write_text('[White "a"]\n[Black "b"]\n[Result "1-0"]\n\n1. e4 1-0\n')
    answer = run("rate", str(tmp_path / "games.pgn"), "--resamples", "0", "--json")
    assert json.loads(answer.stdout)["matches"] == 1
    assert "outcome 'Result', 'White' has the side" in answer.stderr
