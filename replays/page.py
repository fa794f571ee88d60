"""The page of a replay: one HTML file with the viewer and all its data, which asks for nothing else.

The viewer lies in `replays/page/`: a page, a style sheet, and plain scripts that are put one after the other.
"""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from functools import cache
from html import escape
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba import maps
from arena.games.moba.rules import TICKS_PER_DECISION, TICKS_PER_SECOND, heroes, load, map_name
from replays.cast import SIDES, half_of_seat, structures_of, unit_of_seat
from replays.coding import encode
from replays.frames import CHUNK_FRAMES, FLAGS, MISSILE_KINDS
from replays.replay import Replay
from replays.stored import clock

FOLDER = Path(__file__).parent / "page"
SCRIPTS = ("chunks", "film", "names", "mapview", "timeline", "panels", "player")
"""The scripts in the order in which they are put together."""


def page_html(replay: Replay, links: Mapping[str, str] | None = None) -> str:
    """The page, complete.

    Args:
        replay: what it shows.
        links: words and address of each link beside the controls, such as back to what served the page; none in a file
            that is to stand alone.
    """
    chunks = (base64.b64encode(chunk).decode() for chunk in encode(replay.frames))
    parts = {
        "title": escape(title_of(replay)),
        "style": _file("page.css"),
        "head": _json_in_html(head_of(replay)),
        "chunks": "\n".join(f'<script type="text/plain" data-chunk>{chunk}</script>' for chunk in chunks),
        "links": _nav(links or {}),
        "script": "\n".join(_file(f"{name}.js") for name in SCRIPTS),
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _file("page.html"))


def _nav(links: Mapping[str, str]) -> str:
    if not links:
        return ""
    inside = " ".join(f'<a href="{escape(address)}">{escape(words)}</a>' for words, address in links.items())
    return f'<nav id="links" aria-label="elsewhere">{inside}</nav>'


def title_of(replay: Replay) -> str:
    """A line that says which match it is."""
    spec = replay.recording.match
    number = f" (match {spec.match_id})" if replay.run else ""
    return f"{spec.west} against {spec.east}, {replay.recording.variant}{number}"


def head_of(replay: Replay) -> dict[str, Any]:
    """All that the viewer is told but for the frames: plain values, for JSON."""
    spec, variant = replay.recording.match, replay.recording.variant
    return {
        "match": {
            "match_id": spec.match_id if replay.run else None,
            "run": replay.run,
            "variant": variant,
            "seed": spec.seed,
            "west": spec.west,
            "east": spec.east,
            "winner": replay.result["winner"],
            "ending": replay.result["ending"],
            "first_tick": int(replay.frames.tick[0]),
            "ticks": int(replay.result["ticks"]),
            "rules_hash": moba.rules_hash(),
            "verdict": _verdict(replay),
        },
        "facts": _facts(replay),
        "map": map_of(variant),
        "kinds": _kinds(variant),
        "heroes": _heroes(replay),
        "items": list(moba.ITEM_NAMES),
        "structures": {str(unit): name for unit, name in structures_of(variant).items()},
        "flags": list(FLAGS),
        "missile_kinds": list(MISSILE_KINDS),
        "half": lay.HALF,
        "units": lay.UNITS,
        "first_neutral": lay.FIRST_NEUTRAL,
        "frames": replay.frames.count,
        "chunk_frames": CHUNK_FRAMES,
        "ticks_per_second": TICKS_PER_SECOND,
        "ticks_per_decision": TICKS_PER_DECISION,
        "series": replay.series.to_dict(),
        "events": [event.to_dict() for event in replay.events],
    }


@cache
def map_of(variant: str) -> dict[str, Any]:
    """A variant's map as plain values: rows of cells from the south, `#` wall, else the level of the ground."""
    chart = maps.load(map_name(variant))
    cells = np.where(chart.walls, "#", chart.ground.astype(str))
    return {
        "name": chart.name,
        "n": chart.n,
        "half": chart.half,
        "rows": ["".join(row) for row in cells],
        "fountain": chart.fountain.tolist(),
        "camps": [*chart.camps.tolist(), *(-chart.camps).tolist()],
        "boss_pits": chart.boss_pits.tolist(),
        "runes": chart.runes.tolist(),
    }


def _kinds(variant: str) -> list[dict[str, Any]]:
    rules = load(variant)
    return [
        {"name": name, "radius": float(rules.kinds[kind].radius)} for kind, name in enumerate(lay.KIND_NAMES)
    ]


def _heroes(replay: Replay) -> list[dict[str, Any]]:
    data = heroes()
    return [
        {
            "seat": seat,
            "unit": unit_of_seat(seat),
            "side": SIDES[half_of_seat(seat)],
            "name": data[number]["name"],
            "letters": replay.cast.letters(seat),
            "role": data[number]["role"],
            "abilities": [ability["name"] for ability in data[number]["abilities"]],
        }
        for seat, number in enumerate(replay.cast.numbers)
        if number >= 0
    ]


def _verdict(replay: Replay) -> str:
    winner = {1: replay.recording.match.west, -1: replay.recording.match.east, 0: "nobody"}
    how = f"{replay.result['ending']}, {clock(int(replay.result['ticks']))}"
    return f"{winner[int(replay.result['winner'])]} wins ({how})"


def _facts(replay: Replay) -> str:
    spec, variant = replay.recording.match, replay.recording.variant
    where = f"match {spec.match_id} of {replay.run}" if replay.run else "not stored"
    faults = int(replay.result["faults"])
    words = [
        where,
        variant,
        f"seed {spec.seed}",
        f"rules {moba.rules_hash()}",
        f"palaestra {version('palaestra')}",
    ]
    words += [f"start {spec.start}"] * (spec.start != "fresh")
    words += [f"random {spec.randomisation}"] * (spec.randomisation != "none")
    return " · ".join([*words, f"{faults} faults: unsound"] if faults else words)


def _json_in_html(value: object) -> str:
    """JSON that stays data inside a script element, whatever names are in it."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8").rstrip("\n")
