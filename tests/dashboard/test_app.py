"""Drawing pages: with something, with nothing, with what cannot be; and the rows of the grid."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from plotly.utils import PlotlyJSONEncoder

from arena.home import Home
from dashboard.app import draw, rows_for
from dashboard.data.source import Source
from dashboard.errors import BadAddress
from dashboard.pages.registry import PAGES


def text_of(content: object) -> str:
    return json.dumps(content, cls=PlotlyJSONEncoder, ensure_ascii=False)


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("dark", [False, True])
def test_every_page_is_drawn(source: Source, path: str, dark: bool) -> None:
    content, said, title = draw(source, path, "?name=random", dark=dark)
    assert "This cannot be shown" not in text_of(content)
    assert "snapshot 1" in text_of(said)
    assert title == PAGES[path].title


@pytest.mark.parametrize("path", PAGES)
def test_without_a_snapshot_every_page_says_what_to_do(empty: Home, path: str) -> None:
    content, said, _ = draw(Source(empty), path, "", dark=False)
    others = {"/training": "palaestra train duel", "/draft": "On matches it never saw"}
    command = others.get(path, f"palaestra nightly --home {empty.root}")
    assert command in text_of(content)
    assert said == "nothing published"


def test_an_address_that_cannot_be_is_said(source: Source) -> None:
    content, _, _ = draw(source, "/matches", "?winner=north", dark=False)
    assert "got 'north'" in text_of(content)
    content, _, title = draw(source, "/nowhere", "", dark=False)
    assert (title, "No such page" in text_of(content)) == ("Not found", True)


def test_a_fault_is_logged_and_the_page_says_so(source: Source, monkeypatch, caplog) -> None:
    monkeypatch.setattr("dashboard.pages.matches.choices", lambda database: 1 / 0)
    with caplog.at_level(logging.ERROR):
        content, _, _ = draw(source, "/matches", "", dark=False)
    assert "A fault of the dashboard" in text_of(content)
    assert "ZeroDivisionError" in caplog.text


def test_rows_of_the_grid_are_those_of_its_filter_and_order(source: Source) -> None:
    sort = [{"colId": "length", "sort": "asc"}]
    answer = rows_for(source, {"startRow": 0, "endRow": 100, "sortModel": sort}, "?entrant=idle")
    assert answer["rowCount"] == len(answer["rowData"]) == 8
    assert [row["ticks"] for row in answer["rowData"]] == sorted(row["ticks"] for row in answer["rowData"])
    assert rows_for(source, {"startRow": 0, "endRow": 100}, "?entrant=nobody") == {
        "rowData": [],
        "rowCount": 1,
    }
    for request in (
        {"startRow": 0, "endRow": 9999},
        {"startRow": 0, "endRow": 5, "sortModel": [{"colId": "x", "sort": "asc"}]},
    ):
        with pytest.raises(BadAddress):
            rows_for(source, request, "")


@pytest.mark.parametrize("path", PAGES)
def test_a_page_over_200_000_matches_is_drawn(huge: Source, path: str) -> None:
    """How long it takes is `palaestra bench pages`'s to say."""
    text = text_of(draw(huge, path, "?name=run1/1101", dark=False)[0])
    assert "cannot be shown" not in text


def test_assets_are_where_the_package_looks_for_them() -> None:
    folder = Path(draw.__code__.co_filename).parent / "assets"
    assert {path.name for path in folder.rglob("*") if path.is_file()} == {
        "palaestra.css", "palaestra.js", "scheme.js", "wait.js", "beside.js", "draft.js",
    }  # fmt: skip
