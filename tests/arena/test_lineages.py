from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arena import lineages
from arena.home import Home
from arena.lineages import Found, find_checkpoints, lineage_folders


def lineage_at(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "lineage.json").write_text("{}")
    return folder


def test_patterns_begin_in_the_home_folder_and_name_each_lineage_once(tmp_path: Path) -> None:
    one, two = (
        lineage_at(tmp_path / "home" / "lineages" / "b"),
        lineage_at(tmp_path / "home" / "lineages" / "a"),
    )
    (tmp_path / "home" / "lineages" / "empty").mkdir()
    far = lineage_at(tmp_path / "far")
    home = Home(tmp_path / "home")
    assert lineage_folders(home, ["lineages/*"]) == [two, one]
    assert lineage_folders(home, ["lineages/b", "lineages/*", str(far), str(tmp_path / "f*")]) == [
        one,
        two,
        far,
    ]
    assert lineage_folders(home, ["nothing/*", "/", "lineages/empty", str(tmp_path / "home" / "x")]) == []


def test_shipped_lineages_are_found_where_the_trainer_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import training

    assert lineages._shipped() == Path(training.__path__[0]) / "lineages"
    lineage_at(tmp_path / "shipped-ones" / "first")
    monkeypatch.setattr(lineages, "_shipped", lambda: tmp_path / "shipped-ones")
    assert lineage_folders(Home(tmp_path), ["shipped"]) == [tmp_path / "shipped-ones" / "first"]


def test_where_there_is_no_lineage_the_trainer_is_not_loaded(tmp_path: Path) -> None:
    assert find_checkpoints(Home(tmp_path), ["lineages/*"], variant="duel", newest=8) == Found((), ())
    code = (
        "import sys\nfrom pathlib import Path\nfrom arena.home import Home\nfrom arena.lineages import find_checkpoints\n"
        f"find_checkpoints(Home(Path({str(tmp_path)!r})), ['lineages/*'], variant='duel', newest=8)\n"
        "print('torch' in sys.modules, 'training' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False False"
