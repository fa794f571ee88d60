"""Matches to play again: short real ones, played once for all tests."""

from __future__ import annotations

from functools import cache

import duckdb
import numpy as np

from arena.games import moba
from arena.games.moba import layout as lay
from arena.home import Home
from arena.play import play_batch
from arena.snapshots import latest_snapshot
from arena.specs import BatchSpec, MatchSpec
from arena.streams import unpack_stream
from replays.frames import CHUNK_FRAMES, Camera, Frames
from replays.replay import Replay, make_replay
from replays.simulate import Recording, Stretch

RESULT = ("winner", "ending", "ticks", "west_kills", "east_kills", "faults")


def alter(home: Home, statement: str) -> None:
    """Change what is published, in place."""
    with duckdb.connect(str(latest_snapshot(home).path)) as connection:
        connection.execute(statement)


@cache
def played(variant: str, seed: int, limit_s: float | None) -> tuple[Recording, dict[str, object]]:
    """A match of `bot:medium` against `bot:easy`, and its row as the arena makes it."""
    match = MatchSpec(8, 2, 0, seed, "strong", "weak", *moba.random_lineups(variant, seed))
    players = {"strong": "bot:medium", "weak": "bot:easy"}
    result = play_batch(
        BatchSpec(
            1, 0, variant, moba.rules_hash(), moba.CONTRACT_VERSION, limit_s, players, (match,), set_aside={}
        )
    )
    row = {name: values[0] for name, values in result.matches.items()}
    return Recording(match, variant, limit_s, unpack_stream(result.streams, "8")), row


def duel(seed: int = 3) -> Recording:
    """A duel played to its end."""
    return played("duel", seed, None)[0]


def blitz() -> Recording:
    """The first three minutes of a five against five."""
    return played("blitz", 7, 180.0)[0]


@cache
def replay_of(variant: str) -> Replay:
    """The replay of `duel()` or `blitz()`."""
    recording, row = played("duel", 3, None) if variant == "duel" else played("blitz", 7, 180.0)
    return make_replay(recording, row)


def filmed(variant: str, bot: str, seed: int) -> Frames:
    """The frames of a whole match of a bot against itself: no tick between two decisions is held, which is quick."""
    batch = moba.Batch(variant, [moba.Setup(seed, *moba.random_lineups(variant, seed))], observe_floats=False)
    matches, seats = np.nonzero(batch.active)
    camera = Camera(int(batch.rules.n))
    actions = np.zeros((1, 2 * lay.HEROES, len(moba.ACTION_RANGES)), np.int64)
    out = np.zeros((len(seats), len(moba.ACTION_RANGES)), np.int64)
    states = [batch.matches.copy()]
    while batch.running.any():
        batch.observe()
        moba.scripted(bot)(batch, matches, seats, out)
        actions[matches, seats] = out
        batch.step(actions)
        states.append(batch.matches.copy())
        if len(states) > CHUNK_FRAMES or not batch.running.any():
            unknown = np.full((len(states) - 1, lay.UNITS), -1, np.int64)
            camera.see(Stretch(np.concatenate(states), unknown))
            states = states[-1:]
    return camera.frames()
