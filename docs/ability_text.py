"""An ability of the data in plain words: where it falls, what it does. For the pages of heroes and of items."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

Values = Mapping[str, Any]


def levels(value: float | Sequence[float], unit: str = "") -> str:
    """The number, or the numbers by level: `80/130/180`, `20/30 %` for shares when the unit is `%`."""
    numbers = value if isinstance(value, Sequence) else [value]
    factor = 100 if unit == "%" else 1
    text = "/".join(f"{round(number * factor, 6):g}" for number in numbers)
    return f"{text} {unit}" if unit else text


def signed(value: float | Sequence[float]) -> str:
    """As `levels`, each number with its sign."""
    numbers = value if isinstance(value, Sequence) else [value]
    return "/".join(f"{number:+g}" for number in numbers)


def _for(effect: Values) -> str:
    """How long an effect lasts; a passive one has no end."""
    return f" for {levels(effect['seconds'], 's')}" if "seconds" in effect else ""


EFFECTS: dict[str, Callable[[Values], str]] = {
    "physical": lambda e: f"{levels(e['amount'])} physical damage",
    "magical": lambda e: f"{levels(e['amount'])} magical damage",
    "pure": lambda e: f"{levels(e['amount'])} pure damage, which neither armour nor resistance lessens",
    "heal": lambda e: f"heals {levels(e['amount'])}",
    "shield": lambda e: f"a shield that takes the first {levels(e['amount'])} of damage{_for(e)}",
    "burn": lambda e: f"burns {levels(e['amount'])} magical damage a second{_for(e)}",
    "stun": lambda e: f"stuns{_for(e)}",
    "root": lambda e: f"roots{_for(e)}",
    "slow": lambda e: f"slows by {levels(e['amount'], '%')}{_for(e)}",
    "silence": lambda e: f"silences{_for(e)}",
    "disarm": lambda e: f"disarms{_for(e)}",
    "armour": lambda e: f"{signed(e['amount'])} armour{_for(e)}",
    "speed": lambda e: f"hurries by {levels(e['amount'], '%')}{_for(e)}",
    "dash": lambda e: f"dashes up to {levels(e['amount'])} along the ground",
    "blink": lambda _: "appears there, walls or not",
    "push": lambda e: f"throws back by {levels(e['amount'])}",
    "pull": lambda e: f"draws near by up to {levels(e['amount'])}",
    "invisible": lambda e: f"unseen{_for(e)}",
    "reveal": lambda e: f"seen even if invisible{_for(e)}",
    "mana_burn": lambda e: f"burns {levels(e['amount'])} mana",
    "lifesteal": lambda e: f"attacks heal {levels(e['amount'], '%')} of their damage{_for(e)}",
    "critical": lambda e: f"{levels(e['amount'], '%')} of attacks hit {e['extra']:g} times as hard",
    "cleave": lambda e: (
        f"{levels(e['amount'], '%')} of a blow cuts others within {e['extra']:g} of its target"
    ),
    "thorns": lambda e: f"returns {levels(e['amount'], '%')} of the damage of heroes' attacks{_for(e)}",
    "execute": lambda e: f"pure damage of {levels(e['amount'], '%')} of the health its victim lacks",
    "chain": lambda e: f"leaps to {levels(e['amount'])} more, each within {e['extra']:g} of the last",
    "haste": lambda e: f"{signed(e['amount'])} attack speed{_for(e)}",
    "might": lambda e: f"{signed(e['amount'])} damage{_for(e)}",
    "regeneration": lambda e: f"{signed(e['amount'])} health a second{_for(e)}",
}


def _point(ability: Values, whom: str) -> str:
    if "radius" not in ability:
        return f"a place within {ability['reach']:g}"
    return f"every {whom} on a circle of {ability['radius']:g} within {ability['reach']:g}"


MODES: dict[str, Callable[[Values, str], str]] = {
    "unit": lambda a, whom: f"one {whom} within {a['reach']:g}",
    "point": _point,
    "line": lambda a, whom: (
        f"{'every' if a.get('pierce') else 'the first'} {whom} on a line {a['reach']:g} long, {2 * a['radius']:g} wide"
    ),
    "area": lambda a, whom: f"every {whom} within {a['radius']:g}",
    "self": lambda _, __: "itself",
    "passive": lambda _, __: "itself, always",
    "aura": lambda a, whom: f"every {whom} within {a['radius']:g}, always",
    "toggle": lambda a, whom: (
        f"while it is on, every {whom} within {a['radius']:g}; its mana each half second"
    ),
    "channel": lambda a, whom: (
        f"each half second of {a['channel']:g} s of channelling, every {whom} on a circle of {a['radius']:g} "
        f"within {a['reach']:g}"
    ),
}


def where(ability: Values) -> str:
    """Whom the ability falls on, with its ranges."""
    return MODES[ability["mode"]](ability, ability.get("aim", "enemy"))


def effects(ability: Values) -> str:
    """What the ability does, effect by effect."""
    return "; ".join(_effect(effect) for effect in ability["effects"])


def _effect(effect: Values) -> str:
    itself = effect.get("on") == "self" and effect["kind"] not in ("dash", "blink")
    return EFFECTS[effect["kind"]](effect) + (", itself" if itself else "")


def price(ability: Values) -> tuple[str, str, str]:
    """Mana, cooldown in seconds, seconds from the order to the effect; `–` where there is none."""
    found = (ability.get("cost"), ability.get("cooldown"), ability.get("cast"))
    return tuple("–" if value is None else levels(value) for value in found)  # type: ignore[return-value]


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table in Markdown."""
    lines = ["| " + " | ".join(map(str, row)) + " |" for row in rows]
    return "\n".join(["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *lines])
