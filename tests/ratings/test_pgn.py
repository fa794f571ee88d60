"""Games in PGN: headers of several habits, and each fault by its game."""

import pytest

from ratings import BadResults, Settings, UnreadableFile, rate
from ratings.pgn import read_pgn
from ratings.read import read_results

GAMES = """[Event "Casual"]
[White "Ann \\"the ant\\""]
[Black "Bob"]
[Result "1-0"]
[UTCDate "2026.11.29"]

1. e4 {[%clk 0:03:00] [White "nobody"]} e5 2. Qh5 {a comment
[%eval -0.3] over lines} 1-0

[Event "Casual"]
[White "Bob"]
[Black "Zoë"]
[Result "1/2-1/2"]
[Date "2026.11.30"]

1/2-1/2
[White "Zoë"]
[Black "Bob"]
[Result "0-1"]
[UTCDate "2026.12.01"]
[White "Bob"]
[Black "Zoë"]
[Result "0-1"]
[UTCDate "2026.12.01"]
"""


@pytest.fixture
def file(tmp_path):
    def write(text, encoding="utf-8"):
        path = tmp_path / "games.pgn"
        path.write_bytes(text.encode(encoding))
        return path

    return write


def test_headers_are_read_and_moves_are_not(file):
    frame = read_pgn(file(GAMES))
    assert frame.rows() == [
        ('Ann "the ant"', "Bob", "1-0", "2026-11-29"),
        ("Bob", "Zoë", "1/2-1/2", "2026-11-30"),
        ("Zoë", "Bob", "0-1", "2026-12-01"),
        ("Bob", "Zoë", "0-1", "2026-12-01"),
    ]


def test_a_file_is_rated_without_options(file):
    results, columns = read_results(file(GAMES), ordered=True)
    assert (columns.a, columns.b, columns.outcome, columns.time, columns.sided) == (
        *("White", "Black", "Result", "Date"),
        True,
    )
    assert rate(results, Settings(resamples=0))["Bob"].wins == 1.0
    assert results.order.tolist() == [0, 1, 2, 2]


def test_old_files_are_latin_1(file):
    assert read_pgn(file(GAMES, "latin-1"))["Black"][1] == "Zoë"


def test_an_unfinished_game_is_an_error_that_names_the_row(file):
    with pytest.raises(BadResults, match=r"row 2: expected 1, 0.5 or 0.* in column 'Result', got '\*'"):
        read_results(file(GAMES.replace('Result "1/2-1/2"', 'Result "*"')))


def test_a_game_without_a_player_is_named_with_its_line(file):
    with pytest.raises(BadResults, match="row 2: expected a header White in the game that begins at line 10"):
        read_results(
            file(GAMES.replace('[White "Bob"]\n[Black "Zoë"]\n[Result "1/2', '[Black "Zoë"]\n[Result "1/2'))
        )


def test_dates_with_question_marks_are_no_times(file):
    assert "Date" not in read_pgn(file(GAMES.replace("2026.11.30", "2026.??.??"))).columns


def test_a_file_without_games_is_an_error(file):
    with pytest.raises(UnreadableFile, match="expected games in PGN"):
        read_pgn(file("1. e4 e5\n"))
    with pytest.raises(UnreadableFile, match="check the path"):
        read_pgn(file(GAMES).with_name("other.pgn"))
