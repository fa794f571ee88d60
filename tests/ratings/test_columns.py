"""Recognising the columns of other tools, and saying what was recognised."""

import pytest

from ratings.columns import Columns, describe, recognise
from ratings.errors import UnknownColumns


@pytest.mark.parametrize(
    ("header", "players", "sided", "outcome"),
    [
        (["home_team", "away_team", "home_score", "away_score"], ("home_team", "away_team"), True, "score_a"),
        (["HomeTeam", "AwayTeam", "FTHG", "FTAG"], ("HomeTeam", "AwayTeam"), True, "score_a"),
        (["white", "black", "result"], ("white", "black"), True, "outcome"),
        (["model_a", "model_b", "winner"], ("model_a", "model_b"), False, "winner"),
        (["left", "right", "winner"], ("left", "right"), False, "winner"),
        (["player_a", "player_b", "outcome"], ("player_a", "player_b"), False, "outcome"),
        (["competitor_1", "competitor_2", "outcome"], ("competitor_1", "competitor_2"), False, "outcome"),
        (["west", "east", "winner"], ("west", "east"), True, "winner"),
        (["team_a", "team_b", "winner", "neutral"], ("team_a", "team_b"), True, "winner"),
    ],
)
def test_usual_names_are_recognised(header, players, sided, outcome):
    found = recognise(header, Columns())
    assert (found.a, found.b) == players
    assert found.sided is sided
    assert getattr(found, outcome) is not None


def test_weight_block_time_and_neutral_are_recognised_whatever_their_case():
    found = recognise(["a", "b", "winner", "Weight", "BLOCK", "Date", "Neutral"], Columns())
    assert (found.weight, found.block, found.time, found.neutral) == ("Weight", "BLOCK", "Date", "Neutral")


def test_what_is_asked_for_goes_before_what_is_recognised():
    header = ["home", "away", "winner", "p", "q", "goals_p", "goals_q"]
    found = recognise(header, Columns(a="p", b="q", score_a="goals_p", score_b="goals_q", sided=True))
    assert (found.a, found.b, found.score_a, found.winner, found.sided) == ("p", "q", "goals_p", None, True)


def test_side_can_be_contradicted():
    assert recognise(["home", "away", "winner"], Columns(sided=False)).sided is False


@pytest.mark.parametrize(
    ("header", "asked", "message"),
    [
        (["x", "y"], Columns(), "expected columns with the two players"),
        (["a", "b"], Columns(), "expected columns that say who won"),
        (
            ["a", "b", "winner"],
            Columns(a="white", b="b"),
            "expected a column 'white', the table has 'a', 'b'",
        ),
        (["a", "b", "winner"], Columns(a="a"), "expected both --a and --b or neither"),
        (
            ["a", "b", "s"],
            Columns(score_a="s", score_b="s"),
            "expected two columns by --score-a and --score-b, got 's' twice",
        ),
        (["a", "b", "winner"], Columns(a="a", b="a"), "expected two columns by --a and --b, got 'a' twice"),
        (["a", "b", "b", "winner"], Columns(), "expected one column 'b', the header has 2"),
        (["a", "b", "s"], Columns(score_a="s"), "expected both --score-a and --score-b or neither"),
        (
            ["a", "b", "w", "o"],
            Columns(winner="w", outcome="o"),
            "expected one way of telling who won, got 2",
        ),
    ],
)
def test_what_cannot_be_told_is_an_error_with_the_flags_that_help(header, asked, message):
    with pytest.raises(UnknownColumns) as error:
        recognise(header, asked)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_columns_that_are_not_used_may_share_a_name():
    assert recognise(["a", "b", "winner", "note", "note"], Columns()).winner == "winner"


def test_the_description_names_every_column_used():
    found = recognise(["home", "away", "home_score", "away_score", "neutral", "date", "block"], Columns())
    line = describe(found)
    for word in ("'home' against 'away'", "home_score", "away_score", "neutral 'neutral'", "block 'block'"):
        assert word in line
    assert "'home' has the side" in line
    assert describe(recognise(["a", "b", "winner"], Columns())).endswith("no side")


@pytest.mark.parametrize("pair", [("winner", "loser"), ("Winner_Name", "loser_name")])
def test_columns_of_winners_and_losers_name_the_players(pair):
    found = recognise(["id", *pair, "date"], Columns())
    assert (found.a, found.b, found.winner, found.sided) == (*pair, pair[0], False)
