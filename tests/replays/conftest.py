"""A home with stored matches, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.home import Home
from arena.setting import Setting
from arena.tournament import plan_tournament, run_tournament


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Home:
    """A home with a tournament of eight duels a pairing, capped at 40 seconds. Nobody writes to it."""
    home = Home(tmp_path_factory.mktemp("replays") / "home")
    plan = plan_tournament(
        "spring",
        ["bot:easy", "idle", "random"],
        [],
        setting=Setting("duel", limit_s=40.0),
        blocks=1,
        seed=3,
        batch_blocks=2,
    )
    report = run_tournament(home, plan, workers=1, anchor="random", scoring="draws", prior=0.5, resamples=2)
    assert report.outcome.complete
    return home


@pytest.fixture
def copied_home(home: Home, tmp_path: Path) -> Home:
    """A copy of that home, to be damaged."""
    import shutil

    shutil.copytree(home.root, tmp_path / "copy")
    return Home(tmp_path / "copy")
