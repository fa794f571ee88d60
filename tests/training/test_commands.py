"""The trainer's commands as a user has them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arena.play import play_batch
from arena.specs import batch_spec
from palaestra import app
from tests.arena.made import made_plan
from tests.training.made import made_checkpoint, made_provenance, playing_lineage
from training.checkpoint import write_checkpoint
from training.checkpoint_report import (
    describe_checkpoint,
    describe_lineage,
    format_checkpoint,
    format_lineage,
)
from training.errors import DamagedState
from training.lineage_log import append_change
from training.network import Policy
from training.network_settings import SIZES
from training.policies import weights_of


def test_a_checkpoint_is_shown_with_how_it_is_named_as_a_player(tmp_path: Path) -> None:
    record = made_checkpoint(tmp_path / "one", parent="zero/5", surgeries=("wider memory",))
    found = describe_checkpoint(tmp_path / "one")
    assert found["record"] == json.loads((tmp_path / "one" / "checkpoint.json").read_text())
    assert found["player"] == f"checkpoint:{tmp_path}/one#{record.identity[:12]}"
    assert (found["same_rules"], found["state"]) == (True, False)
    text = format_checkpoint(found)
    for part in ("first/600", "1,500,000", "zero/5", "wider memory", "memory 64", "float32", found["player"]):
        assert part in text


def test_a_damaged_state_is_found_where_the_checkpoint_is_shown(tmp_path: Path) -> None:
    write_checkpoint(tmp_path / "one", made_provenance(), weights_of(Policy(SIZES["tiny"])), state={"a": 1})
    assert describe_checkpoint(tmp_path / "one")["state"]
    (tmp_path / "one" / "state" / "arrays.safetensors").write_bytes(b"")
    with pytest.raises(DamagedState):
        describe_checkpoint(tmp_path / "one")


def test_a_lineage_is_listed_in_order_with_its_log_and_what_is_broken(tmp_path: Path) -> None:
    lineage = playing_lineage(tmp_path, 30, 4, name="a")
    append_change(tmp_path, step=4, agent_steps=9, subject="reward", what="spirit 1", why="they quarrelled")
    (lineage.checkpoint(4) / "weights.safetensors").unlink()
    found = describe_lineage(tmp_path)
    assert [one["step"] for one in found["checkpoints"]] == [4, 30]
    assert [bool(one["problem"]) for one in found["checkpoints"]] == [True, False]
    text = format_lineage(found)
    assert text.splitlines()[0] == "lineage a, for duel: a test"
    assert text.splitlines()[3].split() == ["4", *["–"] * 5]
    assert (
        text.splitlines()[5]
        == f"problem: step 4: {tmp_path}/00000004 has no weights.safetensors: take it from its source again"
    )
    assert "step 4  reward: spirit 1 (they quarrelled)" in text.splitlines()[-1]


def test_the_commands_print_them(tmp_path: Path) -> None:
    playing_lineage(tmp_path, 30, name="a")
    shown = CliRunner().invoke(app, ["checkpoint", "show", str(tmp_path / "00000030"), "--json"])
    assert json.loads(shown.stdout)["title"] == "a/30"
    listed = CliRunner().invoke(app, ["checkpoint", "list", str(tmp_path)])
    assert listed.stdout.startswith("lineage a, for duel: a test\n")


def test_what_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "model.pt").write_bytes(b"PK\x03\x04")
    for name, message in {"model.pt": "may hold, a pickle", "nothing": "there is no checkpoint at"}.items():
        run = CliRunner().invoke(app, ["checkpoint", "show", str(tmp_path / name)])
        assert (run.exit_code, run.stdout) == (1, "")
        assert run.stderr.startswith("error: ")
        assert run.stderr.count("\n") == 1
        assert message in run.stderr


TINY_RUN = """
variant = "duel"
network = { unit = 8, own = 8, world = 8, joined = 16, memory = 16, embedding = 2 }
matches = 4
segment = 4
report_every = 2
"""


def test_a_run_is_trained_continued_and_reported_on(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TINY_RUN)
    out = ["--out", str(tmp_path / "run")]
    first = CliRunner().invoke(
        app, ["train", str(tmp_path / "mine.toml"), *out, "--agent-steps", "60", "--why", "a try"]
    )
    assert first.exit_code == 0
    assert first.stdout == f"run/3: 72 agent-steps, in {tmp_path / 'run'}\n"
    said, *lines = first.stderr.splitlines()
    assert said.startswith("loading the game")
    assert [line.split()[:2] for line in lines] == [["48", "agent-steps"], ["72", "agent-steps"]]
    assert all(" s left " in line for line in lines)
    again = CliRunner().invoke(app, ["train", "--resume", *out, "--agent-steps", "100"])
    assert again.stdout.startswith("run/5: 120 agent-steps")
    listed = CliRunner().invoke(app, ["checkpoint", "list", str(tmp_path / "run"), "--json"])
    assert [row["step"] for row in json.loads(listed.stdout)["checkpoints"]] == [0, 3, 5]
    players = (f"a=checkpoint:{tmp_path / 'run' / '00000005'}", "idle")
    plan = replace(made_plan(players=players, blocks=1), limit_s=2.0)
    assert play_batch(batch_spec(plan, 1, 0, {})).failures == {}


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chess"], "expected a run, one of blitz, duel"),
        (["duel", "--set", "foo=1"], "unknown setting 'foo'"),
        (["duel", "--agent-steps", "many"], "expected agent-steps"),
        (["--resume"], "there is no run in"),
        ([], "name a preset"),
        (["duel", "--set", "matches=99999999999"], "--set: 'matches': "),
        (["--set", "matches=4"], "there is no run in"),
    ],
)
def test_what_cannot_be_trained_is_one_line(tmp_path: Path, arguments: list[str], said: str) -> None:
    run = CliRunner().invoke(app, ["train", *arguments, "--out", str(tmp_path / "run")])
    assert run.exit_code == 1
    assert run.stderr.startswith("error: ") and said in run.stderr and run.stderr.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_run_with_its_defaults_is_continued_by_the_same_command(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(TINY_RUN)
    command = ["train", str(tmp_path / "mine.toml"), "--out", str(tmp_path / "run"), "--agent-steps"]
    assert CliRunner().invoke(app, [*command, "1"]).stdout.startswith("run/1: ")
    assert CliRunner().invoke(app, [*command, "25"]).stdout.startswith("run/2: ")
    other = ["train", "duel", "--out", str(tmp_path / "run")]
    network = CliRunner().invoke(app, other)
    assert network.stderr.endswith(
        "has another network, which cannot change: leave RUN and --set out to continue it as it is, or name another "
        "folder with --out\n"
    )
    assert network.stderr.count("\n") == 1
    changed = ["train", "--out", str(tmp_path / "run"), "--set", "entropy=0.02", "--agent-steps", "50"]
    assert "other settings (entropy)" in CliRunner().invoke(app, changed).stderr
    assert CliRunner().invoke(app, [*changed, "--why", "to see"]).stdout.startswith("run/3: ")
    assert json.loads((tmp_path / "run" / "run.json").read_text())["entropy"] == "0.02"
