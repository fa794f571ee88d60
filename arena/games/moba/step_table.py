"""Walking round walls by look-up: the first leg of a shortest path from every cell to every other.

Letters for axes: `n` cells a side, `N = n * n` cells, `G` goal cells. Costs are whole numbers, 5 for a step to a
neighbour and 7 for a diagonal one (no corner is cut), so that ties are exact and the same on every processor. Paths are
searched for the goals of the southern half of the map; the rest are their half-turn images, so that no tie between two
ways round can favour a side.
"""

import numpy as np
from numpy.typing import NDArray

REACH = 7  # the farthest first leg, in cells along an axis: what one byte holds
WIDTH = 2 * REACH + 1
OWN_IMAGE = WIDTH * WIDTH + 1  # code of an offset + code of the negated offset
STRAIGHT, DIAGONAL = 5, 7
UNREACHABLE = 32_000  # above any cost of a map (60 * 60 cells * 7), with room to add a step in int16

_DIRECTIONS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
_TIMES = 420  # least common multiple of 1..REACH: moments on a leg are whole multiples of 1/420


def encode(dx: int, dy: int) -> int:
    """Return the byte for a first leg of `dx`, `dy` cells: 1 to 225; that of the opposite leg is 226 less it."""
    return (dy + REACH) * WIDTH + (dx + REACH) + 1


def step_table(walls: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """Return the first leg from every cell to every goal.

    walls: (n, n) bool, [iy, ix], its own half-turn image, walled in by its outermost ring.

    Returns (N, N) uint8, [goal, from]: 0 for the same cell and where no way leads, else `encode` of the offset to the
    farthest cell of the shortest path, within `REACH` cells along each axis, that can be walked to in a straight line
    from anywhere in `from` to anywhere in that cell.
    """
    free = ~walls
    goals = np.flatnonzero(free[: len(free) // 2])
    following = _following_cells(free, path_costs(free, goals), goals)
    table = np.zeros((free.size, free.size), dtype=np.uint8)
    table[goals] = _first_legs(free, following, goals)
    half = table[: free.size // 2]
    table[free.size // 2 :] = np.where(half == 0, 0, OWN_IMAGE - half)[::-1, ::-1]
    return table


def path_costs(free: NDArray[np.bool_], goals: NDArray[np.int64]) -> NDArray[np.int16]:
    """Return the cost of the shortest path from every cell to each of `goals` (cell indices): (n, n, G) int16.

    Bellman-Ford on all goals and cells at once; cells that no way joins to a goal keep `UNREACHABLE`.
    """
    n = len(free)
    costs = np.full((n, n, len(goals)), UNREACHABLE, dtype=np.int16)
    costs[goals // n, goals % n, np.arange(len(goals))] = 0
    here = costs[1:-1, 1:-1]
    while True:
        before = costs.copy()
        for dx, dy in _DIRECTIONS:
            beyond = before[1 + dy : n - 1 + dy, 1 + dx : n - 1 + dx] + _price(dx, dy)
            np.minimum(here, beyond, out=here, where=_open(free, dx, dy)[:, :, None])
        if np.array_equal(before, costs):
            return costs


def _price(dx: int, dy: int) -> np.int16:
    return np.int16(DIAGONAL if dx and dy else STRAIGHT)


def _open(free: NDArray[np.bool_], dx: int, dy: int) -> NDArray[np.bool_]:
    """Whether the step (dx, dy) can be taken from each inner cell: (n - 2, n - 2). Diagonals need both corners free."""
    n = len(free)
    rows, columns = slice(1 + dy, n - 1 + dy), slice(1 + dx, n - 1 + dx)
    inner = slice(1, -1)
    return free[inner, inner] & free[rows, columns] & free[rows, inner] & free[inner, columns]


def _following_cells(
    free: NDArray[np.bool_], costs: NDArray[np.int16], goals: NDArray[np.int64]
) -> NDArray[np.int32]:
    """Return the next cell of the shortest path: (G, N) int32 cell indices; a cell without one is its own.

    Among equally short ways the step nearest to the direction of the goal is taken, then the first of `_DIRECTIONS`.
    """
    n = len(free)
    iy, ix = np.mgrid[1 : n - 1, 1 : n - 1].astype(np.int16)[..., None]
    to_x, to_y = (goals % n).astype(np.int16) - ix, (goals // n).astype(np.int16) - iy
    least = np.full(to_x.shape, np.iinfo(np.int16).max, dtype=np.int16)
    offset = np.zeros(costs.shape, dtype=np.int32)
    here = costs[1:-1, 1:-1]
    for dx, dy in _DIRECTIONS:
        beyond = costs[1 + dy : n - 1 + dy, 1 + dx : n - 1 + dx] + _price(dx, dy)
        astray = np.abs(dx * to_y - dy * to_x)
        better = (beyond == here) & (astray < least) & _open(free, dx, dy)[:, :, None]
        least[better] = astray[better]
        offset[1:-1, 1:-1][better] = dy * n + dx
    return np.arange(n * n, dtype=np.int32) + offset.reshape(n * n, -1).T


def _first_legs(
    free: NDArray[np.bool_], following: NDArray[np.int32], goals: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Follow all paths together, cell by cell, and keep the last cell within reach in a straight line: (G, N) uint8."""
    n = len(free)
    clear = clear_legs(free).reshape(n * n, -1)
    legs = np.zeros(following.shape, dtype=np.uint8)
    row, start = np.nonzero(following != np.arange(n * n))
    cell: NDArray[np.int64] = start
    while len(row):
        cell = following[row, cell].astype(np.int64)
        dx, dy = cell % n - start % n, cell // n - start // n
        near = np.maximum(np.abs(dx), np.abs(dy)) <= REACH
        row, start, cell = row[near], start[near], cell[near]
        place = (dy[near] + REACH) * WIDTH + dx[near] + REACH
        straight = clear[start, place]
        legs[row[straight], start[straight]] = place[straight] + 1
        going = cell != goals[row]
        row, start, cell = row[going], start[going], cell[going]
    return legs


def clear_legs(free: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return whether each leg can be walked in a straight line: (n, n, WIDTH * WIDTH), last axis `encode` less one.

    True where no wall's inside meets the convex hull of the two cells: from any point of one to any of the other.
    """
    n = len(free)
    padded = np.pad(free, REACH)
    clear = np.ones((n, n, WIDTH * WIDTH), dtype=np.bool_)
    for dy in range(-REACH, REACH + 1):
        for dx in range(-REACH, REACH + 1):
            out = clear[:, :, encode(dx, dy) - 1]
            for i, j in _swept_cells(dx, dy):
                out &= padded[REACH + j : REACH + j + n, REACH + i : REACH + i + n]
    return clear


def _swept_cells(dx: int, dy: int) -> list[tuple[int, int]]:
    """Cells that a cell covers part of when it is slid along (dx, dy), both ends included, as offsets (i, j)."""
    columns = range(min(0, dx), max(0, dx) + 1)
    rows = range(min(0, dy), max(0, dy) + 1)
    return [(i, j) for j in rows for i in columns if _overlap(_moments(i, dx), _moments(j, dy))]


def _moments(i: int, d: int) -> tuple[int, int]:
    """The open interval of times t, in 1/420 of the way, at which abs(i - t * d) < 1."""
    if d == 0:
        return (-1, _TIMES + 1)
    first, second = (i - 1) * _TIMES // d, (i + 1) * _TIMES // d
    return min(first, second), max(first, second)


def _overlap(a: tuple[int, int], b: tuple[int, int]) -> bool:
    """Whether two open intervals share a time of the closed interval from 0 to 1."""
    first, last = max(a[0], b[0]), min(a[1], b[1])
    return first < last and first < _TIMES and last > 0
