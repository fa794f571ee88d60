"""Twelve years of international football: a real table with draws, neutral grounds and loose ends."""

from pathlib import Path

import choix
import numpy as np
import pytest

from ratings import Results, Settings, rate
from ratings.counts import count_matches
from ratings.graph import find_standing
from ratings.likelihood import POINTS
from ratings.read import read_results

FILE = Path(__file__).parent.parent / "data" / "football.csv"

OUTSIDE = {
    "Surrey": "unbeaten",
    "Kernow": "unbeaten",
    "Elba Island": "unbeaten",
    "Saint Helena": "winless",
    "Marshall Islands": "winless",
    "Eritrea": "winless",
    "Darfur": "winless",
    "Two Sicilies": "winless",
    "Ryūkyū": "winless",
    "Seborga": "winless",
    "Maule Sur": "component 2; unbeaten",
    "Mapuche": "component 2; outside core",
    "Aymara": "component 2; winless",
}


@pytest.fixture(scope="module")
def football():
    return read_results(FILE)[0]


@pytest.fixture(scope="module")
def rated(football):
    return rate(football, Settings(resamples=300))


def test_the_table_is_what_it_is_known_to_be(football):
    assert (len(football), len(football.names)) == (11_959, 301)
    assert int((football.score == 0.5).sum()) == 2764
    assert int((~football.side).sum()) == 3750


def test_the_best_are_those_everybody_would_name(rated):
    assert {e.name for e in rated.entrants[:4]} == {"Brazil", "Argentina", "Spain", "France"}


def test_playing_at_home_is_worth_something(rated):
    assert rated.side.low > 60.0
    assert 70.0 < rated.side.rating < 95.0


def test_two_components_and_thirteen_teams_outside_the_core_are_named(rated):
    assert {e.name: e.status for e in rated.entrants if e.status != "ok"} == OUTSIDE
    component = next(line for line in rated.warnings if line.startswith("component 2"))
    assert "3 entrants: Aymara, Mapuche, Maule Sur" in component
    assert "component 1 (298 entrants)" in component
    outside = next(line for line in rated.warnings if "outside the strongly connected core" in line)
    assert outside.startswith("13 of 301 entrants")
    assert all(f"{name} ({status})" in outside for name, status in OUTSIDE.items())


def test_whoever_is_outside_has_one_bound_at_most(rated):
    for name, status in OUTSIDE.items():
        entrant = rated[name]
        if status == "unbeaten":
            assert entrant.high is None and entrant.low < entrant.rating
        if status == "winless":
            assert entrant.low is None and entrant.high > entrant.rating


def test_it_converged_and_every_other_interval_holds_its_rating(rated):
    assert rated.converged
    assert rated.gradient_norm < 1e-8
    inside = [e for e in rated.entrants if e.status == "ok"]
    assert len(inside) == 288
    assert all(e.low < e.high for e in inside)
    assert np.mean([e.low <= e.rating <= e.high for e in inside]) > 0.99


def test_within_the_core_it_agrees_with_choix(football):
    """No side, no prior, a draw as half a win of either, as choix takes it in a matrix of wins."""
    standing = find_standing(count_matches(football))
    core = standing.core & (standing.component == 0)
    index = np.cumsum(core) - 1
    wins = np.zeros((int(core.sum()),) * 2)
    both = core[football.first] & core[football.second]
    first, second = index[football.first[both]], index[football.second[both]]
    np.add.at(wins, (first, second), football.score[both])
    np.add.at(wins, (second, first), 1.0 - football.score[both])
    theirs = choix.ilsr_pairwise_dense(wins, alpha=0.0, max_iter=1000, tol=1e-11)
    theirs = (theirs - theirs.mean()) * POINTS
    answer = rate(football, Settings(side=False, prior=0.0, resamples=0))
    ours = np.array([answer[football.names[k]].rating for k in np.flatnonzero(core)])
    assert np.abs(ours - theirs).max() / POINTS < 1e-6


def test_the_bootstrap_is_as_wide_as_the_sandwich(football, rated):
    sandwich = rate(football, Settings(resamples=300, intervals="sandwich"))
    ratio = [
        (e.high - e.low) / (sandwich[e.name].high - sandwich[e.name].low)
        for e in rated.entrants
        if e.status == "ok"
    ]
    assert np.median(ratio) == pytest.approx(1.0, abs=0.1)


def test_rows_in_another_order_give_the_same_table(football):
    order = np.random.default_rng(1).permutation(len(football))
    shuffled = Results(
        football.names, *(getattr(football, c)[order] for c in ("first", "second", "score", "side", "weight"))
    )
    quick = Settings(resamples=20)
    assert rate(shuffled, quick) == rate(football, quick)
