"""Small arithmetic: truncation that commutes with the half-turn, the counter-based random numbers, cells."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.games.moba import layout as lay
from arena.games.moba import maps
from arena.games.moba.numbers import cell_of, cell_x, cell_y, draw, mix, sign_of, small
from arena.games.moba.rules import load

AMOUNTS = st.floats(-1e6, 1e6, allow_subnormal=False)
QUICK = settings(max_examples=200, deadline=None)


@QUICK
@given(AMOUNTS)
def test_small_cuts_towards_zero_to_whole_1024ths(value: float) -> None:
    exact = Fraction(value)
    wanted = Fraction(math.trunc(exact * 1024), 1024)
    assert Fraction(float(small(value))) == wanted
    assert small(-value) == -small(value)
    assert math.copysign(1.0, small(-0.0)) == 1.0, "zeros carry no sign"


@QUICK
@given(st.lists(AMOUNTS, min_size=2, max_size=12), st.randoms(use_true_random=False))
def test_sums_of_small_numbers_do_not_depend_on_their_order(values: list[float], random: object) -> None:
    cut = [float(small(v)) for v in values]
    mixed = list(cut)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert sum(cut) == sum(mixed)


def python_mix(word: int) -> int:
    """The same bijection with Python's whole numbers."""
    for _ in range(2):
        word = ((word >> 16) ^ word) * 73244475 % 2**32
    return (word >> 16) ^ word


def python_draw(seed: int, key: int, tick: int, stream: int) -> float:
    """The draw of five words, folded one after the other."""
    word = python_mix(seed % 2**32 ^ 2654435769)
    for part in (seed >> 32, key, tick, stream * 668265263):
        word = python_mix(word ^ part % 2**32)
    return word / 2**32


@QUICK
@given(st.integers(0, 2**63 - 1), st.integers(0, 2**32 - 1), st.integers(0, 2**31), st.integers(0, 300))
def test_draws_agree_with_whole_numbers_without_bounds(seed: int, key: int, tick: int, stream: int) -> None:
    assert draw(seed, key, tick, stream) == python_draw(seed, key, tick, stream)


def test_mix_is_a_bijection_on_a_sample() -> None:
    words = np.arange(0, 2**32, 2**32 // 50_000)
    assert len({int(mix(int(w))) for w in words[:20_000]}) == 20_000


def test_draws_are_uniform_and_unlike_in_each_argument() -> None:
    """Mean, variance and neighbours' correlation of draws along each argument, within five standard errors."""
    n = 4000
    for lane in range(4):
        rows = np.array([draw(*[7 + (i if lane == k else 0) for k in range(4)]) for i in range(n)])
        assert ((rows >= 0) & (rows < 1)).all()
        assert abs(rows.mean() - 0.5) < 5 * (1 / 12 / n) ** 0.5
        assert abs(rows.var() - 1 / 12) < 5 * (1 / 180 / n) ** 0.5
        assert abs(np.corrcoef(rows[:-1], rows[1:])[0, 1]) < 5 / n**0.5


def test_signs_of_the_halves() -> None:
    assert (sign_of(0), sign_of(1)) == (1.0, -1.0)


@pytest.mark.parametrize("variant", ["full", "blitz"])
def test_cells_are_the_maps_and_turn_with_the_half(variant: str) -> None:
    rules, chart = load(variant), maps.load(variant)
    rng = np.random.default_rng(0)
    points = rng.uniform(-chart.half + 1, chart.half - 1, (500, 2))
    borders = (rng.integers(1, chart.n, (100, 2)) * chart.cell - chart.half).astype(float)
    for x, y in np.concatenate([points, borders]):
        cell = int(cell_of(rules, 1.0, x, y))
        assert cell == int(maps.cell_of(chart, np.array([x, y])))
        assert int(cell_of(rules, -1.0, -x, -y)) == chart.n**2 - 1 - cell
        assert abs(float(cell_x(rules, cell)) - x) <= chart.cell / 2
        assert abs(float(cell_y(rules, cell)) - y) <= chart.cell / 2


def test_points_beyond_the_map_belong_to_its_border() -> None:
    rules = load("blitz")
    n = int(rules.n)
    assert int(cell_of(rules, 1.0, -1e6, -1e6)) == 0
    assert int(cell_of(rules, 1.0, 1e6, 1e6)) == n * n - 1
    assert n <= lay.GRID_ROWS
