from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.errors import HomeLocked
from arena.home import Home
from arena.lock import writing

HOLDER = """
import sys
from pathlib import Path
from arena.home import Home
from arena.lock import writing
with writing(Home(Path(sys.argv[1]))):
    print("held", flush=True)
    sys.stdin.read()
"""


def start_holder(home: Home) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(home.root)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment,
    )  # fmt: skip
    assert holder.stdout is not None
    assert holder.stdout.readline() == "held\n"
    return holder


def test_a_second_writer_is_refused_by_name_until_the_first_ends(tmp_path: Path) -> None:
    home = Home(tmp_path / "home")
    holder = start_holder(home)
    try:
        with (
            pytest.raises(HomeLocked, match=rf"being written by process {holder.pid}: wait until it ends"),
            writing(home),
        ):
            pass
    finally:
        holder.communicate("")
    with writing(home):
        assert home.lock.read_text() == f"{os.getpid()}\n"


def test_a_killed_holder_releases_the_lock(tmp_path: Path) -> None:
    home = Home(tmp_path)
    holder = start_holder(home)
    holder.kill()
    holder.communicate()
    with writing(home):
        pass


def test_two_homes_have_two_locks(tmp_path: Path) -> None:
    with writing(Home(tmp_path / "a")), writing(Home(tmp_path / "b")):
        pass


def test_one_process_cannot_take_it_twice(tmp_path: Path) -> None:
    with (
        writing(Home(tmp_path)),
        pytest.raises(HomeLocked, match=f"process {os.getpid()}"),
        writing(Home(tmp_path)),
    ):
        pass
