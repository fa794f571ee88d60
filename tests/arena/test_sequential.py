"""A sequential test on the arena: its verdict is that of the first prefix, whatever the rounds and restarts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import arena.sequential
from arena.errors import BadSchedule, PlanChanged
from arena.home import Home
from arena.plan import two_entrants
from arena.sequential import format_sequential, run_sequential, sequential_rounds
from arena.setting import Setting
from ratings.sequential import NOT_STRONGER, STRONGER, UNDECIDED, SequentialTest
from tests.arena.inline import Inline

TEST = SequentialTest(elo0=0.0, elo1=100.0, most_blocks=60)
SETTING = Setting("duel", 20.0)


def run(
    home: Home,
    *,
    test: SequentialTest = TEST,
    round_blocks: int = 6,
    first: str = "a=bot:easy",
    second: str = "b=idle",
    **more: Any,
) -> Any:
    rounds = sequential_rounds(
        "duel-test", two_entrants(first, second), test, scoring="draws", setting=SETTING, seed=5,
        batch_blocks=2, round_blocks=round_blocks,
    )  # fmt: skip
    return run_sequential(home, rounds, test, scoring="draws", round_blocks=round_blocks, workers=1, **more)


@pytest.fixture
def made_up(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Matches by the chance of Bradley–Terry, in place of worker processes."""

    def with_strength(**strength: float) -> None:
        monkeypatch.setattr(arena.sequential, "ProcessPool", lambda workers: Inline(strength))

    return with_strength


def test_it_decides_either_way(tmp_path: Path, made_up: Any) -> None:
    made_up(a=1.5, b=0.0)
    report = run(Home(tmp_path / "up"))
    assert report.verdict.decision == STRONGER and report.verdict.score > 0.6
    assert report.matches % 24 == 0 and report.verdict.blocks <= report.matches / 4
    assert "a is stronger than b: 100 points rather than 0" in format_sequential(report)
    made_up(a=0.0, b=0.3)
    report = run(Home(tmp_path / "down"))
    assert report.verdict.decision == NOT_STRONGER
    assert report.to_dict()["decision"] == NOT_STRONGER


def test_the_verdict_does_not_depend_on_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made_up: Any
) -> None:
    made_up(a=0.2, b=0.0)
    whole = run(Home(tmp_path / "whole"))
    for stop in (1, 3, 2, None):
        monkeypatch.setattr(
            arena.sequential,
            "ProcessPool",
            lambda workers, stop=stop: Inline({"a": 0.2, "b": 0.0}, stop_after=stop),
        )
        parts = run(Home(tmp_path / "parts"))
    assert parts.verdict == whole.verdict


def test_a_cap_leaves_it_undecided_and_no_block_beyond_is_played(tmp_path: Path, made_up: Any) -> None:
    made_up(a=0.0, b=0.0)
    test = SequentialTest(elo0=0.0, elo1=10.0, most_blocks=8)
    report = run(Home(tmp_path), test=test)
    assert (report.verdict.decision, report.verdict.blocks, report.matches) == (UNDECIDED, 8, 32)
    assert format_sequential(report).startswith("undecided whether a is 0 or 10 points above b")


def test_another_question_under_the_same_name_is_refused(tmp_path: Path, made_up: Any) -> None:
    made_up(a=0.0, b=0.0)
    run(Home(tmp_path), test=SequentialTest(elo0=0.0, elo1=10.0, most_blocks=6))
    with pytest.raises(PlanChanged, match="differs in schedule"):
        run(Home(tmp_path), test=SequentialTest(elo0=0.0, elo1=20.0, most_blocks=6))


def test_a_rule_that_drops_matches_is_refused() -> None:
    with pytest.raises(BadSchedule, match="expected scoring draws or settled, got 'wins'"):
        sequential_rounds(
            "x",
            two_entrants("idle", "random"),
            TEST,
            scoring="wins",
            setting=SETTING,
            seed=0,
            batch_blocks=1,
            round_blocks=1,
        )


def test_an_entrant_that_was_set_aside_leaves_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena.sequential, "ProcessPool", lambda workers: Inline({}, failing="b"))
    with pytest.raises(BadSchedule, match="'b' was set aside, so the test has no answer: raised KeyError"):
        run(Home(tmp_path), round_blocks=2)


def test_real_matches_decide_it(tmp_path: Path) -> None:
    """An easy bot farms while an idle one stands: settled by structures and net worth it wins every match."""
    test = SequentialTest(elo0=0.0, elo1=200.0, alpha=0.2, beta=0.2, most_blocks=12)
    rounds = sequential_rounds(
        "real", two_entrants("bot:easy", "idle"), test, scoring="settled", setting=Setting("duel", 40.0), seed=5,
        batch_blocks=2, round_blocks=4,
    )  # fmt: skip
    report = run_sequential(Home(tmp_path), rounds, test, scoring="settled", round_blocks=4, workers=1)
    assert report.verdict.decision == STRONGER
