"""Each scripted player beats the one below it at least nine times in ten."""

from __future__ import annotations

import pytest

from arena.games.moba import layout as lay
from tests.arena.games.moba.play import new_batch, play, setups_of


@pytest.mark.parametrize(
    ("variant", "better", "worse", "matches"),
    [
        ("blitz", "hard", "medium", 100),
        ("blitz", "medium", "easy", 40),
        ("duel", "medium", "easy", 300),
        ("blitz", "easy", "random", 12),
        ("blitz", "easy", "idle", 12),
    ],
)
def test_the_stronger_player_wins_nine_in_ten(variant: str, better: str, worse: str, matches: int) -> None:
    batch = new_batch(variant, setups_of(variant, 9_000, matches))
    won = play(batch, better, worse)
    assert (won > 0).mean() >= 0.9
    assert (batch.matches["ending"] != lay.BY_SAFETY).all()
