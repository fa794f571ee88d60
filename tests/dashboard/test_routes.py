"""What is answered besides the pages, asked kindly and hostilely."""

from __future__ import annotations

import csv
import io

import pytest
from flask.testing import FlaskClient

from arena.home import Home
from dashboard.app import make_app
from dashboard.pages.registry import PAGES, SHEETS
from tests.dashboard.pages.test_registry import OF_RUNS

OF_DRAFTS = ("draft", "review")
"""Sheets that need nothing published."""


@pytest.fixture(scope="module")
def client(home: Home, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return make_app(home, cache=tmp_path_factory.mktemp("cache")).server.test_client()


@pytest.fixture(scope="module")
def nothing(empty: Home, tmp_path_factory: pytest.TempPathFactory) -> FlaskClient:
    return make_app(empty, cache=tmp_path_factory.mktemp("cache")).server.test_client()


def test_every_page_answers_and_the_bare_address_leads_to_one(client: FlaskClient) -> None:
    for path in PAGES:
        assert client.get(path).status_code == 200
    assert client.get("/").location in PAGES
    assert client.get("/health").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "/../../etc/passwd", "/ladder/../../x", "/ladder/x", "/assets/../app.py", "/assets/%2e%2e/app.py",
        "/data/../ladder.csv", "/data/meta.csv", "/data/ladder", "/published/000001.duckdb", "/live/palaestra.duckdb",
        "/streams/x", "/%00", "/match", "/match/1/2", "/assets/..%2fapp.py", "//etc/passwd",
    ],
)  # fmt: skip
def test_nothing_else_is_there(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code in (400, 404, 421)
    assert "root:" not in answer.text and "import" not in answer.text


@pytest.mark.parametrize("number", ["-1", "x", "9" * 25, "4000000;", "..%2f..%2fetc", "4e6", "%31%00"])
@pytest.mark.parametrize("form", ["/match/{}", "/match/{}/state.json"])
def test_a_match_that_is_no_number_is_refused(client: FlaskClient, form: str, number: str) -> None:
    answer = client.get(form.format(number))
    assert answer.status_code in (400, 404)


@pytest.mark.parametrize("name", SHEETS)
def test_every_sheet_is_csv_with_its_columns(client: FlaskClient, nothing: FlaskClient, name: str) -> None:
    answer = client.get(f"/data/{name}.csv?name=random")
    assert (answer.status_code, answer.mimetype) == (200, "text/csv")
    rows = list(csv.reader(io.StringIO(answer.text)))
    assert rows and len({len(row) for row in rows}) == 1
    assert nothing.get(f"/data/{name}.csv").status_code == (200 if name in {*OF_RUNS, *OF_DRAFTS} else 404)


def test_a_sheet_of_a_draft_has_its_heroes_and_refuses_what_cannot_be(nothing: FlaskClient) -> None:
    rows = list(csv.DictReader(io.StringIO(nothing.get("/data/draft.csv?steps=Thorn,Ember").text)))
    assert len(rows) == 15 and {"hero", "win"} <= rows[0].keys()
    for query in ("begins=nobody", "steps=Thorn,Zed"):
        assert nothing.get(f"/data/draft.csv?{query}").status_code == 400


def test_the_csv_has_what_the_filter_leaves(client: FlaskClient) -> None:
    rows = list(csv.DictReader(io.StringIO(client.get("/data/matches.csv?entrant=idle&winner=nobody").text)))
    assert rows
    assert all("idle" in (row["west"], row["east"]) and row["winner"] == "0" for row in rows)
    assert client.get("/data/matches.csv?winner=north").status_code == 400


def test_the_number_of_the_snapshot(client: FlaskClient, nothing: FlaskClient) -> None:
    assert client.get("/snapshot.json").json == {"number": 1}
    assert nothing.get("/snapshot.json").json == {"number": None}
    assert client.get("/snapshot.json?runs").json == {"number": 1, "runs": "first:3.00000060"}
