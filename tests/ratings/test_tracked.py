"""The order of matches, for the models that have one."""

from ratings import Results
from ratings.tracked import in_order


def test_rows_are_in_order_unless_there_is_a_time_and_ties_keep_the_order_of_the_rows():
    columns = (["a", "b", "a"], ["b", "a", "b"], [1, 0.5, 0])
    assert list(in_order(Results.from_columns(*columns))) == [(0, 1, 1.0), (1, 0, 0.5), (0, 1, 0.0)]
    timed = Results.from_columns(*columns, order=[2, 1, 1])
    assert list(in_order(timed)) == [(1, 0, 0.5), (0, 1, 0.0), (0, 1, 1.0)]
