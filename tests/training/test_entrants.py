"""Which checkpoints of lineages enter a ladder, under which names, and what is said of the others."""

from __future__ import annotations

from pathlib import Path

from tests.training.made import made_checkpoint, made_lineage, playing_lineage
from training.entrants import find_entrants


def test_checkpoints_enter_in_order_under_their_lineage_s_name_and_step(tmp_path: Path) -> None:
    playing_lineage(tmp_path / "folder", 40, 5, 900, name="a")
    found = find_entrants([tmp_path / "folder"], variant="duel", newest=0)
    assert [entrant.name for entrant in found.entrants] == ["a/5", "a/40", "a/900"]
    assert found.entrants[0].player.startswith(f"checkpoint:{tmp_path}/folder/00000005#")
    assert found.notes == ()


def test_so_many_of_the_newest_enter(tmp_path: Path) -> None:
    playing_lineage(tmp_path / "a", 1, 2, 3, name="a")
    playing_lineage(tmp_path / "b", 7, name="b")
    found = find_entrants([tmp_path / "a", tmp_path / "b"], variant="duel", newest=2)
    assert [entrant.name for entrant in found.entrants] == ["a/2", "a/3", "b/7"]


def test_lineages_for_other_variants_stay_away(tmp_path: Path) -> None:
    playing_lineage(tmp_path / "a", 1, name="a", variants=("blitz",))
    playing_lineage(tmp_path / "b", 1, name="b", variants=("blitz", "duel"))
    found = find_entrants([tmp_path / "a", tmp_path / "b"], variant="duel", newest=8)
    assert [entrant.name for entrant in found.entrants] == ["b/1"]
    assert found.notes == ()


def test_what_is_broken_is_left_out_with_one_line_each(tmp_path: Path) -> None:
    lineage = playing_lineage(tmp_path / "a", 1, 2, 3, 4, name="a")
    (lineage.checkpoint(1) / "weights.safetensors").write_bytes(b"cut")
    lineage.checkpoint(2).rename(lineage.checkpoint(7))
    (lineage.checkpoint(3) / "old.pkl").write_bytes(b"")
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "lineage.json").write_text("{")
    playing_lineage(tmp_path / "c", 5, name="a")
    found = find_entrants([tmp_path / name for name in "abc"], variant="duel", newest=8)
    assert [entrant.name for entrant in found.entrants] == ["a/4"]
    starts = [
        "a/1 is left out: ",
        "a/3 is left out: ",
        "a/7 is left out: ",
        "a lineage is left out: ",
        f"{tmp_path}/c is left out: ",
    ]
    assert all(note.startswith(start) for note, start in zip(found.notes, starts, strict=True))
    assert all("\n" not in note for note in found.notes)
    assert found.notes[-1].endswith(f"{tmp_path}/a is called a too")


def test_a_checkpoint_that_is_just_being_written_is_not_seen(tmp_path: Path) -> None:
    made_lineage(tmp_path / "a", name="a")
    made_checkpoint(tmp_path / "a" / ".00000003.17.tmp", step=3, lineage="a")
    assert find_entrants([tmp_path / "a"], variant="duel", newest=8) == find_entrants(
        [], variant="duel", newest=8
    )
