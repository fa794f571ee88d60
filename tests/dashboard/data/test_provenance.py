"""What a checkpoint's record says; a checkpoint that is gone or exchanged is told."""

from __future__ import annotations

from pathlib import Path

from dashboard.data.provenance import Provenance, Unread, provenance_of
from tests.training.made import made_checkpoint


def test_other_players_have_none() -> None:
    assert provenance_of("bot:hard") is None
    assert provenance_of("") is None


def test_a_checkpoint_that_is_not_there_says_so(tmp_path: Path) -> None:
    gone = provenance_of(f"checkpoint:{tmp_path / 'gone'}#{'0' * 12}")
    assert isinstance(gone, Unread)
    assert "gone" in gone.reason


def test_a_record_is_told_and_an_exchanged_one_is_not_taken_for_it(tmp_path: Path) -> None:
    record = made_checkpoint(tmp_path / "one")
    found = provenance_of(f"checkpoint:{tmp_path / 'one'}#{record.identity[:12]}")
    assert isinstance(found, Provenance)
    assert (found.lineage, found.step, found.agent_steps) == (record.lineage, record.step, record.agent_steps)
    other = provenance_of(f"checkpoint:{tmp_path / 'one'}#{'0' * 12}")
    assert isinstance(other, Unread)
    assert "expected 000000000000" in other.reason
