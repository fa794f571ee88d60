"""The page `docs/add-a-hero.md`, followed to the letter: the file it shows makes a hero that plays."""

from __future__ import annotations

import re
import shutil
import tomllib
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arena.games.moba import layout as lay
from arena.games.moba import rule_records as records
from arena.games.moba import rules as r
from arena.games.moba.heroes import NEEDED, check_hero
from arena.games.moba.setup import Setup
from tests.arena.games.moba.play import new_batch, play

PAGE = Path(__file__).parents[4] / "docs" / "add-a-hero.md"
TEXT = PAGE.read_text(encoding="utf-8")
(SHEET,) = re.findall(r"^```toml\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
(FILE,) = re.findall(r"^Save this as `arena/games/moba/data/(heroes/[\w.-]+)`", TEXT, re.MULTILINE)
HERO = tomllib.loads(SHEET)
NUMBER = len(r.heroes())


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of the game's data, to which the page's file has been added, in place of the data."""
    data = tmp_path / "data"
    shutil.copytree(r.DATA, data)
    (data / FILE).write_text(SHEET, encoding="utf-8")
    monkeypatch.setattr(r, "DATA", data)
    r.load.cache_clear()
    yield data
    r.load.cache_clear()


def test_the_page_names_the_next_free_number() -> None:
    assert f"heroes/{NUMBER + 1:02d}-{HERO['name'].lower()}.toml" == FILE
    assert f"There is room for {records.MAX_HEROES} heroes." in TEXT.replace("\n", " ")


def test_the_newcomer_is_the_last_of_the_rules_heroes(folder: Path) -> None:
    assert (folder / FILE).exists()
    assert r.hero_names()[-1] == HERO["name"]
    rules = r.load("blitz")
    assert rules.hero_count == NUMBER + 1
    assert rules.heroes[NUMBER].health == HERO["health"]
    assert [r.MODES[mode] for mode in rules.heroes[NUMBER].abilities["mode"]] == [
        ability["mode"] for ability in HERO["abilities"]
    ]


def test_the_newcomer_plays_and_casts_all_it_has(folder: Path) -> None:
    assert (folder / FILE).exists()
    others = [hero for hero in range(NUMBER) if hero % 2 == 0]
    setups = [
        Setup(70 + i, (NUMBER, *others[i : i + 4]), tuple(hero + 1 for hero in others[:5])) for i in range(4)
    ]
    batch = new_batch("blitz", setups)
    play(batch, "medium", "medium")
    assert (batch.matches["ending"] == lay.BY_ANCIENT).all() and not batch.faults().any()
    casts = batch.tally[:, 0, lay.CASTS : lay.CASTS + lay.ABILITIES].sum(0)
    castable = [ability["mode"] not in ("passive", "aura") for ability in HERO["abilities"]]
    np.testing.assert_array_equal(casts > 0, castable)
    assert (batch.tally[:, 0, lay.DAMAGE_TO_HEROES] > 0).all()


def test_the_newcomer_shares_nothing_that_must_differ() -> None:
    old = r.heroes()
    shapes = [
        (ability["mode"], frozenset(effect["kind"] for effect in ability["effects"]))
        for hero in [*old, HERO]
        for ability in hero["abilities"]
    ]
    assert len(set(shapes)) == len(shapes)
    names = [ability["name"] for hero in [*old, HERO] for ability in hero["abilities"]]
    names += [hero["name"] for hero in [*old, HERO]]
    assert len(set(names)) == len(names)


LINES = {
    *(records.HERO.names or ()),
    *(records.ABILITY.names or ()),
    *HERO,
    *r.MODES,
    *r.EFFECT_KINDS,
    "aim",
    "on",
}
LINES -= {"none", "ally", "abilities"}  # words of the rules alone, and what stands between the tables


@pytest.mark.parametrize("name", sorted(LINES))
def test_the_page_says_what_each_line_means(name: str) -> None:
    tables = TEXT.partition("## What the lines mean")[2]
    assert re.search(rf"`{name}\b[^`]*`", tables)


@pytest.mark.parametrize("mode", r.MODES)
def test_the_page_says_what_each_mode_needs(mode: str) -> None:
    """The last column of the mode's row, against what a file is held to."""
    (row,) = re.findall(rf"^\| `{mode}` \|.*\|(.*)\|$", TEXT, re.MULTILINE)
    needed, _, _ = row.partition(", and `radius` if")
    assert set(re.findall(r"`(\w+)`", needed)) == set(NEEDED[mode])


@pytest.mark.parametrize("line", [line for line in SHEET.splitlines() if " = " in line])
def test_no_line_of_the_page_can_be_left_out(line: str) -> None:
    if line.startswith("aim"):
        return  # without it the ability is aimed at enemies
    with pytest.raises((ValueError, KeyError)):
        check_hero(tomllib.loads(SHEET.replace(line + "\n", "", 1)), FILE)
