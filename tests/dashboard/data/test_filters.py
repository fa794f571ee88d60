"""Settings of an address are checked, and no text of them becomes SQL."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dashboard.data.filters import MatchFilter, number_of
from dashboard.errors import BadAddress

BAD = {
    "min": ["x", "-1", "nan", "inf", "1e9"],
    "max": ["1441"],
    "winner": ["north"],
    "faults": ["1 OR 1=1"],
    "status": ["void; DROP TABLE matches"],
    "entrant": ["x" * 301],
}


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in BAD.items() for value in values]
)
def test_what_cannot_be_is_refused_by_name(name: str, value: str) -> None:
    with pytest.raises(BadAddress, match=f"'{name}'"):
        MatchFilter.parse({name: value})


def test_values_are_bound_in_the_order_of_the_condition() -> None:
    asked = MatchFilter.parse({"entrant": "a", "variant": "duel", "faults": "any", "min": "2", "max": ""})
    condition, values = asked.condition()
    assert condition == "? IN (m.west, m.east) AND m.variant = ? AND m.ticks >= ? AND m.faults > 0"
    assert values == ["a", "duel", 3600.0]


def test_nothing_asked_is_everything() -> None:
    assert MatchFilter.parse({}).condition() == ("true", [])


@given(st.text(min_size=1, max_size=60))
def test_no_text_of_an_address_is_in_the_condition(text: str) -> None:
    names = ("entrant", "opponent", "variant", "ending", "fault", "run")
    condition, values = MatchFilter.parse(dict.fromkeys(names, text)).condition()
    assert condition == MatchFilter.parse(dict.fromkeys(names, "other")).condition()[0]
    assert values == [text] * 6


@pytest.mark.parametrize("text", ["", "-1", "1.5", "٣", "9" * 19, "9" * 30, "1;", "0x10", "../1"])
def test_a_number_is_a_number(text: str) -> None:
    with pytest.raises(BadAddress, match="expected the number of a match"):
        number_of(text, "match")
    assert number_of("0012", "match") == 12
