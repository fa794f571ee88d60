"""Likelihoods with a parameter for draws: Davidson's and Rao and Kupper's, for one table or many resampled ones.

With x = θ_low − θ_high + γ·side as everywhere in this package, a match is won, drawn or lost with chances

- Davidson 1970, equation 2.3: in proportion to exp(x/2), ν, exp(−x/2), with ν = exp(τ). Matches between equals are
  drawn with chance ν/(2 + ν). (Davidson & Beaver 1977 put the side into the wins alone; on sided ground their ν is this
  one times exp(γ/2).)
- Rao & Kupper 1967, equation 2.2: won with σ(x − δ), lost with σ(−x − δ), drawn otherwise. Their threshold θ is exp(δ);
  it is fitted as τ = ln(θ² − 1), which may be any number.

Both log-likelihoods are concave in all parameters together: Davidson's is an exponential family's, Rao and Kupper's
is (won + drawn)·ln σ(x − δ) + (lost + drawn)·ln σ(−x − δ) + drawn·τ, where δ = ln(1 + exp τ)/2 is convex in τ.

The prior is that of the fit by half wins, W/2 wins and W/2 losses by Bradley–Terry in every played pairing, so that it
says nothing of draws; and for τ, W matches between equals of which half are drawn.

Letters of axes: P parameters (θ, then γ if there is a side term, then τ), E cells, C columns.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ratings.arrays import BoolArray, FloatArray, Floats, IntArray
from ratings.likelihood import Design, win_probability
from ratings.newton import maximise


class Outcomes(NamedTuple):
    """Weighted matches that ``low`` won, drew and lost: three arrays [E] or [E, C]."""

    won: Floats
    drawn: Floats
    lost: Floats


class Chances(NamedTuple):
    """Chances that ``low`` wins, draws and loses, in the shape of x."""

    win: Floats
    draw: Floats
    loss: Floats


class Slopes(NamedTuple):
    """By cell, of the log-likelihood: slopes in x and τ, and of its negative the curvatures in x, across and in τ."""

    by_x: Floats
    by_tie: Floats
    curve_x: Floats
    curve_cross: Floats
    curve_tie: Floats


class TieModel(NamedTuple):
    """A model of draws.

    Attributes:
        name: as in the settings.
        symbol: how its parameter is called in the paper.
        chances: (x, τ) to chances.
        value: (x, τ, outcomes) to the log-likelihood by cell.
        slopes: (x, τ, outcomes) to slopes and curvatures by cell.
        shown: τ to the paper's parameter.
    """

    name: str
    symbol: str
    chances: Callable[[Floats, Floats | float], Chances]
    value: Callable[[Floats, Floats | float, Outcomes], Floats]
    slopes: Callable[[Floats, Floats | float, Outcomes], Slopes]
    shown: Callable[[float], float]


def _davidson_chances(x: Floats, tie: Floats | float) -> Chances:
    half = np.abs(x) / 2
    top = np.maximum(half, tie)
    won, drawn, lost = np.exp(x / 2 - top), np.exp(tie - top), np.exp(-x / 2 - top)
    total = won + drawn + lost
    return Chances(won / total, drawn / total, lost / total)


def _davidson_value(x: Floats, tie: Floats | float, outcomes: Outcomes) -> Floats:
    half = np.abs(x) / 2
    top = np.maximum(half, tie)
    total = np.log(np.exp(half - top) + np.exp(tie - top) + np.exp(-half - top)) + top
    won, drawn, lost = outcomes
    value: Floats = (won - lost) * x / 2 + drawn * tie - (won + drawn + lost) * total
    return value


def _davidson_slopes(x: Floats, tie: Floats | float, outcomes: Outcomes) -> Slopes:
    win, draw, loss = _davidson_chances(x, tie)
    won, drawn, lost = outcomes
    played, lead = won + drawn + lost, win - loss
    return Slopes(
        by_x=(won - lost - played * lead) / 2,
        by_tie=drawn - played * draw,
        curve_x=played * (win + loss - lead * lead) / 4,
        curve_cross=-played * lead * draw / 2,
        curve_tie=played * draw * (1 - draw),
    )


def _margin(tie: Floats | float) -> Floats:
    """δ = ln(1 + exp τ)/2."""
    margin: Floats = np.logaddexp(0.0 if np.ndim(tie) == 0 else np.zeros_like(tie), tie) / 2
    return margin


def _rao_kupper_chances(x: Floats, tie: Floats | float) -> Chances:
    margin = _margin(tie)
    win, loss = (win_probability(np.asarray(one)) for one in (x - margin, -x - margin))
    return Chances(win, np.exp(tie) * win * loss, loss)


def _rao_kupper_value(x: Floats, tie: Floats | float, outcomes: Outcomes) -> Floats:
    margin = _margin(tie)
    won, drawn, lost = outcomes
    not_lost, not_won = won + drawn, lost + drawn
    value: Floats = (
        drawn * tie - not_lost * np.logaddexp(0.0, margin - x) - not_won * np.logaddexp(0.0, margin + x)
    )
    return value


def _rao_kupper_slopes(x: Floats, tie: Floats | float, outcomes: Outcomes) -> Slopes:
    margin = _margin(tie)
    win, loss = (win_probability(np.asarray(one)) for one in (x - margin, -x - margin))
    won, drawn, lost = outcomes
    pull_up, pull_down = (won + drawn) * (1 - win), (lost + drawn) * (1 - loss)
    curve_up, curve_down = pull_up * win, pull_down * loss
    share = 1 - np.exp(-2 * margin)  # σ(τ): δ' is half of it
    return Slopes(
        by_x=pull_up - pull_down,
        by_tie=drawn - (pull_up + pull_down) * share / 2,
        curve_x=curve_up + curve_down,
        curve_cross=(curve_down - curve_up) * share / 2,
        curve_tie=(curve_up + curve_down) * share * share / 4
        + (pull_up + pull_down) * share * (1 - share) / 2,
    )


DAVIDSON = TieModel(
    "davidson", "nu", _davidson_chances, _davidson_value, _davidson_slopes, lambda tie: float(np.exp(tie))
)
RAO_KUPPER = TieModel(
    "rao-kupper",
    "theta",
    _rao_kupper_chances,
    _rao_kupper_value,
    _rao_kupper_slopes,
    lambda tie: float(np.exp(_margin(tie))),
)
TIE_MODELS = {model.name: model for model in (DAVIDSON, RAO_KUPPER)}


@dataclass(frozen=True, slots=True, eq=False)
class TieTables:
    """Resampled tables under a model of draws (see ``batched.Tables``), with the prior.

    Attributes:
        model, design: see those; the design knows nothing of τ.
        outcomes: three arrays [E, C], the matches counted.
        virtual: [E], virtual draws, each half a win and half a loss by Bradley–Terry.
        tie_matches: matches between equals, half of them drawn, that are the prior of τ.
    """

    model: TieModel
    design: Design
    outcomes: Outcomes
    virtual: FloatArray
    tie_matches: float

    @property
    def columns(self) -> int:
        """C."""
        return int(self.outcomes.won.shape[1])

    @property
    def dtype(self) -> np.dtype[np.floating]:
        """Of the counts."""
        return self.outcomes.won.dtype

    @property
    def parameters(self) -> int:
        """P."""
        return self.design.parameters + 1

    def value(self, parameters: Floats) -> Floats:
        """The log-likelihoods with the prior, [C], at parameters [P, C]."""
        x, tie = self.design.predict(parameters[:-1]), parameters[-1]
        cells = self.model.value(x, tie, self.outcomes)
        cells -= self.virtual[:, None] * (np.logaddexp(0.0, x) + np.logaddexp(0.0, -x)) / 2
        prior = self.model.value(np.zeros_like(tie), tie, self._tie_prior())
        total: Floats = cells.sum(axis=0) + prior
        return total

    def gradient(self, parameters: Floats) -> Floats:
        """[P, C] at parameters [P, C]."""
        slopes, prior, lean = self._slopes(parameters)
        by_x = self.design.collect(slopes.by_x - self._weight() * lean)
        return np.concatenate([by_x, (slopes.by_tie.sum(axis=0) + prior.by_tie)[None]])

    def diagonal(self, parameters: Floats) -> Floats:
        """[P, C] at parameters [P, C]."""
        slopes, prior, lean = self._slopes(parameters)
        by_x = self.design.diagonal(slopes.curve_x + self._weight() * (0.25 - lean * lean))
        return np.concatenate([by_x, (slopes.curve_tie.sum(axis=0) + prior.curve_tie)[None]])

    def hessian(self, parameters: FloatArray) -> FloatArray:
        """Of the one column's negative log-likelihood: [P, P] at parameters [P]."""
        slopes, prior, lean = self._slopes(parameters[:, None])
        matrix = np.empty((len(parameters),) * 2)
        curve = slopes.curve_x + self._weight() * (0.25 - lean * lean)
        matrix[:-1, :-1] = self.design.hessian(curve[:, 0])
        matrix[-1, :-1] = matrix[:-1, -1] = self.design.collect(slopes.curve_cross[:, 0])
        matrix[-1, -1] = (slopes.curve_tie.sum(axis=0) + prior.curve_tie)[0]
        return matrix

    def keep(self, at_work: BoolArray) -> "TieTables":
        """Only some columns."""
        return replace(self, outcomes=Outcomes(*(one[:, at_work] for one in self.outcomes)))

    def fit_alone(self, column: int, held: IntArray) -> FloatArray:
        """One column's maximum [P]."""
        return maximise(TieLikelihood(self.keep_one(column)), held).parameters

    def keep_one(self, column: int) -> "TieTables":
        """One column in double precision."""
        return replace(
            self, outcomes=Outcomes(*(one[:, [column]].astype(np.float64) for one in self.outcomes))
        )

    def _slopes(self, parameters: Floats) -> tuple[Slopes, Slopes, Floats]:
        """By cell; of the prior of τ; and σ(x) − ½ by cell."""
        x, tie = self.design.predict(parameters[:-1]), parameters[-1]
        slopes = self.model.slopes(x, tie, self.outcomes)
        prior = self.model.slopes(np.zeros_like(tie), tie, self._tie_prior())
        lean = win_probability(x)
        lean -= 0.5
        return slopes, prior, lean

    def _tie_prior(self) -> Outcomes:
        weight = np.full(self.columns, self.tie_matches / 4, self.dtype)
        return Outcomes(weight, 2 * weight, weight)

    def _weight(self) -> Floats:
        weight: Floats = self.virtual.astype(self.dtype)[:, None]
        return weight


@dataclass(frozen=True, slots=True, eq=False)
class TieLikelihood:
    """A single table as ``newton.maximise`` wants it."""

    table: TieTables

    @property
    def parameters(self) -> int:
        """P."""
        return self.table.parameters

    @property
    def busiest(self) -> float:
        """The matches that τ depends on: all."""
        return float(sum(one.sum() for one in self.table.outcomes) + self.table.tie_matches)

    def value(self, parameters: FloatArray) -> float:
        """At parameters [P]."""
        return float(self.table.value(parameters[:, None])[0])

    def slopes(self, parameters: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient [P] and Hessian of the negative [P, P]."""
        return self.table.gradient(parameters[:, None])[:, 0], self.table.hessian(parameters)
