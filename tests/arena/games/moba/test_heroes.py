"""The heroes' files: read in order, and refused in one line where the rules would pass over something in silence."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arena.games.moba import heroes
from arena.games.moba import rule_records as records
from arena.games.moba import rules as r

FOLDER = r.DATA / "heroes"
SHEETS = r.heroes()
FIRST_TEN = ("Bulwark", "Ember", "Thorn", "Mercy", "Shade", "Tempest", "Brute", "Oath", "Mire", "Lance")


def test_heroes_keep_their_numbers() -> None:
    assert r.hero_names()[:10] == FIRST_TEN
    assert r.hero_names()[10:] == ("Anvil", "Falcon", "Rime", "Lantern", "Whisper", "Tabor", "Knot")


def test_each_file_bears_its_heros_name() -> None:
    wanted = [f"{number:02d}-{name.lower()}.toml" for number, name in enumerate(r.hero_names(), 1)]
    assert sorted(path.name for path in FOLDER.iterdir()) == wanted


def test_there_is_room_for_more() -> None:
    assert len(SHEETS) < records.MAX_HEROES == len(r.load("blitz").heroes)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the first three heroes' files."""
    for path in sorted(FOLDER.glob("*.toml"))[:3]:
        shutil.copy(path, tmp_path / path.name)
    return tmp_path


def refused(folder: Path, message: str, most: int = 24) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        heroes.read_heroes(folder, most)
    assert "\n" not in str(caught.value)


def test_a_gap_in_the_numbers_is_refused(folder: Path) -> None:
    (folder / "02-ember.toml").unlink()
    refused(folder, r"expected a file 02-NAME\.toml as hero number 2; got 03-thorn\.toml")


def test_a_number_that_comes_twice_is_refused(folder: Path) -> None:
    shutil.copy(folder / "02-ember.toml", folder / "02-other.toml")
    refused(folder, r"expected a file 03-NAME\.toml as hero number 3; got 02-other\.toml")


def test_a_file_without_a_number_is_refused(folder: Path) -> None:
    (folder / "03-thorn.toml").rename(folder / "thorn.toml")
    refused(folder, r"expected a file 03-NAME\.toml as hero number 3; got thorn\.toml")


def test_a_name_that_comes_twice_is_refused(folder: Path) -> None:
    shutil.copy(folder / "02-ember.toml", folder / "04-ember.toml")
    refused(folder, "expected each hero's name once; got 'Ember' in two files")


def test_more_heroes_than_there_is_room_for_are_refused(folder: Path) -> None:
    refused(folder, "expected at most 2 heroes in .*; got 3 files", most=2)


def test_what_is_no_toml_is_refused_by_its_file(folder: Path) -> None:
    (folder / "02-ember.toml").write_text("name = Ember\n", encoding="utf-8")
    refused(folder, r"expected TOML in 02-ember\.toml; got: ")


Change = Callable[[dict[str, Any]], object]


def in_ability(k: int, **changes: Any) -> Change:
    """A change of a hero: an ability's keys set, or with None taken away."""

    def change(hero: dict[str, Any]) -> None:
        hero["abilities"][k] |= changes
        for name in [name for name, value in changes.items() if value is None]:
            del hero["abilities"][k][name]

    return change


def in_hero(**changes: Any) -> Change:
    """A change of a hero's own keys."""
    return lambda hero: hero.update(changes)


STUN = [{"kind": "stun", "seconds": 1.0}]
BULWARK = [  # 0 unit, 1 self, 2 passive, 3 area
    (lambda hero: hero.pop("mana"), "x: expected mana; got none"),
    (lambda hero: [hero.pop(name) for name in ("role", "skills")], "x: expected role, skills; got none"),
    (in_hero(speed="fast"), "x: expected a number for speed; got 'fast'"),
    (in_hero(speed=True), "x: expected a number for speed; got True"),
    (in_hero(skills=[0]), "x: expected skills from 1 to 4; got 0"),
    (in_hero(skills=[1, 2, 3, 4]), "x: expected skill 4 from level 6 on; got it at level 4"),
    (in_hero(skills=[1, 1, 1, 2, 1, 1]), "x: expected skill 1 at most 4 times; got more"),
    (lambda hero: hero["abilities"].pop(), "x: expected 4 abilities; got 3"),
    (in_ability(0, says=None), "x: expected says; got none"),
    (in_ability(0, reach=None), "x, Shield Slam: expected reach; got none"),
    (in_ability(3, radius=None, cost=None), "x, Earthbreaker: expected cost, radius; got none"),
    (in_ability(0, mode="line"), "x, Shield Slam: expected radius, speed; got none"),
    (
        in_ability(0, mode="point"),
        "x, Shield Slam: expected radius, for whom magical, stun reaches; got none",
    ),
    (in_ability(0, cost=[]), "x, Shield Slam: expected 1 to 4 levels of cost; got 0"),
    (
        in_ability(0, effects=[{"kind": "pure", "amount": [1] * 5}]),
        "x, Shield Slam: expected 1 to 4 levels of",
    ),
    (in_ability(0, effects=[{"amount": 3}]), "x, Shield Slam: expected kind; got none"),
    (in_ability(0, effects=[{"kind": "stun"}]), "x, Shield Slam, stun: expected seconds; got none"),
    (in_ability(2, effects=STUN), "x, Iron Skin, stun: expected in mode passive one of armour, .*; got stun"),
    (in_ability(0, effects=[{"kind": "cleave"}]), "x, Shield Slam, cleave: expected mode passive; got unit"),
    (in_ability(2, effects=[{"kind": "cleave"}]), "x, Iron Skin, cleave: expected extra; got none"),
    (in_ability(3, effects=[{"kind": "chain"}]), "x, Earthbreaker, chain: expected mode unit; got area"),
    (
        in_ability(0, effects=[{"kind": "blink"}]),
        'x, Shield Slam, blink: expected on = "self" and a mode of unit, point, line; got unit',
    ),
    (
        in_ability(3, effects=[{"kind": "dash", "on": "self"}]),
        'x, Earthbreaker, dash: expected on = "self" and a mode of unit, point, line; got area',
    ),
    (
        in_ability(2, effects=[{"kind": "haste", "on": "self"}]),
        "x, Iron Skin, haste: expected no on with mode passive; got on 'self'",
    ),
    (in_ability(2, aim="ally"), "x, Iron Skin: expected no aim with mode passive; got aim 'ally'"),
]


@pytest.mark.parametrize(("change", "message"), BULWARK, ids=[message for _, message in BULWARK])
def test_what_the_rules_would_pass_over_is_refused(change: Change, message: str) -> None:
    hero = copy.deepcopy(SHEETS[0])
    heroes.check_hero(hero, "x")
    change(hero)
    with pytest.raises(ValueError, match=message) as caught:
        heroes.check_hero(hero, "x")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("mode", r.MODES)
def test_every_mode_says_what_it_needs(mode: str) -> None:
    assert set(heroes.NEEDED[mode]) <= set(records.ABILITY.names or ())


def test_the_kinds_that_are_told_apart_are_the_rules_kinds() -> None:
    told = heroes.LASTING | heroes.PASSIVE | heroes.GOING | heroes.EXTRA
    assert told < set(r.EFFECT_KINDS)
    assert set(heroes.NUMBERS) == set(records.HERO.names or ()) - {"abilities", "skills", "build"}
