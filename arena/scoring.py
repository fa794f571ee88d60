"""Scoring rules: what a match without a winner counts for, chosen when a ladder is rated, never when it is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import polars as pl

from arena.errors import BadSchedule

CAPPED = ("limit", "safety stop")
"""Endings that are no result of the game: a clock stopped the match."""

Scoring = Callable[[pl.DataFrame], pl.DataFrame]
"""From match rows to the same rows with a column `score`: the west's share of the win, 1, 0.5 or 0."""


def score_capped_as_draws(matches: pl.DataFrame) -> pl.DataFrame:
    """No winner is half a win for both, whether both ancients fell or a cap ended the match."""
    return matches.with_columns(score=(pl.col("winner") + 1) / 2)


def score_wins_alone(matches: pl.DataFrame) -> pl.DataFrame:
    """Only matches with a winner count; the others are left out."""
    return score_capped_as_draws(matches.filter(pl.col("winner") != 0))


def score_capped_as_settled(matches: pl.DataFrame) -> pl.DataFrame:
    """A match that a cap ended goes to the side with more structures standing, or if equal more net worth."""
    structures = (pl.col("west_structures") - pl.col("east_structures")).sign()
    net_worth = (pl.col("west_net_worth") - pl.col("east_net_worth")).sign()
    settled = pl.when(structures != 0).then(structures).otherwise(net_worth)
    winner = pl.when(pl.col("ending").is_in(CAPPED)).then(settled).otherwise(pl.col("winner"))
    return matches.with_columns(score=(winner + 1) / 2)


SCORINGS: Mapping[str, Scoring] = {
    "draws": score_capped_as_draws,
    "wins": score_wins_alone,
    "settled": score_capped_as_settled,
}


def check_scoring(scoring: str) -> None:
    """Raise BadSchedule unless there is a scoring rule of this name."""
    if scoring not in SCORINGS:
        raise BadSchedule(f"no scoring rule is called '{scoring}': the known ones are {', '.join(SCORINGS)}")
