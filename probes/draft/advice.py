"""What to pick next, and what a draft's picks were worth.

A draft's value is the probability of winning when both sides pick best from there on. An interval is that of the
lineups that best play ends in, given the model's uncertainty; that of a change, of the difference between two such
ends. Best play by other weights may end elsewhere: to first order in the weights that changes nothing, since each
pick is best.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from probes.draft.model import Z95, LineupModel
from probes.draft.order import Draft
from probes.draft.solve import Solution

Float64 = NDArray[np.float64]

TIE = 2e-6
"""Log-odds within which two values are the same: the layers' own rounding."""


@dataclass(frozen=True)
class Estimate:
    """A probability, or a change of one, with its 95 % interval."""

    value: float
    low: float
    high: float

    def of_other(self) -> Estimate:
        """The same of the other side's winning."""
        return Estimate(1.0 - self.value, 1.0 - self.high, 1.0 - self.low)


@dataclass(frozen=True)
class Option:
    """A step that can be taken next, for the side whose turn it is."""

    hero: int
    win: Estimate
    """Of the side whose turn it is, with best play from there on."""
    change: Estimate
    """Of that, against the best step; at most 0."""
    rank: int
    """From 1; those that are worth the same share one."""
    tied: int
    """How many share it."""
    sure: bool
    """Whether it is surely worse than the best: 0 is not in the interval of the change."""
    replies: tuple[int, ...]
    """The best steps after it, all that are worth the same; none where it was the last."""
    line: tuple[int, ...]
    """Best play after it to the end of the draft; where steps are worth the same, the hero of the lowest number."""


@dataclass(frozen=True)
class Advice:
    """What can be said of a draft."""

    draft: Draft
    win: Estimate
    """Of A, with best play from here on."""
    line: tuple[int, ...]
    """Best play from here on."""
    options: tuple[Option, ...]
    """Best first; none where the draft is complete."""


@dataclass(frozen=True)
class ReviewedStep:
    """A step that was taken."""

    number: int
    """From 1."""
    letter: str
    hero: int
    win: Estimate
    """Of A after it, with best play from there on."""
    change: Estimate
    """Of the probability of who took it, against the best step; at most 0."""
    rank: int
    tied: int
    options: int
    """Steps that could have been taken."""
    sure: bool
    """Whether another was surely better."""
    best: tuple[int, ...]
    """The best steps, all that are worth the same."""


@dataclass(frozen=True)
class Adviser:
    """Answers for the drafts of a solution."""

    model: LineupModel
    solution: Solution
    _lines: dict[Draft, tuple[int, ...]] = field(default_factory=dict)

    def advise(self, draft: Draft) -> Advice:
        """All that can be said of a draft that follows the solution's root."""
        value, line = self.solution.value(draft), self.line(draft)
        return Advice(draft, self._estimate(value, self._end(draft)), line, self._options(draft))

    def review(self, draft: Draft) -> list[ReviewedStep]:
        """Each step of a draft since the solution's root."""
        first = len(self.solution.root.steps)
        return [self._reviewed(draft, at) for at in range(first, len(draft.steps))]

    def best(self, draft: Draft) -> tuple[int, ...]:
        """The best next steps, all that are worth the same, by hero's number."""
        values = self.solution.options(draft)
        if not values:
            return ()
        sign = sign_of(draft)
        top = max(sign * value for value in values.values())
        return tuple(hero for hero, value in values.items() if sign * value >= top - TIE)

    def line(self, draft: Draft) -> tuple[int, ...]:
        """Best play to the end; kept, for many drafts lead to the same."""
        if draft.complete:
            return ()
        if draft not in self._lines:
            hero = self.best(draft)[0]
            self._lines[draft] = (hero, *self.line(draft.then(hero)))
        return self._lines[draft]

    def _end(self, draft: Draft) -> Float64:
        """The row of the design of the lineups that best play ends in."""
        end = Draft(draft.order, (*draft.steps, *self.line(draft)))
        return self.model.feature(end.heroes("A"), end.heroes("B"))

    def _estimate(self, value: float, row: Float64, sign: float = 1.0) -> Estimate:
        half = Z95 * self.model.error(row)
        return Estimate(*(float(expit(sign * value + shift)) for shift in (0.0, -half, half)))

    def _change(
        self, value: float, best: float, row: Float64, best_row: Float64, sign: float
    ) -> tuple[Estimate, bool]:
        """Of probabilities, from log-odds; and whether it is surely a loss."""
        middle = float(expit(sign * value) - expit(sign * best))
        error = self.model.error(row - best_row)
        share = float(expit(0.5 * sign * (value + best)))
        half = Z95 * error * share * (1.0 - share)
        sure = sign * (best - value) > max(Z95 * error, TIE)
        return Estimate(middle, middle - half, middle + half), sure

    def _options(self, draft: Draft) -> tuple[Option, ...]:
        values, sign = self.solution.options(draft), sign_of(draft)
        if not values:
            return ()
        heroes = sorted(values, key=lambda hero: (-sign * values[hero], hero))
        ranks = _ranks([sign * values[hero] for hero in heroes])
        ends = {hero: self._end(draft.then(hero)) for hero in heroes}
        best = heroes[0]
        found = []
        for hero, rank in zip(heroes, ranks, strict=True):
            after = draft.then(hero)
            change, sure = self._change(values[hero], values[best], ends[hero], ends[best], sign)
            found.append(
                Option(
                    hero=hero,
                    win=self._estimate(values[hero], ends[hero], sign),
                    change=change,
                    rank=rank,
                    tied=ranks.count(rank),
                    sure=sure,
                    replies=self.best(after),
                    line=self.line(after),
                )
            )
        return tuple(found)

    def _reviewed(self, draft: Draft, at: int) -> ReviewedStep:
        before, hero = draft.back(at), draft.steps[at]
        values, sign = self.solution.options(before), sign_of(before)
        heroes = sorted(values, key=lambda one: (-sign * values[one], one))
        ranks = _ranks([sign * values[one] for one in heroes])
        rank, best = ranks[heroes.index(hero)], heroes[0]
        ends = [self._end(before.then(one)) for one in (hero, best)]
        change, sure = self._change(values[hero], values[best], ends[0], ends[1], sign)
        return ReviewedStep(
            number=at + 1,
            letter=before.turn,
            hero=hero,
            win=self._estimate(values[hero], ends[0]),
            change=change,
            rank=rank,
            tied=ranks.count(rank),
            options=len(heroes),
            sure=sure,
            best=self.best(before),
        )


def sign_of(draft: Draft) -> float:
    """1 where it is A's turn, to pick or to ban, -1 where it is B's."""
    return 1.0 if draft.turn in "Aa" else -1.0


def _ranks(values: list[float]) -> list[int]:
    """Ranks from 1 of values in falling order; one within TIE of the first of a rank shares it."""
    found: list[int] = []
    first = 0
    for place, value in enumerate(values):
        if place == 0 or values[first] - value > TIE:
            first = place
        found.append(first + 1)
    return found


def to_dict(advice: Advice, names: tuple[str, ...]) -> dict[str, Any]:
    """Advice as JSON-ready data, heroes by name."""

    def listed(heroes: tuple[int, ...]) -> list[str]:
        return [names[hero] for hero in heroes]

    draft = advice.draft
    return {
        "order": draft.order.text,
        "steps": listed(draft.steps),
        "a": listed(draft.heroes("A")),
        "b": listed(draft.heroes("B")),
        "banned": listed(draft.banned),
        "turn": draft.turn,
        "a_wins": vars(advice.win),
        "line": listed(advice.line),
        "options": [
            {
                "hero": names[option.hero],
                "win": vars(option.win),
                "change": vars(option.change),
                "rank": option.rank,
                "tied": option.tied,
                "surely_worse": option.sure,
                "replies": listed(option.replies),
                "line": listed(option.line),
            }
            for option in advice.options
        ],
    }


def review_to_dict(steps: list[ReviewedStep], names: tuple[str, ...]) -> list[dict[str, Any]]:
    """A review as JSON-ready data, heroes by name."""
    return [
        {
            "number": step.number,
            "step": step.letter,
            "hero": names[step.hero],
            "a_wins": vars(step.win),
            "change": vars(step.change),
            "rank": step.rank,
            "tied": step.tied,
            "options": step.options,
            "surely_worse": step.sure,
            "best": [names[hero] for hero in step.best],
        }
        for step in steps
    ]
