from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import NothingPublished
from arena.home import Home
from arena.snapshots import latest_snapshot, next_number, point_to, prune, snapshot_path


def publish(home: Home, content: str) -> int:
    home.published.mkdir(parents=True, exist_ok=True)
    number = next_number(home)
    unfinished = home.published / f".{number:06d}.tmp"
    unfinished.write_text(content)
    return point_to(home, unfinished, number).number


def test_the_pointer_names_the_newest(tmp_path: Path) -> None:
    home = Home(tmp_path)
    assert [publish(home, text) for text in "abc"] == [1, 2, 3]
    assert latest_snapshot(home).number == 3
    assert latest_snapshot(home).path.read_text() == "c"
    assert snapshot_path(home, 1).read_text() == "a"


def test_nothing_published_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(NothingPublished, match=r"nothing is published under .*: run `palaestra nightly`"):
        latest_snapshot(Home(tmp_path))


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{}",
        "[]",
        '{"number": null}',
        "not json",
        '{"number": Infinity}',
        '{"number": -3}',
        '{"number": 1.5}',
        '{"number": 1e300}',
        '{"number": ' + "9" * 300 + "}",
        "[" * 100_000,
    ],
    ids=range(11),
)
def test_a_damaged_pointer_is_one_line(tmp_path: Path, content: str) -> None:
    home = Home(tmp_path)
    publish(home, "a")
    (home.published / "latest.json").write_text(content)
    with pytest.raises(NothingPublished, match=r"cannot read .*latest\.json"):
        latest_snapshot(home)


def test_a_publication_killed_before_its_pointer_is_not_seen_and_its_number_not_reused(
    tmp_path: Path,
) -> None:
    home = Home(tmp_path)
    publish(home, "a")
    snapshot_path(home, 2).write_text("killed here")
    assert latest_snapshot(home).number == 1
    assert publish(home, "b") == 3
    assert latest_snapshot(home).path.read_text() == "b"


def test_old_snapshots_are_pruned_but_never_the_newest_nor_the_pointed_at(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for text in "abcde":
        publish(home, text)
    (home.published / ".000009.tmp").write_text("left by a kill")
    (home.published / "notes.txt").write_text("not ours")
    prune(home, keep=2)
    assert sorted(path.name for path in home.published.iterdir()) == [
        "000004.duckdb", "000005.duckdb", "latest.json", "notes.txt",
    ]  # fmt: skip
    for number in (6, 7):  # two publications killed before their pointer
        snapshot_path(home, number).write_text("killed here")
    prune(home, keep=2)
    assert latest_snapshot(home).path.read_text() == "e"
