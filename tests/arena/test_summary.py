from __future__ import annotations

from dataclasses import replace

from arena.executor import ProcessPool
from arena.summary import play_and_sum_up, sum_up
from arena.tournament import Progress
from tests.arena.made import made_plan, made_result


def test_matches_are_counted_by_winner_side_and_ending() -> None:
    plan = made_plan(players=("idle", "random"), blocks=4)
    summary = sum_up("idle", "random", [made_result(plan, 1, batch, faulty=True) for batch in (0, 1)])
    assert (summary.matches, summary.first_wins, summary.second_wins, summary.draws) == (16, 0, 16, 0)
    assert (summary.west_wins, summary.east_wins) == (8, 8)
    assert summary.endings == {"kills": 16}
    assert sum(summary.faults.values()) == 6
    assert summary.median_s == 1003.5 / 30
    assert summary.longest_s == 1007 / 30


def test_either_entrant_may_be_named_first() -> None:
    plan = replace(made_plan(players=("bot:easy", "idle"), blocks=1), limit_s=2.0)
    with ProcessPool(1) as pool:
        names = [play_and_sum_up(plan, pool, first=first).first for first in ("idle", "bot:easy", None)]
    assert names == ["idle", "bot:easy", "bot:easy"]


def test_void_matches_are_in_no_number() -> None:
    plan = made_plan(players=("idle", "random"), blocks=1)
    summary = sum_up("idle", "random", [made_result(plan, 1, 0, failures={"idle": "raised"})])
    assert (summary.matches, summary.median_s, summary.longest_s) == (0, None, None)
    assert summary.set_aside == {"idle": "raised"}


def test_who_ends_its_workers_is_named() -> None:
    fatal = "fatal=python:tests.arena.bad_players:LeavesLater"
    plan = replace(made_plan(players=("idle", fatal), blocks=1), limit_s=5.0)
    with ProcessPool(1) as pool:
        summary = play_and_sum_up(plan, pool)
    assert summary.matches == 0
    assert list(summary.set_aside) == ["fatal"]
    assert summary.set_aside["fatal"].startswith("ended the process it plays in: ")


def test_real_matches_are_played_and_summed_up() -> None:
    plan = replace(made_plan(players=("bot:easy", "idle"), blocks=1), limit_s=5.0)
    with ProcessPool(1) as pool:
        seen: list[Progress] = []
        summary = play_and_sum_up(plan, pool, report=seen.append)
    assert seen == [Progress(1, 0, 0), Progress(1, 1, 4)]
    assert summary.matches == 4
    assert summary.first_wins + summary.second_wins + summary.draws == 4
    assert sum(summary.endings.values()) == 4
