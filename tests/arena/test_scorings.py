"""Scoring rules side by side on made-up ladders: capped, decided, repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import NothingPublished
from arena.home import Home
from arena.ladder import ladder_key, rate_and_store
from arena.scorings import format_side_by_side, side_by_side
from arena.store import Store, open_published
from tests.arena.made import made_plan
from tests.arena.test_ladder import played

RATING = {"anchor": "random", "scoring": "draws", "prior": 0.5, "resamples": 20}


def published(home: Home, **made: object) -> None:
    plan = made_plan(blocks=3)
    with Store(home) as store:
        played(store, plan, **made)
        rate_and_store(store, ladder_key(plan), **RATING)  # type: ignore[arg-type]
        store.publish()


def test_rules_agree_where_every_match_has_a_winner(tmp_path: Path) -> None:
    published(Home(tmp_path))
    with open_published(Home(tmp_path)) as snapshot:
        found = side_by_side(snapshot, None, None, anchor="random", resamples=20)
    assert set(found.tables) == {"draws", "wins", "settled"}
    assert (found.capped, found.undecided) == (0.0, 0.0)
    ratings = [[line["rating"] for line in table["entrants"]] for table in found.tables.values()]
    assert ratings[0] == ratings[1] == ratings[2]
    text = format_side_by_side(found)
    assert "36 matches, 0.0% ended by a cap" in text and "settled" in text


def test_a_ladder_of_caps_is_warned_about(tmp_path: Path) -> None:
    published(Home(tmp_path), strength={"random": 1, "idle": 1, "bot:easy": 1})
    with open_published(Home(tmp_path)) as snapshot:
        found = side_by_side(snapshot, "spring", "duel", anchor="random", resamples=20)
    assert (found.capped, found.undecided) == (1.0, 1.0)
    assert any(
        "100% of the matches have no winner: most matches decide nothing" in line for line in found.warnings
    )
    assert "wins" in found.failures and "no match to rate" in found.failures["wins"]
    assert "warning: 100%" in format_side_by_side(found)


def test_matches_that_repeat_are_said(tmp_path: Path) -> None:
    """Made-up matches of one place in a batch are alike to the last number."""
    published(Home(tmp_path))
    with open_published(Home(tmp_path)) as snapshot:
        found = side_by_side(snapshot, None, None, anchor="random", resamples=20)
    assert found.distinct < 1.0
    assert found.to_dict()["distinct"] == found.distinct


def test_an_unknown_ladder_is_one_line(tmp_path: Path) -> None:
    published(Home(tmp_path))
    with (
        open_published(Home(tmp_path)) as snapshot,
        pytest.raises(NothingPublished, match="no fit of ladder 'x'"),
    ):
        side_by_side(snapshot, "x", None, anchor="random", resamples=20)
