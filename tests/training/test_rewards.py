"""Rewards of a batch: every row in a scene, whole stretches against a plain account, and what is done to the parts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from arena.games.moba import TALLY_NAMES, Batch, Setup, random_lineups
from arena.games.moba import layout as lay
from arena.games.moba.maps import load as load_map
from arena.games.moba.scaling import act
from tests.training.reward_scenes import (
    SCENES,
    lose_courier,
    make,
    plain_hero,
    plain_side,
    records,
    stray,
    win,
    wound,
)
from training.errors import BadRewardSettings
from training.reward_table import EVENTS, RewardTable, Row, load_table, table_names
from training.rewards import RewardSettings, Scorer, endings

BARE = RewardSettings(zero_sum=False, decay=1.0)
EVERYTHING = RewardTable(
    "everything", tuple(Row(name, "team" if event.of_side else "hero", 1.0) for name, event in EVENTS.items())
)


def table(*rows: tuple[str, str, float]) -> RewardTable:
    return RewardTable("test", tuple(Row(*row) for row in rows))


def paid(
    rewarded: RewardTable,
    change: Callable[[np.void], None],
    *,
    settings: RewardSettings = BARE,
    spirit: float = 0.0,
    batch: Batch | None = None,
) -> np.ndarray:
    """Rewards (10,) of the change, in a fresh match."""
    batch = make() if batch is None else batch
    scorer = Scorer(rewarded, batch.n, settings)
    scorer.begin(batch)
    change(batch.matches[0])
    return scorer.pay(batch, team_spirit=spirit)[0].copy()


@pytest.mark.parametrize("event", EVENTS)
def test_an_event_pays_whom_it_happened_to_by_its_weight(event: str) -> None:
    change, amount = SCENES[event]
    of_side = EVENTS[event].of_side
    found = paid(table((event, "team" if of_side else "hero", 0.5)), change)
    expected = [0.5 * amount] * 5 if of_side else [0.5 * amount, 0, 0, 0, 0]
    np.testing.assert_allclose(found, [*expected, 0, 0, 0, 0, 0], rtol=1e-12, atol=1e-15)
    assert found[0] != 0.0


@pytest.mark.parametrize(
    ("name", "event"), [(name, row.event) for name in table_names() for row in load_table(name).rows]
)
def test_every_row_of_every_shipped_table_changes_the_reward(name: str, event: str) -> None:
    whole = load_table(name)
    without = RewardTable(name, tuple(row for row in whole.rows if row.event != event))
    change, amount = SCENES[event]
    settings = RewardSettings()
    difference = paid(whole, change, settings=settings, spirit=0.3) - paid(
        without, change, settings=settings, spirit=0.3
    )
    weight = next(row.weight for row in whole.rows if row.event == event)
    assert np.sign(difference[0]) == np.sign(weight * amount) and abs(difference[0]) > 1e-7
    assert difference.sum() == pytest.approx(0.0, abs=1e-9)


def test_with_the_scope_team_all_five_are_paid_for_what_two_did() -> None:
    def hit(m: np.void) -> None:
        m.heroes[1].tally[lay.STRUCTURE_HEALTH_TAKEN] += 0.25
        m.heroes[4].tally[lay.STRUCTURE_HEALTH_TAKEN] += 0.5

    assert paid(table(("structure_damage", "team", 2.0)), hit).tolist() == [1.5] * 5 + [0.0] * 5


def test_a_whole_bar_of_a_tower_pays_two_thirds_and_its_fall_the_third() -> None:
    batch = make()
    scorer = Scorer(table(("tower_tier_1", "team", 3.0)), 1, BARE)
    scorer.begin(batch)
    rewards = []
    for share in (0.5, 0.75, 1e-9, 0.0, 0.0):
        wound(share, lay.FIRST_STRUCTURE)(batch.matches[0])
        rewards.append(scorer.pay(batch)[0, 2])
    np.testing.assert_allclose(rewards, [1.0, -0.5, 1.5, 1.0, 0.0], atol=1e-7)


def test_a_barracks_that_is_built_again_takes_nothing_back_and_pays_again() -> None:
    batch = make()
    scorer = Scorer(table(("barracks", "team", 1.0)), 1, BARE)
    scorer.begin(batch)
    rewards = []
    for share in (0.0, 1.0, 0.5, 0.0):
        wound(share, lay.BARRACKS)(batch.matches[0])
        rewards.append(scorer.pay(batch)[0, 0])
    np.testing.assert_allclose(rewards, [1.0, 0.0, 1 / 3, 2 / 3])


def test_super_creeps_and_the_courier_pay_once_and_again_when_it_happens_again() -> None:
    batch = make()
    scorer = Scorer(table(("courier_death", "team", -2.0), ("super_creeps", "team", 4.0)), 1, BARE)
    scorer.begin(batch)
    m = batch.matches[0]
    rewards = []
    for lives, due in ((0, 0), (0, 9), (1, 9), (0, 0), (1, 9)):
        m.units[lay.COURIER].alive = lives
        m.rebuild[1, :] = due
        rewards.append(scorer.pay(batch)[0, 0])
    assert rewards == [-2.0, 4.0, 0.0, -2.0, 4.0]


def test_health_is_lost_once_at_a_death_and_won_at_the_return() -> None:
    batch = make()
    scorer = Scorer(table(("health_changed", "hero", 2.0)), 1, BARE)
    scorer.begin(batch)
    unit = batch.matches[0].units[0]
    rewards = []
    for share, alive in ((0.5, 1), (0.0, 0), (0.0, 0), (1.0, 1)):
        unit.health, unit.alive = unit.max_health * share, alive
        rewards.append(scorer.pay(batch)[0, 0])
    half = 0.71875
    np.testing.assert_allclose(rewards, [2 * (half - 1), -2 * half, 0.0, 2.0], atol=1e-12)


def test_a_way_forward_is_paid_whoever_walks_it_and_taken_back_at_a_death_or_by_a_fall() -> None:
    batch = make()
    scorer = Scorer(table(("advance", "hero", 1.0)), 1, BARE)
    m = batch.matches[0]
    m.heroes[0].lane = 0
    scorer.begin(batch)
    tower = m.units[lay.HALF + lay.FIRST_STRUCTURE + 6]
    m.units[0].x, m.units[0].y = x, y = tower.x - 600.0, tower.y - 800.0
    out = scorer.pay(batch)[0, 0]
    tower.alive = 0
    fallen = scorer.pay(batch)[0, 0]
    m.units[0].alive = 0
    died = scorer.pay(batch)[0, 0]
    m.units[0].x, m.units[0].y = load_map("blitz").fountain
    assert scorer.pay(batch)[0, 0] == 0.0, "a dead hero is at home wherever it lies"
    m.units[0].alive = 1
    assert scorer.pay(batch)[0, 0] == 0.0, "a return is paid by its steps alone"
    assert out > 3.0 and fallen < -0.5 and died < -0.1
    other = make()
    twin = Scorer(table(("advance", "hero", 1.0)), 1, BARE)
    other.matches[0].heroes[5].lane = 0
    twin.begin(other)
    other.matches[0].units[lay.HALF].x, other.matches[0].units[lay.HALF].y = -x, -y
    assert twin.pay(other)[0, 5] == out


def leaves(change: Callable[[np.void], None], variant: str = "blitz") -> list[float]:
    return paid(table(("lane_left_early", "hero", -0.15)), change, batch=make(variant)).tolist()


def test_a_lane_is_left_on_another_s_ground_while_its_first_towers_stand() -> None:
    left = [-0.15] + [0.0] * 9
    assert leaves(stray) == left
    for slot in (lay.FIRST_STRUCTURE, lay.HALF + lay.FIRST_STRUCTURE + 6):

        def fell(m: np.void, slot: int = slot) -> None:
            stray(m)
            m.units[slot].alive = 0

        assert leaves(fell) == [0.0] * 10

    def dead(m: np.void) -> None:
        stray(m)
        m.units[0].alive = 0

    def dealt(m: np.void) -> None:
        stray(m)
        m.heroes[0].lane = 1

    def on_its_lane(m: np.void) -> None:
        m.units[0].x, m.units[0].y = -3900.0, 1500.0

    def far_end(m: np.void) -> None:
        m.units[0].x, m.units[0].y = 2600.0, -3900.0

    assert leaves(dead) == leaves(dealt) == leaves(on_its_lane) == [0.0] * 10
    assert leaves(far_end) == left
    assert leaves(stray, "duel") == [0.0] * 10


def test_after_the_end_nobody_is_paid_for_where_it_stands() -> None:
    batch = make()
    scorer = Scorer(table(("lane_left_early", "hero", -0.15)), 1, BARE)
    stray(batch.matches[0])
    win(batch.matches[0])
    scorer.begin(batch)
    assert not scorer.pay(batch).any()


def test_the_first_and_the_last_seat_have_lanes_that_are_each_other_s_image() -> None:
    def change(m: np.void) -> None:
        for number, (x, y) in (
            (0, (-3900, 0)),
            (4, (0, -3900)),
            (lay.HALF, (3900, 0)),
            (lay.HALF + 4, (0, 3900)),
        ):
            m.units[number].x, m.units[number].y = x, y

    def exchanged(m: np.void) -> None:
        for number, (x, y) in (
            (4, (-3900, 0)),
            (0, (0, -3900)),
            (lay.HALF + 4, (3900, 0)),
            (lay.HALF, (0, 3900)),
        ):
            m.units[number].x, m.units[number].y = x, y

    assert leaves(change) == [0.0] * 10
    assert leaves(exchanged) == [-0.15, 0, 0, 0, -0.15] * 2


@pytest.mark.parametrize(("variant", "start"), [("blitz", "siege"), ("duel", "fresh")])
def test_stretches_of_play_are_paid_as_a_plain_account_has_it(variant: str, start: str) -> None:
    """Each row's raw part, from the records of the match before and after each of the decisions."""
    batch = make(variant, 2, start=start)
    scorer = Scorer(EVERYTHING, batch.n, BARE)
    for _ in range(40 if variant == "blitz" else 150):
        batch.observe()
        batch.step(act(batch, "medium"))
    seen = np.zeros(len(EVERYTHING.rows), np.bool_)
    for _ in range(6):
        was = records(batch)
        scorer.begin(batch)
        for _ in range(40):
            batch.observe()
            batch.step(act(batch, "medium"))
        scorer.pay(batch)
        now = records(batch)
        for k, row in enumerate(EVERYTHING.rows):
            if row.event == "lane_left_early":
                continue
            of_side = EVENTS[row.event].of_side
            plain = [
                [
                    (
                        plain_side(row.event, was[b], now[b], h // 5)
                        if of_side
                        else plain_hero(row.event, was[b], now[b], h)
                    )
                    if batch.active[b, h]
                    else 0.0
                    for h in range(10)
                ]
                for b in range(batch.n)
            ]
            np.testing.assert_allclose(scorer.raw[..., k], plain, rtol=1e-9, atol=1e-9, err_msg=row.event)
            seen[k] |= np.any(plain)
    assert seen.sum() >= (25 if variant == "blitz" else 15)


def test_with_everything_exchanged_rewards_are_exchanged_bit_for_bit() -> None:
    setups = [Setup(seed, *random_lineups("blitz", seed), start="siege") for seed in (5, 6)]
    found = []
    for own in (setups, [setup.exchanged() for setup in setups]):
        batch = Batch("blitz", own, observe_floats=False)
        scorer = Scorer(load_table("five"), batch.n, RewardSettings())
        scorer.begin(batch)
        rewards = []
        for _ in range(60):
            batch.observe()
            batch.step(act(batch, "medium"))
            rewards.append(scorer.pay(batch, team_spirit=0.3).copy())
        found.append(np.array(rewards))
    assert np.abs(found[0]).sum() > 10.0
    assert (found[0] == np.roll(found[1], 5, axis=2)).all()


def test_team_spirit_by_hand() -> None:
    """A kill paid 1 to one of five: 1 - τ of its own and τ of the mean, 1/5; the others τ/5."""
    rewards = paid(table(("kill", "hero", 1.0 / 3.0)), SCENES["kill"][0], spirit=0.5)
    np.testing.assert_allclose(rewards, [0.5 + 0.1, 0.1, 0.1, 0.1, 0.1, 0, 0, 0, 0, 0])


def test_the_zero_sum_by_hand() -> None:
    """With τ = 1/2 and a kill of 1: the mean of west is 1/5, which east's heroes lose."""
    settings = RewardSettings(zero_sum=True, decay=1.0)
    rewards = paid(table(("kill", "hero", 1.0 / 3.0)), SCENES["kill"][0], settings=settings, spirit=0.5)
    np.testing.assert_allclose(rewards, [0.6, 0.1, 0.1, 0.1, 0.1, -0.2, -0.2, -0.2, -0.2, -0.2])


def test_in_a_duel_the_team_is_one_hero_and_empty_seats_get_nothing() -> None:
    settings = RewardSettings(decay=1.0)
    rewards = paid(
        table(("kill", "hero", 1.0 / 3.0), ("tower_tier_1", "team", 0.0 + 3.0)),
        SCENES["kill"][0], settings=settings, spirit=0.7, batch=make("duel"),
    )  # fmt: skip
    np.testing.assert_allclose(rewards, [1, 0, 0, 0, 0, -1, 0, 0, 0, 0])


def test_time_takes_two_fifths_in_ten_minutes_of_all_but_the_win() -> None:
    def late(change: Callable[[np.void], None]) -> Callable[[np.void], None]:
        def changed(m: np.void) -> None:
            m.tick = 600 * 30
            change(m)

        return changed

    def both(m: np.void) -> None:
        win(m)
        lose_courier(m)

    settings = RewardSettings(zero_sum=False)
    rows = table(("courier_death", "team", -2.0), ("win", "team", 5.0))
    assert paid(rows, late(both), settings=settings)[0] == pytest.approx(5.0 - 0.6 * 2.0)
    slower = RewardSettings(zero_sum=False, decay_s=1200.0)
    assert paid(rows, late(both), settings=slower)[0] == pytest.approx(5.0 - 0.6**0.5 * 2.0)


def test_nothing_is_clamped() -> None:
    def windfall(m: np.void) -> None:
        m.heroes[0].tally[lay.GOLD] += 1e7
        m.heroes[1].tally[lay.DEATHS] += 500

    rewards = paid(table(("gold_gained", "hero", 0.006), ("death", "hero", -1.0)), windfall)
    np.testing.assert_allclose(rewards[:2], [60_000.0, -500.0])


def test_an_end_is_paid_once_and_a_match_begun_in_its_place_is_not_paid_for_the_change() -> None:
    batch = make(n=2)
    scorer = Scorer(load_table("five"), 2, RewardSettings())
    scorer.begin(batch)
    win(batch.matches[0])
    rewards = scorer.pay(batch).copy()
    assert rewards[0].tolist() == [5.0] * 5 + [-5.0] * 5 and not rewards[1].any()
    assert scorer.played[0].all() and scorer.played[1].all()
    assert not scorer.pay(batch).any()
    assert not scorer.played[0].any() and scorer.played[1].all()
    batch.reset_matches([0], [Setup(9, *random_lineups("blitz", 9), start="midgame")])
    scorer.begin(batch)
    assert not scorer.pay(batch).any()
    assert scorer.played.all()


def cut(capped: str, change: Callable[[np.void], None]) -> tuple[list[float], bool, bool]:
    """A duel that is cut after a decision: rewards of both heroes for the win; whether it ended, was truncated."""
    batch = make("duel", limit_s=4 / 30)
    settings = RewardSettings(capped=capped)
    scorer = Scorer(table(("win", "team", 5.0)), 1, settings)
    scorer.begin(batch)
    change(batch.matches[0])
    batch.observe()
    batch.step(np.zeros((1, 10, 4), np.int64))
    assert batch.matches["ending"][0] == lay.BY_LIMIT
    ended, truncated = endings(batch, settings)
    return scorer.pay(batch)[0, [0, 5]].tolist(), bool(ended[0]), bool(truncated[0])


def test_a_match_that_was_cut_is_settled_by_the_setting() -> None:
    def richer(m: np.void) -> None:
        m.heroes[5].gold += 500

    base_tower = wound(0.0, lay.BASE_TOWER)
    assert cut("draw", richer) == cut("draw", base_tower) == ([0.0, 0.0], False, True)
    assert cut("structures", base_tower) == ([5.0, -5.0], True, False)
    assert cut("structures", richer) == ([0.0, 0.0], True, False)
    assert cut("net_worth", richer) == ([-5.0, 5.0], True, False)


def test_a_match_that_ended_by_the_rules_is_no_truncation() -> None:
    batch = make(n=2)
    win(batch.matches[0])
    for capped in ("draw", "structures", "net_worth"):
        ended, truncated = endings(batch, RewardSettings(capped=capped))
        assert ended.tolist() == [True, False] and not truncated.any()


def test_the_rewards_are_the_sums_of_their_parts() -> None:
    batch = make(n=2, start="siege")
    scorer = Scorer(EVERYTHING, 2, RewardSettings())
    scorer.begin(batch)
    for _ in range(20):
        batch.observe()
        batch.step(act(batch, "medium"))
        rewards = scorer.pay(batch, team_spirit=0.8)
        np.testing.assert_allclose(rewards, scorer.parts.sum(2), rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(rewards.sum(1), 0.0, atol=1e-6)


def test_every_entry_of_the_ledger_can_be_paid_for() -> None:
    assert set(TALLY_NAMES) <= set(EVENTS)
    assert set(SCENES) == set(EVENTS)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ({"decay": 0.0}, "expected a decay above 0, at most 1; got 0"),
        ({"decay": 1.5}, "expected a decay above 0, at most 1; got 1.5"),
        ({"decay_s": 0.0}, "expected decay_s of more than 0 seconds; got 0"),
        ({"capped": "loss"}, "expected capped to be one of draw, structures, net_worth; got 'loss'"),
    ],
)
def test_wrong_settings_are_refused(change: dict[str, float], text: str) -> None:
    with pytest.raises(BadRewardSettings, match=text):
        RewardSettings(**change)


def test_a_wrong_team_spirit_is_refused() -> None:
    with pytest.raises(BadRewardSettings, match=r"a team spirit from 0 to 1; got 1\.5"):
        paid(table(("kill", "hero", 1.0)), win, spirit=1.5)
