"""Frames hold what the record held, to the fineness they promise."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from arena.games.moba import layout as lay
from replays.cast import HERO_UNITS
from replays.frames import CHUNK_FRAMES, FLAGS, MISSILE_KINDS, Camera
from replays.simulate import walk
from tests.replays.made import blitz, duel, replay_of


@pytest.fixture(scope="module")
def states() -> np.ndarray:
    """The record at every frame of the blitz, by another way: every tick, then those that a decision ends."""
    (stretch,) = walk(blitz(), ticks=100_000)
    return stretch.states[::4].copy()


def flag(values: Any, name: str) -> Any:
    return values >> FLAGS.index(name) & 1 == 1


def test_there_is_a_frame_for_the_start_each_decision_and_the_end() -> None:
    frames, last = replay_of("duel").frames, int(replay_of("duel").result["ticks"])
    assert frames.count == len(duel().actions) + 1
    assert frames.tick.tolist() == [*range(0, last, 4), last]


def test_places_and_shares_are_the_record_s(states: np.ndarray) -> None:
    frames, units = replay_of("blitz").frames, states["units"]
    there = units["kind"] != lay.NOBODY
    for axis in ("x", "y"):
        values = getattr(frames, axis)
        assert np.abs(values - units[axis])[there].max() <= 0.5
        assert (values[~there] == 0).all()
    assert np.array_equal(frames.kind, units["kind"])
    alive = units["alive"] > 0
    share = np.where(alive, units["health"] / np.maximum(units["max_health"], 1), 0)
    assert np.abs(frames.health / 255 - share).max() <= 1 / 255
    assert np.array_equal(frames.health > 0, alive)
    assert np.array_equal(frames.rune, states["rune"])
    heroes = states["heroes"]
    assert (
        np.abs(frames.mana / 255 - heroes["mana"] / np.maximum(heroes["max_mana"], 1)).max()
        <= 0.5 / 255 + 1e-9
    )


def test_flags_say_what_the_record_says_of_the_living(states: np.ndarray) -> None:
    frames, units, heroes = replay_of("blitz").frames, states["units"], states["heroes"]
    alive = units["alive"] > 0
    assert np.array_equal(flag(frames.flags, "alive"), alive)
    assert np.array_equal(flag(frames.flags, "seen"), alive & (units["seen"] & 1 > 0))
    assert np.array_equal(flag(frames.flags, "stunned"), alive & (units["status"] & lay.STUNNED > 0))
    mine = flag(frames.flags, "recalling")
    assert np.array_equal(mine[:, HERO_UNITS], alive[:, HERO_UNITS] & (heroes["recall"] > 0))
    assert mine.sum() == mine[:, HERO_UNITS].sum() > 0


def test_the_fog_is_the_record_s(states: np.ndarray) -> None:
    fog = replay_of("blitz").frames.fog
    assert np.array_equal(fog.astype(np.int64), states["lit"][:, :, : fog.shape[2]])
    assert not states["lit"][:, :, fog.shape[2] :].any()
    assert len({row.tobytes() for row in fog}) > 100


def test_flights_are_the_missiles_of_every_frame(states: np.ndarray) -> None:
    """Each frame has as many flights as missiles; they begin and end where a missile is."""
    flights = replay_of("blitz").frames.flights
    begin = flights["begin"].astype(int)
    end = begin + flights["frames"]
    assert len(flights) > 500
    for frame in range(len(states)):
        here = (begin <= frame) & (frame <= end)
        count = states["missile_count"][frame]
        assert [int((here & (flights["side"] == half)).sum()) for half in (0, 1)] == count.tolist()
        for at, x, y in ((begin, "x", "y"), (end, "to_x", "to_y")):
            for flight in flights[at == frame]:
                pool = states["missiles"][frame, flight["side"]][: count[flight["side"]]]
                assert (np.rint(pool["x"]) == flight[x]).any() and (np.rint(pool["y"]) == flight[y]).any()


def test_a_flight_keeps_to_its_chunk_and_goes_no_faster_than_a_missile() -> None:
    flights = replay_of("blitz").frames.flights
    last = flights["begin"].astype(int) + flights["frames"]
    assert (flights["begin"] // CHUNK_FRAMES == last // CHUNK_FRAMES).all()
    gap = np.hypot(*(flights[f"to_{axis}"].astype(float) - flights[axis] for axis in ("x", "y")))
    assert (gap <= 250 * np.maximum(flights["frames"], 1)).all()
    kinds = {MISSILE_KINDS[kind] for kind in flights["kind"].tolist()}
    assert {"creep", "hero", "structure"} <= kinds


def test_the_length_of_a_stretch_changes_no_frame() -> None:
    cells = replay_of("duel").frames.fog.shape[2]
    camera = Camera(cells)
    for stretch in walk(duel(), ticks=33):
        camera.see(stretch)
    assert camera.frames() == replay_of("duel").frames
