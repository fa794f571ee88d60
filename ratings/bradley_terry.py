"""Bradley–Terry ratings of a table of results: the ladder's own model. See docs/ratings.md for the formulas."""

import difflib
from typing import Any

import numpy as np

from ratings.arrays import BoolArray, FloatArray
from ratings.counts import Counts, count_matches
from ratings.errors import BadResults, UnknownAnchor
from ratings.graph import Standing, find_standing
from ratings.inference import Inference, infer, method
from ratings.intervals import (
    Intervals,
    difference,
    measured_from,
    percentile_interval,
    rank_intervals,
    shut_outs,
)
from ratings.likelihood import POINTS
from ratings.report import Tallies, statuses, warnings_of
from ratings.results import Results
from ratings.settings import Settings
from ratings.table import EntrantRating, RatingTable, SideRating


def rate_bradley_terry(results: Results, settings: Settings) -> RatingTable:
    """Rate by Bradley–Terry.

    Raises:
        UnknownAnchor: the anchor played no match that counts, or has no finite rating (prior 0).
        BadResults: no match is left once draws are dropped.
        NoConvergence: the likelihood has no finite maximum under these settings.
    """
    counts = count_matches(results, sides=settings.side, drop_draws=settings.draws == "drop")
    if counts.matches == 0:
        raise BadResults("expected matches with a winner, got draws alone; count draws as half: --draws half")
    anchor = find_anchor(results, settings.anchor)
    standing = find_standing(counts, anchor)
    _check_anchor(counts, standing, anchor, settings)
    found = infer(counts, standing, settings)
    pool = pool_intervals(found, standing)
    shown = pool if anchor is None else _anchored(pool, found.draws, standing, anchor)
    tally = Tallies.of(results)
    entrants = _entrant_lines(tally, counts.names, standing, pool, shown, found.draws, shut_outs(counts))
    return RatingTable(
        model="bt",
        settings=_stated(settings, counts, found),
        converged=found.fit.converged,
        gradient_norm=found.fit.gradient_norm,
        side=_side_line(found),
        entrants=entrants,
        warnings=tuple(warnings_of(counts, standing, tally, settings, entrants)),
        matches=counts.matches,
    )


def find_anchor(results: Results, name: str | None) -> int | None:
    """The index of the anchor. Raises UnknownAnchor if it is not among the entrants."""
    if name is None:
        return None
    if name in results.names:
        return results.names.index(name)
    near = difflib.get_close_matches(name, results.names, n=1)
    hint = f"did you mean {near[0]!r}?" if near else f"the entrants are {', '.join(results.names[:5])} …"
    raise UnknownAnchor(f"expected an anchor that played, got {name!r}, which played no match; {hint}")


def _check_anchor(counts: Counts, standing: Standing, anchor: int | None, settings: Settings) -> None:
    if anchor is None:
        return
    name = counts.names[anchor]
    if not (np.any(counts.low == anchor) or np.any(counts.high == anchor)):
        raise UnknownAnchor(
            f"expected an anchor with decided matches, all those of {name!r} are draws left out"
        )
    if settings.prior == 0.0 and not standing.core[anchor]:
        raise UnknownAnchor(
            f"expected an anchor within the strongly connected core when the prior is 0, {name!r} is outside it; "
            "choose another anchor or a prior above 0"
        )


def pool_intervals(found: Inference, standing: Standing) -> Intervals:
    """Ratings from the mean of the core: draws within it, one-sided bounds outside."""
    entrants = len(standing.core)
    rating = measured_from(found.fit.parameters[:entrants] * POINTS, standing)
    rating[~found.finite] = np.nan
    low, high = np.full(entrants, np.nan), np.full(entrants, np.nan)
    if found.draws is not None:
        low, high = percentile_interval(measured_from(found.draws[:entrants] * POINTS, standing))
        low = np.where(standing.core, low, np.where(found.low > rating, rating, found.low))
        high = np.where(standing.core, high, np.where(found.high < rating, rating, found.high))
    return Intervals(rating, low, high)


def _anchored(pool: Intervals, draws: FloatArray | None, standing: Standing, anchor: int) -> Intervals:
    """Ratings from the anchor in its component; the other components keep their own zero."""
    mine = np.flatnonzero(standing.component == 0)
    shown = Intervals(pool.rating.copy(), pool.low.copy(), pool.high.copy())
    moved = difference(pool, mine, anchor)
    shown.rating[mine], shown.low[mine], shown.high[mine] = moved.rating, moved.low, moved.high
    if draws is not None:
        peers = np.flatnonzero(standing.group == standing.group[anchor])
        drawn = (draws[peers] - draws[anchor]).astype(np.float64) * POINTS
        shown.low[peers], shown.high[peers] = percentile_interval(drawn)
    return shown


def _side_line(found: Inference) -> SideRating | None:
    if not found.sided:
        return None
    place = len(found.finite)
    rating = float(found.fit.parameters[place]) * POINTS
    if found.draws is None:
        return SideRating(rating, None, None)
    low, high = percentile_interval(found.draws[[place]].astype(np.float64) * POINTS)
    return SideRating(rating, float(low[0]), float(high[0]))


def _entrant_lines(
    tally: Tallies,
    names: tuple[str, ...],
    standing: Standing,
    pool: Intervals,
    shown: Intervals,
    draws: FloatArray | None,
    beaten: BoolArray,
) -> tuple[EntrantRating, ...]:
    best = worst = None
    if draws is not None:
        best, worst = rank_intervals(pool, draws[: len(standing.core)], standing, beaten)
    status = statuses(standing, tally)
    order = np.lexsort((-np.nan_to_num(_sort_key(shown, standing), nan=0.0), standing.component))
    return tuple(
        EntrantRating(
            name=names[k],
            rating=_value(shown.rating[k]),
            low=_value(shown.low[k]),
            high=_value(shown.high[k]),
            rank_low=None if best is None else int(best[k]),
            rank_high=None if worst is None else int(worst[k]),
            matches=float(tally.matches[k]),
            wins=float(tally.wins[k]),
            draws=float(tally.draws[k]),
            losses=float(tally.losses[k]),
            status=status[k],
            pool_rating=_value(pool.rating[k]),
            pool_low=_value(pool.low[k]),
            pool_high=_value(pool.high[k]),
        )
        for k in order.tolist()
    )


def _sort_key(shown: Intervals, standing: Standing) -> FloatArray:
    """Best first; without a finite rating, what is above the core comes first and what is below it last."""
    unbounded = np.where(standing.above, np.inf, np.where(standing.below, -np.inf, 0.0))
    key: FloatArray = np.where(np.isnan(shown.rating), unbounded, shown.rating)
    return key


def _value(number: Any) -> float | None:
    return None if np.isnan(number) else float(number)


def _stated(settings: Settings, counts: Counts, found: Inference) -> dict[str, Any]:
    """What was asked and what was assumed."""
    ties = {} if found.ties is None else {found.ties.symbol: found.tie}
    return {
        "draws": settings.draws,
        **ties,
        "side": counts.has_sides,
        "prior": settings.prior,
        "prior_unit": "virtual draws per played pairing",
        "anchor": settings.anchor,
        "zero": "mean of the core" if settings.anchor is None else settings.anchor,
        "points": "400 are odds of 10 to 1",
        "intervals": method(settings) if settings.resamples else None,
        "confidence": 1.0 - 2 * 0.025,
        "resamples": settings.resamples,
        "seed": settings.seed,
        "steps": found.fit.steps,
    }
