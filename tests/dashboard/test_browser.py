"""The pages in a real browser: they open without a complaint, ask for nothing elsewhere, and are driven.

It needs the system's Chromium (`apt-get install chromium`); without one these tests are skipped, and say so, unless
PALAESTRA_BROWSER is `required`, as it is in the continuous integration.
"""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.home import Home
from dashboard.bench.runs import made_report, made_run
from dashboard.data.source import Source
from dashboard.pages.registry import PAGES
from tests.dashboard.conftest import played, serving
from training.metrics import write_report

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)

if CHROMIUM is None and os.environ.get("PALAESTRA_BROWSER") != "required":
    pytest.skip("no chromium on this machine: apt-get install chromium", allow_module_level=True)

from axe_core_python.sync_playwright import Axe  # noqa: E402 - skipped without a browser
from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402 - skipped without a browser

ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--no-first-run",
)  # fmt: skip
LOOKS = [("light", 1600), ("dark", 400)]
OTHER_LOOKS = [("dark", 1600), ("light", 400)]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    assert CHROMIUM is not None, "expected chromium on this machine, found none: apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def small(home: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(home, tmp_path_factory.mktemp("cache")) as address:
        yield address


@pytest.fixture(scope="module")
def nothing(empty: Home, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(empty, tmp_path_factory.mktemp("cache")) as address:
        yield address


@pytest.fixture(scope="module")
def many(huge: Source, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(huge.home, tmp_path_factory.mktemp("cache")) as address:
        yield address


@contextmanager
def opened(
    browser: Browser, address: str, path: str, *, scheme: Any = "light", width: int = 1400
) -> Iterator[Page]:
    """A page. Afterwards nothing must have been complained of, and nothing asked for elsewhere."""
    page = browser.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on(
        "request",
        lambda request: complaints.append(request.url) if is_elsewhere(request.url, address) else None,
    )
    page.goto(address + path)
    page.wait_for_selector("h1")
    yield page
    page.close()
    assert complaints == []


def is_elsewhere(url: str, address: str) -> bool:
    return not url.startswith((f"{address}/", "data:", "blob:"))


def until(page: Page, expression: str, *, seconds: float = 20) -> None:
    """Wait until something is so; the pages allow no evaluation within them, which `wait_for_function` would need."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(expression):
        assert time.monotonic() < deadline, expression
        page.wait_for_timeout(30)


def rows(page: Page) -> list[str]:
    """The rows that the grid of matches shows, by match."""
    page.wait_for_selector(".ag-row .cell-link a")
    return page.locator(".ag-row .cell-link a").all_inner_texts()


def check_looks(page: Page, width: int) -> None:
    """It fits the window, and axe finds nothing wrong with it."""
    until(page, "document.querySelector('#page').children.length > 0")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = Axe().run(page)["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []


@pytest.mark.parametrize(("scheme", "width"), LOOKS)
@pytest.mark.parametrize("path", PAGES)
def test_pages_of_a_small_store(browser: Browser, small: str, path: str, scheme: str, width: int) -> None:
    with opened(
        browser, small, f"{path}?name=random&first=random&second=idle", scheme=scheme, width=width
    ) as page:
        if path == "/matches":
            rows(page)
        check_looks(page, width)
        assert page.locator(".notice.failing").count() == 0
        expect(page).to_have_title(f"{PAGES[path].title} · Palaestra")


@pytest.mark.parametrize(("scheme", "width"), OTHER_LOOKS)
def test_pages_of_an_empty_home(browser: Browser, nothing: str, scheme: str, width: int) -> None:
    with opened(browser, nothing, "/ladder", scheme=scheme, width=width) as page:
        for path, one in PAGES.items():
            page.click(f"#nav-{path[1:]}")
            expect(page.locator("h1")).to_have_text(one.title)
            if path == "/draft":
                continue
            none = "No run of training is found" if path == "/training" else "Nothing is published yet"
            expect(page.locator(".notice h2")).to_have_text(none)
        check_looks(page, width)


def test_pages_of_a_huge_store(browser: Browser, many: str) -> None:
    width = 400
    with opened(browser, many, "/ladder", scheme="dark", width=width) as page:
        for path, one in PAGES.items():
            page.click(f"#nav-{path[1:]}")
            expect(page.locator("h1")).to_have_text(one.title)
            assert page.locator(".notice.failing").count() == 0
            assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_200_000_matches_are_paged_as_one_scrolls_and_sorts(browser: Browser, many: str) -> None:
    with opened(browser, many, "/matches") as page:
        rows(page)
        assert "200,000 of 200,000 matches" in page.inner_text("#page")
        page.evaluate("document.querySelector('.ag-body-viewport').scrollTop = 3_000_000")
        far = "[...document.querySelectorAll('.ag-row')].some((one) => one.getAttribute('row-index') > 90_000 && one.querySelector('a'))"
        until(page, far)
        page.evaluate("document.querySelector('.ag-body-viewport').scrollTop = 0")
        page.get_by_role("columnheader", name="length").click()
        until(page, "document.querySelector('[row-index=\"0\"] .cell-length')?.textContent === '1:40'")


def test_a_filter_goes_to_the_address_and_an_address_to_the_filter(browser: Browser, small: str) -> None:
    with opened(browser, small, "/matches") as page:
        assert len(rows(page)) == 12
        page.get_by_role("textbox", name="entrant", exact=True).click()
        page.get_by_role("option", name="idle").click()
        until(page, "location.search === '?entrant=idle'")
        expect(page.locator("#page")).to_contain_text("8 of 12 matches")
        until(page, "document.querySelectorAll('.ag-row .cell-link a').length === 8")
        page.get_by_label("to minute").fill("0.1")
        expect(page.locator(".notice h2")).to_have_text("No match fits")
        assert "max=0.1" in page.url
        page.go_back()
        until(page, "document.querySelectorAll('.ag-row .cell-link a').length === 8")
        expect(page.get_by_role("textbox", name="entrant", exact=True)).to_have_value("idle")
        page.reload()
        until(page, "document.querySelectorAll('.ag-row .cell-link a').length === 8")
        assert page.url.endswith("/matches?entrant=idle")


def test_from_the_ladder_to_a_moment_of_a_match_in_two_clicks(browser: Browser, small: str) -> None:
    with opened(browser, small, "/ladder") as page:
        page.locator("#ladder tr", has_text="random").locator("td a").nth(1).click()
        rows(page)
        page.locator(".ag-row .cell-length").first.click()
        page.wait_for_selector("#timeline", timeout=60_000)
        number = page.url.rpartition("/")[2].partition("#")[0]
        page.goto(f"{small}/match/{number}?t=0:20")
        until(page, "window.replay && replay.tick === 600")
        page.reload()
        until(page, "window.replay && replay.drawn !== null")
        assert page.evaluate("performance.now()") < 4000  # under a second where nothing else runs


def test_two_matches_beside_each_other_have_their_own_clocks_and_one_speed(
    browser: Browser, small: str
) -> None:
    with opened(browser, small, "/beside?first=4000000", width=1600) as page:
        page.fill("#second", "4000001")
        page.press("#second", "Enter")
        page.wait_for_selector("iframe >> nth=1")
        both = "[...document.querySelectorAll('iframe')].map((one) => one.contentWindow.replay)"
        until(page, f"{both}.every((one) => one && one.drawn !== null)", seconds=90)
        page.evaluate(f"{both}[0].goToTick(600)")
        assert page.evaluate(f"{both}.map((one) => one.tick)") == [600, 0]
        page.click("#forward")
        assert page.evaluate(f"{both}.map((one) => one.tick)") == [604, 4]
        page.evaluate(f"{both}[1].setSpeed(16)")  # as its own control does
        until(page, f"{both}.every((one) => one.speed === 16)")
        expect(page.locator("#speed")).to_have_value("16")
        page.click("#same")
        assert page.evaluate(f"{both}.map((one) => one.tick)") == [604, 604]
        page.click("#play")
        until(page, f"{both}.every((one) => one.tick > 700)")
        found = Axe().run(page)["violations"]
        assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
        link = page.frame_locator("iframe >> nth=0").get_by_role("link", name="all matches")
        assert link.get_attribute("href") == "/matches"


def test_a_new_snapshot_is_shown_while_the_page_is_open_and_the_filter_stays(
    browser: Browser, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    with (
        serving(home, tmp_path / "cache") as address,
        opened(browser, address, "/matches?entrant=idle") as page,
    ):
        expect(page.locator(".notice h2")).to_have_text("Nothing is published yet")
        played(home, "spring")
        expect(page.locator("#page")).to_contain_text("8 of 12 matches", timeout=10_000)
        played(home, "summer", seed=4)
        expect(page.locator("#page")).to_contain_text("16 of 24 matches", timeout=10_000)
        expect(page.locator("#published")).to_contain_text("snapshot 2")
        assert page.url.endswith("?entrant=idle")
        folder = made_run(home.root / "lineages" / "first", reports=1)
        page.click("#nav-training")
        expect(page.locator("#lineages td").nth(2)).to_have_text("1,000")
        write_report(folder, made_report(2))
        expect(page.locator("#lineages td").nth(2)).to_have_text("2,000", timeout=10_000)


def test_the_theme_is_switched_and_kept(browser: Browser, small: str) -> None:
    with opened(browser, small, "/ladder") as page:
        for theme in ("light", "dark"):
            page.click("#theme")
            expect(page.locator("#theme")).to_have_text(f"theme: {theme}")
        page.reload()
        page.wait_for_selector("h1")
        assert page.evaluate("document.documentElement.dataset.theme") == "dark"
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 26)"


def test_a_dashboard_that_is_gone_is_said(browser: Browser, home: Home, tmp_path: Path) -> None:
    page = browser.new_page()
    with serving(home, tmp_path) as address:
        page.goto(f"{address}/ladder")
        page.wait_for_selector("#ladder")
    expect(page.locator("#trouble")).to_contain_text("does not answer", timeout=12_000)
    assert page.locator("#ladder").count() == 1
    page.close()
