"""What is written of a replay: the page, pictures of moments, its events and series as JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from arena.files import write_atomically
from arena.games.moba.rules import TICKS_PER_SECOND
from replays.errors import BadSetting
from replays.page import page_html
from replays.picture import FOGS, moment_svg, sheet_svg
from replays.replay import Replay
from replays.stored import clock

DATA = ("events", "series")


def check_asked(what: str | None, at: Sequence[str], fog: str) -> None:
    """Check before a match is played what is asked of its replay, as far as that can be known.

    Raises:
        BadSetting: `what` is no data, a moment cannot be read, or `fog` is nobody's name.
    """
    if what is not None and what not in DATA:
        raise BadSetting(f"expected {' or '.join(DATA)} after --json, got '{what}'")
    if fog not in FOGS:
        raise BadSetting(f"expected a fog of {', '.join(FOGS)}, got '{fog}'")
    for text in at:
        _read_moment(text)


def data_json(replay: Replay, what: str) -> str:
    """The events or the series of a replay as JSON.

    Raises:
        BadSetting: `what` is neither.
    """
    check_asked(what, (), FOGS[0])
    if what == "events":
        return json.dumps([event.to_dict() for event in replay.events])
    return json.dumps(replay.series.to_dict())


def write_page(replay: Replay, path: Path) -> Path:
    """Write the page of a replay; the path."""
    write_atomically(path, page_html(replay).encode())
    return path


def write_snapshots(
    replay: Replay, folder: Path, *, count: int = 0, at: Sequence[str] = (), fog: str = "nobody"
) -> list[Path]:
    """Write moments of a replay into a folder, an SVG each, and a sheet of all; the paths.

    Args:
        count: so many moments, evenly spread from the first to the last.
        at: further moments, as seconds or MINUTES:SECONDS.
        fog: whose sight is drawn.

    Raises:
        BadSetting: a moment cannot be read, lies behind the end, or `fog` is nobody's name.
    """
    check_asked(None, at, fog)
    last = int(replay.frames.tick[-1])
    ticks = [round(tick) for tick in np.linspace(0, last, count)] + [_tick_of(text, last) for text in at]
    frames = sorted({int(np.searchsorted(replay.frames.tick, tick)) for tick in ticks})
    paths = []
    for frame in frames:
        seconds = int(replay.frames.tick[frame]) / TICKS_PER_SECOND
        paths.append(folder / f"moment-{seconds:07.2f}s.svg")
        write_atomically(paths[-1], moment_svg(replay, frame, fog).encode())
    paths.append(folder / "sheet.svg")
    write_atomically(paths[-1], sheet_svg(replay, frames, fog).encode())
    return paths


def _read_moment(text: str) -> float:
    """Seconds from the words of a moment, `95` or `1:35`."""
    found = re.fullmatch(r"(?:(\d+):)?(\d+(?:\.\d+)?)", text)
    if found is None:
        raise BadSetting(f"expected a moment of the match as seconds or MINUTES:SECONDS, got '{text}'")
    return 60 * int(found[1] or 0) + float(found[2])


def _tick_of(text: str, last: int) -> int:
    tick = round(_read_moment(text) * TICKS_PER_SECOND)
    if tick > last:
        raise BadSetting(
            f"expected a moment of the match as seconds or MINUTES:SECONDS, up to {clock(last)}, got '{text}'"
        )
    return tick
