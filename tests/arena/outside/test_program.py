"""Programs on a ladder: sound ones play, wrong ones are set aside in one line, and no one else notices."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arena.errors import UnknownPlayer
from arena.games import moba
from arena.outside.errors import ProgramFailed
from arena.outside.limits import ANSWER, START, Limits
from arena.outside.program import ProgramPlayer, split
from arena.play import play_batch
from arena.rows import BatchResult
from arena.specs import batch_spec
from arena.streams import unpack_stream
from tests.arena.made import made_plan
from tests.arena.outside.test_guard import PROGRAMS
from tests.arena.test_commands import palaestra

EXAMPLE = Path(__file__).parents[3] / "docs" / "program_example.py"


def program(name: str) -> str:
    return f"program:{sys.executable} {PROGRAMS} {name}"


def played(*players: str, limit_s: float = 3.0) -> BatchResult:
    plan = made_plan(players=players, blocks=1, batch_blocks=100)
    return play_batch(batch_spec(replace(plan, limit_s=limit_s), 1, 0, {}))


def rows(result: BatchResult) -> dict[tuple[int, int], tuple[object, ...]]:
    """What is stored of each match but its entrants, by its seed and slot."""
    names = [name for name in result.matches if name not in ("match_id", "block_id", "west", "east")]
    found = zip(*(result.matches[name] for name in names), strict=True)
    return dict(zip(zip(result.matches["seed"], result.matches["slot"], strict=True), found, strict=True))


@pytest.mark.parametrize("name", ["holds", "raw", "old"])
def test_a_program_that_holds_plays_as_one_that_is_idle(name: str) -> None:
    result = played(f"mine={program(name)}", "bot:easy")
    assert result.failures == {}
    idle = played("mine=idle", "bot:easy")
    assert rows(result) == rows(idle)


@pytest.mark.parametrize("name", ["places", "raw_places"])
def test_every_hero_gets_its_own_answer(name: str) -> None:
    result = played(f"mine={program(name)}", "idle", limit_s=1.0)
    for place, match in enumerate(result.spec.matches):
        hero = 0 if match.west == "mine" else 5
        actions = unpack_stream(result.streams, str(match.match_id))
        assert actions[:, hero].tolist() == [[1, 0, 10 * place + hero, 0]] * 8


WRONG = {
    "exits": "ended with exit code 3; its last words: 'ValueError: no plan', at decision 2",
    "killed": "was ended by SIGKILL, at decision 2",
    "sleeps": "did not answer within 0.4 s, at decision 2",
    "closes": "closed its standard input or output, at decision 2",
    "prints": "wrote what is no line of JSON, and nothing else belongs on its standard output: 'now I attack', at",
    "adds": "'now I attack'",
    "text": r"answered shape \(\), expected \(4, 4\), at decision 2",
    "ragged": "answered actions that are no table of numbers: .*, at decision 2",
    "short": r"answered shape \(1, 4\), expected \(4, 4\), at decision 2",
    "outside": "answered 99 for kind, expected 0 to 11, at decision 2",
    "nan": "answered float64 with non-finite numbers, expected integers, at decision 2",
    "miscounts": "expected 64 bytes for 4 rows of 4 int32, at decision 0",
}


def test_a_program_that_fails_is_set_aside_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ANSWER, "0.4")
    result = played(*(f"{name}={program(name)}" for name in ("exits", "sleeps")), "bot:easy", "idle")
    assert sorted(result.failures) == ["exits", "sleeps"]
    pairs = zip(result.matches["west"], result.matches["east"], result.matches["status"], strict=True)
    assert {frozenset(pair) for *pair, status in pairs if status == "played"} == {
        frozenset(("bot:easy", "idle"))
    }


@pytest.mark.parametrize("name", list(WRONG))
def test_each_wrong_is_one_line_that_says_what_it_was(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ANSWER, "0.4")
    result = played(f"mine={program(name)}", "idle", limit_s=1.0)
    assert re.search(WRONG[name], result.failures["mine"]), result.failures
    assert "\n" not in result.failures["mine"]
    assert set(result.matches["status"]) == {"void"}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("silent", "did not answer within 0.4 s"),
        ("endless", "answered with more than 4096 bytes and no end of a line: 'xxx"),
        ("other", 'wrote what is no message of type ready: \'{"type": "hi"}\''),
        ("protocol", "does not speak protocol 1: answered '{"),
        ("contract", "asked for contract 9, and this game has 1 or 2"),
        ("format", "asked for format 'xml', and there is json or raw"),
        (
            "misspelt",
            "said observation when ready, of which there is only protocol, contract, format, masks, observations",
        ),
        ("unclear", "asked for masks 'yes', observations False: say true or false"),
    ],
)
def test_a_program_that_does_not_get_ready_is_one_line(
    name: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(START, "0.4" if name == "silent" else "20")
    with pytest.raises(ProgramFailed, match=re.escape(message)) as raised:
        ProgramPlayer(program(name).partition(":")[2])
    assert "\n" not in str(raised.value)


def test_a_program_that_is_missing_is_set_aside() -> None:
    result = played("mine=program:./no-such-program", "idle", limit_s=1.0)
    assert result.failures == {
        "mine": "could not be made: ProgramFailed: ended with exit code 127; "
        "its last words: 'cannot start ./no-such-program: No such file or directory'"
    }


def test_a_program_that_does_not_end_is_killed_and_what_it_played_stands(
    capfd: pytest.CaptureFixture[str],
) -> None:
    player = ProgramPlayer(program("stays").partition(":")[2], limit=Limits(end_s=0.2))
    batch = moba.Batch("duel", [moba.Setup(1, (0,), (1,))])
    batch.observe()
    assert player.act(batch, np.array([0]), np.array([0])).tolist() == [[0, 0, 0, 0]]
    player.close()
    player.close()
    line = capfd.readouterr().err
    assert line.endswith("stays did not end within 0.2 s of being told to, and was killed\n")
    assert line.count("\n") == 1


def test_a_command_is_split_as_a_shell_does_and_read_by_none() -> None:
    assert split("./mine --name 'a b' $HOME") == ["./mine", "--name", "a b", "$HOME"]
    for command, message in (("'", "No closing quotation"), (" ", "names no program")):
        with pytest.raises(UnknownPlayer, match=message):
            split(command)


def test_the_example_is_thirty_lines_and_plays_on_a_ladder(tmp_path: Path) -> None:
    code = [line for line in EXAMPLE.read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(code) <= 33
    run = palaestra(
        "tournament", "spring", f"wanderer=program:{sys.executable} {EXAMPLE}", "random", "--variant", "duel",
        "--blocks", "1", "--limit-s", "60", "--resamples", "10", "--workers", "1", "--json", home=tmp_path,
    )  # fmt: skip
    assert (run.returncode, run.stderr.count("error")) == (0, 0), run.stderr
    table = json.loads(run.stdout)
    assert {line["name"] for line in table["entrants"]} == {"wanderer", "random"}
    assert table["matches"] == 4


def test_the_example_plays_a_match_the_same_whatever_is_played_beside_it() -> None:
    whole = played(f"mine=program:{sys.executable} {EXAMPLE}", "bot:easy", limit_s=20.0)
    alone = play_batch(replace(whole.spec, matches=whole.spec.matches[2:3]))
    assert rows(alone).items() <= rows(whole).items()
    name = str(whole.spec.matches[2].match_id)
    one, other = (unpack_stream(result.streams, name) for result in (whole, alone))
    assert np.array_equal(one, other) and len({tuple(row) for row in one[:, 0].tolist()}) > 20
