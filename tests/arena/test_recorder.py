from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arena.recorder import CHUNK, Recorder


@given(st.lists(st.integers(1, 2 * CHUNK + 5), min_size=1, max_size=4), st.integers(0, 2**32))
def test_each_match_keeps_exactly_the_decisions_it_ran_for(lengths: list[int], seed: int) -> None:
    actions = np.random.default_rng(seed).integers(0, 300, (max(lengths), len(lengths), 2, 4))
    recorder = Recorder(len(lengths))
    for step, decision in enumerate(actions):
        recorder.record(decision, step < np.array(lengths))
    for k, (length, stream) in enumerate(zip(lengths, recorder.streams(), strict=True)):
        assert np.array_equal(stream, actions[:length, k])


def test_what_is_recorded_is_a_copy() -> None:
    recorder = Recorder(1)
    actions = np.ones((1, 10, 4), np.int64)
    recorder.record(actions, np.array([True]))
    actions[:] = 2
    assert (recorder.streams()[0] == 1).all()
