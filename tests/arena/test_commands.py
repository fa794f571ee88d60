"""The arena's commands as a user has them: output, errors, exit codes."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.games import moba
from arena.home import Home
from arena.lock import writing

TOURNAMENT = (
    "tournament",
    "spring",
    "bot:easy",
    "random",
    "--variant",
    "duel",
    "--blocks",
    "1",
    "--resamples",
    "20",
)


def palaestra(*arguments: str, home: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PALAESTRA_HOME": str(home), **more}
    return subprocess.run(
        [sys.executable, "-m", "palaestra", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


def refused(run: subprocess.CompletedProcess[str], message: str) -> None:
    """A known error: exit code 1, nothing on stdout, one line on stderr."""
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("error: ")
    assert run.stderr.count("\n") == 1
    assert message in run.stderr


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with a tournament, made by the command."""
    home = tmp_path_factory.mktemp("commands") / "home"
    run = palaestra(*TOURNAMENT, "--json", home=home)
    assert run.returncode == 0, run.stderr
    table = json.loads(run.stdout)
    assert {line["name"] for line in table["entrants"]} == {"bot:easy", "random"}
    assert table["matches"] == 4
    return home


def test_a_tournament_prints_its_ladder_again_and_plays_nothing(home: Path) -> None:
    run = palaestra(*TOURNAMENT, home=home)
    assert run.returncode == 0
    assert run.stdout.splitlines()[0].split() == [
        "rank",
        "name",
        "rating",
        "95",
        "%",
        "interval",
        "matches",
        "W/D/L",
        "TrueSkill",
    ]
    database = run.stdout.splitlines()[-1].partition("database:")[2].strip()
    assert Path(database).is_file()
    assert "playing (0 to do)" in run.stderr


def test_a_stored_tournament_goes_on_by_its_name(home: Path) -> None:
    run = palaestra("tournament", "spring", "--json", home=home)
    assert json.loads(run.stdout)["matches"] == 4


def test_a_gauntlet_leaves_references_to_themselves(tmp_path: Path) -> None:
    run = palaestra(
        "tournament", "new", "bot:easy", "--against", "idle", "--against", "random", "--variant", "duel", "--blocks", "1",
        "--limit-s", "5", "--resamples", "20", "--json", home=tmp_path,
    )  # fmt: skip
    assert {line["name"]: line["matches"] for line in json.loads(run.stdout)["entrants"]} == {
        "bot:easy": 8,
        "idle": 4,
        "random": 4,
    }


def test_the_last_published_ladder_is_what_the_tournament_printed(home: Path) -> None:
    bt = palaestra("ladder", "--json", home=home)
    assert json.loads(bt.stdout)["model"] == "bt"
    assert palaestra("ladder", "spring", "--json", home=home).stdout == bt.stdout
    assert (
        json.loads(palaestra("ladder", "--model", "trueskill", "--json", home=home).stdout)["model"]
        == "trueskill"
    )
    assert palaestra("ladder", "--variant", "duel", "--json", home=home).stdout == bt.stdout
    heading, head, *_ = palaestra("ladder", home=home).stdout.splitlines()
    assert heading.startswith(f"ladder 'spring', variant duel, rules {moba.rules_hash()} (contract ")
    assert "rank  name" in head


def test_some_matches_are_played_and_summed_up(tmp_path: Path) -> None:
    arguments = ("play", "bot:easy", "bot:easy", "--variant", "duel", "--blocks", "1", "--limit-s", "5")
    run = palaestra(*arguments, "--json", home=tmp_path)
    summary = json.loads(run.stdout)
    assert (summary["first"], summary["second"], summary["matches"]) == ("bot:easy (1)", "bot:easy (2)", 4)
    assert palaestra(*arguments, home=tmp_path).stdout.startswith("4 matches\nbot:easy (1) won: ")
    assert list(tmp_path.iterdir()) == []


def test_two_players_are_summed_up_in_the_order_in_which_they_were_named(tmp_path: Path) -> None:
    arguments = ("--variant", "duel", "--blocks", "1", "--limit-s", "5", "--json")
    ways = [("random", "idle"), ("idle", "random")]
    one, other = (json.loads(palaestra("play", *way, *arguments, home=tmp_path).stdout) for way in ways)
    assert [(found["first"], found["second"]) for found in (one, other)] == ways
    assert (one["first_wins"], one["second_wins"]) == (other["second_wins"], other["first_wins"])


@pytest.mark.parametrize("command", ["nightly", "play", "tournament", "ladder"])
def test_help_names_every_variant(tmp_path: Path, command: str) -> None:
    text = palaestra(command, "--help", home=tmp_path, COLUMNS="200", NO_COLOR="1").stdout
    (line,) = (line for line in text.partition("Options")[2].splitlines() if "--variant" in line)
    assert [name for name in moba.VARIANTS if name not in line] == []


@pytest.mark.parametrize(("newest", "code"), [("bot:easy", 3), ("bot:hard", 0)])
def test_a_night_ends_with_3_where_a_version_stands_below_the_one_before(
    tmp_path: Path, newest: str, code: int
) -> None:
    tmp_path.joinpath("palaestra.toml").write_text(
        f'[nightly]\nentrants = ["bot:easy", "bot:medium", "mine/1={"bot:hard" if code else "bot:medium"}", "mine/2={newest}"]\n'
        'variant = "duel"\nminutes = 9\nrounds = 1\nworkers = 1\nlineages = []\n[ratings]\nresamples = 100\n'
    )
    run = palaestra("nightly", "--json", home=tmp_path)
    assert run.returncode == code, run.stderr
    report = json.loads((tmp_path / "published" / "night-000001.json").read_text())
    assert report["exit_code"] == code == json.loads(run.stdout)["exit_code"]
    assert report["compared"]["checkpoints"] == 1
    assert [(one["name"], one["against"]) for one in report["regressions"]] == (
        [("mine/2", "mine/1")] if code else []
    )
    said = "mine/2 stands " if code else "Nothing failed, nobody fell."
    assert said in (tmp_path / "published" / "night-000001.html").read_text()


def test_a_night_prints_its_ladder_and_where_everything_is(tmp_path: Path) -> None:
    tmp_path.joinpath("palaestra.toml").write_text(
        '[nightly]\nentrants = ["idle", "random"]\nrounds = 1\n[ratings]\nresamples = 20\n'
    )
    arguments = ("nightly", "--variant", "duel", "--workers", "1")
    run = palaestra(*arguments, home=tmp_path)
    assert run.returncode == 0, run.stderr
    places = dict(line.split(":", 1) for line in run.stdout.splitlines()[-5:])
    assert places.pop("look at it").strip() == f"palaestra dashboard --home {shlex.quote(str(tmp_path))}"
    assert {name: Path(place.strip()).exists() for name, place in places.items()} == dict.fromkeys(
        ("database", "report", "configuration", "actions"), True
    )
    assert "loading the game" in run.stderr
    again = palaestra(*arguments, "--json", home=tmp_path)
    night = json.loads(again.stdout)
    assert set(night) == {
        "ladder", "trueskill", "matches", "rounds", "elapsed_s", "problems", "notes", "regressions", "exit_code", "places",
    }  # fmt: skip
    assert night["ladder"]["matches"] > night["matches"] > 0


def test_a_prune_is_listed_then_done(home: Path) -> None:
    left = home / "streams" / "ab" / f"ab{'0' * 62}.npz"
    left.parent.mkdir(exist_ok=True)
    left.write_bytes(b"of a batch that was killed")
    listed = palaestra("prune", "--dry-run", home=home)
    assert listed.stdout == f"actions  {left}\nwould delete 1 file, 0.0 MB\n"
    assert left.exists()
    done = json.loads(palaestra("prune", "--json", home=home).stdout)
    assert done == {
        "files": [{"kind": "actions", "path": str(left), "bytes": 26}], "bytes": 26, "matches_forgotten": 0, "failed": [],
    }  # fmt: skip
    assert not left.exists()
    refused(palaestra("prune", home=home / "other"), "nothing is stored under")
    assert not (home / "other").exists()


def test_a_second_writer_is_refused_by_the_first_s_number(tmp_path: Path) -> None:
    with writing(Home(tmp_path)):
        refused(
            palaestra(*TOURNAMENT, home=tmp_path),
            f"is being written by process {os.getpid()}: wait until it ends",
        )
        refused(palaestra("nightly", home=tmp_path), f"is being written by process {os.getpid()}")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("ladder",), "nothing is published under"),
        (("play", "idle", "bot:great"), "no player is called 'bot:great': the known ones are idle, random"),
        (
            ("play", "idle", "random", "--variant", "chess"),
            "no variant 'chess': the known ones are full, blitz, duel, skirmish",
        ),
        (
            ("play", "idle", "random", "--start", "late"),
            "expected a start of blitz, one of fresh, midgame, siege; got 'late'",
        ),
        (
            ("play", "idle", "random", "--randomise", "luck=1"),
            "expected a randomisation as none, mild, wide, or as NAME=",
        ),
        (("play", "idle", "random", "--limit-s", "-1"), "positive number of seconds, at most 7200, got -1"),
        (("tournament", "", "idle", "random"), "have names, got ''"),
        (("tournament", "x", "idle"), "at least 2 entrants, got 1"),
        (("tournament", "x", "idle", "idle"), "entrant 'idle' stands twice"),
        (("tournament", "x", "idle", "random", "--scoring", "foo"), "no scoring rule is called 'foo'"),
        (
            ("tournament", "x", "idle", "random", "--resamples", "1"),
            "expected 0 or at least 2 resamples, got 1",
        ),
        (("tournament", "nothing"), "no tournament 'nothing' is stored"),
        (("nightly", "--config", "nothing.toml"), "cannot read the configuration nothing.toml"),
        (("nightly", "--minutes", "-1"), "'nightly.minutes' input should be greater than 0, got -1"),
        (("nightly", "--variant", "chess"), "no variant 'chess'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_what_a_user_can_mend_is_one_line(tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    refused(palaestra(*arguments, home=tmp_path / "home"), message)
    assert list(tmp_path.iterdir()) == [], "nothing was made for what cannot be done"


def test_a_changed_tournament_is_refused(home: Path) -> None:
    refused(
        palaestra(*TOURNAMENT, "--seed", "5", home=home),
        "already holds a plan 'spring' that differs in seed, blocks",
    )


def test_a_ladder_that_is_not_there_is_named(home: Path) -> None:
    refused(palaestra("ladder", "autumn", home=home), "no fit of ladder 'autumn'")
    refused(palaestra("ladder", "--model", "elo", home=home), "models bt, trueskill")
    refused(palaestra("ladder", "--variant", "full", home=home), "ladders are spring (duel)")


@pytest.mark.parametrize(
    "arguments", [("play", "idle"), ("nightly", "--colour"), ("play", "a", "b", "--blocks", "0"), ("dance",)]
)
def test_a_wrong_command_line_is_exit_code_2(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    run = palaestra(*arguments, home=tmp_path)
    assert (run.returncode, run.stdout) == (2, "")


def test_ctrl_c_is_one_line_and_what_was_finished_is_kept(tmp_path: Path) -> None:
    command = [
        sys.executable, "-m", "palaestra", "tournament", "long", "idle", "random", "--variant", "duel", "--blocks", "200",
        "--batch-blocks", "1", "--home", str(tmp_path),
    ]  # fmt: skip
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        end = time.monotonic() + 60
        while not list((tmp_path / "streams").rglob("*.npz")):
            assert process.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert errors.splitlines()[-1] == "stopped: what was finished is kept, the same command continues"
    assert "Traceback" not in errors
    assert (process.returncode, output) == (130, "")
