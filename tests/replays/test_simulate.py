"""A match played again is the match, bit for bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.games import moba
from arena.recorder import Recorder
from arena.specs import MatchSpec
from replays.errors import StreamDisagrees
from replays.simulate import Recording, play_again, walk
from tests.arena.games.moba.play import new_batch, play, setups_of
from tests.replays.made import blitz, duel


def test_the_whole_record_comes_again_bit_for_bit() -> None:
    """Against a batch that was played and recorded without the arena's own loop."""
    setups = setups_of("duel", 20, 3)
    batch, recorder = new_batch("duel", setups, limit_s=60.0), Recorder(3)
    play(batch, "medium", "random", watch=lambda batch, actions: recorder.record(actions, batch.running))
    matches = [MatchSpec(k, 0, 0, one.seed, "a", "b", one.west, one.east) for k, one in enumerate(setups)]
    recordings = [
        Recording(match, "duel", 60.0, stream.astype(np.int64))
        for match, stream in zip(matches, recorder.streams(), strict=True)
    ]
    again = play_again(recordings)
    assert again.problems == (None, None, None)
    assert again.batch.matches.tobytes() == batch.matches.tobytes()


def test_matches_played_again_together_are_those_played_again_alone() -> None:
    together = play_again([duel(3), duel(4)])
    for place, one in enumerate((duel(3), duel(4))):
        assert together.batch.matches[place].tobytes() == play_again([one]).batch.matches[0].tobytes()


@pytest.mark.parametrize("ticks", [7, 450, 100_000])
def test_a_walk_sees_every_tick_and_ends_where_the_match_does(ticks: int) -> None:
    seen, last = [0], None
    for stretch in walk(duel(), ticks=ticks):
        assert stretch.before["tick"].tolist() == [seen[-1], *stretch.now["tick"][:-1].tolist()]
        seen += stretch.now["tick"].tolist()
        assert len(stretch.killers) == len(stretch.now)
        last = stretch.now[-1].copy()
    assert seen == list(range(len(seen)))
    assert last is not None and last.tobytes() == play_again([duel()]).batch.matches[0].tobytes()


def test_another_action_is_another_match() -> None:
    """So that equality says something: the tests above would not pass whatever is played."""
    actions = duel().actions.copy()
    actions[40, 0] = (1, 0, 0, 0)
    changed = play_again([replace(duel(), actions=actions)])
    assert changed.batch.matches.tobytes() != play_again([duel()]).batch.matches.tobytes()


def test_a_stream_that_is_cut_short_or_goes_on_is_noticed() -> None:
    whole = duel().actions
    short, long = (
        replace(duel(), actions=whole[:-3]),
        replace(duel(), actions=np.concatenate([whole, whole[:2]])),
    )
    problems = play_again([duel(), short, long]).problems
    assert problems[0] is None
    assert f"holds {len(whole) - 3} decisions and it is not over after them" in str(problems[1])
    assert f"holds {len(whole) + 2} decisions and it ends after {len(whole)}" in str(problems[2])
    for damaged in (short, long):
        with pytest.raises(StreamDisagrees, match="match 8: its stream holds"):
            list(walk(damaged))


def test_a_cap_ends_a_match_again_where_it_ended() -> None:
    batch = play_again([blitz()]).batch
    assert batch.results()["ticks"][0] == 180 * 30
    assert moba.ENDINGS[int(batch.results()["ending"][0])] == "limit"
