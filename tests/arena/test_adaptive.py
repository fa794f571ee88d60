"""Adaptive tournaments: stops, what is refused, and that a restart changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import arena.adaptive
from arena.adaptive import Question, adaptive_rounds, run_adaptive
from arena.errors import BadSchedule, PlanChanged
from arena.home import Home
from arena.plan import parse_entrant
from arena.setting import Setting
from arena.store import Store
from tests.arena.inline import Inline

NAMES = ("random", "a=bot:easy", "b=bot:medium", "c=bot:hard", "d=idle")
STRENGTH = {"random": 0.0, "a": 1.0, "b": 2.0, "c": 3.0, "d": -0.5}


def run(home: Home, question: Question, **more: Any) -> Any:
    rounds = adaptive_rounds(
        "climb",
        tuple(parse_entrant(text) for text in NAMES),
        question,
        setting=Setting("duel", 20.0),
        seed=3,
        batch_blocks=2,
    )
    return run_adaptive(home, rounds, question, **{"round_blocks": 8, "workers": 1, "resamples": 20, **more})


@pytest.fixture(autouse=True)
def made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena.adaptive, "ProcessPool", lambda workers: Inline(STRENGTH))


def test_it_stops_at_the_width_asked_for_and_rates(tmp_path: Path) -> None:
    report = run(Home(tmp_path), Question(width=400.0))
    assert report.stopped == "width" and report.widest <= 400.0
    assert report.blocks % 8 == 0 and report.matches == 4 * report.blocks
    table = report.rated.tables["bt"]
    assert [line["name"] for line in table["entrants"]][:2] == ["c", "b"]
    wider = run(Home(tmp_path), Question(width=800.0))
    assert wider.matches == 0


def test_it_stops_at_blocks_and_goes_on_when_given_more(tmp_path: Path) -> None:
    first = run(Home(tmp_path), Question(most_blocks=10))
    assert (first.blocks, first.stopped) == (10, "blocks")
    more = run(Home(tmp_path), Question(most_blocks=20))
    assert (more.blocks, more.matches) == (20, 40)


def test_a_restart_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    question = Question(target="neighbours", most_blocks=24)
    run(Home(tmp_path / "whole"), question)
    for stop in (2, 3, None):
        monkeypatch.setattr(
            arena.adaptive, "ProcessPool", lambda workers, stop=stop: Inline(STRENGTH, stop_after=stop)
        )
        if stop == 2:
            with pytest.raises(BadSchedule, match="the time ended before the first round did"):
                run(Home(tmp_path / "parts"), question)
        else:
            run(Home(tmp_path / "parts"), question)
    rows = []
    for home in ("whole", "parts"):
        with Store(Home(tmp_path / home)) as store:
            rows.append(store.rows("SELECT * FROM matches ORDER BY match_id"))
    assert len(rows[0]) == 96 and rows[0] == rows[1]


def test_blocks_go_where_they_are_asked_for(tmp_path: Path) -> None:
    run(Home(tmp_path), Question(target="entrant:d", most_blocks=40, far_share=0.0))
    with Store(Home(tmp_path)) as store:
        (of_d,) = store.rows('SELECT count(*) FROM blocks WHERE \'d\' IN ("first", "second")')[0]
    assert of_d >= 16


@pytest.mark.parametrize(
    ("question", "message"),
    [
        (Question(target="all"), "expected a target of anchor, neighbours or entrant:NAME, got 'all'"),
        (Question(target="entrant:nobody"), "expected 'nobody' among the entrants"),
        (Question(anchor="nobody"), "expected 'nobody' among the entrants"),
        (Question(scoring="goals"), "no scoring rule is called 'goals'"),
        (Question(most_blocks=0), "expected at least one block"),
    ],
)
def test_what_cannot_be_asked_is_refused(tmp_path: Path, question: Question, message: str) -> None:
    with pytest.raises(BadSchedule, match=message):
        run(Home(tmp_path), question)


def test_another_target_under_the_same_name_is_refused(tmp_path: Path) -> None:
    run(Home(tmp_path), Question(most_blocks=8))
    with pytest.raises(PlanChanged, match="differs in schedule"):
        run(Home(tmp_path), Question(target="neighbours", most_blocks=8))
