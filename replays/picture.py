"""A moment of a match as a picture, in SVG: for who has no browser at hand, and for the documentation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from itertools import groupby

from arena.games.moba import layout as lay
from arena.games.moba.rules import load
from replays.cast import SIDES, is_neutral, is_structure, seat_of, structures_of
from replays.frames import FLAGS, MISSILE_KINDS
from replays.page import map_of, title_of
from replays.replay import Replay
from replays.stored import clock

FOGS = ("nobody", "west", "east")
SIZE, HEAD = 720, 40  # pixels: the map's side, and the line above it
COLUMNS = 3  # of a sheet
GROUND = {"#": "#39443c", "0": "#3f6b80", "1": "#75815f", "2": "#8d8462"}
OTHER_GROUND = "#4c6b3c"
COLOURS, DARK = ("#4fb3d9", "#ee7552"), ("#17465a", "#642a1b")
NEUTRAL, NEUTRAL_DARK = "#c9a94a", "#5a4a17"
HEALTH, MANA, INK, PAPER = "#6fd56a", "#5b8def", "#0c0f10", "#f4f6f2"


def moment_svg(replay: Replay, frame: int, fog: str = "nobody") -> str:
    """One frame as a document of its own."""
    return _document(SIZE, SIZE + HEAD, title_of(replay), [_ground(replay), *_moment(replay, frame, fog)])


def sheet_svg(replay: Replay, frames: Sequence[int], fog: str = "nobody") -> str:
    """Several frames on one sheet, in rows of three."""
    lines = [_ground(replay)]
    width, height = SIZE + 12, SIZE + HEAD + 12
    for place, frame in enumerate(frames):
        x, y = place % COLUMNS * width, place // COLUMNS * height
        lines += [f'<g transform="translate({x} {y})">', *_moment(replay, frame, fog), "</g>"]
    rows = -(-len(frames) // COLUMNS)
    return _document(min(len(frames), COLUMNS) * width - 12, rows * height - 12, title_of(replay), lines)


def _document(width: int, height: int, title: str, lines: Sequence[str]) -> str:
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    return "\n".join([head, f"<title>{escape(title)}</title>", *lines, "</svg>"]) + "\n"


def _ground(replay: Replay) -> str:
    """The map's cells, defined once: one bar for each run of like cells in a row."""
    rows: list[str] = map_of(replay.recording.variant)["rows"]
    side = SIZE / len(rows)
    bars = []
    for line, row in enumerate(reversed(rows)):
        start = 0
        for what, run in groupby(row):
            length = len(list(run))
            fill = GROUND.get(what, OTHER_GROUND)
            bars.append(_bar(start * side, HEAD + line * side, length * side + 0.5, side + 0.5, fill))
            start += length
    return f'<defs><g id="ground">{"".join(bars)}</g></defs>'


def _moment(replay: Replay, frame: int, fog: str) -> Iterator[str]:
    draw = _Drawing(replay, frame, fog)
    yield _bar(0, 0, SIZE, SIZE + HEAD, INK)
    yield '<use href="#ground"/>'
    yield from draw.fog_bars()
    yield from draw.units(is_structure)
    yield from draw.units(lambda number: not is_structure(number) and seat_of(number) is None)
    yield from draw.missiles()
    yield from draw.units(lambda number: seat_of(number) is not None)
    yield from draw.headline()


class _Drawing:
    """One frame, and where things stand on its picture."""

    def __init__(self, replay: Replay, frame: int, fog: str) -> None:
        self.replay = replay
        self.frame = frame
        self.viewer = None if fog == "nobody" else SIDES.index(fog)
        self.rules = load(replay.recording.variant)
        self.structures = structures_of(replay.recording.variant)
        self.scale = SIZE / (2 * float(self.rules.half))

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Pixels of a point in units."""
        half = float(self.rules.half)
        return round((x + half) * self.scale, 1), round(HEAD + (half - y) * self.scale, 1)

    def has(self, number: int, flag: str) -> bool:
        """Whether a unit has a flag."""
        return bool(self.replay.frames.flags[self.frame, number] >> FLAGS.index(flag) & 1)

    def fog_bars(self) -> Iterator[str]:
        """What the viewer's side does not see."""
        if self.viewer is None:
            return
        rows = self.replay.frames.fog[self.frame, self.viewer].tolist()
        side = SIZE / len(rows)
        for iy, row in enumerate(rows):
            start = 0
            for lit, run in groupby(row >> ix & 1 for ix in range(len(rows))):
                length = len(list(run))
                if not lit:
                    bar = _bar(start * side, HEAD + (len(rows) - 1 - iy) * side, length * side, side, INK)
                    yield bar.replace("/>", ' fill-opacity="0.55"/>')
                start += length

    def is_shown(self, number: int) -> bool:
        """Whether a unit is drawn: it is there, and the viewer's side sees it or knows where it stands."""
        frames = self.replay.frames
        if frames.kind[self.frame, number] == lay.NOBODY:
            return False
        if is_structure(number):
            return number in self.structures
        if self.viewer is None or not self.has(number, "alive"):
            return self.has(number, "alive")
        if number // lay.HALF != self.viewer:
            return self.has(number, "seen")
        return not is_neutral(number) or self.has(number, "seen at home")

    def units(self, wanted: Callable[[int], bool]) -> Iterator[str]:
        """Some of the units."""
        for number in range(lay.UNITS):
            if wanted(number) and self.is_shown(number):
                seat = seat_of(number)
                yield from self.unit(number) if seat is None else self.hero(number, seat)

    def unit(self, number: int) -> Iterator[str]:
        """A creep, a structure, or whatever else there is."""
        frames = self.replay.frames
        kind = int(frames.kind[self.frame, number])
        half, alive = number // lay.HALF, self.has(number, "alive")
        x, y = self.place(float(frames.x[self.frame, number]), float(frames.y[self.frame, number]))
        radius = max(float(self.rules.kinds[kind].radius) * self.scale, 2.4)
        fill, edge = (NEUTRAL, NEUTRAL_DARK) if is_neutral(number) else (COLOURS[half], DARK[half])
        style = f'fill="{fill}" stroke="{edge}"' + ("" if alive else ' opacity="0.35"')
        path, size = _glyph(lay.KIND_NAMES[kind], x, y, radius)
        yield f'<path d="{path}" {style}/>'
        health = int(frames.health[self.frame, number]) / 255
        if alive and health < 1:
            yield from _health(x, y - size - 4, max(8.0, 2 * size), health, HEALTH, 2.2)

    def hero(self, number: int, seat: int) -> Iterator[str]:
        """A hero with its bars and name."""
        frames, half = self.replay.frames, number // lay.HALF
        x, y = self.place(float(frames.x[self.frame, number]), float(frames.y[self.frame, number]))
        name = escape(self.replay.cast.heroes[seat])
        dashes = "" if self.has(number, "seen") else ' stroke-dasharray="3 2.5"'
        edge = f'stroke="{DARK[half]}" stroke-width="1.6"{dashes}'
        yield f'<circle cx="{x:g}" cy="{y:g}" r="8" fill="{COLOURS[half]}" {edge}/>'
        yield _words(x, y + 3.2, escape(self.replay.cast.letters(seat)), 8.5, INK, "middle")
        yield from _health(x, y - 16, 22, int(frames.health[self.frame, number]) / 255, HEALTH, 3.4)
        yield from _health(x, y - 12, 22, int(frames.mana[self.frame, seat]) / 255, MANA, 2)
        outline = f'stroke="{INK}" stroke-width="2.5" paint-order="stroke"'
        yield _words(x, y + 18, name, 9.5, PAPER, "middle").replace("<text ", f"<text {outline} ")

    def missiles(self) -> Iterator[str]:
        """What flies."""
        flights = self.replay.frames.flights
        flying = flights[
            (flights["begin"] <= self.frame)
            & (self.frame <= flights["begin"].astype(int) + flights["frames"])
        ]
        for flight in flying:
            share = (self.frame - int(flight["begin"])) / max(1, int(flight["frames"]))
            at = [
                float(flight[one]) + share * (float(flight[to]) - float(flight[one]))
                for one, to in (("x", "to_x"), ("y", "to_y"))
            ]
            if self.viewer is not None and not self._is_lit(*at):
                continue
            x, y = self.place(*at)
            ability = MISSILE_KINDS[int(flight["kind"])] == "ability"
            colour = "#ffe27a" if ability else COLOURS[int(flight["side"])]
            yield f'<circle cx="{x:g}" cy="{y:g}" r="{3 if ability else 1.7}" fill="{colour}"/>'

    def _is_lit(self, x: float, y: float) -> bool:
        rows = self.replay.frames.fog[self.frame, self.viewer or 0]
        column, row = (
            min(max(int((value + float(self.rules.half)) // float(self.rules.cell)), 0), len(rows) - 1)
            for value in (x, y)
        )
        return bool(int(rows[row]) >> column & 1)

    def headline(self) -> Iterator[str]:
        """Who plays, the time, the kills."""
        spec, tick = self.replay.recording.match, int(self.replay.frames.tick[self.frame])
        sample = int((self.replay.series.tick <= tick).sum()) - 1
        fell = [
            event for event in self.replay.events if event.kind in ("kill", "death") and event.tick <= tick
        ]
        kills = [sum(event.side == side for event in fell) for side in SIDES]
        gold = [int(value) for value in self.replay.series.sides["gold"][sample]]
        middle = f"{kills[0]}  {clock(tick)}  {kills[1]}"
        yield _words(8, 26, f"{escape(spec.west)} · {gold[0]:,} gold", 14, COLOURS[0], "start")
        yield _words(SIZE / 2, 27, middle, 18, PAPER, "middle")
        yield _words(SIZE - 8, 26, f"{gold[1]:,} gold · {escape(spec.east)}", 14, COLOURS[1], "end")


def _glyph(kind: str, x: float, y: float, r: float) -> tuple[str, float]:
    """The outline of a kind of unit, and its size; a kind without one of its own is a dot."""
    if kind in ("tower", "base"):
        r = max(r, 5.5)
        points = [(-1, 1), (-0.7, -0.5), (-1, -1), (1, -1), (0.7, -0.5), (1, 1)]
    elif kind == "barracks":
        r = max(r, 5.5)
        points = [(-1, 1), (-1, -0.3), (0, -1), (1, -0.3), (1, 1)]
    elif kind == "ancient":
        r = max(r, 10)
        points = [(0, -1), (1, 0), (0, 1), (-1, 0)]
    elif kind == "ranged":
        points = [(0, -1.25), (1.1, 0.8), (-1.1, 0.8)]
    elif kind == "siege":
        points = [(-1.2, -1.2), (1.2, -1.2), (1.2, 1.2), (-1.2, 1.2)]
    else:
        return (
            f"M{x - r:.1f} {y:g}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0Z",
            r,
        )
    return "M" + "L".join(f"{x + a * r:.1f} {y + b * r:.1f}" for a, b in points) + "Z", r


def _health(x: float, y: float, wide: float, share: float, colour: str, high: float) -> Iterator[str]:
    yield _bar(x - wide / 2 - 0.5, y - high / 2 - 0.5, wide + 1, high + 1, INK)
    yield _bar(x - wide / 2, y - high / 2, wide * share, high, colour)


def _bar(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" fill="{colour}"/>'


def _words(x: float, y: float, words: str, size: float, colour: str, anchor: str) -> str:
    look = f'font-size="{size:g}" font-weight="600" fill="{colour}" text-anchor="{anchor}"'
    return f'<text x="{x:g}" y="{y:g}" {look} xml:space="preserve">{words}</text>'
