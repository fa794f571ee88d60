"""What came of forecasts: falls by hand in real matches, targets worked by hand, and forecasts that learn the truth."""

from __future__ import annotations

import numpy as np
import pytest

from arena.games import moba
from arena.games.moba.fields import columns
from arena.games.moba.layout import FIRST_STRUCTURE, HALF
from tests.training.runs import TINY, rollout_of, terms_of, tiny_run
from training.clock import Clock
from training.foretold import NEAR, Foretold, Watcher
from training.learner import Learner
from training.network_settings import NetworkSettings

BOTH = NetworkSettings(win_head=True, structure_head=True)
NETWORK = {**TINY, "win_head": True, "structure_head": True}
SEATS = np.arange(10)


def new_batch() -> moba.Batch:
    return moba.Batch("blitz", [moba.Setup(seed, *moba.random_lineups("blitz", seed)) for seed in (1, 2)])


def watcher_of(batch: moba.Batch) -> Watcher:
    watcher = Watcher(BOTH, np.repeat([0, 1], 10), np.tile(SEATS, 2))
    watcher.begin(batch)
    return watcher


def fell(batch: moba.Batch, match: int, side: int, structure: int) -> np.void:
    unit = batch.matches["units"][match, side * HALF + FIRST_STRUCTURE + structure]
    unit["alive"] = 0
    return unit


NOBODY = np.zeros(2, np.int64)
RUNNING = np.zeros(2, np.bool_)


def test_a_fall_is_named_as_the_observation_names_the_structure() -> None:
    """The column of `own_buildings` or `enemy_buildings` that becomes 0 is the one that is said to have fallen."""
    names = [name for name, _ in columns()]
    own = [names.index(f"own_buildings[{place}].building") for place in range(15)]
    enemy = [names.index(f"enemy_buildings[{place}].building") for place in range(15)]
    batch = new_batch()
    watcher = watcher_of(batch)
    batch.observe()
    for side, structure in [(side, structure) for side in (0, 1) for structure in range(15)]:
        standing = batch.matches["units"]["alive"][0, side * HALF + FIRST_STRUCTURE + structure]
        before = batch.observations[0].copy()
        fell(batch, 0, side, structure)
        found = watcher.look(batch, RUNNING, NOBODY)
        batch.observe()
        gone = (before[:, own + enemy] > 0) & (batch.observations[0][:, own + enemy] == 0)
        np.testing.assert_array_equal(found.happened[:10, 1:31], gone)
        assert gone.sum() == 10 * standing
        assert not found.happened[10:].any() and not found.over[10:].any()
        assert (found.over[:10, 1:] == bool(standing)).all() and not found.over[:, 0].any()


def test_who_lives_near_a_structure_that_falls_takes_part_on_either_side() -> None:
    batch = new_batch()
    watcher = watcher_of(batch)
    units = batch.matches["units"][0]
    tower = units[FIRST_STRUCTURE]
    places = {0: 0.0, 1: NEAR - 1.0, 2: NEAR + 1.0, 5: 100.0, 6: 100.0}
    for seat in range(10):
        hero = units[seat // 5 * HALF + seat % 5]
        hero["x"], hero["y"] = tower["x"] + places.get(seat, 4000.0), tower["y"]
        hero["alive"] = seat != 6
    fell(batch, 0, 0, 0)
    found = watcher.look(batch, RUNNING, NOBODY)
    assert np.flatnonzero(found.happened[:, 31]).tolist() == [0, 1, 5]


def test_the_winner_is_told_from_either_side_and_nobody_s_match_is_half_of_each() -> None:
    batch = new_batch()
    found = watcher_of(batch).look(batch, np.array([True, True]), np.array([-1, 0]))
    assert found.happened[:, 0].tolist() == [0.0] * 5 + [1.0] * 5 + [0.5] * 10
    assert found.over.all() and not found.happened[:, 1:].any()


def test_a_structure_that_fell_before_falls_no_more_and_one_that_is_rebuilt_may_again() -> None:
    batch = new_batch()
    watcher = watcher_of(batch)
    barracks = fell(batch, 1, 1, 9)
    assert watcher.look(batch, RUNNING, NOBODY).over[10:, 1:].all()
    assert not watcher.look(batch, RUNNING, NOBODY).over.any()
    barracks["alive"] = 1
    assert not watcher.look(batch, RUNNING, NOBODY).over.any()
    barracks["alive"] = 0
    assert watcher.look(batch, RUNNING, NOBODY).over[10:, 1:].all()


def segment(decisions: int, heroes: int) -> Foretold:
    return Foretold.room(decisions, heroes, 1)


def test_targets_worked_by_hand() -> None:
    """γ 0.5, λ 1: one event with decision 2, then none until the end, beyond which 0.8 is foretold."""
    told = segment(5, 1)
    told.happened[2] = told.over[2] = 1
    told.after[:] = 0.8
    truncated = np.zeros((5, 1), np.bool_)
    found = told.targets(slice(0, 1), truncated, gamma=0.5, lam=1.0)[:, 0, 0]
    assert found.tolist() == pytest.approx([0.25, 0.5, 1.0, 0.2, 0.4])
    shorter = told.targets(slice(0, 1), truncated, gamma=0.5, lam=0.0)[
        :, 0, 0
    ]  # one decision ahead: forecasts, 0
    assert shorter.tolist() == pytest.approx([0.0, 0.0, 1.0, 0.0, 0.4])


def test_a_match_that_is_cut_is_foretold_from_where_it_was_cut() -> None:
    told = segment(3, 2)
    told.cut[1, 0] = 0.6
    told.after[:] = 0.1
    truncated = np.zeros((3, 2), np.bool_)
    truncated[1, 0] = True
    told.over[1, 1] = True  # ended with nothing having come true
    found = told.targets(slice(0, 1), truncated, gamma=1.0, lam=1.0)[..., 0]
    assert found[:, 0].tolist() == pytest.approx([0.6, 0.6, 0.1])
    assert found[:, 1].tolist() == pytest.approx([0.0, 0.0, 0.1])


def test_an_event_with_the_cut_counts_and_not_what_would_have_come() -> None:
    told = segment(1, 1)
    told.happened[0] = told.over[0] = 1
    told.cut[0] = 0.3
    found = told.targets(slice(0, 1), np.ones((1, 1), np.bool_), gamma=1.0, lam=1.0)
    assert float(found[0, 0, 0]) == 1.0


def test_td_targets_learn_from_segments_the_chance_that_whole_matches_show() -> None:
    """Matches of 12 decisions that are won with 0.7, seen in segments of 4, so that most see no end at all.

    A table of forecasts by decision, which learns by what segments tell, comes to the share of matches won.
    """
    rng = np.random.default_rng(1)
    table, n = np.full(12, 0.2), 400
    for update in range(240):
        begin = update % 3 * 4
        told = segment(4, n)
        told.forecasts[..., 0] = table[begin : begin + 4, None]
        told.after[:] = table[begin + 4] if begin < 8 else 0.0
        if begin == 8:
            told.happened[3, :, 0] = rng.random(n) < 0.7
            told.over[3] = True
        found = told.targets(slice(0, 1), np.zeros((4, n), np.bool_), gamma=1.0, lam=0.95)
        table[begin : begin + 4] += 0.3 * (found[..., 0].mean(1) - table[begin : begin + 4])
    np.testing.assert_allclose(table, 0.7, atol=0.03)


def test_a_rollout_foretells_and_sees_what_came_of_it_and_the_learner_s_loss_falls() -> None:
    settings = tiny_run(
        network=NETWORK, limit_s=2.5, capped="net_worth", learning_rate=0.01, epochs=8, minibatches=1
    )
    rollout, policy = rollout_of(settings)
    learner = Learner(settings, policy, clock=Clock())
    found = [rollout.play(policy, terms_of(settings)) for _ in range(3)]
    told = found[2].foretold
    assert told is not None and found[0].foretold is not None
    assert told.over[2].all() and not found[0].foretold.over.any()
    places, seats = rollout.places, rollout.seats
    wins = told.happened[2, :, 0]
    for place in np.unique(places):
        both = wins[(places == place)]
        assert len(both) == 1 or sum(both) == 1.0
    assert set(wins) <= {0.0, 0.5, 1.0} and len(seats) == len(wins)
    np.testing.assert_allclose(found[1].foretold.forecasts[0], found[0].foretold.after, atol=1e-6)
    first = learner.learn(found[2])
    last = learner.learn(found[2])
    assert set(first.forecasts) == {"win", "structure", "part"}
    for name in first.forecasts:
        assert last.forecasts[name].loss < first.forecasts[name].loss, name


def test_weights_of_0_leave_the_forecasts_as_they_are() -> None:
    settings = tiny_run(network=NETWORK, win_weight=0, structure_weight=0, part_weight=0)
    rollout, policy = rollout_of(settings)
    before = {name: each.clone() for name, each in policy.forecasts.state_dict().items()}
    Learner(settings, policy, clock=Clock()).learn(rollout.play(policy, terms_of(settings)))
    for name, each in policy.forecasts.state_dict().items():
        assert (each == before[name]).all(), name


def test_it_comes_back_from_a_state() -> None:
    told = Foretold.room(2, 3, 4)
    told.happened[0, 1, 2] = 1.0
    again = Foretold.from_state(told.state())
    assert again is not None and again.happened[0, 1, 2] == 1.0 and again.over.dtype == np.bool_
    assert Foretold.from_state(None) is None
