"""The pool of past selves."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.training.runs import frozen, tiny_run
from training.errors import BadState
from training.opponents import Opponents

SETTINGS = tiny_run()


def pool_of(turns: int, seed: int = 3) -> Opponents:
    return Opponents(lambda step: frozen(SETTINGS, step), seed=seed, turns=turns)


def test_opponents_are_drawn_evenly_and_each_plays_its_turns() -> None:
    pool = pool_of(turns=4)
    for step in (0, 10, 20, 30):
        pool.join(step)
    drawn = [pool.next() for _ in range(4 * 2000)]
    turns = drawn[::4]
    assert drawn == [step for step in turns for _ in range(4)]
    # 2000 draws of four: a count has a deviation of 19.4
    assert all(abs(count - 500) < 4 * 19.4 for count in Counter(turns).values())


def test_a_continued_pool_draws_what_the_first_would_have() -> None:
    first = pool_of(turns=3)
    for step in range(5):
        first.join(step)
    _ = [first.next() for _ in range(7)]
    second = pool_of(turns=3)
    second.load_state(first.state())
    assert [first.next() for _ in range(30)] == [second.next() for _ in range(30)]
    with pytest.raises(BadState):
        second.load_state({})


def test_who_plays_is_read_once_and_forgotten_when_it_no_longer_does() -> None:
    reads = []
    pool = Opponents(lambda step: reads.append(step) or frozen(SETTINGS, step), seed=0, turns=1)  # type: ignore[func-returns-value]
    assert pool.policy(7) is pool.policy(7)
    pool.keep(set())
    pool.policy(7)
    assert reads == [7, 7]
