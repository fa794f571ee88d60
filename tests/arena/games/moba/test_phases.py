"""The timed tick is the tick, phase by phase."""

from __future__ import annotations

import numpy as np

from arena.games.moba import Batch, Setup, random_lineups
from arena.games.moba.phases import PhaseClock, phase_names


def test_phases_are_read_from_the_tick() -> None:
    names = phase_names()
    assert names[0] == "spawn_waves" and names[-1] == "judge"
    assert {"look", "walk", "push_apart", "settle_deaths"} < set(names)
    assert len(set(names)) == len(names) > 20


def test_a_timed_decision_is_the_same_decision_and_its_phases_take_time() -> None:
    timed, plain = (Batch("duel", [Setup(s, *random_lineups("duel", s)) for s in range(2)]) for _ in range(2))
    clock, hold = PhaseClock(), np.zeros((2, 10, 4), np.int64)
    for _ in range(40):
        for batch in (timed, plain):
            batch.observe()
        plain.step(hold)
        timed.give_orders(hold)
        clock.advance(timed)
    assert timed.matches.tobytes() == plain.matches.tobytes()
    spent = clock.microseconds()
    assert tuple(spent) == phase_names()
    assert 0.0 < spent["list_living"] < 1000.0
    assert 1.0 < clock.read_ns < 10_000.0
