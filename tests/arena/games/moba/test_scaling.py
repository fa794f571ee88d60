"""The stretch that is timed is real play, the same for any number of threads."""

from __future__ import annotations

import pytest

from arena.games.moba.scaling import measure, middle, play_again, slices, stretch, time_stretch


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_slices_play_the_stretch_as_it_was_played(threads: int) -> None:
    source = middle("duel", "random", begin=20, distinct=3)
    whole = stretch(source, "random", 5, 30)
    assert whole.batch.setups == tuple(source.setups[place] for place in (0, 1, 2, 0, 1))
    before = whole.batch.matches.copy()
    assert sum(play_again(part) for part in slices(whole, threads)) == 5 * 30
    alone = stretch(source, "random", 5, 1).batch  # the same start, and the actions one after the other
    for actions in whole.actions:
        alone.observe()
        alone.step(actions)
    assert alone.matches.tobytes() == whole.batch.matches.tobytes() != before.tobytes()
    whole.batch.matches[:] = before
    assert time_stretch(whole, threads) > 0.0
    assert whole.batch.matches.tobytes() == before.tobytes()


def test_there_is_a_row_for_each_size() -> None:
    rows = measure("duel", "medium", ((1, 1), (4, 2)), match_decisions=40, begin=10)
    assert [(row["matches"], row["threads"]) for row in rows] == [(1, 1), (4, 2)]
    assert all(row["decision_us"] > 0.0 for row in rows)
