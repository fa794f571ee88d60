"""The page of training says what lies in the folders of runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.home import Home
from dashboard.app import draw
from dashboard.bench.runs import made_report, made_run
from dashboard.data.source import Source
from dashboard.pages.registry import SHEETS
from dashboard.pages.training import ago
from dashboard.view import looking
from tests.dashboard.test_app import text_of
from training.metrics import write_report


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Source:
    """Two runs, nothing published; nobody writes to them."""
    home = tmp_path_factory.mktemp("runs")
    made_run(home / "lineages" / "one")
    made_run(home / "more" / "two", reports=5, record=False)
    return Source(Home(home), ["more/*"])


def said(source: Source, search: str = "") -> str:
    return text_of(draw(source, "/training", search, dark=False)[0])


def test_it_needs_no_snapshot_and_shows_the_run_with_the_newest_report(runs: Source) -> None:
    content, published, title = draw(runs, "/training", "", dark=True)
    text = text_of(content)
    assert (published, title) == ("nothing published", "Training")
    wanted = [
        "Reward audit",
        "Endings",
        "Action frequencies",
        "Staleness and reuse",
        "Where the time goes",
        "Alarms",
    ]
    assert [words for words in [*wanted, "55% of matches ran out", "two"] if words not in text] == []
    assert "Only a lineage has one" in text  # the newest is the one without a record


def test_the_log_says_what_was_changed_and_why_and_marks_it(runs: Source) -> None:
    text = said(runs, "?runs=one")
    for words in (
        "epochs = 3 (was 2)",
        "it <b>waits</b>",
        "its settings",
        "seed = 0",
        "palaestra train duel",
        "◆",
    ):
        assert words in text


def test_several_runs_lie_over_each_other_in_the_same_label(runs: Source) -> None:
    with looking(runs, "?runs=one,two&metric=win_rate&label=past") as view:
        rows = SHEETS["curve"](view).rows
    assert {(row["run"], row["label"], row["value"]) for row in rows} == {
        ("one", "past", 0.75),
        ("two", "past", 0.75),
    }
    assert len(rows) == 8
    assert "one: past" in said(runs, "?runs=one,two&metric=win_rate&axis=hours&scale=log")


@pytest.mark.parametrize("search", ["?runs=three", "?metric=nonsense", "?axis=north", "?mean=7", "?share=x"])
def test_what_cannot_be_is_said(runs: Source, search: str) -> None:
    assert "correct the address" in said(runs, search) or "choose another" in said(runs, search)


def test_a_label_of_another_metric_is_let_go(runs: Source) -> None:
    with looking(runs, "?runs=one&metric=ending&label=past") as view:
        assert {row["label"] for row in SHEETS["curve"](view).rows} == {"tower", "limit"}


def test_a_new_report_is_shown(tmp_path: Path) -> None:
    folder = made_run(tmp_path / "lineages" / "one", reports=0)
    source = Source(Home(tmp_path))
    assert "No report yet" in said(source)
    write_report(folder, made_report(1))
    assert "51% of matches ran out the clock" in said(source)


def test_without_a_run_it_says_how_to_begin_one(tmp_path: Path) -> None:
    source = Source(Home(tmp_path))
    assert f"palaestra train duel --minutes 30 --out {tmp_path}/lineages/first" in said(source)
    with looking(source, "") as view:
        assert all(not SHEETS[name](view).rows for name in ("lineages", "curve", "audit", "log", "alarms"))


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (None, "never"),
        (5.2, "5 s ago"),
        (61, "1 min ago"),
        (7300, "2 h ago"),
        (200_000, "2 days ago"),
        (-1, "0 s ago"),
    ],
)
def test_how_long_ago(seconds: float | None, words: str) -> None:
    assert ago(seconds) == words
