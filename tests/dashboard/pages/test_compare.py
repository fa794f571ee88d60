"""Compare says who is chosen, and what cannot be."""

from __future__ import annotations

import pytest

from dashboard.app import draw
from dashboard.data.source import Source
from tests.dashboard.test_app import text_of


def test_until_two_are_chosen_it_suggests_two(source: Source) -> None:
    for search in ("", "?first=idle"):
        text = text_of(draw(source, "/compare", search, dark=False)[0])
        assert "Two are not chosen" in text and "For example" in text


@pytest.mark.parametrize(
    ("search", "said"),
    [("?first=idle&second=nobody", "got 'nobody'"), ("?first=idle&second=idle", "got 'idle' twice")],
)
def test_what_cannot_be_is_said(source: Source, search: str, said: str) -> None:
    assert said in text_of(draw(source, "/compare", search, dark=False)[0])
