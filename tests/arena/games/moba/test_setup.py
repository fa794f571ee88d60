"""The start of a match: keys from the seed, lineups, where everything stands, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arena.games.moba import HERO_NAMES, VARIANTS, Setup, load, maps, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.randomise import PRESETS
from arena.games.moba.setup import new_matches, side_keys

OF_HEROES = ("health", "max_health", "damage", "armour", "speed")


def test_keys_are_two_different_words_that_differ_by_seed() -> None:
    keys = [side_keys(seed) for seed in [*range(300), 2**40, 2**62, 2**63 - 1]]
    assert all(west != east for west, east in keys)
    assert len({k for pair in keys for k in pair}) == 2 * len(keys)
    assert all(0 <= k < 2**32 for pair in keys for k in pair)


def test_the_high_half_of_a_seed_counts() -> None:
    assert side_keys(5) != side_keys(5 + (1 << 32)) != side_keys(5 + (1 << 62))


@pytest.mark.parametrize("variant", VARIANTS)
def test_random_lineups_share_no_hero_and_use_all(variant: str) -> None:
    size = 1 if variant == "duel" else 5
    used = []
    for seed in range(200):
        west, east = random_lineups(variant, seed)
        assert len(west) == len(east) == size and len(set(west) | set(east)) == 2 * size
        used += [*west, *east]
        assert random_lineups(variant, seed) == (west, east)
    counts = np.bincount(used, minlength=len(HERO_NAMES))
    expected = 400 * size / len(HERO_NAMES)
    assert (abs(counts - expected) < 5 * expected**0.5 + 1).all()


def test_an_exchanged_setup_exchanges_lineups_and_keys() -> None:
    start = Setup(9, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9))
    turned = start.exchanged()
    assert (turned.west, turned.east, turned.keys) == (start.east, start.west, side_keys(9)[::-1])
    assert turned.exchanged() == Setup(9, start.west, start.east, side_keys(9))
    siege = replace(start, start="siege", randomisation=PRESETS["wide"])
    assert (siege.exchanged().start, siege.exchanged().randomisation) == ("siege", PRESETS["wide"])


@pytest.mark.parametrize("keys", [None, (4, 5)])
def test_a_setup_survives_json(keys: tuple[int, int] | None) -> None:
    setup = Setup(9, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9), keys, "midgame", PRESETS["mild"])
    assert Setup.from_dict(json.loads(json.dumps(setup.to_dict()))) == setup
    assert Setup.from_dict({"seed": 1, "west": [0], "east": [1]}) == Setup(1, (0,), (1,))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        (
            {"seed": 1, "west": [0]},
            "expected a setup with seed, west, east, and at most keys, start, randomisation",
        ),
        ({"seed": 1, "west": [0], "east": [1], "map": "x"}, "got seed, west, east, map"),
        ({"seed": 1, "west": [0], "east": [1], "randomisation": {"speed": 1}}, "ranges of a randomisation"),
    ],
)
def test_data_that_no_setup_has_are_refused(values: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Setup.from_dict(values)


@pytest.mark.parametrize(
    ("variant", "start", "message"),
    [
        ("blitz", "late", "expected a start of blitz, one of fresh, midgame, siege; got 'late'"),
        ("duel", "siege", "expected a start of duel, one of fresh, midgame; got 'siege'"),
        ("skirmish", "midgame", "expected a start of skirmish, one of fresh; got 'midgame'"),
    ],
)
def test_a_start_that_a_variant_has_not_is_refused_in_one_line(
    variant: str, start: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        new_matches(variant, [Setup(1, *random_lineups(variant, 1), start=start)])


LAST = len(HERO_NAMES) - 1


@pytest.mark.parametrize(
    ("setup", "message"),
    [
        (Setup(-1, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)), "expected a seed from 0 to 2\\^63 - 1; got -1"),
        (Setup(2**63, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9)), "expected a seed"),
        (Setup(1, (0, 1, 2, 3), (5, 6, 7, 8, 9)), "expected 5 different heroes for west in blitz; got"),
        (Setup(1, (0, 1, 2, 3, 4), (5, 5, 7, 8, 9)), "expected 5 different heroes for east in blitz; got"),
        (Setup(1, (0, 1, 2, 3, 4), (5, 6, 7, 8, 99)), f"expected heroes numbered 0 to {LAST} for east; got"),
        (Setup(1, (0, 1, 2, 3, -1), (5, 6, 7, 8, 9)), f"expected heroes numbered 0 to {LAST} for west; got"),
    ],
)
def test_a_setup_nothing_can_begin_from_is_refused_in_one_line(setup: Setup, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        new_matches("blitz", [setup])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("variant", VARIANTS)
def test_everything_stands_where_the_map_says_and_east_is_the_image_of_west(variant: str) -> None:
    size = 1 if variant == "duel" else 5
    m = new_matches(variant, [Setup(4, tuple(range(size)), tuple(range(size)), keys=(1, 2))])[0]
    chart = maps.load("full" if variant == "full" else "blitz")
    west, east = m.units[: lay.HALF], m.units[lay.HALF :]
    rows = slice(lay.FIRST_STRUCTURE, lay.COURIER)
    assert (west["x"][rows] == chart.structures[:, 0]).all() and (
        west["y"][rows] == chart.structures[:, 1]
    ).all()
    for name in lay.UNIT.names:
        sign = -1.0 if name in ("x", "y") else 1.0
        same = west[name] * sign == east[name]
        if variant == "skirmish" and name in ("x", "y", "anchor_x", "anchor_y", *OF_HEROES):
            same = np.delete(same, range(lay.HEROES))  # heroes begin where they draw, at the levels they draw
        if name == "alive":  # in a duel one lane alone is built, by the world's lanes
            same = west[name].sum() == east[name].sum()
        assert np.all(same), name
    place = np.array([(u.x, u.y) for u in west[:size]])
    assert variant == "skirmish" or (np.hypot(*(place - chart.fountain).T) < 400).all()
    assert len({tuple(p) for p in place}) == size


def test_structures_hold_what_the_data_say() -> None:
    rules = load("blitz")
    m = new_matches("blitz", [Setup(4, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9))])[0]
    factor = float(rules.variant.structure_health)
    kinds = [lay.TOWER] * 9 + [lay.BARRACK] * 3 + [lay.BASE] * 2 + [lay.CORE]
    for place, kind in enumerate(kinds):
        unit, data = m.units[lay.FIRST_STRUCTURE + place], rules.kinds[kind]
        tier = place % 3 if place < 9 else 0
        assert unit.kind == kind and unit.alive
        assert unit.max_health == unit.health == round((data.health + data.tier_health * tier) * factor)
        assert unit.damage == round((data.damage + data.tier_damage * tier) * rules.variant.structure_damage)
        assert unit.open == (place in (0, 3, 6))


def test_a_duel_has_the_middle_lane_alone() -> None:
    m = new_matches("duel", [Setup(4, (0,), (1,))])[0]
    for half in range(2):
        alive = m.units[half * lay.HALF :][lay.FIRST_STRUCTURE : lay.COURIER]["alive"]
        assert list(alive) == [0] * 3 + [1] * 3 + [0] * 3 + [0, 1, 0] + [1] * 3


def test_heroes_begin_at_level_one_whole_with_one_skill_and_the_starting_gold() -> None:
    rules = load("blitz")
    m = new_matches("blitz", [Setup(4, (0, 1, 2, 3, 4), (5, 6, 7, 8, 9))])[0]
    for h in range(10):
        hero, unit, data = m.heroes[h], m.units[h // 5 * lay.HALF + h % 5], rules.heroes[h]
        assert (hero.hero, hero.level, hero.gold, hero.xp) == (h, 1, rules.variant.start_gold, 0)
        assert unit.health == unit.max_health and hero.mana == hero.max_mana == data.mana
        assert hero.skill.sum() == 1 and hero.skill[data.skills[0]] == 1
