"""How matches of a run are drawn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from arena.games import moba
from tests.training.runs import tiny_run
from training.draws import course_at


def test_a_match_hangs_on_the_seed_and_its_number_alone() -> None:
    course = course_at(tiny_run(randomised=0.5), 0)
    setups = [course.setup(5, number) for number in range(20)]
    assert setups == [course.setup(5, number) for number in range(20)]
    assert len({setup.seed for setup in setups}) == 20
    assert {setup.seed for setup in setups}.isdisjoint(course.setup(6, number).seed for number in range(20))


def test_shares_of_starts_and_of_randomised_setups_follow_their_schedules() -> None:
    settings = tiny_run(
        starts={"fresh": 1.0, "midgame": "0 to 3 over 1M"},
        randomisation="wide",
        randomised="0 to 1 over 1M",
    )
    count = 2000

    def shares(agent_steps: int) -> tuple[float, float]:
        course = course_at(settings, agent_steps)
        setups = [course.setup(1, number) for number in range(count)]
        starts = Counter(setup.start for setup in setups)
        changed = sum(setup.randomisation == moba.PRESETS["wide"] for setup in setups)
        return starts["midgame"] / count, changed / count

    assert shares(0) == (0.0, 0.0)
    assert shares(500_000) == pytest.approx((0.6, 0.5), abs=0.04)
    assert shares(2_000_000) == (pytest.approx(0.75, abs=0.04), 1.0)


def test_matches_are_cut_as_a_batch_with_that_cap_would_cut_them() -> None:
    settings = tiny_run(limit_s="30 to 90 over 1M", starts={"midgame": 1.0})
    for variant, cap in (("duel", 60.0), ("skirmish", 40.0)):
        course = replace(course_at(settings, 500_000), variant=variant, starts={"fresh": 1.0})
        assert course.limit_s == 60.0
        setups = [course.setup(1, number) for number in range(3)]
        batch, capped = moba.Batch(variant, setups), moba.Batch(variant, setups, limit_s=cap)
        course.limit(batch, np.arange(3))
        assert batch.matches.tobytes() == capped.matches.tobytes()
    midgame = course_at(settings, 0)
    setups = [midgame.setup(1, number) for number in range(2)]
    batch = moba.Batch("duel", setups)
    midgame.limit(batch, np.array([1]))
    assert batch.matches["limit"].tolist() == [0, int(batch.matches["began"][1]) + 900]


def test_matches_that_begin_together_are_cut_at_times_spread_evenly() -> None:
    course = course_at(tiny_run(limit_s=100.0), 0)
    batch = moba.Batch("duel", [course.setup(1, number) for number in range(40)])
    course.limit(batch, np.arange(40), stagger=True)
    limits = np.sort(batch.matches["limit"] / 30.0)
    np.testing.assert_allclose(limits, (np.arange(40) + 0.5) * 2.5, atol=3.0)
    first = np.sort(batch.matches["limit"][:10] / 30.0)
    np.testing.assert_allclose(first, (np.arange(10) + 0.5) * 10.0, atol=10.0)
