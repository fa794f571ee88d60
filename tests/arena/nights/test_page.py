"""The page of a night: what it says, that it needs nothing else, and how it looks in a real browser."""

from __future__ import annotations

import os
import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from arena.nights.page import night_page
from arena.nights.record import Compared
from arena.nights.words import headline, to_look_at
from tests.arena.nights.made import FELL, made_line, made_night

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)
QUIET: dict[str, Any] = {
    "exit_code": 0, "runs": [], "lengths": None, "added": [], "set_aside": [], "faults": [], "regressions": [], "notes": [],
    "entrants": [], "since": None, "compared": Compared(level=0.05, checkpoints=0, nights=0, reason="no match"),
}  # fmt: skip


def text_of(page: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", page.partition("<body>")[2]))


def test_it_says_what_happened_and_escapes_what_came_from_elsewhere() -> None:
    page = night_page(made_night())
    for said in (
        "Night 3 of nightly (duel)", "1 regression, 1 entrant set aside, 1 match with faults.",
        "a/7 stands 312 points below its predecessor a/6 (95 %: -400 to -220), p = 1.2e-05",
        "nightly/duel/round 3 was closed before all of it was played", "0123456789abcdef, contract 2",
        "median 6:52, eight in ten from 5:00 to 10:00, longest 15:00 (24 matches)", "cpu a processor, cores 2",
        "3 (was 2)", "4 (new)", "4 comparisons were made, 1 with a predecessor and 3 with the night before",
        "a/5 is left out: cut short", "stuck units: 3 in 1 matches, the newest 4000005",
    ):  # fmt: skip
        assert said in text_of(page), said
    assert "bad&lt;b&gt; raised RuntimeError: no plan &amp; no way" in page
    assert "bad<b>" not in page


def test_it_asks_for_nothing_and_runs_nothing() -> None:
    page = night_page(made_night())
    assert "<script" not in page and "@import" not in page and "url(" not in page
    assert re.findall(r"""(?:src|href)=["']([^"']*)""", page) == ["data:,"]
    assert "default-src 'none'" in page


def test_a_night_on_which_nothing_happened_says_so() -> None:
    night = made_night(**QUIET)
    assert headline(night) == "Nothing failed, nobody fell." and to_look_at(night) == []
    text = text_of(night_page(night))
    assert (
        "the ladder's beginning" in text
        and "no matches" in text
        and "Nothing was compared: no match." in text
    )


def test_an_accepted_regression_is_told_and_is_no_alarm() -> None:
    night = made_night(**{**QUIET, "regressions": [FELL.model_copy(update={"accepted": True})]})
    assert headline(night) == "Nothing failed, nobody fell."
    assert "a/7" in text_of(night_page(night))


def test_other_rules_than_the_night_before_are_said() -> None:
    page = night_page(made_night(rules_before="fedcba9876543210"))
    assert "the night before had fedcba9876543210: the ladder began anew" in page


@pytest.mark.skipif(
    CHROMIUM is None and os.environ.get("PALAESTRA_BROWSER") != "required",
    reason="no chromium on this machine: apt-get install chromium",
)
def test_in_a_browser_it_fits_light_and_dark_and_axe_finds_nothing(tmp_path: Path) -> None:
    from axe_core_python.sync_playwright import Axe
    from playwright.sync_api import sync_playwright

    assert CHROMIUM is not None, "expected chromium on this machine, found none: apt-get install chromium"
    names = [f"a line with a rather long name/{number}" for number in range(40)]
    night = made_night(entrants=[made_line(name, place) for place, name in enumerate(names, 1)])
    file = tmp_path / "night.html"
    file.write_text(night_page(night))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        looks: list[tuple[Any, int]] = [("light", 1600), ("dark", 400), ("dark", 1600), ("light", 400)]
        for scheme, width in looks:
            # The page's own policy lets no script in, so axe needs a context that does not obey it.
            context = browser.new_context(
                viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
            )
            page, said = context.new_page(), []
            page.on("console", lambda message: said.append(message.text))  # noqa: B023 - called within this turn
            page.on("request", lambda request: said.append(request.url))  # noqa: B023
            page.goto(file.as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            found = Axe().run(page)["violations"]
            assert [(one["id"], one["nodes"][0]["html"]) for one in found] == []
            assert said in ([file.as_uri()], [file.as_uri(), "data:,"])
            context.close()
        browser.close()
