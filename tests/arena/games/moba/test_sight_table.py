"""The sight table against a slow walk along each line in fractions, and its laws: images, mutual sight, heights."""

import itertools
from fractions import Fraction
from functools import cache
from math import floor

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.games.moba.map_tables import SIGHT_RADII
from arena.games.moba.maps import NAMES, Map, load
from arena.games.moba.sight_table import sight_table


@pytest.fixture(params=NAMES)
def game_map(request: pytest.FixtureRequest) -> Map:
    return load(request.param)


@cache
def table_of(name: str) -> NDArray[np.int64]:
    game_map = load(name)
    return sight_table(game_map.walls, game_map.ground, game_map.cell, SIGHT_RADII)


def unpacked(table: NDArray[np.int64], n: int) -> NDArray[np.bool_]:
    """The bit masks as (R, N, n, n) bool: [radius, observer, iy, ix]."""
    radii, cells, rows = table.shape
    reach = rows // 2
    seen = np.zeros((radii, cells, n + 2 * reach, n), dtype=np.bool_)
    bits = (table[..., None] >> np.arange(n)) & 1 == 1
    for cell in range(cells):
        seen[:, cell, cell // n : cell // n + rows] = bits[:, cell]
    assert not seen[:, :, :reach].any(), "rows off the map hold nothing"
    assert not seen[:, :, reach + n :].any()
    return seen[:, :, reach : reach + n]


def half_steps(d: int) -> set[Fraction]:
    """Times in (0, 1) at which start + t * d crosses from cell to cell."""
    return {abs(Fraction(2 * k + 1, 2 * d)) for k in range(abs(d))} if d else set()


def slow_hidden(hides: NDArray[np.bool_], x: int, y: int, dx: int, dy: int) -> bool:
    """Whether the line from the centre of (x, y) to that of (x + dx, y + dy) is interrupted, piece by piece."""
    stops = sorted({Fraction(0), Fraction(1)} | half_steps(dx) | half_steps(dy))
    cells = []
    for start, end in itertools.pairwise(stops):
        t = (start + end) / 2
        cells.append((floor(x + t * dx + Fraction(1, 2)), floor(y + t * dy + Fraction(1, 2))))
    if any(hides[j, i] for i, j in cells[1:-1]):
        return True
    corners = [(a, b) for a, b in itertools.pairwise(cells) if a[0] != b[0] and a[1] != b[1]]
    return any(hides[a[1], b[0]] and hides[b[1], a[0]] for a, b in corners)


def slow_sees(game_map: Map, radius: float, x: int, y: int, i: int, j: int) -> bool:
    away = Fraction(game_map.cell) ** 2 * ((i - x) ** 2 + (j - y) ** 2)
    level = game_map.ground[y, x]
    too_far = away > (Fraction(radius) + Fraction(game_map.cell) / 2) ** 2
    above = not game_map.walls[j, i] and game_map.ground[j, i] > level
    hides = game_map.walls | (game_map.ground > level)
    return not too_far and not above and not slow_hidden(hides, x, y, i - x, j - y)


def test_sight_agrees_with_a_slow_walk_along_each_line(game_map: Map) -> None:
    rng = np.random.default_rng(30)
    n, seen = game_map.n, unpacked(table_of(game_map.name), game_map.n)
    for observer in rng.choice(n * n, 40, replace=False).tolist():
        y, x = divmod(observer, n)
        rows, columns = range(max(0, y - 8), min(n, y + 9)), range(max(0, x - 8), min(n, x + 9))
        radius = int(rng.integers(len(SIGHT_RADII)))
        for j, i in itertools.product(rows, columns):
            assert seen[radius, observer, j, i] == slow_sees(game_map, SIGHT_RADII[radius], x, y, i, j)
        elsewhere = seen[radius, observer].copy()
        elsewhere[rows.start : rows.stop, columns.start : columns.stop] = False
        assert not elsewhere.any()


def test_the_table_is_its_own_half_turn_image(game_map: Map) -> None:
    seen = unpacked(table_of(game_map.name), game_map.n)
    assert np.array_equal(seen[:, ::-1, ::-1, ::-1], seen)


def test_the_table_is_its_own_reflection(game_map: Map) -> None:
    n = game_map.n
    seen = unpacked(table_of(game_map.name), n).reshape(len(SIGHT_RADII), n, n, n, n)
    assert np.array_equal(seen.transpose(0, 2, 1, 4, 3), seen)


def test_nothing_above_is_seen_from_below(game_map: Map) -> None:
    level = game_map.ground
    seen = unpacked(table_of(game_map.name), game_map.n) & ~game_map.walls
    above = level > level.reshape(-1, 1, 1)
    assert not (seen & above).any()
    assert (seen & (level < level.reshape(-1, 1, 1))).any(), "what stands lower is seen from above"


def test_cells_of_one_height_see_each_other_or_neither(game_map: Map) -> None:
    cells = game_map.n**2
    seen = unpacked(table_of(game_map.name), game_map.n).reshape(len(SIGHT_RADII), cells, cells)
    free, level = ~game_map.walls.ravel(), game_map.ground.ravel()
    alike = (level[:, None] == level) & free[:, None] & free
    assert np.array_equal(seen & alike, seen.transpose(0, 2, 1) & alike)


def test_every_cell_sees_itself_and_a_longer_sight_sees_no_less(game_map: Map) -> None:
    cells = game_map.n**2
    seen = unpacked(table_of(game_map.name), game_map.n).reshape(len(SIGHT_RADII), cells, cells)
    assert np.diagonal(seen, axis1=1, axis2=2).all()
    for shorter, longer in itertools.pairwise(seen):
        assert not (shorter & ~longer).any()
        assert (longer & ~shorter).any()


def test_walls_are_seen_and_hide_what_is_behind_them() -> None:
    walls = np.zeros((8, 8), dtype=np.bool_)
    walls[3, 3] = True
    ground = np.ones((8, 8), dtype=np.int64)
    seen = unpacked(sight_table(walls, ground, 100.0, (500.0,)), 8)[0, 3 * 8 + 1].reshape(8, 8)
    assert seen[3].tolist() == [True, True, True, True, False, False, False, False]
    assert seen[4, 4]
    assert seen[2, 4]


def test_two_walls_that_touch_at_a_corner_hide_what_is_between_them() -> None:
    walls = np.zeros((6, 6), dtype=np.bool_)
    walls[2, 3] = True
    ground = np.ones((6, 6), dtype=np.int64)
    observer = 2 * 6 + 2
    assert unpacked(sight_table(walls, ground, 100.0, (300.0,)), 6)[0, observer, 3, 3]
    walls[3, 2] = True
    assert not unpacked(sight_table(walls, ground, 100.0, (300.0,)), 6)[0, observer, 3, 3]


def test_high_ground_hides_low_ground_behind_it_from_below_but_not_from_above() -> None:
    walls = np.zeros((8, 8), dtype=np.bool_)
    ground = np.zeros((8, 8), dtype=np.int64)
    ground[:, 4] = 1
    seen = unpacked(sight_table(walls, ground, 100.0, (500.0,)), 8)[0]
    assert not seen[3 * 8 + 2, 3, 4]
    assert not seen[3 * 8 + 2, 3, 6]
    assert seen[3 * 8 + 4, 3, 1]
    assert seen[3 * 8 + 4, 3, 6]
