"""Who sits where."""

from __future__ import annotations

import numpy as np
import pytest

from training.errors import BadRunSettings
from training.seating import BOTH, LATEST, PAST, seat


def test_shares_are_of_places_and_opponents_sit_on_both_sides_equally() -> None:
    seating = seat("blitz", 64, past=0.2, bots={"bot:easy": 0.05})
    counts = {name: len(seating.places(name)) for name in (LATEST, PAST, "bot:easy")}
    assert counts == {LATEST: 48, PAST: 12, "bot:easy": 4}
    for name in (PAST, "bot:easy"):
        assert np.bincount(seating.sides[seating.places(name)]).tolist() == [counts[name] // 2] * 2
    assert (seating.sides[seating.places(LATEST)] == BOTH).all()


def test_every_seat_is_somebodys() -> None:
    seating = seat("blitz", 20, past=0.2, bots={})
    assert (seating.learner ^ seating.others).all()
    assert seating.learner.sum(1).tolist() == [10] * 16 + [5] * 4
    east = seating.places(PAST)[seating.sides[seating.places(PAST)] == 1]
    assert seating.learner[east].tolist() == [[False] * 5 + [True] * 5] * len(east)


def test_a_duel_has_one_seat_a_side() -> None:
    seating = seat("duel", 10, past=0.2, bots={})
    places, seats = seating.rows()
    assert set(seats.tolist()) == {0, 5}
    assert len(places) == 8 * 2 + 2
    assert not seating.others[:, [1, 2, 3, 4, 6, 7, 8, 9]].any()


def test_a_small_share_still_has_both_sides_and_no_share_none() -> None:
    assert len(seat("duel", 64, past=0.001, bots={}).places(PAST)) == 2
    assert len(seat("duel", 64, past=0.0, bots={}).places(PAST)) == 0
    with pytest.raises(BadRunSettings, match="matches enough for 4"):
        seat("duel", 2, past=0.5, bots={"bot:easy": 0.5})
