"""How heroes and units are called."""

from __future__ import annotations

import numpy as np

from arena.games import moba
from arena.games.moba import layout as lay
from arena.games.moba.setup import new_matches
from arena.specs import MatchSpec
from replays.cast import HERO_UNITS, Cast, make_cast, seat_of, structure_name, unit_of_seat

MATCH = MatchSpec(0, 0, 0, 5, "a", "b", (0, 1, 2, 3, 4), (0, 6, 7, 8, 9))


def test_seats_and_units_are_one_another_s_inverse() -> None:
    assert [seat_of(unit) for unit in HERO_UNITS.tolist()] == list(range(10))
    assert [unit_of_seat(seat) for seat in range(10)] == HERO_UNITS.tolist()
    assert seat_of(lay.HEROES) is None


def test_a_hero_that_both_sides_have_is_told_apart() -> None:
    cast = make_cast(MATCH)
    name = moba.HERO_NAMES[0]
    assert (cast.hero(0), cast.hero(5)) == (f"west's {name}", f"east's {name}")
    assert cast.hero(1) == moba.HERO_NAMES[1]


def test_two_letters_tell_the_heroes_of_a_match_apart() -> None:
    numbers = {name: number for number, name in enumerate(moba.HERO_NAMES)}
    everyone = tuple(range(len(numbers)))
    letters = dict(zip(moba.HERO_NAMES, map(Cast(moba.HERO_NAMES, everyone).letters, everyone), strict=True))
    assert len(set(letters.values())) == len(numbers)
    assert (letters["Lance"], letters["Lantern"], letters["Mire"]) == ("Lc", "Lt", "Mi")
    alone = make_cast(MatchSpec(0, 0, 0, 5, "a", "b", (numbers["Lance"],), (numbers["Lance"],)))
    assert (alone.letters(0), alone.letters(5)) == ("La", "La")


def test_a_seat_that_the_variant_lacks_has_no_hero() -> None:
    cast = make_cast(MatchSpec(0, 0, 0, 5, "a", "b", (3,), (4,)))
    assert cast.heroes == (moba.HERO_NAMES[3], "", "", "", "", moba.HERO_NAMES[4], "", "", "", "")


def test_structures_are_named_by_where_they_stand_on_the_map() -> None:
    """Both sides' top lane is the upper one, though each numbers lanes in its own frame."""
    units = new_matches("full", [moba.Setup(5, MATCH.west_lineup, MATCH.east_lineup)])["units"][0]
    names = {
        structure_name(units[number], number): number
        for number in range(lay.UNITS)
        if lay.TOWER <= units[number]["kind"] <= lay.CORE
    }
    assert len(names) == 2 * lay.STRUCTURES - 2  # a side's two base towers share a name
    for side, sign in (("west", 1), ("east", -1)):
        top, bottom = (units[names[f"{side}'s {lane} tower 1"]] for lane in ("top", "bottom"))
        assert top["y"] - top["x"] > 0 > bottom["y"] - bottom["x"]
        home = units[names[f"{side}'s ancient"]]
        gaps = [
            np.hypot(*(units[names[f"{side}'s top tower {tier}"]][axis] - home[axis] for axis in ("x", "y")))
            for tier in (1, 2, 3)
        ]
        assert gaps == sorted(gaps, reverse=True)
        assert sign * home["x"] < 0


def test_a_creep_is_called_by_its_kind_and_side() -> None:
    state = np.zeros(1, lay.MATCH)[0]
    number = lay.HALF + lay.FIRST_CREEP
    state["units"][number]["kind"] = lay.SIEGE
    assert make_cast(MATCH).unit(state, number) == "a siege creep of east"
