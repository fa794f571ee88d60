from __future__ import annotations

import numpy as np

from probes.draft.columns import Columns
from tests.probes.draft.made import planted, random_sides


def plainly(parts, west, east):
    """The log-odds as the formula is written, term by term."""
    strengths, synergies, counters = parts
    value = sum(strengths[i] for i in west) - sum(strengths[j] for j in east)
    value += sum(synergies[i, j] for i in west for j in west if i < j)
    value -= sum(synergies[i, j] for i in east for j in east if i < j)
    return value + sum(counters[i, j] for i in west for j in east)


def test_the_design_is_the_formula():
    columns, parts = Columns(17), planted(17, 3)
    west, east = random_sides(17, 5, 50, np.random.default_rng(0))
    logits = columns.design(west, east) @ columns.pack(*parts)
    assert np.allclose(logits, [plainly(parts, *sides) for sides in zip(west, east, strict=True)])


def test_exchanged_sides_change_every_sign():
    columns = Columns(17)
    west, east = random_sides(17, 5, 50, np.random.default_rng(1))
    assert (columns.design(west, east) != -columns.design(east, west)).nnz == 0


def test_the_order_within_a_lineup_does_not_matter():
    columns = Columns(12)
    west, east = random_sides(12, 4, 20, np.random.default_rng(2))
    assert (columns.design(west[:, ::-1], east) != columns.design(west, east)).nnz == 0


def test_weights_are_packed_and_unpacked():
    columns, parts = Columns(9), planted(9, 5)
    assert all(
        np.array_equal(*pair) for pair in zip(columns.unpack(columns.pack(*parts)), parts, strict=True)
    )


def test_parts_of_lineups_and_empty_ones_have_a_design():
    columns = Columns(6)
    nothing, one = np.zeros((1, 0), np.int64), np.array([[2]])
    assert columns.design(nothing, nothing).nnz == 0
    assert columns.design(one, nothing).toarray()[0].nonzero()[0].tolist() == [2]
