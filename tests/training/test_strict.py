"""Reading within limits, and writing a folder all at once."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from training.strict import Unreadable, check_format, parse_object, read_regular, write_folder


def test_a_plain_file_is_read_up_to_its_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert read_regular(path, most=5) == b"12345"
    with pytest.raises(Unreadable, match="has 5 bytes, expected at most 4"):
        read_regular(path, most=4)


def test_links_folders_and_devices_are_refused_and_never_waited_for(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to(tmp_path / "file")
    (tmp_path / "broken").symlink_to(tmp_path / "nothing")
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")  # opening one for reading waits for a writer, which there never is
    for name, message in {
        "link": "a link",
        "broken": "a link",
        "folder": "no plain file",
        "pipe": "no plain",
    }.items():
        with pytest.raises(Unreadable, match=message):
            read_regular(tmp_path / name, most=100)
    with pytest.raises(Unreadable, match="no plain file"):
        read_regular(Path("/dev/zero"), most=100)
    with pytest.raises(FileNotFoundError):
        read_regular(tmp_path / "nothing", most=100)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "not JSON"),
        (b"[1]", "holds a list of JSON, expected an object"),
        (b'{"a": 1, "a": 2}', "a key stands twice"),
        (b'{"a": {"b": 1, "b": 1}}', "a key stands twice"),
        (b'{"a": NaN}', "NaN is no number of JSON"),
        (b'{"a": -Infinity}', "-Infinity is no number"),
        (b'{"a": "\xff"}', "not JSON as expected"),
        (b"\x80\x04\x95", "not JSON as expected"),
        (b'{"a": ' * 100_000, "not JSON as expected"),
        (b'{"a": ' + b"[" * 100_000, "not JSON as expected"),
        (b'{"a": ' + b"9" * 100_000 + b"}", "not JSON as expected"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_only_a_plain_object_of_json_is_read(content: bytes, message: str) -> None:
    with pytest.raises(Unreadable, match=message) as raised:
        parse_object(content)
    assert "\n" not in str(raised.value)
    assert len(str(raised.value)) < 250


def test_a_format_is_exactly_the_one_that_is_expected() -> None:
    check_format({"format": "a", "format_version": 1}, "a", 1)
    for wrong in (
        {},
        {"format": "a"},
        {"format": "b", "format_version": 1},
        {"format": "a", "format_version": "1"},
    ):
        with pytest.raises(Unreadable, match="is not of the format 'a', version 1"):
            check_format(wrong, "a", 1)


def test_a_folder_is_written_whole_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_folder(tmp_path / "above" / "made", {"one": b"1", "inner/two": b"2"})
    assert (tmp_path / "above" / "made" / "inner" / "two").read_bytes() == b"2"
    assert [path.name for path in (tmp_path / "above").iterdir()] == ["made"]


def test_what_is_there_is_never_written_over(tmp_path: Path) -> None:
    write_folder(tmp_path / "made", {"one": b"1"})
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for name in ("made", "link"):
        with pytest.raises(FileExistsError):
            write_folder(tmp_path / name, {"one": b"2"})
    assert (tmp_path / "made" / "one").read_bytes() == b"1"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "made"]


def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="name too long"):
        write_folder(tmp_path / "made", {"one": b"1", "x" * 300: b"2"})
    assert list(tmp_path.iterdir()) == []


WRITER = """
import sys
from pathlib import Path
from training.strict import write_folder
number = 0
while True:
    write_folder(Path(sys.argv[1]) / str(number), {name: bytes(200_000) for name in ("one", "inner/two", "three")})
    number += 1
    print(number, flush=True)
"""


def test_a_writer_that_is_killed_leaves_whole_folders_and_the_next_cleans_up(tmp_path: Path) -> None:
    for attempt in range(4):
        place = tmp_path / str(attempt)
        with subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(0.003 * attempt)
            process.kill()
        for folder in place.iterdir():
            if folder.name.startswith("."):
                unfinished = folder.name.split(".")[1]
                write_folder(place / unfinished, {"one": b""})
                assert not folder.exists()
            else:
                sizes = [(folder / name).stat().st_size for name in ("one", "inner/two", "three")]
                assert sizes == [200_000] * 3
