"""The viewer is measured in a real browser; without one it is said."""

from __future__ import annotations

import shutil

import pytest

from dashboard.bench.viewer import LOOKS, find_chromium, run
from dashboard.errors import NoBrowser


def test_without_a_browser_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(NoBrowser, match="apt-get install chromium"):
        find_chromium()


@pytest.mark.soak
def test_a_match_is_drawn_and_timed() -> None:
    report = run(variant="duel", limit_s=20.0, seconds=0.5)
    assert [case["case"] for case in report["cases"]] == list(LOOKS)
    assert all(0 < case["draw_ms"] <= case["draw_ms_95"] and case["fps"] > 1 for case in report["cases"])
