"""The pool against plain play of the same matches, and what must not depend on what."""

from __future__ import annotations

import numpy as np
import pytest

from arena.environments import MatchPool, Rewards, Rows, Seating
from arena.environments.seating import BadSeating
from arena.games import moba
from arena.games.moba import layout as lay
from arena.players import BadAnswer
from arena.setting import Setting
from tests.arena.environments.made import Forgets, actions, copied, generators, run


def pool_of(
    n: int, control: str, *, variant: str = "duel", opponent: str = "bot:easy", **more: object
) -> MatchPool:
    setting = Setting(variant, **{name: more.pop(name) for name in ("limit_s",) if name in more})
    return MatchPool(n, setting=setting, seating=Seating(control, opponent), **more)


@pytest.mark.parametrize(("variant", "control"), [("blitz", "side"), ("blitz", "hero"), ("duel", "all")])
def test_a_pool_plays_the_matches_that_plain_play_has(variant: str, control: str) -> None:
    pool = pool_of(2, control, variant=variant, opponent="bot:medium")
    pool.reset(generators(5, 6))
    batch = moba.Batch(variant, pool.batch.setups)
    medium = moba.scripted("medium")
    matches, heroes = np.nonzero(batch.active)
    for decision in range(40):
        batch.observe()
        assert np.array_equal(pool.rows.observations, batch.observations[pool.matches, pool.seats])
        assert np.array_equal(pool.rows.masks, batch.masks[pool.matches, pool.seats])
        answers, orders = np.zeros((len(matches), 4), np.int64), np.zeros((2, 10, 4), np.int64)
        medium(batch, matches, heroes, answers)
        orders[matches, heroes] = answers
        orders[pool.matches, pool.seats] = actions(decision, pool.k)
        batch.step(orders)
        pool.step(actions(decision, pool.k))
    assert pool.batch.matches.tobytes() == batch.matches.tobytes()
    assert not pool.rows.rewards.any() and not pool.rows.terminated.any()


def test_a_place_s_matches_do_not_depend_on_the_other_places() -> None:
    """With different ends: one place is reset more often than the other by hand."""
    both = pool_of(2, "side", limit_s=2.0)
    both.reset(generators(8, 9))
    together = run(both, 40)
    for place, seed in enumerate((8, 9)):
        one = pool_of(1, "side", limit_s=2.0)
        one.reset(generators(seed))
        alone = run(one, 40)
        for whole, part in zip(together, alone, strict=True):
            for name in part:
                assert np.array_equal(whole[name][place : place + 1], part[name]), name
    assert sum(rows["truncated"].any() for rows in together[::2]) == 2  # replaced twice


def test_what_is_seen_of_an_ended_match_is_how_it_stood_at_the_end() -> None:
    cut, whole = pool_of(1, "all", limit_s=2.0), pool_of(1, "all")
    for pool in (cut, whole):
        pool.reset(generators(3))
    for decision in range(15):
        for pool in (cut, whole):
            pool.step(actions(decision, 2))
    assert cut.rows.truncated.all() and not cut.rows.terminated.any() and not cut.rows.rewards.any()
    assert not whole.rows.truncated.any()
    for name in ("observations", "masks", "action_masks"):
        assert np.array_equal(getattr(cut.rows, name), getattr(whole.rows, name))
    assert cut.batch.matches["ending"][0] == lay.BY_LIMIT


def test_the_winner_s_side_is_paid_and_the_loser_s_pays_once() -> None:
    pool = pool_of(3, "all", variant="blitz", rewards=Rewards(win=2.0))
    pool.reset(generators(1, 2, 3))
    pool.batch.matches["units"]["alive"][0, lay.HALF + lay.ANCIENT] = 0  # east's falls
    pool.batch.matches["units"]["alive"][1, [lay.ANCIENT, lay.HALF + lay.ANCIENT]] = 0
    rows = pool.step(actions(0, 30))
    assert rows.rewards.reshape(3, 10).tolist() == [[2.0] * 5 + [-2.0] * 5, [0.0] * 10, [0.0] * 10]
    assert rows.terminated.reshape(3, 10)[:, 0].tolist() == [True, True, False]
    assert not rows.truncated.any()
    outcome, ending = pool.outcomes(np.arange(0, 30, 5))
    assert outcome.tolist() == [1, -1, 0, 0, 0, 0]
    assert [moba.ENDINGS[place] for place in ending[::2][:2]] == ["ancient", "both ancients"]
    again = pool.step(actions(1, 30))
    assert not again.rewards.any() and again.terminated.reshape(3, 10)[:, 0].tolist() == [True, True, False]


def test_the_ledger_s_weights_pay_what_the_ledger_grew_by() -> None:
    weights = {"gold": 0.01, "health_lost": -0.003}
    paying = Rewards(win=0.0, ledger=weights)
    pool = pool_of(2, "side", variant="skirmish", opponent="bot:hard", limit_s=20.0, rewards=paying)
    pool.reset(generators(4, 5))
    begun = pool.batch.tally[pool.matches, pool.seats]  # a skirmish begins with earnings
    paid = np.zeros(10)
    for decision in range(150):
        paid += pool.step(actions(decision, 10)).rewards
    grown = pool.batch.tally[pool.matches, pool.seats] - begun
    names = [moba.TALLY_NAMES.index(name) for name in weights]
    assert paid == pytest.approx(grown[:, names] @ list(weights.values()))
    assert (grown[:, names] != 0).any(axis=0).all()
    pool.begin_ended()
    begun = pool.batch.tally[pool.matches, pool.seats]
    rows = pool.step(actions(0, 10))
    grown = pool.batch.tally[pool.matches, pool.seats] - begun
    assert rows.rewards == pytest.approx(grown[:, names] @ list(weights.values()))


def test_rows_are_written_where_the_caller_wants_them() -> None:
    here, there = pool_of(2, "all"), pool_of(2, "all")
    for pool in (here, there):
        pool.reset(generators(1, 2))
    kept = Rows.empty(3 * 4)
    before = copied(there.rows)
    for decision in range(3):
        out = Rows(*(values[decision * 4 : decision * 4 + 4] for values in vars(kept).values()))
        here.step(actions(decision, 4))
        assert there.step(actions(decision, 4), out=out) is out
        assert all(np.array_equal(vars(out)[name], values) for name, values in vars(here.rows).items())
    assert all(np.array_equal(vars(there.rows)[name], values) for name, values in before.items())


def test_what_remembers_is_told_to_forget_or_not_let_in() -> None:
    pool = pool_of(2, "side", opponent="test-forgets", limit_s=1.0)
    pool.reset(generators(1, 2))
    run(pool, 20)  # the player checks what it remembers against the match's own count
    pool = pool_of(2, "side", opponent="test-counts", limit_s=1.0)
    pool.reset(generators(1, 2))
    with pytest.raises(BadSeating, match=r"got test-counts: give it a method forget\(matches\)"):
        run(pool, 20)
    pool.reset(generators(1, 2))  # it is made anew
    pool.step(actions(0, 2))


def test_actions_outside_the_contract_are_refused() -> None:
    pool = pool_of(1, "all")
    pool.reset(generators(1))
    with pytest.raises(BadAnswer, match="answered 12 for kind, expected 0 to 11"):
        pool.step(np.array([[12, 0, 0, 0]] * 2))
    with pytest.raises(BadAnswer, match=r"answered shape \(1, 4\), expected \(2, 4\)"):
        pool.step(np.zeros((1, 4), np.int64))


def test_a_generator_and_a_setup_are_needed_for_each_match() -> None:
    pool = pool_of(2, "all")
    with pytest.raises(ValueError, match="expected generators for each of 2 matches; got 1"):
        pool.reset(generators(1))
    with pytest.raises(ValueError, match="expected setups for each of 2 matches; got 1"):
        pool.reset(generators(1, 2), setups=[moba.Setup(1, (0,), (1,))])


def test_players_are_closed_when_new_ones_are_made_and_at_the_end() -> None:
    before = Forgets.closed
    pool = pool_of(1, "side", opponent="test-forgets")
    pool.reset(generators(1))
    assert Forgets.closed == before
    pool.reset(generators(1))
    assert Forgets.closed == before + 1
    pool.close()
    pool.close()
    assert Forgets.closed == before + 2
