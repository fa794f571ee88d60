"""The trainer's commands as a user has them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from palaestra import app
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
