"""The step table against SciPy's Dijkstra, sampled geometry and walkers that follow it."""

from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from arena.games.moba.maps import NAMES, Map, load
from arena.games.moba.step_table import REACH, WIDTH, clear_legs, encode, path_costs, step_table


@pytest.fixture(params=NAMES)
def game_map(request: pytest.FixtureRequest) -> Map:
    return load(request.param)


@cache
def table_of(name: str) -> NDArray[np.uint8]:
    return step_table(load(name).walls)


@cache
def distances_of(name: str) -> NDArray[np.float64]:
    """Cost of the shortest path between all cells, (N, N), by Dijkstra on a graph listed cell by cell."""
    walls = load(name).walls
    n = len(walls)
    edges = []
    for y, x in np.argwhere(~walls).tolist():
        for j, i in ((0, 1), (1, 0), (1, 1), (1, -1)):
            if not (walls[y + j, x + i] or walls[y + j, x] or walls[y, x + i]):
                edges.append((y * n + x, (y + j) * n + x + i, 7 if i and j else 5))
    start, end, cost = np.array(edges).T
    return np.asarray(dijkstra(csr_array((cost, (start, end)), shape=(n * n, n * n)), directed=False))


def pairs_of(game_map: Map) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All pairs of different free cells, as goals and starts."""
    free = np.flatnonzero(~game_map.walls)
    goals, starts = np.repeat(free, len(free)), np.tile(free, len(free))
    return goals[goals != starts], starts[goals != starts]


def offsets(codes: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    dy, dx = np.divmod(codes.astype(np.int64) - 1, WIDTH)
    return dx - REACH, dy - REACH


def room(size: int) -> NDArray[np.bool_]:
    """An empty square with walls round it."""
    walls = np.ones((size, size), dtype=np.bool_)
    walls[1:-1, 1:-1] = False
    return walls


def test_costs_agree_with_dijkstra(game_map: Map) -> None:
    free = np.flatnonzero(~game_map.walls)
    costs = path_costs(~game_map.walls, free).reshape(game_map.n**2, -1)
    assert np.array_equal(costs[free], distances_of(game_map.name)[np.ix_(free, free)])


def test_the_table_is_its_own_half_turn_image(game_map: Map) -> None:
    table = table_of(game_map.name).astype(np.int64)
    image = np.where(table == 0, 0, 226 - table)[::-1, ::-1]
    assert np.array_equal(image, table)


def test_walls_and_the_goal_itself_have_no_step(game_map: Map) -> None:
    table, walls = table_of(game_map.name), game_map.walls.ravel()
    assert not table[walls].any()
    assert not table[:, walls].any()
    assert not np.diagonal(table).any()


def test_every_step_lies_on_a_shortest_path_so_that_following_them_arrives(game_map: Map) -> None:
    """Cost of the leg and cost from its end make up the whole cost, which falls with each leg: no loop, no stop."""
    goals, starts = pairs_of(game_map)
    codes = table_of(game_map.name)[goals, starts]
    assert codes.all()
    dx, dy = offsets(codes)
    x, y = starts % game_map.n + dx, starts // game_map.n + dy
    assert ((x > 0) & (x < game_map.n) & (y > 0) & (y < game_map.n)).all()
    ends = y * game_map.n + x
    distances = distances_of(game_map.name)
    leg, rest = distances[starts, ends], distances[ends, goals]
    assert (leg > 0).all()
    assert np.array_equal(leg + rest, distances[starts, goals])


def test_a_step_can_be_walked_from_anywhere_to_anywhere_in_a_straight_line(game_map: Map) -> None:
    rng = np.random.default_rng(20)
    goals, starts = pairs_of(game_map)
    picked = rng.integers(len(goals), size=20_000)
    starts = starts[picked]
    dx, dy = offsets(table_of(game_map.name)[goals[picked], starts])
    here = np.stack([starts % game_map.n, starts // game_map.n], axis=1) + rng.random((len(starts), 2))
    there = np.stack([starts % game_map.n + dx, starts // game_map.n + dy], axis=1) + rng.random(
        (len(starts), 2)
    )
    for share in np.linspace(0, 1, 60):
        x, y = ((1 - share) * here + share * there).astype(np.int64).T
        assert not game_map.walls[y, x].any()


def test_a_leg_is_clear_exactly_when_a_cell_slides_along_it_without_meeting_a_wall(game_map: Map) -> None:
    """The cell is slid in 840ths of the way: every moment at which it overlaps another lasts at least a 420th."""
    rng = np.random.default_rng(21)
    n, clear = game_map.n, clear_legs(~game_map.walls)
    moments = np.arange(841)
    for x, y, dx, dy in zip(
        *rng.integers(1, n - 1, (2, 500)), *rng.integers(-REACH, REACH + 1, (2, 500)), strict=True
    ):
        hit = not (0 <= x + dx < n and 0 <= y + dy < n)
        for i in range(min(x, x + dx) - 1, max(x, x + dx) + 2):
            for j in range(min(y, y + dy) - 1, max(y, y + dy) + 2):
                beside = np.abs(840 * (i - x) - moments * dx) < 840
                above = np.abs(840 * (j - y) - moments * dy) < 840
                wall = 0 <= i < n and 0 <= j < n and game_map.walls[j, i]
                hit = hit or bool(wall and (beside & above).any())
        assert clear[y, x, encode(dx, dy) - 1] == (not hit)


def test_walkers_arrive_without_touching_a_wall_and_without_detour(game_map: Map) -> None:
    """20,000 walkers at random points go to random cells; a step every 30 units, looked up anew each time."""
    rng = np.random.default_rng(22)
    n, cell, table = game_map.n, game_map.cell, table_of(game_map.name)
    free = np.flatnonzero(~game_map.walls)
    goals, starts = rng.choice(free, (2, 20_000))
    at = np.stack([starts % n, starts // n], axis=1) + rng.random((len(starts), 2))
    walked = np.zeros(len(starts))
    limit = 1.15 * distances_of(game_map.name)[starts, goals] / 5 + 1
    walking = np.flatnonzero(starts != goals)
    while len(walking):
        cells = np.floor(at[walking]).astype(np.int64)
        index = cells[:, 1] * n + cells[:, 0]
        assert not game_map.walls.ravel()[index].any()
        walking, cells, index = (a[index != goals[walking]] for a in (walking, cells, index))
        dx, dy = offsets(table[goals[walking], index])
        way = cells + 0.5 + np.stack([dx, dy], axis=1) - at[walking]
        length = np.sqrt((way**2).sum(axis=1))
        at[walking] += way * np.minimum(1, 30 / cell / length)[:, None]
        walked[walking] += 30 / cell
        assert (walked <= limit).all()


def test_ways_across_the_jungle_are_not_straight(game_map: Map) -> None:
    """For a third of the pairs of cells at least, walls make the shortest path longer than it would be without."""
    goals, starts = pairs_of(game_map)
    across = np.abs(goals % game_map.n - starts % game_map.n)
    along = np.abs(goals // game_map.n - starts // game_map.n)
    without_walls = 5 * np.maximum(across, along) + 2 * np.minimum(across, along)
    assert (distances_of(game_map.name)[starts, goals] > without_walls).mean() > 1 / 3


def test_in_an_empty_room_near_goals_are_reached_in_one_leg_and_far_ones_in_the_longest() -> None:
    table = step_table(room(24))
    start = 3 * 24 + 3
    for dx, dy in ((1, 0), (7, 7), (5, 2), (0, 7), (3, 6)):
        assert table[start + dy * 24 + dx, start] == encode(dx, dy)
    assert table[start + 18, start] == encode(REACH, 0)


def test_parts_without_a_way_between_them_have_no_step() -> None:
    walls = room(8)
    walls[:, 3:5] = True
    table = step_table(walls)
    west, east = 2 * 8 + 1, 2 * 8 + 6
    assert table[east, west] == table[west, east] == 0
    assert table[3 * 8 + 2, west] == encode(1, 1)


def test_no_corner_is_cut() -> None:
    walls = room(6)
    walls[2, 2] = walls[3, 3] = True
    table = step_table(walls)
    assert table[2 * 6 + 3, 1 * 6 + 2] == encode(1, 0)
