"""What the models that take matches one after another have in common: the order, and the table at the end."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ratings.arrays import FloatArray
from ratings.bradley_terry import find_anchor
from ratings.report import Tallies
from ratings.results import Results
from ratings.settings import Settings
from ratings.table import EntrantRating, RatingTable


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """Where the ratings stood after the last match: [K] float64, in the model's points.

    ``margin`` is half the width of a 95 % interval; None if the model has none. ``from_anchor`` is the same for
    the difference from the anchor, where the model knows it. ``free`` says that the order played no part.
    """

    rating: FloatArray
    margin: FloatArray | None
    from_anchor: FloatArray | None = None
    free: bool = False


def in_order(results: Results) -> Iterator[tuple[int, int, float]]:
    """The matches in the order played: first, second, score."""
    order = np.arange(len(results)) if results.order is None else np.argsort(results.order, kind="stable")
    columns = (results.first[order].tolist(), results.second[order].tolist(), results.score[order].tolist())
    return zip(*columns, strict=True)


def anchored_table(
    model: str,
    results: Results,
    settings: Settings,
    track: Track,
    stated: dict[str, Any],
    *,
    zero_without_anchor: float,
) -> RatingTable:
    """The table of a track, with the anchor at 0.

    Raises:
        UnknownAnchor: the anchor did not play.
    """
    anchor = find_anchor(results, settings.anchor)
    zero = zero_without_anchor if anchor is None else float(track.rating[anchor])
    rating = track.rating - zero
    margin = track.margin if anchor is None or track.from_anchor is None else track.from_anchor
    tally = Tallies.of(results)
    entrants = tuple(
        EntrantRating(
            name=results.names[k],
            rating=float(rating[k]),
            low=None if margin is None else float(rating[k] - margin[k]),
            high=None if margin is None else float(rating[k] + margin[k]),
            rank_low=None,
            rank_high=None,
            matches=float(tally.matches[k]),
            wins=float(tally.wins[k]),
            draws=float(tally.draws[k]),
            losses=float(tally.losses[k]),
            status="ok",
        )
        for k in np.argsort(-rating, kind="stable").tolist()
    )
    order = "free" if track.free else "rows" if results.order is None else "time"
    warning = f"{model} depends on the order of the matches: another order gives other ratings"
    return RatingTable(
        model=model,
        settings={**stated, "anchor": settings.anchor, "order": order},
        converged=True,
        gradient_norm=None,
        side=None,
        entrants=entrants,
        warnings=() if track.free else (warning,),
        matches=len(results),
    )
