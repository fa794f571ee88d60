"""The compiled part of rewards: in the interpreter, lanes by brute force, and how long it takes."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from arena.games.moba.scaling import act
from tests.training.reward_scenes import make
from training import reward_loops as loops
from training.reward_table import load_table
from training.rewards import Scorer, read_moment

ROOT = Path(__file__).parents[2]
SCRIPT = """
import json
import numpy as np
from tests.training.test_reward_loops import sums
print(json.dumps(sums()))
"""


def sums() -> list[float]:
    """Rewards of a match in which everything changed by draw: bits of it, as JSON keeps them."""
    batch = make(start="siege")
    scorer = Scorer(load_table("five"), 1)
    scorer.begin(batch)
    rng = np.random.default_rng(0)
    m = batch.matches[0]
    m.heroes["tally"] += rng.random(m.heroes["tally"].shape)
    m.units["health"] *= rng.random(len(m.units))
    m.units["alive"] *= rng.random(len(m.units)) < 0.8
    m.units["x"][:5], m.units["y"][:5] = rng.uniform(-4000, 4000, (2, 5))
    m.bosses[:] += 1
    return list(scorer.pay(batch, team_spirit=0.4)[0])


def test_the_interpreter_pays_the_same_bit_for_bit() -> None:
    run = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(run.stdout) == sums()
    assert np.ptp(sums()) > 1.0


def test_the_gap_to_a_lane_is_that_to_the_nearest_of_its_points() -> None:
    rules = make("blitz").rules
    rng = np.random.default_rng(1)
    for lane in range(3):
        way = rules.lanes[lane, : int(rules.waypoints)]
        parts = np.linspace(0.0, 1.0, 2001)[:, None]
        points = np.concatenate([a + (b - a) * parts for a, b in itertools.pairwise(way)])
        for x, y in rng.uniform(-7000, 7000, (20, 2)):
            nearest = np.square(points - (x, y)).sum(1).min()
            assert np.sqrt(loops.gap_to_lane(rules, lane, x, y)) == pytest.approx(np.sqrt(nearest), abs=3.0)


def test_health_is_worth_more_when_low() -> None:
    """(x + 1 - (1 - x)^4)/2 at 0, 1/2 and 1: 0, 23/32, 1."""
    assert [loops.health_worth(x) for x in (0.0, 0.5, 1.0)] == [0.0, 23 / 32, 1.0]


def test_a_seat_that_no_hero_sits_on_is_read_as_nothing() -> None:
    batch = make("duel")
    batch.matches["heroes"]["tally"][0, 3] = 7.0
    moment = read_moment(batch)
    assert moment.seated[0].tolist() == [True] + [False] * 4 + [True] + [False] * 4
    assert not moment.hero[0, 3].any() and moment.hero[0, 0, loops.HEALTH] == 1.0


def test_a_hero_decision_is_paid_in_less_than_3_microseconds() -> None:
    batch = make(n=16, start="midgame")
    batch.observe()
    batch.step(act(batch, "medium"))
    scorer = Scorer(load_table("five"), batch.n)
    scorer.begin(batch)
    took = []
    for _ in range(9):
        start = time.process_time()
        for _ in range(50):
            scorer.pay(batch, team_spirit=0.3)
        took.append((time.process_time() - start) / (50 * batch.n * 10))
    assert np.median(took) < 3e-6
