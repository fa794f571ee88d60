"""The exported page in a real browser: it opens, plays, is dragged and stepped, and draws what Python knows.

It needs the system's Chromium (`apt-get install chromium`); without one these tests are skipped, and say so, unless
PALAESTRA_BROWSER is `required`, as it is in the continuous integration.
"""

from __future__ import annotations

import base64
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from replays.export import write_page
from replays.frames import CHUNK_FRAMES
from replays.page import FOLDER
from replays.stored import clock
from tests.replays.made import replay_of

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)

if CHROMIUM is None and os.environ.get("PALAESTRA_BROWSER") != "required":
    pytest.skip("no chromium on this machine: apt-get install chromium", allow_module_level=True)

from axe_core_python.sync_playwright import Axe  # noqa: E402 - skipped without a browser
from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402 - skipped without a browser

READ = "window.replay && replay.drawn !== null && replay.film.chunks.every(Boolean)"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "expected chromium on this machine, found none: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("page") / "match.html"
    return write_page(replay_of("blitz"), path).as_uri()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """The page, read to its end. Afterwards nothing must have been complained of or asked for."""
    page, complaints, requests = open_page(browser, address)
    yield page
    page.close()
    assert complaints == []
    assert [request for request in requests if request != address] == []


def open_page(browser: Browser, address: str, **more: Any) -> tuple[Page, list[str], list[str]]:
    page = browser.new_page(viewport={"width": 1400, "height": 900}, **more)
    complaints: list[str] = []
    requests: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: requests.append(request.url.partition("#")[0]))
    page.goto(address)
    page.wait_for_function(READ)
    return page, complaints, requests


def moment(page: Page) -> float:
    return float(page.evaluate("replay.moment"))


def pixels(page: Page, name: str = "map") -> str:
    return str(
        page.evaluate("(id) => { replay.draw(); return document.getElementById(id).toDataURL(); }", name)
    )


def test_the_browser_decodes_what_python_encoded(page: Page) -> None:
    frames = replay_of("blitz").frames
    for k in (0, 2):
        part = slice(k * CHUNK_FRAMES, min((k + 1) * CHUNK_FRAMES, frames.count))
        slots = decoded(page, k, "slots", "<u2")
        assert page.evaluate("(k) => replay.film.chunks[k].first", k) == part.start
        assert decoded(page, k, "ticks", "<u4").tolist() == frames.tick[part].tolist()
        for name in ("x", "y", "kind", "flags", "health"):
            column = getattr(frames, name)[part, slots].T.ravel()
            assert np.array_equal(decoded(page, k, name, column.dtype.newbyteorder("<").str), column), name
        for name in ("mana", "rune"):
            assert np.array_equal(decoded(page, k, name, "u1"), getattr(frames, name)[part].T.ravel())
        assert decoded(page, k, "fog", "u1").tobytes() == frames.fog[part].astype("<u8").tobytes()
        flights = frames.flights[(frames.flights["begin"] // CHUNK_FRAMES) == k]
        for name, column in {
            "frames": "frames",
            "kind": "kind",
            "side": "side",
            "x": "x",
            "y": "y",
            "toX": "to_x",
            "toY": "to_y",
        }.items():
            kind = flights[column].dtype.newbyteorder("<").str
            assert np.array_equal(decoded(page, k, f"flights.{name}", kind), flights[column]), name
        assert np.array_equal(decoded(page, k, "flights.begin", "<u2"), flights["begin"] - part.start)


def decoded(page: Page, k: int, name: str, kind: str) -> np.ndarray:
    """An array of a chunk as the browser has it."""
    text = page.evaluate(
        f"(k) => {{ const v = replay.film.chunks[k].{name};"
        " const bytes = new Uint8Array(v.buffer, v.byteOffset, v.byteLength); let text = '';"
        " for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));"
        " return btoa(text); }",
        k,
    )
    return np.frombuffer(base64.b64decode(text), kind)


def test_it_plays_pauses_and_the_picture_changes(page: Page) -> None:
    page.evaluate("replay.goToTick(1500)")
    before = pixels(page)
    page.click("#play")
    page.wait_for_function("replay.moment > 380")
    page.keyboard.press("Space") if page.evaluate("document.activeElement.id") != "play" else page.click(
        "#play"
    )
    held = moment(page)
    assert held > 380 and pixels(page) != before
    page.wait_for_timeout(150)
    assert moment(page) == held


@pytest.mark.parametrize("speed", [0.25, 1, 32])
def test_speeds_are_as_they_are_called(page: Page, speed: float) -> None:
    """In a fifth of a second that much of the match passes; and none where the picture is older than the start."""
    page.select_option("#speed", f"{speed:g}")
    run = "(now) => { replay.goTo(50); replay.before = 1000; replay.advance(now); return replay.moment; }"
    assert page.evaluate(run, 1200) == pytest.approx(50 + 0.2 * 7.5 * speed)
    assert page.evaluate(run, 990) == 50


def test_single_decisions_first_and_last(page: Page) -> None:
    last = replay_of("blitz").frames.count - 1
    page.keyboard.press("End")
    assert moment(page) == last
    page.wait_for_function("!document.getElementById('verdict').hidden")
    page.keyboard.press("ArrowLeft")
    assert moment(page) == last - 1
    page.click("#first")
    assert moment(page) == 0
    page.click("#forward")
    page.click("#forward")
    page.click("#back")
    assert moment(page) == 1


def test_dragging_on_the_strip_answers_at_once(page: Page) -> None:
    box = page.locator("#timeline").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 20, box["y"] + 50)
    page.mouse.down()
    seen = []
    for share in (0.2, 0.5, 0.9, 0.4):
        page.mouse.move(box["x"] + box["width"] * share, box["y"] + 50)
        seen.append(moment(page) / replay_of("blitz").frames.count)
    page.mouse.up()
    assert seen == pytest.approx([0.2, 0.5, 0.9, 0.4], abs=0.01)
    now = clock(page.evaluate("replay.tick"))
    page.wait_for_function(f"document.getElementById('clock').textContent === '{now}'")


def test_the_fog_changes_what_is_drawn(page: Page) -> None:
    frames = replay_of("blitz").frames
    frame = next(
        f for f in range(700, frames.count) if frames.flags[f, 128] & 3 == 1
    )  # alive, not seen by west
    page.evaluate("(f) => replay.goTo(f)", frame)
    pictures = []
    for fog in ("nobody", "west", "east"):
        page.select_option("#fog", fog)
        pictures.append(pixels(page))
        drawn = page.evaluate("replay.draw(), replay.view.drawn.some((one) => one.unit.number === 128)")
        assert drawn == (fog != "west")
    assert len(set(pictures)) == 3
    page.keyboard.press("f")
    assert page.evaluate("replay.look.fog") == "nobody"


def test_an_event_leads_to_its_moment_and_kinds_are_filtered(page: Page) -> None:
    kills = [event for event in replay_of("blitz").events if event.kind == "kill"]
    page.locator("#events button", has_text=kills[-1].text).last.click()
    assert page.evaluate("replay.tick") == pytest.approx(kills[-1].tick, abs=4)
    shown = page.locator("#events button").count()
    page.locator("#event-kinds button", has_text="kill").click()
    assert page.locator("#events button").count() == shown - len(kills)
    page.locator("#event-kinds button", has_text="cast").click()
    casts = sum(event.kind == "cast" for event in replay_of("blitz").events)
    assert page.locator("#events button").count() == shown - len(kills) + casts


def test_a_hero_is_followed_and_let_go(page: Page) -> None:
    unit = "new Scene(replay.film, replay.moment).unit(replay.head.heroes[2].unit)"
    # The third hero keeps the middle lane: near an edge of the map the camera is held back.
    for tick in range(1500, 5000, 100):
        page.evaluate(f"replay.goToTick({tick}); replay.draw()")
        place = page.evaluate(unit)
        if place is not None and max(abs(place["x"]), abs(place["y"])) < 2500:
            break
    else:
        pytest.fail("the hero of the middle lane was never near the middle")
    page.keyboard.press("3")
    page.wait_for_function("replay.view.zoom >= 3")
    page.evaluate("replay.draw()")
    place, centre = page.evaluate(unit), page.evaluate("replay.view.centre")
    assert np.hypot(centre[0] - place["x"], centre[1] - place["y"]) < 900
    assert replay_of("blitz").cast.heroes[2] in page.inner_text("#hero-panel")
    page.keyboard.press("m")
    assert page.evaluate("[replay.view.zoom, replay.look.follow]") == [1, None]


def test_the_map_is_zoomed_moved_and_hovered(page: Page) -> None:
    box = page.locator("#map").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.wheel(0, -600)
    page.wait_for_function("replay.view.zoom > 2")
    before = page.evaluate("replay.view.centre")
    page.mouse.down()
    page.mouse.move(x - 80, y - 50, steps=4)
    page.mouse.up()
    after = page.evaluate("replay.view.centre")
    assert after[0] > before[0] and after[1] < before[1]
    page.mouse.dblclick(x, y)
    assert page.evaluate("replay.view.zoom") == 1
    place = page.evaluate(
        "replay.draw(), replay.view.drawn.find((one) => replay.head.structures[one.unit.number])"
    )
    page.mouse.move(box["x"] + place["px"], box["y"] + place["py"])
    assert "health" in page.inner_text("#hover")


def test_a_link_shows_the_same_moment(browser: Browser, address: str) -> None:
    for where in ("#t=95.2&fog=east&follow=3", "?t=1:35.2&fog=east&follow=3"):
        page, complaints, _ = open_page(browser, address + where)
        assert page.evaluate("[replay.tick, replay.look.fog, replay.look.follow]") == [2856, "east", 3]
        assert page.evaluate("replay.address") == "#t=95.2&fog=east&follow=3"
        assert complaints == []
        page.close()


@pytest.mark.parametrize("width", [400, 1400])
def test_no_name_lies_over_another_or_beyond_the_edge(browser: Browser, address: str, width: int) -> None:
    page, complaints, _ = open_page(browser, address)
    page.set_viewport_size({"width": width, "height": 900})
    found = page.evaluate(
        "() => { replay.resize(); const found = [], { view } = replay;"
        " for (let k = 0; k <= 40; k++) { replay.moment = k * (replay.film.frames - 1) / 40; replay.draw();"
        " const heroes = view.drawn.filter(({ unit }) => view.heroOf.has(unit.number)).length;"
        " found.push([view.width, view.height, heroes, view.named.map(({ x, y, half }) => [x, y, half])]); }"
        " return found; }"
    )
    page.close()
    assert complaints == []
    assert max(heroes for _, _, heroes, _ in found) == 10
    for wide, high, heroes, names in found:
        assert len(names) == heroes
        x, y, half = np.array(names).T
        assert (x - half).min() >= 0 and (x + half).max() <= wide and y.min() >= 6 and y.max() <= high - 6
        apart = (abs(x[:, None] - x) >= half[:, None] + half - 1e-6) | (abs(y[:, None] - y) >= 12 - 1e-6)
        assert (apart | np.eye(len(names), dtype=bool)).all()


def test_names_are_placed_wherever_they_are(browser: Browser, address: str) -> None:
    """A height to which a line is added and rounded down once kept the page busy for ever."""
    page, complaints, _ = open_page(browser, address)
    high = 62.396866269620865
    assert (high + 12) - high < 12
    placed = page.evaluate(
        "([source, high]) => new Promise((done) => {"
        " const ask = `onmessage = (e) => postMessage(placeNames(e.data, 400, 400).map((one) => one.y));`;"
        " const worker = new Worker(URL.createObjectURL(new Blob([source, ask])));"
        " worker.onmessage = (e) => { worker.terminate(); done(e.data); };"
        " setTimeout(() => { worker.terminate(); done(null); }, 20000);"
        " worker.postMessage([0, 1, 2].map(() => ({ text: 'n', wide: 40, x: 100, y: high }))); })",
        [(FOLDER / "names.js").read_text(), high],
    )
    page.close()
    assert complaints == []
    assert placed == pytest.approx([high, high + 12, high + 24])


def test_the_address_follows_the_moment(page: Page) -> None:
    page.evaluate("replay.goToTick(900)")
    page.wait_for_function("location.hash === '#t=30'")


def test_the_score_is_that_of_the_moment(page: Page) -> None:
    replay = replay_of("blitz")
    page.evaluate("replay.goToTick(4500)")
    page.wait_for_function("document.getElementById('clock').textContent === '2:30'")
    fell = [event for event in replay.events if event.kind in ("kill", "death") and event.tick <= 4500]
    for side in ("west", "east"):
        assert int(page.inner_text(f"#{side}-kills")) == sum(event.side == side for event in fell)


def test_the_keys_are_on_a_sheet(page: Page) -> None:
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    assert "fog of nobody, west, east" in page.inner_text("#help")
    page.keyboard.press("Escape")
    assert not page.locator("#help").is_visible()


@pytest.mark.parametrize("width", [400, 1600])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_small_and_large_windows_light_and_dark(
    browser: Browser, address: str, width: int, scheme: Any
) -> None:
    page, complaints, _ = open_page(browser, address, color_scheme=scheme)
    page.set_viewport_size({"width": width, "height": 800})
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.getElementById('map').getBoundingClientRect().width") > 0.55 * width
    found = Axe().run(page)["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
    assert complaints == []
    page.close()
