"""Drafts solved by trying every sequence of steps: the plain second opinion."""

from __future__ import annotations

from functools import cache

from probes.draft.model import LineupModel
from probes.draft.order import Draft


def solver(model: LineupModel):
    """From a draft to its value, log-odds of A; what is the same set of steps is tried once."""
    strengths, synergies, counters = (part.tolist() for part in model.columns.unpack(model.weights))

    def final(a, b):
        value = sum(strengths[i] for i in a) - sum(strengths[j] for j in b)
        value += sum(synergies[i][j] for i in a for j in a if i < j) - sum(
            synergies[i][j] for i in b for j in b if i < j
        )
        return value + sum(counters[i][j] for i in a for j in b)

    @cache
    def value(order, at, a, b, banned):
        if at == len(order):
            return final(a, b)
        letter, values = order[at], []
        for hero in range(len(model.names)):
            if hero in a or hero in b or hero in banned:
                continue
            sets = {"A": a, "B": b, "a": banned, "b": banned}
            grown = sets[letter] | {hero}
            sides = (
                grown if letter == "A" else a,
                grown if letter == "B" else b,
                grown if letter in "ab" else banned,
            )
            values.append(value(order, at + 1, *sides))
        return max(values) if letter in "Aa" else min(values)

    def of(draft: Draft) -> float:
        sides = (frozenset(draft.heroes("A")), frozenset(draft.heroes("B")), frozenset(draft.banned))
        return value(draft.order.text, len(draft.steps), *sides)

    return of
