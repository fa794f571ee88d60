"""Differences between entrants and between nights: recovered, calibrated, refused."""

from __future__ import annotations

import numpy as np
import pytest

from ratings import Results, Settings, rate
from ratings.differences import Comparison, Difference
from ratings.errors import BadSettings
from tests.ratings.made_nights import nights

QUICK = Settings(resamples=100)


def some(difference: Difference | None) -> Difference:
    assert difference is not None
    return difference


def test_the_difference_of_two_is_that_of_their_ratings_and_better_known_than_either() -> None:
    results, _ = nights([-300, 0, 100, 300], 10, 0, seed=1)
    table = rate(results, Settings(anchor="e0", resamples=200))
    found = some(Comparison(results, Settings(resamples=200)).between("e3", "e2"))
    high, low = table["e3"], table["e2"]
    assert None not in (high.rating, low.rating, high.high, high.low, found.points, found.low, found.high)
    assert found.points == pytest.approx(high.rating - low.rating)  # type: ignore[operator]
    width = found.high - found.low  # type: ignore[operator]
    assert width < high.high - high.low  # type: ignore[operator]
    assert found.low < 200 < found.high  # type: ignore[operator]


def test_a_planted_drop_is_found_and_equals_are_not() -> None:
    results, _ = nights([-200, 0, 200, 150, 150, -100], 10, 0, seed=2)
    compared = Comparison(results, QUICK)
    assert some(compared.between("e5", "e4")).p < 1e-3  # type: ignore[operator]
    assert some(compared.between("e4", "e3")).p > 0.05  # type: ignore[operator]
    back = some(compared.between("e4", "e5"))
    assert back.points == pytest.approx(-some(compared.between("e5", "e4")).points)  # type: ignore[operator]


def test_who_plays_worse_tonight_is_found_and_the_others_stay() -> None:
    results, earlier = nights([-200, 0, 100, 200, 300], 10, 5, seed=3, later={3: -100})
    compared = Comparison(results, QUICK, earlier)
    changes = {name: some(compared.change(name)) for name in results.names}
    assert changes["e3"].p < 1e-3 and changes["e3"].high < 0  # type: ignore[operator]
    assert all(changes[name].p > 0.01 for name in ("e0", "e1", "e2", "e4"))  # type: ignore[operator]
    assert sum(one.points for one in changes.values()) == pytest.approx(0), "from the mean of the pool"  # type: ignore[misc]
    before = rate(Results.from_columns(
        [results.names[k] for k in results.first[earlier]], [results.names[k] for k in results.second[earlier]],
        results.score[earlier], side=results.side[earlier],
    ), Settings(resamples=0))  # fmt: skip
    places = {line.name: place for place, line in enumerate(before.entrants, 1)}
    assert {name: compared.place_before(name) for name in results.names} == places


@pytest.mark.parametrize(("spread", "before", "tonight"), [(100, 2, 1), (600, 8, 2)])
def test_between_equals_a_small_p_is_as_rare_as_it_says(spread: int, before: int, tonight: int) -> None:
    """Also where nearly all is decided: the spread of few upsets is too small where tonight has none."""
    falls, pairs, tables = 0, 0, 40
    for seed in range(tables):
        results, earlier = nights([*np.linspace(-spread, spread, 4), 100, 100], before, tonight, seed=seed)
        compared = Comparison(results, Settings(resamples=60), earlier)
        changes = [change for name in results.names if (change := compared.change(name))]
        falls += any(one.p is not None and one.p < 0.05 / len(changes) and one.points < 0 for one in changes)  # type: ignore[operator]
        pairs += some(compared.between("e5", "e4")).p < 0.05  # type: ignore[operator]
    assert falls <= 4, "one in forty is expected"
    assert pairs <= 6, "two in forty are expected"


def test_an_unbeaten_entrant_is_compared_by_likelihood() -> None:
    rows = [("a", "m", 1.0)] * 12 + [("a", "n", 1.0)] * 12 + [("m", "n", 1.0), ("m", "n", 0.0)] * 6
    rows += [("b", "m", 0.0)] * 10 + [("b", "n", 0.0)] * 10 + [("b", "m", 1.0)]
    first, second, score = map(list, zip(*rows, strict=True))
    compared = Comparison(Results.from_columns(first, second, score), QUICK)
    found = some(compared.between("b", "a"))
    assert (found.method, found.low, found.high) == ("likelihood", None, None)
    assert found.points < 0 and found.p < 1e-4  # type: ignore[operator]
    little = Results.from_columns(["a", "a", "m", "b"], ["m", "m", "b", "m"], [1, 1, 1, 1])
    assert some(Comparison(little, QUICK).between("b", "a")).p > 0.1  # type: ignore[operator]


def test_unbeaten_before_and_beaten_tonight_is_a_fall() -> None:
    rows = [("a", "m", 1.0), ("a", "n", 1.0), ("m", "n", 1.0), ("n", "m", 1.0)] * 10
    earlier = np.array([True] * len(rows) + [False] * 20)
    rows += [("a", "m", 0.0), ("a", "n", 0.0)] * 10
    first, second, score = map(list, zip(*rows, strict=True))
    compared = Comparison(Results.from_columns(first, second, score), QUICK, earlier)
    assert compared.pool.all(), "the core of the first night is too small to measure from"
    found = some(compared.change("a"))
    assert found.method == "likelihood"
    assert found.points < 0 and found.p < 1e-6  # type: ignore[operator]


def test_what_cannot_be_compared_is_none() -> None:
    results = Results.from_columns(["a", "b", "x", "y"], ["b", "a", "y", "x"], [1, 1, 1, 1])
    compared = Comparison(results, QUICK)
    assert compared.between("a", "x") is None
    assert compared.change("a") is None and compared.place_before("a") is None
    later = Comparison(results, QUICK, np.array([True, True, False, False]))
    assert later.change("x") is None and later.place_before("x") is None
    assert some(later.change("a")).points == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("settings", [Settings(resamples=0), Settings(model="elo")])
def test_without_resamples_there_is_nothing_to_compare_by(settings: Settings) -> None:
    results = Results.from_columns(["a", "b"], ["b", "a"], [1, 1])
    with pytest.raises(BadSettings, match="expected model 'bt' and 2 resamples or more"):
        Comparison(results, settings)


def test_a_prior_of_0_is_taken_as_half_a_draw() -> None:
    results, _ = nights([0, 100, 200], 4, 0, seed=1)
    found = [
        some(Comparison(results, Settings(resamples=50, prior=prior)).between("e0", "e2"))
        for prior in (0.0, 0.5)
    ]
    assert found[0] == found[1]
