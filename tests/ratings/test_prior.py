"""Virtual draws: on played pairings, on neutral ground, and nowhere else."""

import numpy as np

from ratings.counts import count_matches
from ratings.prior import penalise
from tests.ratings.tables import table


def test_only_played_pairings_get_virtual_draws():
    counts = count_matches(table(("a", "b", 1.0, 3), ("c", "d", 0.0, 2)))
    cells = penalise(counts, 0.5)
    pairs = list(zip(cells.design.low, cells.design.high, strict=True))
    assert pairs == [(0, 1), (2, 3)]
    assert cells.virtual.tolist() == [0.5, 0.5]
    assert cells.played.tolist() == [3.0, 2.0]


def test_sided_pairings_get_theirs_on_neutral_ground_and_the_side_one_between_equals():
    counts = count_matches(table(("a", "b", 1.0, 3), side=True))
    cells = penalise(counts, 0.5)
    assert cells.design.side is not None
    rows = zip(
        cells.design.low, cells.design.high, cells.design.side, cells.played, cells.virtual, strict=True
    )
    assert sorted(rows) == [(0, 0, 1.0, 0.0, 0.5), (0, 1, 0.0, 0.0, 0.5), (0, 1, 1.0, 3.0, 0.0)]


def test_a_virtual_draw_is_one_match_and_half_a_point():
    cells = penalise(count_matches(table(("a", "b", 1.0, 3))), 0.5)
    played, score = cells.with_virtual(cells.virtual)
    assert (played.tolist(), score.tolist()) == ([3.5], [3.25])


def test_cells_of_the_counts_are_found_among_those_of_the_fit():
    counts = count_matches(table(("a", "b", 1.0, 1), ("b", "c", 0.5, 1), ("c", "a", 1.0, 2), side=True))
    cells = penalise(counts, 1.0)
    assert cells.played[cells.counted].tolist() == counts.played.tolist()
    assert cells.score[cells.counted].tolist() == counts.score.tolist()
    assert np.array_equal(cells.design.low[cells.counted], counts.low)
