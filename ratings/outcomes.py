"""Who won, as expressions over columns of text: words of other tools turned into the score of ``a``.

An outcome that is not known is never guessed: it stays null, and the reader names its row.
"""

import polars as pl

from ratings.columns import Columns

DRAW_WORDS = (
    *("draw", "drawn", "tie", "tied", "tie (bothbad)", "both_bad", "bothbad", "equal"),
    *("1/2-1/2", "1/2", "½-½", "½", "0.5-0.5", "0.5:0.5", "0,5"),
)
A_WORDS = (
    "a",
    "1",
    "first",
    "left",
    "home",
    "white",
    "west",
    "player_a",
    "player1",
    "player_1",
    "model_a",
    "team_a",
)
B_WORDS = (
    "b",
    "2",
    "second",
    "right",
    "away",
    "black",
    "east",
    "player_b",
    "player2",
    "player_2",
    "model_b",
    "team_b",
)
WON_WORDS = ("win", "won", "w", "victory", "1-0", "1:0", "home", "white", "h")
LOST_WORDS = ("loss", "lost", "lose", "l", "defeat", "0-1", "0:1", "away", "black")

EXPECTED_WINNER = "the name of one of the two players, or draw"
EXPECTED_OUTCOME = "1, 0.5 or 0, or win, draw or loss, or 1-0, 1/2-1/2 or 0-1"


def score_of_scores(a: pl.Expr, b: pl.Expr) -> pl.Expr:
    """1 where a's number is larger, 0.5 where they are equal, 0 where b's is."""
    return pl.when(a > b).then(1.0).when(a == b).then(0.5).otherwise(0.0)


def score_of_winner(columns: Columns, winner: pl.Expr) -> pl.Expr:
    """From the winner: a name before a word, since a player may be called "draw"; null where it is neither."""
    a, b = pl.col(columns.a or ""), pl.col(columns.b or "")
    word = winner.str.to_lowercase()
    a_words, b_words = [*A_WORDS, (columns.a or "").lower()], [*B_WORDS, (columns.b or "").lower()]
    return (
        pl.when(winner == a)
        .then(1.0)
        .when(winner == b)
        .then(0.0)
        .when(word.is_in(DRAW_WORDS))
        .then(0.5)
        .when(word.is_in(a_words))
        .then(1.0)
        .when(word.is_in(b_words))
        .then(0.0)
    )


def score_of_outcome(outcome: pl.Expr, letters: frozenset[str]) -> pl.Expr:
    """From a's result; null where it is not known.

    ``letters`` are the one-letter values of the whole column: only in a column that has an "h" (home) does
    "a" mean away, and "d" (or "t") is a draw beside "h", "w" or "l".
    """
    word = outcome.str.to_lowercase()
    number = outcome.cast(pl.Float64, strict=False)
    lost = [*LOST_WORDS, "a"] if "h" in letters else list(LOST_WORDS)
    drawn = [*DRAW_WORDS, "d", "t"] if letters & {"h", "w", "l"} else list(DRAW_WORDS)
    return (
        pl.when(number.is_in([0.0, 0.5, 1.0]))
        .then(number)
        .when(word.is_in(WON_WORDS))
        .then(1.0)
        .when(word.is_in(drawn))
        .then(0.5)
        .when(word.is_in(lost))
        .then(0.0)
    )
