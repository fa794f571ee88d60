"""Components, strongly connected groups and cores, against SciPy and by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import connected_components

from ratings.counts import count_matches
from ratings.graph import find_standing, matches_of, reach, reverse, strong_groups, took_points
from tests.ratings.tables import table


def standing_of(*rows, anchor=None):
    results = table(*rows)
    counts = count_matches(results)
    index = None if anchor is None else results.names.index(anchor)
    return results.names, find_standing(counts, index)


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=40))
def test_strong_groups_are_those_of_scipy(pairs):
    edges = [sorted({y for x, y in pairs if x == k and y != k}) for k in range(12)]
    matrix = np.zeros((12, 12))
    for x, targets in enumerate(edges):
        matrix[x, targets] = 1
    number, label = connected_components(csr_array(matrix), connection="strong")
    ours = strong_groups(edges)
    assert len(set(ours.tolist())) == number
    assert len(set(zip(ours.tolist(), label.tolist(), strict=True))) == number


def test_an_edge_runs_from_whoever_took_points_and_a_draw_runs_both_ways():
    counts = count_matches(table(("a", "b", 1.0, 1), ("b", "c", 0.5, 1)))
    assert took_points(counts) == [[1], [2], [1]]
    assert reverse([[1], [2], [1]]) == [[], [0, 2], [1]]


def test_reach_follows_edges_and_includes_the_start():
    assert reach([[1], [2], [], [0]], np.array([True, False, False, False])).tolist() == [
        True,
        True,
        True,
        False,
    ]


def test_the_unbeaten_is_above_the_winless_below_and_the_rest_the_core():
    names, standing = standing_of(
        ("a", "b", 1.0, 2),
        ("b", "a", 1.0, 1),
        ("top", "a", 1.0, 1),
        ("a", "low", 1.0, 1),
        ("b", "low", 1.0, 1),
    )
    assert [n for n, core in zip(names, standing.core, strict=True) if core] == ["a", "b"]
    assert [n for n, above in zip(names, standing.above, strict=True) if above] == ["top"]
    assert [n for n, below in zip(names, standing.below, strict=True) if below] == ["low"]


def test_what_touches_the_core_only_through_a_third_is_neither_above_nor_below():
    names, standing = standing_of(
        ("a", "b", 1.0, 1), ("b", "a", 1.0, 1), ("top", "a", 1.0, 1), ("top", "aside", 1.0, 1)
    )
    k = names.index("aside")
    assert not (standing.core[k] or standing.above[k] or standing.below[k])


def test_components_are_ordered_by_size_and_the_anchors_comes_first():
    rows = (("a", "b", 0.5, 1), ("b", "c", 0.5, 1), ("x", "y", 0.5, 9))
    names, standing = standing_of(*rows)
    assert dict(zip(names, standing.component.tolist(), strict=True)) == {
        "a": 0,
        "b": 0,
        "c": 0,
        "x": 1,
        "y": 1,
    }
    names, standing = standing_of(*rows, anchor="y")
    assert dict(zip(names, standing.component.tolist(), strict=True)) == {
        "a": 1,
        "b": 1,
        "c": 1,
        "x": 0,
        "y": 0,
    }
    assert standing.components == 2
    assert standing.members(0).tolist() == [3, 4]


def test_of_equal_groups_the_core_is_the_one_that_played_more():
    _, standing = standing_of(("a", "b", 0.5, 1), ("x", "y", 0.5, 3), ("a", "x", 1.0, 1))
    assert standing.core.tolist() == [False, False, True, True]


def test_matches_count_for_both_entrants():
    assert matches_of(count_matches(table(("a", "b", 1.0, 2), ("b", "c", 0.5, 3)))).tolist() == [
        2.0,
        5.0,
        3.0,
    ]


def test_a_long_chain_does_not_exhaust_the_stack():
    edges = [[k + 1] for k in range(4999)] + [[0]]
    assert len(set(strong_groups(edges).tolist())) == 1


@pytest.mark.parametrize("score", [1.0, 0.0])
def test_a_dropped_draw_is_no_edge(score):
    results = table(("a", "b", score, 2), ("a", "b", 0.5, 2))
    counts = count_matches(results, drop_draws=True)
    assert find_standing(counts).core.sum() == 1
