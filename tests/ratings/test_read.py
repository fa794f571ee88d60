"""Reading tables: what is right in several shapes, and one clear line for everything that is wrong."""

from datetime import date

import polars as pl
import pytest

from ratings import BadResults, RatingError, UnreadableFile
from ratings.columns import Columns
from ratings.read import read_results


def write(folder, text, name="results.csv"):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


GOALS = "home_team,away_team,home_score,away_score,neutral\nB,A,2,1,FALSE\nA,B,0,0,TRUE\nB,C,1,3,false\n"


def rows(results):
    names = results.names
    return [
        (names[f], names[s], score, bool(side))
        for f, s, score, side in zip(results.first, results.second, results.score, results.side, strict=True)
    ]


EXPECTED = [("B", "A", 1.0, True), ("A", "B", 0.5, False), ("B", "C", 0.0, True)]


def test_goals_and_neutral_grounds(tmp_path):
    results, columns = read_results(write(tmp_path, GOALS))
    assert rows(results) == EXPECTED
    assert columns.sided


@pytest.mark.parametrize("separator", [";", "\t"])
def test_other_separators_are_recognised(tmp_path, separator):
    results, _ = read_results(write(tmp_path, GOALS.replace(",", separator)))
    assert rows(results) == EXPECTED


@pytest.mark.parametrize(
    "text",
    [
        GOALS.replace("\n", "\r\n"),
        "\ufeff" + GOALS,
        GOALS.replace("\nA", "\n\nA") + "\n\n",
        GOALS.replace("B,A,2", " B ,A, 2"),
        GOALS.rstrip("\n"),
        GOALS.replace("B,A", '"B","A"'),
    ],
    ids=["crlf", "bom", "blank lines", "spaces", "no last newline", "quotes"],
)
def test_the_usual_variations_of_csv_read_the_same(tmp_path, text):
    results, _ = read_results(write(tmp_path, text))
    assert rows(results) == EXPECTED


def test_bytes_are_a_csv():
    assert rows(read_results(GOALS.encode())[0]) == EXPECTED


def test_parquet_with_its_own_types_reads_like_csv(tmp_path):
    frame = pl.read_csv(GOALS.encode()).with_columns(pl.col("home_team").cast(pl.Categorical))
    frame.write_parquet(tmp_path / "results.parquet")
    assert rows(read_results(tmp_path / "results.parquet")[0]) == EXPECTED


def test_parquet_takes_numbers_as_players_and_outcomes_as_numbers(tmp_path):
    frame = pl.DataFrame({"player_a": [1, 2], "player_b": [2, 10], "outcome": [1.0, 0.5], "weight": [2, 1]})
    frame.write_parquet(tmp_path / "r.pq")
    results, _ = read_results(tmp_path / "r.pq")
    assert rows(results) == [("1", "2", 1.0, False), ("2", "10", 0.5, False)]
    assert results.weight.tolist() == [2.0, 1.0]


def test_blocks_are_labels(tmp_path):
    results, _ = read_results(write(tmp_path, "a,b,winner,block\nx,y,x,s1\ny,x,x,s1\nx,y,y,s2\n"))
    assert results.block is not None
    assert results.block[0] == results.block[1] != results.block[2]


@pytest.mark.parametrize(
    "times",
    [
        ("2024-03-01", "2023-12-31", "2024-03-01"),
        ("10", "9.5", "10"),
        ("2024-01-02T10:00", "2024-01-01", "2024-01-02T10:00"),
    ],
)
def test_times_are_ranked_when_the_order_matters(tmp_path, times):
    lines = "".join(f"x,y,x,{time}\n" for time in times)
    path = write(tmp_path, "a,b,winner,date\n" + lines)
    results, _ = read_results(path, ordered=True)
    assert results.order is not None and results.order.tolist() == [1, 0, 1]
    assert read_results(path)[0].order is None


def test_dates_of_parquet_are_ranked_as_they_are(tmp_path):
    dates = [date(2024, 5, 1), date(2023, 5, 1)]
    frame = pl.DataFrame({"a": ["x", "x"], "b": ["y", "y"], "winner": ["x", "y"], "date": dates})
    frame.write_parquet(tmp_path / "r.parquet")
    results, _ = read_results(tmp_path / "r.parquet", ordered=True)
    assert results.order is not None and results.order.tolist() == [1, 0]


HEADER = "home_team,away_team,home_score,away_score\n"


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", UnreadableFile, "got an empty file"),
        ("\n", UnreadableFile, "got an empty file"),
        (HEADER, UnreadableFile, "got a header and no rows"),
        (HEADER + "\n\n", UnreadableFile, "got a header and no rows"),
        ("x,y\n1,2\n", RatingError, "expected columns with the two players"),
        ("home_team,away_team\nA,B\n", RatingError, "expected columns that say who won"),
        ("a,b,b,winner\nA,B,C,A\n", RatingError, "expected one column 'b', the header has 2; rename all but one"),
        (HEADER + "A,B,1,0\nA,B,two,0\n", BadResults, "row 2: expected a number in column 'home_score', got 'two'"),
        (HEADER + "A,B,1,0\nA,B,NA,0\n", BadResults, "row 2: expected a number in column 'home_score', got 'NA'"),
        (HEADER + "A,B,inf,0\n", BadResults, "row 1: expected a number in column 'home_score', got 'inf'"),
        (HEADER + "A,B,1,0\n\nA,A,1,0\n", BadResults, "row 3: 'A' plays against itself"),
        (HEADER + "A,B,1,0\nA,,1,0\n", BadResults, "row 2: expected a value in column 'away_team', got none"),
        (HEADER + "A,B,1,0\nA,B,1\n", BadResults, "row 2: expected a value in column 'away_score', got none"),
        (HEADER + "A,B,1,0,7\n", UnreadableFile, "expected a CSV with the same number of fields in every row"),
        ("a,b,winner\nA,B,C\n", BadResults, "row 1: expected the name of one of the two players, or draw"),
        ("a,b,winner\nA,B,A\nA,B,\n", BadResults, "row 2: expected a value in column 'winner', got none"),
        ("a,b,outcome\nA,B,1\nA,B,maybe\n", BadResults, "row 2: expected 1, 0.5 or 0, or win, draw or loss"),
        ("a,b,winner,neutral\nA,B,A,perhaps\n", BadResults, "row 1: expected true or false in column 'neutral', got 'per"),
        ("a,b,winner,weight\nA,B,A,0\n", BadResults, "row 1: expected a weight above 0 and at most 1e+09 in column 'weight', got 0"),
        ("a,b,winner,weight\nA,B,A,1\nA,B,A,1e300\n", BadResults, "row 2: expected a weight above 0 and at most 1e+09"),
        ("a,b,winner,weight\nA,B,A,-2\n", BadResults, "row 1: expected a weight above 0"),
        ("a,b,winner,weight\nA,B,A,heavy\n", BadResults, "row 1: expected a number in column 'weight', got 'heavy'"),
        (HEADER.encode() + b"M\xfcnchen,B,1,0\n", UnreadableFile, "expected UTF-8 text"),
        (b"\xff\xfeh\x00o\x00", UnreadableFile, "expected UTF-8 text"),
        (HEADER.encode() + b'"A,B,1,0\n', UnreadableFile, "expected a CSV"),
    ],
)  # fmt: skip
def test_a_bad_file_gets_one_line_that_says_where(tmp_path, text, error, message):
    with pytest.raises(error) as raised:
        read_results(write(tmp_path, text))
    assert message in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_time_that_does_not_sort_is_refused_when_the_order_matters(tmp_path):
    path = write(tmp_path, "a,b,winner,date\nx,y,x,1/2/2024\n")
    with pytest.raises(BadResults, match=r"row 1: expected a number or an ISO time .* got '1/2/2024'"):
        read_results(path, ordered=True)
    with pytest.raises(BadResults, match="ISO time"):
        read_results(path, Columns(time="date"))
    assert len(read_results(path)[0]) == 1


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("missing.csv", "does not exist; check the path"),
        ("results.xlsx", "expected a file that ends in .csv, .tsv, .parquet, .pq"),
        ("results", "expected a file that ends in"),
        (".", "got the directory"),
    ],
)
def test_a_path_that_is_no_table_is_refused(tmp_path, name, message):
    with pytest.raises(UnreadableFile) as error:
        read_results(tmp_path / name)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b"not parquet at all", b"PAR1" + b"\0" * 40 + b"PAR1"])
def test_what_is_not_parquet_is_refused(tmp_path, content):
    path = write(tmp_path, content, "r.parquet")
    with pytest.raises(UnreadableFile, match="expected Parquet in") as error:
        read_results(path)
    assert "\n" not in str(error.value)


def test_missing_values_of_parquet_are_refused_by_row(tmp_path):
    frame = pl.DataFrame({"a": ["x", None], "b": ["y", "y"], "outcome": [1.0, 0.0]})
    frame.write_parquet(tmp_path / "r.parquet")
    with pytest.raises(BadResults, match="row 2: expected a value in column 'a', got none"):
        read_results(tmp_path / "r.parquet")


ODD = {
    "lists": (pl.Series([["x"], ["y"]]), "got the type List(String)"),
    "structs": (pl.Series([{"x": 1}, {"x": 2}]), "got the type Struct"),
    "bytes": (pl.Series([b"ok", b"M\xfcnchen"]), "row 2: expected UTF-8 text in column"),
}


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("column", ["a", "b", "outcome", "score_a", "neutral", "weight", "block", "time"])
def test_types_of_parquet_that_hold_no_single_value_are_refused_by_column(tmp_path, column, odd):
    values, message = ODD[odd]
    frame = pl.DataFrame({"a": ["x", "y"], "b": ["z", "z"], "outcome": [1, 0]})
    if column == "score_a":
        frame = frame.drop("outcome").with_columns(score_b=pl.Series([1, 2]))
    frame.with_columns(values.alias(column)).write_parquet(tmp_path / "r.parquet")
    with pytest.raises(BadResults) as error:
        read_results(tmp_path / "r.parquet", ordered=True)
    assert message in str(error.value) and repr(column) in str(error.value)
    assert "\n" not in str(error.value)


def test_dates_of_parquet_are_no_scores(tmp_path):
    days = [date(2024, 5, 1)]
    frame = pl.DataFrame({"a": ["x"], "b": ["y"], "score_a": days, "score_b": days})
    frame.write_parquet(tmp_path / "r.parquet")
    with pytest.raises(BadResults, match="expected numbers in column 'score_a', got the type Date"):
        read_results(tmp_path / "r.parquet")


def test_utf8_bytes_of_parquet_are_text(tmp_path):
    frame = pl.DataFrame({"a": [b"x"], "b": ["y"], "outcome": [b"1-0"]})
    frame.write_parquet(tmp_path / "r.parquet")
    assert rows(read_results(tmp_path / "r.parquet")[0]) == [("x", "y", 1.0, False)]


def test_space_around_text_of_parquet_is_left_out_as_in_csv(tmp_path):
    frame = pl.DataFrame({"a": [" x", "x"], "b": ["y", "y "], "winner": ["x ", "y"]})
    frame.write_parquet(tmp_path / "r.parquet")
    assert rows(read_results(tmp_path / "r.parquet")[0]) == [("x", "y", 1.0, False), ("x", "y", 0.0, False)]


@pytest.mark.parametrize("name", ["", "  "])
def test_empty_names_of_parquet_are_missing_as_in_csv(tmp_path, name):
    pl.DataFrame({"a": ["x", name], "b": ["y", "y"], "outcome": [1, 0]}).write_parquet(tmp_path / "r.parquet")
    with pytest.raises(BadResults, match="row 2: expected a value in column 'a', got none"):
        read_results(tmp_path / "r.parquet")


CONTROLS = ["x\ny", "x\ry", "x\ty", "x\x1b[2Jy", "x\x00y", "x\x85y", "x\u2028y"]


@pytest.mark.parametrize("name", CONTROLS)
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_names_that_would_break_a_line_are_refused(tmp_path, name, suffix):
    frame = pl.DataFrame({"a": ["x", "x"], "b": ["y", name], "outcome": [1, 0]})
    path = tmp_path / f"r.{suffix}"
    frame.write_csv(path) if suffix == "csv" else frame.write_parquet(path)
    with pytest.raises(BadResults) as error:
        read_results(path)
    assert (
        f"row 2: expected a name of one line without control characters in column 'b', got {name!r}"
        in str(error.value)
    )
    assert str(error.value).isprintable()


def test_names_of_every_script_are_taken(tmp_path):
    results, _ = read_results(write(tmp_path, "a,b,winner\nБорис,王 小明,Борис\n👩\u200d🔬,Zoë,Zoë\n"))
    assert set(results.names) == {"Борис", "王 小明", "👩\u200d🔬", "Zoë"}


def test_a_path_that_would_break_a_line_is_shown_escaped(tmp_path):
    with pytest.raises(UnreadableFile) as error:
        read_results(tmp_path / "no\nsuch.csv")
    assert "no\\nsuch.csv" in str(error.value) and str(error.value).isprintable()


def test_columns_that_are_not_used_may_hold_anything(tmp_path):
    results, _ = read_results(write(tmp_path, "a,b,winner,note,note,\nx,y,x,,,\nx,y,y,hello,,\n"))
    assert len(results) == 2
