"""What is wrong in a game's data is one line of any command."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from arena.games.moba.rules import DATA


def test_a_hero_without_health_is_one_line(tmp_path: Path) -> None:
    data = tmp_path / "data"
    shutil.copytree(DATA, data)
    hero = data / "heroes" / "01-bulwark.toml"
    hero.write_text(hero.read_text(encoding="utf-8").replace("\nhealth =", "\nhelth ="), encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "palaestra",
        "play",
        "idle",
        "idle",
        "--variant",
        "duel",
        "--blocks",
        "1",
    ]
    found = subprocess.run(
        command,
        env={**os.environ, "PALAESTRA_MOBA_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 1
    assert found.stderr == "error: 01-bulwark.toml: expected health; got none\n"
