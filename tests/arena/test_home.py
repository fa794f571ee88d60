from __future__ import annotations

from pathlib import Path

import pytest

from arena.home import Home, find_home


def test_the_option_wins_over_the_environment_and_that_over_the_default(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PALAESTRA_HOME", raising=False)
    assert find_home() == Home(tmp_path / "palaestra-data")
    monkeypatch.setenv("PALAESTRA_HOME", str(tmp_path / "named"))
    assert find_home() == Home(tmp_path / "named")
    assert find_home(Path("here")) == Home(tmp_path / "here")


def test_naming_a_home_touches_no_disk(tmp_path: Path) -> None:
    home = find_home(tmp_path / "home")
    assert all(
        path.is_relative_to(home.root)
        for path in (home.live, home.published, home.streams, home.lock, home.config)
    )
    assert list(tmp_path.iterdir()) == []
