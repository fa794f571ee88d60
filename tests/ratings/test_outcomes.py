"""Words of other tools for who won."""

import polars as pl
import pytest

from ratings.columns import Columns
from ratings.outcomes import score_of_outcome, score_of_scores, score_of_winner


def scores(values, expression):
    return pl.DataFrame({"o": values}, schema={"o": pl.String}).select(expression).to_series().to_list()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (["1", "0.5", "0", "1.0", ".5"], [1, 0.5, 0, 1, 0.5]),
        (["1-0", "1/2-1/2", "0-1"], [1, 0.5, 0]),
        (["win", "Draw", "LOSS", "won", "tie", "lost"], [1, 0.5, 0, 1, 0.5, 0]),
        (["W", "D", "L"], [1, 0.5, 0]),
        (["H", "D", "A"], [1, 0.5, 0]),
        (["W", "T", "L", "1:0", "½", "0,5", "0:1", "defeat"], [1, 0.5, 0, 1, 0.5, 0.5, 0, 0]),
        (["white", "black", "home", "away"], [1, 0, 1, 0]),
        (["*", "2", "-1", "0.3", "a", "d", "t", "nan"], [None] * 8),
    ],
)
def test_outcomes_of_the_first_player(values, expected):
    letters = frozenset(value.lower() for value in values)
    assert scores(values, score_of_outcome(pl.col("o"), letters)) == expected


def test_a_winner_is_a_name_before_it_is_a_word():
    frame = pl.DataFrame(
        {
            "model_a": ["x", "x", "x", "x", "draw", "x", "a", "x"],
            "model_b": ["y", "y", "y", "y", "x", "y", "b", "y"],
            "winner": ["x", "y", "tie", "tie (bothbad)", "draw", "model_b", "a", "z"],
        }
    )
    columns = Columns(a="model_a", b="model_b", winner="winner")
    answer = frame.select(score_of_winner(columns, pl.col("winner"))).to_series().to_list()
    assert answer == [1.0, 0.0, 0.5, 0.5, 1.0, 0.0, 1.0, None]


def test_the_larger_number_wins():
    frame = pl.DataFrame({"x": [3.0, 1.0, 2.0], "y": [1.0, 3.0, 2.0]})
    assert frame.select(score_of_scores(pl.col("x"), pl.col("y"))).to_series().to_list() == [1.0, 0.0, 0.5]
