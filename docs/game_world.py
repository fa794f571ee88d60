"""Sections of the game's page on what belongs to no side: camps, the boss, runes, day and night; and on kills."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.moba import bounty
from arena.games.moba.economy import RISE_TICKS
from arena.games.moba.layout import RUNE_NAMES
from arena.games.moba.map_tables import SIGHT_RADII
from arena.games.moba.maps import load
from arena.games.moba.neutrals import CALM_TICKS, GROWTHS, HEALING, LEASH, NOTICE, WATCH
from arena.games.moba.rewards import ASSIST_GOLD, KILL_XP, KILL_XP_LEVEL
from arena.games.moba.rules import TICKS_PER_SECOND, VARIANTS, read
from arena.games.moba.runes import TAKE_RANGE
from docs.ability_text import table

WILD = ("small", "medium", "large", "boss")


def world() -> str:
    """The sections, in Markdown."""
    return f"{_camps()}\n{_boss()}\n{_runes()}\n{_daylight()}\n{_kills()}"


def _grown(data: Mapping[str, Any], name: str) -> str:
    growth = data.get(f"{name}_growth", 0)
    return f"{data[name]:g} + {growth:g}" if growth else f"{data[name]:g}"


def _times(heads: Mapping[str, str]) -> str:
    """A table of settings of the variants, seconds; a variant without any is left out."""
    data = read("variants")
    rows = [
        (f"`{name}`", *(f"{data[name][key]:g}" for key in heads))
        for name in VARIANTS
        if next(iter(heads)) in data[name]
    ]
    return table(("variant", *heads.values()), rows)


def _camps() -> str:
    units = read("units")
    sizes = {size: [n for n, s in enumerate(load("full").camp_sizes) if s == size] for size in units["packs"]}
    packs = [
        (size, " and ".join(map(str, sizes[size])), ", ".join(kinds))
        for size, kinds in units["packs"].items()
    ]
    kinds = [
        (
            name,
            _grown(units[name], "health"),
            _grown(units[name], "damage"),
            f"{units[name]['armour']:g}",
            f"{units[name]['reach']:g}",
            units[name]["gold"],
            units[name]["xp"],
        )
        for name in WILD
    ]
    growth = units["small"]["reward_growth"]
    return f"""## Neutral camps

Six camps lie in each half of the map; the map's picture shows where, and how large each is.

{table(("camp", "numbers", "who lives there"), packs)}

An empty camp is filled again when its time comes round (below) if no hero, creep or courier stands within {WATCH:g}
of it. Neutrals rest until a hero comes within {NOTICE:g} or hurts one of their camp; then all of it fight that
hero, no further than {LEASH:g} from home. Who gives up goes home and heals {HEALING:.0%} of its health a second, as
do those at rest whom nobody has hurt for {CALM_TICKS // TICKS_PER_SECOND} s. Neutrals do not see the invisible;
they fight heroes alone, creeps and structures leave them alone, and unless they fight they are in nobody's way. The
killer takes the gold, its side's heroes near share the experience.

{table(("kind", "health", "damage", "armour", "range", "gold", "experience"), kinds)}

Numbers after + are added each time neutrals grow, at most {GROWTHS} times; gold and experience grow by {growth:.0%}
each time.

{_times({"camp_first": "first filled, s", "camp_every": "again, every s", "camp_growth": "grow every, s"})}
"""


def _boss() -> str:
    boss = read("units")["boss"]
    times = {
        "boss_first": "first comes, s",
        "boss_least": "comes again after, s",
        "boss_most": "at the latest, s",
        "boss_growth": "grows every, s",
    }
    return f"""## The boss

One boss lives in one of the two pits; which comes first is drawn by the setup, then it changes pits with each
death. Its blow reaches all within {boss["splash"]:g} of its target with half its damage. It pays its killer
{boss["gold"]} gold and each hero of the killer's side {boss["gold_each"]}, both by its growth, and the killer
carries a **second life**: at its next death, which counts and pays like any other, it rises after
{RISE_TICKS // TICKS_PER_SECOND} s where it fell, with full health and mana. Both sides know which side has killed
the boss, and how often.

{_times(times)}
"""


RUNE_TEXTS = {
    "haste": "{amount:.0%} more speed, up to the fastest there is, for {seconds:g} s",
    "might": "{amount:.0%} more attack damage for {seconds:g} s",
    "regeneration": "{amount:.0%} of the greatest health each second for {seconds:g} s",
    "arcane": "all mana at once, and {amount:.0%} of what is left of each cooldown",
    "bounty": "{gold:g} gold and {xp:g} experience, {growth:.0%} more with each time runes have come before",
    "invisibility": "invisible for {seconds:g} s",
}


def _runes() -> str:
    data = read("units")["runes"]
    rows = [(name, RUNE_TEXTS[name].format(**data[name])) for name in RUNE_NAMES[1:]]
    return f"""## Runes

A rune comes to each half's point of the river, its kind drawn by the half's own luck; one that nobody took gives way.
A living hero of either side takes it within {TAKE_RANGE:g}: of two, the nearer, then who is of that half.

{table(("rune", "gives"), rows)}

{_times({"rune_first": "first, s", "rune_every": "again, every s"})}
"""


def _daylight() -> str:
    units = read("units")
    rows = [
        (name, *(f"{SIGHT_RADII[units[name][field]]:g}" for field in ("sight", "night_sight")))
        for name in units
        if "sight" in units[name]
    ]
    return f"""## Day and night

Day comes first, then night, each as long as the variant says. Night shortens sight.

{_times({"day": "a day, and a night, s"})}

{table(("unit", "sees by day", "by night"), rows)}
"""


def _kills() -> str:
    return f"""## Kills

A killed hero pays its killer {bounty.KILL_GOLD} gold, {bounty.KILL_GOLD_LEVEL} for each of its levels,
{bounty.STREAK_GOLD} for each kill since its last death (at most {bounty.STREAK_MOST}), and, if its side is ahead in
net worth (gold and items), one for every {bounty.COMEBACK_PER} of the lead, at most {bounty.COMEBACK_MOST}.
Who hurt it in the last ten seconds earns {ASSIST_GOLD}; if no hero killed it they share what it pays. Heroes near
share {KILL_XP} experience and {KILL_XP_LEVEL} for each level. All gold and experience is multiplied by the
variant's factors, and the lead is divided by that of gold.
"""
