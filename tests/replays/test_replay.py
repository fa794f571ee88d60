"""A match as it can be looked at, stored or played now."""

from __future__ import annotations

import pytest

from arena.errors import BadSchedule, UnknownPlayer
from arena.games.moba import layout as lay
from arena.home import Home
from arena.store import open_published
from replays.errors import MatchFailed, OtherRules
from replays.page import head_of
from replays.replay import record, replay_stored
from replays.simulate import play_again
from replays.stored import stored_matches

BAD = "python:tests.arena.bad_players:"


def test_a_stored_match_gives_its_replay(home: Home) -> None:
    with open_published(home) as snapshot:
        match = stored_matches(snapshot)[0]
    ticks: list[int] = []
    replay = replay_stored(home, match, report=ticks.append)
    assert (replay.run, replay.result["ticks"]) == ("spring", int(replay.frames.tick[-1]))
    assert ticks == sorted(ticks) and ticks[-1] == replay.result["ticks"]
    assert replay.events[-1].details["ending"] == match.result["ending"]


def test_other_rules_are_refused(home: Home) -> None:
    from dataclasses import replace

    with open_published(home) as snapshot:
        match = replace(stored_matches(snapshot)[0], rules_hash="0123456789abcdef")
    with pytest.raises(OtherRules, match="0123456789abcdef"):
        replay_stored(home, match)


def test_a_match_that_is_played_now_is_the_one_of_its_seed() -> None:
    one, other = (record("duel", "bot:easy", "strong=bot:medium", 4, limit_s=20.0) for _ in range(2))
    assert (one.recording.match.west, one.recording.match.east, one.run) == ("bot:easy", "strong", None)
    assert one.frames == other.frames and one.events == other.events
    assert record("duel", "bot:easy", "strong=bot:medium", 5, limit_s=20.0).frames != one.frames
    result = play_again([one.recording]).batch.results()[0]
    assert one.result["ticks"] == result["ticks"] == 600


def test_a_player_that_meets_itself_has_two_names() -> None:
    match = record("duel", "idle", "idle", 4, limit_s=1.0).recording.match
    assert (match.west, match.east) == ("idle (west)", "idle (east)")


def test_a_player_that_fails_is_named() -> None:
    with pytest.raises(MatchFailed, match=r"^the match could not be played: bad raised "):
        record("duel", f"bad={BAD}Raises", "idle", 1, limit_s=5.0)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (("duel", "bot:great", "idle", 1), UnknownPlayer, "no player is called 'bot:great'"),
        (("chess", "idle", "random", 1), BadSchedule, "no variant 'chess'"),
        (("duel", "idle", "random", -1), BadSchedule, "a seed is 0 to"),
    ],
)
def test_what_cannot_be_played_is_refused(
    arguments: tuple[str, str, str, int], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        record(*arguments)


@pytest.mark.parametrize("start", ["midgame", "siege"])
def test_a_match_that_begins_in_the_middle_is_replayed_from_there(start: str) -> None:
    replay = record("blitz", "bot:easy", "idle", 4, limit_s=700.0, start=start, randomisation="wide")
    first = int(replay.frames.tick[0])
    assert first > 0 and replay.series.tick[0] == first
    assert first % 4 == 0 and replay.frames.count == len(replay.recording.actions) + 1
    assert (replay.frames.tick[1:-1] % 4 == 0).all() and replay.frames.tick[1] == first + 4
    head = head_of(replay)
    assert (head["match"]["first_tick"], head["match"]["ticks"]) == (first, replay.result["ticks"])
    assert f"start {start}" in head["facts"] and "random health=" in head["facts"]
    assert len(head["structures"]) == 2 * lay.STRUCTURES  # those that have fallen before the start as well
