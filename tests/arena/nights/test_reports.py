"""Reports as files: beside the snapshots, whole or not at all, made up for where they are missing."""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

import pytest

from arena.errors import StoreError
from arena.home import Home
from arena.nights.record import Night
from arena.nights.reports import last_night, report_files, store_night, write_reports, written_reports
from arena.store import Store
from tests.arena.nights.made import made_night


def stored(store: Store, number: int, **more: object) -> Night:
    night = made_night(night=number, **more)
    assert store_night(store, night, None) == number
    return night


def test_a_report_is_a_pair_of_files_that_say_the_same(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with Store(home) as store:
        night = stored(store, 1)
        assert write_reports(home, store) == [1]
        assert write_reports(home, store) == [], "what is there is left"
    files = report_files(home, 1)
    assert (files.json.name, files.html.name) == ("night-000001.json", "night-000001.html")
    assert Night.model_validate_json(files.json.read_text()) == night
    assert json.loads(files.json.read_text())["regressions"][0]["name"] == "a/7"
    assert "a/7 stands 312 points below its predecessor a/6" in files.html.read_text()
    assert datetime.fromisoformat(json.loads(files.json.read_text())["ended_at"]) == night.ended_at


def test_what_a_killed_night_did_not_write_the_next_one_does(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with Store(home) as store:
        for number in (1, 2, 3):
            stored(store, number)
        write_reports(home, store)
        report_files(home, 2).html.unlink()
        report_files(home, 3).json.unlink()
        assert write_reports(home, store, keep=2) == [2, 3]
        report_files(home, 1).json.unlink()
        assert write_reports(home, store, keep=2) == [], "only the newest"
    assert list(written_reports(home)) == [1, 2, 3]


def test_the_last_night_is_that_of_its_ladder(tmp_path: Path) -> None:
    with Store(Home(tmp_path)) as store:
        assert last_night(store) is None
        stored(store, 1, ladder="one")
        stored(store, 2, ladder="two", variant="blitz")
        assert (last_night(store) or made_night()).night == 2
        assert (last_night(store, "one") or made_night()).ladder == "one"
        assert last_night(store, "one", "blitz") is None


def test_what_is_stored_and_no_report_is_one_line(tmp_path: Path) -> None:
    with Store(Home(tmp_path)) as store:
        fields = made_night().model_dump()
        columns = ("ladder", "variant", "rules_hash", "contract_version", "ended_at")
        store.write_night(
            {
                **{name: fields[name] for name in columns},
                "fit_id": None,
                "regressions": 0,
                "report": '{"night": 1}',
            }
        )
        with pytest.raises(StoreError, match="cannot read the report of night 1 in ") as error:
            last_night(store)
    assert "\n" not in str(error.value)
