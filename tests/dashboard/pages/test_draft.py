"""What the page of the draft says, against what the advice says."""

from __future__ import annotations

from pathlib import Path

from arena.errors import NothingPublished
from arena.home import Home
from dashboard.data.drafts import board_of
from dashboard.data.runs import Runs
from dashboard.pages import draft as pages
from dashboard.view import View
from probes.draft.desk import Work
from tests.dashboard.test_app import text_of

HOME = Home(Path("/nowhere"))


def look(**query: str) -> View:
    return View(NothingPublished("none"), query, Runs(HOME))


def rows(**query: str) -> list[dict[str, object]]:
    return list(pages.csv_sheet(look(**query)).rows)


def test_rows_are_the_advice_as_seen_by_us():
    for first in ("us", "them"):
        board = board_of(HOME, {"begins": first, "steps": "Thorn"})
        adviser = board.wait()
        assert board.ask() is adviser
        advice = adviser.advise(board.draft)
        shown = rows(begins=first, steps="Thorn")
        names = board.desk.model.names
        assert [row["hero"] for row in shown] == [names[option.hero] for option in advice.options]
        # B picks; what is best for it is the least of ours where A is ours.
        wins = [row["win"] for row in shown]
        assert wins == sorted(wins, reverse=first == "them")
        assert shown[0]["told"] == "best" and shown[0]["change"] == 0
        assert all(row["low"] <= row["win"] <= row["high"] for row in shown)


def test_either_first_pick_is_the_same_draft_seen_from_the_other_side():
    ours, theirs = rows(begins="us"), rows(begins="them")
    assert [row["hero"] for row in ours] == [row["hero"] for row in theirs]
    assert all(abs(one["win"] + other["win"] - 1) < 1e-12 for one, other in zip(ours, theirs, strict=True))


def test_a_complete_draft_is_reviewed_and_offers_nothing():
    whole = "Thorn,Falcon,Ember,Lantern,Tempest,Mire,Bulwark,Tabor,Anvil,Oath"
    text = text_of(pages.layout(look(steps=whole)))
    assert "the draft is complete" in text and "draft-review" in text and "draft-next" not in text
    review = pages.review_sheet(look(steps=whole)).rows
    assert [row["who"] for row in review] == [
        "we",
        "they",
        "they",
        "we",
        "we",
        "they",
        "they",
        "we",
        "we",
        "they",
    ]


def test_a_draft_that_cannot_be_and_one_that_is_being_solved_are_said(monkeypatch):
    assert "got 'Zed'" in text_of(pages.layout(look(steps="Zed")))
    monkeypatch.setattr(
        "dashboard.data.drafts.Desk.ask", lambda desk, draft, patience_s: Work(draft, 12, 100)
    )
    text = text_of(pages.layout(look(order="bans")))
    assert "Solving this draft" in text and '"value": "12"' in text
