"""Tables made once from a map: first steps, sight, nearest free cells. Kept in the cache folder between runs."""

import contextlib
import hashlib
import io
import os
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.games.cache import cache_dir
from arena.games.moba import sight_table, step_table
from arena.games.moba.maps import Map, load

SIGHT_RADII = (800.0, 1200.0, 1400.0, 1800.0)

_SOURCES = (Path(__file__), Path(step_table.__file__), Path(sight_table.__file__))
_SEAL_BYTES = hashlib.sha256().digest_size


@dataclass(frozen=True, eq=False)
class Tables:
    """What movement and sight look up. `n` cells a side, `N = n * n` cells; cell indices as in `maps`.

    step: (N, N) uint8, [goal cell, from cell]: 0 for the same cell or where no way leads, else ``(dy + 7) * 15 +
        (dx + 7) + 1``, the offset in cells of the farthest cell (abs(dx), abs(dy) at most 7) of the shortest path that
        can be walked to in a straight line from anywhere in the one cell to anywhere in the other.
    nearest_free: (N,) int64: the cell itself if free, else the free cell with the nearest centre.
    sight: (R, N, 2 * K + 1) int64: bit ix of [r, cy * n + cx, k] says that an observer in cell (cx, cy) with sight
        ``SIGHT_RADII[r]`` (units) sees cell (ix, cy - K + k).
    sight_reach: K.

    Each table is its own half-turn image. All arrays are read-only.
    """

    step: NDArray[np.uint8]
    nearest_free: NDArray[np.int64]
    sight: NDArray[np.int64]
    sight_reach: int


@cache
def tables(name: str) -> Tables:
    """Return the tables of the map called `name`: the same object each time.

    Reads them from the cache folder; computes and keeps them there if they are missing or damaged. Raises ValueError
    for an unknown map.
    """
    return cached_tables(load(name), cache_dir())


def cached_tables(game_map: Map, folder: Path) -> Tables:
    """Return the tables of `game_map` from `folder`; a file that is missing, damaged or of other data is made anew."""
    key = _key(game_map)
    path = folder / f"map-{game_map.name}-{key}.tables"
    kept = _read(path, key)
    if kept is not None:
        return kept
    made = compute_tables(game_map)
    with contextlib.suppress(OSError):  # a full disk costs the next start a second, not this match
        _write(path, key, made)
    return made


def compute_tables(game_map: Map) -> Tables:
    """Compute the tables of `game_map`; about a second."""
    return _tables(
        step_table.step_table(game_map.walls),
        nearest_free_cells(game_map.walls),
        sight_table.sight_table(game_map.walls, game_map.ground, game_map.cell, SIGHT_RADII),
    )


def nearest_free_cells(walls: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the free cell nearest to each cell: (N,) int64, for walls (n, n) that are their own half-turn image.

    In the southern half of the map a tie goes to the lowest index; the northern half is its image.
    """
    n, half = len(walls), walls.size // 2
    free = np.flatnonzero(~walls)
    cells = np.arange(half)
    squares = (cells[:, None] // n - free // n) ** 2 + (cells[:, None] % n - free % n) ** 2
    south = free[np.argmin(squares, axis=1)]
    return np.concatenate([south, (walls.size - 1 - south)[::-1]]).astype(np.int64)


def _tables(step: NDArray[np.uint8], nearest_free: NDArray[np.int64], sight: NDArray[np.int64]) -> Tables:
    for array in (step, nearest_free, sight):
        array.setflags(write=False)
    return Tables(step, nearest_free, sight, sight_reach=sight.shape[2] // 2)


def _key(game_map: Map) -> str:
    """What the tables depend on: the map's cells and the sources that compute them."""
    digest = hashlib.sha256(repr((game_map.n, game_map.cell)).encode())
    digest.update(game_map.walls.tobytes() + game_map.ground.tobytes())
    for source in _SOURCES:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _write(path: Path, key: str, made: Tables) -> None:
    """Write the seal and the arrays under a temporary name, then rename: a reader never sees half a file."""
    body = io.BytesIO()
    for array in (made.step, made.nearest_free, made.sight):
        np.save(body, array)
    content = body.getvalue()
    descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(_seal(key, content) + content)
        Path(temporary).replace(path)
    except OSError:
        Path(temporary).unlink(missing_ok=True)
        raise


def _read(path: Path, key: str) -> Tables | None:
    """Return the tables in `path`, or None unless the file is, to the last byte, what `_write` made for this key."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    body = memoryview(content)[_SEAL_BYTES:]
    if _seal(key, body) != content[:_SEAL_BYTES]:
        return None
    stream = io.BytesIO(body)
    step, nearest_free, sight = (np.load(stream) for _ in range(3))
    return _tables(step, nearest_free, sight)


def _seal(key: str, body: bytes | memoryview) -> bytes:
    """What a file begins with: a digest that no truncated, damaged or renamed file has."""
    digest = hashlib.sha256(key.encode())
    digest.update(body)
    return digest.digest()
