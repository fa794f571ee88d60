from __future__ import annotations

from pathlib import Path

import pytest

from tests.training.made import made_checkpoint
from training.checkpoint_name import parse_name
from training.errors import OtherCheckpoint


@pytest.mark.parametrize(
    ("text", "folder", "identity", "temperature"),
    [
        ("runs/a/00000600", "runs/a/00000600", "", 1.0),
        ("a@greedy", "a", "", 0.0),
        ("a@0.5", "a", "", 0.5),
        ("a@0", "a", "", 0.0),
        ("a#0123456789ab", "a", "0123456789ab", 1.0),
        ("a#0123456789ab@2", "a", "0123456789ab", 2.0),
        ("a b/c", "a b/c", "", 1.0),
        # what does not read as a way or a hash belongs to the folder
        ("a@gredy", "a@gredy", "", 1.0),
        ("run@2/00000600", "run@2/00000600", "", 1.0),
        ("a#12", "a#12", "", 1.0),
        ("a@1e9", "a@1e9", "", 1.0),
        ("@greedy", "@greedy", "", 1.0),
        ("~nobody-of-that-name/a", "~nobody-of-that-name/a", "", 1.0),
    ],
)
def test_a_name_is_a_folder_with_what_may_follow(
    text: str, folder: str, identity: str, temperature: float
) -> None:
    name = parse_name(text)
    assert (name.folder, name.identity, name.temperature) == (Path(folder), identity, temperature)
    assert parse_name(str(name)) == name


def test_a_home_is_expanded() -> None:
    assert parse_name("~/a").folder == Path.home() / "a"


def test_a_pinned_name_says_where_and_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record = made_checkpoint(tmp_path / "one")
    other = made_checkpoint(tmp_path / "two", seed=2)
    monkeypatch.chdir(tmp_path)
    pinned = parse_name("one@0.5").pinned(record)
    assert str(pinned) == f"{tmp_path}/one#{record.identity[:12]}@0.5"
    pinned.check(record)
    with pytest.raises(
        OtherCheckpoint, match=f"holds checkpoint {other.identity[:12]}, expected {record.identity[:12]}"
    ):
        pinned.check(other)


def test_one_player_is_the_same_wherever_it_lies_and_in_another_way_another(tmp_path: Path) -> None:
    record = made_checkpoint(tmp_path / "one")
    names = [parse_name(text).pinned(record).same for text in ("/a/one", "/b/c", "/a/one@greedy", "/a/one@1")]
    assert names[0] == names[1] == names[3] != names[2]
