"""Matches to play again: short real ones, played once for all tests."""

from __future__ import annotations

from functools import cache

from arena.games import moba
from arena.play import play_batch
from arena.specs import BatchSpec, MatchSpec
from arena.streams import unpack_stream
from replays.replay import Replay, make_replay
from replays.simulate import Recording

RESULT = ("winner", "ending", "ticks", "west_kills", "east_kills", "faults")


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
