"""A whole draft by one person at the keyboard, in a real browser."""

from __future__ import annotations

import re

from playwright.sync_api import Browser, Page, expect

from tests.dashboard.test_browser import browser, check_looks, nothing, opened, until  # noqa: F401 - fixtures

PATIENCE_MS = 60_000


def marked(page: Page) -> str:
    return page.locator("#draft-next tr[data-marked] a.draft-take").inner_text()


def ready(page: Page, steps: int) -> None:
    """The board shows a draft of so many steps, and its first row is marked."""
    expect(page.locator("#draft-board li.taken")).to_have_count(steps, timeout=PATIENCE_MS)
    until(page, "document.querySelectorAll('#draft-next tr[data-marked]').length === 1", seconds=60)


def test_a_draft_is_done_with_the_keyboard_and_shared(browser: Browser, nothing: str) -> None:  # noqa: F811
    with opened(browser, nothing, "/draft") as page:
        ready(page, 0)
        expect(page.locator("#draft-turn")).to_have_text("we pick now")
        assert re.fullmatch(r"\d\d\.\d %", page.inner_text("#draft-win"))
        first = marked(page)
        page.keyboard.press("Enter")  # the best
        ready(page, 1)
        expect(page.locator(".draft-side.we li.taken")).to_have_text(first)
        expect(page.locator("#draft-turn")).to_have_text("they pick now")

        page.keyboard.type("kno")  # by name
        expect(page.locator("#draft-next tbody tr:visible")).to_have_count(1)
        page.keyboard.press("Backspace")
        page.keyboard.press("Escape")
        page.keyboard.type("knot")
        page.keyboard.press("Enter")
        ready(page, 2)
        expect(page.locator(".draft-side.they li.taken")).to_have_text("Knot")

        page.keyboard.press("ArrowDown")  # by going down, and by number
        second = page.locator("#draft-next tbody tr").nth(1).locator("a.draft-take").inner_text()
        assert marked(page) == second
        page.keyboard.press("2")
        ready(page, 3)
        expect(page.locator(".draft-side.they li.taken").nth(1)).to_have_text(second)
        page.keyboard.press("Backspace")  # undone
        ready(page, 2)
        for steps in range(3, 11):
            page.keyboard.press("Enter")
            expect(page.locator("#draft-board li.taken")).to_have_count(steps, timeout=PATIENCE_MS)
        expect(page.locator("#draft-turn")).to_have_text("complete")

        review = page.locator("#draft-review tbody tr")
        expect(review).to_have_count(10, timeout=PATIENCE_MS)
        assert "Knot" in review.nth(1).inner_text() and "17 of" not in review.nth(0).inner_text()
        share = page.get_attribute("#draft-share", "href")
        assert share and page.url == f"{nothing}{share}"
        shown = page.inner_text("#draft-board")
        page.goto(nothing + share)  # the link shows the same
        expect(page.locator("#draft-review tbody tr")).to_have_count(10, timeout=PATIENCE_MS)
        assert page.inner_text("#draft-board") == shown
        page.locator("#draft-review tbody tr").nth(4).locator("a").first.click()  # what if
        ready(page, 4)
        page.go_back()
        expect(page.locator("#draft-board li.taken")).to_have_count(10, timeout=PATIENCE_MS)


def test_bans_and_the_other_first_pick(browser: Browser, nothing: str, monkeypatch) -> None:  # noqa: F811
    monkeypatch.setattr("dashboard.data.drafts.PATIENCE_S", 0.01)  # so that the page says how far the work is
    with opened(browser, nothing, "/draft?order=aABBAABBAAB&begins=them") as page:
        page.wait_for_selector("#draft-wait progress", timeout=60_000)
        page.wait_for_selector("#draft-next", timeout=240_000)
        ready(page, 0)
        expect(page.locator("#draft-turn")).to_have_text("they ban now", timeout=PATIENCE_MS)
        ban = marked(page)
        page.keyboard.press("Enter")
        ready(page, 1)
        expect(page.locator(".draft-side.they .draft-bans li.taken")).to_have_text(ban)
        expect(page.locator("#draft-next")).not_to_contain_text(f"{ban}\n")
        assert page.locator("#draft-next tbody tr").count() == 16


def test_it_fits_and_axe_finds_nothing(browser: Browser, nothing: str) -> None:  # noqa: F811
    for scheme, width in (("light", 1600), ("dark", 400)):
        with opened(browser, nothing, "/draft?steps=Thorn,Knot,Ember", scheme=scheme, width=width) as page:
            ready(page, 3)
            check_looks(page, width)


def test_an_address_that_cannot_be_says_so_and_leads_on(browser: Browser, nothing: str) -> None:  # noqa: F811
    with opened(browser, nothing, "/draft?steps=Thorn,Thorn") as page:
        expect(page.locator(".notice.failing")).to_contain_text("Thorn twice")
        page.get_by_role("link", name="Begin a draft").click()
        ready(page, 0)
