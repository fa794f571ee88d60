"""Drafters: from a draft to the next step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from probes.draft.advice import TIE, sign_of
from probes.draft.errors import BadDraft
from probes.draft.model import LineupModel
from probes.draft.order import Draft
from probes.draft.solve import Solution

Drafter = Callable[[LineupModel, Solution, Draft, np.random.Generator], int]
"""From a model, the solution of the draft by it, the draft so far and what luck it may use, to a hero's number."""


def minimax(_model: LineupModel, solution: Solution, draft: Draft, rng: np.random.Generator) -> int:
    """The step that is best when both sides pick best from there on; by luck among equals."""
    return _best(solution.options(draft), sign_of(draft), rng)


def greedy(model: LineupModel, _solution: Solution, draft: Draft, rng: np.random.Generator) -> int:
    """The step that looks best by what is picked so far, as if the draft ended with it; by luck among equals.

    A ban takes away what the other would gain most by.
    """
    taker = draft.turn if draft.turn.isupper() else ("B" if draft.turn == "a" else "A")
    sides = {letter: draft.heroes(letter) for letter in "AB"}
    sign = 1.0 if taker == "A" else -1.0
    values = {}
    for hero in range(len(model.names)):
        if hero not in draft.steps:
            grown = {**sides, taker: (*sides[taker], hero)}
            values[hero] = float(model.feature(grown["A"], grown["B"]) @ model.weights)
    return _best(values, sign, rng)


def at_random(model: LineupModel, _solution: Solution, draft: Draft, rng: np.random.Generator) -> int:
    """Any of the heroes left."""
    return int(rng.choice([hero for hero in range(len(model.names)) if hero not in draft.steps]))


DRAFTERS: Mapping[str, Drafter] = {"minimax": minimax, "greedy": greedy, "random": at_random}


def find_drafter(name: str) -> Drafter:
    """A drafter by name.

    Raises:
        BadDraft: there is none.
    """
    if name not in DRAFTERS:
        raise BadDraft(f"expected a drafter, {', '.join(DRAFTERS)}, got {name[:40]!r}")
    return DRAFTERS[name]


def play_draft(
    model: LineupModel, solution: Solution, a: str, b: str, rng: np.random.Generator
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lineups that two drafters come to, A's and B's."""
    draft, drafters = solution.root, {"a": find_drafter(a), "b": find_drafter(b)}
    while not draft.complete:
        draft = draft.then(drafters[draft.turn.lower()](model, solution, draft, rng))
    return draft.heroes("A"), draft.heroes("B")


def _best(values: Mapping[int, float], sign: float, rng: np.random.Generator) -> int:
    top = max(sign * value for value in values.values())
    return int(rng.choice([hero for hero, value in values.items() if sign * value >= top - TIE]))
