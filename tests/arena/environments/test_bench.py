from __future__ import annotations

import time

import pytest

from arena.environments.bench import measure, run, table


def test_every_form_is_timed_with_the_steps_that_it_takes() -> None:
    timed = run("duel", 0.02, matches=3)
    assert [one.rows for one in timed] == [6, 6, 6, 3, 3, 3, 1, 2]
    assert all(one.agent_steps_per_s > 0 for one in timed)
    assert len(table(timed).splitlines()) == 2 + len(timed)


def test_figures_are_those_of_a_step_that_takes_a_known_time() -> None:
    def busy(n: int) -> None:
        started = time.process_time()
        while time.process_time() - started < 0.004:
            pass

    one = measure("busy", busy, rows=10, matches=2, seconds=0.1)
    assert one.agent_steps_per_s == pytest.approx(2500, rel=0.1)
    assert one.decision_us == pytest.approx(2000, rel=0.1)
