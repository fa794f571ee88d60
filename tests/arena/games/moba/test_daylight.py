"""Day and night: when each is, and how far units see by night."""

from __future__ import annotations

import pytest

from arena.games.moba import VARIANTS, load
from arena.games.moba import layout as lay
from arena.games.moba import rules as r
from arena.games.moba.daylight import is_night
from arena.games.moba.map_tables import SIGHT_RADII
from tests.arena.games.moba.scenes import Scene


@pytest.mark.parametrize("variant", VARIANTS)
def test_night_follows_day(variant: str) -> None:
    scene = Scene(variant=variant)
    span = round(30 * r.read("variants")[variant]["day"])
    for tick, night in ((0, False), (span - 1, False), (span, True), (2 * span - 1, True), (2 * span, False)):
        scene.m.tick = tick
        assert is_night(scene.m, scene.rules) == night


def test_full_has_five_minutes_of_each() -> None:
    assert load("full").variant.day == 5 * 60 * 30


@pytest.mark.parametrize("kind", range(len(lay.KIND_NAMES)))
def test_nobody_sees_further_by_night(kind: int) -> None:
    data = load("full").kinds[kind]
    assert SIGHT_RADII[data.night_sight] <= SIGHT_RADII[data.sight]


IN_THE_RIVER = (-1406.25, 1406.25)


@pytest.mark.parametrize(("gap", "by_day", "by_night"), [(781.25, True, True), (1562.5, True, False)])
def test_a_hero_sees_less_far_by_night(gap: float, by_day: bool, by_night: bool) -> None:
    span = int(load("full").variant.day)
    for tick, seen in ((span - 100, by_day), (span + 100, by_night)):
        scene = Scene(("Lance",), ("Lance",), "full", tick=tick)
        scene.put(0, *IN_THE_RIVER)
        scene.put(5, IN_THE_RIVER[0] + 0.8 * gap, IN_THE_RIVER[1] - 0.6 * gap)
        scene.step(2)
        assert bool(scene.unit(5).seen) == seen
        assert bool(scene.unit(0).seen) == seen
