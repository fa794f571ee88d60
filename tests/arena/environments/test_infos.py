from __future__ import annotations

import numpy as np

from arena.environments import MatchPool, Seating
from arena.environments.infos import ended_info, row_info, rows_info
from arena.games.moba import layout as lay
from arena.setting import Setting
from tests.arena.environments.made import actions, generators


def test_one_row_is_told_what_all_rows_are() -> None:
    pool = MatchPool(2, setting=Setting("blitz"), seating=Seating("side", "idle"))
    pool.reset(generators(1, 2))
    for _ in range(3):
        pool.step(actions(0, pool.k))
    pool.batch.matches["units"]["alive"][0, lay.ANCIENT] = 0
    pool.step(actions(0, pool.k))
    everyone = rows_info(pool, copy=True)
    for row in range(pool.k):
        one = row_info(pool, row)
        assert np.array_equal(np.concatenate(one["action_mask"]), everyone["action_mask"][row])
        assert np.array_equal(one["masks"], everyone["masks"][row])
        assert (one["seat"], one["hero"]) == (everyone["seat"][row], everyone["hero"][row])
        assert ("outcome" in one) is (row < 5)
    west = pool.seats[0] < 5
    ended = ended_info(pool, np.arange(5))
    assert ended["outcome"].tolist() == [-1 if west else 1] * 5
    assert row_info(pool, 0)["ending"] == ended["ending"][0] == "ancient"
    assert ended["seconds"].tolist() == [13 / 30] * 5


def test_what_was_told_is_the_caller_s_to_keep() -> None:
    pool = MatchPool(1, setting=Setting("duel"), seating=Seating("all"))
    pool.reset(generators(1))
    kept = row_info(pool, 0)
    pool.rows.masks[:] = False
    pool.rows.action_masks[:] = 0
    assert kept["masks"].any() and kept["action_mask"][0].any()
    assert rows_info(pool, copy=False)["masks"] is pool.rows.masks
