"""The maps of the built-in game: walls, ground levels, lanes and the places of everything that stands.

A map is data: a picture of its cells (`data/maps/NAME.txt`) and the coordinates of west's places
(`data/maps/NAME.toml`). The origin is the middle of the map and the half-turn ``(x, y) -> (-x, -y)`` maps it onto
itself exactly, so east's places are west's with both signs changed.

Letters for axes: `n` cells a side, `W` way-points of a lane. Cell indices: ``ix = floor((x + half) / cell)``, `iy`
likewise, row 0 in the south; ``c = iy * n + ix``; the image of cell `c` is ``n * n - 1 - c``.
"""

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.paths import data_folder

NAMES = ("full", "blitz")
LANES = ("top", "middle", "bottom")
CAMP_SIZES = ("small", "medium", "large")
RIVER, GROUND, BASE = 0, 1, 2

_T = TypeVar("_T", bound=np.generic)
_FOLDER = data_folder() / "maps"
_LEVEL_OF_CHAR = {"#": GROUND, "0": RIVER, "1": GROUND, "2": BASE}


@dataclass(frozen=True, eq=False)
class Map:
    """One map, seen by west.

    name: what `load` takes.
    n, cell, half: cells a side (even, at most 60), width of a cell and half width of the map in units.
    walls: (n, n) bool, [iy, ix]; nothing stands in a wall cell and nothing is seen through one.
    ground: (n, n) int64, [iy, ix]: 0 river, 1 ground (and walls), 2 base. What stands higher is not seen from below.
    lanes: (3, W, 2) float64, units: way-points of west's waves on the top, middle and bottom lane, from in front of
        the barracks to the enemy ancient. East's lane l is ``-lanes[l]``; it lies on west's lane ``2 - l``.
    structures: (15, 2) float64, units, by slot: tower t of lane l (0 outer, 2 inner) ``3 * l + t``, barracks of
        lane l ``9 + l``, base towers 12 and 13, ancient 14.
    fountain: (2,) float64, units.
    camps: (6, 2) float64, units: the neutral camps of west's half.
    camp_sizes: of each camp, one of `CAMP_SIZES`.
    boss_pits, runes: (2, 2) float64, units: the second is the image of the first.

    All arrays are read-only.
    """

    name: str
    n: int
    cell: float
    half: float
    walls: NDArray[np.bool_]
    ground: NDArray[np.int64]
    lanes: NDArray[np.float64]
    structures: NDArray[np.float64]
    fountain: NDArray[np.float64]
    camps: NDArray[np.float64]
    camp_sizes: tuple[str, ...]
    boss_pits: NDArray[np.float64]
    runes: NDArray[np.float64]


@cache
def load(name: str) -> Map:
    """Return the map called `name` (one of `NAMES`); the same object each time.

    Raises ValueError, in one line, for an unknown name and for damaged data.
    """
    if name not in NAMES:
        raise ValueError(f"no map is called {name!r}: expected one of {', '.join(NAMES)}")
    picture = (_FOLDER / f"{name}.txt").read_text(encoding="ascii")
    places = (_FOLDER / f"{name}.toml").read_text(encoding="utf-8")
    return parse(name, picture, places)


def parse(name: str, picture: str, places: str) -> Map:
    """Make a map from its picture (one character a cell, north at the top) and its places (TOML).

    Raises ValueError, in one line, if the picture is not square, even, walled in and its own half-turn image, or if
    a place is missing, malformed or in a wall.
    """
    walls, ground = _parse_picture(name, picture)
    try:
        table = tomllib.loads(places)
        made = _assemble(name, walls, ground, table)
    except (KeyError, TypeError, ValueError) as error:
        raise ValueError(
            f"map {name!r}: the places do not read: {error!r}; compare with another map's file"
        ) from None
    _check_places(made)
    return made


def cell_of(game_map: Map, points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the cell index of each point: (..., 2) float64 in units to (...,) int64. Points must be on the map."""
    ij = np.floor((points + game_map.half) / game_map.cell).astype(np.int64)
    return np.asarray(ij[..., 1] * game_map.n + ij[..., 0], dtype=np.int64)


def _parse_picture(name: str, picture: str) -> tuple[NDArray[np.bool_], NDArray[np.int64]]:
    rows = picture.split()
    n = len(rows)
    if n % 2 or not 2 <= n <= 60 or any(len(row) != n for row in rows):
        raise ValueError(
            f"map {name!r}: expected a square picture of an even number of rows, at most 60; got {n} rows"
        )
    strange = sorted(set("".join(rows)) - set(_LEVEL_OF_CHAR))
    if strange:
        raise ValueError(
            f"map {name!r}: expected only the characters #, 0, 1, 2 in the picture; got {strange}"
        )
    chars = np.array([list(row) for row in rows[::-1]])
    if not np.array_equal(chars, chars[::-1, ::-1]):
        raise ValueError(
            f"map {name!r}: the picture is not its own half-turn image; change both halves alike"
        )
    walls = chars == "#"
    if not (walls[0].all() and walls[:, 0].all()):
        raise ValueError(
            f"map {name!r}: the outermost ring of cells must be wall, so that nothing leaves the map"
        )
    ground = np.vectorize(_LEVEL_OF_CHAR.__getitem__, otypes=[np.int64])(chars)
    return _frozen(walls), _frozen(ground)


def _assemble(name: str, walls: NDArray[np.bool_], ground: NDArray[np.int64], table: dict[str, Any]) -> Map:
    cell, n = float(table["cell"]), len(walls)
    if not 0 < cell < np.inf:
        raise ValueError(f"expected a width of cells above 0, got {cell}")
    lanes = [table[lane] for lane in LANES]
    towers = [tower for lane in lanes for tower in lane["towers"]]
    barracks = [lane["barracks"] for lane in lanes]
    neutral = table["neutral"]
    return Map(
        name=name,
        n=n,
        cell=cell,
        half=n * cell / 2,
        walls=walls,
        ground=ground,
        lanes=_points([lane["way"] for lane in lanes], (3, len(lanes[0]["way"]), 2)),
        structures=_points([*towers, *barracks, *table["base_towers"], table["ancient"]], (15, 2)),
        fountain=_points(table["fountain"], (2,)),
        camps=_points(neutral["camps"], (6, 2)),
        camp_sizes=_sizes(neutral["camp_sizes"]),
        boss_pits=_with_image(neutral["boss_pit"]),
        runes=_with_image(neutral["rune"]),
    )


def _points(values: object, shape: tuple[int, ...]) -> NDArray[np.float64]:
    array = np.array(values, dtype=np.float64)
    if array.shape != shape:
        raise ValueError(f"expected coordinates of shape {shape}, got {array.shape}")
    if not np.array_equal(array * 1024, np.trunc(array * 1024)):
        raise ValueError(f"expected multiples of 1/1024, so that sums are exact; got {array.tolist()}")
    return _frozen(array)


def _sizes(words: object) -> tuple[str, ...]:
    sizes = tuple(words) if isinstance(words, list) else ()
    if len(sizes) != 6 or not set(sizes) <= set(CAMP_SIZES):
        raise ValueError(f"expected the sizes of six camps, each one of {', '.join(CAMP_SIZES)}; got {words}")
    return sizes


def _with_image(point: object) -> NDArray[np.float64]:
    first = _points(point, (2,))
    return _frozen(np.stack([first, -first]))


def _frozen(array: NDArray[_T]) -> NDArray[_T]:
    array.setflags(write=False)
    return array


def _check_places(game_map: Map) -> None:
    for field in ("lanes", "structures", "fountain", "camps", "boss_pits", "runes"):
        points = getattr(game_map, field).reshape(-1, 2)
        for x, y in points:
            inside = max(abs(x), abs(y)) < game_map.half
            if not inside or game_map.walls.flat[cell_of(game_map, np.array([x, y]))]:
                raise ValueError(
                    f"map {game_map.name!r}: {field}: ({x:g}, {y:g}) is in a wall; expected a free cell"
                )
