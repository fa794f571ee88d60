from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena import nightly
from arena.config import Config, override
from arena.errors import BadSchedule, PlanChanged, UnknownPlayer
from arena.home import Home
from arena.nightly import Clock, NightReport, night_key, plan_round, run_nightly
from arena.plan import parse_entrant
from arena.schedule import Block
from arena.snapshots import latest_snapshot
from arena.store import Store, open_published
from arena.tournament import Progress
from tests.arena.made import made_result
from tests.training.made import made_checkpoint, playing_lineage

FEW = {"variant": "duel", "workers": 2, "batch_blocks": 1, "minutes": 5.0, "rounds": 1}


def config_of(**nightly: Any) -> Config:
    config = override(Config(), **{**FEW, "entrants": ["idle", "random", "bot:easy"], **nightly})
    return config.model_copy(update={"ratings": config.ratings.model_copy(update={"resamples": 20})})


def clock_of(budget_s: float, *, played: int = 0, playing_s: float = 0.0) -> Clock:
    return Clock(time.monotonic(), budget_s, played, playing_s)


def test_the_first_round_has_one_block() -> None:
    assert clock_of(300).blocks_that_fit(6) == 1


def test_no_round_starts_when_the_time_is_up() -> None:
    assert Clock(time.monotonic() - 300, 300).blocks_that_fit(6) == 0


@pytest.mark.parametrize(
    ("budget_s", "block_s", "blocks"),
    [
        (1000, 10.0, 3),  # 45 s rounds of 10 s blocks, with a fifth to spare
        (1000, 60.0, 1),  # a block longer than a round aims for
        (100, 90.0, 0),  # would not end in time
        (60, 40.0, 1),
        (300, 1.0, 37),
    ],
)
def test_rounds_are_as_long_as_they_aim_for_and_fit_in_what_is_left(
    budget_s: float, block_s: float, blocks: int
) -> None:
    clock = clock_of(budget_s, played=24, playing_s=block_s)  # six pairings: 24 matches a block of each
    assert clock.blocks_that_fit(6) == blocks


def test_pace_is_measured_over_all_that_was_played() -> None:
    clock = clock_of(1000)
    clock.add(24, 30.0)
    clock.add(24, 10.0)
    assert (clock.played, clock.playing_s) == (48, 40.0)


def test_rounds_of_a_ladder_continue_one_another() -> None:
    config = config_of()
    entrants = [parse_entrant(text) for text in config.nightly.entrants]
    first = plan_round(config, entrants, {}, 1, 2)
    played = {(block.first, block.second): 2 for block in first.blocks}
    second = plan_round(config, entrants, played, 2, 1)
    assert {block.index for block in first.blocks} == {0, 1}
    assert {block.index for block in second.blocks} == {2}
    seeds = [block.seed for plan in (first, second) for block in plan.blocks]
    assert len(seeds) == len(set(seeds))
    assert not first.reproducible


def night(home: Home, **nightly: Any) -> tuple[NightReport, list[str]]:
    stages: list[str] = []

    def report(stage: str, progress: Progress) -> None:
        if not stages or stages[-1] != stage:
            stages.append(stage)

    return run_nightly(home, config_of(**nightly), started=time.monotonic(), report=report), stages


@pytest.fixture(scope="module")
def two_nights(tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, NightReport, NightReport]:
    home = Home(tmp_path_factory.mktemp("nights"))
    first, stages = night(home)
    assert stages == ["loading the game", "playing round 1", "rating", "comparing"]
    second, _ = night(home)
    return home, first, second


def test_a_night_ends_in_time_with_every_entrant_rated(
    two_nights: tuple[Home, NightReport, NightReport],
) -> None:
    for report in two_nights[1:]:
        assert report.elapsed_s < 15
        assert report.rounds >= 1
        assert report.problems == ()
        for table in report.rated.tables.values():
            assert {line["name"] for line in table["entrants"]} == {"idle", "random", "bot:easy"}
            assert len({line["matches"] for line in table["entrants"]}) == 1, "pairings are balanced"


def test_a_second_night_adds_to_the_first(two_nights: tuple[Home, NightReport, NightReport]) -> None:
    home, first, second = two_nights
    assert second.rated.tables["bt"]["matches"] > first.rated.tables["bt"]["matches"]
    assert second.snapshot.number == first.snapshot.number + 1 == latest_snapshot(home).number
    with open_published(home) as snapshot:
        assert snapshot.rows(
            "SELECT count(*) - count(DISTINCT (seed, west, east, west_lineup)) FROM matches"
        ) == [(0,)]
        per_seed = snapshot.rows("SELECT seed, count(*) FROM matches GROUP BY seed HAVING count(*) <> 4")
        assert per_seed == []


def test_a_stop_by_the_clock_is_recorded_as_not_reproducible(
    two_nights: tuple[Home, NightReport, NightReport],
) -> None:
    with open_published(two_nights[0]) as snapshot:
        assert snapshot.rows("SELECT DISTINCT reproducible FROM runs") == [(False,)]
        assert snapshot.rows("SELECT DISTINCT reproducible FROM rating_fits") == [(False,)]


def test_a_night_without_time_for_a_round_says_so_and_the_next_plays(tmp_path: Path) -> None:
    home, begun = Home(tmp_path), time.monotonic()
    with pytest.raises(
        BadSchedule,
        match=r"0\.01 minutes ended before its first round did \(.*'nightly/duel/round 1' while playing .*\): "
        "give it more with --minutes",
    ):
        night(home, minutes=0.01)  # 0.6 s from when the game is loaded
    assert time.monotonic() - begun < 200
    report, stages = night(home)
    assert stages[1] == "finishing round 1"
    assert report.rated.tables["bt"]["matches"] >= 12


def test_what_a_killed_night_left_is_finished_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nightly, "ROUND_S", 0.1)
    home, config = Home(tmp_path), config_of()
    entrants = [parse_entrant(text) for text in config.nightly.entrants]
    plan = plan_round(config, entrants, {}, 1, 1)
    with Store(home) as store:
        store.add_run(plan)
        store.add_run(replace(plan, name="of other rules", rules_hash="0" * 16))
    report, stages = night(home)
    assert stages[1:3] == ["finishing round 1", "playing round 3"]
    assert report.rounds == 2
    with Store(home) as store:
        assert store.rows("SELECT name, status FROM runs ORDER BY run_id")[:2] == [
            (plan.name, "complete"),
            ("of other rules", "abandoned"),
        ]
        assert store.rows("SELECT count(*) FROM matches WHERE rules_hash = repeat('0', 16)") == [(0,)]


def test_a_round_that_two_nights_could_not_finish_is_closed(tmp_path: Path) -> None:
    home, config = Home(tmp_path), config_of()
    plan = plan_round(config, [parse_entrant(text) for text in config.nightly.entrants], {}, 1, 1)
    with Store(home) as store:
        store.add_run(plan)
        store.write_batch(made_result(plan, 1, 0))
    report, _ = night(home, minutes=0.01)
    closed, *_ = report.problems
    assert closed.startswith(f"'{plan.name}' was not finished by a second night while playing ")
    assert closed.endswith(" and is closed as it is")
    with Store(home) as store:
        assert store.rows("SELECT status FROM runs WHERE name = ?", [plan.name]) == [("abandoned",)]


def test_an_entrant_that_fails_is_left_out_and_the_night_goes_on(tmp_path: Path) -> None:
    entrants = ["idle", "random", "bad=python:tests.arena.bad_players:Raises"]
    report, _ = night(Home(tmp_path), entrants=entrants)
    table = report.rated.tables["bt"]
    assert {line["name"] for line in table["entrants"]} == {"idle", "random"}
    assert any(text.startswith("bad was set aside") for text in table["warnings"])
    with open_published(Home(tmp_path)) as snapshot:
        assert snapshot.rows("SELECT count(DISTINCT run_id) FROM entrants WHERE name = 'bad'") == [(1,)]


def test_a_class_that_is_no_player_is_set_aside_and_the_night_goes_on(tmp_path: Path) -> None:
    entrants = ["idle", "random", "bad=python:tests.arena.bad_players:NeedsUnsaid"]
    report, _ = night(Home(tmp_path), entrants=entrants)
    table = report.rated.tables["bt"]
    assert {line["name"] for line in table["entrants"]} == {"idle", "random"}
    assert any("bad was set aside and is left out: is no player" in text for text in table["warnings"])


@pytest.mark.parametrize(
    ("player", "error", "message"),
    [
        (
            "NeedsUnsaid",
            BadSchedule,
            r"no match yet.*set aside were 'bad' is no player: .* needs_observations",
        ),
        (
            "KillsItsWorker",
            BadSchedule,
            "no match yet.*set aside were 'bad' ended the process it plays in: its worker ended 2 times",
        ),
    ],
)
def test_a_night_without_a_match_says_what_stopped_it(
    tmp_path: Path, player: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message) as raised:
        night(Home(tmp_path), entrants=["idle", f"bad=python:tests.arena.bad_players:{player}"])
    assert "minutes" not in str(raised.value)


@pytest.mark.parametrize(
    ("player", "culprit"),
    [
        ("NeverAnswers", "while 'slow' played its first seconds"),
        ("NeverAnswersLater", "'nightly/duel/round 1' while playing idle against slow"),
    ],
)
def test_a_player_that_never_answers_is_named_when_the_time_is_up(
    tmp_path: Path, player: str, culprit: str
) -> None:
    with pytest.raises(BadSchedule, match=f"minutes ended before its first round did .*{culprit}"):
        night(Home(tmp_path), entrants=["idle", f"slow=python:tests.arena.bad_players:{player}"], minutes=0.2)


def test_on_a_ladder_that_has_matches_it_is_a_note_then_a_problem(tmp_path: Path) -> None:
    home = Home(tmp_path)
    night(home, entrants=["idle", "random"])
    slow = ["idle", "random", "slow=python:tests.arena.bad_players:NeverAnswersLater"]
    first, _ = night(home, entrants=slow, minutes=0.25)
    (note,) = first.notes
    assert "the time was up in 'nightly/duel/round 2' while playing idle against slow" in note
    assert first.problems == ()
    second, _ = night(home, entrants=slow, minutes=0.25)
    assert "was not finished by a second night while playing idle against slow" in second.problems[0]


def test_a_night_of_any_length_ends_when_fewer_than_two_entrants_are_left(tmp_path: Path) -> None:
    entrants = ["idle", "bad=python:tests.arena.bad_players:Raises"]
    with pytest.raises(
        BadSchedule, match="fewer than two entrants are left: set aside were 'bad' raised RuntimeError"
    ):
        night(Home(tmp_path), entrants=entrants, rounds=0)


def test_an_entrant_that_kills_its_workers_is_left_out_and_the_night_goes_on(tmp_path: Path) -> None:
    entrants = ["idle", "random", "fatal=python:tests.arena.bad_players:KillsItsWorker"]
    report, _ = night(Home(tmp_path), entrants=entrants)
    assert report.problems == ()
    table = report.rated.tables["bt"]
    assert {line["name"] for line in table["entrants"]} == {"idle", "random"}
    assert any(text.startswith("fatal was set aside") for text in table["warnings"])
    with open_published(Home(tmp_path)) as snapshot:
        assert snapshot.rows("SELECT DISTINCT status FROM runs") == [("complete",)]


def test_checkpoints_of_lineages_enter_by_themselves_and_a_broken_one_is_a_note(tmp_path: Path) -> None:
    lineage = playing_lineage(tmp_path / "lineages" / "here", 5, 6, name="a")
    (lineage.checkpoint(6) / "weights.safetensors").write_bytes(b"cut short")
    bots = ["bot:hard", "hard too=bot:hard"]  # who end a match against an untrained network soon
    report, _ = night(Home(tmp_path), entrants=bots, workers=1)
    (note,) = report.notes
    assert note.startswith("a/6 is left out: ")
    assert report.problems == ()
    assert {line["name"] for line in report.rated.tables["bt"]["entrants"]} == {"bot:hard", "hard too", "a/5"}
    lineage.checkpoint(6).rename(tmp_path / "away")
    made_checkpoint(lineage.checkpoint(7), seed=7, step=7, lineage="a")
    report, _ = night(Home(tmp_path), entrants=bots, workers=1, checkpoints=1)
    lines = {line["name"]: line["matches"] for line in report.rated.tables["bt"]["entrants"]}
    assert lines == {"bot:hard": 16, "hard too": 16, "a/5": 8, "a/7": 8}, "the older one keeps its place"
    assert report.notes == ()


def test_a_name_keeps_its_player(two_nights: tuple[Home, NightReport, NightReport]) -> None:
    with pytest.raises(PlanChanged, match="'idle' is idle on ladder 'nightly', now it would be random"):
        night(two_nights[0], entrants=["idle=random", "random"])


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        ({"entrants": ["idle", "bot:great"]}, UnknownPlayer, "no player is called 'bot:great'"),
        ({"entrants": ["idle", "idle"]}, BadSchedule, "'idle' stands twice"),
        ({"variant": "chess"}, BadSchedule, "no variant 'chess'"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_touched(
    tmp_path: Path, change: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        night(Home(tmp_path / "home"), **change)
    assert list(tmp_path.iterdir()) == []


def test_the_key_of_a_night_is_that_of_its_rounds() -> None:
    config = config_of()
    plan = plan_round(config, [parse_entrant(text) for text in config.nightly.entrants], {}, 1, 1)
    key = night_key(config)
    assert (key.ladder, key.variant, key.rules_hash, key.contract_version) == (
        plan.ladder, plan.variant, plan.rules_hash, plan.contract_version,
    )  # fmt: skip
    assert isinstance(plan.blocks[0], Block)
