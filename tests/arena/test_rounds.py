"""Rounds: what is chosen from complete ones, what a killed start leaves, and questions that may not change."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.errors import PlanChanged
from arena.home import Home
from arena.plan import Entrant
from arena.rounds import Rounds, next_blocks, play_rounds
from arena.schedule import block_seed
from arena.setting import Setting
from arena.store import Store
from tests.arena.inline import Inline

ENTRANTS = (Entrant("a", "bot:easy"), Entrant("b", "idle"), Entrant("c", "random"))
STRENGTH = {"a": 1.0, "b": 0.0, "c": -1.0}


def rounds(question: str = "who is best") -> Rounds:
    return Rounds("spring", question, Setting("duel"), 7, ENTRANTS, 2)


def test_blocks_continue_the_numbering_of_their_pairing() -> None:
    blocks = next_blocks([("b", "a"), ("a", "c"), ("a", "b")], 7, {("a", "b"): 3})
    assert [(block.first, block.second, block.index) for block in blocks] == [
        ("a", "b", 3),
        ("a", "c", 0),
        ("a", "b", 4),
    ]
    assert [block.seed for block in blocks] == [block_seed(7, b.first, b.second, b.index) for b in blocks]


def chooser(store: Store, seen: list[int], count: int) -> list[tuple[str, str]]:
    """Three blocks a round for so many rounds; notes how many matches there were to choose from."""
    seen.append(store.rows("SELECT count(*) FROM matches")[0][0])
    return [("a", "b"), ("a", "c"), ("b", "c")] if store.count_runs("spring") < count else []


def test_a_choice_sees_complete_rounds_alone_and_the_end_is_when_none_is_made(tmp_path: Path) -> None:
    seen: list[int] = []
    with Store(Home(tmp_path)) as store:
        matches = play_rounds(store, rounds(), Inline(STRENGTH), lambda: chooser(store, seen, 3))
        assert (matches, seen) == (36, [0, 12, 24, 36])
        assert store.rows("SELECT DISTINCT status, schedule FROM runs") == [("complete", "who is best")]


def test_a_start_that_was_killed_is_continued_and_nothing_is_played_twice(tmp_path: Path) -> None:
    whole, parts = Home(tmp_path / "whole"), Home(tmp_path / "parts")
    for home, stops in ((whole, [None]), (parts, [1, 2, 1, None])):
        for stop in stops:
            with Store(home) as store:
                seen: list[int] = []
                play_rounds(
                    store,
                    rounds(),
                    Inline(STRENGTH, stop_after=stop),
                    lambda s=store, n=seen: chooser(s, n, 3),
                )
    rows = []
    for home in (whole, parts):
        with Store(home) as store:
            rows.append(store.rows("SELECT * FROM matches ORDER BY match_id"))
    assert len(rows[0]) == 36
    assert rows[0] == rows[1]


def test_another_question_under_the_same_name_is_refused(tmp_path: Path) -> None:
    with Store(Home(tmp_path)) as store:
        play_rounds(store, rounds(), Inline(STRENGTH), lambda: chooser(store, [], 1))
        with pytest.raises(PlanChanged, match="differs in schedule"):
            play_rounds(store, rounds("who is worst"), Inline(STRENGTH), list)
