"""Starts other than the beginning: plausible, drawn from the setup, exact images under the exchange of sides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.games.moba import VARIANTS, Batch, Setup, load, maps, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.randomise import PRESETS
from arena.games.moba.rules import map_name
from arena.games.moba.setup import new_matches
from arena.games.moba.starts import known_starts
from tests.arena.games.moba.images import differences, image, settled

CASES = [(variant, start) for variant in VARIANTS for start in known_starts(variant) if start != "fresh"]
CASES.append(("skirmish", "fresh"))


def setups(variant: str, start: str, count: int = 8, randomisation: str = "none") -> list[Setup]:
    return [
        Setup(seed, *random_lineups(variant, seed), start=start, randomisation=PRESETS[randomisation])
        for seed in range(count)
    ]


def made(variant: str, start: str, count: int = 8) -> np.ndarray[Any, Any]:
    return new_matches(variant, setups(variant, start, count))


def halves(matches: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Units by half: (n, 2, HALF)."""
    return matches["units"].reshape(len(matches), 2, lay.HALF)


def test_every_variant_has_the_starts_that_go_with_it() -> None:
    assert {variant: known_starts(variant) for variant in VARIANTS} == {
        "full": ("fresh", "midgame", "siege"),
        "blitz": ("fresh", "midgame", "siege"),
        "duel": ("fresh", "midgame"),
        "skirmish": ("fresh",),
    }


@pytest.mark.parametrize(("variant", "start"), CASES)
def test_the_exchanged_setup_is_the_image(variant: str, start: str) -> None:
    starts = setups(variant, start, randomisation="wide")
    turned = new_matches(variant, [one.exchanged() for one in starts])
    assert (
        differences(settled(image(new_matches(variant, starts), int(load(variant).n))), settled(turned)) == []
    )


@pytest.mark.parametrize(("variant", "start"), CASES)
def test_starts_differ_by_seed_and_by_key(variant: str, start: str) -> None:
    assert len({m.tobytes() for m in made(variant, start)}) == 8
    one = setups(variant, start, 1)[0]
    keys = [
        new_matches(variant, [Setup(1, one.west, one.east, keys=k, start=start)])[0] for k in ((5, 6), (5, 7))
    ]
    assert keys[0]["units"].tobytes() != keys[1]["units"].tobytes()


@pytest.mark.parametrize(("variant", "start"), CASES)
def test_nobody_stands_in_a_wall_and_all_who_live_have_health(variant: str, start: str) -> None:
    matches, chart = made(variant, start), maps.load(map_name(variant))
    units = matches["units"][matches["units"]["alive"] > 0]
    cells = [np.floor((units[name] + chart.half) / chart.cell).astype(int) for name in ("y", "x")]
    assert not chart.walls[cells[0], cells[1]].any()
    assert (units["health"] > 0).all() and (units["health"] <= units["max_health"]).all()
    assert not matches["faults"].any()


@pytest.mark.parametrize(("variant", "start"), [case for case in CASES if case[0] != "skirmish"])
def test_the_clock_the_waves_and_the_heroes_agree(variant: str, start: str) -> None:
    rules, matches = load(variant), made(variant, start)
    age = matches["tick"] - rules.variant.first_wave
    assert (matches["tick"] == matches["began"]).all() and (matches["tick"] % 4 == 0).all()
    assert (matches["wave"] == age // rules.variant.wave + 1).all()
    size = int(rules.variant.heroes)
    for m in matches:
        for h in [*range(size), *range(5, 5 + size)]:
            hero = m.heroes[h]
            assert rules.xp_to_level[hero.level] <= hero.xp < rules.xp_to_level[hero.level + 1]
            assert hero.skill.sum() == hero.level - (hero.skills[: hero.level] < 0).sum()
            spent = hero.tally[lay.GOLD_SPENT_ALIVE]
            assert hero.gold + spent == rules.variant.start_gold + hero.tally[lay.GOLD]
            assert hero.next_item == hero.got > 0 and hero.items[0] > 0


def test_levels_and_falls_grow_with_time() -> None:
    matches = made("full", "midgame", 24)
    order = np.argsort(matches["tick"])
    assert 5 * 1800 <= matches["tick"].min() < 8 * 1800 and 16 * 1800 < matches["tick"].max() <= 20 * 1800
    level = matches["heroes"]["level"].mean(1)[order]
    assert level[:6].mean() < 6 and level[-6:].mean() > 8
    fallen = 18 - halves(matches)["alive"][:, :, lay.FIRST_STRUCTURE : lay.BARRACKS].sum((1, 2))[order]
    assert fallen[:6].sum() == 0 < fallen[-6:].sum()


@pytest.mark.parametrize(("variant", "start"), [case for case in CASES if case[0] != "skirmish"])
def test_structures_fall_in_their_order(variant: str, start: str) -> None:
    """On each lane the fallen are the outer ones, and the first that stands can be hurt, alone of the towers."""
    for m in made(variant, start, 16):
        for half in range(2):
            first = half * lay.HALF + lay.FIRST_STRUCTURE
            for lane in range(3):
                if not load(variant).variant.lanes[lane if half == 0 else 2 - lane]:
                    continue
                chain = [m.units[first + 3 * lane + tier] for tier in range(3)] + [m.units[first + 9 + lane]]
                alive = [int(unit.alive) for unit in chain]
                assert alive == sorted(alive)
                assert [int(u.open) for u in chain if u.alive] == [1, 0, 0, 0][: sum(alive)]
                assert (m.rebuild[half, lane] > m.tick) == (not chain[3].alive)
            down = any(not m.units[first + 9 + lane].alive for lane in range(3)) and variant != "duel"
            assert m.base_open[half] == m.units[first + 12].open == down


def test_a_siege_stands_before_a_barracks_or_a_base_tower() -> None:
    matches = made("blitz", "siege", 24)
    standing = halves(matches)["alive"][:, :, lay.FIRST_STRUCTURE : lay.BARRACKS].sum(2)
    besieger = (standing[:, 1] > standing[:, 0]).astype(int)
    assert 4 <= besieger.sum() <= 20
    deep = 0
    for m, ahead in zip(matches, besieger, strict=True):
        first = (1 - ahead) * lay.HALF + lay.FIRST_STRUCTURE
        open_now = [
            m.units[first + p] for p in range(9, 14) if m.units[first + p].open and m.units[first + p].alive
        ]
        target = min(open_now, key=lambda unit: unit.health / unit.max_health)
        assert target.health < 0.81 * target.max_health
        deep += target.kind == lay.BASE
        heroes = m.units[ahead * lay.HALF :][:5]
        assert (np.hypot(heroes["x"] - target.x, heroes["y"] - target.y) < 1700).all()
        creeps = m.units[ahead * lay.HALF :][lay.FIRST_CREEP : lay.FIRST_NEUTRAL]
        near = np.hypot(creeps["x"] - target.x, creeps["y"] - target.y)[creeps["alive"] > 0]
        assert (near < 1100).sum() >= 3
    assert 4 <= deep <= 20


def test_play_goes_on_from_a_start_and_a_cap_counts_from_there() -> None:
    batch = Batch("blitz", setups("blitz", "siege", 2), limit_s=2.0)
    began = batch.matches["began"].copy()
    batch.observe()
    assert batch.matches["units"]["seen"].any(), "the sides see each other at once"
    while batch.running.any():
        batch.observe()
        batch.step(np.zeros((2, 10, 4), np.int64))
    assert (batch.matches["tick"] - began == 60).all()
    assert (batch.matches["ending"] == lay.BY_LIMIT).all()


def test_a_skirmish_is_a_meeting_by_the_river_at_like_levels() -> None:
    rules, matches = load("skirmish"), made("skirmish", "fresh", 24)
    level = matches["heroes"]["level"]
    assert (level.max(1) - level.min(1) <= 1).all() and level.min() == 6 and level.max() == 11
    heroes = halves(matches)[:, :, :5]
    middle = np.stack([heroes[name].mean(2) for name in ("x", "y")], -1)
    assert (np.hypot(*(middle[:, 0] - middle[:, 1]).T) < 1400).all()
    assert (abs(middle.mean(1).sum(1)) < 400).all(), "the river is where x + y is small"
    assert rules.variant.cap == 1200 < rules.variant.first_wave and rules.variant.kills_to_win == 5
    assert (matches["limit"] == 1200).all()
    assert new_matches("skirmish", setups("skirmish", "fresh", 1), limit_s=9.0)[0].limit == 270
    assert new_matches("skirmish", setups("skirmish", "fresh", 1), limit_s=90.0)[0].limit == 1200


def test_a_skirmish_ends_when_a_side_has_fallen_or_by_its_cap() -> None:
    batch = Batch("skirmish", setups("skirmish", "fresh", 2), observe_floats=False)
    while batch.running.any():
        batch.observe()
        if batch.decision == 10:
            batch.matches[0].kills[1] = 5
        batch.step(np.zeros((2, 10, 4), np.int64))
    assert list(batch.matches["ending"]) == [lay.BY_KILLS, lay.BY_LIMIT]
    assert list(batch.matches["winner"]) == [-1, 0] and batch.matches["wave"].max() == 0
