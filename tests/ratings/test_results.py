"""The table of results: names to integers, and rows that are not matches."""

import numpy as np
import pytest

from ratings import BadResults, Results


def test_names_are_sorted_and_columns_speak_of_them_by_index():
    results = Results.from_columns(["bob", "ann"], ["cid", "bob"], [1, 0.5])
    assert results.names == ("ann", "bob", "cid")
    assert results.first.tolist() == [1, 0]
    assert results.second.tolist() == [2, 1]
    assert results.score.tolist() == [1.0, 0.5]
    assert len(results) == 2


def test_defaults_are_no_side_weight_one_and_each_match_its_own_block():
    results = Results.from_columns(["a"], ["b"], [0])
    assert not results.has_sides
    assert results.weight.tolist() == [1.0]
    assert results.block is None
    assert results.order is None


def test_blocks_take_any_label_and_orders_anything_that_sorts():
    results = Results.from_columns(
        ["a"] * 3, ["b"] * 3, [1, 0, 1], block=["x", 7, "x"], order=["2026-02-01", "2026-01-01", "2026-02-01"]
    )
    assert results.block is not None and results.order is not None
    assert results.block[0] == results.block[2] != results.block[1]
    assert results.order.tolist() == [1, 0, 1]


def test_columns_of_the_table_cannot_be_written_and_those_of_the_caller_can():
    score = np.array([1.0, 0.0])
    results = Results.from_columns(["a", "a"], ["b", "b"], score)
    with pytest.raises(ValueError, match="read-only"):
        results.score[0] = 0.0
    score[0] = 0.5
    assert results.score[0] == 1.0


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ((["a"], ["a"], [1]), "row 1: 'a' plays against itself"),
        ((["a", "b"], ["b", "b"], [1, 0]), "row 2: 'b' plays against itself"),
        ((["a"], ["b"], [0.7]), "row 1: expected a score of 1, 0.5 or 0 for the first player, got 0.7"),
        (
            (["a"], ["b"], [float("nan")]),
            "row 1: expected a score of 1, 0.5 or 0 for the first player, got nan",
        ),
        ((["a"], ["b"], ["won"]), "row 1: expected a number in column 'score', got 'won'"),
        ((["a", "a"], ["b"], [1]), "expected 2 rows in column 'second' as in 'first', got 1"),
        ((["a"], ["b"], [1, 0]), "expected 1 rows in column 'score' as in 'first', got 2"),
        (([], [], []), "expected at least one match, got an empty table"),
        ((["a", None], ["b", "b"], [1, 0]), "row 2: expected a name in column 'first', got None"),
        (
            (["a", "x\ny"], ["b", "b"], [1, 0]),
            "row 2: expected a name of one line without control characters",
        ),
        ((["a"], [""], [1]), "row 1: expected a name in column 'second', got ''"),
    ],
)
def test_what_is_not_a_match_is_refused_by_row(columns, message):
    with pytest.raises(BadResults) as error:
        Results.from_columns(*columns)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("weight", [0.0, -1.0, float("inf"), float("nan")])
def test_weights_must_be_finite_and_above_zero(weight):
    with pytest.raises(BadResults, match="row 2: expected a finite weight above 0"):
        Results.from_columns(["a", "a"], ["b", "b"], [1, 0], weight=[1.0, weight])


def test_weights_have_a_most():
    with pytest.raises(BadResults, match=r"row 2: expected a weight of at most 1e\+09, got 1e\+300"):
        Results.from_columns(["a", "a"], ["b", "b"], [1, 0], weight=[1e9, 1e300])


def test_a_side_that_is_neither_true_nor_false_is_refused():
    with pytest.raises(BadResults, match="expected True or False in column 'side'"):
        Results.from_columns(["a"], ["b"], [1], side=["no"])


def test_times_of_mixed_kinds_are_refused():
    with pytest.raises(BadResults, match="times that can be sorted"):
        Results.from_columns(["a", "a"], ["b", "b"], [1, 0], order=np.array([1, "x"], dtype=object))


def test_indices_outside_the_names_are_refused():
    with pytest.raises(BadResults, match=r"indices of entrants between 0 and 1, got 2\.\.2"):
        Results(("a", "b"), np.array([0]), np.array([2]), np.array([1.0]), np.array([False]), np.array([1.0]))
