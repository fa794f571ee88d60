"""The command, as it is typed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

from arena.home import Home


def start(*arguments: str, **more: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "palaestra", "dashboard", "--no-open", *arguments],
        env={**os.environ, "PYTHONUNBUFFERED": "1", **more}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_it_says_where_it_is_answers_there_and_ends_with_ctrl_c(home: Home, tmp_path: Path) -> None:
    run = start("--home", str(home.root), "--port", "0", PALAESTRA_CACHE=str(tmp_path))
    assert run.stdout is not None
    address = run.stdout.readline().split()[0]
    with urllib.request.urlopen(f"{address}ladder") as answer:  # noqa: S310 - our own server
        assert answer.status == 200
    run.send_signal(signal.SIGINT)
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out, err) == (0, "", "")


def test_what_cannot_be_is_one_line_and_exit_code_1(tmp_path: Path) -> None:
    run = start("--home", str(tmp_path), "--host", "0.0.0.0", PALAESTRA_DASHBOARD_PASSWORD="")  # noqa: S104
    out, err = run.communicate(timeout=20)
    assert (run.returncode, out) == (1, "")
    assert err.startswith("error: expected an address of this machine alone") and err.count("\n") == 1


def test_a_home_without_a_night_is_said(tmp_path: Path) -> None:
    run = start("--home", str(tmp_path), "--port", "0")
    assert run.stderr is not None
    assert (
        run.stderr.readline()
        == f"nothing is published under {tmp_path} yet: the pages say so until a night is\n"
    )
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=20)
