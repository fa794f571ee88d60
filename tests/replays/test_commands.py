"""The commands of replays as a user has them: output, errors, exit codes."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from typer.testing import CliRunner

from arena.home import Home
from arena.schema import MATCH_RESULT
from arena.snapshots import latest_snapshot
from palaestra import app
from tests.replays.made import alter


class Run(NamedTuple):
    """What a command did."""

    returncode: int
    stdout: str
    stderr: str


def palaestra(*arguments: str, home: Path, cwd: Path | None = None) -> Run:
    """The command, in this process: the game is loaded once for all."""
    before = Path.cwd()
    try:
        os.chdir(cwd or before)
        done = CliRunner().invoke(app, ["replay", *arguments], env={"PALAESTRA_HOME": str(home)})
    finally:
        os.chdir(before)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Run(done.exit_code, done.stdout, done.stderr)


def refused(run: Run, message: str) -> None:
    """A known error: exit code 1, nothing on stdout, one line on stderr."""
    assert (run.returncode, run.stdout) == (1, "")
    assert run.stderr.startswith("error: ") and run.stderr.count("\n") == 1
    assert message in run.stderr


@pytest.fixture(scope="module")
def listed(home: Home) -> list[dict[str, object]]:
    return list(json.loads(palaestra("list", "--last", "0", "--json", home=home.root).stdout))


def test_a_list_is_a_table_json_or_csv(home: Home, listed: list[dict[str, object]]) -> None:
    assert len(listed) == 12
    newest = palaestra("list", "--last", "2", home=home.root).stdout.splitlines()
    assert [line.split()[0] for line in newest[2:]] == [str(match["match_id"]) for match in listed[-2:]]
    rows = csv.DictReader(io.StringIO(palaestra("list", "--csv", "--entrant", "idle", home=home.root).stdout))
    assert [int(row["match_id"]) for row in rows] == [
        m["match_id"] for m in listed if "idle" in (m["west"], m["east"])
    ]
    none = palaestra("list", "--run", "autumn", home=home.root)
    assert (none.returncode, len(none.stdout.splitlines())) == (0, 2)


def test_a_match_is_shown_as_a_page_and_pictures(
    home: Home, listed: list[dict[str, object]], tmp_path: Path
) -> None:
    number = str(listed[0]["match_id"])
    run = palaestra("show", number, home=home.root, cwd=tmp_path)
    assert (run.returncode, run.stdout) == (0, f"replay-{number}.html\n")
    assert (tmp_path / f"replay-{number}.html").read_text().startswith("<!doctype html>")
    run = palaestra(
        "show", number, "--snapshots", "2", "--at", "0:05", "--fog", "west", home=home.root, cwd=tmp_path
    )
    assert run.returncode == 0, run.stderr
    assert max(one.name for one in (tmp_path / f"replay-{number}").iterdir()) == "sheet.svg"
    assert len(run.stdout.splitlines()) == 4


def test_events_and_series_are_printed(home: Home, listed: list[dict[str, object]], tmp_path: Path) -> None:
    number = str(listed[0]["match_id"])
    events = json.loads(palaestra("show", number, "--json", "events", home=home.root, cwd=tmp_path).stdout)
    assert events[-1]["kind"] == "end" and events[-1]["tick"] == listed[0]["ticks"]
    series = json.loads(palaestra("show", number, "--json", "series", home=home.root, cwd=tmp_path).stdout)
    assert series["west_net_worth"][-1] == listed[0]["west_net_worth"]
    assert list(tmp_path.iterdir()) == []


def test_a_match_is_watched_and_nothing_stored(tmp_path: Path) -> None:
    out = tmp_path / "match.html"
    run = palaestra(
        "watch", "--variant", "duel", "--west", "bot:easy", "--east", "idle", "--seed", "7", "--limit-s", "10",
        "--out", str(out), home=tmp_path / "home",
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (0, f"{out}\n"), run.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["match.html"]


def test_all_is_verified(home: Home) -> None:
    run = palaestra("verify", "--all", "--workers", "1", home=home.root)
    assert (run.returncode, run.stdout) == (0, "12 matches played again: 12 as stored, 0 not\n"), run.stderr
    assert "playing again" in run.stderr


def test_damaged_actions_are_named_and_the_others_verified(copied_home: Home) -> None:
    path = next(copied_home.streams.rglob("*.npz"))
    path.unlink()
    run = palaestra("verify", "--all", "--workers", "1", "--json", home=copied_home.root)
    bad = [verdict for verdict in json.loads(run.stdout) if not verdict["good"]]
    assert run.returncode == 1 and 0 < len(bad) < 12
    assert all(f"cannot read {path}" in verdict["reason"] for verdict in bad)
    lines = [line for line in run.stderr.splitlines() if line.startswith("error: ")]
    assert lines == [f"error: {verdict['reason']}" for verdict in bad]


def test_named_matches_are_verified_alone(home: Home, listed: list[dict[str, object]]) -> None:
    run = palaestra("verify", str(listed[3]["match_id"]), "--workers", "1", home=home.root)
    assert (run.returncode, run.stdout) == (0, "1 match played again: 1 as stored, 0 not\n")


VOID = (
    f"UPDATE matches SET status = 'void', reason = 'x', {', '.join(f'{c.name} = NULL' for c in MATCH_RESULT)}"
)


def gone(home: Home) -> None:
    for path in home.streams.rglob("*.npz"):
        path.unlink()


def cut_short(home: Home) -> None:
    for path in home.streams.rglob("*.npz"):
        path.write_bytes(path.read_bytes()[:-9])


@pytest.mark.parametrize(
    ("damage", "says", "left_out"),
    [
        (f"{VOID} WHERE match_id = ", "is void, and was not played again (x): name one", "1 void"),
        (
            "UPDATE matches SET rules_hash = '0123456789abcdef' WHERE match_id = ",
            "was played under rules 0123456789abcdef, the installed game has", "1 of other rules",
        ),
        ("DELETE FROM action_streams WHERE match_id = ", "has no stored actions: restore", None),
        ("UPDATE action_streams SET file = 'ab' WHERE match_id = ", "cannot read", None),
        ("UPDATE action_streams SET decisions = 7 WHERE match_id = ", "expected actions of shape (7, 10, 4)", None),
        ("UPDATE matches SET west_lineup = [99] WHERE match_id = ", "cannot have been played as it is stored", None),
        ("UPDATE matches SET variant = 'chess' WHERE match_id = ", "cannot have been played as it is stored", None),
        ("DELETE FROM match_heroes WHERE match_id = ", "differs: match_heroes seat 0: not stored", None),
        (gone, "cannot read", None),
        (cut_short, "does not have the content its name promises", None),
    ],
)  # fmt: skip
def test_a_named_match_that_cannot_be_verified_is_one_line_and_exit_code_1(
    copied_home: Home,
    listed: list[dict[str, object]],
    damage: str | Callable[[Home], None],
    says: str,
    left_out: str | None,
) -> None:
    """Asked of all, what is not to come again is left out, and what is damaged is named; the others are verified."""
    number = str(listed[3]["match_id"])
    if callable(damage):
        damage(copied_home)
    else:
        alter(copied_home, damage + number)
    run = palaestra("verify", number, "--workers", "1", home=copied_home.root)
    lines = [line for line in run.stderr.splitlines() if line.startswith("error: ")]
    assert run.returncode == 1 and len(lines) == 1
    assert f"match {number}" in lines[0] and says in lines[0]
    run = palaestra("verify", "--all", "--workers", "1", home=copied_home.root)
    if left_out:
        assert (run.returncode, run.stdout) == (0, "11 matches played again: 11 as stored, 0 not\n")
        assert f"left out: 1 match, {left_out}\n" in run.stderr
    else:
        assert run.returncode == 1 and lines[0] in run.stderr and "left out" not in run.stderr
        assert callable(damage) or "11 as stored" in run.stdout


def test_a_void_match_named_beside_a_good_one_is_counted_apart(
    copied_home: Home, listed: list[dict[str, object]]
) -> None:
    numbers = [str(match["match_id"]) for match in listed[:2]]
    alter(copied_home, f"{VOID} WHERE match_id = {numbers[0]}")
    run = palaestra("verify", *numbers, "--workers", "1", home=copied_home.root)
    assert run.returncode == 1
    assert run.stdout == "1 match played again: 1 as stored, 0 not; 1 match not played again\n"
    run = palaestra("verify", *numbers, "--workers", "1", "--json", home=copied_home.root)
    verdicts = {verdict["match_id"]: verdict for verdict in json.loads(run.stdout)}
    assert [verdicts[int(number)]["played"] for number in numbers] == [False, True]


def cut_to(share: float) -> Callable[[Home], None]:
    def cut(home: Home) -> None:
        path = latest_snapshot(home).path
        path.write_bytes(path.read_bytes()[: int(share * path.stat().st_size)])

    return cut


def blanked(home: Home) -> None:
    path = latest_snapshot(home).path
    half = path.stat().st_size // 2
    path.write_bytes(path.read_bytes()[:half] + bytes(half))


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda home: latest_snapshot(home).path.unlink(), "is missing, which is named as the newest snapshot"),
        (cut_to(0.0), "as a DuckDB database"),
        (cut_to(0.001), "as a DuckDB database"),
        (cut_to(0.5), "the file is damaged"),
        (blanked, "the file is damaged"),
        (lambda home: alter(home, "DROP TABLE action_streams"), "the file is damaged"),
        (lambda home: alter(home, "DELETE FROM runs"), "expected a record of run 1"),
        (lambda home: alter(home, """UPDATE runs SET plan = '{"limit'"""), "cannot read the plan (JSONDecodeError)"),
        (lambda home: (home.published / "latest.json").write_text('{"num'), "cannot read"),
    ],
)  # fmt: skip
def test_a_store_that_is_only_partly_there_is_one_line(
    copied_home: Home,
    listed: list[dict[str, object]],
    tmp_path: Path,
    damage: Callable[[Home], object],
    says: str,
) -> None:
    damage(copied_home)
    number = str(listed[0]["match_id"])
    for arguments in (("verify", number), ("verify", "--all"), ("list",), ("show", number)):
        refused(palaestra(*arguments, home=copied_home.root, cwd=tmp_path), says)


def test_a_verification_of_nothing_is_a_wrong_command_line(home: Home) -> None:
    run = palaestra("verify", home=home.root)
    assert run.returncode == 2
    assert "expected numbers of matches, or --all" in run.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("show", "7"), "expected a match that is stored and published, got 7"),
        (("verify", "7"), "expected a match that is stored and published, got 7"),
        (("watch", "--west", "bot:great"), "no player is called 'bot:great'"),
        (("watch", "--variant", "chess"), "no variant 'chess'"),
    ],
)
def test_what_cannot_be_is_one_line(
    home: Home, tmp_path: Path, arguments: tuple[str, ...], message: str
) -> None:
    refused(palaestra(*arguments, home=home.root, cwd=tmp_path), message)
    assert list(tmp_path.iterdir()) == []


def test_a_home_without_matches_is_one_line(tmp_path: Path) -> None:
    refused(palaestra("list", home=tmp_path), "nothing is published under")
