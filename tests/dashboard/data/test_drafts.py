from __future__ import annotations

from pathlib import Path

import pytest

from arena.home import Home
from dashboard.data.drafts import board_of
from dashboard.errors import BadAddress
from dashboard.view import address, parse_query
from probes.draft.advice import Estimate
from probes.draft.errors import BadDraft, NoModel
from probes.draft.model import fit_model, save_model
from probes.draft.results import write_results
from tests.probes.draft.made import simulated

HOME = Home(Path("/nowhere"))


def test_an_address_is_a_draft_and_back():
    query = {"order": "captains", "begins": "them", "steps": "Thorn,Ember,Mire"}
    board = board_of(HOME, query)
    assert board.ours == "B" and board.who("A") == "they" and board.who("b") == "we"
    again = board_of(HOME, parse_query(address("", board.query(board.draft))))
    assert again.draft == board.draft and again.first == board.first and again.desk is board.desk


def test_what_goes_without_saying_is_left_out_of_the_address():
    board = board_of(HOME, {"steps": "thorn"})
    assert address("/draft", board.query(board.draft)) == "/draft?steps=Thorn"


def test_a_probability_is_ours_whoever_begins():
    win = Estimate(0.6, 0.5, 0.8)
    assert board_of(HOME, {}).our(win) == win
    assert board_of(HOME, {"begins": "them"}).our(win) == Estimate(0.4, pytest.approx(0.2), 0.5)
    assert board_of(HOME, {}).our(win, "b") == Estimate(0.4, pytest.approx(0.2), 0.5)


@pytest.mark.parametrize(
    ("query", "error", "why"),
    [
        ({"begins": "me"}, BadAddress, "expected begins to be us or them, got 'me'"),
        ({"table": "../../etc"}, BadAddress, "expected a table, blitz-bot-hard"),
        ({"order": "ABAB"}, BadDraft, "expected 5 picks of A"),
        ({"steps": "Thorn,Thorn"}, BadDraft, "Thorn twice"),
        ({"steps": "x" * 500}, BadDraft, "at most 400 characters"),
    ],
)
def test_an_address_that_cannot_be_is_refused(query, error, why):
    with pytest.raises(error, match=why):
        board_of(HOME, query)


def test_a_table_of_the_home_comes_first_and_is_read_again_when_it_grew(tmp_path):
    path = tmp_path / "draft" / "mine.parquet"
    results, _ = simulated(400, 8)
    write_results(path, results.head(300))
    save_model(path, fit_model(results.head(300)))
    board = board_of(Home(tmp_path), {})
    assert board.table == "mine" and board.tables[1:] == ("blitz-bot-hard",)
    write_results(path, results)
    grown = board_of(Home(tmp_path), {})
    assert grown.desk is not board.desk and grown.desk.model.about["table_matches"] == 400


def test_without_any_model_it_says_how_to_make_one(monkeypatch, tmp_path):
    monkeypatch.setattr("dashboard.data.drafts.known_tables", lambda home: [])
    with pytest.raises(NoModel, match="palaestra draft collect plays one"):
        board_of(HOME, {})
