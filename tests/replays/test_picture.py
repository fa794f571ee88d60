"""Pictures of moments: well-formed, complete, and blind where a side is."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace

import numpy as np
import pytest

from arena.games.moba import layout as lay
from replays.frames import FLAGS
from replays.picture import FOGS, moment_svg, sheet_svg
from tests.replays.made import replay_of

SVG = "{http://www.w3.org/2000/svg}"


def words(picture: str) -> list[str]:
    return [str(element.text) for element in ET.fromstring(picture).iter(f"{SVG}text")]


def names(picture: str) -> set[str]:
    return set(words(picture)) & set(replay_of("blitz").cast.heroes)


def test_every_living_hero_is_named_in_the_picture_of_all() -> None:
    replay = replay_of("blitz")
    for frame in (0, 700, replay.frames.count - 1):
        alive = replay.frames.flags[frame] & 1
        living = {replay.cast.heroes[seat] for seat in range(10) if alive[seat // 5 * lay.HALF + seat % 5]}
        assert names(moment_svg(replay, frame)) == living


def test_a_side_s_picture_has_only_what_it_sees() -> None:
    replay = replay_of("blitz")
    flags = replay.frames.flags
    unseen = [
        (frame, seat)
        for frame in range(0, replay.frames.count, 100)
        for seat in range(5, 10)
        if flags[frame, lay.HALF + seat - 5] & 1
        and not flags[frame, lay.HALF + seat - 5] >> FLAGS.index("seen") & 1
    ]
    assert unseen
    frame, seat = unseen[-1]
    assert replay.cast.heroes[seat] in names(moment_svg(replay, frame))
    assert replay.cast.heroes[seat] not in names(moment_svg(replay, frame, "west"))
    assert replay.cast.heroes[seat] in names(moment_svg(replay, frame, "east"))


def test_the_fog_covers_the_cells_that_are_not_lit() -> None:
    replay = replay_of("blitz")
    n = replay.frames.fog.shape[2]
    for half, fog in ((0, "west"), (1, "east")):
        lit = sum(int(row).bit_count() for row in replay.frames.fog[500, half])
        dark = [
            float(bar.get("width", 0)) * float(bar.get("height", 0))
            for bar in ET.fromstring(moment_svg(replay, 500, fog)).iter(f"{SVG}rect")
            if bar.get("fill-opacity")
        ]
        assert sum(dark) * n * n / 720**2 == pytest.approx(n * n - lit, rel=0.01)


def test_a_sheet_has_a_headline_for_every_moment() -> None:
    replay = replay_of("blitz")
    clocks = [
        text for text in words(sheet_svg(replay, [0, 450, 900, 1350])) if ":" in text and "gold" not in text
    ]
    assert [text.split()[1] for text in clocks] == ["0:00", "1:00", "2:00", "3:00"]


def test_a_kind_that_nobody_draws_is_a_dot() -> None:
    """As a kind would be that the game has gained since."""
    replay = replay_of("blitz")
    kind, flags = replay.frames.kind.copy(), replay.frames.flags.copy()
    number = lay.HALF - 1
    kind[0, number], flags[0, number] = lay.HERO, 1
    altered = replace(replay, frames=replace(replay.frames, kind=kind, flags=flags))
    more = moment_svg(altered, 0).count("<path") - moment_svg(replay, 0).count("<path")
    assert more == 1


def test_there_are_three_fogs() -> None:
    assert FOGS == ("nobody", "west", "east")
    assert np.unique([len(moment_svg(replay_of("blitz"), 500, fog)) for fog in FOGS]).size == 3
