"""Scales keep the order of what they place, and their ticks say where they are."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.charts import SCALES, chart, scaled, short


@pytest.mark.parametrize("scale", ["root", "log"])
@given(
    values=st.lists(st.floats(0, 1e12).filter(lambda one: one == 0 or one > 1e-3), min_size=1, max_size=20)
)
def test_places_are_in_the_order_of_the_values_and_ticks_lie_among_them(
    scale: str, values: list[float]
) -> None:
    places, ticks = scaled(values, scale)
    by_value = sorted(zip(values, places, strict=True))
    assert [place for _, place in by_value] == sorted(places)
    spots = ticks["tickvals"]
    assert isinstance(spots, list)
    assert spots == sorted(spots)
    assert all(spot <= max(places) + 0.01 for spot in spots)


def test_linear_is_as_it_is() -> None:
    assert scaled([0.0, 3.0], "linear") == ([0.0, 3.0], {})


def test_root_and_log_by_hand() -> None:
    assert scaled([0.0, 4.0, 9.0], "root")[0] == [0.0, 2.0, 3.0]
    places, ticks = scaled([0.0, 100.0, 1000.0], "log")
    assert places == [1.5, 2.0, 3.0]
    assert ticks["ticktext"] == ["0", "100", "200", "500", "1k"]
    assert ticks["tickvals"] == [1.5, 2.0, math.log10(200), math.log10(500), 3.0]


@pytest.mark.parametrize(("value", "text"), [(0, "0"), (1500, "1.5k"), (2e7, "20M"), (3e9, "3G"), (12, "12")])
def test_short_numbers(value: float, text: str) -> None:
    assert short(value) == text


def test_axes_have_their_units() -> None:
    figure = chart(dark=True, x="minutes", y="points")
    assert (figure.layout.xaxis.title.text, figure.layout.yaxis.title.text) == ("minutes", "points")
    assert set(SCALES) == {"linear", "root", "log"}
