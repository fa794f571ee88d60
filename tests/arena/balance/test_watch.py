"""What is noted of a match while it is played, against what a test does to it."""

from __future__ import annotations

import numpy as np

from arena.balance.watch import LOOK_EVERY, WORTH_EVERY, Watch
from arena.games import moba
from arena.games.moba import layout as lay

HOLD = np.zeros((2, 10, 4), np.int64)


def batch_of(variant: str = "blitz") -> moba.Batch:
    setups = [moba.Setup(seed, *moba.random_lineups(variant, seed)) for seed in range(2)]
    return moba.Batch(variant, setups, observe_floats=False)


def go(batch: moba.Batch, watch: Watch, decisions: int) -> None:
    for _ in range(decisions):
        batch.observe()
        batch.step(HOLD)
        watch(batch)


def test_first_kills_falls_and_purchases_are_noted_once() -> None:
    batch = batch_of()
    watch = Watch(batch)
    go(batch, watch, 2)
    batch.matches["kills"][0, 1] = 1
    tower = batch.matches["units"][0, lay.HALF + lay.FIRST_STRUCTURE + 3 :][:1]
    tower["alive"] = 0
    go(batch, watch, 1)
    batch.matches["kills"][0, 0] = 1
    batch.matches["units"]["alive"][0, lay.FIRST_STRUCTURE] = 0
    batch.matches["heroes"]["next_item"][0, 7] = 2
    go(batch, watch, 1)
    one, other = watch.figures()
    assert one.first_kill == (-1, 12) and one.first_tower == (1, 12)
    assert [(int(h), int(p), int(one.falls[h, p])) for h, p in np.argwhere(one.falls)] == [
        (0, 0, 16),
        (1, 3, 12),
    ]
    assert one.purchases[7] == tuple(batch.matches["heroes"]["build"][0, 7, :2])
    assert other.first_kill == other.first_tower == (0, 0) and not other.falls.any()
    assert one.heroes == (*batch.setups[0].west, *batch.setups[0].east) and one.winner == 0


def test_leads_are_shares_of_all_net_worth() -> None:
    batch = batch_of()
    watch = Watch(batch)
    batch.matches["heroes"]["gold"][1, 0] += 3000
    go(batch, watch, WORTH_EVERY)
    lead = watch.figures()[1].lead
    worth = batch.results()["net_worth"][1]
    assert lead.tolist() == [(worth[0] - worth[1]) / worth.sum()] and lead[0] > 0.2
    assert watch.figures()[0].lead.tolist() == [0.0]


def test_a_lane_without_creeps_is_timed() -> None:
    batch = batch_of()
    watch = Watch(batch)
    go(batch, watch, 64)
    assert batch.matches["wave"].min() == 1 and not watch.longest_empty.any()
    for _ in range(4 * LOOK_EVERY):
        units = batch.matches["units"].reshape(2, 2, lay.HALF)[0]
        units[0]["alive"][lay.FIRST_CREEP :][units[0]["lane"][lay.FIRST_CREEP :] == 0] = 0
        units[1]["alive"][lay.FIRST_CREEP :][units[1]["lane"][lay.FIRST_CREEP :] == 2] = 0
        go(batch, watch, 1)
    one, other = watch.figures()
    assert one.longest_empty.tolist() == [4 * LOOK_EVERY * 4, 0, 0] and not other.longest_empty.any()
