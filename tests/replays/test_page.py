"""The page holds all of the match, asks for nothing else, and names do no harm in it."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from arena.games.moba import VARIANTS, maps
from arena.games.moba import layout as lay
from arena.games.moba.rules import map_name
from replays.coding import decode
from replays.page import FOLDER, SCRIPTS, head_of, map_of, page_html, title_of
from tests.replays.made import replay_of


class Elements(HTMLParser):
    """Every element of a page, and the text of its scripts."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[dict[str, str | None], str]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.cdata_elem == "script":
            self.texts.append((self.found[-1][1], data))


@pytest.fixture(scope="module")
def page() -> str:
    return page_html(replay_of("duel"))


def test_the_page_asks_for_nothing_else(page: str) -> None:
    for tag, attributes in Elements(page).found:
        assert "src" not in attributes and tag not in ("iframe", "img", "object", "embed"), tag
        assert attributes.get("href", "data:,") == "data:,"
    assert not re.search(
        r"\b(fetch|XMLHttpRequest|WebSocket|importScripts|sendBeacon)\b|@import|url\(|https?:", page
    )


def test_the_frames_in_the_page_are_the_replay_s(page: str) -> None:
    chunks = [text for attributes, text in Elements(page).texts if "data-chunk" in attributes]
    assert decode([base64.b64decode(chunk) for chunk in chunks]) == replay_of("duel").frames


def test_the_head_in_the_page_is_what_the_viewer_is_told(page: str) -> None:
    (text,) = (text for attributes, text in Elements(page).texts if attributes.get("id") == "head")
    assert json.loads(text) == json.loads(json.dumps(head_of(replay_of("duel"))))


def test_every_script_is_in_the_page_and_every_file_is_used(page: str) -> None:
    assert {path.stem for path in FOLDER.glob("*.js")} == set(SCRIPTS)
    for name in SCRIPTS:
        assert (FOLDER / f"{name}.js").read_text(encoding="utf-8").rstrip("\n") in page


def test_names_do_no_harm() -> None:
    replay = replay_of("duel")
    bad = "</script><script>alert(1)</script>&{{chunks}}"
    match = replace(replay.recording.match, west=bad)
    altered = replace(replay, recording=replace(replay.recording, match=match))
    page = page_html(altered)
    assert bad not in page
    found = Elements(page)
    assert len([1 for tag, _ in found.found if tag == "script"]) == len(
        [1 for tag, _ in Elements(page_html(replay)).found if tag == "script"]
    )
    (text,) = (text for attributes, text in found.texts if attributes.get("id") == "head")
    assert json.loads(text)["match"]["west"] == bad


def test_links_stand_in_the_page_only_where_they_are_asked_for() -> None:
    replay = replay_of("duel")
    links = {"all matches": "/matches", '<b>"x"': "/entrant?name=%3Cb%3E&more=1"}
    found = Elements(page_html(replay, links)).found
    assert [one["href"] for tag, one in found if tag == "a"] == list(links.values())
    assert not [tag for tag, _ in found if tag == "b"]
    assert not [tag for tag, _ in Elements(page_html(replay)).found if tag == "a"]


def test_a_title_says_who_plays_and_which_match_it_is() -> None:
    replay = replay_of("duel")
    assert title_of(replay) == "strong against weak, duel"
    assert title_of(replace(replay, run="spring")) == "strong against weak, duel (match 8)"


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_map_is_the_game_s(variant: str) -> None:
    chart, plain = maps.load(map_name(variant)), map_of(variant)
    assert plain["n"] == chart.n == len(plain["rows"])
    for iy in (0, chart.n // 2, chart.n - 1):
        for ix in range(chart.n):
            cell = plain["rows"][iy][ix]
            assert (cell == "#") == chart.walls[iy, ix]
            assert cell == "#" or int(cell) == chart.ground[iy, ix]
    assert len(plain["camps"]) == 2 * len(chart.camps)


def test_heroes_and_structures_are_those_that_the_variant_has() -> None:
    duel, blitz = (head_of(replay_of(variant)) for variant in ("duel", "blitz"))
    assert [hero["unit"] for hero in duel["heroes"]] == [0, lay.HALF]
    assert len(blitz["heroes"]) == 10 and len(blitz["structures"]) == 2 * lay.STRUCTURES
    assert len(duel["structures"]) == 14  # one lane, and the bases
    assert [kind["name"] for kind in blitz["kinds"]] == list(lay.KIND_NAMES)


def test_a_match_with_faults_is_called_unsound() -> None:
    replay = replay_of("duel")
    assert "unsound" not in head_of(replay)["facts"]
    assert "3 faults: unsound" in head_of(replace(replay, result={**replay.result, "faults": 3}))["facts"]
