"""The heroes' files, `data/heroes/NN-name.toml`: read in the order of their numbers, and refused where wrong.

NN is 1 for the first hero, without gaps, and what an observation shows as `who.hero`: a hero keeps its number for
good. What the words of an ability mean is rules.py's; here stands which go together, since the rules would pass over
the others in silence: a stun in a passive ability, a line missile without a speed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ABILITIES = 4
LEVELS = 4  # of an ability
LAST_FROM = 6  # hero's level from which the last ability can be learnt
WORDS = ("name", "role", "says")
NUMBERS = (
    *("health", "health_growth", "mana", "mana_growth", "health_regen", "health_regen_growth"),
    *("mana_regen", "mana_regen_growth", "armour", "armour_growth", "resist", "damage", "damage_growth"),
    *("haste_growth", "reach", "interval", "windup", "missile", "speed"),
)
# What an ability of each mode cannot do without.
NEEDED = {
    "unit": ("cost", "cooldown", "reach", "cast"),
    "point": ("cost", "cooldown", "reach", "cast"),
    "line": ("cost", "cooldown", "reach", "radius", "speed", "cast"),
    "area": ("cost", "cooldown", "radius", "cast"),
    "self": ("cost", "cooldown", "cast"),
    "passive": (),
    "aura": ("radius",),
    "toggle": ("cost", "radius"),
    "channel": ("cost", "cooldown", "reach", "radius", "channel", "cast"),
}
LASTING = frozenset(
    (
        *("shield", "burn", "stun", "root", "slow", "silence", "disarm", "armour", "speed", "invisible"),
        *("reveal", "lifesteal", "thorns", "haste", "might", "regeneration"),
    )
)
PASSIVE = frozenset(("armour", "haste", "lifesteal", "thorns", "regeneration", "critical", "cleave"))
PASSIVE_ONLY = frozenset(("critical", "cleave"))
GOING = frozenset(("dash", "blink"))
GOING_MODES = ("unit", "point", "line")
EXTRA = frozenset(("critical", "cleave", "chain"))
ON_CASTER_MODES = ("unit", "point", "line", "area", "self", "channel")


def read_heroes(folder: Path, most: int) -> list[dict[str, Any]]:
    """All heroes of a folder in the order of their numbers, as their files say, each checked by `check_hero`.

    Raises ValueError, in one line, for a file that is no TOML or is misnamed, for a gap in the numbers, for a name
    that comes twice, for more than `most` heroes, and for what `check_hero` refuses.
    """
    paths = sorted(folder.glob("*.toml"))
    if len(paths) > most:
        raise ValueError(f"expected at most {most} heroes in {folder.name}; got {len(paths)} files")
    found = [_read(path, number) for number, path in enumerate(paths, 1)]
    names = [hero["name"] for hero in found]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"expected each hero's name once; got {name!r} in two files")
    return found


def _read(path: Path, number: int) -> dict[str, Any]:
    begin = re.match(r"\d\d-", path.name)
    if begin is None or int(path.name[:2]) != number:
        raise ValueError(f"expected a file {number:02d}-NAME.toml as hero number {number}; got {path.name}")
    try:
        hero = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"expected TOML in {path.name}; got: {error}") from error
    check_hero(hero, path.name)
    return hero


def check_hero(hero: Mapping[str, Any], where: str) -> None:
    """Raise ValueError, in one line that begins with `where`, for a hero that lacks what the rules need."""
    _need(hero, (*WORDS, *NUMBERS, "skills", "build", "abilities"), where)
    for name in NUMBERS:
        if not _is_number(hero[name]):
            raise ValueError(f"{where}: expected a number for {name}; got {hero[name]!r}")
    if len(hero["abilities"]) != ABILITIES:
        raise ValueError(f"{where}: expected {ABILITIES} abilities; got {len(hero['abilities'])}")
    _check_skills(hero["skills"], where)
    for ability in hero["abilities"]:
        _need(ability, ("name", "says", "mode", "effects"), where)
        check_ability(ability, f"{where}, {ability['name']}")


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _need(values: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    missing = [name for name in names if name not in values]
    if missing:
        raise ValueError(f"{where}: expected {', '.join(missing)}; got none")


def _check_skills(skills: Sequence[int], where: str) -> None:
    for level, skill in enumerate(skills, 1):
        if skill not in range(1, ABILITIES + 1):
            raise ValueError(f"{where}: expected skills from 1 to {ABILITIES}; got {skill!r}")
        if skill == ABILITIES and level < LAST_FROM:
            raise ValueError(
                f"{where}: expected skill {ABILITIES} from level {LAST_FROM} on; got it at level {level}"
            )
    for skill in range(1, ABILITIES + 1):
        if list(skills).count(skill) > LEVELS:
            raise ValueError(f"{where}: expected skill {skill} at most {LEVELS} times; got more")


def check_ability(ability: Mapping[str, Any], where: str) -> None:
    """Raise ValueError, in one line that begins with `where`, for words of an ability that do not go together."""
    mode = ability["mode"]
    _need(ability, NEEDED.get(mode, ()), where)  # what the mode may be, the rules say
    if ability.get("aim") == "ally" and mode in ("line", "passive"):
        raise ValueError(f"{where}: expected no aim with mode {mode}; got aim 'ally'")
    if mode == "point" and "radius" not in ability:
        caught = [effect["kind"] for effect in ability["effects"] if effect.get("on") != "self"]
        if caught:
            raise ValueError(f"{where}: expected radius, for whom {', '.join(caught)} reaches; got none")
    for effect in ability["effects"]:
        _need(effect, ("kind",), where)
        _check_effect(mode, effect, f"{where}, {effect['kind']}")
    for values in (ability, *ability["effects"]):
        for name, value in values.items():
            if name != "effects" and isinstance(value, list) and not 1 <= len(value) <= LEVELS:
                raise ValueError(f"{where}: expected 1 to {LEVELS} levels of {name}; got {len(value)}")


def _check_effect(mode: str, effect: Mapping[str, Any], where: str) -> None:
    kind, on_self = effect["kind"], effect.get("on") == "self"
    if mode == "passive" and kind not in PASSIVE:
        raise ValueError(f"{where}: expected in mode passive one of {', '.join(sorted(PASSIVE))}; got {kind}")
    if kind in PASSIVE_ONLY and mode != "passive":
        raise ValueError(f"{where}: expected mode passive; got {mode}")
    if kind == "chain" and mode != "unit":
        raise ValueError(f"{where}: expected mode unit; got {mode}")
    if kind in GOING and (mode not in GOING_MODES or not on_self):
        raise ValueError(f'{where}: expected on = "self" and a mode of {", ".join(GOING_MODES)}; got {mode}')
    if on_self and mode not in ON_CASTER_MODES:
        raise ValueError(f"{where}: expected no on with mode {mode}; got on 'self'")
    if kind in LASTING and mode != "passive":
        _need(effect, ("seconds",), where)
    if kind in EXTRA:
        _need(effect, ("extra",), where)
