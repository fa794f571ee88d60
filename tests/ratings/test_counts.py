"""Summing matches into counts and kinds of block."""

import numpy as np

from ratings import Results
from ratings.counts import count_matches
from tests.ratings.tables import simulated, table


def test_a_cell_sums_what_the_lower_entrant_took_whoever_came_first():
    counts = count_matches(table(("a", "b", 1.0, 2), ("b", "a", 1.0, 3), ("b", "a", 0.5, 1)))
    assert counts.pairings == 1
    assert counts.played.tolist() == [6.0]
    assert counts.score.tolist() == [2.5]
    assert counts.draws.tolist() == [1.0]
    assert counts.side.tolist() == [0.0]


def test_the_side_splits_a_pairing_into_cells_and_can_be_ignored():
    results = Results.from_columns(["a", "b", "a"], ["b", "a", "b"], [1, 1, 0], side=[True, True, False])
    counts = count_matches(results)
    assert counts.side.tolist() == [-1.0, 0.0, 1.0]
    assert counts.score.tolist() == [0.0, 0.0, 1.0]
    assert counts.pairing.tolist() == [0, 0, 0]
    assert count_matches(results, sides=False).played.tolist() == [3.0]


def test_dropped_draws_leave_no_trace_in_the_counts():
    results = table(("a", "b", 0.5, 4), ("a", "b", 1.0, 1))
    counts = count_matches(results, drop_draws=True)
    assert (counts.played.tolist(), counts.draws.tolist(), counts.matches) == ([1.0], [0.0], 1)


def test_weights_count_as_so_many_matches_but_are_drawn_as_one_block():
    results = Results.from_columns(["a", "a", "a"], ["b", "b", "b"], [1, 1, 0], weight=[2.0, 2.0, 0.5])
    counts = count_matches(results)
    assert counts.played.tolist() == [4.5]
    assert counts.score.tolist() == [4.0]
    assert sorted(counts.kind_blocks.tolist()) == [1.0, 2.0]


def test_counts_equal_a_plain_loop_over_the_matches():
    results, _ = simulated(9, 400, side=0.4, draws=0.2)
    counts = count_matches(results)
    seen = {}
    for f, s, score, sided in zip(results.first, results.second, results.score, results.side, strict=True):
        low, high, side = (f, s, int(sided)) if f < s else (s, f, -int(sided))
        cell = seen.setdefault((low, high, side), [0, 0.0, 0])
        cell[0] += 1
        cell[1] += score if f < s else 1.0 - score
        cell[2] += score == 0.5
    keys = list(zip(counts.low, counts.high, counts.side, strict=True))
    assert keys == sorted(seen)
    assert [list(row) for row in zip(counts.played, counts.score, counts.draws, strict=True)] == [
        seen[key] for key in keys
    ]


def test_one_match_a_block_is_the_same_as_no_blocks():
    results, _ = simulated(6, 200, side=0.3, draws=0.3)
    alone = Results(
        results.names,
        results.first,
        results.second,
        results.score,
        results.side,
        results.weight,
        np.arange(len(results))[::-1].copy(),
    )
    one, other = count_matches(results), count_matches(alone)
    for field in ("low", "high", "side", "played", "score", "draws"):
        assert getattr(one, field).tolist() == getattr(other, field).tolist(), field
    kinds = [sorted(zip(c.kind_pairing, c.kind_blocks, strict=True)) for c in (one, other)]
    assert kinds[0] == kinds[1]


def test_blocks_of_equal_contents_are_one_kind_and_entries_add_up_to_the_cells():
    # Two blocks of a:b with one win each way, one block with two wins of a, and one of a:c with the same number.
    results = Results.from_columns(
        ["a", "b", "a", "b", "a", "a", "a"],
        ["b", "a", "b", "a", "b", "b", "c"],
        [1, 1, 1, 1, 1, 1, 0],
        side=[True] * 7,
        block=[1, 1, 2, 2, 3, 3, 1],
    )
    counts = count_matches(results)
    assert sorted(counts.kind_blocks.tolist()) == [1.0, 1.0, 2.0]
    assert counts.kind_pairing.tolist() == [0, 0, 1]
    played = np.zeros(len(counts.low))
    np.add.at(played, counts.entry_cell, counts.entry_played * counts.kind_blocks[counts.entry_kind])
    assert played.tolist() == counts.played.tolist()


def test_within_keeps_the_pairings_inside_and_renumbers_them():
    results, _ = simulated(7, 300, side=0.2, draws=0.1)
    counts = count_matches(results)
    inside = np.array([True, False, True, True, False, True, True])
    part = counts.within(inside)
    kept = inside[counts.low] & inside[counts.high]
    assert part.played.tolist() == counts.played[kept].tolist()
    assert part.pairing.tolist() == np.unique(counts.pairing[kept], return_inverse=True)[1].tolist()
    score = np.zeros(len(part.low))
    np.add.at(score, part.entry_cell, part.entry_score * part.kind_blocks[part.entry_kind])
    assert np.allclose(score, part.score)
