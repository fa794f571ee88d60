from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from arena.errors import BadSchedule, NothingPublished
from arena.home import Home
from arena.ladder import ladder_key, published_ladder, rate_and_store, select_matches
from arena.plan import Plan
from arena.store import Store, open_published
from tests.arena.made import made_plan, made_result

RATING: dict[str, Any] = {"anchor": "random", "scoring": "draws", "prior": 0.5, "resamples": 50}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(Home(tmp_path)) as made:
        yield made


def played(store: Store, plan: Plan, *, end: bool = True, **made: Any) -> int:
    """Store all of a plan with made-up results."""
    run_id = store.add_run(plan)
    for batch in range(plan.batches):
        aside = store.set_aside(run_id, before_batch=batch)
        failures = made.get("failures", {}) if not aside else {}
        store.write_batch(
            made_result(plan, run_id, batch, **{**made, "set_aside": aside, "failures": failures})
        )
    if end:
        store.end_run(run_id, "complete")
    return run_id


def lines(table: Mapping[str, Any]) -> dict[str, tuple[float, float, float]]:
    return {line["name"]: (line["wins"], line["draws"], line["losses"]) for line in table["entrants"]}


def test_a_ladder_counts_every_match_once_for_both(store: Store) -> None:
    plan = made_plan(blocks=3)  # 12 matches a pairing; the later name wins
    played(store, plan)
    tables = rate_and_store(store, ladder_key(plan), **RATING).tables
    for table in tables.values():
        assert table["matches"] == 36
        assert lines(table) == {"random": (24, 0, 0), "idle": (12, 0, 12), "bot:easy": (0, 0, 24)}
        assert [line["name"] for line in table["entrants"]] == ["random", "idle", "bot:easy"]


def test_equal_entrants_get_draws_and_equal_ratings(store: Store) -> None:
    plan = made_plan(blocks=3)
    played(store, plan, strength={"random": 1, "idle": 1, "bot:easy": 1})
    table = rate_and_store(store, ladder_key(plan), **RATING).tables["bt"]
    assert lines(table) == dict.fromkeys(("random", "idle", "bot:easy"), (0, 24, 0))
    assert [line["rating"] for line in table["entrants"]] == pytest.approx([0, 0, 0], abs=1e-6)
    assert "36 matches ended by a cap, not by the game" in table["warnings"]
    assert any(
        line.startswith("36 of 36 matches have no winner: most matches decide nothing")
        for line in table["warnings"]
    )


def test_the_west_is_the_side_of_the_fit(store: Store) -> None:
    """West wins every match between equals: the side term takes it all, the entrants stay equal."""
    plan = made_plan(players=("idle", "random"), blocks=6)
    run_id = store.add_run(plan)
    for batch in range(plan.batches):
        result = made_result(plan, run_id, batch)
        n = len(result.spec.matches)
        won = {"winner": [1] * n, "west_kills": [2] * n, "east_kills": [0] * n}
        deaths = [2.0 if seat == 5 else 0.0 for seat in result.match_heroes["seat"]]
        store.write_batch(
            replace(
                result,
                matches={**result.matches, **won},
                match_heroes={**result.match_heroes, "deaths": deaths},
            )
        )
    store.end_run(run_id, "complete")
    table = rate_and_store(store, ladder_key(plan), **RATING).tables["bt"]
    assert table["side"]["rating"] > 100
    assert [line["rating"] for line in table["entrants"]] == pytest.approx([0, 0], abs=1e-6)


def test_what_is_left_out_is_counted_and_said(store: Store) -> None:
    plan = made_plan()
    played(store, plan, faulty=True)
    other = replace(made_plan("old"), rules_hash="0" * 16)
    played(store, other)
    played(store, made_plan("half", played=store.blocks_played("spring")), end=False)
    matches = select_matches(store, ladder_key(plan))
    assert (matches.played.height, matches.other_rules, matches.unfinished, matches.void) == (24, 24, 24, 0)
    assert matches.unsound == 3
    table = rate_and_store(store, ladder_key(plan), **RATING).tables["bt"]
    assert table["matches"] == 24
    for warning in (
        "3 matches counted although the simulator reported faults in them",
        "24 matches left out because their run has not ended",
        "24 matches left out because they were played under other rules",
    ):
        assert warning in table["warnings"]


def test_ladders_of_other_names_and_variants_are_not_pooled(store: Store) -> None:
    plan = made_plan()
    played(store, plan)
    played(store, made_plan("elsewhere", ladder="elsewhere"))
    assert select_matches(store, replace(ladder_key(plan), variant="blitz")).played.height == 0
    assert select_matches(store, ladder_key(plan)).played.height == 24


def test_an_entrant_that_was_set_aside_is_left_out_with_all_its_matches(store: Store) -> None:
    plan = made_plan(players=("bot:easy", "idle", "random", "bot:medium"), blocks=2, batch_blocks=6)
    run_id = store.add_run(plan)
    store.write_batch(made_result(plan, run_id, 0))
    store.write_batch(made_result(plan, run_id, 1, failures={"idle": "raised KeyError"}))
    store.end_run(run_id, "complete")
    table = rate_and_store(store, ladder_key(plan), **RATING).tables["bt"]
    assert {line["name"] for line in table["entrants"]} == {"bot:easy", "random", "bot:medium"}
    assert table["matches"] == 24
    assert "idle was set aside and is left out: raised KeyError" in table["warnings"]
    assert "12 matches void and left out" in table["warnings"]


def test_an_entrant_that_was_mended_counts_again(store: Store) -> None:
    plan = made_plan()
    played(store, plan, failures={"idle": "raised"})
    played(store, made_plan("again", played=store.blocks_played("spring")))
    matches = select_matches(store, ladder_key(plan))
    assert matches.set_aside == {}
    assert matches.played.height == 24 + 8  # of the first run, only bot:easy against random
    assert matches.void == 16


def test_an_absent_anchor_leaves_ratings_relative_to_the_pool(store: Store) -> None:
    plan = made_plan(players=("bot:easy", "idle"), blocks=4)
    played(store, plan)
    table = rate_and_store(store, ladder_key(plan), **RATING).tables["bt"]
    assert table["settings"]["anchor"] is None


def test_nothing_to_rate_is_said(store: Store) -> None:
    plan = made_plan()
    with pytest.raises(BadSchedule, match="ladder 'spring' has no match to rate"):
        rate_and_store(store, ladder_key(plan), **RATING)
    played(store, plan, strength={"random": 1, "idle": 1, "bot:easy": 1})
    with pytest.raises(BadSchedule, match="no match to rate under scoring 'wins'"):
        rate_and_store(store, ladder_key(plan), **{**RATING, "scoring": "wins"})
    with pytest.raises(
        BadSchedule, match="no scoring rule is called 'points': the known ones are draws, wins"
    ):
        rate_and_store(store, ladder_key(plan), **{**RATING, "scoring": "points"})


def test_a_fit_is_stored_and_published_as_it_was_printed(store: Store) -> None:
    plan = made_plan()
    played(store, plan, faulty=True)
    tables = rate_and_store(store, ladder_key(plan), **RATING).tables
    store.publish()
    with open_published(store.home) as snapshot:
        for model in ("bt", "trueskill"):
            asked = [("spring", None), (None, None), ("spring", "duel"), (None, "duel")]
            for name, variant in asked:
                published = published_ladder(snapshot, name, model, variant=variant)
                assert published.table == json.loads(json.dumps(tables[model]))
                assert (published.key, published.snapshot) == (ladder_key(plan), 1)
        assert snapshot.rows(
            "SELECT model, scoring, matches, unsound, reproducible FROM rating_fits ORDER BY fit_id"
        ) == [("bt", "draws", 24, 3, True), ("trueskill", "draws", 24, 3, True)]
        rows = snapshot.rows("SELECT entrant, rating, wins FROM ratings WHERE fit_id = 1 ORDER BY position")
        assert rows == [(line["name"], line["rating"], line["wins"]) for line in tables["bt"]["entrants"]]
        with pytest.raises(
            NothingPublished, match="no fit of ladder 'autumn' by model 'bt' is published: ladders are spring"
        ):
            published_ladder(snapshot, "autumn", "bt")
        with pytest.raises(
            NothingPublished, match=r"'spring' in variant 'full' .* are spring \(duel\); models"
        ):
            published_ladder(snapshot, "spring", "bt", variant="full")


def test_a_ladder_with_matches_chosen_by_a_clock_says_so(store: Store) -> None:
    plan = replace(made_plan(), reproducible=False)
    played(store, plan)
    rate_and_store(store, ladder_key(plan), **RATING)
    assert store.rows("SELECT DISTINCT reproducible FROM rating_fits") == [(False,)]


def test_a_model_that_cannot_be_fitted_does_not_stop_the_other(store: Store) -> None:
    plan = made_plan(blocks=3)
    played(
        store, plan, strength={"random": 1, "idle": 1, "bot:easy": 1}
    )  # draws alone: TrueSkill has no use for them
    rated = rate_and_store(store, ladder_key(plan), **RATING)
    assert set(rated.tables) == {"bt"}
    assert rated.failures["trueskill"].startswith(
        "no ratings by trueskill: expected at least one match with a winner"
    )
    assert store.rows("SELECT model FROM rating_fits") == [("bt",)]
