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

DATA = data_folder()
TICKS_PER_SECOND = 30
TICKS_PER_DECISION = 4
MAX_HEROES = 24
MAX_ITEMS = 32
BUILD = lay.BUILD
MAX_LEVEL = lay.MAX_LEVEL
WAYPOINTS = 16
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

ABILITY_EFFECT = lay.record(
    ("kind", "i8"),
    ("on", "i8"),  # 0 who is aimed at or caught, 1 the caster
    ("amount", "f8", (4,)),  # by level
    ("ticks", "i8", (4,)),
    ("extra", "f8"),  # critical: factor; cleave, chain: radius
)
ABILITY = lay.record(
    ("mode", "i8"),
    ("ally", "i8"),  # 1: meant for own side
    ("cost", "f8", (4,)),
    ("cooldown", "i8", (4,)),
    ("reach", "f8"),  # casting range; line: way of the missile
    ("radius", "f8"),  # of the area; line: half width
    ("speed", "f8"),  # of the missile, 0 immediate
    ("pierce", "i8"),  # line: goes through all it meets
    ("cast", "i8"),  # ticks from the order to the effect
    ("channel", "i8"),  # ticks of channelling; the effects come every half second
    ("effects", ABILITY_EFFECT, (lay.EFFECTS_PER_ABILITY,)),
)
HERO = lay.record(
    ("health", "f8"),
    ("health_growth", "f8"),
    ("mana", "f8"),
    ("mana_growth", "f8"),
    ("health_regen", "f8"),
    ("health_regen_growth", "f8"),
    ("mana_regen", "f8"),
    ("mana_regen_growth", "f8"),
    ("armour", "f8"),
    ("armour_growth", "f8"),
    ("resist", "f8"),
    ("damage", "f8"),
    ("damage_growth", "f8"),
    ("haste_growth", "f8"),
    ("reach", "f8"),
    ("interval", "i8"),
    ("windup", "i8"),
    ("missile", "f8"),
    ("speed", "f8"),
    ("abilities", ABILITY, (lay.ABILITIES,)),
    ("skills", "i8", (MAX_LEVEL,)),  # ability learnt at each level, -1 none
    ("build", "i8", (BUILD,)),  # items in the order of buying, -1 none
)
ITEM = lay.record(
    ("cost", "i8"),
    ("health", "f8"),
    ("mana", "f8"),
    ("health_regen", "f8"),
    ("mana_regen", "f8"),
    ("armour", "f8"),
    ("resist", "f8"),
    ("damage", "f8"),
    ("haste", "f8"),
    ("speed", "f8"),
    ("lifesteal", "f8"),
    ("usable", "i8"),  # 1: it has a use, `active`
    ("active", ABILITY),  # of one level
)
DRINK = lay.record(
    ("cost", "i8"),
    ("most", "i8"),  # bought up to so many
    ("until", "i8"),  # while fewer items than these have been bought
    ("ticks", "i8"),
    ("health", "f8"),  # in all
    ("mana", "f8"),
)
# By kind of unit; the row of HERO holds what all heroes share.
KIND = lay.record(
    ("health", "f8"),
    ("health_growth", "f8"),  # added every growth waves
    ("damage", "f8"),
    ("damage_growth", "f8"),
    ("armour", "f8"),
    ("tier_health", "f8"),  # structures: added for each tier
    ("tier_damage", "f8"),
    ("reach", "f8"),
    ("interval", "i8"),
    ("windup", "i8"),
    ("missile", "f8"),
    ("speed", "f8"),
    ("radius", "f8"),
    ("sight", "i8"),  # class of map_tables.SIGHT_RADII
    ("night_sight", "i8"),  # the same by night
    ("gold", "i8"),
    ("gold_each", "i8"),  # structures: to every hero of the other side
    ("xp", "i8"),
    ("siege", "f8"),  # factor of its damage to structures
    ("to_heroes", "f8"),  # factor of its damage to heroes
    ("reward_growth", "f8"),  # neutrals: share by which gold and experience grow each time they grow
    ("splash", "f8"),  # radius in which half of a blow reaches those who stand by its target
)
RUNE = lay.record(
    ("amount", "f8"),  # share, of what the kind says
    ("ticks", "i8"),  # for which its effect lasts
    ("gold", "f8"),  # of the first bounty
    ("xp", "f8"),
    ("growth", "f8"),  # share that each later bounty is worth more
)
VARIANT = lay.record(
    ("heroes", "i8"),  # a side
    ("lanes", "i8", (3,)),
    ("wave", "i8"),  # ticks between waves
    ("first_wave", "i8"),
    ("melee", "i8"),
    ("ranged", "i8"),
    ("siege_every", "i8"),
    ("growth_every", "i8"),  # waves
    ("growth_cap", "i8"),
    ("extra_share", "f8"),  # chance of one more melee creep
    ("super_factor", "f8"),
    ("gold", "f8"),  # factor of all gold
    ("xp", "f8"),
    ("start_gold", "i8"),
    ("gold_ticks", "i8"),  # ticks for one gold of income
    ("structure_health", "f8"),
    ("structure_damage", "f8"),
    ("respawn_base", "f8"),  # seconds
    ("respawn_level", "f8"),
    ("kills_to_win", "i8"),  # 0: kills do not end it
    ("tower_ends", "i8"),
    ("recall", "i8"),  # ticks
    ("hold_recall", "i8"),
    ("rebuild", "i8"),  # ticks
    ("cap", "i8"),  # ticks of play after which a match is cut undecided, 0 never
    ("courier", "i8"),  # ticks until a killed courier returns
    ("buyback", "i8"),  # ticks between two buybacks of a hero; 0: nobody buys itself back
    ("safety", "i8"),  # ticks after which a match is stopped and counted
    ("wear", "f8"),  # share of health structures lose each growth step: an old match must end
    ("wear_from", "i8"),  # wave with which that begins
    ("camp_first", "i8"),  # tick at which the camps are first filled, 0 never
    ("camp_every", "i8"),  # ticks between two times at which empty ones are filled again
    ("camp_growth", "i8"),  # ticks in which neutrals grow once
    ("boss_first", "i8"),  # tick at which the boss first comes, 0 never
    ("boss_least", "i8"),  # ticks from its death to its return, at least and at most
    ("boss_most", "i8"),
    ("boss_growth", "i8"),  # ticks in which it grows once
    ("rune_first", "i8"),  # tick at which runes first come, 0 never
    ("rune_every", "i8"),  # ticks between two times at which they come
    ("day", "i8"),  # ticks of a day, and of a night
)
RULES = lay.record(
    ("variant", VARIANT),
    ("kinds", KIND, (len(lay.KIND_NAMES),)),
    ("heroes", HERO, (MAX_HEROES,)),
    ("hero_count", "i8"),
    ("items", ITEM, (MAX_ITEMS,)),
    ("item_count", "i8"),
    ("potion", DRINK),
    ("runes", RUNE, (len(lay.RUNE_NAMES),)),
    ("xp_to_level", "i8", (MAX_LEVEL + 1,)),
    ("n", "i8"),
    ("cell", "f8"),
    ("half", "f8"),
    ("waypoints", "i8"),
    ("lanes", "f8", (3, WAYPOINTS, 2)),
    ("structures", "f8", (lay.STRUCTURES, 2)),
    ("fountain", "f8", (2,)),
    ("camps", "f8", (lay.CAMPS, 2)),
    ("camp_kinds", "i8", (lay.CAMPS, lay.CAMP_SIZE)),  # kinds of unit that live there, NOBODY for none
    ("boss_pit", "f8", (2,)),  # of west's half
    ("rune", "f8", (2,)),  # of west's half
)

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
