"""The reference page of the built-in game, written from its data files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from arena.games.moba.courier import HAND_OVER
from arena.games.moba.layout import ENDINGS, FAULT_NAMES
from arena.games.moba.purchases import BUYBACK_GOLD, BUYBACK_LEVEL, BUYBACK_SHARE
from arena.games.moba.randomise import MOST, PRESETS
from arena.games.moba.rules import VARIANTS, heroes, read
from arena.games.moba.starts import STARTS, known_starts
from docs.ability_text import table
from docs.game_world import world

HEAD = """# The game

Generated from `arena/games/moba/data` by `python -m docs.generate`; do not edit by hand.

Two sides of five heroes push creeps along three lanes to fell the other's ancient. 30 ticks are a second of the game,
and 4 ticks a decision of every hero. West starts in the south-west; east is its exact image under the half-turn.

A tower, a barracks or an ancient can be hurt once the one before it has fallen: towers from the outer to the inner, the
barracks behind them, base towers when a barracks has fallen once, the ancient when both base towers have. Without an
enemy creep near, a structure takes a quarter of the damage. A fallen barracks is rebuilt in time; until then the
enemy's creeps of that lane are stronger. Creeps grow, and structures wear, so that every match ends.

A side sees what stands within sight of its units, not above them, not behind walls. An enemy hero out of sight is
observed as it was last seen. Skills, purchases and the order of items are scripted for each hero.

What a player sees and answers is in [the contract](contract.md).
"""

ENDING_TEXTS = {
    "ancient": "an ancient fell",
    "both ancients": "both fell in one tick: a draw",
    "kills": "a side has the kills that win (`duel`, `skirmish`)",
    "tower": "the middle lane's first tower fell (`duel`)",
    "limit": "the cap that was asked for, or that of `skirmish`, was reached",
    "safety stop": "two hours: counted, and a sign that something is wrong",
}
START_TEXTS = {
    "fresh": "the beginning: level 1, the starting gold, nothing sent yet",
    "midgame": "some minutes in: levels, items along the list, towers worn or fallen, waves under way, heroes behind",
    "siege": "one side, drawn and a little richer, stands before a barracks or, over its ruins, a base tower",
}
RANGE_TEXTS = {
    "health": "range of a hero's own health, without its items: 0.2 is a factor between 0.8 and 1.2",
    "mana": "range of its own mana",
    "damage": "range of its own attack damage",
    "gold": "range of its starting gold",
    "lanes": "chance, for each side, that its lanes are dealt to its heroes anew",
    "items": "exchanges of neighbours in each hero's list of items",
    "skills": "exchanges of neighbours in the order in which it learns its first three abilities",
    "boss": "range of the boss's health, the same for both sides",
}
SETUPS = """A match is made from a setup: a seed, two lineups, a start and a randomisation. What these leave open is
drawn from the seed and from a key of each side, by counter, so that the exchanged setup gives the exchanged match.
"""
FAULT_TEXTS = {
    "creep_pool_full": "a creep found no slot and was not born",
    "missile_pool_full": "an attack's or an ability's missile found no slot",
    "effect_pool_full": "an effect found no slot on its target's side",
    "pending_full": "more effects were cast in a tick than can be noted",
    "stuck_creep": "a creep or neutral wanted to walk and got nowhere for 20 s",
    "orphan_effect": "an effect outlived the unit that bore it",
    "refused_order": "a hero had an order that does not exist",
}


def game_page() -> str:
    """The page, in Markdown."""
    parts = (
        HEAD,
        _variants(),
        _starts(),
        _randomisation(),
        _endings(),
        _supplies(),
        world(),
        _heroes(),
        _faults(),
    )
    return "\n".join(parts)


def _variants() -> str:
    data = read("variants")
    rows = [
        (f"`{name}`", data[name]["says"], data[name]["heroes"], f"[{data[name]['map']}]({_picture(name)})")
        for name in VARIANTS
    ]
    return f"## Variants\n\n{table(('variant', 'is', 'heroes a side', 'map'), rows)}\n"


def _supplies() -> str:
    """How bought things reach a hero, what can go wrong on the way, potions, and what a return from death costs."""
    potion, courier, variants = read("items")["potion"], read("units")["courier"], read("variants")
    head = ("variant", "a killed courier returns after", "time between two buybacks of a hero")
    rows = [
        (f"`{name}`", f"{variants[name]['courier']:g} s", f"{gap:g} s" if gap else "no buybacks")
        for name in VARIANTS
        for gap in [variants[name]["buyback"]]
    ]
    return f"""## Gold, couriers and buybacks

[Items](items.md) are bought in the order of a hero's list as soon as it has the gold, wherever it is. At home, or dead,
it has them at once. Otherwise they wait at home for it, or for the side's **courier**, which takes to one hero all that
waits for it: to the one with the most expensive load first, of equal ones to the lower slot. The courier walks at
{courier["speed"]:g} units a second, pushes nobody, hands over from {HAND_OVER:g} units and walks home again; when its
hero dies it turns back, and serves it when it returns. It has {courier["health"]:g} health. Enemy heroes can attack it
where they see it; creeps and towers let it pass. When it is killed, what it carried waits at home again, and
every hero of the other side gets {courier["gold_each"]:g} gold (times the variant's factor).

**Potions** cost {potion["cost"]} gold, are bought at home, up to {potion["most"]}, before the first {potion["until"]}
items are, and give {potion["health"]:g} health and {potion["mana"]:g} mana in {potion["seconds"]:g} s. Damage by an
enemy hero, or death, ends one early; other damage does not. Only the hurt drink, one potion at a time.

A **buyback** returns a dead hero at once to its fountain, with all its health and mana, for
{BUYBACK_GOLD} + {BUYBACK_LEVEL} × level + net worth / {BUYBACK_SHARE} gold, rounded down; net worth is its gold and the
price of all its items, those on their way too.

{table(head, rows)}
"""


def _picture(variant: str) -> str:
    return f"pictures/map-{read('variants')[variant]['map']}.svg"


def _starts() -> str:
    data = read("starts")
    rows = [(f"`{start}`", START_TEXTS[start], _when(data, start)) for start in STARTS]
    text = (
        f"{SETUPS}\nThe clock of a match counts from the beginning it never had; a cap counts from its start. Kills, "
        "last hits and the like count what was played; gold, experience and what was spent include what it began with. "
        "`skirmish` begins in its own way alone. Asked for with `--start`."
    )
    return f"## Starts\n\n{text}\n\n{table(('start', 'is', 'minutes on the clock'), rows)}\n"


def _when(data: Mapping[str, Any], start: str) -> str:
    spans = {variant: data[variant][start] for variant in VARIANTS if start in known_starts(variant)[1:]}
    return ", ".join(f"{variant} {first:g} to {last:g}" for variant, (first, last) in spans.items()) or "0"


def _randomisation() -> str:
    head = ("range", "is", "at most", *(f"`{name}`" for name in PRESETS))
    values = {name: preset.to_dict() for name, preset in PRESETS.items()}
    rows = [
        (f"`{name}`", RANGE_TEXTS[name], f"{most:g}", *(f"{values[preset][name]:g}" for preset in PRESETS))
        for name, most in MOST.items()
    ]
    text = (
        "Heroes draw for themselves. Ranges that are not named are 0, which leaves a thing as it is; the named "
        "randomisations are in the table. Asked for with `--randomise mild`, or `--randomise health=0.1,items=2`. "
        "Lineups are drawn in any case. So is the pit in which the boss comes first: a fixed one would favour a side."
    )
    return f"## Randomisation\n\n{text}\n\n{table(head, rows)}\n"


def _endings() -> str:
    rows = [(name, ENDING_TEXTS[name]) for name in ENDINGS]
    return f"## Endings\n\n{table(('ending', 'means'), rows)}\n"


def _heroes() -> str:
    rows = [
        (f"[{hero['name']}](heroes.md#{hero['name'].lower()})", hero["role"], hero["says"])
        for hero in heroes()
    ]
    text = "Their numbers and abilities have a page of [their own](heroes.md), and so have the [items](items.md)."
    return f"## Heroes\n\n{text}\n\n{table(('hero', 'role', 'is'), rows)}\n"


def _faults() -> str:
    rows = [(f"`{name}`", FAULT_TEXTS[name]) for name in FAULT_NAMES]
    text = (
        "What the simulator counts as going wrong, stored with every match; a ladder says how many have any."
    )
    return f"## Faults\n\n{text}\n\n{table(('fault', 'means'), rows)}\n"
