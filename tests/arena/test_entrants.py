from __future__ import annotations

from pathlib import Path

import pytest

from arena.config import NightlySection
from arena.entrants import Entrants, gather_entrants, keep_names
from arena.errors import PlanChanged, UnknownPlayer
from arena.home import Home
from tests.training.made import made_checkpoint, playing_lineage


def gathered(home: Path, *entrants: str) -> Entrants:
    return gather_entrants(Home(home), NightlySection(entrants=list(entrants), variant="duel"))


def test_a_night_s_entrants_are_those_named_then_those_found(tmp_path: Path) -> None:
    playing_lineage(tmp_path / "lineages" / "x", 1, 2, name="a")
    record = made_checkpoint(tmp_path / "mine")
    found = gathered(tmp_path, "idle", f"b=checkpoint:{tmp_path}/mine")
    assert [entrant.name for entrant in found.all] == ["idle", "b", "a/1", "a/2"]
    assert found.named[1].player == f"checkpoint:{tmp_path}/mine#{record.identity[:12]}"
    assert found.notes == ()


def test_a_named_checkpoint_that_is_broken_is_left_out_and_one_that_is_not_there_stops_the_night(
    tmp_path: Path,
) -> None:
    made_checkpoint(tmp_path / "mine")
    (tmp_path / "mine" / "weights.safetensors").write_bytes(b"")
    found = gathered(tmp_path, "idle", "random", f"b=checkpoint:{tmp_path}/mine")
    assert [entrant.name for entrant in found.all] == ["idle", "random"]
    (note,) = found.notes
    assert note.startswith("b is left out: ")
    assert "has 0 bytes, its record says" in note
    with pytest.raises(UnknownPlayer, match="there is no checkpoint at"):
        gathered(tmp_path, "idle", f"checkpoint:{tmp_path}/mime")


def test_a_name_stays_with_its_player_wherever_that_lies(tmp_path: Path) -> None:
    playing_lineage(tmp_path / "one" / "lineages" / "x", 1, 2, name="a")
    before = {entrant.name: entrant.player for entrant in gathered(tmp_path / "one", "idle", "random").all}
    (tmp_path / "one").rename(tmp_path / "two")
    moved = gathered(tmp_path / "two", "idle", "random")
    assert keep_names(moved, before, "nightly") == moved
    assert moved.found[0].player != before["a/1"]


def test_a_found_checkpoint_under_another_s_name_is_left_out_and_a_named_one_stops_the_night(
    tmp_path: Path,
) -> None:
    lineage = playing_lineage(tmp_path / "lineages" / "x", 1, 2, name="a")
    before = {entrant.name: entrant.player for entrant in gathered(tmp_path, "idle", "random").all}
    lineage.checkpoint(1).rename(tmp_path / "away")
    made_checkpoint(lineage.checkpoint(1), seed=99, step=1, lineage="a")
    kept = keep_names(gathered(tmp_path, "idle", "random"), before, "nightly")
    assert [entrant.name for entrant in kept.all] == ["idle", "random", "a/2"]
    (note,) = kept.notes
    assert note.startswith(f"'a/1' is {before['a/1']} on ladder 'nightly', now it would be checkpoint:")
    assert note.endswith(", and is left out: give its lineage another name")
    with pytest.raises(PlanChanged, match="'idle' is idle on ladder 'nightly', now it would be random"):
        keep_names(gathered(tmp_path, "idle=random", "random"), before, "nightly")
