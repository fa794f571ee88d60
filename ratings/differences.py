"""Differences between entrants of one table, and between the table and an earlier part of it, with p-values.

A difference of two ratings is far better known than either rating: what moves both, above all the anchor, cancels.
So differences are drawn jointly, not put together from two intervals.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ratings.arrays import BoolArray, FloatArray, IntArray
from ratings.bootstrap import bootstrap_draws
from ratings.counts import Counts, count_matches
from ratings.equality import chance_at_the_edge, chance_inside, drop_if_equal
from ratings.errors import BadSettings
from ratings.graph import Standing, find_standing
from ratings.intervals import TAIL
from ratings.likelihood import POINTS
from ratings.nested import nested_draws
from ratings.posterior import Estimate, busiest, fit_posterior
from ratings.results import Results
from ratings.settings import Settings

DOUBT = 0.05  # p from which the likelihood is asked as well
FEWEST = 3  # in both cores, for the mean of these to stand still when one of them moves
LEAST_PRIOR = 0.5  # virtual draws where the settings have none: resampled tables need a finite maximum


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference of two ratings.

    Attributes:
        points: the estimate; None where there is none.
        low, high: its 95 % interval; None where the results set no bound.
        p: two-sided, of no difference; None where it was not worked out (see ``Comparison``).
        method: "bootstrap" or "likelihood".
    """

    points: float | None
    low: float | None
    high: float | None
    p: float | None
    method: str


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    """A table's counts, graph and fit."""

    counts: Counts
    standing: Standing
    estimate: Estimate

    @classmethod
    def of(cls, results: Results, settings: Settings) -> "_Fitted":
        counts = count_matches(results, sides=settings.side, drop_draws=settings.draws == "drop")
        standing = find_standing(counts)
        return cls(counts, standing, fit_posterior(counts, standing, settings.prior or LEAST_PRIOR))

    @property
    def core(self) -> BoolArray:
        """[K] bool: in the core of the main component."""
        core: BoolArray = self.standing.core & (self.standing.component == 0)
        return core

    @property
    def rating(self) -> FloatArray:
        """[K] float64, in points, from an arbitrary zero of each component."""
        rating: FloatArray = self.estimate.fit.parameters[: len(self.counts.names)] * POINTS
        return rating

    @property
    def grounded(self) -> IntArray:
        """Entrants that the fit holds at 0."""
        return busiest(self.counts, self.standing)


class Comparison:
    """Who of a table is above whom, and who moved since an earlier part of it, by Bradley–Terry.

    Two entrants that took points off one another, directly or by way of others, are compared by the joint bootstrap:
    the interval is that of the drawn differences, p is the normal tail beyond the estimate with their standard
    deviation (a percentile could not be as small as a correction for many comparisons asks), or that of the
    likelihood ratio if it is larger: the spread of few upsets is too small where there are still fewer by chance.
    Any other two of one component are compared by likelihood alone, without an interval.

    Changes since the earlier part are measured from the mean of those who are in the core both times (the
    ``pool``): from an anchor, its own luck would move everyone. Where those are fewer than ``FEWEST``, the pool is
    everyone of the earlier part, and all are compared by likelihood.
    """

    def __init__(self, results: Results, settings: Settings, earlier: BoolArray | None = None) -> None:
        """Fit and resample.

        Args:
            results: all matches.
            settings: of the fit; the anchor is not used, and a prior of 0 is taken as half a virtual draw.
            earlier: [M] bool, the matches of the earlier part; all or none of them make no part.

        Raises:
            BadSettings: no resamples, or a model that is not Bradley–Terry.
            NoConvergence: see ``rate``.
        """
        if settings.model != "bt" or settings.resamples < 2:
            raise BadSettings(
                f"expected model 'bt' and 2 resamples or more to compare entrants by, got {settings.model!r} and "
                f"{settings.resamples}; 300 to 1000 are usual"
            )
        self._results, self._settings = results, settings
        self._whole = _Fitted.of(results, settings)
        self._index = {name: k for k, name in enumerate(results.names)}
        self._part: BoolArray | None = None
        rng = np.random.default_rng(settings.seed)
        whole = self._whole.estimate
        if earlier is None or earlier.all() or not earlier.any():
            self._draws = bootstrap_draws(whole.counts, whole.cells, whole.fit, rng, settings.resamples)
            return
        self._part = earlier
        self._before = _Fitted.of(_only(results, earlier), settings)
        later = count_matches(
            _only(results, ~earlier), sides=settings.side, drop_draws=settings.draws == "drop"
        )
        self._draws, self._draws_before = nested_draws(
            whole, self._before.estimate, later, rng, settings.resamples
        )

    @cached_property
    def pool(self) -> BoolArray:
        """[K] bool: whose mean changes are measured from; nobody without an earlier part."""
        if self._part is None:
            return np.zeros(len(self._results.names), bool)
        main = (self._whole.standing.component == 0) & (self._before.standing.component == 0)
        return self._both if self._both.any() else main & self._played(self._part)

    @cached_property
    def _both(self) -> BoolArray:
        """[K] bool: in the core now and before; nobody where they are too few."""
        assert self._part is not None
        both = self._whole.core & self._before.core & self._played(self._part)
        return both if both.sum() >= FEWEST else np.zeros_like(both)

    def between(self, one: str, other: str) -> Difference | None:
        """How far ``one`` is above ``other`` now; None where nothing compares them."""
        k, j = self._index[one], self._index[other]
        standing = self._whole.standing
        if standing.component[k] != standing.component[j]:
            return None
        points = float(self._whole.rating[k] - self._whole.rating[j])

        def drop() -> float:
            return drop_if_equal(self._whole.estimate, self._whole.grounded, k, j)

        if standing.group[k] != standing.group[j]:
            return Difference(points, None, None, chance_at_the_edge(drop()), "likelihood")
        return _drawn(points, (self._draws[k] - self._draws[j]).astype(np.float64) * POINTS, drop)

    def change(self, name: str) -> Difference | None:
        """How far an entrant is above where it was; None where it did not play before, or nothing compares the two.

        By likelihood p is worked out only for who is lower than before.
        """
        k = self._index[name]
        if self._part is None or not self._played(self._part)[k] or not self.pool.any():
            return None
        if self._whole.standing.component[k] != 0 or self._before.standing.component[k] != 0:
            return None
        points = float(_from(self._whole.rating, self.pool)[k] - _from(self._before.rating, self.pool)[k])
        if self._both[k]:
            return _drawn(points, (self._now[k] - self._then[k]) * POINTS, lambda: self._drop_if_same(k))
        p = chance_at_the_edge(self._drop_if_same(k)) if points < 0.0 else None
        return Difference(points, None, None, p, "likelihood")

    def place_before(self, name: str) -> int | None:
        """Place among those of the earlier part, from 1; None for who was not in it, or met nobody of its most."""
        k = self._index[name]
        if self._part is None:
            return None
        there = self._played(self._part) & (self._before.standing.component == 0)
        return int((self._before.rating[there] > self._before.rating[k]).sum()) + 1 if there[k] else None

    @cached_property
    def _now(self) -> FloatArray:
        return _from(self._draws[: len(self._results.names)].astype(np.float64), self._both)

    @cached_property
    def _then(self) -> FloatArray:
        return _from(self._draws_before[: len(self._results.names)].astype(np.float64), self._both)

    def _played(self, rows: BoolArray) -> BoolArray:
        """[K] bool: who has one of these matches."""
        played = np.zeros(len(self._results.names), bool)
        played[self._results.first[rows]] = played[self._results.second[rows]] = True
        return played

    def _drop_if_same(self, k: int) -> float:
        """Δ of one strength in the earlier matches of an entrant and in the later ones; 0 without later ones."""
        assert self._part is not None
        if not self._played(~self._part)[k]:
            return 0.0
        twin = len(self._results.names)
        first, second = (
            np.where(~self._part & (ends == k), twin, ends)
            for ends in (self._results.first, self._results.second)
        )
        split = replace(
            self._results,
            names=(*self._results.names, f"{self._results.names[k]} later"),
            first=first,
            second=second,
        )
        fitted = _Fitted.of(split, self._settings)
        if fitted.standing.component[twin] != fitted.standing.component[k]:
            return 0.0
        return drop_if_equal(fitted.estimate, fitted.grounded, twin, k)


def _only(results: Results, rows: BoolArray) -> Results:
    """Some rows of a table, with the names of all."""
    return replace(
        results,
        **{
            column: values[rows]
            for column in ("first", "second", "score", "side", "weight", "block", "order")
            if (values := getattr(results, column)) is not None
        },
    )


def _from(ratings: FloatArray, pool: BoolArray) -> FloatArray:
    """Ratings [K] or [K, C] less the mean of the pool."""
    moved: FloatArray = ratings - ratings[pool].mean(axis=0)
    return moved


def _drawn(points: float, draws: FloatArray, drop: Callable[[], float]) -> Difference:
    """A difference from its draws [C]; `drop` gives Δ of none, and is asked where p is small."""
    low, high = np.quantile(draws, (TAIL, 1.0 - TAIL))
    spread = float(draws.std(ddof=1))
    p = math.erfc(abs(points) / spread / math.sqrt(2.0)) if spread > 0.0 else 1.0
    if p < DOUBT:
        p = max(p, chance_inside(drop()))
    return Difference(points, float(low), float(high), p, "bootstrap")
