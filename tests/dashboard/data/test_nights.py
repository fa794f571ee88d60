"""The last night of a ladder is that of its report."""

from __future__ import annotations

import time
from pathlib import Path

from arena.games import moba
from arena.home import Home
from arena.nights.reports import store_night
from arena.store import Store
from dashboard.app import draw
from dashboard.data.ladders import ladder_names
from dashboard.data.nights import chosen_night, ladders_of_nights
from dashboard.data.source import Source
from tests.arena.nights.made import made_line, made_night
from tests.dashboard.conftest import played
from tests.dashboard.test_app import text_of


def with_nights(home: Home, *ladders: str) -> Source:
    """A home with a rated tournament, then a night of each of these ladders."""
    played(home, "spring")
    with Store(home) as store:
        for number, ladder in enumerate(ladders, 1):
            store_night(store, made_night(night=number, ladder=ladder, rules_hash=moba.rules_hash()), None)
        store.publish()
    return Source(home)


def test_without_a_night_the_page_says_so(tmp_path: Path) -> None:
    source = with_nights(Home(tmp_path))
    with source.reading() as reading:
        assert chosen_night(reading.database, {}) is None
        assert ladders_of_nights(reading.database) == ladder_names(reading.database)
    assert "No night of this ladder is stored" in text_of(draw(source, "/tonight", "", dark=False)[0])


def test_the_address_chooses_among_ladders_and_the_last_night_is_shown_without(tmp_path: Path) -> None:
    source = with_nights(Home(tmp_path), "spring", "nightly")
    with source.reading() as reading:
        (spring,) = ladder_names(reading.database)
        assert [
            night.night
            for query in ({}, {"ladder": spring.key})
            if (night := chosen_night(reading.database, query))
        ] == [2, 1]
        assert chosen_night(reading.database, {"ladder": "other"}) is None


def test_the_page_says_what_the_report_says(tmp_path: Path) -> None:
    source = with_nights(Home(tmp_path), "spring")
    text = text_of(draw(source, "/tonight", "", dark=False)[0])
    for said in (
        "regression: a/7 stands 312 points below its predecessor a/6", "set aside: bad<b> raised RuntimeError",
        "nightly/duel/round 3 was closed before all of it was played", "a/5 is left out: cut short",
        "4 comparisons were made", "night-000001.html", "median 6:52", "the newest match with",
    ):  # fmt: skip
        assert said in text, said


def test_a_long_ladder_is_drawn_from_its_report_within_300_ms(tmp_path: Path) -> None:
    source = with_nights(Home(tmp_path))
    lines = [made_line(f"run{place % 5}/{place}", place) for place in range(1, 201)]
    with Store(source.home) as store:
        store_night(
            store, made_night(night=1, ladder="spring", rules_hash=moba.rules_hash(), entrants=lines), None
        )
        store.publish()
    draw(source, "/tonight", "", dark=False)
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        content, _, _ = draw(source, "/tonight", "", dark=False)
        times.append(time.perf_counter() - begun)
    assert "run1/1" in text_of(content)
    assert min(times) < 0.3
