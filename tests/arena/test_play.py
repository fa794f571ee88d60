"""Batches of real matches; cheap ones: `duel` with a cap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from arena.errors import RulesChanged
from arena.games import moba
from arena.play import play_batch, warm_up
from arena.registry import Kind, register
from arena.rows import BatchResult
from arena.schedule import make_blocks, round_robin
from arena.specs import BatchSpec, batch_spec, match_of_row, match_setup
from arena.streams import unpack_stream
from tests.arena import bad_players
from tests.arena.made import made_plan

BAD = "python:tests.arena.bad_players:"


def spec_of(
    *players: str, blocks: int = 1, limit_s: float = 90.0, set_aside: dict[str, str] | None = None
) -> BatchSpec:
    plan = made_plan(players=players, blocks=blocks, batch_blocks=100)
    return batch_spec(replace(plan, limit_s=limit_s), 1, 0, set_aside or {})


def rows_of(result: BatchResult, *, without: str | None = None) -> list[tuple[object, ...]]:
    """The match rows, or those without one entrant."""
    rows = zip(*result.matches.values(), strict=True)
    names = zip(result.matches["west"], result.matches["east"], strict=True)
    return [row for row, pair in zip(rows, names, strict=True) if without not in pair]


@pytest.fixture(scope="module")
def sound() -> BatchResult:
    return play_batch(spec_of("idle", "random", "bot:easy", blocks=2))


def test_every_match_is_played_to_its_end(sound: BatchResult) -> None:
    assert list(sound.matches["match_id"]) == [match.match_id for match in sound.spec.matches]
    assert set(sound.matches["status"]) == {"played"}
    assert set(sound.matches["ending"]) <= set(moba.ENDINGS)
    assert all(isinstance(ticks, int) and 0 < ticks <= 90 * 30 for ticks in sound.matches["ticks"])
    assert sound.failures == {}


def test_the_same_batch_gives_the_same_rows_and_streams(sound: BatchResult) -> None:
    assert play_batch(sound.spec) == sound


def test_the_four_matches_of_a_block_differ(sound: BatchResult) -> None:
    actions = [unpack_stream(sound.streams, str(match.match_id)).tobytes() for match in sound.spec.matches]
    for block in {match.block_id for match in sound.spec.matches}:
        four = [place for place, match in enumerate(sound.spec.matches) if match.block_id == block]
        if "random" in {sound.spec.matches[place].west for place in four}:
            assert len({actions[place] for place in four}) == 4


def test_a_match_does_not_depend_on_what_else_is_in_the_batch(sound: BatchResult) -> None:
    for part in (sound.spec.matches[:3], sound.spec.matches[5:6]):
        alone = play_batch(replace(sound.spec, matches=part))
        both = {match.match_id for match in part}
        at = [place for place, number in enumerate(sound.matches["match_id"]) if number in both]
        assert alone.matches == {
            name: [values[place] for place in at] for name, values in sound.matches.items()
        }
        for match in part:
            one, other = (unpack_stream(result.streams, str(match.match_id)) for result in (alone, sound))
            assert np.array_equal(one, other)


@pytest.mark.parametrize(("start", "randomisation"), [("fresh", "none"), ("midgame", "wide")])
def test_recorded_actions_play_the_match_again(start: str, randomisation: str) -> None:
    """Without the players, from what is stored alone, every match ends as it did."""
    spec = spec_of("bot:medium", "random")
    matches = [
        replace(match, start=start, randomisation=moba.parse_randomisation(randomisation).text)
        for match in spec.matches
    ]
    sound = play_batch(replace(spec, matches=tuple(matches)))
    rows = [dict(zip(sound.matches, row, strict=True)) for row in zip(*sound.matches.values(), strict=True)]
    for place, row in enumerate(rows):
        actions = unpack_stream(sound.streams, str(row["match_id"]))
        setup = match_setup(match_of_row(row))
        assert (setup.start, setup.randomisation) == (start, moba.PRESETS[randomisation])
        batch = moba.Batch("duel", [setup], limit_s=90.0, observe_floats=False)
        for decision in actions:
            assert batch.running.all()
            batch.observe()
            batch.step(np.ascontiguousarray(decision[None]))
        assert not batch.running.any()
        result = batch.results()[0]
        assert (result["winner"], moba.ENDINGS[result["ending"]], result["ticks"]) == tuple(
            sound.matches[name][place] for name in ("winner", "ending", "ticks")
        )


@pytest.mark.parametrize(
    ("player", "reason"),
    [
        ("Raises", "raised RuntimeError: no plan for this, at decision 3"),
        ("Exits", "raised SystemExit: 3, at decision 0"),
        ("Interrupts", "raised KeyboardInterrupt, at decision 0"),
        ("InterruptedWhenMade", "could not be made: KeyboardInterrupt"),
        ("RaisesUnreadable", "raised Unreadable: its message cannot be read, at decision 0"),
        ("CannotBeMade", "could not be made: OSError: no weights"),
        ("NeedsUnsaid", "is no player: it has no attribute needs_observations: set it to True or False"),
        ("NeedsUnclear", "is no player: its needs_observations is a ndarray: set it to True or False"),
        (
            "FromTheFuture",
            "is no player: its contract_version is 9, and this game plays contract 1 or 2: set it to",
        ),
        ("LosesItsAct", "is no player: it has no method act(batch, matches, heroes)"),
        ("AnswersNothing", "answered a NoneType, expected an array of shape"),
        ("AnswersShort", "answered shape"),
        ("AnswersFloats", "answered float64, expected integers, at decision 0"),
        ("AnswersNan", "answered float64 with non-finite numbers"),
        (
            "AnswersOutside",
            f"answered {moba.ACTION_RANGES[1]} for target, expected 0 to {moba.ACTION_RANGES[1] - 1}",
        ),
    ],
)
def test_an_entrant_that_fails_is_set_aside_and_the_others_play_as_if_it_had_not_been_there(
    sound: BatchResult, player: str, reason: str
) -> None:
    result = play_batch(spec_of("idle", "random", f"bad={BAD}{player}"))
    assert list(result.failures) == ["bad"]
    assert result.failures["bad"].startswith(reason)
    assert len(rows_of(result)) == 12
    for west, east, status, why, winner in zip(
        *(result.matches[name] for name in ("west", "east", "status", "reason", "winner")), strict=True
    ):
        if "bad" in (west, east):
            assert (status, winner) == ("void", None)
            assert why == f"set aside: bad {result.failures['bad']}"
        else:
            assert (status, why) == ("played", None)
    alone = play_batch(spec_of("idle", "random"))
    keys = ("seed", "west", "east", "winner", "ending", "ticks")
    played = [place for place, status in enumerate(result.matches["status"]) if status == "played"]
    assert [[result.matches[key][place] for place in played] for key in keys] == [
        list(alone.matches[key]) for key in keys
    ]


def test_two_entrants_that_fail_are_both_set_aside() -> None:
    result = play_batch(spec_of("idle", "random", f"bad={BAD}Raises", f"worse={BAD}AnswersNan"))
    assert set(result.failures) == {"bad", "worse"}
    assert [status for status in result.matches["status"] if status == "played"] == ["played"] * 4


def test_an_entrant_set_aside_before_is_not_asked_again() -> None:
    result = play_batch(spec_of("idle", f"bad={BAD}Raises", set_aside={"bad": "raised long ago"}))
    assert result.failures == {}
    assert set(result.matches["reason"]) == {"set aside: bad raised long ago"}
    assert result.decisions == {}


def test_observations_are_written_for_those_who_look() -> None:
    result = play_batch(spec_of("idle", f"looks={BAD}LooksAtObservations"))
    assert result.failures == {}


def test_a_batch_made_for_other_rules_is_refused() -> None:
    with pytest.raises(RulesChanged, match="made for rules 0000"):
        play_batch(replace(spec_of("idle", "random"), rules_hash="0" * 16))


def test_warming_up_survives_players_that_fail() -> None:
    warm_up(("duel", ("idle", f"{BAD}Raises", f"{BAD}NeedsUnsaid")))


def test_entrants_answer_once_a_decision_for_all_their_heroes() -> None:
    asked: list[tuple[int, int]] = []

    class Counts:
        needs_observations = False

        def act(self, batch: moba.Batch, matches: np.ndarray, heroes: np.ndarray) -> np.ndarray:
            asked.append((batch.decision, len(matches)))
            return np.zeros((len(matches), 4), np.int64)

    register(Kind("counts", lambda argument: Counts()))
    pairings = round_robin(["counts", "idle"])
    plan = replace(made_plan(players=("counts", "idle")), blocks=make_blocks(pairings, 2, 3), limit_s=2.0)
    play_batch(batch_spec(plan, 1, 0, {}))
    assert asked == [(decision, 8) for decision in range(15)]


def test_players_of_an_older_contract_play_whole_matches_by_its_rules() -> None:
    """Nothing they answer is repaired, though their numbers of kinds and targets are the older ones."""
    old = "python:tests.arena.players_of_contract_1:"
    plan = replace(made_plan(players=(f"old={old}Fights", "bot:medium"), blocks=1), variant="blitz")
    spec = batch_spec(plan, 1, 0, {})
    result = play_batch(replace(spec, matches=spec.matches[1:3]))
    assert result.failures == {} and set(result.matches["ending"]) == {"ancient"}
    assert set(result.match_heroes["illegal_actions"]) == {0.0}
    mine = [i for i, name in enumerate(result.match_heroes["entrant"]) if name == "old"]
    assert sum(result.match_heroes["damage_to_creeps"][i] for i in mine) > 0.0
    assert sum(result.match_heroes["casts_1"][i] for i in mine) > 0.0
    result = play_batch(spec_of("idle", f"old={old}Wanders"))
    assert result.failures == {} and set(result.match_heroes["illegal_actions"]) == {0.0}


def test_an_answer_is_held_to_the_ranges_of_the_players_contract() -> None:
    class Reaches(bad_players.Holds):
        contract_version = 1

        def act(self, batch: moba.Batch, matches: np.ndarray, heroes: np.ndarray) -> np.ndarray:
            return np.full((len(matches), 4), 38)

    register(Kind("reaches", lambda argument: Reaches()))
    result = play_batch(spec_of("idle", "reaches"))
    assert result.failures["reaches"].startswith("answered 38 for kind, expected 0 to 7, at decision 0")


def test_every_player_is_closed_when_its_batch_is_over_however_it_ended() -> None:
    Closes.closed = []
    register(Kind("test-closes", Closes, "WORD"))
    assert play_batch(spec_of("a=test-closes:a", "b=test-closes:b", limit_s=1.0)).failures == {}
    assert sorted(Closes.closed) == ["a", "b"]
    Closes.closed = []
    failed = play_batch(spec_of("a=test-closes:a", f"z={BAD}Raises", limit_s=5.0)).failures
    assert list(failed) == ["z"] and Closes.closed == ["a"]
    failed = play_batch(spec_of("a=test-closes:a", f"z={BAD}CannotBeMade", limit_s=5.0)).failures
    assert list(failed) == ["z"] and Closes.closed == ["a", "a"]


def test_a_player_that_raises_when_it_is_closed_is_set_aside_and_the_others_are_closed() -> None:
    Closes.closed = []
    register(Kind("test-closes", Closes, "WORD"))
    result = play_batch(spec_of("a=test-closes:a", "bad=test-closes:bad", "idle", limit_s=1.0))
    assert result.failures == {"bad": "raised OSError: disk full, when its batch was over"}
    assert Closes.closed == ["bad", "a", "a"]  # the batch is played again without it


class Closes(bad_players.Holds):
    closed: list[str]

    def __init__(self, word: str) -> None:
        self.word = word

    def close(self) -> None:
        self.closed.append(self.word)
        if self.word == "bad":
            raise OSError("disk full")
