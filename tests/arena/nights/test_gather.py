"""From stored matches, made up, to the report of a night."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from arena.config import Config
from arena.home import Home
from arena.ladder import ladder_key, rate_and_store
from arena.nights.gather import Facts, gather_night
from arena.nights.record import Night
from arena.nights.reports import store_night
from arena.plan import Plan
from arena.store import Store
from tests.arena.made import made_plan, made_result

PLAYERS = ("bot:easy", "idle", "random", "a/1=bot:hard", "a/2=bot:medium")
STRENGTH = {"idle": 0, "random": 1, "bot:easy": 2, "a/2": 3, "a/1": 4}


def config_of(**report: Any) -> Config:
    return Config.model_validate(
        {"nightly": {"ladder": "spring", "variant": "duel"}, "ratings": {"resamples": 40}, "report": report}
    )


def played(
    store: Store,
    plan: Plan,
    *,
    strength: Mapping[str, int] | None = None,
    config: Config | None = None,
    **more: Any,
) -> Night:
    """Store a round that is played whole, rate it, and gather and store its report."""
    config = config or config_of()
    run_id = store.add_run(plan)
    for batch in range(plan.batches):
        store.write_batch(made_result(plan, run_id, batch, strength=strength, **more))
    store.end_run(run_id, "complete")
    rated = rate_and_store(store, ladder_key(plan), **config.ratings.model_dump())
    facts = Facts(store.next_night(), 7, datetime.now(UTC), 60.0, 40, 1, (), ("a note",))
    night = gather_night(store, ladder_key(plan), rated, config, facts)
    store_night(store, night, rated.fits["bt"])
    return night


def round_of(number: int, players: tuple[str, ...] = PLAYERS, blocks: int = 3) -> Plan:
    return made_plan(f"round {number}", players, blocks=blocks, seed=number, played=dict.fromkeys([], 0))


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(Home(tmp_path)) as store:
        yield store


def test_a_first_night_has_all_that_was_played_and_nobody_to_compare_with(store: Store) -> None:
    night = played(store, round_of(1, PLAYERS[:3]))
    assert (night.night, night.since, night.rules_before, night.exit_code) == (1, None, None, 0)
    assert [(run.name, run.status, run.played) for run in night.runs] == [("round 1", "complete", 36)]
    assert [line.name for line in night.entrants] == ["random", "idle", "bot:easy"], "the later name wins"
    assert all(line.change is None and line.place_before is None for line in night.entrants)
    assert {line.name: line.tonight for line in night.entrants} == dict.fromkeys(
        ("bot:easy", "idle", "random"), 24
    )
    assert {one.name for one in night.added} == {"bot:easy", "idle", "random"}
    assert (night.compared.checkpoints, night.compared.nights) == (0, 0)
    assert night.lengths is not None and night.lengths_before is None
    assert night.lengths.matches == 36
    assert 1000 / 30 <= night.lengths.median_s <= night.lengths.longest_s < 1100 / 30
    assert night.notes[0] == "a note"
    assert any("outside the strongly connected core" in note for note in night.notes)


def test_a_second_night_counts_from_the_fit_before(store: Store) -> None:
    played(store, round_of(1, PLAYERS[:3]))
    night = played(store, round_of(2, PLAYERS[:4]), strength=STRENGTH, faulty=True)
    assert [run.name for run in night.runs] == ["round 2"]
    assert night.runs[0].faulty == len(night.faults) * 9 == 9, "one match in each batch of two blocks"
    assert night.faults[0].count == 27
    assert [(one.name, one.player, one.checkpoint) for one in night.added] == [("a/1", "bot:hard", False)]
    assert {line.name: line.tonight for line in night.entrants}["a/1"] == 36
    assert night.lengths_before is not None and night.lengths_before.matches == 36
    assert night.since is not None and night.rules_before == night.rules_hash
    before = {line.name: line.place_before for line in night.entrants}
    assert before == {"random": 1, "idle": 2, "bot:easy": 3, "a/1": None}


def test_a_version_that_loses_to_the_one_before_ends_a_night_with_3_unless_it_is_accepted(
    store: Store,
) -> None:
    night = played(store, round_of(1), strength=STRENGTH)
    assert [(one.kind, one.name, one.against) for one in night.regressions] == [("checkpoint", "a/2", "a/1")]
    assert (night.exit_code, len(night.alarms)) == (3, 1)
    again = played(store, round_of(2), strength=STRENGTH, config=config_of(accepted=["a/2"]))
    assert [one.accepted for one in again.regressions if one.name == "a/2"] == [True]
    assert again.exit_code == 0
    assert store.rows("SELECT night_id, regressions FROM nights ORDER BY ALL") == [(1, 1), (2, 0)]


def test_a_version_that_wins_is_none(store: Store) -> None:
    night = played(store, round_of(1), strength={**STRENGTH, "a/2": 5})
    assert (night.regressions, night.exit_code, night.compared.checkpoints) == ([], 0, 1)


def test_a_player_that_changes_under_its_name_is_told(store: Store) -> None:
    players = ("bot:easy", "idle", "random")
    played(store, round_of(1, players), strength={"random": 2, "bot:easy": 1, "idle": 0})
    night = played(store, round_of(2, players), strength={"random": 0, "idle": 1, "bot:easy": 2})
    assert [(one.kind, one.name) for one in night.regressions] == [("night", "random")]
    assert night.compared.nights == 3


def test_what_is_void_or_set_aside_is_told(store: Store) -> None:
    plan = round_of(1, PLAYERS[:3])
    night = played(store, plan, failures={"idle": "raised RuntimeError"})
    assert [(one.name, one.reason) for one in night.set_aside] == [("idle", "raised RuntimeError")]
    assert (night.runs[0].played, night.runs[0].void) == (12, 24)
    assert [line.name for line in night.entrants] == ["random", "bot:easy"]


def test_without_resamples_nothing_is_compared_and_that_is_said(store: Store) -> None:
    config = Config.model_validate({"ratings": {"resamples": 0}})
    night = played(store, round_of(1), strength=STRENGTH, config=config)
    assert night.regressions == [] and night.exit_code == 0
    assert night.compared.sentence == (
        "Nothing was compared: without resamples there are no intervals to compare by."
    )
