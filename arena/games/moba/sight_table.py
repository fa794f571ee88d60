"""Sight by look-up: which cells can be seen from every cell, for each sight radius.

Letters for axes: `n` cells a side, `N = n * n` cells, `R` sight radii, `K` rows that the longest sight reaches.
The line of sight runs between the centres of two cells, in whole numbers. Its rule treats both ends and all
directions alike, so the half-turn maps the table onto itself.
"""

from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

_T = TypeVar("_T", bound=np.generic)
_Cells = list[tuple[int, int]]
_CornerPairs = list[tuple[tuple[int, int], tuple[int, int]]]


def sight_table(
    walls: NDArray[np.bool_], ground: NDArray[np.int64], cell: float, radii: tuple[float, ...]
) -> NDArray[np.int64]:
    """Return the cells seen from every cell, as bit masks.

    walls: (n, n) bool and ground: (n, n) int64, [iy, ix]; n at most 60. cell, radii: units.

    Returns (R, N, 2 * K + 1) int64: bit ix of [r, cy * n + cx, k] says that an observer in cell (cx, cy) with sight
    radii[r] sees cell (ix, cy - K + k). A cell is seen when its centre lies within the radius and half a cell of the
    centre of the observer's, nothing on the line between hides it, and it is a wall or does not stand higher than the
    observer. Walls and higher ground between hide; so do two of them that touch where the line passes between.
    """
    n = len(walls)
    reach = max(int(sight_cells(radius, cell)) for radius in radii)
    table = np.zeros((len(radii), n, n, 2 * reach + 1), dtype=np.int64)
    opaque = _opaque_by_level(walls, ground)
    columns = np.arange(n, dtype=np.int64)
    for dy in range(-reach, reach + 1):
        for dx in range(-reach, reach + 1):
            within = [
                r for r, radius in enumerate(radii) if dx * dx + dy * dy <= sight_cells(radius, cell) ** 2
            ]
            if within:
                bits = _seen(walls, ground, opaque, dx, dy).astype(np.int64) << (columns + dx).clip(0, n - 1)
                table[within, :, :, dy + reach] |= bits
    return table.reshape(len(radii), n * n, 2 * reach + 1)


def sight_cells(radius: float, cell: float) -> float:
    """Return how far sight reaches between the centres of cells, in cells: the radius and half a cell."""
    return radius / cell + 0.5


def _opaque_by_level(walls: NDArray[np.bool_], ground: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return what hides from an observer on each level: (levels, n, n)."""
    levels = np.arange(int(ground.max()) + 1)[:, None, None]
    return np.asarray(walls | (ground > levels))


def _seen(
    walls: NDArray[np.bool_], ground: NDArray[np.int64], opaque: NDArray[np.bool_], dx: int, dy: int
) -> NDArray[np.bool_]:
    """Return whether the cell at (dx, dy) is seen from each cell: (n, n)."""
    n = len(walls)
    crossed, corners = line_between(dx, dy)
    hidden = np.zeros(opaque.shape, dtype=np.bool_)
    for i, j in crossed:
        hidden |= _shifted(opaque, i, j, outside=True)
    for (i, j), (k, m) in corners:
        hidden |= _shifted(opaque, i, j, outside=True) & _shifted(opaque, k, m, outside=True)
    rows, columns = np.ogrid[:n, :n]
    free_line = ~hidden[ground, rows, columns]
    level = _shifted(ground, dx, dy, outside=int(ground.max()) + 1)
    wall = _shifted(walls, dx, dy, outside=False)
    return np.asarray(free_line & (wall | (level <= ground)))


def _shifted(array: NDArray[_T], dx: int, dy: int, *, outside: int) -> NDArray[_T]:
    """Return array[..., y + dy, x + dx] at [..., y, x], and `outside` where that is off the map."""
    n = array.shape[-1]
    result = np.full_like(array, outside)
    y, x = _inner(dy, n), _inner(dx, n)
    result[..., y[0], x[0]] = array[..., y[1], x[1]]
    return result


def _inner(d: int, n: int) -> tuple[slice, slice]:
    """Where i and i + d are both on the map, as slices of i and of i + d."""
    first, last = max(0, -d), max(min(n, n - d), 0)
    return slice(first, last), slice(first + d, last + d)


def line_between(dx: int, dy: int) -> tuple[_Cells, _CornerPairs]:
    """Return what lies between cell (0, 0) and cell (dx, dy), both left out.

    The cells whose inside the line between the two centres crosses, and, for each corner of cells that it passes
    through exactly, the pair of cells that touch it on either side.
    """
    crossed = [
        (i, j)
        for j in range(min(0, dy), max(0, dy) + 1)
        for i in range(min(0, dx), max(0, dx) + 1)
        if (i, j) not in ((0, 0), (dx, dy)) and _crosses(i, j, dx, dy)
    ]
    return crossed, _corners(dx, dy)


def _crosses(i: int, j: int, dx: int, dy: int) -> bool:
    """Whether the line passes through the open square round (i, j): its corners lie strictly on both sides."""
    return abs(2 * (i * dy - j * dx)) < abs(dx) + abs(dy)


def _corners(dx: int, dy: int) -> _CornerPairs:
    """The line meets x = k / 2 (k odd) at y = k * dy / (2 * dx): a corner where that is an odd half as well."""
    right, up = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    pairs = []
    for k in range(1, 2 * abs(dx), 2):
        if k * abs(dy) % abs(dx) == 0 and k * abs(dy) // abs(dx) % 2 == 1:
            i, j = right * (k // 2), up * (k * abs(dy) // abs(dx) // 2)
            pairs.append(((i + right, j), (i, j + up)))
    return pairs
