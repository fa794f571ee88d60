"""The reference page of the built-in game, written from its data files."""

from __future__ import annotations

from arena.games.moba.layout import ENDINGS, FAULT_NAMES
from arena.games.moba.rules import VARIANTS, heroes, read
from docs.ability_text import table

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
    "kills": "a side has the kills that win (`duel`)",
    "tower": "the middle lane's first tower fell (`duel`)",
    "limit": "the cap that was asked for was reached",
    "safety stop": "two hours: counted, and a sign that something is wrong",
}
FAULT_TEXTS = {
    "creep_pool_full": "a creep found no slot and was not born",
    "missile_pool_full": "an attack's or an ability's missile found no slot",
    "effect_pool_full": "an effect found no slot on its target's side",
    "pending_full": "more effects were cast in a tick than can be noted",
    "stuck_creep": "a creep wanted to walk and got nowhere for 20 s",
    "orphan_effect": "an effect outlived the unit that bore it",
    "refused_order": "a hero had an order that does not exist",
}


def game_page() -> str:
    """The page, in Markdown."""
    return f"{HEAD}\n{_variants()}\n{_endings()}\n{_heroes()}\n{_faults()}"


def _variants() -> str:
    data = read("variants")
    rows = [
        (f"`{name}`", data[name]["says"], data[name]["heroes"], f"[{data[name]['map']}]({_picture(name)})")
        for name in VARIANTS
    ]
    return f"## Variants\n\n{table(('variant', 'is', 'heroes a side', 'map'), rows)}\n"


def _picture(variant: str) -> str:
    return f"pictures/map-{read('variants')[variant]['map']}.svg"


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
