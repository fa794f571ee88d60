"""The rules' data: read whole, refused where wrong, and a hash that covers all that plays."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.games.moba import VARIANTS, hero_names, load, rules_hash
from arena.games.moba import layout as lay
from arena.games.moba import rule_records as records
from arena.games.moba import rules as r

FOLDER = Path(r.__file__).parent
NOT_RULES = {
    "observation",
    "observed_units",
    "fields",
    "field_groups",
}  # what is seen of a match does not change it
HEROES = r.heroes()


def imports_of(module: str) -> set[str]:
    """Modules of the game that a module of the game imports, read from its source."""
    tree = ast.parse((FOLDER / f"{module}.py").read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("arena.games.moba"):
            rest = node.module.removeprefix("arena.games.moba").strip(".")
            found |= {rest.split(".")[0]} if rest else {alias.name for alias in node.names}
    return {name for name in found if (FOLDER / f"{name}.py").exists()}


def reached(start: str) -> set[str]:
    """All modules imported from one, directly or not; what only observes is not followed."""
    seen, waiting = set(), [start]
    while waiting:
        module = waiting.pop()
        if module not in seen and module not in NOT_RULES:
            seen.add(module)
            waiting += imports_of(module)
    return seen


def test_the_hash_covers_all_that_a_match_is_played_by() -> None:
    assert reached("tick") <= set(r.RULE_MODULES)
    assert reached("batch") - {"batch"} == set(r.RULE_MODULES)


def hash_when(monkeypatch: pytest.MonkeyPatch, changed: str) -> str:
    """The hash when one file, by its name below the game's folder, has one byte more."""
    read = Path.read_bytes
    with monkeypatch.context() as patch:
        patch.setattr(Path, "read_bytes", lambda path: read(path) + b" " * (path == FOLDER / changed))
        return str(rules_hash.__wrapped__())


def test_any_change_of_a_rule_or_of_data_is_another_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    files = [f"{name}.py" for name in r.RULE_MODULES]
    files += [path.relative_to(FOLDER).as_posix() for path in r.DATA.rglob("*") if path.is_file()]
    hashes = {hash_when(monkeypatch, name) for name in files} | {rules_hash()}
    assert len(hashes) == len(files) + 1
    assert all(len(one) == 16 and int(one, 16) >= 0 for one in hashes)
    assert hash_when(monkeypatch, "observation.py") == hash_when(monkeypatch, "bots/easy.py") == rules_hash()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_number_of_the_data_arrives(variant: str) -> None:
    rules = load(variant)
    units, settings = r.read("units"), r.read("variants")[variant]
    for kind, name in ((lay.MELEE, "melee"), (lay.TOWER, "tower"), (lay.CORE, "ancient")):
        for field, value in units[name].items():
            assert rules.kinds[kind][field] == (
                round(30 * value) if field in ("interval", "windup") else value
            )
    for field in ("wave", "first_wave", "recall", "rebuild", "safety", "gold_ticks"):
        assert rules.variant[field] == round(30 * settings[field])
    for field in ("melee", "gold", "xp", "start_gold", "respawn_level", "wear", "wear_from"):
        assert rules.variant[field] == settings[field]
    assert list(rules.xp_to_level) == units["xp_to_level"]


def test_experience_needed_rises() -> None:
    table = load("blitz").xp_to_level
    assert len(table) == records.MAX_LEVEL + 1 and (np.diff(table[1:]) > 0).all()


@pytest.mark.parametrize(("place", "hero"), list(enumerate(HEROES)), ids=hero_names())
def test_a_heros_data_arrive(place: int, hero: dict[str, Any]) -> None:
    row = load("blitz").heroes[place]
    assert (row.health, row.damage, row.reach, row.speed) == (
        hero["health"],
        hero["damage"],
        hero["reach"],
        hero["speed"],
    )
    assert (row.interval, row.windup) == (round(30 * hero["interval"]), round(30 * hero["windup"]))
    assert [int(k) + 1 for k in row.skills if k >= 0] == hero["skills"]
    names = [item["name"] for item in r.read("items")["items"]]
    assert [names[i] for i in row.build if i >= 0] == hero["build"]
    for k, ability in enumerate(hero["abilities"]):
        spell = row.abilities[k]
        assert r.MODES[spell.mode] == ability["mode"] and r.AIMS[spell.ally] == ability.get("aim", "enemy")
        kinds = [r.EFFECT_KINDS[e.kind] for e in spell.effects if e.kind != r.NO_EFFECT]
        assert kinds == [effect["kind"] for effect in ability["effects"]]


def shape_of(ability: dict[str, Any]) -> tuple[str, frozenset[str]]:
    """What no two abilities share: targeting mode and set of effect kinds."""
    return ability["mode"], frozenset(effect["kind"] for effect in ability["effects"])


def test_no_two_abilities_are_alike() -> None:
    found: dict[tuple[str, frozenset[str]], str] = {}
    for hero in HEROES:
        for ability in hero["abilities"]:
            shape = shape_of(ability)
            assert shape not in found, f"{ability['name']} is like {found.get(shape)}"
            found[shape] = ability["name"]
    assert len(HEROES) == 17 and len(found) == 68


def test_every_mode_and_every_kind_of_effect_is_used() -> None:
    abilities = [ability for hero in HEROES for ability in hero["abilities"]]
    assert {ability["mode"] for ability in abilities} == set(r.MODES)
    used = {effect["kind"] for ability in abilities for effect in ability["effects"]}
    assert used == set(r.EFFECT_KINDS) - {"none"}


def test_names_are_unique_and_described() -> None:
    names = [a["name"] for hero in HEROES for a in hero["abilities"]] + list(hero_names())
    items = [item["name"] for item in r.read("items")["items"]]
    assert len(set(names)) == len(names) and len(set(items)) == len(items)
    assert all(a["says"] for hero in HEROES for a in hero["abilities"])


def test_every_item_is_on_a_list_and_every_list_fits() -> None:
    wanted = {name for hero in HEROES for name in hero["build"]}
    assert wanted == {item["name"] for item in r.read("items")["items"]}
    assert all(len(set(hero["build"])) == len(hero["build"]) <= lay.BUILD for hero in HEROES)


def held_by(hero: dict[str, Any]) -> Iterator[tuple[list[str], str | None]]:
    """What a hero holds after each item of its list, and what that replaced: the cheapest of six, first of equals."""
    items = {item["name"]: item for item in r.read("items")["items"]}
    held: list[str] = []
    for name in hero["build"]:
        sold = None
        if len(held) < lay.ITEM_SLOTS:
            held = [*held, name]
        else:
            sold = min(held, key=lambda one: items[one]["cost"])
            held = [name if one == sold else one for one in held]
        yield held, sold


@pytest.mark.parametrize("hero", HEROES, ids=hero_names())
def test_a_list_replaces_cheaper_items_and_keeps_two_in_use_at_most(hero: dict[str, Any]) -> None:
    items = {item["name"]: item for item in r.read("items")["items"]}
    for place, (held, sold) in enumerate(held_by(hero)):
        assert sum("active" in items[name] for name in held) <= lay.ACTIVE_ITEMS
        if sold is not None:
            assert items[sold]["cost"] < items[hero["build"][place]]["cost"]


def test_there_are_two_dozen_stat_items_and_some_with_a_use() -> None:
    items = r.read("items")["items"]
    usable = [item["name"] for item in items if "active" in item]
    rows = load("blitz").items
    assert len(items) - len(usable) == 24 and len(usable) >= 6 and len(items) <= records.MAX_ITEMS
    assert [bool(row.usable) for row in rows[: len(items)]] == ["active" in item for item in items]
    for row, item in zip(rows, items, strict=False):
        if "active" in item:
            spell = row.active
            assert r.MODES[spell.mode] == item["active"]["mode"]
            assert list(spell.cooldown) == [30 * item["active"]["cooldown"]] * 4
            assert [r.EFFECT_KINDS[e.kind] for e in spell.effects if e.kind] == [
                effect["kind"] for effect in item["active"]["effects"]
            ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"mode": "toggle"}, "item Horn: expected a mode of an item's use, one of unit, .*; got 'toggle'"),
        ({"effects": [{"kind": "shield", "amount": 3}]}, "item Horn, shield: expected seconds; got none"),
        ({"rnge": 3.0}, "item Horn: unknown field 'rnge'"),
    ],
)
def test_a_use_the_rules_do_not_know_is_refused_in_one_line(change: dict[str, Any], message: str) -> None:
    active = {
        "mode": "self",
        "cost": 1,
        "cooldown": 1,
        "cast": 0.0,
        "effects": [{"kind": "heal", "amount": 3}],
    }
    with pytest.raises(ValueError, match=message) as caught:
        r._fill_item(np.zeros(1, records.ITEM)[0], {"name": "Horn", "cost": 3, "active": active | change})
    assert "\n" not in str(caught.value)


def test_the_skills_are_a_legal_order() -> None:
    for hero in HEROES:
        assert sorted(hero["skills"]) == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 3
        assert min(level for level, k in enumerate(hero["skills"], 1) if k == 4) >= 6


def test_an_unknown_field_is_named_with_its_place_and_the_known_ones() -> None:
    target = np.zeros(1, records.ITEM)[0]
    with pytest.raises(
        ValueError, match="Troll Ring: unknown field 'damge'; known are cost, health,"
    ) as caught:
        r._fill(target, {"cost": 1, "damge": 3.0}, "Troll Ring")
    assert "\n" not in str(caught.value)


def broken(**changes: Any) -> dict[str, Any]:
    """A hero's data with something changed in its first ability."""
    hero = {**HEROES[0], "abilities": [dict(a) for a in HEROES[0]["abilities"]]}
    hero["abilities"][0] |= changes
    return hero


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rech": 100.0}, "hero Bulwark, Shield Slam: unknown field 'rech'"),
        ({"mode": "cone"}, "hero Bulwark, Shield Slam: expected a mode, one of unit, point, .*; got 'cone'"),
        ({"aim": "foe"}, "hero Bulwark, Shield Slam: expected an aim, one of enemy, ally; got 'foe'"),
        (
            {"effects": [{"kind": "freeze"}]},
            "hero Bulwark, Shield Slam: expected an effect, one of none, .*; got 'freeze'",
        ),
        (
            {"effects": [{"kind": "stun", "on": "me"}]},
            "hero Bulwark, Shield Slam: expected on, one of target, self; got 'me'",
        ),
        ({"effects": [{"kind": "stun", "secs": 1}]}, "hero Bulwark, Shield Slam, stun: unknown field 'secs'"),
        ({"effects": [{"kind": "stun"}] * 4}, "hero Bulwark, Shield Slam: expected at most 3 effects; got 4"),
    ],
)
def test_data_the_rules_do_not_know_are_refused_in_one_line(change: dict[str, Any], message: str) -> None:
    names = [item["name"] for item in r.read("items")["items"]]
    with pytest.raises(ValueError, match=message) as caught:
        r._fill_hero(np.zeros(1, records.HERO)[0], broken(**change), names)
    assert "\n" not in str(caught.value)


def test_an_unknown_item_on_a_list_is_named() -> None:
    hero = broken()
    hero["build"] = ["Padded Mail", "Wool Coat"]
    with pytest.raises(
        ValueError, match="hero Bulwark: expected an item in the build, one of Padded Mail; got 'Wool Coat'"
    ):
        r._fill_hero(np.zeros(1, records.HERO)[0], hero, ["Padded Mail"])
