"""The units and the script of docs/every-night.md, as systemd and a shell take them."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[1] / "docs" / "every-night.md").read_text(encoding="utf-8")
PROGRAM = "%h/palaestra/.venv/bin/palaestra"


def units() -> dict[str, str]:
    """The files of the page, by name."""
    found = re.findall(r"`~/\.config/systemd/user/([^`]+)`.*?```ini\n(.*?)```", PAGE, re.DOTALL)
    return dict(found)


def test_the_service_alerts_and_the_timer_starts_it() -> None:
    named = units()
    assert set(named) == {"palaestra.service", "palaestra.timer", "palaestra-alert@.service"}
    assert "OnFailure=palaestra-alert@%n.service" in named["palaestra.service"]
    assert f"ExecStart={PROGRAM} nightly" in named["palaestra.service"]


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd on this machine")
def test_systemd_has_nothing_to_say_against_the_units(tmp_path: Path) -> None:
    runtime = tmp_path / "runtime"
    runtime.mkdir(mode=0o700)
    for name, text in units().items():
        (tmp_path / name).write_text(text.replace(PROGRAM, shutil.which("true") or "/bin/true"))
    (tmp_path / "palaestra-alert@.service").rename(tmp_path / "palaestra-alert@x.service")
    verified = subprocess.run(
        ["systemd-analyze", "--user", "verify", *sorted(map(str, tmp_path.glob("palaestra*")))],
        env={**os.environ, "XDG_RUNTIME_DIR": str(runtime)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if "Failed to initialize manager" in verified.stderr:
        pytest.skip("systemd-analyze needs a manager that this machine does not allow")
    assert (verified.returncode, verified.stderr) == (0, "")


@pytest.mark.parametrize("code", [0, 1, 3])
def test_the_script_mails_what_a_night_said_unless_it_ended_with_0(tmp_path: Path, code: int) -> None:
    (script,) = re.findall(r"```sh\n(#!/bin/sh\n.*?)```", PAGE, re.DOTALL)
    (tmp_path / "agents").mkdir()
    programs = {
        "palaestra/.venv/bin/palaestra": f'#!/bin/sh\necho "$PWD $*"\nexit {code}\n',
        "bin/mail": '#!/bin/sh\n{ echo "$*"; cat; } >"$HOME/mailed"\n',
    }
    for name, text in programs.items():
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    (tmp_path / "night.sh").write_text(script)
    run = subprocess.run(
        ["sh", str(tmp_path / "night.sh")],
        env={"HOME": str(tmp_path), "PATH": f"{tmp_path / 'bin'}:{os.environ['PATH']}"}, check=False,
    )  # fmt: skip
    said = f"{tmp_path}/agents nightly --home {tmp_path}/ladder --minutes 240\n"
    assert run.returncode == code
    assert (tmp_path / "ladder.log").read_text() == said
    mailed = tmp_path / "mailed"
    assert mailed.exists() == (code != 0)
    if code:
        assert mailed.read_text() == f"-s palaestra ended with {code} you@example.org\n{said}"
