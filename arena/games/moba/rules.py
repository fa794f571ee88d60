"""The rules' data: heroes, abilities, items, creeps, structures and variants, read from TOML into one record.

Compiled functions take the record as an argument; nothing in it changes during a match. Times in the files
are seconds and become ticks here; ranges and radii are world units.
"""

from __future__ import annotations

import functools
import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arena.games.moba import layout as lay
from arena.games.moba import maps
from arena.games.moba.heroes import check_ability, read_heroes
from arena.games.moba.paths import data_folder
from arena.games.moba.rule_records import MAX_HEROES, MAX_ITEMS, RULES

DATA = data_folder()
TICKS_PER_SECOND = 30
TICKS_PER_DECISION = 4
VARIANTS = ("full", "blitz", "duel", "skirmish")

ITEM_CODES = MAX_HEROES * lay.ABILITIES  # an effect's code is below it a hero's ability, from it on an item

MODES = ("unit", "point", "line", "area", "self", "passive", "aura", "toggle", "channel")
UNIT_MODE, POINT_MODE, LINE_MODE, AREA_MODE, SELF_MODE, PASSIVE_MODE, AURA_MODE, TOGGLE_MODE, CHANNEL_MODE = (
    range(len(MODES))
)

EFFECT_KINDS = (
    "none",
    "physical",
    "magical",
    "pure",
    "heal",
    "shield",
    "burn",
    "stun",
    "root",
    "slow",
    "silence",
    "disarm",
    "armour",
    "speed",
    "dash",
    "blink",
    "push",
    "pull",
    "invisible",
    "reveal",
    "mana_burn",
    "lifesteal",
    "critical",
    "cleave",
    "thorns",
    "execute",
    "chain",
    "haste",
    "might",
    "regeneration",
)
(
    NO_EFFECT,
    PHYSICAL,
    MAGICAL,
    PURE,
    HEAL,
    SHIELD,
    BURN,
    STUN,
    ROOT,
    SLOW,
    SILENCE,
    DISARM,
    ARMOUR,
    SPEED,
    DASH,
    BLINK,
    PUSH,
    PULL,
    INVISIBLE,
    REVEAL,
    MANA_BURN,
    LIFESTEAL,
    CRITICAL,
    CLEAVE,
    THORNS,
    EXECUTE,
    CHAIN,
    HASTE,
    MIGHT,
    REGENERATION,
) = range(len(EFFECT_KINDS))

ITEM_MODES = ("unit", "point", "line", "area", "self")  # an item's use is over when it has been cast
ON = ("target", "self")
AIMS = ("enemy", "ally")

# Every module that can change how a match goes; observations and players are not rules.
RULE_MODULES = (
    "abilities",
    "boss",
    "bounty",
    "casting",
    "combat",
    "contract",
    "courier",
    "creeps",
    "daylight",
    "economy",
    "effects",
    "growth",
    "heroes",
    "layout",
    "map_tables",
    "maps",
    "motion",
    "neutrals",
    "numbers",
    "orders",
    "paths",
    "perception",
    "purchases",
    "randomise",
    "rewards",
    "rule_records",
    "rules",
    "runes",
    "setup",
    "sides",
    "sight_table",
    "spellbook",
    "starts",
    "step_table",
    "tick",
    "vision",
)

SECONDS = {"cooldown", "cast", "channel", "interval", "windup", "wave", "first_wave", "recall", "rebuild"}
SECONDS |= {"cap", "safety", "ticks", "gold_ticks", "courier", "buyback"}
SECONDS |= {"camp_first", "camp_every", "camp_growth", "boss_first", "boss_least", "boss_most", "boss_growth"}
SECONDS |= {"rune_first", "rune_every", "day"}


def ticks(seconds: float) -> int:
    """Seconds to whole ticks, to the nearest."""
    return round(seconds * TICKS_PER_SECOND)


def read(name: str) -> dict[str, Any]:
    """One data file, `data/<name>.toml`."""
    return tomllib.loads((DATA / f"{name}.toml").read_text(encoding="utf-8"))


def _fill(target: Any, values: Mapping[str, Any], where: str) -> None:
    """Copy named numbers into a record; a name the record does not have is an error of the data."""
    for name, value in values.items():
        if name not in target.dtype.names:
            raise ValueError(f"{where}: unknown field {name!r}; known are {', '.join(target.dtype.names)}")
        target[name] = np.vectorize(ticks)(value) if name in SECONDS else value


def _choice(word: str, known: Sequence[str], what: str, where: str) -> int:
    """Place of a word among those the rules know; another is an error of the data."""
    if word not in known:
        raise ValueError(f"{where}: expected {what}, one of {', '.join(known)}; got {word!r}")
    return known.index(word)


def _levels(value: float | Sequence[float]) -> list[float]:
    """One number stands for all four levels; three are the last ability's."""
    numbers = list(value) if isinstance(value, Sequence) else [value]
    return [float(number) for number in (numbers + [numbers[-1]] * 4)[:4]]


def _fill_ability(target: Any, values: Mapping[str, Any], where: str) -> None:
    plain = {name: value for name, value in values.items() if name not in ("name", "says")}
    target.mode = _choice(plain.pop("mode"), MODES, "a mode", where)
    target.ally = _choice(plain.pop("aim", "enemy"), AIMS, "an aim", where)
    effects = plain.pop("effects")
    if len(effects) > lay.EFFECTS_PER_ABILITY:
        raise ValueError(f"{where}: expected at most {lay.EFFECTS_PER_ABILITY} effects; got {len(effects)}")
    _fill(
        target, {"cost": _levels(plain.pop("cost", 0)), "cooldown": _levels(plain.pop("cooldown", 0))}, where
    )
    _fill(target, plain, where)
    for slot, effect in enumerate(effects):
        _fill_effect(target.effects[slot], effect, where)


def _fill_effect(target: Any, values: Mapping[str, Any], where: str) -> None:
    plain = dict(values)
    target.kind = _choice(plain.pop("kind"), EFFECT_KINDS, "an effect", where)
    target.on = _choice(plain.pop("on", "target"), ON, "on", where)
    target.ticks = [ticks(seconds) for seconds in _levels(plain.pop("seconds", 0))]
    target.amount = _levels(plain.pop("amount", 0))
    _fill(target, plain, f"{where}, {values['kind']}")


def _fill_hero(target: Any, values: Mapping[str, Any], item_names: Sequence[str]) -> None:
    where = f"hero {values['name']}"
    for slot, ability in enumerate(values["abilities"]):
        _fill_ability(target.abilities[slot], ability, f"{where}, {ability['name']}")
    target.skills = -1
    target.skills[: len(values["skills"])] = [number - 1 for number in values["skills"]]
    target.build = -1
    target.build[: len(values["build"])] = [
        _choice(name, item_names, "an item in the build", where) for name in values["build"]
    ]
    words = {"name", "role", "says", "abilities", "skills", "build"}
    _fill(target, {key: value for key, value in values.items() if key not in words}, where)


def _fill_item(target: Any, values: Mapping[str, Any]) -> None:
    where = f"item {values['name']}"
    _fill(target, {k: v for k, v in values.items() if k not in ("name", "says", "active")}, where)
    if "active" in values:
        _choice(values["active"]["mode"], ITEM_MODES, "a mode of an item's use", where)
        check_ability(values["active"], where)
        target.usable = 1
        _fill_ability(target.active, values["active"], where)


def _fill_items(rules: Any) -> None:
    data = read("items")
    if len(data["items"]) > MAX_ITEMS:
        raise ValueError(f"expected at most {MAX_ITEMS} items; got {len(data['items'])}")
    for row, item in enumerate(data["items"]):
        _fill_item(rules.items[row], item)
    rules.item_count = len(data["items"])
    values = {"ticks" if name == "seconds" else name: value for name, value in data["potion"].items()}
    _fill(rules.potion, values, "potion")


def heroes() -> list[dict[str, Any]]:
    """The heroes' data as their files say, in the order of their numbers."""
    return read_heroes(DATA / "heroes", MAX_HEROES)


def hero_names() -> tuple[str, ...]:
    """Heroes in the order of their numbers."""
    return tuple(hero["name"] for hero in heroes())


def item_names() -> tuple[str, ...]:
    """Items in the order of their numbers."""
    return tuple(item["name"] for item in read("items")["items"])


def _fill_map(rules: Any, name: str, packs: Mapping[str, Sequence[str]]) -> None:
    chart = maps.load(name)
    for camp, size in enumerate(chart.camp_sizes):
        for place, kind in enumerate(packs[size]):
            rules.camp_kinds[camp, place] = _choice(kind, lay.KIND_NAMES, "a kind of neutral", f"pack {size}")
    rules.n, rules.cell, rules.half = chart.n, chart.cell, chart.half
    rules.waypoints = chart.lanes.shape[1]
    rules.lanes[:, : chart.lanes.shape[1]] = chart.lanes
    rules.structures[:] = chart.structures
    rules.fountain[:] = chart.fountain
    rules.camps[:] = chart.camps
    rules.boss_pit[:] = chart.boss_pits[0]
    rules.rune[:] = chart.runes[0]


def map_name(variant: str) -> str:
    """The map a variant is played on."""
    return str(read("variants")[variant]["map"])


@functools.cache
def load(variant: str) -> Any:
    """The rules of a variant: a zero-dimensional record of `RULES`.

    Raises ValueError for a variant that does not exist.
    """
    if variant not in VARIANTS:
        raise ValueError(f"expected a variant, one of {', '.join(VARIANTS)}; got {variant!r}")
    rules = np.zeros(1, RULES)[0]
    units, variants = read("units"), read("variants")
    _fill(rules.variant, {k: v for k, v in variants[variant].items() if k not in ("map", "says")}, variant)
    for kind, name in enumerate(lay.KIND_NAMES):
        if name in units:
            _fill(rules.kinds[kind], units[name], name)
    for rune, name in enumerate(lay.RUNE_NAMES):
        values = units["runes"].get(name, {})
        _fill(rules.runes[rune], {"ticks" if k == "seconds" else k: v for k, v in values.items()}, name)
    names = item_names()
    _fill_items(rules)
    sheets = heroes()
    for row, hero in enumerate(sheets):
        _fill_hero(rules.heroes[row], hero, names)
    rules.hero_count = len(sheets)
    rules.xp_to_level = units["xp_to_level"]
    _fill_map(rules, map_name(variant), units["packs"])
    return rules


@functools.cache
def rules_hash() -> str:
    """16 hexadecimal digits of the SHA-256 of the rules' source and data: what makes two matches comparable."""
    digest = hashlib.sha256()
    files = {f"{name}.py": Path(__file__).with_name(f"{name}.py") for name in RULE_MODULES}
    files |= {f"data/{p.relative_to(DATA).as_posix()}": p for p in DATA.rglob("*") if p.is_file()}
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name].read_bytes() + b"\0")
    return digest.hexdigest()[:16]
