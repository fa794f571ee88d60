"""Every ability of every hero is played: a file a hero, a scene or more an ability."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from arena.games.moba import rules as r

FOLDER = Path(__file__).parent
SHEETS = r.heroes()


@pytest.mark.parametrize("sheet", SHEETS, ids=r.hero_names())
def test_each_ability_of_the_hero_is_played(sheet: dict[str, Any]) -> None:
    text = (FOLDER / f"test_{sheet['name'].lower()}.py").read_text(encoding="utf-8")
    for ability in sheet["abilities"]:
        begin = "test_" + re.sub(r"\W+", "_", ability["name"].lower())
        assert re.search(rf"^def {begin}_", text, re.MULTILINE), f"no test begins with {begin}_"
        assert f'Stage("{sheet["name"]}", "{ability["name"]}", level)' in text


def test_no_file_is_left_of_a_hero_that_is_gone() -> None:
    files = {path.stem.removeprefix("test_") for path in FOLDER.glob("test_*.py")}
    assert files - {"all", "interactions"} == {name.lower() for name in r.hero_names()}
