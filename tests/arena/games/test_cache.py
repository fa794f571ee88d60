"""The cache folder: the first of the places asked for that can be written."""

import stat
import tempfile
from pathlib import Path

import pytest

from arena.games.cache import cache_dir


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home; nothing of the caller's environment says where the cache lies."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.delenv("PALAESTRA_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return folder


def test_the_named_folder_comes_first(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "shared"))
    monkeypatch.setenv("PALAESTRA_CACHE", str(tmp_path / "named" / "deep"))
    assert cache_dir() == tmp_path / "named" / "deep"
    assert cache_dir().is_dir()


def test_then_the_shared_cache_folder(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "shared"))
    assert cache_dir() == tmp_path / "shared" / "palaestra"


def test_then_the_home_folder(home: Path) -> None:
    assert cache_dir() == home / ".cache" / "palaestra"
    assert not list(cache_dir().iterdir()), "trying leaves nothing behind"


def test_a_place_that_cannot_be_written_is_passed_over(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "file"
    file.write_text("in the way")
    monkeypatch.setenv("PALAESTRA_CACHE", str(file / "below"))
    assert cache_dir() == home / ".cache" / "palaestra"


def test_without_a_home_it_is_a_private_temporary_folder(home: Path, tmp_path: Path) -> None:
    home.rmdir()
    home.write_text("in the way")
    folder = cache_dir()
    assert folder.parent == tmp_path
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert cache_dir() == folder, "the same at the next start"


def test_a_temporary_folder_that_is_not_ours_is_not_used(home: Path, tmp_path: Path) -> None:
    home.rmdir()
    home.write_text("in the way")
    usual = cache_dir()
    usual.rmdir()
    usual.write_text("a file in the way")
    assert cache_dir() != usual
    usual.unlink()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    usual.symlink_to(elsewhere)
    assert cache_dir() != usual
    assert not list(elsewhere.iterdir())
