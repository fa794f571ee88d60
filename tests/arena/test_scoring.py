"""What a match without a winner counts for."""

from __future__ import annotations

import polars as pl
import pytest

from arena.errors import BadSchedule
from arena.scoring import (
    SCORINGS,
    check_scoring,
    score_capped_as_draws,
    score_capped_as_settled,
    score_wins_alone,
)

MATCHES = pl.DataFrame(
    {
        "winner": [1, -1, 0, 0, 0, 0],
        "ending": ["ancient", "ancient", "both ancients", "limit", "limit", "safety stop"],
        "west_structures": [5, 0, 0, 4, 3, 3],
        "east_structures": [9, 5, 4, 2, 3, 3],
        "west_net_worth": [1, 1, 9, 1, 100, 100],
        "east_net_worth": [9, 9, 1, 9, 900, 100],
    }
)


def test_rules_differ_in_matches_without_a_winner() -> None:
    assert score_capped_as_draws(MATCHES)["score"].to_list() == [1.0, 0.0, 0.5, 0.5, 0.5, 0.5]
    assert score_wins_alone(MATCHES)["score"].to_list() == [1.0, 0.0]
    assert set(SCORINGS) == {"draws", "wins", "settled"}


def test_a_capped_match_goes_to_structures_then_net_worth_then_nobody() -> None:
    """Both ancients at once is the game's own draw, whatever else stood."""
    assert score_capped_as_settled(MATCHES)["score"].to_list() == [1.0, 0.0, 0.5, 1.0, 0.0, 0.5]


def test_an_unknown_rule_is_refused() -> None:
    with pytest.raises(
        BadSchedule, match="no scoring rule is called 'goals': the known ones are draws, wins, settled"
    ):
        check_scoring("goals")
