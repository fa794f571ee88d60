"""What a setup may change at random: ranges, their text, and what is drawn from them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.games.moba import Setup, load, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.randomise import LANES, PRESETS, Randomisation, parse_randomisation
from arena.games.moba.setup import new_matches

WIDE = PRESETS["wide"]


def made(randomisation: Randomisation, count: int = 12, variant: str = "blitz") -> np.ndarray[Any, Any]:
    """Fresh matches of different seeds under one randomisation."""
    return new_matches(
        variant,
        [Setup(seed, *random_lineups(variant, seed), randomisation=randomisation) for seed in range(count)],
    )


@pytest.mark.parametrize(
    "one", [*PRESETS.values(), Randomisation(health=0.125, items=3)], ids=lambda one: one.text
)
def test_a_randomisation_survives_its_text(one: Randomisation) -> None:
    assert parse_randomisation(one.text) == one


def test_ranges_are_read_from_text() -> None:
    assert parse_randomisation("gold=0.5, items=2") == Randomisation(gold=0.5, items=2)
    assert parse_randomisation("none") == parse_randomisation("gold=0") == Randomisation()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strong", "expected a randomisation as none, mild, wide, or as NAME=RANGE.* got 'strong'"),
        ("", "expected a randomisation as"),
        ("speed=0.1", "expected a randomisation as .* got 'speed=0.1'"),
        ("gold=0.1,gold=0.2", "each once; got"),
        ("health=much", "expected a number for the randomisation's health; got 'much'"),
        ("health=0.6", "expected a number from 0 to 0.5 for the randomisation's health; got 0.6"),
        ("health=nan", "expected a number from 0 to 0.5 for the randomisation's health; got nan"),
        ("lanes=-1", "expected a number from 0 to 1 for the randomisation's lanes; got -1.0"),
        ("items=1.5", "expected a number for the randomisation's items; got '1.5'"),
        ("items=21", "expected a whole number from 0 to 20 for the randomisation's items; got 21"),
    ],
)
def test_what_is_no_randomisation_is_refused_in_one_line(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        parse_randomisation(text)
    assert "\n" not in str(caught.value)


def test_without_it_nothing_is_changed() -> None:
    rules = load("blitz")
    for m in made(Randomisation(), 3):
        assert (m.heroes["factor"] == 1.0).all() and (m.heroes["lane"] == -1).all() and m.boss_health == 1.0
        assert (m.heroes["gold"] == rules.variant.start_gold).all()
        for hero in m.heroes:
            assert (hero.build == rules.heroes[hero.hero].build).all()
            assert (hero.skills == rules.heroes[hero.hero].skills).all()


def test_factors_fill_their_range_and_count_in_the_hero() -> None:
    matches = made(Randomisation(health=0.2, damage=0.1), 40)
    factor = matches["heroes"]["factor"]
    assert (
        factor[:, :, 0].min() < 0.82
        and factor[:, :, 0].max() > 1.18
        and abs(factor[:, :, 0] - 1).max() <= 0.2
    )
    assert (factor[:, :, 1] == 1.0).all() and 0.09 < abs(factor[:, :, 2] - 1).max() <= 0.1
    rules, m = load("blitz"), matches[0]
    for h in range(10):
        unit, hero = m.units[h // 5 * lay.HALF + h % 5], m.heroes[h]
        data = rules.heroes[hero.hero]
        assert unit.health == unit.max_health == int(data.health * hero.factor[0] * 1024) / 1024


def test_lists_keep_what_is_in_them_and_the_last_ability_its_levels() -> None:
    rules, moved = load("blitz"), 0
    for m in made(WIDE):
        for hero in m.heroes:
            data = rules.heroes[hero.hero]
            assert sorted(hero.build) == sorted(data.build) and sorted(hero.skills) == sorted(data.skills)
            assert ((hero.build == -1) == (data.build == -1)).all()
            assert ((hero.skills == 3) == (data.skills == 3)).all()
            assert hero.skill.sum() == 1 and hero.skill[hero.skills[0]] == 1
            moved += int((hero.build != data.build).any()) + int((hero.skills != data.skills).any())
    assert moved > 120


def test_lanes_are_dealt_anew_by_their_chance() -> None:
    dealt = made(Randomisation(lanes=1.0), 40)["heroes"]["lane"].reshape(80, 5)
    assert (np.sort(dealt) == np.array(LANES)).all() and len({tuple(row) for row in dealt}) > 10
    some = (made(Randomisation(lanes=0.5), 100)["heroes"]["lane"].reshape(200, 5) >= 0).all(1)
    assert 70 < some.sum() < 130
    assert (made(WIDE, 4, "duel")["heroes"]["lane"] <= 0).all()


def test_the_boss_is_one_for_both_sides() -> None:
    found = made(Randomisation(boss=0.3), 40)["boss_health"]
    assert 0.7 <= found.min() < 0.75 and 1.2 < found.max() <= 1.3


def test_one_range_does_not_change_what_another_draws() -> None:
    alone, together = made(Randomisation(gold=0.5)), made(WIDE)
    assert (alone["heroes"]["gold"] == together["heroes"]["gold"]).all()
    assert len(np.unique(alone["heroes"]["gold"])) > 60
