"""Finding another version, and playing in a process of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from arena.compare import versions
from arena.compare.versions import Version, at_path, at_revision, present, run_all, with_data
from arena.errors import OtherVersion
from arena.games import moba

ROOT = Path(__file__).parents[3]
DATA = ROOT / "arena/games/moba/data"


def test_the_present_version_is_this_one() -> None:
    assert present().root == ROOT and present().data is None
    assert at_path(ROOT).root == with_data(DATA).root == ROOT


@pytest.mark.parametrize(("find", "option"), [(at_path, "--other"), (with_data, "--data")])
def test_a_folder_that_holds_no_version_is_refused(find: object, option: str, tmp_path: Path) -> None:
    assert callable(find)
    with pytest.raises(OtherVersion, match=f"got {tmp_path}: check {option}"):
        find(tmp_path)


def made_repository(folder: Path) -> None:
    """A repository of one commit that has an `arena`."""
    (folder / "arena/games/moba").mkdir(parents=True)
    (folder / "arena/games/moba/rules.py").write_text("old = True\n")
    (folder / "notes.txt").write_text("not exported\n")
    who = {f"GIT_{role}_{what}": "x" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "x"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True, env={**os.environ, **who})


def test_a_revision_is_exported_once_to_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    repository, cache = tmp_path / "repository", tmp_path / "cache"
    made_repository(repository)
    monkeypatch.setenv("PALAESTRA_CACHE", str(cache))
    monkeypatch.setattr(versions, "present", lambda: Version("present", repository))
    (repository / "arena/games/moba/rules.py").write_text("old = False\n")
    found = at_revision("HEAD")
    assert found.label == "revision HEAD" and found.root.parent == cache / "revisions"
    assert (found.root / "arena/games/moba/rules.py").read_text() == "old = True\n"
    assert [path.name for path in found.root.iterdir()] == ["arena"]
    assert at_revision("HEAD~0").root == found.root and len(list(found.root.parent.iterdir())) == 1
    with pytest.raises(
        OtherVersion, match=r"cannot export revision 'v9' of .*: check --revision, or use --other"
    ):
        at_revision("v9")
    with pytest.raises(OtherVersion, match="cannot export revision '--help'"):
        at_revision("--help")


def task(**changes: object) -> dict[str, object]:
    usual: dict[str, object] = {
        "mode": "describe",
        "variant": "duel",
        "players": ["idle", "random"],
        "limit_s": None,
        "start": "fresh",
        "randomisation": "none",
    }
    return {**usual, **changes}


def test_a_copy_at_another_place_is_the_same_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the interpreter: a copy would have to be compiled again."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    shutil.copytree(ROOT / "arena", tmp_path / "arena", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(DATA, tmp_path / "data")
    variants = tmp_path / "data/variants.toml"
    variants.write_text(variants.read_text().replace("kills_to_win = 2", "kills_to_win = 1"))
    found = run_all(
        [(at_path(tmp_path), task()), (with_data(DATA), task()), (with_data(tmp_path / "data"), task())]
    )
    assert found[0] == found[1] == {"rules_hash": moba.rules_hash(), "heroes": list(moba.HERO_NAMES)}
    assert found[2]["rules_hash"] != moba.rules_hash() and found[2]["heroes"] == list(moba.HERO_NAMES)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"variant": "chess"}, "present cannot play this: ValueError: it has no variant chess, only full"),
        (
            {"players": ["idle", "bot:great"]},
            "present cannot play this: UnknownPlayer: no player is called 'bot:great'",
        ),
        ({"start": "siege"}, "present cannot play this: ValueError: expected a start of duel"),
    ],
)
def test_what_a_version_cannot_play_is_one_line(
    changes: dict[str, object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    with pytest.raises(OtherVersion, match=message):
        run_all([(present(), task(**changes))])
