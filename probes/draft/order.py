"""The order of a draft, and a draft so far.

An order is written with letters: A and B pick, a and b ban; A is who begins in the named orders. `ABBAABBAAB` is ten
picks, `abABBA…` begins with a ban of each. Spaces may stand anywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from probes.draft.errors import BadDraft

MOST_BANS = 4
NAMED = {
    "snake": "ABBAABBAAB",
    "alternate": "ABABABABAB",
    "bans": "ab ABBAABBAAB",
    "four-bans": "abab ABBAABBAAB",
    "captains": "ab ABBA ab ABBAAB",
}
"""Orders with a name, for lineups of five."""


@dataclass(frozen=True)
class Order:
    """Who picks or bans when; both sides get `size` heroes in the end."""

    text: str

    @classmethod
    def parse(cls, text: str, *, size: int = 5, heroes: int = 17) -> Self:
        """An order by name or in letters.

        Raises:
            BadDraft: it is neither, does not fill both sides, has more than MOST_BANS bans or more steps than heroes.
        """
        letters = NAMED.get(text, text).replace(" ", "")
        if not letters or set(letters) - set("ABab"):
            raise BadDraft(
                f"expected an order, {', '.join(NAMED)}, or letters A, B (pick) and a, b (ban), got {text[:60]!r}"
            )
        if letters.count("A") != size or letters.count("B") != size:
            raise BadDraft(
                f"expected {size} picks of A and {size} of B, got {letters.count('A')} and {letters.count('B')} in "
                f"{text[:60]!r}: write A and B for picks, a and b for bans"
            )
        bans = len(letters) - 2 * size
        if bans > MOST_BANS:
            raise BadDraft(f"expected at most {MOST_BANS} bans, got {bans} in {text[:60]!r}")
        if len(letters) > heroes:
            raise BadDraft(
                f"expected at most {heroes} picks and bans for {heroes} heroes, got {len(letters)}"
            )
        return cls(letters)

    def exchanged(self) -> Order:
        """The same order with B in A's place."""
        return Order(self.text.translate(str.maketrans("ABab", "BAba")))

    def __len__(self) -> int:
        return len(self.text)


@dataclass(frozen=True)
class Draft:
    """An order and the heroes picked or banned so far, by number, in that order."""

    order: Order
    steps: tuple[int, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether all is picked."""
        return len(self.steps) == len(self.order)

    @property
    def turn(self) -> str:
        """The letter of the next step, '' if the draft is complete."""
        return self.order.text[len(self.steps) : len(self.steps) + 1]

    def heroes(self, letter: str) -> tuple[int, ...]:
        """The heroes of a letter's steps so far, such as A's picks, in the order they were made."""
        return tuple(hero for one, hero in zip(self.order.text, self.steps, strict=False) if one == letter)

    @property
    def banned(self) -> tuple[int, ...]:
        """The banned heroes."""
        return tuple(hero for one, hero in zip(self.order.text, self.steps, strict=False) if one.islower())

    def then(self, hero: int) -> Draft:
        """The draft after one more step."""
        return Draft(self.order, (*self.steps, hero))

    def back(self, steps: int) -> Draft:
        """The draft as it was after its first `steps` steps."""
        return Draft(self.order, self.steps[:steps])


def parse_steps(order: Order, text: str, names: Sequence[str]) -> Draft:
    """A draft from names of heroes, separated by commas; a name's beginning will do where only one hero has it.

    Raises:
        BadDraft: a hero is not known, or named twice, or there are more than the order has steps.
    """
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(words) > len(order):
        raise BadDraft(f"expected at most {len(order)} picks and bans, got {len(words)}")
    steps: list[int] = []
    for word in words:
        hero = find_hero(word, names)
        if hero in steps:
            raise BadDraft(f"expected every hero once, got {names[hero]} twice")
        steps.append(hero)
    return Draft(order, tuple(steps))


def parse_lineup(text: str, names: Sequence[str], size: int) -> tuple[int, ...]:
    """A whole lineup from names, as `parse_steps` reads them.

    Raises:
        BadDraft: a hero is not known, named twice, or the lineup is not complete.
    """
    lineup = parse_steps(Order("A" * len(names)), text, names).steps
    if len(lineup) != size:
        raise BadDraft(f"expected a lineup of {size} heroes, got {len(lineup)} in {text[:80]!r}")
    return lineup


def find_hero(word: str, names: Sequence[str]) -> int:
    """The hero whose name is, or alone begins with, a word; whatever the case.

    Raises:
        BadDraft: there is none, or several.
    """
    asked = word.casefold()
    exact = [place for place, name in enumerate(names) if name.casefold() == asked]
    found = exact or [place for place, name in enumerate(names) if name.casefold().startswith(asked)]
    if len(found) != 1:
        several = ", ".join(names[place] for place in found)
        raise BadDraft(
            f"expected a hero ({', '.join(names)}), got {word[:40]!r}"
            + (f", which may be {several}" if several else "")
        )
    return found[0]
