"""Pictures of the maps for the documentation, drawn from the data as SVG.

`python -m arena.games.moba.map_picture FOLDER` writes `map-NAME.svg` for every map into FOLDER.
"""

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arena.games.moba.maps import BASE, GROUND, NAMES, RIVER, Map, load

_SIZE, _MARGIN, _LEGEND = 720, 24, 210  # pixels: the map itself, round it, and the column of the legend
_FILL = {"wall": "#5b6454", RIVER: "#b9d7e8", GROUND: "#dfe5cf", BASE: "#eee3c4"}
_GROUND_LABEL = {"wall": "wall", RIVER: "river (low)", GROUND: "ground", BASE: "base (high)"}
_SIDES = (("west", "#1f6f8b", 1.0), ("east", "#b5482f", -1.0))
_CAMP, _PIT, _RUNE, _INK = "#4d7a2a", "#6b3fa0", "#c98a00", "#222222"
_CAMP_RADIUS = {"small": 6.5, "medium": 8.5, "large": 10.5}


def map_svg(game_map: Map) -> str:
    """Return the picture of `game_map`: a self-contained SVG document, north at the top."""
    width, height = _SIZE + _LEGEND + 3 * _MARGIN, _SIZE + 2 * _MARGIN
    lines = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            'font-family="sans-serif" font-size="13">'
        ),
        f"<title>The map {game_map.name}: {2 * game_map.half:g} units wide</title>",
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        '<g shape-rendering="crispEdges">',
        *_cells(game_map),
        "</g>",
        *_lanes(game_map),
        *_neutral(game_map),
        *_structures(game_map),
        *_legend(game_map),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def write_pictures(folder: Path) -> list[Path]:
    """Write `map-NAME.svg` of every map into `folder`; return the paths."""
    paths = []
    for name in NAMES:
        paths.append(folder / f"map-{name}.svg")
        paths[-1].write_text(map_svg(load(name)), encoding="utf-8")
    return paths


def _place(game_map: Map, point: NDArray[np.float64]) -> tuple[float, float]:
    """Pixels of a point in units; y points down on paper."""
    scale = _SIZE / (2 * game_map.half)
    x, y = _MARGIN + (point[0] + game_map.half) * scale, _MARGIN + (game_map.half - point[1]) * scale
    return round(float(x), 1), round(float(y), 1)


def _cells(game_map: Map) -> Iterator[str]:
    """One rectangle for each run of like cells in a row."""
    side = _SIZE / game_map.n
    for row in range(game_map.n):
        iy = game_map.n - 1 - row
        kinds = [
            "wall" if wall else int(level)
            for wall, level in zip(game_map.walls[iy], game_map.ground[iy], strict=True)
        ]
        start = 0
        for kind, run in groupby(kinds):
            length = len(list(run))
            x, y = _MARGIN + start * side, _MARGIN + row * side
            yield _bar(x, y, length * side, side, _FILL[kind])
            start += length


def _bar(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{colour}"/>'


def _dot(x: float, y: float, r: float, colour: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{colour}"/>'


def _ring(x: float, y: float, r: float, colour: str) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="none" stroke="{colour}" stroke-width="{r / 4:g}"/>'


def _dashes(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.5" stroke-dasharray="6 6" opacity="0.8"/>'


def _lanes(game_map: Map) -> Iterator[str]:
    """The ways of west's waves; those of east, turned, lie on them but for the last leg."""
    for _, colour, sign in _SIDES:
        for lane in sign * game_map.lanes:
            points = (_place(game_map, point) for point in lane)
            yield _dashes("M" + "L".join(f"{x:g} {y:g}" for x, y in points), colour)


def _neutral(game_map: Map) -> Iterator[str]:
    for sign in (1.0, -1.0):
        for number, camp in enumerate(sign * game_map.camps):
            x, y = _place(game_map, camp)
            yield _dot(x, y, _CAMP_RADIUS[game_map.camp_sizes[number]], _CAMP)
            yield f'<text x="{x:g}" y="{y + 4:g}" fill="#ffffff" font-size="11" text-anchor="middle">{number}</text>'
    for pit in game_map.boss_pits:
        x, y = _place(game_map, pit)
        yield _ring(x, y, 10, _PIT)
    for rune in game_map.runes:
        yield _diamond(*_place(game_map, rune), 7, _RUNE)


def _structures(game_map: Map) -> Iterator[str]:
    for _, colour, sign in _SIDES:
        for slot, structure in enumerate(sign * game_map.structures):
            yield _structure(slot, *_place(game_map, structure), colour)
        x, y = _place(game_map, sign * game_map.fountain)
        yield _ring(x, y, 8, colour)


def _structure(slot: int, x: float, y: float, colour: str) -> str:
    if slot == 14:
        return _diamond(x, y, 13, colour)
    if 9 <= slot < 12:
        return _bar(x - 6, y - 6, 12, 12, colour)
    return _dot(x, y, 5.5, colour)


def _diamond(x: float, y: float, r: float, colour: str) -> str:
    return f'<path d="M{x:g} {y - r:g}L{x + r:g} {y:g}L{x:g} {y + r:g}L{x - r:g} {y:g}Z" fill="{colour}"/>'


def _legend(game_map: Map) -> Iterator[str]:
    x = _SIZE + 2 * _MARGIN
    yield f'<text x="{x}" y="40" font-size="18" font-weight="bold" fill="{_INK}">map {game_map.name}</text>'
    yield _label(x, 64, f"{2 * game_map.half:g} units wide, {game_map.n} × {game_map.n} cells")
    entries: list[tuple[str, str]] = [*_ground_entries(x + 10), *_thing_entries(x + 10)]
    for number, (mark, label) in enumerate(entries):
        y = 100 + 28 * number
        yield f'<g transform="translate(0 {y})">{mark}</g>'
        yield _label(x + 32, y + 4, label)
    yield from _scale_bar(game_map, x, 100 + 28 * len(entries) + 20)


def _label(x: float, y: float, words: str) -> str:
    return f'<text x="{x:g}" y="{y:g}" fill="{_INK}">{words}</text>'


def _ground_entries(x: float) -> Iterator[tuple[str, str]]:
    for kind, label in _GROUND_LABEL.items():
        yield _bar(x - 10, -8, 20, 16, _FILL[kind]), label


def _thing_entries(x: float) -> Iterator[tuple[str, str]]:
    for side, colour, _ in _SIDES:
        yield _bar(x - 10, -3, 20, 6, colour), f"{side}’s side"
    yield _structure(0, x, 0, _INK), "tower"
    yield _structure(9, x, 0, _INK), "barracks"
    yield _structure(14, x, 0, _INK), "ancient"
    yield _ring(x, 0, 8, _INK), "fountain"
    for size, radius in _CAMP_RADIUS.items():
        yield _dot(x, 0, radius, _CAMP), f"{size} camp, with its number"
    yield _ring(x, 0, 10, _PIT), "boss pit"
    yield _diamond(x, 0, 7, _RUNE), "rune"
    yield _dashes(f"M{x - 10:g} 0h20", _INK), "way of the waves"


def _scale_bar(game_map: Map, x: float, y: float) -> Iterator[str]:
    units = 2000
    length = units * _SIZE / (2 * game_map.half)
    bar = f"M{x:g} {y - 4:g}v8M{x:g} {y:g}h{length:g}M{x + length:g} {y - 4:g}v8"
    yield f'<path d="{bar}" stroke="{_INK}" fill="none"/>'
    yield _label(x, y + 20, f"{units} units")


if __name__ == "__main__":
    if len(sys.argv) != 2 or not Path(sys.argv[1]).is_dir():
        sys.exit("expected one existing folder: python -m arena.games.moba.map_picture docs/pictures")
    for written in write_pictures(Path(sys.argv[1])):
        print(written)
